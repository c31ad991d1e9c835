//! Menus: lists of entries, one of which is selected.

use std::ops::Range;

use bevy::input::keyboard::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget};

use super::mode::Input;
use super::page::{centred, dim, draw_box};
use crate::control::{Button, Control, Mouse, ScreenPoint};
use crate::grid::Direction;
use crate::map::PictureId;
use crate::view::{Areas, Art, Palette, Screen};

/// The selected entry of a menu.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// The index of the entry.
    chosen: usize,
    /// The first row of the entry's text that is shown.
    first_row: u16,
    /// The words that are being searched for.
    search: Option<String>,
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
    /// The number of columns and rows inside a page, whose box stays where it is and shows the text of the chosen entry
    /// beside the entries.
    page: Option<(u16, u16)>,
    /// Whether left and right scroll the text of the chosen entry instead of changing its value.
    scrolls: bool,
    /// Whether the player can search the names and the texts.
    is_searched: bool,
}

struct Entry<T> {
    name: String,
    /// The current value, or an empty string for an entry without one.
    value: String,
    /// The text that a page shows while the entry is chosen.
    text: Vec<Line<'static>>,
    /// The picture that a window shows before the name, and its colour.
    picture: Option<(PictureId, Color)>,
    does: T,
}

/// The parts of a menu on the screen.
struct Places {
    whole: Rect,
    entries: Rect,
    /// Where a page shows the text of the chosen entry.
    text: Option<Rect>,
}

/// The number of columns that a picture takes.
const PICTURE: u16 = 2;

/// The number of columns between the names and the values of entries.
const GAP: usize = 2;

fn longest<'a>(texts: impl Iterator<Item = &'a String>) -> usize {
    texts.map(|it| it.chars().count()).max().unwrap_or_default()
}

