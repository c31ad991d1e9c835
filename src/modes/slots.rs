//! The list of saved games, to continue or to replay.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::list::{List, Menu, Picked};
use super::mode::{Input, Mode, Then};
use crate::files::printable;
use crate::journal::{End, JournalError, SavedGame};
use crate::view::{Scene, Screen};

/// What to do with the chosen game.
type Open = fn(PathBuf) -> Then;

/// A list of saved games, or a report of what is wrong with one of them.
pub(super) struct Slots {
    list: List,
    name: &'static str,
    title: &'static str,
    slots: Vec<SavedGame>,
    open: Open,
    /// What is wrong with the broken files.
    errors: Vec<String>,
}

impl Slots {
    pub(super) fn to_continue(slots: Vec<SavedGame>) -> Self {
        Self {
            list: List::default(),
            name: "continue",
            title: "Continue",
            slots,
            open: Then::Continue,
            errors: Vec::new(),
        }
    }

    /// Asks which game to replay. The errors of broken files are listed above the games.
    pub(super) fn to_watch(slots: Vec<SavedGame>, broken: &[String]) -> Self {
        const MOST: usize = 5;
        let mut errors: Vec<String> = broken.iter().take(MOST).cloned().collect();
        if broken.len() > MOST {
            errors.push(format!(
                "and {} more that cannot be played",
                broken.len() - MOST
            ));
        }
        Self {
            name: "watch a replay",
            title: "Watch a replay",
            open: Then::Watch,
            errors,
            ..Self::to_continue(slots)
        }
    }

    /// Shows why a game cannot be played or replayed.
    pub(super) fn broken(file: &Path, error: &JournalError) -> Self {
        let name = crate::files::printable(&file.display().to_string());
        Self {
            name: "error",
            title: "This game cannot be played",
            errors: vec![format!("{name}: {error}")],
            ..Self::to_continue(Vec::new())
        }
    }

    /// Returns a menu of the games, each with its file. The "Back" entry has no file.
    fn menu(&self) -> Menu<Option<PathBuf>> {
        let menu = Menu::new(self.title).head(&self.errors);
        let menu = self.slots.iter().fold(menu, |menu, slot| {
            let (name, value) = entry(slot);
            menu.setting(name, value, Some(slot.file.clone()))
        });
        menu.entry("Back", None)
    }
}

/// Returns a game's entry: its level and turn, its seed, and when it was last played.
fn entry(slot: &SavedGame) -> (String, String) {
    let end = match slot.end {
        Some(End::Died) => ", dead",
        Some(End::Won) => ", won",
        Some(End::Left) => ", abandoned",
        None => "",
    };
    let mods = match &slot.mods[..] {
        [] => String::new(),
        mods => format!(", with {}", printable(&mods.join(", "))),
    };
    let name = format!("Level {}, turn {}{end}{mods}", slot.depth, slot.turn);
    (name, format!("seed {}, {}", slot.seed, date(slot.played)))
}

/// Formats a Unix time as a year, month, day, hour and minute in UTC.
pub(super) fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = day_of(days);
    let (hour, minute) = (rest / 3600, rest % 3600 / 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// Returns the year, month and day of the date `days` days after 1 January 1970.
fn day_of(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (length, month) in months.into_iter().zip(1..) {
        if days < length {
            return (year, month, days + 1);
        }
        days -= length;
    }
    (year, 12, 31)
}

impl Mode for Slots {
    fn name(&self) -> &'static str {
        self.name
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        let menu = self.menu();
        match self.list.input(input, menu, world.resource()) {
            Picked::Entry(Some(file)) => (self.open)(file),
            Picked::Entry(None) | Picked::Closed => Then::Pop,
            Picked::Nothing | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        self.list.words(&self.menu())
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        self.list.draw(&self.menu(), &scene.palette, screen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unix_times_become_dates() {
        assert_eq!(date(0), "1970-01-01 00:00");
        assert_eq!(date(951_782_399), "2000-02-28 23:59");
        assert_eq!(date(951_782_400), "2000-02-29 00:00");
        assert_eq!(date(1_772_323_200), "2026-03-01 00:00");
        assert_eq!(date(4_107_542_399), "2100-02-28 23:59");
        assert_eq!(date(4_107_542_400), "2100-03-01 00:00");
    }
}
