//! The text front end.

use std::fs;

use bevy::prelude::*;

use super::args::ShowArgs;
use super::error::CliError;
use super::options::Options;
use super::prepare::{prepare, recordings, saved, tell_notices};
use super::streams::{lines, print, say};
use super::tell;
use super::values::Frontend;
use crate::control::{KeyScript, ScriptError};
use crate::frontend::{CellSize, picture_of, text};
use crate::view::{DEFAULT_SIZE, DEFAULT_WIDE_SIZE, Display, Screen};

pub(super) fn as_text(
    mut options: Options,
    plugins: impl FnOnce(&mut App),
) -> Result<(), CliError> {
    // Here this is the size of cells in pictures, and not a setting for windows.
    let height = options.show.zoom.take().unwrap_or_default();
    let cell = CellSize::of_height(height.into());
    let show = &options.show;
    let mut app = text::app();
    plugins(&mut app);
    let mut display = app.world_mut().resource_mut::<Display>();
    display.colors = show.color_depth().unwrap_or_default();
    display.can_draw_lines = show.walls.is_some();
    let mut screen = app.world_mut().resource_mut::<Screen>();
    let usual = match show.wide {
        true => DEFAULT_WIDE_SIZE,
        false => DEFAULT_SIZE,
    };
    screen.set_wide(show.wide);
    screen.set_art(saves_picture(show));
    screen.resize(show.screen.unwrap_or(usual));
    let script = prepare(&mut app, &options)?;
    if cfg!(feature = "window") && show.frontend == Frontend::Auto {
        say("no display for a window; showing text instead");
    }
    let result = play_on(&mut app, &script, (show, cell));
    saved(&recordings(&app), result)
}

/// Plays until the keys run out.
fn play_on(
    app: &mut App,
    script: &KeyScript,
    (show, cell): (&ShowArgs, CellSize),
) -> Result<(), CliError> {
    let first = text::play(app, &KeyScript::default());
    // Print the notices, because they soon scroll out of the short message log.
    tell_notices(app.world_mut());
    let print_screen = |app: &App, text: &str| match show.ansi {
        true => print(&app.world().resource::<Screen>().ansi()),
        false => print(text),
    };
    if show.tell {
        return tell::play(app, show.reasons);
    }
    if show.reads_keys() {
        save(app, show, cell)?;
        print_screen(app, &first)?;
        for (line, number) in lines().zip(1..) {
            let bad = |why: String| CliError::bad_input(format!("--keys: line {number}: {why}"));
            let line = line.map_err(bad)?;
            let script: KeyScript = line
                .parse()
                .map_err(|error: ScriptError| bad(error.to_string()))?;
            let text = text::play(app, &script);
            save(app, show, cell)?;
            print_screen(app, &text)?;
            if app.should_exit().is_some() {
                break;
            }
        }
    } else {
        let text = text::play(app, script);
        if show.screenshot.is_none() {
            print_screen(app, &text)?;
        }
    }
    save(app, show, cell)
}

/// Returns whether to save a picture, and not only the text of the screen.
fn saves_picture(show: &ShowArgs) -> bool {
    let file = show.screenshot.as_ref();
    file.is_some_and(|it| it.extension().is_none_or(|it| it != "txt"))
}

/// Saves the screen, if the options ask for it: as text, and as the picture that a window with this many cells shows.
fn save(app: &App, show: &ShowArgs, cell: CellSize) -> Result<(), CliError> {
    let Some(file) = &show.screenshot else {
        return Ok(());
    };
    let screen = app.world().resource::<Screen>();
    let mut saved = fs::write(file.with_extension("txt"), screen.ansi());
    if saved.is_ok() && saves_picture(show) {
        saved = picture_of(screen, cell).save(&file.with_extension("png"));
    }
    saved.map_err(|error| {
        let name = file.display();
        CliError::bad_input(format!(
            "--screenshot {name}: cannot be written ({error}); accepted: a file in an existing folder"
        ))
    })
}
