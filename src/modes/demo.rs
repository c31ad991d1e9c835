//! A game that plays itself behind the title screen.

use std::time::Duration;

use bevy::prelude::*;

use super::new_game::begin;
use crate::explorer::Bot;
use crate::game::{Game, carry_out};

/// The time between commands.
const PACE: Duration = Duration::from_millis(140);
/// The number of commands before the demo is first shown, so that the first picture is of more than one room.
const HEAD_START: u32 = 60;
/// How long the demo plays without any input.
const PATIENCE: Duration = Duration::from_secs(180);

/// Whether the player has turned to another window. The demo waits until the player comes back.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Away(pub bool);

/// A demo: a bot that plays its own games.
#[derive(Default)]
pub(super) struct Demo {
    bot: Bot,
    /// The time of the next command, in the app's real time; `None` before the demo begins.
    next: Option<Duration>,
    /// The time at which the demo stops if there is no input.
    until: Duration,
    /// Whether the player was away at the last tick.
    is_away: bool,
}

impl Demo {
    /// Keeps the demo running after an input.
    pub(super) fn wake(&mut self, world: &World) {
        self.until = now(world) + PATIENCE;
    }

    /// Gives the next command, if it is due. The first call begins the game that `first` returns.
    pub(super) fn tick(
        &mut self,
        world: &mut World,
        first: impl FnOnce(&mut World) -> Option<Game>,
    ) {
        let now = now(world);
        let Some(next) = self.next else {
            self.wake(world);
            self.next = Some(now + PACE);
            if let Some(game) = first(world) {
                self.begin(world, game);
            }
            return;
        };
        self.is_away = world.resource::<Away>().0;
        if now < next || now >= self.until || self.is_away {
            return;
        }
        self.next = Some(now + PACE);
        match self.bot.next(world) {
            Some(command) => {
                world.write_message(command);
            }
            // The game is over, or there is nothing left to do.
            None => {
                if let Some(game) = world.get_resource::<Game>() {
                    let game = game.next();
                    self.begin(world, game);
                }
            }
        }
    }

    /// Begins a game and plays its first commands.
    fn begin(&mut self, world: &mut World, game: Game) {
        self.bot = Bot::default();
        begin(world, game);
        for _ in 0..HEAD_START {
            let Some(command) = self.bot.next(world) else {
                break;
            };
            carry_out(world, command);
        }
    }

    /// Returns the time from `now` to the next command; `None` if the demo has stopped.
    pub(super) fn next_tick(&self, now: Duration) -> Option<Duration> {
        let next = self
            .next
            .filter(|next| *next < self.until && !self.is_away)?;
        Some(next.saturating_sub(now))
    }
}

fn now(world: &World) -> Duration {
    world.resource::<Time<Real>>().elapsed()
}
