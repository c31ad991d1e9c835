//! Spawning a monster from its definition, and updating the monster when the definition changes.

use std::sync::Arc;

use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use rand::RngExt;

use super::monster::Monster;
use crate::files::data::Registry;
use crate::fov::Cone;
use crate::game::being::{
    Actor, ActorId, Appearance, Camouflage, Clock, Defence, Disguise, Faction, Health, Hearing,
    Inventory, Melee, OnLevel, Responds, Revealed, Seed, Senses, ShinesAhead, Tags, Things,
    decision_rng, disguise, renew, unmask,
};
use crate::grid::Direction;
use crate::vision::{Light, MapMemory, Position, Viewshed};

/// The kind of a monster, identified by its name in the [`Bestiary`](super::Bestiary).
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq, Hash)]
#[reflect(Component)]
pub struct MonsterKind(pub String);

/// The definition from which a living monster was made. The monster's file may have changed or been deleted since then.
#[derive(Component, Clone, Debug)]
pub struct MadeBy(pub Arc<Monster>);

/// Spawns a monster of the given kind on `cell`. The cell must be free, and `id` must not be in use.
pub fn spawn_monster(
    world: &mut World,
    id: ActorId,
    monster: &Arc<Monster>,
    cell: IVec2,
) -> Entity {
    let registry = world.resource::<AppTypeRegistry>().clone();
    let mut entity = world.spawn((
        MonsterKind(monster.name.clone()),
        MadeBy(monster.clone()),
        Name::new(monster.name.clone()),
        Actor::new(id, monster.speed),
        Position(cell),
        MapMemory::new(),
        Health::new(monster.health, monster.regeneration),
        Senses::default(),
        OnLevel,
    ));
    put_body_on(&mut entity, monster);
    monster.minds.put_on(&mut entity, &registry.read());
    let entity = entity.id();
    fill_pack(world, (entity, id), monster);
    if let Some(seems) = &monster.seems {
        disguise(world, entity, seems);
    }
    entity
}

/// Gives a new monster what it carries. The same monster of the same game always carries the same.
fn fill_pack(world: &mut World, (entity, id): (Entity, ActorId), monster: &Monster) {
    if monster.carries.is_empty() {
        return;
    }
    let seed = world.resource::<Seed>().0;
    let things = world.resource::<Things>();
    let mut pack = Inventory::default();
    for (number, it) in monster.carries.iter().enumerate() {
        let mut dice = decision_rng(seed, "carries", id, number as u64);
        let has_any = dice.random_range(0..100) < it.chance;
        let count = dice.random_range(it.count.0..=it.count.1);
        let kind = things.named(&it.thing).filter(|_| has_any);
        let known = kind.and_then(|kind| Some((kind, things.item(kind)?.stack)));
        let Some((kind, stack)) = known.filter(|(_, stack)| *stack > 0) else {
            continue;
        };
        for _ in 0..count {
            if let Some(place) = pack.place_for(kind, stack) {
                pack.put(place, kind);
            }
        }
    }
    if pack.iter().next().is_some() {
        world.entity_mut(entity).insert(pack);
    }
}

/// The health of a monster that differs from that of its kind, such as a part of a monster that has split.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Share {
    /// The monster's own health.
    points: i64,
    /// The health of its kind at that time.
    of: i32,
}

impl Share {
    /// Returns the monster's own health if its kind has this much.
    fn of(self, health: i32) -> i64 {
        self.points.saturating_mul(health.into()) / i64::from(self.of.max(1))
    }
}

/// Changes a living monster from the definition `old` to `new`. What changes the monster's numbers stays in force, and the
/// points that it has lost stay lost. `tick` is the current time on the monster's level. The monster never waits longer
/// than a new monster of the same kind would.
pub(super) fn change_monster(
    world: &mut World,
    entity: Entity,
    old: &Monster,
    new: &Arc<Monster>,
    tick: u64,
) {
    let registry = world.resource::<AppTypeRegistry>().clone();
    // A monster on a level that the player has left keeps its disguise, because its map is not the current one.
    let body = world.get_entity(entity).ok();
    let is_disguised =
        body.is_some_and(|it| it.contains::<Disguise>() && !it.contains::<Disabled>());
    if is_disguised {
        unmask(world, entity);
    }
    change_body(world, entity, (old, new), tick, &registry.read());
    renew(world, entity);
    if let Some(seems) = new.seems.as_ref().filter(|_| is_disguised) {
        disguise(world, entity, seems);
    }
}

/// A monster that is another one for a while.
#[derive(Component, Clone, Debug)]
pub(crate) struct Transformed {
    /// What it was before.
    pub(crate) back: Arc<Monster>,
    /// The tick at which it is that again.
    pub(crate) until: u64,
    /// Its health before, and the health that it got for it.
    pub(crate) health: (i32, i32),
}

