//! Reading facts and the words that facts and changes share.

use super::cast::{Cast, Share, Spot};
use super::fact::{Blow, Fact, Outcome, Quantity, RoleFact, Statement};
use super::words::{Amount, Words};
use crate::files::{DataError, brief, did_you_mean};
use crate::game::{Lantern, State};
use crate::grid::Direction;
use crate::map::{Tile, TileSet};
use crate::view::compass;

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

/// Reads what the log or the screen contains: a noun, one of the two forms of a verb, and a text in quotes.
fn contains(
    words: &mut Words,
    verbs: [&str; 2],
    example: &str,
) -> Result<(String, bool), DataError> {
    words.word();
    let is_negated = negation(words);
    if words.takes_any(&verbs).is_none() {
        let [says, say] = verbs;
        return Err(words.unexpected(&format!("`{says}` or `does not {say}`")));
    }
    Ok((words.quoted(example)?.to_owned(), is_negated))
}

impl Known<'_> {
    pub(super) fn statement(&self, words: &mut Words) -> Result<Statement, DataError> {
        let (fact, is_negated) = match words.peek() {
            Some("not") => {
                let message = "`not` comes after what it is about, as in `w not hunting`";
                return Err(words.error(words.at(), message));
            }
            Some(
                "light" | "fog" | "smoke" | "health" | "breath" | "oil" | "number" | "turn"
                | "depth" | "treasure" | "study" | "kinds",
            ) => self.number(words)?,
            Some("damage" | "heart" | "ground") => self.number(words)?,
            Some("tile") => {
                words.takes(&["tile", "at"]);
                self.tile_fact(words)?
            }
            Some("thing") => {
                words.takes(&["thing", "at"]);
                let spot = self.cast.spot(words)?;
                let is_negated = negation(words);
                let _ = words.takes_any(&["a", "an", "some"]);
                let name = Some(words.rest()).filter(|it| it != "nothing");
                (Fact::Thing(spot, name), is_negated)
            }
            Some("log") => {
                let (text, is_negated) = contains(words, ["says", "say"], "You hear")?;
                (Fact::Log(text), is_negated)
            }
            Some("screen") => {
                let (text, is_negated) = contains(words, ["shows", "show"], "wolf")?;
                (Fact::Screen(text), is_negated)
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
        } else if words.takes(&["fog", "at"]) {
            Quantity::Fog(self.cast.spot(words)?)
        } else if words.takes(&["smoke", "at"]) {
            Quantity::Smoke(self.cast.spot(words)?)
        } else if words.takes(&["health", "of"]) {
            Quantity::Health(self.cast.role(words)?)
        } else if words.takes(&["breath", "of"]) {
            Quantity::Breath(self.cast.role(words)?)
        } else if words.takes(&["oil", "of"]) {
            Quantity::Oil(self.cast.role(words)?)
        } else if words.takes(&["heart"]) {
            Quantity::Heart
        } else if words.takes(&["ground"]) {
            Quantity::Ground
        } else if words.takes(&["number", "of"]) {
            Quantity::Alive(self.cast.who(words, true)?.roles[0])
        } else if words.takes(&["turn"]) {
            Quantity::Turn
        } else if words.takes(&["depth"]) {
            Quantity::Depth
        } else if words.takes(&["treasure"]) {
            Quantity::Treasure
        } else if words.takes(&["study", "of"]) {
            Quantity::Study(self.cast.role(words)?)
        } else if words.takes(&["kinds"]) {
            Quantity::Kinds
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
        // Everyone is always where it is.
        let roles = who.roles.clone();
        let spot_apart = |words: &mut Words| {
            let at = words.at();
            match cast.spot(words)? {
                Spot::Role(role) if roles == [role] => {
                    let message =
                        "this is the creature itself; accepted: another one, or a cell X,Y";
                    Err(words.error(at, message))
                }
                spot => Ok(spot),
            }
        };
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
            RoleFact::At(spot_apart(words)?)
        } else if words.takes(&["beside"]) {
            RoleFact::Within(1, spot_apart(words)?)
        } else if words.takes(&["within"]) {
            let far = words.number(0..=10_000)? as u32;
            let _ = words.takes(&["of"]);
            RoleFact::Within(far, spot_apart(words)?)
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
        } else if let Some(verb) = words.takes_any(&["carries", "carry", "wears", "wear"]) {
            RoleFact::Carries(thing(words)?, verb > 1)
        } else if words.takes(&["facing"]) {
            RoleFact::Facing(direction(words)?)
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
                     within, facing, hit, missed, attacked, lantern, `carries light`, carries, wears, decided, alive, dead, moved, here or \
                     gone, each also with `not`";

pub(super) fn lantern(words: &mut Words) -> Result<Lantern, DataError> {
    let names = Lantern::ALL.map(Lantern::name);
    let found = words.takes_any(&names);
    let found = found.ok_or_else(|| words.unexpected(&names.join(", ")))?;
    Ok(Lantern::ALL[found])
}

/// Reads the name of a thing, which is the rest of the part.
pub(super) fn thing(words: &mut Words) -> Result<String, DataError> {
    let _ = words.takes_any(&["a", "an", "some"]);
    match words.is_at_end() {
        true => Err(words.unexpected("the name of a thing, such as `flare`")),
        false => Ok(words.rest()),
    }
}

pub(super) fn direction(words: &mut Words) -> Result<Direction, DataError> {
    let names = Direction::ALL.map(compass);
    let found = words.takes_any(&names);
    let found = found.ok_or_else(|| words.unexpected(&names.join(", ")))?;
    Ok(Direction::ALL[found])
}
