//! A bot that plays a game to its end, without a front end.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::series::{GameEnd, Played};
use crate::explorer::{Bot, Temperament};
use crate::game::{
    Clock, Depth, Fate, FogTide, GameEvent, Happening, Health, Inventory, Lantern, Oil,
    PlayerCommand, Quest, Seed, TICKS_PER_TURN, Things, Witnessed, carry_out, player_of,
};
use crate::vision::MapMemory;

/// A game is at a standstill after this many turns without progress.
pub(crate) const STANDSTILL: u64 = 300;
/// A game is also at a standstill after this many consecutive commands that take no time.
const TIMELESS: u32 = 50;

/// A bot in the middle of a game.
pub(crate) struct Playing {
    bot: Bot,
    temperament: Temperament,
    /// The turn limit.
    turns: u64,
    progress: Progress,
    /// The deepest level that the player has reached.
    deepest: u32,
    kills: u32,
    /// For how long the lantern has been open, in ticks.
    lantern_open: u64,
    /// For how long the player has been on each level, in ticks, from the first to the deepest.
    level_ticks: Vec<u64>,
    /// How many times something other than a find would have interrupted a player's journey on each of these levels.
    level_stops: Vec<u32>,
    /// The turns on which the bot has chosen boons.
    boons: Vec<u64>,
    /// Whether fog has gathered on each of these levels while the player was there.
    fogged: Vec<bool>,
}

impl Playing {
    /// Creates a bot that stops after the given number of turns.
    pub(crate) fn new(temperament: Temperament, turns: u64) -> Self {
        Self {
            bot: Bot::new(temperament),
            temperament,
            turns,
            progress: Progress::default(),
            deepest: 0,
            kills: 0,
            lantern_open: 0,
            level_ticks: Vec::new(),
            level_stops: Vec::new(),
            boons: Vec::new(),
            fogged: Vec::new(),
        }
    }

    /// Carries out the bot's next command. If the game has ended, returns how it ended and does nothing else.
    pub(crate) fn go_on(&mut self, world: &mut World) -> Option<GameEnd> {
        let clock = *world.resource::<Clock>();
        let depth = world.resource::<Depth>().0;
        self.deepest = self.deepest.max(depth);
        self.level_ticks.resize(self.deepest as usize, 0);
        self.level_stops.resize(self.deepest as usize, 0);
        self.fogged.resize(self.deepest as usize, false);
        if let Some(level) = depth.checked_sub(1) {
            self.fogged[level as usize] |= world.resource::<FogTide>().gathers();
        }
        let fate = world.resource::<Fate>();
        if fate.death().is_some() {
            return Some(GameEnd::Died);
        }
        if fate.victory().is_some() {
            return Some(GameEnd::Won);
        }
        if clock.turn() >= self.turns {
            return Some(GameEnd::TurnLimit);
        }
        let stops = self.bot.stops();
        let Some(command) = self.bot.next(world) else {
            return Some(GameEnd::NothingLeft);
        };
        if let Some(level) = depth.checked_sub(1) {
            // A new game would begin with none.
            self.level_stops[level as usize] += self.bot.stops().saturating_sub(stops);
        }
        if matches!(command, PlayerCommand::ChooseBoon(_)) {
            self.boons.push(clock.turn());
        }
        let lantern = player_of(world).and_then(|it| world.get::<Lantern>(it));
        let is_open = lantern == Some(&Lantern::Open);
        carry_out(world, command);
        let ticks = world.resource::<Clock>().tick - clock.tick;
        if is_open {
            self.lantern_open += ticks;
        }
        let on_level = depth
            .checked_sub(1)
            .and_then(|it| self.level_ticks.get_mut(it as usize));
        if let Some(on_level) = on_level {
            *on_level += ticks;
        }
        let fight = read_events(world);
        self.kills += fight.kills;
        let standing = Standing::of(world);
        let is_stuck = standing.is_none_or(|now| self.progress.has_stopped(now, fight.has_hit));
        is_stuck.then_some(GameEnd::Standstill)
    }

