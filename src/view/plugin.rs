//! The plugin, and the order of its systems.

use bevy::prelude::*;

use super::deed_words::AllDeedWords;
use super::words::{self, KnownNames, WoundTold};
use super::{Display, MessageLog, Palette, Screen, Title, Wizard, wizard};
use crate::control::ControlSystems;

/// Turns what happens into words, and holds the [`Screen`], into which screens draw once an update, in [`PostUpdate`].
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
            .init_resource::<Display>()
            .init_resource::<MessageLog>()
            .init_resource::<Screen>()
            .init_resource::<Title>()
            .init_resource::<Wizard>()
            .init_resource::<KnownNames>()
            .init_resource::<WoundTold>()
            .init_resource::<AllDeedWords>()
            .add_systems(
                PreUpdate,
                (
                    words::begin_batch
                        .after(ControlSystems::Ask)
                        .before(ControlSystems::Answer),
                    wizard::obey.after(ControlSystems::Answer),
                ),
            )
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
                        words::warn_of_wounds,
                        words::pass_on_notices,
                        words::forget_names,
                    )
                        .chain()
                        .in_set(ViewSystems::Narrate),
                    wizard::explain
                        .after(ViewSystems::Narrate)
                        .before(ViewSystems::Draw),
                ),
            );
    }
}