/// Makes another monster of a living one. It keeps its share of health, its pack and, if an effect has put it on another
/// side, that side.
pub(crate) fn turn_into(world: &mut World, entity: Entity, new: &Arc<Monster>) {
    let Some(old) = world.get::<MadeBy>(entity).map(|it| it.0.clone()) else {
        return;
    };
    let health = world.get::<Health>(entity);
    let (left, of) = health.map_or((1, 1), |it| (i64::from(it.now()), i64::from(it.max())));
    let tick = world.resource::<Clock>().tick;
    change_monster(world, entity, &old, new, tick);
    if let Ok(mut body) = world.get_entity_mut(entity) {
        body.remove::<Share>();
        body.insert((MonsterKind(new.name.clone()), Name::new(new.name.clone())));
        if let Some(mut health) = body.get_mut::<Health>() {
            health.set_own(new.health.into());
            let points = (i64::from(health.max()) * left + of - 1) / of.max(1);
            health.set_now((points as i32).max(1));
        }
    }
    if let Some(seems) = &new.seems {
        disguise(world, entity, seems);
    }
}

fn change_body(
    world: &mut World,
    entity: Entity,
    (old, new): (&Monster, &Arc<Monster>),
    tick: u64,
    registry: Registry,
) {
    let Ok(mut entity) = world.get_entity_mut(entity) else {
        return;
    };
    if let Some(mut actor) = entity.get_mut::<Actor>() {
        actor.speed = new.speed;
        actor.due = actor.due.min(tick + actor.delay());
    }
    let share = share_of(&entity, old);
    if let Some(mut health) = entity.get_mut::<Health>() {
        health.set_own(share.map_or(new.health.into(), |it| it.of(new.health)));
        health.set_regeneration(new.regeneration, tick);
    }
    set(&mut entity, share);
    entity.insert(MadeBy(new.clone()));
    let is_out = old.light.is_some() && !entity.contains::<Light>();
    // A monster that was put on another side stays on it.
    let side = entity.get::<Faction>().copied();
    let side = side.filter(|it| it.0 != old.faction);
    put_body_on(&mut entity, new);
    if let Some(side) = side {
        entity.insert(side);
    }
    if is_out {
        entity.remove::<Light>();
    }
    // Camouflage that the monster has lost is updated as well.
    let revealed = entity.take::<Revealed>();
    if let Some(Revealed { hidden, .. }) = revealed {
        entity.insert(hidden);
    }
    new.minds.change_on(&old.minds, &mut entity, registry);
    if let Some(Revealed { until, .. }) = revealed
        && let Some(hidden) = entity.take::<Camouflage>()
    {
        entity.insert(Revealed { hidden, until });
    }
}

/// Returns the share that a monster has of the health of its kind, if it has another health. A part of a monster that has
/// split keeps its share. The share is kept as it was when the monster got it, so the health does not drift however often
/// the file changes.
fn share_of(monster: &EntityWorldMut, kind: &Monster) -> Option<Share> {
    let points = monster.get::<Health>()?.own();
    let known = monster.get::<Share>().copied();
    let known = known.filter(|it| it.of(kind.health) == points);
    let of = kind.health;
    known.or_else(|| (points != of.into()).then_some(Share { points, of }))
}

/// Inserts the components that depend only on the kind of monster.
fn put_body_on(entity: &mut EntityWorldMut, monster: &Monster) {
    let &Monster {
        glyph,
        ref color,
        accuracy,
        damage,
        hearing,
        ..
    } = monster;
    entity.insert((
        Appearance {
            glyph,
            color: color.clone(),
        },
        Defence(monster.defence),
        Faction(monster.faction),
    ));
    let tags = Some(Tags(monster.tags.clone()));
    set(entity, tags.filter(|it| !it.0.is_empty()));
    let (on, file) = (monster.on.clone(), monster.file.clone());
    let responds = Responds { on, file };
    set(entity, Some(responds).filter(|it| !it.on.is_empty()));
    let fights = damage != (0, 0);
    set(entity, fights.then_some(Melee { accuracy, damage }));
    let acuity = Some(hearing).filter(|it| *it > 0);
    set(entity, acuity.map(|acuity| Hearing { acuity }));
    match (monster.sight, entity.get_mut::<Viewshed>()) {
        // The monster looks all around until a mind turns its head again.
        (Some(sight), Some(mut viewshed)) => {
            viewshed.set_sight(sight);
            viewshed.set_dark_sight(monster.dark_sight);
        }
        // A monster's view is computed only on demand, because it is not drawn and there may be a thousand monsters.
        (sight, _) => set(
            entity,
            sight.map(|it| {
                Viewshed::new(it)
                    .on_demand()
                    .with_dark_sight(monster.dark_sight)
            }),
        ),
    }
    set(entity, carried_light(monster));
    let beam = monster.light.as_ref().map(|it| it.beam);
    set(entity, beam.filter(|beam| *beam > 0).map(ShinesAhead));
}

pub(crate) fn carried_light(monster: &Monster) -> Option<Light> {
    let carried = monster.light.as_ref()?;
    let light = Light::new(carried.radius).with_color(carried.color);
    Some(match carried.beam {
        0 => light,
        beam => light.as_beam(Cone::new(Direction::South.delta(), beam)),
    })
}

/// Inserts `part`, or removes the component if `part` is `None`.
fn set<C: Component>(entity: &mut EntityWorldMut, part: Option<C>) {
    match part {
        Some(part) => entity.insert(part),
        None => entity.remove::<C>(),
    };
}