    pub(super) fn finish(mut self, world: &mut World) -> Played {
        let end = loop {
            if let Some(end) = self.go_on(world) {
                break end;
            }
        };
        let death = world.resource::<Fate>().death();
        let killer = death.filter(|_| end == GameEnd::Died);
        let turns = self.level_ticks.iter().map(|it| it / TICKS_PER_TURN);
        Played {
            seed: world.resource::<Seed>().0,
            bot: self.temperament,
            end,
            killer: killer.and_then(|it| it.killer.clone()),
            depth: self.deepest,
            level: world.resource::<Depth>().0,
            turns: world.resource::<Clock>().turn(),
            kills: self.kills,
            treasure: world.resource::<Quest>().treasure,
            lantern_open: self.lantern_open / TICKS_PER_TURN,
            level_turns: turns.collect(),
            level_stops: self.level_stops,
            boons: self.boons,
            things: things_of_player(world),
            fogged: self.fogged.iter().filter(|it| **it).count() as u32,
        }
    }
}

/// Returns the names of all things that the player has ever carried.
fn things_of_player(world: &World) -> Vec<String> {
    let things = world.resource::<Things>();
    let pack = player_of(world).and_then(|it| world.get::<Inventory>(it));
    let met = pack.into_iter().flat_map(Inventory::met);
    let names = met.filter_map(|kind| Some(things.get(kind)?.name.clone()));
    let names: BTreeSet<String> = names.collect();
    names.into_iter().collect()
}

/// The player's hits and kills during a single command.
#[derive(Default)]
struct Fight {
    has_hit: bool,
    kills: u32,
}

/// Counts hits and kills in the events, then clears the events because there is no front end to do so.
fn read_events(world: &mut World) -> Fight {
    let player = player_of(world);
    world.resource_mut::<Messages<Witnessed>>().clear();
    let mut fight = Fight::default();
    for event in world.resource_mut::<Messages<GameEvent>>().drain() {
        match event.what {
            Happening::Died { by } if Some(by) == player => fight.kills += 1,
            Happening::Hit { damage, .. } | Happening::Burned { damage, .. } if damage > 0 => {
                fight.has_hit |= Some(event.actor) == player;
            }
            _ => {}
        }
    }
    fight
}

/// Detects a standstill.
#[derive(Default)]
struct Progress {
    /// The turn on which the player last made progress.
    last: u64,
    /// How many commands in a row have taken no time.
    timeless: u32,
    before: Standing,
    /// The health and the oil that the player has regained since last making any other kind of progress.
    regained: [i32; 2],
}

/// The player's state after a command.
#[derive(Clone, Copy, Default)]
struct Standing {
    tick: u64,
    turn: u64,
    depth: u32,
    /// The number of cells that the player knows on the level.
    known: usize,
    treasure: u32,
    /// The player's health and oil.
    stores: [i32; 2],
    /// How much of each the player can have.
    full: [i32; 2],
}

impl Standing {
    /// Returns the player's current state, or `None` if there is no player.
    fn of(world: &World) -> Option<Self> {
        let clock = world.resource::<Clock>();
        let player = world.entity(player_of(world)?);
        let (memory, health) = (player.get::<MapMemory>()?, player.get::<Health>()?);
        let oil = player.get::<Oil>();
        Some(Self {
            tick: clock.tick,
            turn: clock.turn(),
            depth: world.resource::<Depth>().0,
            known: memory.known_count(),
            treasure: world.resource::<Quest>().treasure,
            stores: [health.now(), oil.map_or(0, Oil::percent)],
            full: [health.max(), 100],
        })
    }
}

