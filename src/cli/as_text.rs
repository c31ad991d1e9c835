//! Playing as text.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::ending;
use super::error::CliError;
use super::prepare::prepare;
use super::streams::{lines, print, say};
use super::{Frontend, Keys, PlayOptions, Printing, tell};
use crate::control::{KeyScript, ScriptError};
use crate::frontend::text;
use crate::game::bestiary::Notice;
use crate::view::{DEFAULT_SIZE, DEFAULT_WIDE_SIZE, Display, Screen};

pub(super) fn as_text(
    options: PlayOptions,
    plugins: impl FnOnce(&mut App),
) -> Result<(), CliError> {
    let reads_keys = options.keys == Keys::Stdin;
    let wants_window = cfg!(feature = "window") && options.frontend == Frontend::Auto;
    let (printing, screenshot) = (options.printing, options.screenshot.clone());
    if let Some(file) = &screenshot
        && !is_text(file)
    {
        return Err(CliError::bad_input(format!(
            "--screenshot {}: only a window saves pictures; accepted with `--frontend text`: FILE.txt, text with colours",
            file.display()
        )));
    }
    let mut app = text::app();
    plugins(&mut app);
    let mut display = app.world_mut().resource_mut::<Display>();
    display.colors = printing.colors.unwrap_or_default();
    let mut screen = app.world_mut().resource_mut::<Screen>();
    let usual = if printing.wide {
        DEFAULT_WIDE_SIZE
    } else {
        DEFAULT_SIZE
    };
    screen.set_wide(printing.wide);
    screen.resize(printing.size.unwrap_or(usual));
    let script = prepare(&mut app, options)?;
    if wants_window {
        say("there is no display to open a window on, so here is the screen as text");
    }
    let result = play_on(&mut app, &script, printing, (reads_keys, screenshot));
    ending::saved(&ending::recordings(&app), result)
}

/// Plays until there are no more keys.
fn play_on(
    app: &mut App,
    script: &KeyScript,
    printing: Printing,
    (reads_keys, screenshot): (bool, Option<PathBuf>),
) -> Result<(), CliError> {
    let first = text::play(app, &KeyScript::default());
    // The log has room for little, and scrolls.
    let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
    notices.drain().for_each(|Notice(notice)| say(&notice));
    let shown = |app: &App, text: String| match printing.ansi {
        true => app.world().resource::<Screen>().ansi(),
        false => text,
    };
    if printing.tell {
        return tell::play(app);
    }
    if !reads_keys {
        let text = text::play(app, script);
        if let Some(file) = screenshot {
            return write_text(&file, &app.world().resource::<Screen>().ansi());
        }
        return print(&shown(app, text));
    }
    print(&shown(app, first))?;
    for (line, number) in lines().zip(1..) {
        let bad = |why: String| CliError::bad_input(format!("--keys: line {number}: {why}"));
        let line = line.map_err(bad)?;
        let script: KeyScript = line
            .parse()
            .map_err(|error: ScriptError| bad(error.to_string()))?;
        let text = text::play(app, &script);
        print(&shown(app, text))?;
        if app.should_exit().is_some() {
            break;
        }
    }
    match screenshot {
        Some(file) => write_text(&file, &app.world().resource::<Screen>().ansi()),
        None => Ok(()),
    }
}

/// Whether a picture in this file is text.
fn is_text(file: &Path) -> bool {
    file.extension().is_some_and(|it| it == "txt")
}

fn write_text(file: &Path, text: &str) -> Result<(), CliError> {
    fs::write(file, text).map_err(|error| {
        let name = file.display();
        CliError::bad_input(format!(
            "--screenshot {name}: {error}; accepted: a file that can be written"
        ))
    })
}
