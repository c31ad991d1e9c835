//! A simple player. It strikes adjacent enemies, rests when hurt, takes the stairs once a level is explored, and
//! explores otherwise, all with the keys that a person would use.

use bevy::prelude::*;
use fogbound::frontend::text;
use fogbound::game::{
    Action, Camouflage, Clock, Depth, Faction, Fate, Health, Player, Quest, makes_out,
};
use fogbound::grid::Direction;
use fogbound::view::MessageLog;
use fogbound::vision::{MapMemory, Position, Viewshed};

use super::AppExt;

/// How a game played by the simple player ended.
pub enum End {
    /// The player died, won, found no stairs down, or used all its turns.
    Over,
    /// The player made no progress for [`PATIENCE`] turns, or [`TIMELESS`] keys in a row took no time.
    Standstill(String),
}

/// How many turns may pass without progress.
const PATIENCE: u64 = 300;
/// How many keys in a row may take no time.
const TIMELESS: u32 = 6;
/// The percentage of health below which the player rests.
const HURT: i32 = 60;

/// Returns the cells of the enemies that the player can make out.
fn foes(app: &mut App, player: Entity) -> Vec<IVec2> {
    let world = app.world_mut();
    let mut others =
        world.query_filtered::<(&Position, &Faction, Option<&Camouflage>), Without<Player>>();
    let (viewshed, eye) = (app.part::<Viewshed>(player), app.place_of(player));
    let ground = (app.map(), app.light());
    let made_out = others.iter(app.world()).filter(|(at, side, hidden)| {
        side.is_hostile_to(Faction::PLAYER) && makes_out(ground, viewshed, eye, at.0, *hidden)
    });
    let mut cells: Vec<IVec2> = made_out.map(|(at, ..)| at.0).collect();
    cells.sort_by_key(|at| (at.y, at.x));
    cells
}

/// Plays a game for at most `turns` turns. If `is_shut` is true, the player shuts the lantern at the start and leaves
/// it shut.
pub fn play(app: &mut App, is_shut: bool, turns: u64) -> End {
    if is_shut {
        text::type_keys(app, "[[").unwrap();
    }
    let said = |app: &App| {
        let log = app.world().resource::<MessageLog>();
        let hint = log.last_hint().map_or("", |(_, hint)| hint).to_owned();
        (log.last(1).next().unwrap_or_default(), hint)
    };
    let (mut best, mut last, mut timeless) = (None, 0, 0);
    let (mut strikes, mut explored_on) = (0, 0);
    let mut trail: Vec<String> = Vec::new();
    let mut rested = i32::MAX;
    loop {
        let clock = *app.world().resource::<Clock>();
        let Some(player) = app.player() else {
            return End::Over;
        };
        if !app.world().resource::<Fate>().is_alive() || clock.turn() >= turns {
            return End::Over;
        }
        let (depth, quest) = (app.world().resource::<Depth>().0, app.world().resource());
        let Quest {
            treasure,
            has_beacon,
            ..
        } = *quest;
        let health = *app.part::<Health>(player);
        let known = app.part::<MapMemory>(player).known_count();
        // A new level counts as progress, and so does a new maximum of any of these numbers on the same level.
        let worth = treasure + u32::from(has_beacon);
        let now = (
            depth,
            [known, worth as usize, health.now() as usize, strikes],
        );
        let is_better = best.is_none_or(|(before, least): (u32, [usize; 4])| {
            depth != before || now.1.iter().zip(least).any(|(now, least)| *now > least)
        });
        if is_better {
            last = clock.turn();
        }
        best = Some(now);
        if clock.turn() > last + PATIENCE || timeless > TIMELESS {
            let screen = text::type_keys(app, "").unwrap();
            let keys = trail[trail.len().saturating_sub(12)..].join("|");
            let turn = clock.turn();
            return End::Standstill(format!("turn {turn}, level {depth}: {keys}\n{screen}"));
        }
        let foes = foes(app, player);
        let here = app.place_of(player);
        let beside = foes.iter().find_map(|at| Direction::from_delta(at - here));
        let key = match beside {
            Some(_) => "strike",
            None if health.now() < rested && health.percent() < HURT && foes.is_empty() => {
                // Rest does not heal, so once for each wound is enough.
                rested = health.now();
                "R"
            }
            None if explored_on == depth => ">",
            None => "o",
        };
        if let Some(way) = beside {
            strikes += 1;
            app.act(Action::attack(way));
            app.update();
        } else {
            text::type_keys(app, key).unwrap();
        }
        let (words, hint) = said(app);
        if key == ">" && hint.contains("not found") {
            return End::Over;
        }
        explored_on = match key {
            // Fog or a creature is in the way: the same key again goes through it, or strikes.
            ">" if words.contains("Set out again") || words.contains("the only way") => depth,
            ">" => 0,
            "o" if words.contains("explored everything") => depth,
            _ => explored_on,
        };
        let is_timeless = app.world().resource::<Clock>().tick == clock.tick;
        timeless = if is_timeless { timeless + 1 } else { 0 };
        trail.push(format!("{key}@{}: {words}", clock.turn()));
    }
}
