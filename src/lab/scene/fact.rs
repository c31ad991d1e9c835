//! Facts about the world, as scenes state them.

use super::cast::{Cast, Share, Spot, Who};
use super::words::{Amount, Words};
use crate::files::{DataError, brief, did_you_mean};
use crate::game::{Lantern, State};
use crate::map::{Tile, TileSet};

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
    Light(Spot),
    /// How many creatures of the kind that this role began as are alive on the level.
    Alive(usize),
    Turn,
    Depth,
    Treasure,
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

/// What facts refer to.
pub(super) struct Known<'a> {
    pub(super) cast: &'a Cast,
    pub(super) tiles: TileSet,
}

/// The examples in the message for a fact that cannot be read.
const FACTS: &str = "a fact such as `w hunting`, `w sees @`, `w at 3,1`, `@ remembers 3,1`, `light at @ is 0`, \
                     `health of w is 5`, `tile at 3,1 is open door`, `w hit @`, `log says \"...\"`";

/// The words for states, each with the state.
const STATES: [(&[&str], State); 7] = [
    (&["alert"], State::Hunting),
    (&["wary"], State::Searching),
    (&["asleep", "sleeps", "sleep"], State::Asleep),
    (&["unaware"], State::Unaware),
    (&["noticing", "notices", "notice"], State::Noticing),
    (&["hunting", "hunts", "hunt"], State::Hunting),
    (&["searching", "searches", "search"], State::Searching),
];

/// Reads a state, if one comes next.
pub(super) fn state(words: &mut Words) -> Option<State> {
    named_state(words).map(|(_, state)| state)
}

/// Reads a state, if one comes next, with its name.
fn named_state(words: &mut Words) -> Option<(&'static str, State)> {
    let found = STATES
        .iter()
        .find(|(names, _)| names.iter().any(|it| words.peek() == Some(it)));
    let (names, state) = found?;
    words.word();
    Some((names[0], *state))
}

/// Reads `is`, `does not` and the like. Returns whether they negate.
fn negation(words: &mut Words) -> bool {
    let negated = [
        ["does", "not"],
        ["do", "not"],
        ["did", "not"],
        ["is", "not"],
        ["are", "not"],
        ["has", "not"],
        ["have", "not"],
    ];
    if negated.iter().any(|it| words.takes(it)) || words.takes_any(&["not", "cannot"]).is_some() {
        return true;
    }
    let _ = words.takes_any(&["is", "are", "has", "have", "does", "did"]);
    false
}

/// Reads how many of several creatures a fact is about, if a number comes next.
fn count(words: &mut Words) -> Result<Option<Amount>, DataError> {
    let is_count = words.peek().is_some_and(|it| {
        ["at", "more", "less"].contains(&it) || it.starts_with(|it: char| it.is_ascii_digit())
    });
    is_count.then(|| words.amount()).transpose()
}

