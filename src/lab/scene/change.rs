//! Changes that a scene makes to the world, at the beginning and between commands.

use bevy::math::IVec2;

use super::cast::{Cast, Spot};
use super::statement::{Known, direction, lantern, state, thing};
use super::words::Words;
use crate::files::DataError;
use crate::game::{Faction, Lantern, State};
use crate::grid::Direction;
use crate::map::{Density, Tile};

/// A change to the world.
#[derive(Clone, Debug)]
pub(in crate::lab) enum Change {
    /// A change to these roles, which are indexes into the cast.
    Roles(Vec<usize>, RoleChange),
    Tile(Spot, Tile),
    Noise(u32, Spot),
    /// Adds fog and smoke to a cell.
    Air(Density, Spot),
    /// Puts the thing with this name on a cell.
    Thing(Spot, String),
}

/// A change to a role.
#[derive(Clone, Debug)]
pub(in crate::lab) enum RoleChange {
    /// Puts the creature in a state, with its thoughts on a cell. The player's cell is the default.
    State(State, Spot),
    Health(i32),
    Side(Faction),
    At(IVec2),
    /// Looks in this direction.
    Facing(Direction),
    /// Carries the thing with this name, or wears it.
    Carries(String, bool),
    Forget,
    /// The player knows the creature's kind.
    Known,
    /// The player has this boon.
    Boon(String),
    Gone,
    Lantern(Lantern),
    /// For how many turns the oil in the player's lantern lasts.
    Oil(u32),
}

/// What a role can be in a legend.
const TRAITS: &str = "asleep, unaware, noticing, hunting, searching, `at X,Y`, `health N`, `side N`, friend, \
                      `facing east`, `carries THING`, `wears THING`, `knows nothing`, known, gone, or for @ `lantern shut`, `lantern narrowed`, `lantern open`, `oil N` or \
                      `boon NAME`";

impl Known<'_> {
    pub(super) fn change(&self, words: &mut Words) -> Result<Change, DataError> {
        let change =
            if words.takes(&["tile", "at"]) || words.peek().is_some_and(|it| it.contains(',')) {
                let spot = self.cast.spot(words)?;
                let _ = words.takes(&["is"]);
                Change::Tile(spot, self.tile(words)?)
            } else if words.takes(&["thing", "at"]) {
                let spot = self.cast.spot(words)?;
                let _ = words.takes(&["is"]);
                let _ = words.takes_any(&["a", "an", "some"]);
                Change::Thing(spot, thing(words)?)
            } else if words.takes(&["noise"]) {
                let loudness = words.number(1..=1_000)? as u32;
                if !words.takes(&["at"]) {
                    return Err(words.unexpected("`at` and a cell"));
                }
                Change::Noise(loudness, self.cast.spot(words)?)
            } else if let Some(kind) = words.takes_any(&["fog", "smoke"]) {
                let amount = words.number(1..=7)? as u8;
                if !words.takes(&["at"]) {
                    return Err(words.unexpected("`at` and a cell"));
                }
                let air = [Density::fog(amount), Density::smoke(amount)][kind];
                Change::Air(air, self.cast.spot(words)?)
            } else {
                let roles = self.cast.who(words, true)?.roles;
                let _ = words.takes_any(&["is", "are"]);
                let change = role_change(self.cast, &roles, words)?;
                Change::Roles(roles, change)
            };
        words.finish()?;
        Ok(change)
    }
}

pub(super) fn role_change(
    cast: &Cast,
    roles: &[usize],
    words: &mut Words,
) -> Result<RoleChange, DataError> {
    let at = words.at();
    let is_player = roles.contains(&0);
    match any_change(cast, words)? {
        RoleChange::State(..) | RoleChange::Gone | RoleChange::Known if is_player => {
            Err(words.error(at, "the player cannot be this; accepted for @: at, facing, health, lantern, oil, boon, carries, wears, side, knows nothing"))
        }
        RoleChange::Lantern(_) | RoleChange::Oil(_) | RoleChange::Boon(_) if !is_player => {
            Err(words.error(at, "only the player has a lantern and boons; accepted for a creature: a state, at, facing, health, carries, wears, side, friend, known, gone"))
        }
        change => Ok(change),
    }
}

fn any_change(cast: &Cast, words: &mut Words) -> Result<RoleChange, DataError> {
    if let Some(state) = state(words) {
        let spot = match words.is_at_end() {
            true => Spot::Role(0),
            false => cast.spot(words)?,
        };
        return Ok(RoleChange::State(state, spot));
    }
    if words.takes(&["knows", "nothing"]) {
        return Ok(RoleChange::Forget);
    }
    let names = [
        "health", "side", "friend", "at", "gone", "lantern", "oil", "known", "boon", "facing",
        "carries", "wears",
    ];
    Ok(match words.takes_any(&names) {
        Some(0) => RoleChange::Health(words.number(1..=99_999)? as i32),
        Some(1) => RoleChange::Side(Faction(words.number(0..=i64::from(u16::MAX))? as u16)),
        Some(2) => RoleChange::Side(Faction::PLAYER),
        Some(3) => {
            let cell = words.cell();
            RoleChange::At(cell.ok_or_else(|| words.unexpected("a cell X,Y, such as 3,1"))?)
        }
        Some(4) => RoleChange::Gone,
        Some(5) => RoleChange::Lantern(lantern(words)?),
        Some(6) => RoleChange::Oil(words.number(0..=99_999)? as u32),
        Some(7) => RoleChange::Known,
        Some(8) => RoleChange::Boon(words.quoted("soft steps")?.to_owned()),
        Some(9) => RoleChange::Facing(direction(words)?),
        Some(10) => RoleChange::Carries(thing(words)?, false),
        Some(11) => RoleChange::Carries(thing(words)?, true),
        _ => return Err(words.unexpected(TRAITS)),
    })
}
