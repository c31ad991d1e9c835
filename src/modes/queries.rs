//! Questions that modes ask about the game below them.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use ratatui::layout::Position as ScreenCell;

use super::mode::Then;
use crate::control::{Gait, ScreenPoint};
use crate::explorer::{Goal, Journey, Known, nearest_known};
use crate::game::player_of;
use crate::grid::Direction;
use crate::map::Tile;
use crate::view::{Areas, Marks, PanelPart, Scene, Screen, camera, panel_part};
use crate::vision::{MapMemory, Position};

pub(super) fn cell_at(world: &mut World, at: ScreenPoint, marks: &Marks) -> Option<IVec2> {
    with_scene(world, |scene, world| {
        map_cell(scene, world.resource(), marks, at)
    })?
}

/// Returns what a position on the screen means, if it is part of the panel.
pub(super) fn part_at(world: &mut World, at: ScreenPoint) -> Option<PanelPart> {
    with_scene(world, |scene, world| {
        panel_part(scene, world.resource(), at.cell)
    })?
}

pub(super) fn map_cell(
    scene: &Scene,
    screen: &Screen,
    marks: &Marks,
    at: ScreenPoint,
) -> Option<IVec2> {
    let camera = camera(scene, screen, marks)?;
    let area = Areas::of(screen.buffer().area, screen.map_columns()).map;
    let at = screen.place_on_map(at, area)?;
    let place = ScreenCell::new(u16::try_from(at.x).ok()?, u16::try_from(at.y).ok()?);
    camera.area().contains(place).then(|| camera.to_map(place))
}

/// Calls `ask` with the scene and the world.
pub(super) fn with_scene<T>(world: &mut World, ask: impl FnOnce(&Scene, &World) -> T) -> Option<T> {
    let mut state = SystemState::<Scene>::new(world);
    let scene = state.get(world).ok()?;
    Some(ask(&scene, world))
}

/// Sends the player on a journey, at its current gait.
pub fn set_out(world: &mut World, goal: Goal) -> Then {
    let runs = *world.resource::<Gait>() == Gait::Running;
    world.resource_mut::<Journey>().set_out(goal, runs);
    Then::Stay
}

pub fn ways_beside(world: &mut World, suits: impl Fn(Tile) -> bool) -> Vec<Direction> {
    let (Some(here), Some(memory)) = (player_cell(world), memory(world)) else {
        return Vec::new();
    };
    let tile = |way: &Direction| memory.tile(here + way.delta());
    let ways = Direction::ALL.into_iter();
    ways.filter(|way| tile(way).is_some_and(&suits)).collect()
}

/// Returns what the player remembers of the level.
fn memory(world: &World) -> Option<&MapMemory> {
    world.get(player_of(world)?)
}

pub fn player_cell(world: &mut World) -> Option<IVec2> {
    Some(world.get::<Position>(player_of(world)?)?.0)
}

fn stairs(down: bool) -> Tile {
    if down {
        Tile::STAIRS_DOWN
    } else {
        Tile::STAIRS_UP
    }
}

/// Returns whether the player knows of stairs in this direction on the level, seen or told.
pub fn knows_of_stairs(world: &mut World, down: bool) -> bool {
    memory(world).is_some_and(|it| {
        it.known_cells()
            .any(|(cell, _)| it.tile(cell) == Some(stairs(down)))
    })
}

/// Returns the nearest stairs that the player knows and can reach.
pub fn known_stairs(world: &mut World, down: bool) -> Option<IVec2> {
    let wanted = stairs(down);
    let player = world.entity(player_of(world)?);
    let (here, memory) = (player.get::<Position>()?.0, player.get::<MapMemory>()?);
    let suits = |cell: IVec2| memory.tile(cell) == Some(wanted);
    if suits(here) {
        return Some(here);
    }
    nearest_known(Known::new(memory, player.get(), player.get()), here, suits)
}
