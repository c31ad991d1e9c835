//! Whether a fact holds at a moment of a game.

use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

use super::scene::{Blow, Cast, Fact, Outcome, Quantity, RoleFact, Spot, Statement};
use crate::game::bestiary::MonsterKind;
use crate::game::{
    Actor, Awareness, Breath, Camouflage, Clock, Conduct, Depth, Fate, Ghosts, Health, Heart,
    Hidden, Inventory, Lantern, Oil, Quest, Senses, Study, Things, makes_out,
};
use crate::map::{Density, TileMap};
use crate::view::{MessageLog, Reader, Screen, latest_reason, may_pursue, state_word, thoughts};
use crate::vision::{Light, LightMap, MapMemory, ObjectKind, Position, Viewshed};

/// A blow or a shot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Struck {
    pub(super) by: Entity,
    pub(super) target: Entity,
    pub(super) is_hit: bool,
    /// The number of hit points that it cost the target.
    pub(super) damage: i32,
}

/// A moment of a scene's game.
pub(super) struct Moment<'a> {
    pub(super) world: &'a World,
    pub(super) cast: &'a Cast,
    /// The entities of the cast.
    pub(super) entities: &'a [Entity],
    /// All blows and shots so far.
    pub(super) struck: &'a [Struck],
}

impl Moment<'_> {
    pub(super) fn holds(&self, statement: &Statement) -> bool {
        statement.judge(|role| match (&statement.fact, role) {
            (Fact::Role(_, fact), Some(role)) => self.holds_of(role, fact),
            (fact, _) => self.holds_plainly(fact),
        })
    }

    fn holds_plainly(&self, fact: &Fact) -> bool {
        match fact {
            Fact::Role(..) => false,
            Fact::Number(quantity, amount) => {
                self.number(quantity).is_some_and(|it| amount.contains(it))
            }
            Fact::Tile(spot, tile) => {
                let map = self.world.resource::<TileMap>();
                let found = self.cell(*spot).and_then(|it| map.get(it));
                found.is_some_and(|it| it == tile.like(it))
            }
            Fact::Thing(spot, name) => self.cell(*spot).is_some_and(|cell| {
                let things = self.things_at(cell);
                match name {
                    Some(name) => things.contains(name),
                    None => things.is_empty(),
                }
            }),
            Fact::Log(text) => self.messages().iter().any(|it| it.contains(text)),
            Fact::Screen(text) => self.world.resource::<Screen>().text().contains(text),
            Fact::Game(outcome) => self.outcome() == *outcome,
            // The stage judges this when it gives the command.
            Fact::Obeyed => true,
        }
    }

    fn holds_of(&self, role: usize, fact: &RoleFact) -> bool {
        let entity = self.entities[role];
        let at = place_of(self.world, entity);
        match fact {
            RoleFact::State(state, spot) => self.awareness(role).is_some_and(|it| {
                self.state_name(role, it) == *state
                    && spot.is_none_or(|spot| it.mind_on() == self.cell(spot))
            }),
            RoleFact::Because(state, cause) => {
                let awareness = self.awareness(role);
                let is_so = awareness.is_some_and(|it| self.state_name(role, it) == *state);
                is_so && self.state_of(role).is_some_and(|it| it.contains(cause))
            }
            RoleFact::Decided(text) => {
                let reason = latest_reason(self.world, entity, Reader::Maker);
                reason.is_some_and(|it| it.contains(text))
            }
            RoleFact::SeesRole(other) => self.sees_role(role, *other),
            RoleFact::SeesCell(spot) => self.cell(*spot).is_some_and(|it| self.sees(role, it)),
            RoleFact::Heard(spot) => self
                .heard(entity)
                .is_some_and(|from| spot.is_none_or(|spot| Some(from) == self.cell(spot))),
            RoleFact::Remembers(spot, tile) => {
                let memory = self.world.get::<MapMemory>(entity);
                let known = memory
                    .zip(self.cell(*spot))
                    .and_then(|(memory, cell)| memory.tile(cell));
                known.is_some_and(|known| tile.is_none_or(|tile| known == tile.like(known)))
            }
            RoleFact::LastSaw(other, spot) => {
                let ghosts = self.world.get::<Ghosts>(entity);
                let there = ghosts.zip(self.cell(*spot));
                let ghost = there.and_then(|(ghosts, cell)| ghosts.at(cell));
                ghost.is_some_and(|it| it.name == self.cast.0[*other].kind)
            }
            RoleFact::At(spot) => self.is_here(role) && at.is_some() && at == self.cell(*spot),
            RoleFact::Within(far, spot) => at.zip(self.cell(*spot)).is_some_and(|(at, cell)| {
                self.is_here(role) && (at - cell).abs().max_element() as u32 <= *far
            }),
            RoleFact::Alive => self.is_alive(role),
            RoleFact::Facing(way) => {
                let conduct = self.world.get::<Conduct>(entity);
                conduct.is_some_and(|it| it.heading == Some(*way))
            }
            RoleFact::Carries(name, worn) => {
                let kind = self.world.resource::<Things>().named(name);
                let pack = self.world.get::<Inventory>(entity);
                let mut held = pack.into_iter().flat_map(Inventory::iter);
                held.any(|(_, it)| Some(it.kind) == kind && (it.worn || !worn))
            }
            RoleFact::CarriesLight => self.world.get::<Light>(entity).is_some(),
            RoleFact::Moved => at.is_some_and(|it| Some(it) != self.cast.0[role].start),
            RoleFact::Here => self.is_here(role),
            RoleFact::Lantern(lantern) => self.world.get::<Lantern>(entity) == Some(lantern),
            RoleFact::Struck(blow, target, times) => {
                let target = self.entities[*target];
                let count = self.struck.iter().filter(|it| {
                    it.by == entity
                        && it.target == target
                        && match blow {
                            Blow::Hit => it.is_hit,
                            Blow::Missed => !it.is_hit,
                            Blow::Either => true,
                        }
                });
                times.contains(count.count() as i64)
            }
        }
    }

    /// Returns the cell that a spot stands for, if its creature is still alive.
    pub(super) fn cell(&self, spot: Spot) -> Option<IVec2> {
        match spot {
            Spot::Cell(cell) => Some(cell),
            Spot::Role(role) => place_of(self.world, self.entities[role]),
        }
    }

    /// Returns what a creature knows about its enemies, or `None` for the player and the dead.
    pub(super) fn awareness(&self, role: usize) -> Option<Awareness> {
        self.world
            .get::<Awareness>(self.entities[role])
            .copied()
            .filter(|_| role > 0)
    }

    pub(super) fn state_name(&self, role: usize, awareness: Awareness) -> &'static str {
        let made_by = self.world.get(self.entities[role]);
        state_word(awareness.state(), may_pursue(made_by))
    }

    /// Describes a creature's state and its cause.
    pub(super) fn state_of(&self, role: usize) -> Option<String> {
        let words = thoughts(self.world, self.entities[role], Reader::Maker);
        words.into_iter().nth(1)
    }

    pub(super) fn is_alive(&self, role: usize) -> bool {
        match role {
            0 => self.world.resource::<Fate>().death().is_none(),
            _ => self.world.get::<Actor>(self.entities[role]).is_some(),
        }
    }

    /// Returns whether a creature is alive and on the player's level.
    pub(super) fn is_here(&self, role: usize) -> bool {
        self.is_alive(role) && self.world.get::<Disabled>(self.entities[role]).is_none()
    }

    /// Returns whether one role makes out another.
    pub(super) fn sees_role(&self, role: usize, other: usize) -> bool {
        let at = place_of(self.world, self.entities[other]).filter(|_| self.is_here(other));
        let hidden = self.world.get::<Camouflage>(self.entities[other]);
        at.is_some_and(|at| {
            self.with_eyes(role, |map, light, viewshed, eye| {
                makes_out((map, light), viewshed, eye, at, hidden)
            })
        })
    }

    /// Returns the cell that the noise came from that a creature heard in its last turn.
    pub(super) fn heard(&self, entity: Entity) -> Option<IVec2> {
        self.world.get::<Senses>(entity)?.heard.map(|it| it.from)
    }

    pub(super) fn sees(&self, role: usize, cell: IVec2) -> bool {
        self.with_eyes(role, |map, light, viewshed, _| {
            light.sees(map.opacities(), viewshed, cell)
        })
    }

    /// Asks something about what a role sees in the light of this moment. Those that sleep or are dead see nothing.
    fn with_eyes(
        &self,
        role: usize,
        ask: impl FnOnce(&TileMap, &LightMap, &Viewshed, IVec2) -> bool,
    ) -> bool {
        let entity = self.entities[role];
        let sleeps = self.awareness(role) == Some(Awareness::Asleep);
        let (Some(viewshed), Some(eye)) = (
            self.world.get::<Viewshed>(entity),
            place_of(self.world, entity),
        ) else {
            return false;
        };
        let (map, light) = (
            self.world.resource::<TileMap>(),
            self.world.resource::<LightMap>(),
        );
        let now = viewshed.in_light(light, map.opacities());
        !sleeps && self.is_here(role) && ask(map, light, &now, eye)
    }

    pub(super) fn number(&self, quantity: &Quantity) -> Option<i64> {
        Some(match quantity {
            Quantity::Health(role) => {
                let health = self.world.get::<Health>(self.entities[*role]);
                health.map_or(0, |it| it.now().into())
            }
            Quantity::Breath(role) => self.world.get::<Breath>(self.entities[*role])?.now().into(),
            Quantity::Oil(role) => {
                let oil = self.world.get::<Oil>(self.entities[*role])?;
                i64::try_from(oil.turns()).ok()?
            }
            Quantity::Heart => self.world.get::<Heart>(self.entities[0])?.cells().into(),
            Quantity::Ground => self.world.resource::<Quest>().ground.into(),
            Quantity::Light(spot) => self
                .world
                .resource::<LightMap>()
                .level(self.cell(*spot)?)
                .into(),
            Quantity::Fog(spot) => self.air(*spot)?.fog.into(),
            Quantity::Smoke(spot) => self.air(*spot)?.smoke.into(),
            Quantity::Alive(role) => self.count_of(&self.cast.0[*role].kind) as i64,
            Quantity::Damage(by, target) => {
                let (by, target) = (self.entities[*by], self.entities[*target]);
                let blows = self.struck.iter();
                let blows = blows.filter(|it| it.by == by && it.target == target);
                blows.map(|it| i64::from(it.damage)).sum()
            }
            Quantity::Turn => self.world.resource::<Clock>().turn() as i64,
            Quantity::Depth => self.world.resource::<Depth>().0.into(),
            Quantity::Treasure => self.world.resource::<Quest>().treasure.into(),
            Quantity::Study(role) => {
                let study = self.world.get::<Study>(self.entities[0])?;
                study.of(&self.cast.0[*role].kind).turns() as i64
            }
            Quantity::Kinds => self.world.resource::<Quest>().kinds.into(),
        })
    }

    fn air(&self, spot: Spot) -> Option<Density> {
        let cell = self.cell(spot)?;
        Some(self.world.resource::<TileMap>().air().at(cell))
    }

    fn count_of(&self, kind: &str) -> usize {
        let Some(mut kinds) = self.world.try_query_filtered::<&MonsterKind, With<Actor>>() else {
            return 0;
        };
        kinds.iter(self.world).filter(|it| it.0 == *kind).count()
    }

    pub(super) fn things_at(&self, cell: IVec2) -> Vec<String> {
        let things = self.world.resource::<Things>();
        type Lying = (
            &'static Position,
            Option<&'static ObjectKind>,
            Option<&'static Hidden>,
        );
        let Some(mut lying) = self.world.try_query::<Lying>() else {
            return Vec::new();
        };
        let here = lying.iter(self.world).filter(|(at, ..)| at.0 == cell);
        let kinds = here.filter_map(|(_, shown, hidden)| shown.copied().or(hidden.map(|it| it.0)));
        kinds
            .filter_map(|kind| things.get(kind))
            .map(|it| it.full_name())
            .collect()
    }

    pub(super) fn messages(&self) -> Vec<String> {
        self.world.resource::<MessageLog>().since(0).collect()
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self.world.resource::<Fate>() {
            Fate::Alive => Outcome::On,
            Fate::Died(_) => Outcome::Lost,
            Fate::Won(_) => Outcome::Won,
        }
    }
}

/// Returns where the player of a scene or one of its creatures is.
pub(super) fn place_of(world: &World, entity: Entity) -> Option<IVec2> {
    world.get::<Position>(entity).map(|it| it.0)
}
