//! Updates a terminal to a new screen by writing only the cells that differ, in as few bytes as possible.
//!
//! There are two reasons not to use ratatui's Crossterm backend. Crossterm selects the first sixteen colours with
//! sequences that 16-colour terminals do not understand. The backend also writes the cells in reading order, changing
//! the colour at nearly every cell.

use std::cmp::Ordering;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::view::CellStyle;

/// Clears the screen to the terminal's own colours.
const CLEAR: &str = "\u{1b}[0m\u{1b}[2J";
/// Begins a synchronized update, which the terminal shows all at once. Terminals without this feature ignore it.
const BEGIN: &str = "\u{1b}[?2026h";
/// Ends a synchronized update.
const END: &str = "\u{1b}[?2026l";
/// The minimum number of bytes for an update to need synchronization.
const AT_ONCE: usize = 400;

/// The maximum number of runs of cells in a group for the group to be sorted by cursor distance. All cells in a group have
/// the same look. Larger groups are written in reading order.
const FEW: usize = 300;

/// A painter that remembers what the terminal shows, and computes updates.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    /// What the terminal shows, or `None` if that is unknown.
    shown: Option<Buffer>,
    /// The look that the terminal would currently give to new text.
    look: CellStyle,
}

/// The column and row of a cell that differs, and the new cell.
type Change<'a> = (u16, u16, &'a Cell);

impl Painter {
    /// Forgets what the terminal shows, for example after another program has written to it.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Returns the bytes that make a terminal of the same size show this screen. The second column of a wide cell is
    /// blank.
    pub fn paint(&mut self, screen: &Buffer) -> String {
        let mut wanted = screen.clone();
        for cell in &mut wanted.content {
            if cell.symbol().is_empty() {
                cell.set_char(' ');
            }
        }
        let mut bytes = String::new();
        let shown = match self.shown.take() {
            Some(shown) if shown.area == wanted.area => shown,
            _ => {
                bytes.push_str(CLEAR);
                self.look = CellStyle::default();
                Buffer::empty(wanted.area)
            }
        };
        let changes = bridged(&shown.diff(&wanted), &wanted);
        let in_order = write(&changes, wanted.area, self.look);
        let by_look = write(&sorted_by_look(&changes), wanted.area, self.look);
        let (written, look) = if by_look.0.len() < in_order.0.len() {
            by_look
        } else {
            in_order
        };
        bytes.push_str(&written);
        self.look = look;
        self.shown = Some(wanted);
        if bytes.len() < AT_ONCE {
            bytes
        } else {
            format!("{BEGIN}{bytes}{END}")
        }
    }
}

/// The longest gap that is written again rather than jumped over, in bytes. A jump takes at least three.
const GAP: usize = 3;

/// Returns the changes and the short gaps between them that look alike: to write such a gap again is no longer than to jump
/// over it.
fn bridged<'a>(changes: &[Change<'a>], wanted: &'a Buffer) -> Vec<Change<'a>> {
    let mut all: Vec<Change> = Vec::with_capacity(changes.len());
    for &(x, y, cell) in changes {
        let last = all.last().copied().filter(|last| last.1 == y);
        let looks_alike = |it: &Cell| CellStyle::of(it) == CellStyle::of(cell);
        if let Some((before, _, last)) = last
            && looks_alike(last)
        {
            let gap = (before + 1..x).map(|column| (column, y, &wanted[(column, y)]));
            let gap: Vec<Change> = gap.take(GAP + 1).collect();
            let bytes: usize = gap.iter().map(|it| it.2.symbol().len()).sum();
            if bytes <= GAP && gap.iter().all(|it| looks_alike(it.2)) {
                all.extend(gap);
            }
        }
        all.push((x, y, cell));
    }
    all
}

/// Returns the cells grouped by look. In a group, cells side by side are written from left to right, and each such run is
/// followed by the one that is cheapest to reach from its end.
fn sorted_by_look<'a>(changes: &[Change<'a>]) -> Vec<Change<'a>> {
    let mut groups: Vec<(CellStyle, Vec<Change>)> = Vec::new();
    for &change in changes {
        let look = CellStyle::of(change.2);
        match groups.iter_mut().find(|(it, _)| *it == look) {
            Some((_, group)) => group.push(change),
            None => groups.push((look, vec![change])),
        }
    }
    let mut sorted = Vec::with_capacity(changes.len());
    let mut at = (0, 0);
    for (_, group) in groups {
        let is_beside = |one: &Change, next: &Change| (one.0 + 1, one.1) == (next.0, next.1);
        let mut runs: Vec<&[Change]> = group.chunk_by(is_beside).collect();
        // In a large group, the next run in reading order is never far away.
        let is_few = runs.len() <= FEW;
        while !runs.is_empty() {
            let far = |run: &[Change]| {
                let (x, y, _) = run[0];
                // Moving down one line or back one column costs one byte. Moving right costs one sequence.
                let across = if x < at.0 {
                    (at.0 - x).min(5)
                } else {
                    3 * u16::from(x > at.0)
                };
                (across + 3 * u16::from(y < at.1) + at.1.abs_diff(y), y, x)
            };
            let nearest = match is_few {
                true => (0..runs.len()).min_by_key(|it| far(runs[*it])),
                false => Some(0),
            };
            let Some(nearest) = nearest else { break };
            let run = runs.remove(nearest);
            if let [.., (x, y, _)] = run {
                at = (x + 1, *y);
            }
            sorted.extend_from_slice(run);
        }
    }
    sorted
}

