//! The verb `point`: which way the player has to go.

use bevy::prelude::*;

use super::ground::notice;
use crate::game::being::{Affect, Area, Incident, Player, Quest, Verb};
use crate::grid::Direction;
use crate::map::{Stairs, Tile, TileMap};

/// Tells the player in which direction the beacon lies, or what else is taken from a tile as a goal, or, on other levels, the
/// stairs down. Once all goals are met, these are the stairs up.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct PointWay;

impl Verb for PointWay {
    fn act(&self, world: &mut World, incident: &Incident) {
        if world.get::<Player>(incident.who).is_none() {
            return;
        }
        let wanted = match world.resource::<Quest>().is_done {
            true => Stairs::Up,
            false => Stairs::Down,
        };
        let leads_on = |tile: Tile| {
            let is_goal = tile.kind().taken.is_some_and(|it| it.is_goal);
            is_goal || tile.stairs() == Some(wanted)
        };
        let cells = world.resource::<TileMap>().iter();
        let goals = cells.filter(|(_, tile)| leads_on(*tile));
        let nearest = goals.min_by_key(|(at, _)| ((at - incident.at).length_squared(), at.y, at.x));
        let way = nearest.and_then(|(at, _)| Direction::towards(at - incident.at));
        notice(world, incident, Affect::Pointed(way));
    }

    /// Only the player needs to be told.
    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        world.get::<Player>(incident.who).is_none()
    }

    fn words(&self, _area: Area) -> Option<String> {
        Some("points the way to what you came for".to_owned())
    }
}
