//! Pictures of what a window shows, and of what it must show.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use png::{Decoder, Transformations};

use super::font::text_font;
use super::layout::{Area, Layout};
use super::screen::{Cell, Color, Screen};

/// A picture: rows of pixels, starting at the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub pixels: Vec<Color>,
}

impl Picture {
    /// Draws a screen as a window with this layout must show it. The margin has the colour `rim`.
    pub fn of(screen: &Screen, layout: &Layout, rim: Color) -> Self {
        let width = layout.width;
        let mut picture = Self {
            width,
            pixels: vec![rim; width * layout.height],
        };
        let columns = screen.rows.first().map_or(0, Vec::len);
        assert_eq!(
            (columns, screen.rows.len()),
            (layout.columns, layout.rows),
            "the cells that fit into {layout}"
        );
        // The map has cells of its own.
        let (map_columns, map_rows) = layout.map_region();
        for row in 0..map_rows {
            picture.copy(&screen.drawn, layout, (0, row), map_columns);
        }
        // Text over it is drawn in boxes.
        let boxes = screen.boxes();
        let is_in_box = |x: usize, y: usize| {
            let mut boxes = boxes.iter();
            boxes.any(|(first, last)| {
                (first.0..=last.0).contains(&x) && (first.1..=last.1).contains(&y)
            })
        };
        for (column, row, cell) in screen.cells() {
            if column < map_columns && row < map_rows && !is_in_box(column, row) {
                continue;
            }
            if cell.is_wide {
                picture.copy(&screen.drawn, layout, (column, row), cell.columns());
            } else {
                picture.draw(cell, layout.corner_of((column, row)), layout.cut());
            }
        }
        picture
    }

    /// Draws a text cell.
    fn draw(&mut self, cell: Cell, (left, top): (usize, usize), (cut, times): (usize, usize)) {
        let glyph = text_font(cut).glyph(cell.glyph);
        for y in 0..cut * times {
            let start = (top + y) * self.width + left;
            let line = &mut self.pixels[start..start + cut / 2 * times];
            for (x, pixel) in line.iter_mut().enumerate() {
                let is_set = glyph[y / times] >> (x / times) & 1 == 1;
                *pixel = if is_set { cell.fore } else { cell.back };
            }
        }
    }

    /// Copies a cell from a picture without a margin.
    fn copy(&mut self, from: &Self, layout: &Layout, cell: (usize, usize), columns: usize) {
        let (left, top) = layout.corner_of(cell);
        let width = columns * layout.cell_width();
        let (column, row) = (cell.0 * layout.cell_width(), cell.1 * layout.cell_height());
        for y in 0..layout.cell_height() {
            let start = (top + y) * self.width + left;
            let line = from.line(row + y, column, column + width);
            self.pixels[start..start + width].copy_from_slice(line);
        }
    }

    /// Reads a PNG file.
    pub fn read(file: &Path) -> Self {
        let opened = File::open(file).expect("there is a picture");
        let mut decoder = Decoder::new(BufReader::new(opened));
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("the file is a PNG");
        let size = reader.output_buffer_size();
        let mut bytes = vec![0; size.expect("the picture has the size of a window")];
        let frame = reader.next_frame(&mut bytes).expect("the PNG is complete");
        let samples = bytes[..frame.buffer_size()].chunks_exact(frame.color_type.samples());
        let pixels = samples.map(|it| Color(u32::from_be_bytes([0, it[0], it[1], it[2]])));
        Self {
            width: frame.width as usize,
            pixels: pixels.collect(),
        }
    }

    pub fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// Returns the pixels of a line from column `left` up to, but not including, column `right`.
    pub fn line(&self, y: usize, left: usize, right: usize) -> &[Color] {
        &self.pixels[y * self.width + left..y * self.width + right]
    }

    /// Returns the first line in which two pictures differ within an area.
    pub fn first_difference(&self, other: &Self, area: Area) -> Option<usize> {
        let Area {
            left,
            top,
            right,
            bottom,
        } = area;
        (top..bottom).find(|&y| !is_close(self.line(y, left, right), other.line(y, left, right)))
    }
}

/// Returns whether two lines of pixels are the same, except for rounding.
pub fn is_close(one: &[Color], other: &[Color]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.is_close(*b))
}
