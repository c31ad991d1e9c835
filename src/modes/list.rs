//! A list with one chosen entry. Every menu is one.

use bevy::math::UVec2;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::mode::Input;
use super::page::{centred, draw_box};
use crate::control::{Control, Mouse};
use crate::grid::Direction;
use crate::view::{Palette, Screen};

/// A list, as the number of its chosen entry.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    chosen: usize,
}

/// The answer of a list to an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    /// Nothing is picked, though another entry may be chosen now.
    Nothing,
    /// This entry is picked.
    Entry(usize),
    /// The value of this entry changes to the next (1) or the previous (-1).
    Change(usize, i32),
    /// The list closes.
    Closed,
}

/// What a list shows.
pub(super) struct Shown<'a> {
    /// The title.
    pub(super) title: &'a str,
    /// Lines above the entries, already wrapped.
    pub(super) head: &'a [String],
    /// The entries: name and value. A value may be empty.
    pub(super) entries: &'a [(String, String)],
}

impl Shown<'_> {
    fn columns(&self) -> (usize, usize) {
        let length = |it: &String| it.chars().count();
        let longest = |it: Option<usize>| it.unwrap_or_default();
        let names = longest(self.entries.iter().map(|(name, _)| length(name)).max());
        let values = longest(self.entries.iter().map(|(_, value)| length(value)).max());
        let head = longest(self.head.iter().map(length).max());
        let gap = if values > 0 { 2 } else { 0 };
        let wide = (names + gap + values + 4)
            .max(head + 2)
            .max(self.title.chars().count() + 4);
        (wide, names)
    }

    /// Returns the areas of the list and of its entries on a screen.
    fn areas(&self, screen: Rect) -> (Rect, Rect) {
        let head = match self.head.len() {
            0 => 0,
            lines => lines + 1,
        };
        let rows = (self.entries.len() + head) as u16;
        let area = centred(screen, self.columns().0 as u16, rows);
        let inside = Rect::new(
            area.x + 1,
            area.y + 1,
            area.width.saturating_sub(2),
            area.height.saturating_sub(2),
        );
        let above = (head as u16).min(inside.height.saturating_sub(1));
        let entries = Rect::new(
            inside.x,
            inside.y + above,
            inside.width,
            inside.height - above,
        );
        (area, entries)
    }
}

impl List {
    /// Returns the first of `count` entries to show in `rows` rows.
    fn first(&self, count: usize, rows: usize) -> usize {
        let middle = self.chosen.saturating_sub(rows / 2);
        middle.min(count.saturating_sub(rows))
    }

    /// Handles an input.
    pub(super) fn input(&mut self, input: Input, shown: &Shown, screen: &Screen) -> Picked {
        let count = shown.entries.len();
        if count == 0 {
            return Picked::Closed;
        }
        self.chosen = self.chosen.min(count - 1);
        let (_, area) = shown.areas(screen.buffer().area);
        match input {
            Input::Asked(Control::Step(Direction::North) | Control::Previous) => {
                self.chosen = (self.chosen + count - 1) % count;
            }
            Input::Asked(Control::Step(Direction::South) | Control::Next) => {
                self.chosen = (self.chosen + 1) % count
            }
            Input::Asked(Control::Step(Direction::NorthEast)) => {
                self.chosen = self.chosen.saturating_sub(10)
            }
            Input::Asked(Control::Step(Direction::SouthEast)) => {
                self.chosen = (self.chosen + 10).min(count - 1)
            }
            Input::Asked(Control::Step(Direction::NorthWest)) => self.chosen = 0,
            Input::Asked(Control::Step(Direction::SouthWest)) => self.chosen = count - 1,
            Input::Asked(Control::Step(Direction::West)) => return Picked::Change(self.chosen, -1),
            Input::Asked(Control::Step(Direction::East)) => return Picked::Change(self.chosen, 1),
            Input::Asked(Control::Confirm) => return Picked::Entry(self.chosen),
            Input::Asked(Control::Close) | Input::Mouse(Mouse::Right(_)) => return Picked::Closed,
            Input::Mouse(Mouse::Wheel(_, lines)) => {
                let moved = self.chosen.saturating_add_signed(lines as isize);
                self.chosen = moved.min(count - 1);
            }
            Input::Mouse(Mouse::Hover(at)) => {
                self.chosen = self.entry_at(at, area, count).unwrap_or(self.chosen);
            }
            Input::Mouse(Mouse::Click(at)) => {
                if let Some(entry) = self.entry_at(at, area, count) {
                    self.chosen = entry;
                    return Picked::Entry(entry);
                }
            }
            _ => {}
        }
        Picked::Nothing
    }

