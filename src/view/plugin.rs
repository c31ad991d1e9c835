//! The plugin, and the order of its systems.

use bevy::prelude::*;

use super::{MessageLog, Palette, Screen, screen, words};

/// Draws the game into the [`Screen`] resource, once an update, in [`PostUpdate`].
pub struct ViewPlugin;

/// The steps of drawing.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewSystems {
    /// Turns events into words.
    Narrate,
    /// Draws the screen. A front end sets the size before and shows the screen after.
    Draw,
}

impl Plugin for ViewPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Palette>()
            .init_resource::<MessageLog>()
            .init_resource::<Screen>()
            .configure_sets(PostUpdate, (ViewSystems::Narrate, ViewSystems::Draw).chain())
            .add_systems(
                PostUpdate,
                (
                    words::narrate.in_set(ViewSystems::Narrate),
                    screen::draw_screen.in_set(ViewSystems::Draw),
                ),
            );
    }
}
