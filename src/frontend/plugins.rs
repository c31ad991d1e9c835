//! The game as every front end runs it.

use bevy::prelude::*;

use crate::control::{ControlPlugin, KeyQueue, KeyScript, WizardMode};
use crate::game::{Game, SimulationPlugin};
use crate::view::ViewPlugin;

/// Simulation, controls and view together. Needs Bevy's `TaskPoolPlugin`, `TimePlugin` and
/// `InputPlugin`, all of which `DefaultPlugins` holds.
pub struct GamePlugins {
    /// The game to play.
    pub game: Game,
    /// Keys that are typed before any other.
    pub keys: KeyScript,
    /// Whether a wizard plays from the first moment on.
    pub wizard: bool,
}

impl Plugin for GamePlugins {
    fn build(&self, app: &mut App) {
        let game = self.game.clone();
        app.add_plugins((SimulationPlugin { game }, ControlPlugin, ViewPlugin));
        app.world_mut().resource_mut::<WizardMode>().is_on = self.wizard;
        self.keys
            .type_into(&mut app.world_mut().resource_mut::<KeyQueue>());
    }
}
