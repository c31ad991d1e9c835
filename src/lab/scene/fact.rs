//! Facts about the world, as scenes state them.

use super::cast::{Share, Spot, Who};
use super::words::Amount;
use crate::game::Lantern;
use crate::grid::Direction;
use crate::map::Tile;

/// A fact that a scene claims, or that it claims not to hold.
#[derive(Clone, Debug)]
pub(in crate::lab) struct Statement {
    pub(in crate::lab) fact: Fact,
    pub(in crate::lab) is_negated: bool,
}

/// Something that can be seen to hold, or not to hold, at a moment of a game.
#[derive(Clone, Debug)]
pub(in crate::lab) enum Fact {
    /// Something about roles.
    Role(Who, RoleFact),
    /// A number is one of these.
    Number(Quantity, Amount),
    /// A cell has this tile.
    Tile(Spot, Tile),
    /// A thing with this name lies on a cell; `None` stands for no thing at all.
    Thing(Spot, Option<String>),
    /// A message so far contains this text.
    Log(String),
    /// The screen contains this text.
    Screen(String),
    /// The game has ended in this way, or goes on.
    Game(Outcome),
    /// A command of the scene was not refused.
    Obeyed,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lab) enum Outcome {
    On,
    Lost,
    Won,
}

/// A number that facts can compare.
#[derive(Clone, Debug)]
pub(in crate::lab) enum Quantity {
    Health(usize),
    Breath(usize),
    /// How many cells the player has seen by light since it last regained a hit point.
    Heart,
    /// How many walkable cells the player has seen by light.
    Ground,
    /// For how many turns the oil in the player's lantern lasts.
    Oil(usize),
    Light(Spot),
    Fog(Spot),
    Smoke(Spot),
    /// How many creatures of the kind that this role began as are alive on the level.
    Alive(usize),
    Turn,
    Depth,
    Treasure,
    /// For how many turns the player has studied the kind of this role.
    Study(usize),
    /// How many kinds the player knows.
    Kinds,
    /// How many hit points the blows and shots of the first role have cost the second one.
    Damage(usize, usize),
}

/// A fact about a role.
#[derive(Clone, Debug)]
pub(in crate::lab) enum RoleFact {
    /// The creature's state has this name, and its thoughts are on this cell.
    State(&'static str, Option<Spot>),
    /// The creature's state has this name, and the words for its cause contain this text.
    Because(&'static str, String),
    /// The words for the creature's latest decision contain this text.
    Decided(String),
    SeesRole(usize),
    SeesCell(Spot),
    /// Heard a noise in its last turn, from this cell.
    Heard(Option<Spot>),
    /// Remembers a cell, as this tile.
    Remembers(Spot, Option<Tile>),
    /// Remembers this role's kind on a cell: a ghost.
    LastSaw(usize, Spot),
    At(Spot),
    Within(u32, Spot),
    Alive,
    /// Looks in this direction.
    Facing(Direction),
    /// Has the thing with this name in its pack, and wears it if the second is set.
    Carries(String, bool),
    /// Carries something that gives light now.
    CarriesLight,
    /// Has left its first cell.
    Moved,
    /// Is on the level.
    Here,
    Lantern(Lantern),
    /// Hit, or missed, or either, this role so many times.
    Struck(Blow, usize, Amount),
}

/// The blows and shots that a fact counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lab) enum Blow {
    Hit,
    Missed,
    Either,
}

impl Statement {
    /// Returns whether the statement is about the reasons for decisions.
    pub(in crate::lab) fn is_of_reasons(&self) -> bool {
        let of_reasons = |it: &RoleFact| matches!(it, RoleFact::Because(..) | RoleFact::Decided(_));
        matches!(&self.fact, Fact::Role(_, fact) if of_reasons(fact))
    }

    /// Returns whether the statement is about the screen.
    pub(in crate::lab) fn is_of_screen(&self) -> bool {
        matches!(self.fact, Fact::Screen(_))
    }

    /// Returns whether the statement is about the message log.
    pub(in crate::lab) fn is_of_log(&self) -> bool {
        matches!(self.fact, Fact::Log(_))
    }

    /// Returns whether the statement holds, given whether its fact holds for one role.
    pub(in crate::lab) fn judge(&self, mut holds: impl FnMut(Option<usize>) -> bool) -> bool {
        let mut is_so = |role| holds(role) != self.is_negated;
        match &self.fact {
            Fact::Role(who, _) => {
                let mut roles = who.roles.iter().map(|it| Some(*it));
                match who.share {
                    Share::Every => roles.all(is_so),
                    Share::Any => roles.any(is_so),
                    Share::No => !roles.any(is_so),
                    Share::Count(amount) => {
                        amount.contains(roles.filter(|it| is_so(*it)).count() as i64)
                    }
                }
            }
            _ => is_so(None),
        }
    }
}
