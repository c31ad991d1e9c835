//! An app in which one scene is played after another.

use bevy::prelude::*;

use super::jobs::finish;
use super::stage::MakeApp;
use crate::control::WizardMode;
use crate::modes::Settings;

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
        let app = self.app.take().filter(is_as_before).unwrap_or_else(|| {
            let mut app = (self.make)();
            finish(&mut app, self.jobs);
            self.settings = app.world().resource::<Settings>().clone();
            app
        });
        self.app.insert(app)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::scene::{Props, SceneFile};
    use super::super::stage::Stage;
    use super::*;
    use crate::frontend::text;
    use crate::game::fingerprint;
    use crate::view::{MessageLog, Screen};

    const MAP: &str = "##########\n#@....+..#\n#.....#.g#\n##########\n";

    /// Keys that leave something behind: a screen that is open, a journey, marks, another gait, wizard mode, a setting.
    const KEYS: [&str; 15] = [
        "V",
        "r",
        "o",
        "L",
        "x",
        "?",
        "m",
        "i",
        "_",
        "3",
        "<Escape>",
        "<F2>",
        "<F3>",
        "<F2><F3><F4>",
        "Qy",
    ];

    fn scene(below: &str) -> SceneFile {
        let text = format!("{MAP}{below}\n");
        SceneFile::parse("a scene", &text, Path::new("."), &Props::default()).unwrap()
    }

    /// Plays a scene, and returns the world, the log and the screen at its end.
    fn end(scene: &SceneFile, app: &mut App) -> (u64, Vec<String>, String) {
        let mut stage = Stage::new(scene, app, 1, None).unwrap();
        // Keys may leave the game, which is a mistake in a scene.
        let _ = stage.play();
        app.update();
        let world = app.world_mut();
        let log = world.resource::<MessageLog>().last(100).collect();
        let screen = world.resource::<Screen>().ansi();
        (fingerprint(world), log, screen)
    }

    #[test]
    fn a_scene_is_the_same_after_any_other_as_in_an_app_of_its_own() {
        let plain = scene("do: east wait 2\nnow: screen shows \"@\"");
        let make = text::app;
        let alone = end(&plain, Troupe::new(&make, 1).app());
        let mut troupe = Troupe::new(&make, 1);
        // One of the entries of the menu are the options, and the first of these is the palette.
        let entries = (0..9).map(|it| format!("<Escape>{}<Enter><Right>", "<Down>".repeat(it)));
        for keys in KEYS.map(str::to_owned).into_iter().chain(entries) {
            for light in ["dark", "day", "off"] {
                let other = scene(&format!(
                    "light: {light}\nkeys: {keys:?}\nnow: screen shows \"@\""
                ));
                end(&other, troupe.app());
                let after = end(&plain, troupe.app());
                assert!(after == alone, "{keys}, {light}: {after:?} {alone:?}");
            }
        }
    }
}
