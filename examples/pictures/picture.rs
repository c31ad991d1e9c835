//! Draws screens as pixels, and saves them as PNG files.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::slice;

use bevy::prelude::*;
use fogbound::frontend::{Picture, Rgb};
use fogbound::view::{Screen, indexed_rgb};
use png::EncodingError;
use ratatui::buffer::Cell;
use ratatui::style::{Color as CellColor, Modifier};

use super::fonts::Fonts;

/// The size of a text cell in pixels. A map cell is twice as wide.
const CELL: UVec2 = UVec2::new(8, 16);

/// The first sixteen colours of xterm.
const SIXTEEN: [u32; 16] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, //
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
/// The colours of text in the terminal's default colour: normal, bold and dim.
const PLAIN: [Rgb; 3] = [[178; 3], [255; 3], [90; 3]];

/// Draws a screen as the window does.
pub fn picture_of(screen: &Screen, fonts: &Fonts) -> Picture {
    let mut picture = Picture::filled(screen.size() * CELL, [0; 3]);
    for at in screen.buffer().area.positions() {
        let cell = &screen.buffer()[at];
        let corner = UVec2::new(at.x.into(), at.y.into()) * CELL;
        // The second half of a wide cell has no glyph.
        if let Some(glyph) = cell.symbol().chars().next() {
            let (font, side) = match screen.is_wide_at(at.x, at.y) {
                true => (&fonts.map, 2),
                false => (&fonts.text, 1),
            };
            let (fore, back) = colors(cell);
            picture.fill(corner, font.size * side, back);
            picture.draw(glyph, font, side, corner, fore);
            if cell.modifier.contains(Modifier::UNDERLINED) {
                picture.fill(corner + UVec2::new(0, 14), UVec2::new(8, 1), fore);
            }
        }
    }
    picture
}

/// Copies `other` into `picture` so that the top left corner of `other` is at `corner`.
pub fn paste(picture: &mut Picture, other: &Picture, corner: UVec2) {
    let rows = other.pixels.chunks_exact(other.size.x as usize);
    for (row, y) in rows.zip(corner.y..) {
        let start = (y * picture.size.x + corner.x) as usize;
        picture.pixels[start..][..row.len()].copy_from_slice(row);
    }
}

/// Returns a part of a picture.
pub fn crop(picture: &Picture, corner: UVec2, size: UVec2) -> Picture {
    let rows = picture.pixels.chunks_exact(picture.size.x as usize);
    let rows = rows.skip(corner.y as usize).take(size.y as usize);
    let pixels = rows.flat_map(|row| &row[corner.x as usize..][..size.x as usize]);
    Picture {
        size,
        pixels: pixels.copied().collect(),
    }
}

/// Saves a picture as a PNG file with high compression.
pub fn save(picture: &Picture, file: &Path) -> Result<(), EncodingError> {
    save_film(slice::from_ref(picture), [0; 2], file)
}

/// Saves an animated PNG file. Each picture is shown for `pace` hundredths of a second, and the last one for `rest`.
pub fn save_film(
    pictures: &[Picture],
    [pace, rest]: [u16; 2],
    file: &Path,
) -> Result<(), EncodingError> {
    let size = pictures[0].size;
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(file)?), size.x, size.y);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    if pictures.len() > 1 {
        encoder.set_animated(pictures.len() as u32, 0)?;
        encoder.set_frame_delay(pace, 100)?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pictures[0].pixels.as_flattened())?;
    for (number, picture) in (1..).zip(&pictures[1..]) {
        if number + 1 == pictures.len() {
            writer.set_frame_delay(rest, 100)?;
        }
        writer.write_image_data(picture.pixels.as_flattened())?;
    }
    writer.finish()
}

/// Returns the foreground and background colours of a cell.
fn colors(cell: &Cell) -> (Rgb, Rgb) {
    let has = |modifier| cell.modifier.contains(modifier);
    let plain = usize::from(has(Modifier::BOLD)) + 2 * usize::from(has(Modifier::DIM));
    let fore = rgb(cell.fg).unwrap_or(PLAIN[plain.min(2)]);
    let back = rgb(cell.bg).unwrap_or_default();
    if has(Modifier::REVERSED) {
        (back, fore)
    } else {
        (fore, back)
    }
}

/// Converts a screen colour to RGB. Returns `None` for the terminal's default colour.
pub fn rgb(color: CellColor) -> Option<Rgb> {
    match color {
        CellColor::Rgb(red, green, blue) => Some([red, green, blue]),
        CellColor::Indexed(index @ ..16) => {
            let [_, rgb @ ..] = SIXTEEN[usize::from(index)].to_be_bytes();
            Some(rgb)
        }
        CellColor::Indexed(index) => indexed_rgb(index),
        _ => None,
    }
}
