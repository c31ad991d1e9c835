//! Keeps the ghosts of creatures that leave the player's view.

use bevy::ecs::query::QueryData;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::looking::makes_out;
use super::perceive::{Perceived, Witnessed};
use crate::game::being::{
    Actor, Appearance, Awareness, Camouflage, Faction, Ghosts, Happening, HearsAll, Player,
    Revealed, Sighted, State,
};
use crate::map::{Tile, TileMap};
use crate::vision::{LightMap, MapMemory, Moment, ObjectKind, Position, Viewshed};

type Eyes = (
    &'static Position,
    Option<&'static Viewshed>,
    &'static Faction,
    &'static mut Ghosts,
    Has<HearsAll>,
);

type OtherActor = (With<Actor>, Without<Player>);

/// Another actor.
#[derive(QueryData)]
pub(crate) struct Other {
    actor: &'static Actor,
    at: &'static Position,
    name: &'static Name,
    appearance: &'static Appearance,
    faction: &'static Faction,
    awareness: Option<&'static Awareness>,
    camouflage: Option<&'static Camouflage>,
    revealed: Option<&'static Revealed>,
}

/// Records which creatures the player sees now. Runs after the player's memory has been written.
///
/// The time is that of the player's memory, which does not depend on when creatures out of view act.
pub(crate) fn keep_ghosts(
    (now, map, light): (Res<Moment>, Option<Res<TileMap>>, Res<LightMap>),
    mut witnessed: MessageReader<Witnessed>,
    mut players: Query<Eyes, With<Player>>,
    places: Query<(Entity, &Position), OtherActor>,
    others: Query<Other, Without<Player>>,
) {
    let news = witnessed.read();
    let died = news.filter(|it| {
        let is_known = matches!(it.how, Perceived::Seen { .. });
        is_known && matches!(it.event.what, Happening::Died { .. })
    });
    let died: Vec<IVec2> = died.map(|it| it.event.actor_at).collect();
    let (Ok((here, viewshed, side, mut ghosts, hears_all)), Some(map)) =
        (players.single_mut(), map)
    else {
        return;
    };
    let scene = (&*map, &*light);
    let sees = |at: IVec2, hidden: Option<&Camouflage>| {
        viewshed.is_some_and(|it| makes_out(scene, it, here.0, at, hidden))
    };
    // Most actors are out of view, so their other components are not looked up.
    let mut near: Vec<Entity> = Vec::new();
    for (entity, at) in &places {
        if viewshed.is_some_and(|it| it.has_in_view(at.0)) {
            near.push(entity);
        }
    }
    let in_view = others.iter_many(&near);
    let in_view = in_view.filter(|it| sees(it.at.0, it.camouflage));
    let sighted: Vec<Sighted> = in_view.map(|it| it.sighted(*side)).collect();
    ghosts.look((here.0, now.0), (&sighted, &died), |ghost| {
        sees(ghost.at, ghost.camouflage.as_ref())
    });
    if hears_all {
        let all: Vec<Sighted> = others.iter().map(|it| it.sighted(*side)).collect();
        ghosts.hear(now.0, &all);
    }
}

impl<'w> OtherItem<'w, '_> {
    /// Returns the creature as one on this side knows it when it perceives it.
    fn sighted(&self, side: Faction) -> Sighted<'w> {
        let hidden = self.revealed.map(|it| &it.hidden);
        Sighted {
            id: self.actor.id,
            at: self.at.0,
            name: self.name,
            appearance: self.appearance,
            is_enemy: self.faction.is_hostile_to(side),
            state: self.awareness.map_or(State::Unaware, |it| it.state()),
            camouflage: self.camouflage.or(hidden).copied(),
        }
    }
}

/// Lets an actor see these cells for a moment, from wherever. It remembers them, and knows of the creatures there.
pub(crate) fn glimpse(world: &mut World, who: Entity, cells: &[IVec2]) {
    let mut lying: HashMap<IVec2, ObjectKind> = HashMap::default();
    let mut things = world.query::<(&Position, &ObjectKind)>();
    for (at, kind) in things.iter(world) {
        let here = lying.entry(at.0).or_insert(*kind);
        *here = (*here).max(*kind);
    }
    let now = *world.resource::<Moment>();
    let map = world.resource::<TileMap>();
    let seen: Vec<(IVec2, Tile)> = cells.iter().map(|cell| (*cell, map.tile(*cell))).collect();
    if let Some(mut memory) = world.get_mut::<MapMemory>(who) {
        for (cell, tile) in seen {
            memory.see(cell, tile, lying.get(&cell).copied(), now);
        }
    }
    let Some(side) = world.get::<Faction>(who).copied() else {
        return;
    };
    let Some(mut ghosts) = world.entity_mut(who).take::<Ghosts>() else {
        return;
    };
    let mut others = world.query_filtered::<Other, Without<Player>>();
    let there = |it: &OtherItem| cells.contains(&it.at.0) && it.camouflage.is_none();
    let there = others.iter(world).filter(there);
    let sighted: Vec<Sighted> = there.map(|it| it.sighted(side)).collect();
    ghosts.glimpse(now.0, &sighted, |cell| cells.contains(&cell));
    world.entity_mut(who).insert(ghosts);
}
