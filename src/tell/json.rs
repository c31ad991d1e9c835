//! What programs that play read: one JSON object after each line.

use bevy::math::IVec2;
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::doings::Doings;
use super::exits::exits_of;
use super::ids::Ids;
use super::report::{Moment, light_words};
use crate::game::deed::Odds;
use crate::game::{Ghost, KnownMap, Visibility};
use crate::view::{InView, InViewKind, Knows, compass, state_word};

/// The version of the format. It is raised when a field is removed or changes its meaning; new fields may come at any time.
pub const VERSION: u32 = 1;

/// A cell: the number of cells to the east and to the south of the one on which the player came to the level. On the
/// first level, that is where the game began.
type Cell = [i32; 2];

/// What the player knows and perceives, and what the last line led to.
///
/// docs/programs.md explains the fields, and docs/observation.schema.json is their schema.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The version of the format.
    pub version: u32,
    /// Why the last line was not understood; nothing else has happened then.
    pub error: Option<String>,
    /// The answer to the last line, if it was a question.
    pub answer: Vec<String>,
    /// The name of the screen that is open: `play` if none is.
    pub mode: String,
    /// What that screen shows and offers, one entry per line; empty during play.
    pub choices: Vec<String>,
    /// How the game ended: `died` or `won`.
    pub end: Option<String>,
    /// What the log has said since the last command.
    pub log: Vec<String>,
    /// What `--tell` would say.
    pub words: Vec<String>,
    /// What the last command did.
    pub did: Did,
    /// The number of turns since the game began.
    pub turn: u64,
    /// The level, from 1.
    pub level: u32,
    /// The name of the level.
    pub level_name: Option<String>,
    /// The player.
    pub you: You,
    /// The light on the player, and who sees it.
    pub light: Light,
    /// The creatures in view, the most urgent first.
    pub creatures: Vec<Creature>,
    /// Where creatures were last seen, the newest first.
    pub last_seen: Vec<LastSeen>,
    /// What has been heard from out of view since the last command.
    pub sounds: Vec<Sound>,
    /// Things, stairs, doors, flames and other remarkable tiles in view, the nearest first.
    pub things: Vec<Thing>,
    /// The exits of the player's place, the nearest first.
    pub exits: Vec<Exit>,
    /// The places of the level, in the order in which they were first seen.
    pub places: Vec<Place>,
    /// The ground that the player knows.
    pub map: Map,
}

/// What the last command did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Did {
    /// The number of steps.
    pub steps: u32,
    /// The number of whole turns that passed.
    pub turns: u64,
    /// Why a journey ended.
    pub stopped: Option<String>,
}

/// The player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct You {
    /// The player's cell.
    pub at: Cell,
    /// The number of the place that the player is in.
    pub place: Option<usize>,
    /// Hit points now, and at most.
    pub health: Option<[i32; 2]>,
    /// Running steps until the breath is out, and at most.
    pub breath: Option<[u32; 2]>,
    /// The cells seen by light since the last hit point, and how many the next one needs.
    pub heart: Option<[u32; 2]>,
    /// The turns that the oil lasts in an open lantern.
    pub oil: Option<u64>,
    /// Whether steps are running steps.
    pub runs: bool,
    /// What the air is, if it is not clear.
    pub air: Option<String>,
    /// Whether fog gathers, because nothing new has been seen for too long.
    pub fog_gathers: bool,
    /// Whether a boon can be chosen.
    pub boon: bool,
    /// What is worn.
    pub worn: Vec<String>,
    /// What is carried, in the order of the pack's letters.
    pub pack: Vec<String>,
}

/// The light on the player, and who sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// How well the player can be seen: `hidden`, `dim` or `bright`; none in a world without darkness.
    pub visibility: Option<String>,
    /// The light and the watchers in words.
    pub words: String,
    /// The setting of the lantern.
    pub lantern: Option<String>,
    /// Where the lantern's beam points, if it is set to a beam.
    pub beam: Option<String>,
    /// The numbers of the creatures that see the player.
    pub seen_by: Vec<u32>,
    /// The numbers of the creatures that only feel the player beside them.
    pub felt_by: Vec<u32>,
}

/// A creature in view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Creature {
    /// A number that the creature keeps for as long as it stays in view.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its cell.
    pub at: Cell,
    /// Whether it is an enemy.
    pub enemy: bool,
    /// What it knows: `asleep`, `unaware`, `noticing`, `hunting`, `searching`, `alert` or `wary`.
    pub state: Option<String>,
    /// Its health, as a percentage.
    pub health: Option<i32>,
    /// Which way it looks, if it sees only in a sector before it.
    pub facing: Option<String>,
    /// How it knows where the player is: `sees` or `feels`.
    pub knows: Option<String>,
    /// The odds of the player's blows.
    pub your_blows: Option<Chance>,
    /// The odds of its blows.
    pub blows: Option<Chance>,
    /// The odds of its shots.
    pub shots: Option<Chance>,
}

