//! A game that plays by itself, for those who only watch.

use std::time::Duration;

use bevy::prelude::*;

use super::new_game::begin;
use crate::explorer::Explorer;
use crate::game::{Fate, Game, Player, PlayerCommand};
use crate::vision::{MapMemory, Position};

/// How often it does something.
const PACE: Duration = Duration::from_millis(140);
/// How long it goes on when nobody touches anything.
const PATIENCE: Duration = Duration::from_secs(180);

/// An explorer that goes about its own game.
#[derive(Default)]
pub(super) struct Demo {
    explorer: Explorer,
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
        match self.step(world) {
            Some(command) => {
                world.write_message(command);
            }
            None => {
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

    /// What it does next; none if there is nothing left to do, or nobody to do it.
    fn step(&mut self, world: &mut World) -> Option<PlayerCommand> {
        if !world.resource::<Fate>().is_alive() {
            return None;
        }
        let mut players = world.query_filtered::<(&Position, &MapMemory), With<Player>>();
        let (here, memory) = players.single(world).ok()?;
        // Whoever stands in the way is struck.
        let action = self.explorer.explore(memory, here.0, |_| false);
        action.ok().map(PlayerCommand::Act)
    }
}

fn now(world: &World) -> Duration {
    world.resource::<Time<Real>>().elapsed()
}
