//! The plugin, and the order of its systems.

use bevy::prelude::*;

use super::deed_words::AllDeedWords;
use super::words::{self, KnownNames};
use super::{MessageLog, Palette, Screen, Title, Wizard, draw, wizard};
use crate::control::ControlSystems;
use crate::explorer::Stopped;

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
            .init_resource::<Title>()
            .init_resource::<Wizard>()
            .init_resource::<KnownNames>()
            .init_resource::<AllDeedWords>()
            .add_message::<Stopped>()
            .add_systems(PreUpdate, wizard::obey.after(ControlSystems::Command))
            .configure_sets(
                PostUpdate,
                (ViewSystems::Narrate, ViewSystems::Draw).chain(),
            )
            .add_systems(
                PostUpdate,
                (
                    (
                        words::learn_names,
                        words::narrate,
                        words::tell_stops,
                        words::pass_on_notices,
                        words::forget_names,
                    )
                        .chain()
                        .in_set(ViewSystems::Narrate),
                    (wizard::explain, draw::draw_screen)
                        .chain()
                        .in_set(ViewSystems::Draw),
                ),
            );
    }
}
