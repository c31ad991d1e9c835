//! Records what the player has done and heard since the last report, which may be many turns on a journey.

use bevy::prelude::*;

use super::ids::{self, Ids};
use crate::explorer::{Alarm, NoStep, Stopped};
use crate::game::{Clock, Happening, Perceived};
use crate::grid::Direction;
use crate::view::{Told, ViewSystems};

/// What the player has done and heard since the last report.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Doings {
    /// The number of steps.
    pub(super) steps: u32,
    /// The cells on which the player stood, in order.
    pub(super) path: Vec<IVec2>,
    /// The sounds from out of view, oldest first: the bearing and the words of the log.
    pub(super) sounds: Vec<(Direction, String)>,
    /// The creatures whose deaths the player has seen.
    pub(super) died: Vec<Entity>,
    /// Why the last journey ended.
    pub(super) stopped: Option<&'static str>,
}

impl Doings {
    /// The most sounds that are kept.
    const MOST: usize = 50;
}

/// A plugin that records what a [`Teller`](super::Teller) tells.
pub struct TellPlugin;

impl Plugin for TellPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Doings>()
            .init_resource::<Ids>()
            .add_systems(
                PostUpdate,
                (follow, ids::follow.run_if(resource_changed::<Clock>)).after(ViewSystems::Narrate),
            );
    }
}

fn follow(
    mut told: MessageReader<Told>,
    mut stops: MessageReader<Stopped>,
    mut doings: ResMut<Doings>,
) {
    for it in told.read() {
        let is_step = it.is_own && matches!(it.event.what, Happening::Stepped { .. });
        if is_step {
            doings.steps += 1;
            doings.path.push(it.from);
        }
        let is_death = matches!(it.event.what, Happening::Died { .. });
        if is_death && matches!(it.how, Perceived::Seen { actor: true, .. }) {
            doings.died.push(it.event.actor);
        }
        if let Perceived::Heard { from } = it.how
            && doings.sounds.len() < Doings::MOST
        {
            doings.sounds.push((from, it.words.clone()));
        }
    }
    if let Some(stop) = stops.read().last() {
        doings.stopped = Some(why(stop));
    }
}

/// Returns why a journey ended, in a few words that do not change.
fn why(stop: &Stopped) -> &'static str {
    match stop {
        Stopped::Alarmed(alarm) => match alarm {
            Alarm::CameIntoView(_) => "an enemy came into view",
            Alarm::Hunts(_) => "an enemy began to hunt you",
            Alarm::Notices => "an enemy looked up",
            Alarm::Nears(_) => "a hunter came nearer",
            Alarm::Hurt => "you were hurt",
            Alarm::Attacked => "you were attacked",
            Alarm::Struck => "you struck",
            Alarm::Blinded => "you were blinded",
            Alarm::FogComes => "fog comes",
            Alarm::Enveloped => "fog or smoke closed around you",
            Alarm::Oil => "oil runs low",
            Alarm::Found(_) => "you found something",
        },
        Stopped::Struck { .. } => "you struck",
        Stopped::NoStep { why, .. } => match why {
            NoStep::Done => "done",
            NoStep::PackFull => "the pack is full",
            NoStep::Blocked => "a creature blocks the only way",
            NoStep::NearSleeper => "only ground near a sleeper is left",
            NoStep::Beacon => "only the goal is left",
            NoStep::Hunted | NoStep::Beset => "an enemy hunts you",
            NoStep::Blind => "you are blind",
            NoStep::Fog => "fog is in the way",
            NoStep::Closed(_) => "something closes the way for a while",
            NoStep::Hindered => "something is in the way",
            NoStep::NoWay => "you know no way",
        },
    }
}
