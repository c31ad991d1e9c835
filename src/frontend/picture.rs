//! Draws coloured glyphs as pixels, and saves them as PNG files.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use bevy::math::UVec2;

/// A colour, as its red, green and blue components.
pub type Rgb = [u8; 3];

/// A font whose glyphs are eight pixels wide.
pub trait Font {
    /// Returns the height of a glyph in pixels.
    fn height(&self) -> u32;

    /// Returns one row of a glyph, with the leftmost pixel in the lowest bit.
    fn row(&self, glyph: char, row: u32) -> u8;
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
            for x in (0..u8::BITS).filter(|x| row >> x & 1 != 0) {
                let pixel = UVec2::new(x, y);
                self.fill(corner + pixel * side, UVec2::splat(side), color);
            }
        }
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
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        Ok(writer.finish()?)
    }
}
