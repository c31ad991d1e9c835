//! The list of saved games, to continue or to replay.

use bevy::prelude::*;

use super::list::{List, Picked, Shown};
use super::mode::{Input, Mode, Then};
use super::page::{centred, draw_box};
use crate::control::{Control, Mouse};
use crate::journal::{End, JournalError, Slot};
use crate::view::{Scene, Screen};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use std::path::Path;

/// A list of saved games, or what is wrong with one.
pub(super) struct Slots {
    list: List,
    slots: Vec<Slot>,
    watches: bool,
    /// The errors of files that are not in the list.
    head: Vec<String>,
    error: Option<String>,
}

impl Slots {
    /// Asks which game to continue.
    pub(super) fn to_continue(slots: Vec<Slot>) -> Self {
        Self {
            list: List::default(),
            slots,
            watches: false,
            head: Vec::new(),
            error: None,
        }
    }

    /// Asks which game to replay. The errors of broken files are listed above the games.
    pub(super) fn to_watch(slots: Vec<Slot>, broken: &[String]) -> Self {
        const MOST: usize = 5;
        const COLUMNS: usize = 66;
        let shown = broken.iter().take(MOST);
        let mut head: Vec<String> = shown
            .flat_map(|it| textwrap::wrap(it, COLUMNS))
            .map(|it| it.into_owned())
            .collect();
        if broken.len() > MOST {
            head.push(format!(
                "and {} more that cannot be played",
                broken.len() - MOST
            ));
        }
        Self {
            watches: true,
            head,
            ..Self::to_continue(slots)
        }
    }

    /// Shows why a game cannot be played or replayed.
    pub(super) fn broken(file: &Path, error: &JournalError) -> Self {
        let name = crate::files::printable(&file.display().to_string());
        Self {
            error: Some(format!("{name}: {error}")),
            ..Self::to_continue(Vec::new())
        }
    }

    fn with_list<T>(&self, act: impl FnOnce(&Shown) -> T) -> T {
        let entries: Vec<(String, String)> = self.slots.iter().map(entry).collect();
        let title = if self.watches {
            "Watch a replay"
        } else {
            "Continue"
        };
        act(&Shown {
            title,
            head: &self.head,
            entries: &entries,
        })
    }

    /// Returns the error, wrapped to `columns`.
    fn error_lines(&self, columns: usize) -> Vec<String> {
        let error = self.error.iter();
        let wrapped = error.flat_map(|it| textwrap::wrap(it, columns.max(1)));
        wrapped.map(|it| it.into_owned()).collect()
    }
}

/// Returns the entry of a game: how far it is, its seed, and when it was last played.
fn entry(slot: &Slot) -> (String, String) {
    let end = match slot.end {
        Some(End::Died) => ", dead",
        Some(End::Won) => ", won",
        Some(End::Left) => ", abandoned",
        None => "",
    };
    let name = format!("Level {}, turn {}{end}", slot.depth, slot.turn);
    (name, format!("seed {}, {}", slot.seed, date(slot.played)))
}

/// Returns a Unix time as year, month, day, hour and minute in UTC.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = day_of(days);
    let (hour, minute) = (rest / 3600, rest % 3600 / 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// Returns year, month and day of the date `days` days after 1 January 1970.
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
        "continue"
    }

    fn input(&mut self, input: Input, world: &mut World) -> Then {
        if self.error.is_some() {
            let closes = matches!(
                input,
                Input::Asked(Control::Close | Control::Confirm)
                    | Input::Mouse(Mouse::Click(_) | Mouse::Right(_))
            );
            return if closes { Then::Pop } else { Then::Stay };
        }
        let mut list = self.list.clone();
        let picked = self.with_list(|shown| list.input(input, shown, world.resource()));
        self.list = list;
        match picked {
            Picked::Entry(entry) => match self.slots.get(entry) {
                Some(slot) if self.watches => Then::Watch(slot.file.clone()),
                Some(slot) => Then::Continue(slot.file.clone()),
                None => Then::Pop,
            },
            Picked::Closed => Then::Pop,
            Picked::Nothing | Picked::Change(..) => Then::Stay,
        }
    }

    fn words(&self, _: &Scene, _: &World) -> Vec<String> {
        match &self.error {
            Some(error) => vec!["This game cannot be played.".to_owned(), error.clone()],
            None => self.with_list(|shown| self.list.words(shown)),
        }
    }

    fn draw(&self, scene: &Scene, _: &World, screen: &mut Screen) {
        if self.error.is_none() {
            self.with_list(|shown| self.list.draw(shown, &scene.palette, screen));
            return;
        }
        let palette = &scene.palette;
        let buffer = screen.buffer_mut();
        let columns = buffer.area.width.saturating_sub(4).min(70);
        let lines = self.error_lines(columns.into());
        let area = centred(buffer.area, columns, lines.len() as u16);
        let inside = draw_box(palette, "This game cannot be played", area, buffer);
        let style = Style::new().fg(palette.text());
        let lines: Vec<Line> = lines
            .into_iter()
            .map(|it| Line::styled(it, style))
            .collect();
        Paragraph::new(lines).render(inside, buffer);
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
