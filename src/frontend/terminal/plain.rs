//! Plain lines instead of a screen: what a screen reader follows. Nothing is ever drawn over, and no escape sequence is
//! sent.

use std::io::{self, Write};

use bevy::prelude::*;
use crossterm::event::{Event, KeyCode as Code, KeyEventKind, KeyModifiers};

use super::input::press;
use crate::control::{KeyQueue, KeyScript};
use crate::modes::Modes;
use crate::tell::{Answer, Details, Teller};

/// The key that begins a line of words.
const BEGINS_LINE: char = ':';

/// The longest line of words, in characters.
const LONGEST: usize = 200;

/// Tells the game in plain lines. A key acts at once. After `:`, a line of words can be typed.
pub(super) struct Plain {
    teller: Teller,
    /// The line that is being typed.
    line: Option<String>,
    /// Whether something may have happened since the last report.
    is_due: bool,
}

impl Plain {
    pub(super) fn new(details: Details) -> Self {
        Self {
            teller: Teller::new(details, false),
            line: None,
            is_due: true,
        }
    }

    /// Takes an event that is for the words: part of a typed line, or a key that asks a question. Returns whether it was
    /// one; the game gets all others.
    pub(super) fn take(&mut self, event: &Event, app: &mut App) -> io::Result<bool> {
        let Event::Key(key) = event else {
            return Ok(matches!(event, Event::Mouse(_)));
        };
        let is_special = key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if key.kind == KeyEventKind::Release || is_special {
            return Ok(false);
        }
        let Some(mut line) = self.line.take() else {
            let is_playing = app.world().resource::<Modes>().is_playing();
            if key.code == Code::Char(BEGINS_LINE) && is_playing {
                self.line = Some(String::new());
                write(": ")?;
                return Ok(true);
            }
            self.is_due = true;
            // A key is a line of its own, so that it can be a question, too.
            let press = press(*key).filter(|_| is_playing);
            return match press {
                Some(press) => self.obey(app, &press.name().to_string()).map(|()| true),
                None => Ok(false),
            };
        };
        match key.code {
            Code::Enter => {
                write("\r\n")?;
                self.is_due = true;
                return self.obey(app, &line).map(|()| true);
            }
            Code::Esc => return write("\r\n").map(|()| true),
            Code::Backspace if line.pop().is_some() => write("\u{8} \u{8}")?,
            Code::Char(letter) if line.chars().count() < LONGEST => {
                line.push(letter);
                write(&letter.to_string())?;
            }
            _ => {}
        }
        self.line = Some(line);
        Ok(true)
    }

    fn obey(&mut self, app: &mut App, line: &str) -> io::Result<()> {
        let type_keys = |app: &mut App, keys: &KeyScript| {
            keys.type_into(&mut app.world_mut().resource_mut::<KeyQueue>());
        };
        match self.teller.obey(app, line, type_keys) {
            Answer::Played => Ok(()),
            Answer::Said(lines) => {
                self.is_due = false;
                write_lines(&lines)
            }
            Answer::Refused(why) => {
                self.is_due = false;
                write_lines(&[crate::view::capitalized(&format!("{why}."))])
            }
        }
    }

    /// Tells what has happened, once no key waits and no journey goes on.
    pub(super) fn tell(&mut self, app: &mut App) -> io::Result<()> {
        if !std::mem::take(&mut self.is_due) {
            return Ok(());
        }
        write_lines(&self.teller.report(app.world_mut()))
    }
}

fn write_lines(lines: &[String]) -> io::Result<()> {
    let lines: String = lines.iter().map(|it| format!("{it}\r\n")).collect();
    write(&lines)
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
