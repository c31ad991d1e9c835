//! Boxes over the screen, and scrolling text.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::mode::Input;
use crate::control::{Control, Mouse};
use crate::grid::Direction;
use crate::view::{Palette, Screen, at_brightness};

pub(super) fn draw_box(palette: &Palette, title: &str, area: Rect, buffer: &mut Buffer) -> Rect {
    let style = Style::new().fg(palette.text()).bg(palette.background());
    Clear.render(area, buffer);
    // Blank the second halves of wide cells whose first half is now covered.
    for y in area.top()..area.bottom() {
        if let Some(half) = buffer.cell_mut((area.right(), y))
            && half.symbol().is_empty()
        {
            half.set_char(' ');
        }
    }
    let title = match title {
        "" => String::new(),
        title => format!(" {title} "),
    };
    let block = Block::bordered()
        .title(Span::styled(title, Style::new().fg(palette.accent())))
        .border_style(style.fg(palette.faint_text()))
        .style(style);
    let inside = block.inner(area);
    block.render(area, buffer);
    inside
}

/// Returns the area of a box in the middle of `room`, with space for this many columns and rows if they fit.
pub(super) fn centred(room: Rect, columns: u16, rows: u16) -> Rect {
    let width = columns.saturating_add(2).min(room.width);
    let height = rows.saturating_add(2).min(room.height);
    Rect::new(
        room.x + (room.width - width) / 2,
        room.y + (room.height - height) / 2,
        width,
        height,
    )
}

/// The brightness of what is behind a menu, as a percentage.
const BEHIND: u32 = 50;

/// Dims everything drawn so far, because it is behind a menu. The background of unknown cells stays as dark as on other
/// screens.
pub(super) fn dim(palette: &Palette, screen: &mut Screen) {
    screen.recolor(|cell| {
        cell.fg = at_brightness(cell.fg, BEHIND);
        if cell.bg != palette.background() {
            cell.bg = at_brightness(cell.bg, BEHIND);
        }
    });
}

/// Scrolling text that fills the screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Scroll {
    /// The first line that is shown.
    first: usize,
    /// Whether to show the last lines, no matter how many lines there are.
    from_end: bool,
}

/// Whether scrolling text stays open after an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scrolled {
    /// The text stays open.
    Open,
    /// The text closes.
    Closed,
}

/// The number of lines by which a page key scrolls.
const PAGE: isize = 10;

impl Scroll {
    /// Returns scrolling text that initially shows its last lines.
    pub(super) fn from_end() -> Self {
        Self {
            first: 0,
            from_end: true,
        }
    }

    /// Handles an input for text that has `lines` lines and is shown in `rows` rows.
    pub(super) fn input(&mut self, input: Input, lines: usize, rows: usize) -> Scrolled {
        let last = lines.saturating_sub(rows);
        let now = if self.from_end {
            last
        } else {
            self.first.min(last)
        };
        let by = match input {
            Input::Asked(Control::CLOSE | Control::CONFIRM | Control::MESSAGES | Control::HELP) => {
                return Scrolled::Closed;
            }
            Input::Mouse(Mouse::Right(_)) => return Scrolled::Closed,
            Input::Asked(Control::Step(Direction::North)) => -1,
            Input::Asked(Control::Step(Direction::South)) => 1,
            Input::Asked(Control::Step(Direction::NorthEast)) => -PAGE,
            Input::Asked(Control::Step(Direction::SouthEast)) => PAGE,
            Input::Asked(Control::Step(Direction::NorthWest)) => isize::MIN,
            Input::Asked(Control::Step(Direction::SouthWest)) => isize::MAX,
            Input::Mouse(Mouse::Wheel(_, lines)) => lines as isize,
            _ => return Scrolled::Open,
        };
        self.first = now.saturating_add_signed(by).min(last);
        self.from_end = self.first == last && self.from_end;
        Scrolled::Open
    }

    /// Clears the screen and draws the lines in a box as tall as the screen.
    pub(super) fn draw(&self, palette: &Palette, title: &str, lines: &[Line], buffer: &mut Buffer) {
        let blank = Style::new().fg(palette.text()).bg(palette.background());
        buffer.reset();
        buffer.set_style(buffer.area, blank);
        let area = page_area(buffer.area);
        let inside = draw_box(palette, title, area, buffer);
        let rows = usize::from(inside.height);
        let last = lines.len().saturating_sub(rows);
        let first = if self.from_end {
            last
        } else {
            self.first.min(last)
        };
        let shown: Vec<Line> = lines.iter().skip(first).take(rows).cloned().collect();
        Paragraph::new(shown).render(inside, buffer);
        let edge = Style::new().fg(palette.accent()).bg(palette.background());
        if first > 0 {
            buffer.set_string(area.right().saturating_sub(8), area.top(), " ↑ more", edge);
        }
        if first < last {
            buffer.set_string(
                area.right().saturating_sub(8),
                area.bottom() - 1,
                " ↓ more",
                edge,
            );
        }
    }
}

/// Returns the area of a page: most of the screen.
fn page_area(screen: Rect) -> Rect {
    centred(
        screen,
        screen.width.saturating_sub(4).min(98),
        screen.height,
    )
}

/// Returns the number of columns and rows inside a page.
pub(super) fn page_size(screen: Rect) -> (usize, usize) {
    let area = page_area(screen);
    (
        area.width.saturating_sub(2).into(),
        area.height.saturating_sub(2).into(),
    )
}
