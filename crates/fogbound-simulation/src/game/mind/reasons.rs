//! Recording the reasons for decisions: which minds were asked, and which one decided.
//!
//! A system after each mind looks at the intents, so minds need not record anything themselves. These systems are added
//! by the first call of [`record_reasons`], so they cost nothing otherwise.

use std::mem;

use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::ScheduleSystem;
use bevy::prelude::*;
use bevy::reflect::TypePath;

use crate::game::being::{
    Action, Actor, Awareness, Clock, Due, Intent, Reason, Reasons, Senses, Turn, TurnSystems,
};
use crate::vision::{LightMap, Position};

/// Creates the system that watches one mind.
type Recorder = Box<dyn Fn() -> ScheduleConfigs<ScheduleSystem> + Send + Sync>;

/// The systems that [`record_reasons`] adds.
#[derive(Resource, Default)]
struct Recorders(Vec<Recorder>);

/// Records the reasons for all decisions from now on, in [`Reasons`]. The game itself does not change. Must not be
/// called during a turn.
pub fn record_reasons(world: &mut World) {
    if world.contains_resource::<Reasons>() {
        return;
    }
    world.init_resource::<Reasons>();
    let recorders = mem::take(&mut *world.get_resource_or_init::<Recorders>());
    let mut schedules = world.resource_mut::<Schedules>();
    for recorder in recorders.0 {
        schedules.add_systems(Turn, recorder());
    }
    let conclude = conclude.after(TurnSystems::Decide);
    schedules.add_systems(Turn, conclude.before(TurnSystems::Command));
}

/// Adds the system that watches a mind. If reasons are not recorded yet, [`record_reasons`] adds it later.
pub(super) fn add_recorder(app: &mut App, recorder: Recorder) {
    if app.world().contains_resource::<Reasons>() {
        app.add_systems(Turn, recorder());
        return;
    }
    let mut recorders = app.world_mut().get_resource_or_init::<Recorders>();
    recorders.0.push(recorder);
}

/// Records that the mind `T` has been asked, for each creature that has this mind and has to decide.
pub(super) fn record<T: Component + TypePath>(
    due: Res<Due>,
    mut reasons: ResMut<Reasons>,
    creatures: Query<(&Actor, &Intent), With<T>>,
) {
    for (actor, intent) in creatures.iter_many_unique(due.all()) {
        reasons.ask(actor.id, T::short_type_path(), intent.0.is_some());
    }
}

type Creature = (
    Entity,
    &'static Actor,
    &'static Position,
    &'static Awareness,
    &'static Senses,
    &'static Intent,
);

/// Records the decisions, before what the creatures heard is forgotten.
fn conclude(
    (clock, due, light): (Res<Clock>, Res<Due>, Res<LightMap>),
    mut reasons: ResMut<Reasons>,
    creatures: Query<Creature>,
) {
    for (who, actor, position, awareness, senses, intent) in creatures.iter_many_unique(due.all()) {
        if !due.is_due(actor) {
            continue;
        }
        let reason = Reason {
            number: 0,
            tick: clock.tick,
            who,
            awareness: *awareness,
            cause: None,
            enemies: senses.enemies.clone(),
            light: light.is_lit_world().then(|| light.level(position.0)),
            asked: Vec::new(),
            is_decided: false,
            action: intent.0.unwrap_or(Action::WAIT),
        };
        reasons.conclude(actor.id, reason);
    }
}