/// The odds of a blow or a shot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// The chance to hit, as a percentage.
    pub chance: i32,
    /// The least and the most damage of a hit.
    pub damage: [i32; 2],
    /// How much of the target's cell is hidden from a shot, as a percentage.
    #[serde(default)]
    pub cover: u32,
}

/// Where a creature was last seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LastSeen {
    /// Its name.
    pub name: String,
    /// The cell.
    pub at: Cell,
    /// How many turns ago.
    pub turns_ago: u64,
    /// What it knew then.
    pub state: String,
}

/// Something heard from out of view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sound {
    /// Where it came from, as one of eight directions.
    pub from: String,
    /// What the log says of it.
    pub words: String,
}

/// Something remarkable in view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// Its name with an article.
    pub name: String,
    /// What it is: `thing`, `corpse`, `place` (stairs, or something to take), `door`, `flame` or `tile`.
    pub kind: String,
    /// Its cell.
    pub at: Cell,
}

/// A way out of the player's place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// What it is: a door, `an opening`, `open ground` or `unknown ground`.
    pub name: String,
    /// Its nearest cell.
    pub at: Cell,
    /// The number of the place that it leads to, if the player knows.
    pub to: Option<usize>,
}

/// A place of the level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its number, from 1, which never changes.
    pub id: usize,
    /// Its whole name.
    pub name: String,
    /// The number of its cells that are known.
    pub cells: u32,
}

/// The ground that the player knows, as rows of characters from north to south.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The cell of the first character of the first row.
    pub corner: Cell,
    /// The tiles, as in map files, and `?` where nothing is known.
    pub rows: Vec<String>,
    /// The same cells: `*` where the player sees them now, and a space elsewhere.
    pub view: Vec<String>,
}

impl Map {
    /// Returns the cells that the player knows, row by row, with their tiles.
    pub fn cells(&self) -> impl Iterator<Item = ([i32; 2], char)> {
        let rows = (self.corner[1]..).zip(&self.rows);
        let cells = rows.flat_map(|(y, row)| {
            let row = (self.corner[0]..).zip(row.chars());
            row.map(move |(x, tile)| ([x, y], tile))
        });
        cells.filter(|(_, tile)| *tile != '?')
    }

    /// Returns the tile on a cell, or `None` if the player does not know it.
    pub fn tile(&self, at: [i32; 2]) -> Option<char> {
        let [x, y] = [
            at[0].checked_sub(self.corner[0])?,
            at[1].checked_sub(self.corner[1])?,
        ];
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        let tile = row.chars().nth(usize::try_from(x).ok()?);
        tile.filter(|it| *it != '?')
    }
}

impl View {
    /// Returns a value that says what the last line led to.
    pub(super) fn new(answer: &Answer, log: Vec<String>, words: Vec<String>) -> Self {
        let mut view = Self {
            version: VERSION,
            log,
            words,
            ..Self::default()
        };
        match answer {
            Answer::Played => {}
            Answer::Said(words) => view.answer.clone_from(words),
            Answer::Refused(why) => view.error = Some(why.clone()),
        }
        view
    }

    pub fn line(&self) -> String {
        let json = serde_json::to_string(self).unwrap_or_default();
        json + "\n"
    }

    /// Adds what the player knows and perceives.
    pub(super) fn fill(
        &mut self,
        now: &Moment,
        ids: &Ids,
        (doings, before): (&Doings, Option<u64>),
    ) {
        let seen = now.seen;
        let origin = now.places.origin().unwrap_or(seen.at);
        let cell = |at: IVec2| (at - origin).to_array();
        self.did = Did {
            steps: doings.steps,
            turns: seen.turn.saturating_sub(before.unwrap_or(seen.turn)),
            stopped: doings.stopped.map(str::to_owned),
        };
        self.turn = seen.turn;
        self.level = seen.depth;
        self.level_name.clone_from(&seen.level);
        self.you = you(now, cell(seen.at));
        self.light = light(now, ids);
        let creatures = seen.creatures().filter_map(|it| {
            let id = ids.of(it.who?)?;
            Some(creature(it, id, cell(it.at)))
        });
        self.creatures = creatures.collect();
        let tick = now.scene.clock.tick;
        let last_seen = seen.last_seen.iter();
        self.last_seen = last_seen.map(|it| ghost(it, cell(it.at), tick)).collect();
        let sounds = doings.sounds.iter().map(|(from, words)| Sound {
            from: compass(*from).to_owned(),
            words: words.clone(),
        });
        self.sounds = sounds.collect();
        self.things = things(now, cell);
        if let Some(index) = now.place() {
            let exits = exits_of(now.places, now.eyes, index).into_iter();
            let exits = exits.map(|it| Exit {
                name: it.what,
                at: cell(it.at),
                to: it.to.map(|it| it + 1),
            });
            self.exits = exits.collect();
        }
        let places = now.places.iter().zip(1..).map(|(it, id)| Place {
            id,
            name: it.full_name(),
            cells: it.size,
        });
        self.places = places.collect();
        self.map = map(now, cell);
    }
}