impl<T> Menu<T> {
    /// Returns a menu without entries.
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            head: Vec::new(),
            entries: Vec::new(),
            room: None,
            page: None,
            scrolls: false,
            is_searched: false,
        }
    }

    /// Returns a page without entries, as large as the screen allows, on which left and right scroll the text of the chosen
    /// entry.
    pub(super) fn page(title: impl Into<String>) -> Self {
        let menu = Self::new(title).sized(PAGE_COLUMNS, u16::MAX);
        Self {
            scrolls: true,
            ..menu
        }
    }

    /// Lets the player search the names and the texts.
    pub(super) fn searched(self) -> Self {
        Self {
            is_searched: true,
            ..self
        }
    }

    /// Makes the menu a page with this number of columns inside, and at most this number of rows, if there is room. It has
    /// the same size whatever entry is chosen.
    pub(super) fn sized(mut self, columns: u16, rows: u16) -> Self {
        self.page = Some((columns, rows));
        self
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

    pub(super) fn entry(self, name: impl Into<String>, does: T) -> Self {
        self.setting(name, "", does)
    }

    pub(super) fn setting(
        mut self,
        name: impl Into<String>,
        value: impl Into<String>,
        does: T,
    ) -> Self {
        self.entries.push(Entry {
            name: name.into(),
            value: value.into(),
            text: Vec::new(),
            picture: None,
            does,
        });
        self
    }

    /// Gives the last entry a text, which a page shows while the entry is chosen.
    pub(super) fn text(mut self, text: impl IntoIterator<Item = impl Into<Line<'static>>>) -> Self {
        if let Some(entry) = self.entries.last_mut() {
            entry.text = text.into_iter().map(Into::into).collect();
        }
        self
    }

    /// Gives the last entry a picture in this colour.
    pub(super) fn picture(mut self, picture: Option<PictureId>, color: Color) -> Self {
        if let Some(entry) = self.entries.last_mut() {
            entry.picture = picture.map(|it| (it, color));
        }
        self
    }

    /// Returns the lines above the entries, wrapped for this screen.
    fn lines(&self, screen: Rect) -> Vec<String> {
        const COLUMNS: u16 = 56;
        let room = self.room.unwrap_or(screen);
        let most = self
            .page
            .map_or(COLUMNS, |(columns, _)| columns.saturating_sub(4));
        let columns = room.width.saturating_sub(6).clamp(8, most.max(8));
        let wrapped = self
            .head
            .iter()
            .flat_map(|it| textwrap::wrap(it, usize::from(columns)));
        wrapped.map(|it| it.into_owned()).collect()
    }

    /// Returns the widths of the longest entry name, and of the longest value with the gap before it.
    fn columns(&self) -> (usize, usize) {
        let names = longest(self.entries.iter().map(|it| &it.name));
        let values = longest(self.entries.iter().map(|it| &it.value));
        (names, if values > 0 { GAP + values } else { 0 })
    }

    pub(super) fn area(&self, screen: Rect) -> Rect {
        self.places(screen).whole
    }

    /// Returns the places of the parts of the menu that contain some words, in any case, in order: the entry, and the row of
    /// its text.
    fn places_of(&self, words: &str, screen: Rect) -> Vec<(usize, u16)> {
        let words = words.to_lowercase();
        let columns = self.places(screen).text.map_or(u16::MAX, |it| it.width);
        let has = |text: &str| text.to_lowercase().contains(&words);
        let entries = self.entries.iter().enumerate();
        let found = entries.flat_map(|(number, entry)| {
            let name = format!("{} {}", entry.name, entry.value);
            let rows = wrapped(&entry.text, columns).into_iter().zip(0..);
            let rows = rows.filter(|(line, _)| has(&line.to_string()));
            let rows: Vec<u16> = rows.map(|(_, row)| row).collect();
            let first = has(&name).then_some(0);
            let rest = rows.into_iter().filter(move |row| Some(*row) != first);
            first.into_iter().chain(rest).map(move |row| (number, row))
        });
        found.collect()
    }

    /// Returns the columns before an entry's name: a mark, and a picture if any entry has one.
    fn indent(&self) -> u16 {
        let has_picture = self.entries.iter().any(|it| it.picture.is_some());
        2 + if has_picture { PICTURE + 1 } else { 0 }
    }

    /// Returns the places of the parts of a page: the text is on the right of the entries, or below them on a narrow
    /// screen.
    fn places_on_page(&self, screen: Rect, (columns, rows): (u16, u16)) -> Places {
        let places = self.places_in_page(screen, (columns, rows));
        let Some(text) = places.text.filter(|_| rows < u16::MAX) else {
            return places;
        };
        // As many rows as the longest text needs, or the list.
        let texts = self.entries.iter();
        let texts = texts.map(|it| wrapped(&it.text, text.width).len() as u16);
        let longest = texts.max().unwrap_or_default();
        let entries = self.entries.len() as u16;
        let needed = match text.y > places.entries.y {
            true => 2 * entries.max(longest + 1),
            false => entries.max(longest),
        };
        let around = places.entries.y - places.whole.y - 1;
        self.places_in_page(
            screen,
            (columns, rows.min((around + needed).max(FEWEST_ROWS))),
        )
    }

    fn places_in_page(&self, screen: Rect, (columns, rows): (u16, u16)) -> Places {
        let whole = centred(screen, columns.min(screen.width.saturating_sub(6)), rows);
        let inside = Rect::new(
            whole.x + 1,
            whole.y + 1,
            whole.width.saturating_sub(2),
            whole.height.saturating_sub(2),
        );
        let lines = self.lines(screen).len() as u16;
        let head = (lines + u16::from(lines > 0)).min(inside.height / 3);
        let below = Rect::new(
            inside.x,
            inside.y + head,
            inside.width,
            inside.height - head,
        );
        if inside.width < NARROW {
            let height = below.height / 2;
            return Places {
                whole,
                entries: Rect::new(below.x, below.y, below.width, height),
                text: Some(Rect::new(
                    below.x + 1,
                    below.y + height + 1,
                    below.width.saturating_sub(2),
                    (below.height - height).saturating_sub(1),
                )),
            };
        }
        let (names, values) = self.columns();
        let width = (names + values) as u16 + self.indent() + 1;
        let width = width.clamp(20, below.width * 3 / 5);
        Places {
            whole,
            entries: Rect::new(below.x, below.y, width, below.height),
            text: Some(Rect::new(
                below.x + width + 2,
                below.y,
                below.width.saturating_sub(width + 3),
                below.height,
            )),
        }
    }

    /// Returns the first row to show of an entry's text in order to show its end.
    fn last_row(&self, entry: usize, screen: Rect) -> u16 {
        let text = self.places(screen).text.zip(self.entries.get(entry));
        text.map_or(0, |(area, entry)| {
            let rows = wrapped(&entry.text, area.width).len() as u16;
            rows.saturating_sub(area.height)
        })
    }

    /// Returns the places of the parts of the menu on a screen. If there is little room, the paragraphs are cut before the
    /// entries, but they keep half of the menu.
    fn places(&self, screen: Rect) -> Places {
        if let Some(size) = self.page {
            return self.places_on_page(screen, size);
        }
        let lines = self.lines(screen);
        let head = lines.len() + usize::from(!lines.is_empty());
        let rows = (self.entries.len() + head) as u16;
        let room = self.room.unwrap_or(screen);
        let (names, values) = self.columns();
        let wide = (names + values + 4)
            .max(longest(lines.iter()) + 2)
            .max(self.title.chars().count() + 4);
        let area = centred(room, wide as u16, rows);
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
        Places {
            whole: area,
            entries,
            text: None,
        }
    }
}

