//! Trails, and following them.

use std::collections::BTreeMap;

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful, MindfulItem};
use super::errand::Errand;
use super::urge::Urge;
use crate::files::data::NameOf;
use crate::game::being::{
    Action, Actor, Clock, Faction, State, TICKS_PER_TURN, Turn, TurnSystems, Within, is_others,
};
use crate::game::saved::{Of, SaveResource};
use crate::map::TileMap;
use crate::path::Ways;
use crate::vision::Position;

/// How old a trail can be, in turns.
const OLDEST: u64 = 1_000;

/// A creature that follows the trails of its enemies by scent while it sees none. It smells only what is near, and goes to
/// where the scent is fresher, so it comes the way that the enemy went.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
#[require(Errand)]
pub struct Tracks {
    /// How old a trail can be, in turns.
    #[reflect(@Within::new(1, OLDEST as i64))]
    pub age: u32,
    /// How far away the creature smells a trail, in cells on foot.
    #[reflect(@Within::new(1, 8))]
    pub nose: u32,
    /// The tile on which no trail can be smelt.
    #[reflect(@NameOf::Tiles)]
    pub stops: String,
}

impl Default for Tracks {
    fn default() -> Self {
        Self {
            age: 50,
            nose: 1,
            stops: "water".to_owned(),
        }
    }
}

/// The trails on the current level: for each cell, when someone of each side was last there. Nothing is noted while no
/// creature of the game [tracks](Tracks).
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trails(BTreeMap<(i32, i32), Vec<(Faction, u64)>>);

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Tracks, _>(Urge::Duty, track)
        .save_resource::<Trails>(Of::Level)
        .add_systems(
            Turn,
            lay_trails.run_if(is_others).in_set(TurnSystems::Witness),
        );
}

/// Notes where everyone is.
fn lay_trails(
    noses: Query<(), (With<Tracks>, Allow<Disabled>)>,
    walkers: Query<(&Faction, &Position), With<Actor>>,
    clock: Res<Clock>,
    mut trails: ResMut<Trails>,
) {
    if noses.is_empty() {
        return;
    }
    let oldest = clock.tick.saturating_sub(OLDEST * TICKS_PER_TURN);
    for (side, position) in &walkers {
        let here = trails.0.entry((position.0.y, position.0.x)).or_default();
        here.retain(|(other, tick)| other != side && *tick >= oldest);
        here.push((*side, clock.tick));
        here.sort_unstable_by_key(|(side, _)| side.0);
    }
    if clock.tick.is_multiple_of(50 * TICKS_PER_TURN) {
        let is_fresh = |steps: &mut Vec<(Faction, u64)>| {
            steps.retain(|(_, tick)| *tick >= oldest);
            !steps.is_empty()
        };
        trails.0.retain(|_, steps| is_fresh(steps));
    }
}

impl Trails {
    fn last_enemy(&self, side: Faction, cell: IVec2) -> Option<u64> {
        let steps = self.0.get(&(cell.y, cell.x))?.iter();
        let enemies = steps.filter(|(other, _)| side.is_hostile_to(*other));
        enemies.map(|(_, tick)| *tick).max()
    }
}

fn track(
    deciding: Deciding,
    (trails, map): (Res<Trails>, Res<TileMap>),
    mut trackers: Query<(Mindful, &mut Errand, &Tracks, &Faction)>,
) {
    for (mut creature, mut errand, tracks, side) in trackers.iter_many_unique_mut(deciding.due()) {
        let is_alert = creature.awareness.state() == State::Noticing;
        let sees_enemy = !creature.senses.enemies.is_empty();
        if is_alert || sees_enemy || !deciding.asks(&creature) {
            continue;
        }
        let oldest = deciding
            .now()
            .saturating_sub(u64::from(tracks.age) * TICKS_PER_TURN);
        let scent = |cell: IVec2| {
            let is_covered = map.tile(cell).is_called(&tracks.stops);
            let tick = trails.last_enemy(*side, cell).filter(|_| !is_covered);
            tick.filter(|it| *it >= oldest)
        };
        let Some(goal) = freshest(&creature, tracks.nose, scent) else {
            continue;
        };
        let step = match creature.way_to(goal) {
            Some(way) => Some(Action::step(way)),
            None => errand.step_towards(&deciding, &creature, goal),
        };
        if let Some(step) = step {
            creature.intend(step);
        }
    }
}

/// Returns the cell near a creature where the scent is freshest, if it is fresher than where the creature stands.
fn freshest(
    creature: &MindfulItem,
    nose: u32,
    scent: impl Fn(IVec2) -> Option<u64>,
) -> Option<IVec2> {
    let here = creature.position.0;
    let ways = Ways::within(here, nose, |cell| creature.cost(cell));
    let mut near: Vec<(IVec2, u32)> = ways.reached().to_vec();
    near.retain(|(cell, _)| *cell != here);
    near.sort_unstable_by_key(|(cell, far)| (*far, cell.y, cell.x));
    let smelt = near
        .into_iter()
        .filter_map(|(cell, _)| Some((scent(cell)?, cell)));
    // Of equally fresh cells, the nearest counts.
    let freshest = smelt.reduce(|best, it| if it.0 > best.0 { it } else { best })?;
    let is_fresher = scent(here).is_none_or(|own| freshest.0 > own);
    is_fresher.then_some(freshest.1)
}
