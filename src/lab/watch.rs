//! Watching the game of a scene: what happens in it, and how each claim turns out.

use std::ops::Deref;

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;

use super::judge::{Moment, Struck};
use super::scene::{SceneFile, When};
use crate::game::bestiary::MonsterKind;
use crate::game::{Actor, Clock, GameEvent, Happening, Obstacle};

/// How a claim turned out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) is_kept: bool,
    /// The turn on which that was clear.
    pub(super) turn: u64,
}

/// What has been seen of a game so far. `S` is how the scene is held, such as a reference.
pub(super) struct Watch<S> {
    pub(super) scene: S,
    /// The entities of the cast.
    pub(super) entities: Vec<Entity>,
    events: MessageCursor<GameEvent>,
    struck: Vec<Struck>,
    /// Why the last change or command was refused, if it was.
    pub(super) refused: Option<Obstacle>,
    pub(super) verdicts: Vec<Option<Verdict>>,
    /// The claim to stop at, and how it turns out then.
    pub(super) stop: Option<(usize, bool)>,
}

impl<S: Deref<Target = SceneFile>> Watch<S> {
    /// Watches a game from now on.
    pub(super) fn new(scene: S, entities: Vec<Entity>, world: &World) -> Self {
        Self {
            verdicts: vec![None; scene.claims.len()],
            scene,
            entities,
            events: world.resource::<Messages<GameEvent>>().get_cursor_current(),
            struck: Vec::new(),
            refused: None,
            stop: None,
        }
    }

    /// Judges a claim that must hold now. Returns false if the game is to stop.
    pub(super) fn judge(&mut self, claim: usize, world: &World) -> bool {
        let is_kept = self.holds(claim, world);
        self.settle(claim, is_kept, world)
    }

    /// Returns the world at this moment, with the cast.
    pub(super) fn moment<'b>(&'b self, world: &'b World) -> Moment<'b> {
        Moment {
            world,
            cast: &self.scene.cast,
            entities: &self.entities,
            struck: &self.struck,
        }
    }

    /// Finds those of the cast that have appeared by now: the first of their kind that are nobody else.
    fn find_later(&mut self, world: &World) {
        let is_missing = |(_, it): &(usize, &Entity)| **it == Entity::PLACEHOLDER;
        let missing = self.entities.iter().enumerate().filter(is_missing);
        for role in missing.map(|(role, _)| role).collect::<Vec<_>>() {
            let kind = &self.scene.cast.0[role].kind;
            let Some(mut all) = world.try_query::<(Entity, &MonsterKind, &Actor)>() else {
                return;
            };
            let others = all
                .iter(world)
                .filter(|(who, it, _)| it.0 == *kind && !self.entities.contains(who));
            if let Some((found, ..)) = others.min_by_key(|(_, _, actor)| actor.id) {
                self.entities[role] = found;
            }
        }
    }

    /// Reads the events since the last call.
    pub(super) fn read(&mut self, world: &World) {
        self.find_later(world);
        for event in self.events.read(world.resource()) {
            match event.what {
                Happening::Hit { target, damage, .. } | Happening::Burned { target, damage } => {
                    self.struck.push(Struck {
                        by: event.actor,
                        target,
                        is_hit: true,
                        damage,
                    })
                }
                Happening::Missed { target, .. } => self.struck.push(Struck {
                    by: event.actor,
                    target,
                    is_hit: false,
                    damage: 0,
                }),
                Happening::Hindered(why) if event.actor == self.entities[0] => {
                    self.refused = Some(why);
                }
                _ => {}
            }
        }
    }

    /// Judges the claims that can be judged at this moment. Returns false if the game is to stop.
    pub(super) fn look(&mut self, world: &World) -> bool {
        self.read(world);
        let turn = world.resource::<Clock>().turn();
        for claim in 0..self.verdicts.len() {
            if self.verdicts[claim].is_some() {
                continue;
            }
            let verdict = match self.scene.claims[claim].when {
                When::Now | When::End => None,
                When::After(at) => (turn >= at).then(|| self.holds(claim, world)),
                When::By(last) if turn > last => Some(false),
                When::By(last) if self.holds(claim, world) => Some(turn <= last),
                When::By(last) => (turn == last).then_some(false),
                When::Never(first, last) => {
                    ((first..=last).contains(&turn) && self.holds(claim, world)).then_some(false)
                }
                When::Always(first, last) => {
                    ((first..=last).contains(&turn) && !self.holds(claim, world)).then_some(false)
                }
            };
            if let Some(is_kept) = verdict
                && !self.settle(claim, is_kept, world)
            {
                return false;
            }
        }
        true
    }

    pub(super) fn holds(&self, claim: usize, world: &World) -> bool {
        self.moment(world)
            .holds(&self.scene.claims[claim].statement)
    }

    /// Notes whether a command was obeyed. A command that is given several times must always be obeyed. Returns false if the
    /// game is to stop.
    pub(super) fn obeyed(&mut self, claim: usize, is_kept: bool, world: &World) -> bool {
        let was_refused = self.verdicts[claim].as_ref().is_some_and(|it| !it.is_kept);
        was_refused || self.settle(claim, is_kept, world)
    }

    /// Notes how a claim turned out. Returns false if the game is to stop.
    fn settle(&mut self, claim: usize, is_kept: bool, world: &World) -> bool {
        let turn = world.resource::<Clock>().turn();
        self.verdicts[claim] = Some(Verdict { is_kept, turn });
        self.stop != Some((claim, is_kept))
    }

    /// Judges the remaining claims at the end of the scene.
    pub(super) fn finish(&mut self, world: &World) {
        for claim in 0..self.verdicts.len() {
            if self.verdicts[claim].is_none() {
                // A turn that was never reached, because the player died, breaks a claim about it.
                let turn = world.resource::<Clock>().turn();
                let is_kept = match self.scene.claims[claim].when {
                    When::End => self.holds(claim, world),
                    When::Never(first, _) | When::Always(first, _) => turn >= first,
                    _ => false,
                };
                self.settle(claim, is_kept, world);
            }
        }
    }
}