/// Returns the bytes that write these cells, starting from `look`, together with the look after the last cell.
fn write(changes: &[Change], area: Rect, mut look: CellStyle) -> (String, CellStyle) {
    let mut bytes = String::new();
    // The position of the terminal's cursor, if it is known.
    let mut cursor = None;
    for &(x, y, cell) in changes {
        if cursor != Some((x, y)) {
            bytes.push_str(&move_to(cursor, (x, y)));
        }
        let wanted = CellStyle::of(cell);
        bytes.push_str(&wanted.after(look, false));
        look = wanted;
        bytes.push_str(cell.symbol());
        // Terminals differ in where they leave the cursor after the last column.
        cursor = (x + 1 < area.right()).then_some((x + 1, y));
    }
    (bytes, look)
}

/// Returns the shortest sequence that moves the cursor to a cell.
fn move_to(from: Option<(u16, u16)>, (x, y): (u16, u16)) -> String {
    let absolute = match (x, y) {
        (0, 0) => "\u{1b}[H".to_owned(),
        (0, _) => format!("\u{1b}[{}H", y + 1),
        _ => format!("\u{1b}[{};{}H", y + 1, x + 1),
    };
    let Some((column, row)) = from else {
        return absolute;
    };
    // In raw mode, a line feed only moves down.
    let down = match y.cmp(&row) {
        Ordering::Less => by(row - y, None, 'A'),
        Ordering::Equal => String::new(),
        Ordering::Greater => by(y - row, Some('\n'), 'B'),
    };
    let across = match x.cmp(&column) {
        Ordering::Less => by(column - x, Some('\u{8}'), 'D'),
        Ordering::Equal => String::new(),
        Ordering::Greater => by(x - column, None, 'C'),
    };
    if down.len() + across.len() < absolute.len() {
        down + &across
    } else {
        absolute
    }
}

