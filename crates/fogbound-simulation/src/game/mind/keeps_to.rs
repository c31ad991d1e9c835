//! Keeping to a tile, such as to water.

use bevy::prelude::*;

use super::deciding::{Deciding, Mindful};
use super::flee::Flees;
use super::fog::{BoundToFog, way_within};
use super::register::RegisterMind;
use super::urge::Urge;
use super::wander::rest;
use crate::files::data::NameOf;
use crate::game::being::{Turn, TurnSystems};
use crate::map::Tile;

/// A creature that does not step off a tile, such as a fish that stays in the water. It can be pushed off, and then goes
/// back.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct KeepsTo {
    /// The name of the tile, or its last words.
    #[reflect(@NameOf::Tiles)]
    pub tile: String,
}

impl Default for KeepsTo {
    fn default() -> Self {
        let tile = "foliage".to_owned();
        Self { tile }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.register_mind::<KeepsTo>().add_systems(
        Turn,
        keep_to_tile
            .in_set(TurnSystems::Decide)
            .after(Urge::Idle)
            .after(rest)
            .run_if(any_with_component::<KeepsTo>),
    );
}

/// Keeps creatures from stepping off their tile, whatever their other minds have chosen.
fn keep_to_tile(
    deciding: Deciding,
    mut bound: Query<(Mindful, &KeepsTo, Option<&Flees>), Without<BoundToFog>>,
) {
    for (mut creature, keeps, flees) in bound.iter_many_unique_mut(deciding.due()) {
        let memory = creature.memory;
        let holds = |cell: IVec2| {
            let tile = memory.tile(cell);
            tile.is_some_and(|tile: Tile| tile.is_called(&keeps.tile))
        };
        if let Some(action) = way_within(&deciding, &creature, flees, holds) {
            creature.intend(action);
        }
    }
}