impl Progress {
    /// Returns whether the game is at a standstill. Discovering cells, hitting an enemy, changing levels and collecting
    /// treasure count as progress. Regaining health or oil also counts, up to one full recovery of each in total: fetching
    /// oil is progress, but an endless cycle of wounds and recoveries is not. Seeing an enemy is not progress.
    fn has_stopped(&mut self, now: Standing, has_hit: bool) -> bool {
        let before = self.before;
        let is_better = has_hit
            || now.depth != before.depth
            || now.known > before.known
            || now.treasure > before.treasure;
        let mut recovers = false;
        for (store, in_total) in self.regained.iter_mut().enumerate() {
            let regained = (now.stores[store] - before.stores[store]).max(0);
            *in_total = if is_better { 0 } else { *in_total + regained };
            recovers |= regained > 0 && *in_total <= now.full[store];
        }
        if is_better || recovers {
            self.last = now.turn;
        }
        self.timeless = if now.tick == before.tick {
            self.timeless + 1
        } else {
            0
        };
        self.before = now;
        now.turn > self.last + STANDSTILL || self.timeless > TIMELESS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TICKS_PER_TURN;

    const MOST: i32 = 20;

    /// Returns the turn on which a game comes to a standstill, or `None` if that takes more than 2,000 turns. `health`
    /// returns the player's health on each turn; `change` makes any other changes.
    fn stops(health: impl Fn(u64) -> i32, change: impl Fn(u64, &mut Standing)) -> Option<u64> {
        let mut progress = Progress::default();
        (1..2_000).find(|turn| {
            let mut now = Standing {
                tick: turn * TICKS_PER_TURN,
                turn: *turn,
                depth: 1,
                known: 100,
                stores: [health(*turn), 0],
                full: [MOST, 100],
                ..Standing::default()
            };
            change(*turn, &mut now);
            progress.has_stopped(now, false)
        })
    }

    #[test]
    fn walking_to_and_fro_is_a_standstill() {
        assert_eq!(stops(|_| MOST, |_, _| {}), Some(STANDSTILL + 2));
    }

    #[test]
    fn new_cells_levels_and_treasure_are_progress() {
        let changes: [fn(u64, &mut Standing); 3] = [
            |turn, now| now.known += turn as usize / STANDSTILL as usize,
            |turn, now| now.depth += (turn / STANDSTILL) as u32,
            |turn, now| now.treasure += (turn / STANDSTILL) as u32,
        ];
        for change in changes {
            assert_eq!(stops(|_| MOST, change), None);
        }
    }

    #[test]
    fn one_full_recovery_is_progress() {
        let rest = |turn: u64| MOST.min(1 + turn as i32 / 30);
        // The player reaches full health on turn 570.
        assert_eq!(stops(rest, |_, _| {}), Some(570 + STANDSTILL + 1));
    }

    #[test]
    fn fetching_oil_is_progress_once() {
        let fetch = |turn: u64, now: &mut Standing| now.stores[1] = 50 + (turn / 200) as i32;
        assert_eq!(stops(|_| MOST, fetch), None);
        let fetch_again = |turn: u64, now: &mut Standing| now.stores[1] = (turn % 100) as i32;
        let stopped = stops(|_| MOST, fetch_again);
        assert!(
            stopped.is_some_and(|turn| turn < 2 * STANDSTILL),
            "{stopped:?}"
        );
    }

    #[test]
    fn a_cycle_of_wounds_and_rests_is_a_standstill() {
        let cycle = |turn: u64| MOST - (turn % 40) as i32 / 4;
        let stopped = stops(cycle, |_, _| {});
        assert!(
            stopped.is_some_and(|turn| turn < 3 * STANDSTILL),
            "{stopped:?}"
        );
    }

    #[test]
    fn commands_that_take_no_time_are_a_standstill() {
        let mut progress = Progress::default();
        let commands = (0..100_usize).find(|_| progress.has_stopped(Standing::default(), true));
        assert_eq!(commands, Some(TIMELESS as usize));
    }
}