/// Returns the bytes that move the cursor `count` cells in one direction: `each` for every cell, or a single sequence,
/// whichever is shorter.
fn by(count: u16, each: Option<char>, sequence: char) -> String {
    let all = match count {
        1 => format!("\u{1b}[{sequence}"),
        _ => format!("\u{1b}[{count}{sequence}"),
    };
    match each {
        Some(each) if usize::from(count) < all.len() => each.to_string().repeat(count.into()),
        _ => all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ratatui::style::{Color, Modifier, Style};

    /// A terminal that understands only what the painter writes.
    struct Terminal {
        cells: Buffer,
        style: Style,
        at: (u16, u16),
    }

    impl Terminal {
        fn new(area: Rect) -> Self {
            Self {
                cells: Buffer::filled(area, Cell::new("?")),
                style: Style::new(),
                at: (0, 0),
            }
        }

        fn take(&mut self, bytes: &str) {
            let mut rest = bytes;
            while let Some(next) = rest.chars().next() {
                if let Some(sequence) = rest.strip_prefix("\u{1b}[") {
                    let end = sequence.find(|it: char| it.is_ascii_alphabetic()).unwrap();
                    self.obey(&sequence[..end], &sequence[end..=end]);
                    rest = &sequence[end + 1..];
                    continue;
                }
                if let '\n' | '\u{8}' = next {
                    match next {
                        '\n' => self.at.1 += 1,
                        _ => self.at.0 -= 1,
                    }
                    rest = &rest[1..];
                    continue;
                }
                assert!(!next.is_control(), "{next:?}");
                let cell = &mut self.cells[self.at];
                cell.reset();
                cell.set_char(next).set_style(self.style);
                self.at.0 += 1;
                rest = &rest[next.len_utf8()..];
            }
        }

        fn obey(&mut self, numbers: &str, what: &str) {
            let numbers: Vec<u16> = numbers
                .trim_start_matches('?')
                .split(';')
                .map(|it| it.parse().unwrap_or(0))
                .collect();
            match what {
                "H" => {
                    let number = |i: usize| numbers.get(i).copied().unwrap_or(0).max(1) - 1;
                    self.at = (number(1), number(0));
                }
                "A" => self.at.1 -= numbers[0].max(1),
                "B" => self.at.1 += numbers[0].max(1),
                "C" => self.at.0 += numbers[0].max(1),
                "D" => self.at.0 -= numbers[0].max(1),
                "J" => self.cells.reset(),
                "m" => self.set_look(&numbers),
                "h" | "l" => assert_eq!(numbers, [2026]),
                _ => panic!("{what}"),
            }
        }

        fn set_look(&mut self, mut numbers: &[u16]) {
            while let [first, rest @ ..] = numbers {
                let (style, mut used) = (self.style, 0);
                let mut long = || {
                    let (color, count) = match rest {
                        [5, index, ..] => (Color::Indexed(*index as u8), 2),
                        [2, red, green, blue, ..] => {
                            (Color::Rgb(*red as u8, *green as u8, *blue as u8), 4)
                        }
                        _ => panic!("{rest:?}"),
                    };
                    used = count;
                    color
                };
                self.style = match *first {
                    0 => Style::new(),
                    1 => style.add_modifier(Modifier::BOLD),
                    2 => style.add_modifier(Modifier::DIM),
                    4 => style.add_modifier(Modifier::UNDERLINED),
                    7 => style.add_modifier(Modifier::REVERSED),
                    38 => style.fg(long()),
                    48 => style.bg(long()),
                    39 => style.fg(Color::Reset),
                    49 => style.bg(Color::Reset),
                    number @ 30..38 => style.fg(Color::Indexed(number as u8 - 30)),
                    number @ 40..48 => style.bg(Color::Indexed(number as u8 - 40)),
                    number @ 90..98 => style.fg(Color::Indexed(number as u8 - 82)),
                    number @ 100..108 => style.bg(Color::Indexed(number as u8 - 92)),
                    number => panic!("{number}"),
                };
                numbers = &rest[used..];
            }
        }
    }

    fn looks() -> impl Strategy<Value = Style> {
        let color = prop_oneof![
            Just(Color::Reset),
            (0..20u8).prop_map(Color::Indexed),
            (0..3u8).prop_map(|it| Color::Rgb(it, 0, 255)),
        ];
        let modifier = prop_oneof![
            4 => Just(Modifier::empty()),
            1 => Just(Modifier::BOLD),
            1 => Just(Modifier::DIM | Modifier::UNDERLINED),
            1 => Just(Modifier::REVERSED),
        ];
        (color.clone(), color, modifier).prop_map(|(fore, back, modifier)| {
            Style::new().fg(fore).bg(back).add_modifier(modifier)
        })
    }

    proptest! {
        #[test]
        fn the_terminal_shows_the_screen(
            screens in prop::collection::vec(
                (
                    1..8u16,
                    prop::collection::vec((0..8u16, 0..5u16, "[a-d·]", looks()), 0..40),
                    any::<bool>(),
                ),
                1..6,
            ),
        ) {
            let mut painter = Painter::default();
            let mut terminal = Terminal::new(Rect::new(0, 0, 8, 5));
            let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 5));
            for (columns, cells, forgets) in screens {
                if columns < 3 {
                    let area = Rect::new(0, 0, columns + 3, 5);
                    buffer.resize(area);
                    terminal.cells.resize(area);
                }
                if forgets {
                    painter.forget();
                }
                for (x, y, glyph, style) in cells {
                    if buffer.area.contains((x, y).into()) {
                        buffer[(x, y)].reset();
                        buffer[(x, y)].set_symbol(&glyph).set_style(style);
                    }
                }
                terminal.take(&painter.paint(&buffer));
                prop_assert_eq!(&terminal.cells, &buffer);
                // Painting the same screen again writes nothing.
                prop_assert_eq!(painter.paint(&buffer), "");
            }
        }
    }

    #[test]
    fn a_wide_cell_is_a_glyph_and_a_blank() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
        let mut painter = Painter::default();
        painter.paint(&buffer);
        buffer[(0, 0)].set_char('@');
        buffer[(1, 0)].set_symbol("");
        buffer[(2, 0)].set_char('x');
        assert_eq!(painter.paint(&buffer), "\u{1b}[H@ x");
    }

    #[test]
    fn text_is_written_from_left_to_right() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 3));
        let mut painter = Painter::default();
        painter.paint(&buffer);
        buffer[(35, 0)].set_char('#').set_fg(Color::Rgb(1, 2, 3));
        buffer[(36, 2)].set_char('#').set_fg(Color::Rgb(1, 2, 3));
        buffer.set_string(30, 1, "torch", Style::new().fg(Color::Rgb(9, 9, 9)));
        let bytes = painter.paint(&buffer);
        assert!(bytes.contains("torch"), "{bytes:?}");
    }

    #[test]
    fn cells_that_look_alike_are_written_together() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 4));
        let mut painter = Painter::default();
        painter.paint(&buffer);
        for (y, x) in (0..4).flat_map(|y| [(y, 5), (y, 30)]) {
            let color = if x == 5 { 255 } else { 0 };
            buffer[(x, y)]
                .set_char('#')
                .set_fg(Color::Rgb(color, 200, 200));
        }
        let bytes = painter.paint(&buffer);
        assert_eq!(bytes.matches("38;2").count(), 2, "{bytes:?}");
        assert_eq!(bytes.matches('#').count(), 8);
    }
}
