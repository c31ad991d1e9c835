//! Decides which part of the map the screen shows.

use bevy::prelude::*;

use super::in_view::InViewKind;
use super::scene::{PointOfView, Scene};
use super::screen::Areas;
use super::{Camera, Frame, Marks, Screen};
use crate::game::{KnownMap, State};
use crate::grid::Rectangle;
use crate::map::Tile;

/// Returns the camera that shows the game on this screen, or `None` if there is no game. It follows the cursor, or else
/// the player, and turns towards hunters that the player sees.
pub fn camera(scene: &Scene, screen: &Screen, marks: &Marks) -> Option<Camera> {
    let areas = Areas::of(screen.buffer().area, screen.map_columns());
    let eyes = scene.eyes()?;
    let frame = frame(scene, &eyes, scene.reveals())?;
    let columns = screen.map_columns();
    let area = screen.map_area(areas.map);
    let following = |focus| Camera::following(focus, frame, area, columns);
    let camera = match marks.cursor {
        Some(cursor) => following(cursor),
        None => {
            let camera = following(eyes.at);
            toward_hunters(scene, &eyes, camera, following).unwrap_or(camera)
        }
    };
    Some(camera.with_own_cells(screen.scale().is_some()))
}

/// Returns a camera that also shows the nearest hunter in view that this camera does not, if there is one that shows both
/// and loses none.
fn toward_hunters(
    scene: &Scene,
    eyes: &PointOfView,
    camera: Camera,
    following: impl Fn(IVec2) -> Camera,
) -> Option<Camera> {
    let in_view = scene.in_view(eyes, false).into_iter();
    let hunters = in_view
        .filter(|it| it.kind == InViewKind::Enemy && it.state == Some(State::Hunting))
        .map(|it| it.at);
    let (shown, missing): (Vec<_>, Vec<_>) =
        hunters.partition(|it| camera.to_screen(*it).is_some());
    let far = |at: &IVec2| (*at - eyes.at).abs().max_element();
    let nearest = missing.into_iter().min_by_key(far)?;
    let turned = following(eyes.at + (nearest - eyes.at) / 2);
    let mut keep = shown.into_iter().chain([eyes.at, nearest]);
    keep.all(|it| turned.to_screen(it).is_some())
        .then_some(turned)
}

/// Returns the ground to keep in view: what the owner of these eyes knows or, if `whole` is set, the whole level.
pub(super) fn frame(scene: &Scene, eyes: &PointOfView, whole: bool) -> Option<Frame> {
    let map = scene.map.as_ref()?;
    let known = match whole {
        true => Rectangle::new(IVec2::ZERO, map.size()),
        false => known_ground(eyes),
    };
    let rank = |tile: Tile| {
        [Tile::STAIRS_UP, Tile::STAIRS_DOWN]
            .iter()
            .position(|it| *it == tile)
    };
    let stairs = eyes.memory.known_cells();
    let stairs = stairs.filter_map(|(at, it)| Some((rank(it.tile()?)?, at.y, at.x)));
    // Players arrive by stairs, so the anchor seldom changes on a level.
    let anchor = stairs.min().map_or(known.min, |(_, y, x)| IVec2::new(x, y));
    Some(Frame { known, anchor })
}

/// Returns the smallest rectangle that contains everything that the owner of these eyes knows of the level.
pub(super) fn known_ground(eyes: &PointOfView) -> Rectangle {
    let area = KnownMap::new(eyes.memory, [eyes.at]).area();
    area.expanded(-KnownMap::MARGIN)
}
