//! Draws coloured glyphs as pixels, and saves them as PNG files.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use bevy::math::UVec2;

/// A colour, as its red, green and blue components.
pub type Rgb = [u8; 3];

/// A font whose glyphs are at most 32 pixels wide.
pub trait Font {
    /// Returns the height of a glyph in pixels.
    fn height(&self) -> u32;

    /// Returns one row of a glyph, with the leftmost pixel in the lowest bit.
    fn row(&self, glyph: char, row: u32) -> u32;
}

/// A picture made of pixels.
pub struct Picture {
    /// The width and height in pixels.
    pub size: UVec2,
    /// All pixels of the picture, row by row.
    pub pixels: Vec<Rgb>,
}

impl Picture {
    /// Returns a picture filled with one colour.
    pub fn filled(size: UVec2, color: Rgb) -> Self {
        let pixels = vec![color; size.element_product() as usize];
        Self { size, pixels }
    }

    /// Fills a rectangle of this size whose top left pixel is `corner`.
    pub fn fill(&mut self, corner: UVec2, size: UVec2, color: Rgb) {
        for y in corner.y..corner.y + size.y {
            let start = (y * self.size.x + corner.x) as usize;
            self.pixels[start..][..size.x as usize].fill(color);
        }
    }

    /// Draws a glyph with its top left pixel at `corner`. Each pixel of the glyph becomes a square of `side` × `side`
    /// pixels.
    pub fn draw(&mut self, glyph: char, font: &impl Font, side: u32, corner: UVec2, color: Rgb) {
        for y in 0..font.height() {
            let row = font.row(glyph, y);
            for x in (0..u32::BITS).filter(|x| row >> x & 1 != 0) {
                let pixel = UVec2::new(x, y);
                self.fill(corner + pixel * side, UVec2::splat(side), color);
            }
        }
    }

    /// Copies another picture into this one, with its top left pixel at `corner`.
    pub fn paste(&mut self, other: &Self, corner: UVec2) {
        let rows = other.pixels.chunks_exact(other.size.x as usize);
        for (row, y) in rows.zip(corner.y..) {
            let start = (y * self.size.x + corner.x) as usize;
            self.pixels[start..][..row.len()].copy_from_slice(row);
        }
    }

    /// Returns this picture at a fraction of its size: a square of `by` × `by` pixels becomes one pixel.
    pub(crate) fn shrunk(&self, by: u32) -> Self {
        let mut small = Self::filled(self.size / by, [0; 3]);
        for (pixel, index) in small.pixels.iter_mut().zip(0..) {
            let corner = UVec2::new(index % small.size.x, index / small.size.x) * by;
            let mut sums = [0; 3];
            for y in corner.y..corner.y + by {
                for x in corner.x..corner.x + by {
                    let from = self.pixels[(y * self.size.x + x) as usize];
                    for (sum, channel) in sums.iter_mut().zip(from) {
                        *sum += u32::from(channel);
                    }
                }
            }
            *pixel = sums.map(|it| (it / (by * by)) as u8);
        }
        small
    }

    /// Writes a PNG file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, file: &Path) -> io::Result<()> {
        let file = BufWriter::new(File::create(file)?);
        let mut encoder = png::Encoder::new(file, self.size.x, self.size.y);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        Ok(writer.finish()?)
    }
}
