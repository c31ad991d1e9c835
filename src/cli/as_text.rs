//! The text front end.

use std::fs;

use bevy::prelude::*;

use super::args::ShowArgs;
use super::error::CliError;
use super::options::Options;
use super::prepare::{prepare, recordings, saved, tell_notices};
use super::streams::{lines, print, say};
use super::tell;
use crate::control::{KeyScript, ScriptError};
use crate::files::printable;
use crate::frontend::{CellSize, picture_of, text};
use crate::tell::TellPlugin;
use crate::view::{DEFAULT_SIZE, DEFAULT_WIDE_SIZE, Display, Scale, Screen};

pub(super) fn as_text(
    mut options: Options,
    plugins: impl FnOnce(&mut App),
) -> Result<(), CliError> {
    // Here this is the size of cells in pictures, and not a setting for windows.
    let height = options.show.zoom.take().unwrap_or_default();
    let cell = CellSize::of_height(height.into());
    let map = options.show.map_zoom.take();
    let show = &options.show;
    let mut app = text::app();
    plugins(&mut app);
    if show.tell {
        app.add_plugins(TellPlugin);
    }
    let mut display = app.world_mut().resource_mut::<Display>();
    display.colors = show.color_depth().unwrap_or_default();
    display.can_draw_lines = show.walls.is_some();
    let mut screen = app.world_mut().resource_mut::<Screen>();
    let usual = match show.wide {
        true => DEFAULT_WIDE_SIZE,
        false => DEFAULT_SIZE,
    };
    screen.set_wide(show.wide);
    screen.set_art(show.saves_picture());
    screen.set_scale(map.filter(|_| show.saves_picture()).map(|map| Scale {
        text: cell.height(),
        map: CellSize::of_height(map.into()).height(),
    }));
    let size = show.screen.unwrap_or(usual);
    check_picture(show, size, cell)?;
    screen.resize(size);
    let script = prepare(&mut app, &options)?;
    if let Some(why) = &options.no_window {
        say(&match show.reads_keys() {
            true => format!("{why}; playing as text instead: type keys, then Enter"),
            false => format!("{why}; showing text instead"),
        });
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
        return tell::play(app, show);
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

/// The largest number of pixels in a picture. Each takes up three bytes of memory.
const MOST_PIXELS: u64 = 64_000_000;

/// Checks that the picture to save is not too large.
fn check_picture(show: &ShowArgs, size: UVec2, cell: CellSize) -> Result<(), CliError> {
    let pixels = size * cell.text();
    let count = u64::from(pixels.x) * u64::from(pixels.y);
    if show.saves_picture() && count > MOST_PIXELS {
        let most = MOST_PIXELS / 1_000_000;
        return Err(CliError::bad_input(format!(
            "--screenshot: a picture of {}x{} pixels is too large; accepted: at most {most} million pixels, \
             with a smaller --screen or --zoom",
            pixels.x, pixels.y
        )));
    }
    Ok(())
}

/// Saves the screen, if the options ask for it: as text, and as the picture that a window with this many cells shows.
fn save(app: &App, show: &ShowArgs, cell: CellSize) -> Result<(), CliError> {
    let Some(file) = &show.screenshot else {
        return Ok(());
    };
    let screen = app.world().resource::<Screen>();
    let mut saved = fs::write(file.with_extension("txt"), screen.ansi());
    if saved.is_ok() && show.saves_picture() {
        saved = picture_of(screen, cell).save(&file.with_extension("png"));
    }
    saved.map_err(|error| {
        let name = printable(&file.display().to_string());
        CliError::bad_input(format!(
            "--screenshot {name}: cannot be written ({error}); accepted: a file in an existing folder"
        ))
    })
}
