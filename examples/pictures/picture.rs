//! Draws screens as pixels, and saves them as PNG files.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::slice;

use bevy::prelude::*;
use fogbound::frontend::{CellSize, Picture, Rgb, picture_of};
use fogbound::view::{Screen, indexed_rgb};
use png::EncodingError;
use ratatui::buffer::Cell;
use ratatui::style::{Color as CellColor, Modifier};

/// The first sixteen colours of xterm.
const SIXTEEN: [u32; 16] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, //
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
/// The colours of text in the terminal's default colour: normal, bold and dim.
const PLAIN: [Rgb; 3] = [[178; 3], [255; 3], [90; 3]];

/// Draws a terminal's screen with the window's font.
pub fn terminal_picture(screen: &Screen) -> Picture {
    let mut shown = Screen::default();
    shown.resize(screen.size());
    shown.buffer_mut().clone_from(screen.buffer());
    for cell in &mut shown.buffer_mut().content {
        let (fore, back) = colors(cell);
        cell.fg = CellColor::Rgb(fore[0], fore[1], fore[2]);
        cell.bg = CellColor::Rgb(back[0], back[1], back[2]);
    }
    let size = CellSize::default();
    let mut picture = picture_of(&shown, size);
    for at in screen.buffer().area.positions() {
        let cell = &shown.buffer()[at];
        if let (true, CellColor::Rgb(red, green, blue)) =
            (cell.modifier.contains(Modifier::UNDERLINED), cell.fg)
        {
            let corner = UVec2::new(at.x.into(), at.y.into()) * size.text();
            picture.fill(
                corner + UVec2::new(0, 14),
                UVec2::new(8, 1),
                [red, green, blue],
            );
        }
    }
    picture
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

/// Returns a picture at half its size: each pixel is the mean of four.
pub fn halved(picture: &Picture) -> Picture {
    let size = picture.size / 2;
    let at = |x: u32, y: u32| picture.pixels[(y * picture.size.x + x) as usize];
    let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| (2 * x, 2 * y)));
    let pixels = cells.map(|(x, y)| {
        let four = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
        [0, 1, 2].map(|part| {
            let sum: u32 = four.iter().map(|it| u32::from(it[part])).sum();
            (sum / 4) as u8
        })
    });
    Picture {
        size,
        pixels: pixels.collect(),
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
