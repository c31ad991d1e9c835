//! Keeps the ghosts of creatures that leave the player's view.

use bevy::ecs::query::QueryData;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::looking::{line_of_sight, makes_out};
use super::perceive::{Perceived, Witnessed, Witnessing};
use crate::fov::{FieldOfView, Sight};
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
    Option<&'static HearsAll>,
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
/// The time is that of the player's memory, which does not depend on when creatures out of view act. Doing this twice at
/// one moment changes nothing.
pub(crate) fn keep_ghosts(
    (now, map, light): (Res<Moment>, Option<Res<TileMap>>, Res<LightMap>),
    (mut witnessing, witnessed): (ResMut<Witnessing>, Res<Messages<Witnessed>>),
    mut players: Query<Eyes, With<Player>>,
    places: Query<(Entity, &Position), OtherActor>,
    others: Query<Other, Without<Player>>,
) {
    let news = witnessing.witnessed.read(&witnessed);
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
    if let Some(HearsAll { within, .. }) = hears_all {
        let is_near = |at: IVec2| {
            let far = (at - here.0).abs().max_element().unsigned_abs();
            *within == 0 || far <= *within
        };
        let near = others.iter().filter(|it| is_near(it.at.0));
        let all: Vec<Sighted> = near.map(|it| it.sighted(*side)).collect();
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

/// Returns whether an eye on one of these cells makes out an actor on the cell `at` by the light that falls there.
pub(crate) fn is_made_out_from(
    world: &World,
    eyes: &[IVec2],
    at: IVec2,
    hidden: Option<&Camouflage>,
) -> bool {
    let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
    let is_near = |eye: IVec2| {
        let distance = (at - eye).abs().max_element() as u32;
        hidden.is_none_or(|it| (1..=it.within).contains(&distance))
    };
    let sees = |eye: IVec2| {
        let is_beside = (at - eye).abs().max_element() <= 1;
        is_shown(map, light, eye, at)
            && line_of_sight(map, eye, at)
            && (!map.is_opaque(at) || is_beside || line_of_sight(map, at, eye))
    };
    eyes.iter().any(|eye| is_near(*eye) && sees(*eye))
}

/// Returns whether light falls on the side of a cell that an eye sees.
fn is_shown(map: &TileMap, light: &LightMap, eye: IVec2, cell: IVec2) -> bool {
    !light.is_lit_world() || light.seen_from(map.opacities(), eye, cell).level > 0
}

/// Returns the lit cells that eyes on these cells see.
fn seen_from(world: &World, eyes: &[IVec2]) -> Vec<IVec2> {
    let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
    let mut engine = FieldOfView::new();
    let mut cells: Vec<IVec2> = Vec::new();
    for &eye in eyes {
        let view = engine.view(map.opacity(), eye, Sight::default().unlimited());
        cells.extend(view.iter().filter(|cell| is_shown(map, light, eye, *cell)));
    }
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    cells
}

/// Lets an actor see for a moment what eyes on these cells see. It remembers the cells, and knows of the creatures there.
/// Returns how many creatures it sees.
pub(crate) fn glimpse(world: &mut World, who: Entity, eyes: &[IVec2]) -> u32 {
    let cells = &seen_from(world, eyes);
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
        return 0;
    };
    let Some(mut ghosts) = world.entity_mut(who).take::<Ghosts>() else {
        return 0;
    };
    let others = world.query_filtered::<Other, Without<Player>>();
    let world_now = &*world;
    let there = |it: &OtherItem| is_made_out_from(world_now, eyes, it.at.0, it.camouflage);
    let there = others.iter_manual(world_now).filter(there);
    let sighted: Vec<Sighted> = there.map(|it| it.sighted(side)).collect();
    ghosts.glimpse(now.0, &sighted, |cell| cells.contains(&cell));
    let count = u32::try_from(sighted.len()).unwrap_or(u32::MAX);
    world.entity_mut(who).insert(ghosts);
    count
}