fn you(now: &Moment, at: Cell) -> You {
    let seen = now.seen;
    You {
        at,
        place: now.place().map(|it| it + 1),
        health: seen.health.map(|it| [it.now(), it.max()]),
        breath: seen.breath.map(|it| [it.0, it.1]),
        heart: seen.heart.map(|it| [it.0, it.1]),
        oil: seen.oil.map(|it| it.0),
        runs: seen.runs,
        air: seen.air.map(str::to_owned),
        fog_gathers: seen.fog_gathers,
        boon: seen.has_boon,
        worn: seen.worn.clone(),
        pack: seen.pack.clone(),
    }
}

fn light(now: &Moment, ids: &Ids) -> Light {
    let seen = now.seen;
    let visibility = seen.visibility.map(|it| match it {
        Visibility::Hidden => "hidden",
        Visibility::Dim => "dim",
        Visibility::Bright => "bright",
    });
    let who = |knows| {
        let all = seen.creatures().filter(|it| it.knows == Some(knows));
        all.filter_map(|it| ids.of(it.who?)).collect()
    };
    Light {
        visibility: visibility.map(str::to_owned),
        words: light_words(seen, true),
        lantern: seen.lantern.map(|it| it.name().to_owned()),
        beam: seen.beam.map(|way| compass(way).to_owned()),
        seen_by: who(Knows::Sees),
        felt_by: who(Knows::Feels),
    }
}

fn creature(it: &InView, id: u32, at: Cell) -> Creature {
    let fight = it.fight.unwrap_or_default();
    let chance = |odds: Option<Odds>| {
        odds.map(|odds| Chance {
            chance: odds.chance,
            damage: [odds.damage.0, odds.damage.1],
            cover: odds.cover().unwrap_or(0),
        })
    };
    let knows = it.knows.map(|it| match it {
        Knows::Sees => "sees",
        Knows::Feels => "feels",
    });
    let state = it.state.map(|state| state_word(state, it.pursues));
    Creature {
        id,
        name: it.name.clone(),
        at,
        enemy: it.kind == InViewKind::Enemy,
        state: state.map(str::to_owned),
        health: it.health,
        facing: it.facing.map(|way| compass(way).to_owned()),
        knows: knows.map(str::to_owned),
        your_blows: chance(fight.own),
        blows: chance(fight.blows),
        shots: chance(fight.shots),
    }
}

fn ghost(it: &Ghost, at: Cell, tick: u64) -> LastSeen {
    LastSeen {
        name: it.name.clone(),
        at,
        turns_ago: it.age(tick),
        state: it.state.name().to_owned(),
    }
}

fn things(now: &Moment, cell: impl Fn(IVec2) -> Cell) -> Vec<Thing> {
    let all = now.seen.remarkable().into_iter().map(|it| Thing {
        name: it.name,
        kind: it.kind.word().to_owned(),
        at: cell(it.at),
    });
    all.collect()
}

fn map(now: &Moment, cell: impl Fn(IVec2) -> Cell) -> Map {
    let known = KnownMap::new(now.eyes.memory, [now.seen.at]);
    let area = known.area().expanded(-KnownMap::MARGIN);
    let (min, max) = (area.min, area.max());
    let row = |of: &dyn Fn(IVec2) -> char, y: i32| {
        let cells = (min.x..=max.x).map(|x| of(IVec2::new(x, y)));
        cells.collect::<String>()
    };
    let tile = |at: IVec2| now.eyes.memory.tile(at).map_or('?', |it| it.glyph());
    let sees = |at: IVec2| match now.eyes.viewshed.as_ref().is_some_and(|it| it.sees(at)) {
        true => '*',
        false => ' ',
    };
    Map {
        corner: cell(min),
        rows: (min.y..=max.y).map(|y| row(&tile, y)).collect(),
        view: (min.y..=max.y).map(|y| row(&sees, y)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// With `FOGBOUND_NEW_SCHEMA=1`, writes the schema instead.
    #[test]
    fn the_schema_in_the_docs_is_that_of_the_views() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/observation.schema.json");
        let schema = schemars::schema_for!(View);
        let mut schema = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
        schema.push('\n');
        if std::env::var_os("FOGBOUND_NEW_SCHEMA").is_some() {
            std::fs::write(&file, &schema).expect("docs can be written");
        }
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        // Git may have changed the line ends.
        assert!(
            written.replace("\r\n", "\n") == schema,
            "{}",
            file.display()
        );
    }

    #[test]
    fn a_map_knows_its_cells() {
        let map = Map {
            corner: [-2, 3],
            rows: vec!["#?.".to_owned(), "??#".to_owned()],
            view: Vec::new(),
        };
        let cells: Vec<_> = map.cells().collect();
        assert_eq!(cells, [([-2, 3], '#'), ([0, 3], '.'), ([0, 4], '#')]);
        for x in -4..3 {
            for y in 1..7 {
                let cell = cells.iter().find(|(at, _)| *at == [x, y]);
                assert_eq!(map.tile([x, y]), cell.map(|it| it.1));
            }
        }
        assert_eq!(map.tile([i32::MIN, i32::MAX]), None);
    }
}
