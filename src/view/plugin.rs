//! The view's plugin and the order of its systems.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use ratatui::style::Color;

use super::deed_words::AllDeedWords;
use super::depth::ColorDepth;
use super::exposure::{find_exposure, keep_exposure, may_be_exposed};
use super::perceived::{follow_motion, perceive_motion};
use super::words::{self, KnownNames};
use super::wounds::{ReportedWound, warn_of_wounds};
use super::{
    Display, MessageLog, Motion, Onlooker, Palette, Screen, ShowsExposure, Title, Told, Wizard,
    wizard,
};
use crate::control::ControlSystems;
use crate::game::Exposure;

/// A plugin that turns events into words and provides the [`Screen`], on which modes draw once per update, in
/// [`PostUpdate`].
pub struct ViewPlugin;

/// The steps of drawing, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewSystems {
    /// Turns events into words.
    Narrate,
    /// Finds what moves in what the player perceives.
    Move,
    /// Draws the screen. A front end sets the size before this step.
    Draw,
    /// Reduces the screen's colours to the available ones. A front end shows the screen after this step.
    Reduce,
}

impl Plugin for ViewPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Palette>()
            .init_resource::<Display>()
            .init_resource::<MessageLog>()
            .init_resource::<Screen>()
            .init_resource::<Motion>()
            .init_resource::<Title>()
            .init_resource::<Wizard>()
            .init_resource::<Onlooker>()
            .init_resource::<ShowsExposure>()
            .init_resource::<Exposure>()
            .init_resource::<KnownNames>()
            .init_resource::<ReportedWound>()
            .init_resource::<AllDeedWords>()
            .add_message::<Told>()
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
                (
                    ViewSystems::Narrate,
                    ViewSystems::Move,
                    ViewSystems::Draw,
                    ViewSystems::Reduce,
                )
                    .chain(),
            )
            .add_systems(
                PostUpdate,
                (
                    (
                        words::learn_names,
                        words::answer_alarms,
                        words::narrate,
                        words::explain_stops,
                        warn_of_wounds,
                        words::pass_on_notices,
                        words::forget_names,
                    )
                        .chain()
                        .in_set(ViewSystems::Narrate),
                    find_exposure
                        .pipe(keep_exposure)
                        .run_if(may_be_exposed)
                        .before(ViewSystems::Draw),
                    wizard::explain
                        .after(ViewSystems::Narrate)
                        .before(ViewSystems::Draw),
                    perceive_motion
                        .pipe(follow_motion)
                        .in_set(ViewSystems::Move),
                    reduce.in_set(ViewSystems::Reduce),
                ),
            );
    }
}

/// Replaces the screen's colours with the nearest available ones.
fn reduce(
    display: Res<Display>,
    mut screen: ResMut<Screen>,
    mut known: Local<HashMap<Color, Color>>,
) {
    if display.colors != ColorDepth::Colors256 {
        return;
    }
    let mut nearest = |color| {
        *known
            .entry(color)
            .or_insert_with(|| display.colors.nearest(color))
    };
    for cell in &mut screen.buffer_mut().content {
        (cell.fg, cell.bg) = (nearest(cell.fg), nearest(cell.bg));
    }
}
