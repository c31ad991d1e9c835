//! The game as every front end runs it.

use bevy::prelude::*;

use crate::control::ControlPlugin;
use crate::game::SimulationPlugin;
use crate::view::ViewPlugin;

/// Simulation, controls and view together. Needs Bevy's `TaskPoolPlugin`, `TimePlugin` and
/// `InputPlugin`, all of which `DefaultPlugins` holds; and, before it starts, the resource
/// [`Game`](crate::game::Game).
///
/// Plugins of your own come after this one.
pub struct GamePlugins;

impl Plugin for GamePlugins {
    fn build(&self, app: &mut App) {
        app.add_plugins((SimulationPlugin, ControlPlugin, ViewPlugin));
    }
}
