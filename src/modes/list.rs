//! Menus: lists of entries, one of which is selected.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::mode::Input;
use super::page::{centred, dim, draw_box};
use crate::control::{Control, Mouse, ScreenPoint};
use crate::grid::Direction;
use crate::view::{Palette, Screen};

/// The index of the selected entry in a menu.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    chosen: usize,
}

/// A menu's response to an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked<T> {
    /// No entry was picked, though a different one may be selected now.
    Nothing,
    /// An entry was picked. The field says what that entry does.
    Entry(T),
    /// An entry's value should change to the next one (1) or the previous one (-1).
    Change(T, i32),
    /// The menu was closed.
    Closed,
}

/// A menu. Each entry has a `T`, which says what the entry does.
pub(super) struct Menu<T> {
    title: String,
    /// Paragraphs above the entries.
    head: Vec<String>,
    entries: Vec<Entry<T>>,
    /// The part of the screen that the menu stays in; `None` for a menu over the whole screen, which is dimmed.
    room: Option<Rect>,
}

struct Entry<T> {
    name: String,
    /// The current value, or an empty string for an entry without one.
    value: String,
    does: T,
}

impl<T> Menu<T> {
    /// Returns a menu without entries.
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            head: Vec::new(),
            entries: Vec::new(),
            room: None,
        }
    }

    /// Keeps the menu in a part of the screen, and leaves the brightness of the rest as it is.
    pub(super) fn within(mut self, room: Rect) -> Self {
        self.room = Some(room);
        self
    }

    /// Adds paragraphs above the entries.
    pub(super) fn head(mut self, paragraphs: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.head.extend(paragraphs.into_iter().map(Into::into));
        self
    }

    /// Adds an entry.
    pub(super) fn entry(self, name: impl Into<String>, does: T) -> Self {
        self.setting(name, "", does)
    }

    /// Adds an entry with a value.
    pub(super) fn setting(
        mut self,
        name: impl Into<String>,
        value: impl Into<String>,
        does: T,
    ) -> Self {
        self.entries.push(Entry {
            name: name.into(),
            value: value.into(),
            does,
        });
        self
    }

    /// Returns the lines above the entries, wrapped for this screen.
    fn lines(&self, screen: Rect) -> Vec<String> {
        const COLUMNS: u16 = 56;
        let room = self.room.unwrap_or(screen);
        let columns = room.width.saturating_sub(6).clamp(8, COLUMNS);
        let wrapped = self
            .head
            .iter()
            .flat_map(|it| textwrap::wrap(it, usize::from(columns)));
        wrapped.map(|it| it.into_owned()).collect()
    }

    /// Returns the width of the menu and the width of its longest entry name.
    fn columns(&self, lines: &[String]) -> (usize, usize) {
        let longest = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|it| it.chars().count()).max().unwrap_or_default()
        };
        let names = longest(&mut self.entries.iter().map(|it| &it.name));
        let values = longest(&mut self.entries.iter().map(|it| &it.value));
        let gap = if values > 0 { 2 } else { 0 };
        let wide = (names + gap + values + 4)
            .max(longest(&mut lines.iter()) + 2)
            .max(self.title.chars().count() + 4);
        (wide, names)
    }

    /// Returns the area of the menu on a screen.
    pub(super) fn area(&self, screen: Rect) -> Rect {
        self.areas(screen).0
    }

    /// Returns the areas of the menu and of its entries on a screen. If there is little room, the paragraphs are cut
    /// before the entries, but they keep half of the menu.
    fn areas(&self, screen: Rect) -> (Rect, Rect) {
        let lines = self.lines(screen);
        let head = lines.len() + usize::from(!lines.is_empty());
        let rows = (self.entries.len() + head) as u16;
        let room = self.room.unwrap_or(screen);
        let area = centred(room, self.columns(&lines).0 as u16, rows);
        let inside = Rect::new(
            area.x + 1,
            area.y + 1,
            area.width.saturating_sub(2),
            area.height.saturating_sub(2),
        );
        let kept = (self.entries.len() as u16).clamp(1, (inside.height / 2).max(1));
        let above = (head as u16).min(inside.height.saturating_sub(kept));
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
    /// Returns the index of the first entry to show, given `count` entries and `rows` rows.
    fn first(&self, count: usize, rows: usize) -> usize {
        let middle = self.chosen.saturating_sub(rows / 2);
        middle.min(count.saturating_sub(rows))
    }

    /// Handles an input.
    pub(super) fn input<T>(
        &mut self,
        input: Input,
        mut menu: Menu<T>,
        screen: &Screen,
    ) -> Picked<T> {
        let count = menu.entries.len();
        if count == 0 {
            return Picked::Closed;
        }
        self.chosen = self.chosen.min(count - 1);
        let (_, area) = menu.areas(screen.buffer().area);
        let mut chosen = |at: usize| menu.entries.swap_remove(at).does;
        match input {
            Input::Asked(Control::Step(Direction::North) | Control::PREVIOUS) => {
                self.chosen = (self.chosen + count - 1) % count;
            }
            Input::Asked(Control::Step(Direction::South) | Control::NEXT) => {
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
            Input::Asked(Control::Step(Direction::West)) => {
                return Picked::Change(chosen(self.chosen), -1);
            }
            Input::Asked(Control::Step(Direction::East)) => {
                return Picked::Change(chosen(self.chosen), 1);
            }
            Input::Asked(Control::CONFIRM) => return Picked::Entry(chosen(self.chosen)),
            Input::Asked(Control::CLOSE) | Input::Mouse(Mouse::Right(_)) => return Picked::Closed,
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
                    return Picked::Entry(chosen(entry));
                }
            }
            _ => {}
        }
        Picked::Nothing
    }

    /// Returns the entry at a position on the screen.
    fn entry_at(&self, at: ScreenPoint, area: Rect, count: usize) -> Option<usize> {
        let (x, y) = (
            u16::try_from(at.cell.x).ok()?,
            u16::try_from(at.cell.y).ok()?,
        );
        if !area.contains((x, y).into()) {
            return None;
        }
        let first = self.first(count, area.height.into());
        Some(first + usize::from(y - area.y)).filter(|entry| *entry < count)
    }

    /// Describes a menu in words: the title, the paragraphs above the entries, and every entry, with the selected one
    /// marked.
    pub(super) fn words<T>(&self, menu: &Menu<T>) -> Vec<String> {
        let stop = if menu.title.ends_with('?') { "" } else { "." };
        let mut words = vec![format!("{}{stop}", menu.title)];
        words.extend(menu.head.iter().cloned());
        let entries = menu.entries.iter().enumerate();
        words.extend(entries.map(|(number, Entry { name, value, .. })| {
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

    /// Draws a menu in a box in the middle of its part of the screen.
    pub(super) fn draw<T>(&self, menu: &Menu<T>, palette: &Palette, screen: &mut Screen) {
        if menu.room.is_none() {
            dim(palette, screen);
        }
        let buffer = screen.buffer_mut();
        let lines = menu.lines(buffer.area);
        let (area, entries) = menu.areas(buffer.area);
        let inside = draw_box(palette, &menu.title, area, buffer);
        let text = Style::new().fg(palette.text()).bg(palette.background());
        let put = |buffer: &mut ratatui::buffer::Buffer, x, y, words: &str, style| {
            let room = usize::from(inside.right().saturating_sub(x));
            buffer.set_stringn(x, y, words, room, style);
        };
        for (line, y) in lines.iter().zip(inside.top()..entries.top()) {
            put(buffer, inside.x + 1, y, line, text);
        }
        let rows = usize::from(entries.height);
        let first = self.first(menu.entries.len(), rows);
        let (_, names) = menu.columns(&lines);
        let visible = menu.entries.iter().enumerate().skip(first).take(rows);
        for ((number, Entry { name, value, .. }), y) in visible.zip(entries.top()..) {
            let style = if number == self.chosen {
                let row = Rect::new(entries.x, y, entries.width, 1);
                let chosen = text.bg(palette.selection());
                buffer.set_style(row, chosen);
                // The background must not be the only thing that marks the selected entry.
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
        if first + rows < menu.entries.len() {
            buffer.set_string(area.right().saturating_sub(3), area.bottom() - 1, "↓", more);
        }
    }
}