impl Known<'_> {
    /// Reads a fact.
    pub(super) fn statement(&self, words: &mut Words) -> Result<Statement, DataError> {
        let (fact, is_negated) = match words.peek() {
            Some("light" | "health" | "breath" | "number" | "turn" | "depth" | "treasure") => {
                self.number(words)?
            }
            Some("damage") => self.number(words)?,
            Some("tile") => {
                words.takes(&["tile", "at"]);
                self.tile_fact(words)?
            }
            Some("thing") => {
                words.takes(&["thing", "at"]);
                let spot = self.cast.spot(words)?;
                let is_negated = negation(words);
                let name = Some(words.rest()).filter(|it| it != "nothing");
                (Fact::Thing(spot, name), is_negated)
            }
            Some("log") => {
                words.word();
                let is_negated = negation(words);
                words
                    .takes_any(&["says", "say"])
                    .ok_or_else(|| words.unexpected("`says` or `does not say`"))?;
                (Fact::Log(words.quoted("You hear")?.to_owned()), is_negated)
            }
            Some("screen") => {
                words.word();
                let is_negated = negation(words);
                words
                    .takes_any(&["shows", "show"])
                    .ok_or_else(|| words.unexpected("`shows` or `does not show`"))?;
                (Fact::Screen(words.quoted("wolf")?.to_owned()), is_negated)
            }
            Some("game") => {
                words.word();
                let is_negated = negation(words);
                let outcomes = [Outcome::On, Outcome::Lost, Outcome::Won];
                let found = words.takes_any(&["on", "lost", "won"]);
                let found = found.ok_or_else(|| words.unexpected("`on`, `lost` or `won`"))?;
                (Fact::Game(outcomes[found]), is_negated)
            }
            Some(word) if word.contains(',') => self.tile_fact(words)?,
            Some(_) => self.role_fact(words)?,
            None => return Err(words.unexpected(FACTS)),
        };
        words.finish()?;
        Ok(Statement { fact, is_negated })
    }

    fn number(&self, words: &mut Words) -> Result<(Fact, bool), DataError> {
        let quantity = if words.takes(&["light", "at"]) {
            Quantity::Light(self.cast.spot(words)?)
        } else if words.takes(&["health", "of"]) {
            Quantity::Health(self.cast.role(words)?)
        } else if words.takes(&["breath", "of"]) {
            Quantity::Breath(self.cast.role(words)?)
        } else if words.takes(&["number", "of"]) {
            Quantity::Alive(self.cast.who(words, true)?.roles[0])
        } else if words.takes(&["turn"]) {
            Quantity::Turn
        } else if words.takes(&["depth"]) {
            Quantity::Depth
        } else if words.takes(&["treasure"]) {
            Quantity::Treasure
        } else if words.takes(&["damage", "of"]) {
            let by = self.cast.role(words)?;
            if !words.takes(&["to"]) {
                return Err(words.unexpected("`to` and one of the creatures"));
            }
            Quantity::Damage(by, self.cast.role(words)?)
        } else {
            return Err(words.unexpected(FACTS));
        };
        let is_negated = negation(words);
        Ok((Fact::Number(quantity, words.amount()?), is_negated))
    }

    fn tile_fact(&self, words: &mut Words) -> Result<(Fact, bool), DataError> {
        let spot = self.cast.spot(words)?;
        let is_negated = negation(words);
        Ok((Fact::Tile(spot, self.tile(words)?), is_negated))
    }

    /// Reads the name of a tile, which is the rest of the fact.
    pub(super) fn tile(&self, words: &mut Words) -> Result<Tile, DataError> {
        let at = words.at();
        let _ = words.takes_any(&["a", "an"]);
        let name = words.rest();
        self.tiles.get(&name).ok_or_else(|| {
            let names: Vec<&str> = self.tiles.iter().map(|it| it.name()).collect();
            let meant = did_you_mean(&name, names.iter().copied());
            words.error(
                at,
                format!(
                    "no tile is called `{}`{meant}; accepted: {}",
                    brief(&name),
                    names.join(", ")
                ),
            )
        })
    }

    fn role_fact(&self, words: &mut Words) -> Result<(Fact, bool), DataError> {
        let count = count(words)?;
        let mut who =
            self.cast
                .who(words, count.is_some())
                .map_err(|error| match words.peek() {
                    // A longer word is no role with a typing error, but a fact that does not exist.
                    Some(word) if word.len() > 3 => words.unexpected(FACTS),
                    _ => error,
                })?;
        who.share = count.map_or(who.share, Share::Count);
        let is_negated = negation(words);
        let cast = self.cast;
        let fact = if let Some((state, _)) = named_state(words) {
            if words.takes(&["because"]) {
                let cause = words.quoted("saw you")?.to_owned();
                return Ok((Fact::Role(who, RoleFact::Because(state, cause)), is_negated));
            }
            let spot = (!words.is_at_end()).then(|| cast.spot(words)).transpose()?;
            RoleFact::State(state, spot)
        } else if words.takes_any(&["sees", "see"]).is_some() {
            match cast.spot(words)? {
                Spot::Role(role) => RoleFact::SeesRole(role),
                cell => RoleFact::SeesCell(cell),
            }
        } else if words.takes_any(&["heard", "hear", "hears"]).is_some() {
            let spot = (!words.is_at_end()).then(|| cast.spot(words)).transpose()?;
            RoleFact::Heard(spot)
        } else if words
            .takes_any(&["remembers", "remember", "knows", "know"])
            .is_some()
        {
            let spot = cast.spot(words)?;
            if let Spot::Role(other) = spot
                && words.takes(&["at"])
            {
                let fact = RoleFact::LastSaw(other, cast.spot(words)?);
                return Ok((Fact::Role(who, fact), is_negated));
            }
            let tile = words.takes(&["as"]).then(|| self.tile(words)).transpose()?;
            RoleFact::Remembers(spot, tile)
        } else if words.takes_any(&["decided", "decide", "decides"]).is_some() {
            RoleFact::Decided(words.quoted("Hunts decided: walk west")?.to_owned())
        } else if words.takes(&["at"]) {
            RoleFact::At(cast.spot(words)?)
        } else if words.takes(&["beside"]) {
            RoleFact::Within(1, cast.spot(words)?)
        } else if words.takes(&["within"]) {
            let far = words.number(0..=10_000)? as u32;
            let _ = words.takes(&["of"]);
            RoleFact::Within(far, cast.spot(words)?)
        } else if let Some(blow) =
            words.takes_any(&["hits", "hit", "missed", "miss", "attacked", "attack"])
        {
            let blow = [
                Blow::Hit,
                Blow::Hit,
                Blow::Missed,
                Blow::Missed,
                Blow::Either,
                Blow::Either,
            ][blow];
            let target = cast.role(words)?;
            RoleFact::Struck(blow, target, self.times(words)?)
        } else if words.takes(&["carries", "light"]) || words.takes(&["carry", "light"]) {
            RoleFact::CarriesLight
        } else if words.takes(&["lantern"]) {
            RoleFact::Lantern(lantern(words)?)
        } else if let Some(simple) = words.takes_any(&["alive", "dead", "moved", "here", "gone"]) {
            let (fact, is_opposite) = [
                (RoleFact::Alive, false),
                (RoleFact::Alive, true),
                (RoleFact::Moved, false),
                (RoleFact::Here, false),
                (RoleFact::Here, true),
            ][simple]
                .clone();
            return Ok((Fact::Role(who, fact), is_negated != is_opposite));
        } else {
            return Err(words.unexpected(VERBS));
        };
        Ok((Fact::Role(who, fact), is_negated))
    }

    /// Reads `3 times`, `once` or nothing, which stands for at least once.
    fn times(&self, words: &mut Words) -> Result<Amount, DataError> {
        if words.is_at_end() {
            return Ok(Amount::AT_LEAST_ONE);
        }
        if words.takes(&["once"]) {
            return Ok(Amount { first: 1, last: 1 });
        }
        let times = words.amount()?;
        let _ = words.takes_any(&["times", "time"]);
        Ok(times)
    }
}

/// What can follow a role.
const VERBS: &str = "asleep, unaware, noticing, hunting, searching, alert, wary, sees, heard, remembers, at, beside, \
                     within, hit, missed, attacked, lantern, `carries light`, decided, alive, dead, moved, here or \
                     gone, each also with `not`";

/// Reads a setting of a lantern.
pub(super) fn lantern(words: &mut Words) -> Result<Lantern, DataError> {
    let names = Lantern::ALL.map(Lantern::name);
    let found = words.takes_any(&names);
    let found = found.ok_or_else(|| words.unexpected(&names.join(", ")))?;
    Ok(Lantern::ALL[found])
}

impl Statement {
    /// Returns whether the statement is about the reasons for decisions.
    pub(in crate::lab) fn is_of_reasons(&self) -> bool {
        let of_reasons = |it: &RoleFact| matches!(it, RoleFact::Because(..) | RoleFact::Decided(_));
        matches!(&self.fact, Fact::Role(_, fact) if of_reasons(fact))
    }

    /// Returns whether the statement is about the screen or the message log.
    pub(in crate::lab) fn is_of_screen(&self) -> bool {
        matches!(self.fact, Fact::Log(_) | Fact::Screen(_))
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
