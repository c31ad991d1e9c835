//! The screen that the game prints as text: cells and their colours.

use std::fmt;

use vt100::Color as TerminalColor;

use super::picture::Picture;

/// The character after the glyph of a wide cell.
const SECOND_HALF: char = '\u{a0}';

/// Red, green and blue: 0xRRGGBB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(pub u32);

/// A glyph, its colour and its background. A wide cell takes two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub glyph: char,
    pub fore: Color,
    pub back: Color,
    pub is_wide: bool,
}

impl Cell {
    pub fn columns(self) -> usize {
        if self.is_wide { 2 } else { 1 }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = if self.is_wide { "wide " } else { "" };
        write!(
            f,
            "{wide}{:?} #{:06x} on #{:06x}",
            self.glyph, self.fore.0, self.back.0
        )
    }
}

impl Color {
    /// Returns whether two colours are the same, except for rounding. Graphics devices do not all round in the same way.
    pub fn is_close(self, other: Self) -> bool {
        let [one, other] = [self, other].map(|it| it.0.to_be_bytes());
        one.iter().zip(other).all(|(a, b)| a.abs_diff(b) <= 1)
    }
}

/// Rows of cells. The second half of a wide cell is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    pub rows: Vec<Vec<Option<Cell>>>,
    /// The picture that the text front end saves of the screen. It shows what the map cells must look like.
    pub drawn: Picture,
}

impl Screen {
    /// Reads the screen from a terminal that has displayed the game's output with `--ansi --wide`.
    pub fn read(terminal: &vt100::Screen, drawn: Picture) -> Self {
        let (rows, columns) = terminal.size();
        let rows = (0..rows.get()).map(|row| {
            let mut cells = Vec::new();
            for column in 0..columns.get() {
                let cell = terminal
                    .cell(row, column)
                    .expect("the cell is on the screen");
                push_cell(&mut cells, cell)
                    .unwrap_or_else(|wrong| panic!("column {column}, row {row}: {wrong}"));
            }
            cells
        });
        Self {
            rows: rows.collect(),
            drawn,
        }
    }

    /// Returns the column, row and content of each cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Cell)> {
        self.rows.iter().enumerate().flat_map(|(y, row)| {
            let cells = row.iter().enumerate();
            cells.filter_map(move |(x, cell)| cell.map(|cell| (x, y, cell)))
        })
    }

    pub fn cell(&self, column: usize, row: usize) -> Option<Cell> {
        *self.rows.get(row)?.get(column)?
    }

    /// Returns the rows as text, with one character for each column.
    pub fn text(&self) -> Vec<String> {
        let glyphs = |row: &Vec<Option<Cell>>| {
            row.iter()
                .map(|it| it.map_or(SECOND_HALF, |cell| cell.glyph))
                .collect()
        };
        self.rows.iter().map(glyphs).collect()
    }

    /// Returns the column and row of the middle of the first occurrence of these words.
    pub fn find(&self, words: &str) -> Option<(usize, usize)> {
        let rows = self.text();
        let mut places = rows
            .iter()
            .enumerate()
            .filter_map(|(y, row)| Some((row.find(words)?, row, y)));
        let (at, row, y) = places.next()?;
        Some((row[..at].chars().count() + words.chars().count() / 2, y))
    }

    /// Returns the column and row of the player on the map.
    pub fn player(&self) -> Option<(usize, usize)> {
        self.cells()
            .find(|(.., cell)| cell.is_wide && cell.glyph == '@')
            .map(|(x, y, _)| (x, y))
    }

    /// Returns the top left and bottom right cells of the largest box that is drawn with lines.
    pub fn largest_box(&self) -> Option<((usize, usize), (usize, usize))> {
        self.boxes()
            .into_iter()
            .max_by_key(|(first, last)| (last.0 - first.0) * (last.1 - first.1))
    }

    /// Returns the top left and bottom right cells of all boxes that are drawn with lines.
    pub fn boxes(&self) -> Vec<((usize, usize), (usize, usize))> {
        let glyph = |x: usize, y: usize| self.cell(x, y).map_or(SECOND_HALF, |cell| cell.glyph);
        let corners = |of: char| {
            self.cells()
                .filter(move |(.., cell)| cell.glyph == of)
                .map(|(x, y, _)| (x, y))
        };
        let mut boxes = Vec::new();
        for (left, top) in corners('┌') {
            let Some((right, _)) = corners('┐').find(|&(x, y)| y == top && x > left) else {
                continue;
            };
            let bottom = (top + 1..self.rows.len())
                .find(|&y| glyph(left, y) == '└' && glyph(right, y) == '┘');
            boxes.extend(bottom.map(|bottom| ((left, top), (right, bottom))));
        }
        boxes
    }
}

fn push_cell(cells: &mut Vec<Option<Cell>>, cell: &vt100::Cell) -> Result<(), String> {
    let mut glyphs = cell.contents().chars();
    let (Some(glyph), None) = (glyphs.next(), glyphs.next()) else {
        return Err(format!("{:?} is no single character", cell.contents()));
    };
    let read = Cell {
        glyph,
        fore: color(cell.fgcolor())?,
        back: color(cell.bgcolor())?,
        is_wide: false,
    };
    if glyph != SECOND_HALF {
        cells.push(Some(read));
        return Ok(());
    }
    // The map's cells begin in even columns.
    let is_second = cells.len() % 2 == 1;
    match cells.last_mut() {
        Some(Some(first)) if is_second && (first.fore, first.back) == (read.fore, read.back) => {
            first.is_wide = true
        }
        _ => return Err("this is not the second half of a wide cell".to_owned()),
    }
    cells.push(None);
    Ok(())
}

fn color(color: TerminalColor) -> Result<Color, String> {
    match color {
        TerminalColor::Rgb(red, green, blue) => {
            Ok(Color(u32::from_be_bytes([0, red, green, blue])))
        }
        other => Err(format!("{other:?} is no colour of the palette")),
    }
}