/// The character that begins a search on a page.
const SEARCH: char = '/';

/// The number of rows by which left and right scroll a text.
const SCROLLED: u16 = 4;

/// The fewest rows inside a page, if there is room.
const FEWEST_ROWS: u16 = 8;
/// The most columns inside a page, and the fewest with a text beside the entries.
const PAGE_COLUMNS: u16 = 110;
const NARROW: u16 = 60;

impl List {
    pub(super) fn is_at(&self, entry: usize) -> bool {
        self.chosen == entry
    }

    /// Returns the index of the first entry to show, given `count` entries and `rows` rows.
    fn first(&self, count: usize, rows: usize) -> usize {
        let middle = self.chosen.saturating_sub(rows / 2);
        middle.min(count.saturating_sub(rows))
    }

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
        if menu.is_searched && self.look_for(input, &menu, screen.buffer().area) {
            return Picked::Nothing;
        }
        let area = menu.places(screen.buffer().area).entries;
        let before = self.chosen;
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
            Input::Asked(Control::Step(way @ (Direction::West | Direction::East)))
                if menu.scrolls =>
            {
                let last = menu.last_row(self.chosen, screen.buffer().area);
                self.first_row = match way {
                    Direction::West => self.first_row.saturating_sub(SCROLLED),
                    _ => (self.first_row + SCROLLED).min(last),
                };
            }
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
        if self.chosen != before {
            self.first_row = 0;
        }
        Picked::Nothing
    }

    /// Returns whether a search is on, which takes all keys.
    pub(super) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Begins, continues or ends a search. Returns whether the input belonged to it.
    fn look_for<T>(&mut self, input: Input, menu: &Menu<T>, screen: Rect) -> bool {
        let Input::Key(key) = input else {
            return false;
        };
        let Some(words) = &mut self.search else {
            let begins = key.character == Some(SEARCH);
            self.search = begins.then(String::new);
            return begins;
        };
        let is_next = match (key.button, key.character, key.control) {
            (Button::Place(KeyCode::Backspace), ..) => {
                words.pop();
                false
            }
            (_, Some(typed), _) if !typed.is_control() => {
                words.push(typed);
                false
            }
            (.., Some(Control::NEXT | Control::Step(Direction::South))) => true,
            (.., Some(Control::CLOSE | Control::CONFIRM)) => {
                self.search = None;
                return true;
            }
            _ => return true,
        };
        if words.is_empty() {
            return true;
        }
        let all = menu.places_of(words, screen);
        let now = (self.chosen, self.first_row);
        let after = all.iter().find(|it| match is_next {
            true => **it > now,
            false => **it >= now,
        });
        if let Some((entry, row)) = after.or(all.first()) {
            (self.chosen, self.first_row) = (*entry, *row);
        }
        true
    }

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

    /// Describes a menu in words: the title, the paragraphs above the entries, every entry, with the selected one marked, and
    /// the text of that one.
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
        let text = menu.entries.get(self.chosen).into_iter();
        let text = text.flat_map(|it| it.text.iter().map(ToString::to_string));
        words.extend(text.filter(|it| !it.is_empty()));
        words
    }

    /// Draws a menu in a box in the middle of its part of the screen.
    pub(super) fn draw<T>(&self, menu: &Menu<T>, palette: &Palette, screen: &mut Screen) {
        if menu.room.is_none() {
            dim(palette, screen);
        }
        let columns = screen.map_columns();
        let buffer = screen.buffer_mut();
        let lines = menu.lines(buffer.area);
        let Places {
            whole: area,
            entries,
            text: beside,
        } = menu.places(buffer.area);
        let indent = menu.indent();
        // The rows of the panel that the box covers in part could not be read.
        let panel = Areas::of(buffer.area, columns).panel;
        if let Some(panel) = panel.filter(|it| it.intersects(area)) {
            let rows = Rect::new(panel.x, area.y, panel.width, area.height);
            Clear.render(rows, buffer);
            let blank = Style::new().fg(palette.text()).bg(palette.background());
            buffer.set_style(rows, blank);
        }
        let inside = draw_box(palette, &menu.title, area, buffer);
        let text = Style::new().fg(palette.text()).bg(palette.background());
        let put = |buffer: &mut ratatui::buffer::Buffer, x, y, words: &str, style| {
            let end = if beside.is_some() {
                entries.right().max(x)
            } else {
                inside.right()
            };
            let room = usize::from(end.saturating_sub(x));
            buffer.set_stringn(x, y, words, room, style);
        };
        for (line, y) in lines.iter().zip(inside.top()..entries.top()) {
            let room = usize::from(inside.width.saturating_sub(1));
            buffer.set_stringn(inside.x + 1, y, line, room, text);
        }
        let rows = usize::from(entries.height);
        let first = self.first(menu.entries.len(), rows);
        let (names, _) = menu.columns();
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
            put(buffer, entries.x + indent, y, name, style);
            if !value.is_empty() {
                let column = entries.x + indent + (names + GAP) as u16;
                put(buffer, column, y, value, style.fg(palette.accent()));
            }
        }
        if let (Some(beside), Some(chosen)) = (beside, menu.entries.get(self.chosen)) {
            let last = menu.last_row(self.chosen, buffer.area);
            let shown = Paragraph::new(wrapped(&chosen.text, beside.width)).style(text);
            shown
                .scroll((self.first_row.min(last), 0))
                .render(beside, buffer);
            let arrow = text.fg(palette.accent());
            if self.first_row < last {
                let words = "► more";
                let x = beside.right().saturating_sub(words.chars().count() as u16);
                buffer.set_string(x, area.bottom() - 1, words, arrow);
            }
        }
        let more = text.fg(palette.accent());
        if first > 0 {
            buffer.set_string(area.right().saturating_sub(3), area.top(), "↑", more);
        }
        if first + rows < menu.entries.len() {
            let x = if beside.is_some() {
                entries.right()
            } else {
                area.right()
            };
            buffer.set_string(x.saturating_sub(3), area.bottom() - 1, "↓", more);
        }
        if menu.is_searched {
            let words = match &self.search {
                None => format!(" {SEARCH} search "),
                Some(words) => format!(" {SEARCH} {words}█ "),
            };
            let room = usize::from(area.width.saturating_sub(4));
            buffer.set_stringn(area.x + 2, area.bottom() - 1, words, room, more);
        }
        let visible = menu.entries.iter().skip(first).take(rows);
        for (entry, y) in visible.zip(entries.top()..) {
            if let Some((picture, color)) = entry.picture {
                hang_picture(screen, (entries.x + 2, y), (picture, color));
            }
        }
    }
}

