//! `--tell`: the game in words, for screen readers and for anyone who plays over a line of text, and as JSON lines for
//! programs.

use bevy::prelude::*;

use super::args::ShowArgs;
use super::error::CliError;
use super::streams::{lines, print_more};
use crate::control::KeyScript;
use crate::frontend::text;
use crate::tell::{Answer, Details, Teller};
use crate::view::Screen;

/// Reads lines of words, and prints what comes of each.
pub(super) fn play(app: &mut App, show: &ShowArgs) -> Result<(), CliError> {
    // Nobody looks at the screen.
    app.world_mut().resource_mut::<Screen>().set_drawn(false);
    let mut teller = Teller::new(Details::all(show.detail.unwrap_or_default()), show.reasons);
    let tell = |app: &mut App, teller: &mut Teller, answer: &Answer| {
        let world = app.world_mut();
        print_more(&match show.json {
            true => teller.view(world, answer).line(),
            false => words(teller, world, answer),
        })
    };
    if !tell(app, &mut teller, &Answer::Played)? {
        return Ok(());
    }
    for (line, number) in lines().zip(1..) {
        let line =
            line.map_err(|why| CliError::bad_input(format!("--tell: line {number}: {why}")))?;
        let answer = teller.obey(app, &line, play_keys);
        if !tell(app, &mut teller, &answer)? || app.should_exit().is_some() {
            break;
        }
    }
    Ok(())
}

fn play_keys(app: &mut App, keys: &KeyScript) {
    text::play_watched(app, keys, |_| true);
}

/// Returns the answer or the report, one sentence per line, followed by a blank line.
fn words(teller: &mut Teller, world: &mut World, answer: &Answer) -> String {
    let lines = match answer {
        Answer::Played => teller.report(world),
        Answer::Said(lines) => lines.clone(),
        Answer::Refused(why) => vec![crate::view::capitalized(&format!("{why}."))],
    };
    let lines = lines.into_iter().chain([String::new()]);
    lines.map(|it| format!("{it}\n")).collect()
}
