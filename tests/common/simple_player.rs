//! A player who thinks of nothing: it strikes what is beside it, rests when it is hurt, takes the stairs when a level is
//! explored, and explores otherwise. It uses the keys that a person would use.

use bevy::prelude::*;
use fogbound::frontend::text;
use fogbound::game::{
    Action, Camouflage, Clock, Depth, Faction, Fate, Health, Player, PlayerCommand, Quest,
    makes_out,
};
use fogbound::grid::Direction;
use fogbound::map::TileMap;
use fogbound::view::MessageLog;
use fogbound::vision::{LightMap, MapMemory, Position, Viewshed};

use super::AppExt;

/// How a game of the simple player ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Died,
    Won,
    TurnLimit,
    /// Nothing is left to explore, and there are no stairs down that it could walk to.
    NothingLeft,
    /// Nothing has changed for the better for [`PATIENCE`] turns, or [`TIMELESS`] keys in a row took no time.
    Standstill(String),
}

/// How many turns in a row may change nothing.
const PATIENCE: u64 = 300;
/// How many keys in a row may take no time.
const TIMELESS: u32 = 6;
/// Below this much health it rests, in percent.
const HURT: i32 = 60;

/// What has been achieved; any change of it is progress.
type Progress = (u32, usize, u64, i32, u64);

struct Seen {
    foe_beside: Option<Direction>,
    sees_foe: bool,
    health: Health,
    known: usize,
}

fn look(app: &mut App) -> Option<Seen> {
    type Eyes = (
        &'static Position,
        &'static Viewshed,
        &'static MapMemory,
        &'static Health,
        &'static Faction,
    );
    let world = app.world_mut();
    let mut players = world.query_filtered::<Eyes, With<Player>>();
    let mut others =
        world.query_filtered::<(&Position, &Faction, Option<&Camouflage>), Without<Player>>();
    let scene = (world.resource::<TileMap>(), world.resource::<LightMap>());
    let (here, viewshed, memory, health, side) = players.single(world).ok()?;
    let mut foes: Vec<IVec2> = others
        .iter(world)
        .filter(|(at, other, hidden)| {
            other.is_hostile_to(*side) && makes_out(scene, viewshed, here.0, at.0, *hidden)
        })
        .map(|(at, ..)| at.0)
        .collect();
    foes.sort_by_key(|at| (at.y, at.x));
    let beside = foes
        .iter()
        .find_map(|at| Direction::from_delta(*at - here.0));
    Some(Seen {
        foe_beside: beside,
        sees_foe: !foes.is_empty(),
        health: *health,
        known: memory.known_count(),
    })
}

/// The last line of the log.
fn said(app: &App) -> String {
    let log = app.world().resource::<MessageLog>();
    log.last(1).next().unwrap_or_default()
}

/// Plays a game for so many turns at most. `is_shut`: with the lantern shut from the first turn.
pub fn play(app: &mut App, is_shut: bool, turns: u64) -> End {
    if is_shut {
        text::type_keys(app, "[[").unwrap();
    }
    let mut best: Option<Progress> = None;
    let (mut last, mut timeless, mut kills) = (0, 0, 0_u64);
    let mut explored_on = 0;
    let mut keys = Vec::new();
    loop {
        let clock = *app.world().resource::<Clock>();
        if app.world().resource::<Fate>().death().is_some() {
            return End::Died;
        }
        if app.world().resource::<Fate>().victory().is_some() {
            return End::Won;
        }
        if clock.turn() >= turns {
            return End::TurnLimit;
        }
        let Some(seen) = look(app) else {
            return End::Died;
        };
        let depth = app.world().resource::<Depth>().0;
        let quest = app.world().resource::<Quest>();
        let worth = u64::from(quest.treasure) + u64::from(quest.has_beacon);
        let now = (depth, seen.known, worth, seen.health.now, kills);
        if best.is_none_or(|best| {
            now.0 != best.0 || now.1 > best.1 || now.2 > best.2 || now.3 > best.3 || now.4 > best.4
        }) {
            last = clock.turn();
        }
        best = Some(now);
        let trail = |keys: &[String]| keys[keys.len().saturating_sub(12)..].join("|");
        if clock.turn() > last + PATIENCE || timeless > TIMELESS {
            let screen = text::type_keys(app, "").unwrap();
            let (turn, keys) = (clock.turn(), trail(&keys));
            let why = format!("turn {turn}, level {depth}: {keys}\n{screen}");
            return End::Standstill(why);
        }
        let key = if let Some(way) = seen.foe_beside {
            kills += 1;
            app.command([PlayerCommand::Act(Action::attack(way))]);
            app.update();
            "strike"
        } else if seen.health.percent() < HURT && !seen.sees_foe {
            text::type_keys(app, "R").unwrap();
            "R"
        } else if explored_on == depth {
            text::type_keys(app, ">").unwrap();
            explored_on = 0;
            ">"
        } else {
            text::type_keys(app, "o").unwrap();
            if said(app).contains("left to explore") {
                explored_on = depth;
            }
            "o"
        };
        if key == ">" && said(app).contains("stairs down that you could walk to") {
            return End::NothingLeft;
        }
        let clock_after = app.world().resource::<Clock>().tick;
        timeless = if clock_after == clock.tick {
            timeless + 1
        } else {
            0
        };
        keys.push(format!("{key}@{}: {}", clock.turn(), said(app)));
    }
}
