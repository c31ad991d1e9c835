//! Lighting flames that have gone out.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful, MindfulItem};
use super::errand::Errand;
use super::guard::Guards;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, State, TICKS_PER_TURN, Within};
use crate::map::{Tile, TileMap};

/// A creature looks for cold flames on one turn out of this many.
const LOOKS: u64 = 4;

/// A creature that lights the cold braziers and wall torches that it knows, unless it is hunting.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
// Check values contain this path, so it must stay as it was in the games that players have saved.
#[type_path = "fogbound_simulation::game::being::traits"]
pub struct LightsFlames {
    /// How far away a flame may be, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(0, 30))]
    pub within: u32,
}

impl Default for LightsFlames {
    fn default() -> Self {
        Self { within: 8 }
    }
}

type Lighter = (
    &'static LightsFlames,
    Mindful,
    &'static mut Errand,
    Option<&'static Guards>,
);

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<LightsFlames, _>(Urge::Duty, light)
        .mind_needs::<LightsFlames>(&[Need::Sight, Need::Field("within")])
        .register_required_components::<LightsFlames, Errand>();
}

/// Makes creatures that are not hunting walk to cold braziers and torches and light them. A guard stays near its post.
fn light(deciding: Deciding, map: Res<TileMap>, mut lighters: Query<Lighter>) {
    if map.cold_flames().next().is_none() {
        return;
    }
    for (lights, mut creature, mut errand, guard) in lighters.iter_many_unique_mut(deciding.due()) {
        let state = creature.awareness.state();
        let has_time = matches!(state, State::Unaware | State::Searching);
        if !has_time || !deciding.asks(&creature) {
            continue;
        }
        let suits =
            |cell: IVec2| is_cold(&creature, cell) && guard.is_none_or(|it| it.covers(cell));
        let goal = errand.goal().filter(|&it| suits(it));
        let turn = deciding.now() / TICKS_PER_TURN + u64::from(creature.actor.id.0);
        let flame = match goal {
            None if turn.is_multiple_of(LOOKS) => {
                let far = i32::try_from(lights.within).unwrap_or(i32::MAX);
                let cold = map.cold_flames();
                let near = cold.filter(|&it| creature.distance_to(it) <= far && suits(it));
                let here = creature.position.0;
                near.min_by_key(|it| ((it - here).length_squared(), it.y, it.x))
            }
            goal => goal,
        };
        let Some(flame) = flame else {
            continue;
        };
        if let Some(way) = creature.way_to(flame) {
            creature.intend(Action::tend(way));
            continue;
        }
        if goal != Some(flame) {
            errand.set_out(&deciding, &creature, flame);
        }
        if let Some(step) = errand.next_step(&deciding, &creature) {
            creature.intend(step);
        }
    }
}

/// Returns whether the creature knows of a flame on `cell` that has gone out.
fn is_cold(creature: &MindfulItem, cell: IVec2) -> bool {
    let tile = creature.memory.tile(cell);
    tile.is_some_and(Tile::is_cold_flame)
}
