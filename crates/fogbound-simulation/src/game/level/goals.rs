//! Meeting the goals of a game.

use std::mem;

use bevy::prelude::*;

use crate::game::being::{
    Clock, Depth, Did, Does, End, FactKind, Fate, Goal, Inventory, Player, Quest, Things, Victory,
    count_done, count_goals, find_player, lying_at, tell,
};
use crate::game::sense::sees;
use crate::map::TileMap;
use crate::vision::{LightMap, ObjectKind, Position, Viewshed};

impl FactKind {
    /// All goals of the game are met.
    pub const ALL_DONE: Self = Self::new("all goals are met");
}

/// Returns whether something has to be counted for the goals of the game, or it is won elsewhere than at the stairs.
pub(crate) fn are_counted(quest: Res<Quest>, fate: Res<Fate>) -> bool {
    !quest.goals.is_plain() && fate.is_alive()
}

/// Returns whether all goals are met, in a game in which the way back is another one.
pub(super) fn is_on_way_back(world: &World) -> bool {
    world.resource::<Quest>().is_done && world.resource::<Quest>().goals.returns
}

/// Counts what the player has, sees and has reached for the goals of the game, and ends the game where it is won.
pub(crate) fn count(world: &mut World) {
    let Some((player, at)) = find_player(world) else {
        return;
    };
    let goals = world.resource::<Quest>().goals.clone();
    for (number, goal) in goals.iter().enumerate() {
        let count = counted(world, player, goal);
        count_goals(world, (number, goal), |before| before.max(count));
    }
    for name in found_dead(world, player) {
        count_done(world, Does::Kill, &name);
    }
    let quest = world.resource::<Quest>();
    let is_met = goals.are_met(quest, world.resource::<Things>());
    if is_met && !quest.is_done {
        world.resource_mut::<Quest>().is_done = true;
        tell(world, player, at, Did::of(FactKind::ALL_DONE));
    }
    let is_there = match goals.end {
        End::Out => false,
        End::Here => true,
        End::Level(level) => world.resource::<Depth>().0 == level,
    };
    if world.resource::<Quest>().is_done && is_there {
        let turn = world.resource::<Clock>().turn();
        world.insert_resource(Fate::Won(Victory { turn }));
        tell(world, player, at, Did::of(FactKind::CAME_OUT));
    }
}

/// Returns the names of those who have died unseen, and whose corpses the player sees now by light. They are not returned again.
fn found_dead(world: &mut World, player: Entity) -> Vec<String> {
    if world.resource::<Quest>().unseen.is_empty() {
        return Vec::new();
    }
    let mut unseen = mem::take(&mut world.resource_mut::<Quest>().unseen);
    let depth = world.resource::<Depth>().0;
    let found = unseen.extract_if(.., |(level, at, name)| {
        *level == depth && lies_in_view(world, player, *at, name)
    });
    let found = found.map(|(.., name)| name).collect();
    world.resource_mut::<Quest>().unseen = unseen;
    found
}

/// Returns whether the player sees by light that a dead creature of this name lies on a cell.
fn lies_in_view(world: &mut World, player: Entity, at: IVec2, name: &str) -> bool {
    let corpse = world.resource_mut::<Things>().corpse_of(name);
    let lying = lying_at(world, at).into_iter();
    let mut kinds = lying.map(|(_, kind)| Some(ObjectKind(kind)));
    let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
    let view = world.get::<Viewshed>(player);
    corpse.is_some()
        && kinds.any(|it| it == corpse)
        && view.is_some_and(|it| light.sees(map.opacities(), it, at))
}

/// Returns how far a goal is met as the world is now.
fn counted(world: &World, player: Entity, goal: &Goal) -> u32 {
    match goal.does {
        Does::Take => {
            let kind = world.resource::<Things>().named(&goal.what);
            let pack = world.get::<Inventory>(player);
            kind.zip(pack).map_or(0, |(kind, pack)| pack.count(kind))
        }
        Does::See => u32::from(is_in_view(world, player, &goal.what)),
        Does::Reach => u32::from(world.resource::<Depth>().0 >= goal.count),
        // These are counted when they happen.
        Does::Use | Does::Kill => 0,
    }
}

/// Returns whether the player sees a monster or a tile of this name by light.
fn is_in_view(world: &World, player: Entity, name: &str) -> bool {
    let Some(view) = world.get::<Viewshed>(player) else {
        return false;
    };
    let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
    let is_tile = |cell: IVec2| {
        let tile = map.get(cell);
        tile.is_some_and(|it| it.name() == name) && light.sees(map.opacities(), view, cell)
    };
    if view.field_of_view().iter().any(is_tile) {
        return true;
    }
    let others = world.try_query_filtered::<(Entity, &Name, &Position), Without<Player>>();
    others.is_some_and(|mut others| {
        let mut others = others.iter(world);
        others.any(|(who, it, at)| it.as_str() == name && sees(world, player, who, at.0))
    })
}
