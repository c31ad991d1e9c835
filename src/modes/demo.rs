//! A game that plays by itself, for those who only watch.

use std::time::Duration;

use bevy::prelude::*;

use super::new_game::begin;
use crate::explorer::Bot;
use crate::game::Game;

/// How often it does something.
const PACE: Duration = Duration::from_millis(140);
/// How long it goes on when nobody touches anything.
const PATIENCE: Duration = Duration::from_secs(180);

/// A bot that plays its own game.
#[derive(Default)]
pub(super) struct Demo {
    bot: Bot,
    /// When it does something next, in the app's real time; none before the first time.
    next: Option<Duration>,
    /// When it stops, if nobody touches anything.
    until: Duration,
}

impl Demo {
    /// Somebody is there.
    pub(super) fn wake(&mut self, world: &World) {
        self.until = now(world) + PATIENCE;
    }

    /// Begins the first game, which is `first`, or takes a step, if it is time for that.
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
                begin(world, game);
            }
            return;
        };
        if now < next || now >= self.until {
            return;
        }
        self.next = Some(now + PACE);
        match self.bot.next(world) {
            Some(command) => {
                world.write_message(command);
            }
            // The game is over, or nothing is left to do.
            None => {
                self.bot = Bot::default();
                if let Some(game) = world.get_resource::<Game>() {
                    begin(world, game.next());
                }
            }
        }
    }

    /// How long after `now` it does something; none if it does nothing any more.
    pub(super) fn next_tick(&self, now: Duration) -> Option<Duration> {
        let next = self.next.filter(|next| *next < self.until)?;
        Some(next.saturating_sub(now))
    }
}

fn now(world: &World) -> Duration {
    world.resource::<Time<Real>>().elapsed()
}