    /// Returns the entry at a position on the screen.
    fn entry_at(&self, at: UVec2, area: Rect, count: usize) -> Option<usize> {
        let (x, y) = (u16::try_from(at.x).ok()?, u16::try_from(at.y).ok()?);
        if !area.contains((x, y).into()) {
            return None;
        }
        let first = self.first(count, area.height.into());
        Some(first + usize::from(y - area.y)).filter(|entry| *entry < count)
    }

    /// Returns the list in words: the title, the lines above the entries, and every entry, the chosen one marked.
    pub(super) fn words(&self, shown: &Shown) -> Vec<String> {
        let mut words = vec![format!("{}.", shown.title)];
        words.extend(shown.head.iter().cloned());
        let entries = shown.entries.iter().enumerate();
        words.extend(entries.map(|(number, (name, value))| {
            let chosen = if number == self.chosen {
                " (chosen)"
            } else {
                ""
            };
            let gap = if value.is_empty() { "" } else { ": " };
            format!("{name}{gap}{value}{chosen}")
        }));
        words
    }

    /// Draws the list in a box in the middle of the screen.
    pub(super) fn draw(&self, shown: &Shown, palette: &Palette, screen: &mut Screen) {
        let buffer = screen.buffer_mut();
        let (area, entries) = shown.areas(buffer.area);
        let inside = draw_box(palette, shown.title, area, buffer);
        let text = Style::new().fg(palette.text()).bg(palette.background());
        let put = |buffer: &mut ratatui::buffer::Buffer, x, y, words: &str, style| {
            let room = usize::from(inside.right().saturating_sub(x));
            buffer.set_stringn(x, y, words, room, style);
        };
        for (line, y) in shown.head.iter().zip(inside.top()..entries.top()) {
            put(buffer, inside.x + 1, y, line, text);
        }
        let rows = usize::from(entries.height);
        let first = self.first(shown.entries.len(), rows);
        let (_, names) = shown.columns();
        let visible = shown.entries.iter().enumerate().skip(first).take(rows);
        for ((number, (name, value)), y) in visible.zip(entries.top()..) {
            let style = if number == self.chosen {
                let row = Rect::new(entries.x, y, entries.width, 1);
                let chosen = text.bg(palette.selection());
                buffer.set_style(row, chosen);
                // The background alone must not mark the choice.
                put(buffer, entries.x, y, "►", chosen.fg(palette.accent()));
                chosen
            } else {
                text
            };
            put(buffer, entries.x + 2, y, name, style);
            if !value.is_empty() {
                let column = entries.x + 2 + names as u16 + 2;
                put(buffer, column, y, value, style.fg(palette.accent()));
            }
        }
        let more = text.fg(palette.accent());
        if first > 0 {
            buffer.set_string(area.right().saturating_sub(3), area.top(), "↑", more);
        }
        if first + rows < shown.entries.len() {
            buffer.set_string(area.right().saturating_sub(3), area.bottom() - 1, "↓", more);
        }
    }
}

/// Returns entries without values.
pub(super) fn plain(names: impl IntoIterator<Item = impl Into<String>>) -> Vec<(String, String)> {
    names
        .into_iter()
        .map(|it| (it.into(), String::new()))
        .collect()
}
