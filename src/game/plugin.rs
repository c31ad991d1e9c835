//! The plugin, and the order of the turn.

use bevy::prelude::*;

use super::turn::{PendingAction, run_turns};
use super::{
    Clock, Game, GameEvent, Occupancy, PlayerCommand, Turn, TurnSystems, act, level, minds,
    occupancy, player,
};
use crate::vision::{VisionPlugin, VisionSystems};

/// The whole simulation: feed it [`PlayerCommand`]s, read its components and [`GameEvent`]s.
///
/// The level is entered at [`Startup`]; commands are carried out in [`Update`].
pub struct SimulationPlugin {
    /// The game to play.
    pub game: Game,
}

impl Plugin for SimulationPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(VisionPlugin::in_schedule(Turn))
            .insert_resource(self.game.clone())
            .init_resource::<Clock>()
            .init_resource::<Occupancy>()
            .init_resource::<PendingAction>()
            .add_message::<PlayerCommand>()
            .add_message::<GameEvent>()
            .configure_sets(
                Turn,
                (
                    TurnSystems::Decide,
                    TurnSystems::Act,
                    VisionSystems::MarkDirty,
                )
                    .chain(),
            )
            .configure_sets(
                Turn,
                (TurnSystems::Decide, TurnSystems::Act).run_if(|clock: Res<Clock>| clock.passing),
            )
            .add_systems(
                Turn,
                (
                    occupancy::sync_occupancy.before(TurnSystems::Decide),
                    act::resolve_intents.in_set(TurnSystems::Act),
                ),
            )
            .add_systems(Startup, level::start_first)
            .add_systems(Update, run_turns);
        player::plugin(app);
        minds::plugin(app);
    }
}
