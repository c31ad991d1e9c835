//! The cells of a terminal's screen.

use std::fmt;

use vt100::Color;

/// A cell of the screen, which takes up one column of one row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    pub glyph: char,
    pub fore: Color,
    pub back: Color,
    pub attributes: Attributes,
}

/// The attributes of a glyph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    pub bold: bool,
    pub dim: bool,
    pub italic: bool,
    pub underlined: bool,
    pub reversed: bool,
    /// Whether the terminal draws the glyph over two columns. The game should never draw such a glyph.
    pub two_columns: bool,
}

impl Attributes {
    fn names(self) -> impl Iterator<Item = &'static str> {
        let names = [
            (self.bold, "bold"),
            (self.dim, "dim"),
            (self.italic, "italic"),
            (self.underlined, "underlined"),
            (self.reversed, "reversed"),
            (self.two_columns, "over two columns"),
        ];
        names
            .into_iter()
            .filter_map(|(has, name)| has.then_some(name))
    }
}

/// The character that the text front end prints as the second half of a wide cell. Terminals show it as a blank.
const SECOND_HALF: char = '\u{a0}';

impl Cell {
    fn of(cell: &vt100::Cell) -> Self {
        let mut glyphs = cell.contents().chars();
        let glyph = match (glyphs.next(), glyphs.next()) {
            (None | Some(SECOND_HALF), None) => ' ',
            (Some(glyph), None) => glyph,
            _ => char::REPLACEMENT_CHARACTER,
        };
        Self {
            glyph,
            fore: cell.fgcolor(),
            back: cell.bgcolor(),
            attributes: Attributes {
                bold: cell.bold(),
                dim: cell.dim(),
                italic: cell.italic(),
                underlined: cell.underline(),
                reversed: cell.inverse(),
                two_columns: cell.is_wide() || cell.is_wide_continuation(),
            },
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = |color| match color {
            Color::Default => "default".to_owned(),
            Color::Idx(index) => format!("color {index}"),
            Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        };
        write!(
            f,
            "{:?} {} on {}",
            self.glyph,
            color(self.fore),
            color(self.back)
        )?;
        self.attributes
            .names()
            .try_for_each(|name| write!(f, " {name}"))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

/// All cells of a screen.
#[derive(Clone, PartialEq, Eq)]
pub struct Screen {
    columns: usize,
    cells: Vec<Cell>,
}

impl Screen {
    /// Reads the screen of the emulator.
    pub fn of(screen: &vt100::Screen) -> Self {
        let (rows, columns) = screen.size();
        let places = (0..rows.get()).flat_map(|y| (0..columns.get()).map(move |x| (y, x)));
        let cell = |(y, x)| Cell::of(screen.cell(y, x).expect("the cell is on the screen"));
        Self {
            columns: columns.get().into(),
            cells: places.map(cell).collect(),
        }
    }

    /// Reads a printed screen: lines with escape sequences.
    pub fn printed(lines: &[String], columns: u16) -> Self {
        let size = super::pty::Size::new(columns, lines.len().try_into().expect("few rows"));
        let mut emulator = super::emulator::Emulator::new(size, super::pty::Protocol::Silent);
        emulator.feed(lines.join("\r\n").as_bytes());
        assert_eq!(
            emulator.problems(),
            [""; 0],
            "the program prints forbidden sequences"
        );
        emulator.screen()
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.cells.len() / self.columns)
    }

    /// Returns the rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.columns)
    }

    /// Returns all cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the rows as text without trailing blanks.
    pub fn text(&self) -> Vec<String> {
        let text = |row: &[Cell]| row.iter().map(|cell| cell.glyph).collect::<String>();
        self.rows()
            .map(|row| text(row).trim_end().to_owned())
            .collect()
    }

    /// Returns whether these words are on the screen, even if they wrap over several rows.
    pub fn says(&self, words: &str) -> bool {
        let rows = self.text();
        let all: Vec<&str> = rows.iter().flat_map(|row| row.split_whitespace()).collect();
        all.join(" ").contains(words)
    }

    /// Returns the column and row of the middle of the first occurrence of these words.
    pub fn find(&self, words: &str) -> Option<(usize, usize)> {
        let words: Vec<char> = words.chars().collect();
        self.rows().enumerate().find_map(|(y, row)| {
            let is_there =
                |part: &[Cell]| part.iter().map(|cell| cell.glyph).eq(words.iter().copied());
            let left = row.windows(words.len()).position(is_there)?;
            Some((left + words.len() / 2, y))
        })
    }

    /// Returns the current turn, if it is on the screen.
    pub fn turn(&self) -> Option<u32> {
        self.text().iter().find_map(|row| {
            let (_, behind) = row.split_once("Turn ")?;
            let end = behind.find(|it: char| !it.is_ascii_digit());
            behind[..end.unwrap_or(behind.len())].parse().ok()
        })
    }

    /// Returns the largest box that is drawn with lines, if there is one.
    pub fn largest_box(&self) -> Option<Area> {
        let rows: Vec<&[Cell]> = self.rows().collect();
        let is = |x: usize, y: usize, glyph| rows[y][x].glyph == glyph;
        let mut found = Vec::new();
        for (top, row) in rows.iter().enumerate() {
            for left in (0..row.len()).filter(|x| is(*x, top, '┌')) {
                let Some(right) = (left..row.len()).find(|x| is(*x, top, '┐')) else {
                    continue;
                };
                let mut below = top + 1..rows.len();
                if let Some(bottom) = below.find(|y| is(left, *y, '└') && is(right, *y, '┘')) {
                    let (width, height) = (right - left + 1, bottom - top + 1);
                    found.push(Area {
                        left,
                        top,
                        width,
                        height,
                    });
                }
            }
        }
        found
            .into_iter()
            .max_by_key(|area| area.width * area.height)
    }

    /// Returns only the cells in this area.
    pub fn part(&self, area: Area) -> Self {
        let rows = self.rows().skip(area.top).take(area.height);
        Self {
            columns: area.width,
            cells: rows
                .flat_map(|row| &row[area.left..area.left + area.width])
                .copied()
                .collect(),
        }
    }

    /// Describes the cells that differ from those on another screen.
    pub fn differences(&self, wanted: &Self) -> Vec<String> {
        if self.size() != wanted.size() {
            return vec![format!(
                "{:?} cells instead of {:?}",
                self.size(),
                wanted.size()
            )];
        }
        let pairs = self.cells.iter().zip(&wanted.cells).enumerate();
        pairs
            .filter(|(_, (shown, wanted))| shown != wanted)
            .map(|(at, (shown, wanted))| {
                let (x, y) = (at % self.columns, at / self.columns);
                format!("column {x}, row {y}: {shown} instead of {wanted}")
            })
            .collect()
    }
}

impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().iter().try_for_each(|row| writeln!(f, "|{row}"))
    }
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{self}")
    }
}
