//! Records the ground that the player sees by light, which heals the player.

use bevy::ecs::query::QueryData;
use bevy::prelude::*;

use crate::game::being::{Did, FactKind, GameEvent, Ground, Health, Heart, Numbers, Player, Quest};
use crate::grid::ones;
use crate::map::{Tile, TileMap};
use crate::vision::{LightMap, MapMemory, Position, Viewshed};

impl FactKind {
    /// The actor took heart from the ground that it saw by light. The amount is how many hit points it has regained.
    pub const TOOK_HEART: Self = Self::new("took heart");
}

#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Seer {
    entity: Entity,
    at: &'static Position,
    viewshed: &'static Viewshed,
    memory: &'static MapMemory,
    ground: &'static mut Ground,
    heart: &'static mut Heart,
    health: &'static mut Health,
}

/// Records the cells that the player sees by light now. Runs after the player's memory has been written.
///
/// A cell counts if the player sees it as walkable at that moment. Each cell counts only once and, with the beacon, once
/// more. An unhurt player gains nothing, and cannot save anything up.
pub(crate) fn see_ground(
    (map, light, numbers): (Option<Res<TileMap>>, Res<LightMap>, Res<Numbers>),
    mut quest: ResMut<Quest>,
    mut players: Query<Seer, With<Player>>,
    mut events: MessageWriter<GameEvent>,
) {
    let (Ok(mut player), Some(map)) = (players.single_mut(), map) else {
        return;
    };
    let (eye, ground) = (player.at.0, &mut *player.ground);
    ground.cover(map.size());
    let is_lit =
        |cell| !light.is_lit_world() || light.seen_from(map.opacities(), eye, cell).level > 0;
    let is_walkable = |cell| player.memory.tile(cell).is_some_and(Tile::is_walkable);
    let (mut new, mut in_beacon) = (0, 0);
    for (start, seen) in player.viewshed.visible().words() {
        let at = |column| start + IVec2::new(column, 0);
        let unknown = seen & !ground.seen.columns(start);
        for cell in ones(unknown).map(at).filter(|cell| is_lit(*cell)) {
            ground.seen.set(cell, true);
            new += u32::from(is_walkable(cell));
        }
        if !quest.has_beacon {
            continue;
        }
        let shone_on = match light.field(player.entity) {
            Some(field) => field.columns(start),
            None if light.is_lit_world() => 0,
            None => u64::MAX,
        };
        let unknown = seen & shone_on & !ground.beacon.columns(start);
        for cell in ones(unknown).map(at) {
            ground.beacon.set(cell, true);
            in_beacon += u32::from(is_walkable(cell));
        }
    }
    quest.ground += new;
    let points = player.heart.count(new, in_beacon, numbers.heart);
    if points > 0 && player.health.is_hurt() {
        let points = player
            .health
            .heal(i32::try_from(points).unwrap_or(i32::MAX));
        let points = points.unsigned_abs();
        let what = Did::of(FactKind::TOOK_HEART).amount(points);
        events.write(GameEvent::of(player.entity, eye, None, what));
    }
}
