//! The simulation plugin, and the order of a turn.

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

use super::being::TurnPart::*;
use super::being::TurnSystems::*;
use super::being::{Clock, Phase, Turn, is_others};
use super::{being, bestiary, deed, effect, level, mind, saved, sense, turn};
use crate::vision::{VisionPlugin, VisionSystems};

/// The plugin for the whole simulation. Send [`PlayerCommand`](super::PlayerCommand)s to it, and read its components and
/// [`GameEvent`](super::GameEvent)s.
///
/// [`begin_game`](super::begin_game) starts a game, and commands are carried out in [`Update`]. Add plugins with minds,
/// actions, builders or things after this plugin and before a game starts.
///
/// Each room of `game` has a plugin, which registers everything that belongs to the room. This plugin gathers these
/// plugins and sets the order of a turn.
pub struct SimulationPlugin;

impl Plugin for SimulationPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(VisionPlugin::in_schedule(Turn));
        order_turn(app);
        order_parts(app);
        app.add_plugins((
            saved::plugin,
            being::plugin,
            sense::plugin,
            mind::plugin,
            deed::plugin,
            bestiary::plugin,
            level::plugin,
            effect::plugin,
            turn::plugin,
        ));
    }
}

/// Sets the order of sensing, deciding and acting.
fn order_turn(app: &mut App) {
    let steps = (
        Begin,
        Sense,
        Notice,
        Consider,
        Decide,
        Command,
        Act,
        Witness,
        Settle,
        Shine,
        VisionSystems::MarkDirty,
    );
    let of_others = (Sense, Notice, Decide, Settle);
    app.configure_sets(Turn, steps.chain())
        .configure_sets(Turn, of_others.run_if(is_others))
        .configure_sets(
            Turn,
            Act.run_if(|clock: Res<Clock>| clock.phase != Phase::Look),
        )
        // Most systems have little to do, and nearly all of them run in a fixed order, so handing them to threads would
        // take longer than running them. Systems with heavy work split that work themselves.
        .edit_schedule(Turn, |turn| {
            turn.set_executor(SingleThreadedExecutor::new());
        });
}

/// Sets the order of the rooms' systems within the steps.
fn order_parts(app: &mut App) {
    let begin = (NoteMap, SyncOccupancy, Arrive, Heal, FindDue, SeeCracks);
    let consider = (WitnessOthers, TurnEffects);
    let act = (Resolve, Spring, ActEffects, ChangeLevel);
    let settle = (
        PassTurns,
        AirEffects,
        Ripen,
        BurnOut,
        FadeEffects,
        SpreadNoises,
    );
    let shine = (TendLights, LookAround);
    let last = (SeeGround, FeelAir);
    app.configure_sets(
        Turn,
        (
            begin.chain().in_set(Begin),
            consider.chain().in_set(Consider),
            act.chain().in_set(Act),
            settle.chain().in_set(Settle),
            shine.chain().in_set(Shine),
            last.chain().after(VisionSystems::Remember),
        ),
    );
}
