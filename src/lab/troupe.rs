//! An app in which one scene is played after another.

use bevy::prelude::*;

use super::jobs::finish;
use super::stage::MakeApp;
use crate::control::WizardMode;
use crate::modes::Settings;
use crate::view::ShowsExposure;

/// Plays scenes, one after another, in one app, as a player plays one game after another. Building an app takes longer
/// than most scenes do.
pub(super) struct Troupe<'a> {
    make: &'a MakeApp<'a>,
    jobs: u32,
    app: Option<App>,
    /// The settings with which the app began.
    settings: Settings,
}

impl<'a> Troupe<'a> {
    /// Returns one of `jobs` troupes that play at the same time.
    pub(super) fn new(make: &'a MakeApp<'a>, jobs: u32) -> Self {
        Self {
            make,
            jobs,
            app: None,
            settings: default(),
        }
    }

    /// Returns the app for the next game, in which nothing is left of what the player chose in an earlier one.
    pub(super) fn app(&mut self) -> &mut App {
        let is_as_before = |app: &App| {
            let world = app.world();
            app.should_exit().is_none()
                && *world.resource::<Settings>() == self.settings
                && !world.resource::<WizardMode>().is_on
        };
        let mut app = self.app.take().filter(is_as_before).unwrap_or_else(|| {
            let mut app = (self.make)();
            finish(&mut app, self.jobs);
            self.settings = app.world().resource::<Settings>().clone();
            app
        });
        app.insert_resource(ShowsExposure::default());
        self.app.insert(app)
    }
}