/// Wraps lines, each of which may have parts in several styles.
fn wrapped(text: &[Line<'static>], columns: u16) -> Vec<Line<'static>> {
    let columns = usize::from(columns.max(1));
    let wrap = |line: &Line<'static>| -> Vec<Line<'static>> {
        let whole = line.to_string();
        let mut begin = 0;
        let rows = textwrap::wrap(&whole, columns).into_iter().map(|row| {
            // Only blanks are left out between two rows.
            begin += whole[begin..].find(&*row).unwrap_or_default();
            let range = begin..begin + row.len();
            begin = range.end;
            part(line, range)
        });
        rows.collect()
    };
    text.iter().flat_map(wrap).collect()
}

/// Returns the part of a line from one byte to another.
fn part(line: &Line<'static>, range: Range<usize>) -> Line<'static> {
    let mut begin = 0;
    let spans = line.spans.iter().filter_map(|span| {
        let at = begin;
        begin += span.content.len();
        let from = range.start.saturating_sub(at).min(span.content.len());
        let to = range.end.saturating_sub(at).min(span.content.len());
        let cut = span.content.get(from..to).filter(|it| !it.is_empty())?;
        Some(Span::styled(cut.to_owned(), span.style))
    });
    Line::from(spans.collect::<Vec<_>>()).style(line.style)
}

/// Lets a window draw a picture at this place among the text. Pictures begin at even columns.
fn hang_picture(screen: &mut Screen, (x, y): (u16, u16), (picture, color): (PictureId, Color)) {
    let x = x.next_multiple_of(2);
    let ground = screen.buffer()[(x, y)].bg;
    screen.hang_wide((x, y), Art::of_thing(picture, color, ground));
}
