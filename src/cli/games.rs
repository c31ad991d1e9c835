//! Games that a bot plays to their end, without a front end.

use std::fmt;

use bevy::prelude::*;

use crate::explorer::{Bot, Temperament};
use crate::game::{
    Clock, Depth, Fate, Game, GameEvent, Happening, Health, Player, Quest, Witnessed, begin_game,
    carry_out,
};
use crate::vision::MapMemory;

/// A game in which nothing changes for the better for this many turns has come to a standstill.
pub(super) const STANDSTILL: u64 = 300;
/// Nor do so many commands in a row take no time.
const TIMELESS: u32 = 50;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GameEnd {
    /// A monster of this name killed the player; none: the player did not see which.
    Killed(Option<String>),
    /// It came out with the beacon.
    Won,
    /// All its turns were played.
    TurnLimit,
    /// The player knows all that it can walk to, and no way down.
    NothingLeft,
    /// Nothing has changed for the better for [`STANDSTILL`] turns.
    Standstill,
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Killed(Some(killer)) => write!(f, "killed by {killer}"),
            Self::Killed(None) => write!(f, "killed by something unseen"),
            Self::Won => write!(f, "out with the beacon"),
            Self::TurnLimit => write!(f, "turn limit"),
            Self::NothingLeft => write!(f, "nothing left to explore"),
            Self::Standstill => write!(f, "standstill"),
        }
    }
}

/// What became of a game.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) end: GameEnd,
    /// The deepest level that the player reached.
    pub(super) depth: u32,
    pub(super) turn: u64,
    /// How many monsters the player killed.
    pub(super) kills: u32,
}

/// Has a bot of this temperament play a game to its end, in a world that has the game's plugins.
pub(super) fn play_one(
    world: &mut World,
    game: Game,
    turns: u64,
    temperament: Temperament,
) -> Outcome {
    begin_game(world, game);
    let mut bot = Bot::new(temperament);
    let mut progress = Progress::default();
    let (mut deepest, mut kills) = (0, 0);
    let end = loop {
        let turn = world.resource::<Clock>().turn();
        deepest = deepest.max(world.resource::<Depth>().0);
        if let Some(death) = world.resource::<Fate>().death() {
            break GameEnd::Killed(death.killer.clone());
        }
        if world.resource::<Fate>().victory().is_some() {
            break GameEnd::Won;
        }
        if turn >= turns {
            break GameEnd::TurnLimit;
        }
        let Some(command) = bot.next(world) else {
            break GameEnd::NothingLeft;
        };
        carry_out(world, command);
        let fight = read_events(world);
        kills += fight.kills;
        let standing = Standing::of(world);
        if standing.is_none_or(|now| progress.has_stopped(now, fight.has_hit)) {
            break GameEnd::Standstill;
        }
    };
    Outcome {
        end,
        depth: deepest,
        turn: world.resource::<Clock>().turn(),
        kills,
    }
}

/// What the player did to others in a turn.
#[derive(Default)]
struct Fight {
    has_hit: bool,
    kills: u32,
}

/// Reads what has happened, and clears it: nobody else does.
fn read_events(world: &mut World) -> Fight {
    let mut players = world.query_filtered::<Entity, With<Player>>();
    let player = players.single(world).ok();
    world.resource_mut::<Messages<Witnessed>>().clear();
    let mut fight = Fight::default();
    for event in world.resource_mut::<Messages<GameEvent>>().drain() {
        match event.what {
            Happening::Died { by } if Some(by) == player => fight.kills += 1,
            Happening::Hit { damage, .. } if damage > 0 => {
                fight.has_hit |= Some(event.actor) == player;
            }
            _ => {}
        }
    }
    fight
}

/// Notices that a game has come to a standstill.
#[derive(Default)]
struct Progress {
    /// The turn in which something last changed for the better.
    last: u64,
    /// How many commands in a row have taken no time.
    timeless: u32,
    before: Standing,
    /// How much health the player has regained since anything else changed for the better.
    regained: i32,
}

/// What the player has after a command.
#[derive(Clone, Copy, Default)]
struct Standing {
    tick: u64,
    turn: u64,
    depth: u32,
    /// How many cells of the level it knows.
    known: usize,
    treasure: u32,
    health: i32,
    most_health: i32,
}

impl Standing {
    /// What the player has now; none if there is no player.
    fn of(world: &mut World) -> Option<Self> {
        let clock = *world.resource::<Clock>();
        let mut players = world.query_filtered::<(&MapMemory, &Health), With<Player>>();
        let (memory, health) = players.single(world).ok()?;
        Some(Self {
            tick: clock.tick,
            turn: clock.turn(),
            depth: world.resource::<Depth>().0,
            known: memory.known_count(),
            treasure: world.resource::<Quest>().treasure,
            health: health.now,
            most_health: health.max,
        })
    }
}

impl Progress {
    /// Returns whether nothing has changed for the better for too long: no cell became known, no blow of the player's hit,
    /// the level is the same, and no treasure was taken. Regained health counts until it adds up to one full recovery, so a
    /// long rest is progress, and a circle of wounds and rests is not. Nor is an enemy in view.
    fn has_stopped(&mut self, now: Standing, has_hit: bool) -> bool {
        let before = self.before;
        let is_better = has_hit
            || now.depth != before.depth
            || now.known > before.known
            || now.treasure > before.treasure;
        let regained = (now.health - before.health).max(0);
        self.regained = if is_better {
            0
        } else {
            self.regained + regained
        };
        if is_better || (regained > 0 && self.regained <= now.most_health) {
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

    /// The turn in which a game stands still whose player has this much health in each turn, at most 2,000 turns.
    fn stops(health: impl Fn(u64) -> i32, change: impl Fn(u64, &mut Standing)) -> Option<u64> {
        let mut progress = Progress::default();
        (1..2_000).find(|turn| {
            let mut now = Standing {
                tick: turn * TICKS_PER_TURN,
                turn: *turn,
                depth: 1,
                known: 100,
                health: health(*turn),
                most_health: MOST,
                ..Standing::default()
            };
            change(*turn, &mut now);
            progress.has_stopped(now, false)
        })
    }

    #[test]
    fn one_who_walks_to_and_fro_stands_still() {
        assert_eq!(stops(|_| MOST, |_, _| {}), Some(STANDSTILL + 2));
    }

    #[test]
    fn a_cell_a_level_and_treasure_are_progress() {
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
        // The last point comes in turn 570.
        assert_eq!(stops(rest, |_, _| {}), Some(570 + STANDSTILL + 1));
    }

    #[test]
    fn a_circle_of_wounds_and_rests_stands_still() {
        let circle = |turn: u64| MOST - (turn % 40) as i32 / 4;
        let stopped = stops(circle, |_, _| {});
        assert!(
            stopped.is_some_and(|turn| turn < 3 * STANDSTILL),
            "{stopped:?}"
        );
    }

    #[test]
    fn commands_that_take_no_time_stand_still() {
        let mut progress = Progress::default();
        let commands = (0..100_usize).find(|_| progress.has_stopped(Standing::default(), true));
        assert_eq!(commands, Some(TIMELESS as usize));
    }
}
