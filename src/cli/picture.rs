//! A level as a picture: every cell in the game's glyphs and colours, brighter where light falls.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use bevy::math::{IVec2, UVec2};
use font8x8::{UnicodeFonts as _, unicode};
use ratatui::style::Color;

use super::assets::Assets;
use super::error::CliError;
use crate::dungeon::Level;
use crate::files::printable;
use crate::game::light_of;
use crate::map::{START_GLYPH, Tile};
use crate::view::{Palette, at_brightness};
use crate::vision::{Ambient, LightMap};

/// Pixels along each side of a glyph.
const GLYPH: u32 = 8;

/// How bright what lies in the dark is, in percent, and by how much each level of light adds to that.
const DARK: u32 = 38;
const PER_LEVEL: u32 = 9;

/// The level of light in a lit room.
const LIT_ROOM: u32 = 5;

/// Saves a picture of a level as PNG: 16 pixels a cell, or 8, or 4 without glyphs, the larger the level.
///
/// # Errors
///
/// If the file cannot be written.
pub(super) fn save(level: &Level, assets: &Assets, file: &Path) -> Result<(), CliError> {
    let palette = assets.palette.clone().unwrap_or_default();
    let size = level.map.size();
    let side = match size.max_element() {
        ..=128 => 16,
        129..=512 => 8,
        _ => 4,
    };
    let pixels = draw(level, &palette, side);
    write(file, size * side, &pixels).map_err(|error| {
        let file = printable(&file.display().to_string());
        CliError::bad_input(format!(
            "--png: {file}: cannot be written ({error}); accepted: a file in a folder that is there"
        ))
    })
}

fn write(file: &Path, size: UVec2, pixels: &[u8]) -> io::Result<()> {
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(file)?), size.x, size.y);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(())
}

/// Red, green and blue of every pixel, row by row.
fn draw(level: &Level, palette: &Palette, side: u32) -> Vec<u8> {
    let map = &level.map;
    let size = map.size() * side;
    let flames = map
        .iter()
        .filter_map(|(cell, tile)| Some((cell, light_of(tile.flame()?))));
    let rooms = level.lit_rooms.iter();
    let ambient = rooms.fold(Ambient::dark(), |it, &room| it.with_place(room, LIT_ROOM));
    let light = LightMap::of(map.opacity(), ambient, flames);
    let mut pixels = vec![0; size.element_product() as usize * 3];
    for (cell, tile) in map.iter() {
        // Of a wall the brightest side counts, for nobody stands anywhere.
        let around = [IVec2::ZERO, IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y];
        let levels = around.map(|it| {
            let there = cell + it;
            if it == IVec2::ZERO || map.is_opaque(cell) && !map.is_opaque(there) {
                light.level(there)
            } else {
                0
            }
        });
        let brightest = levels.into_iter().max().unwrap_or(0);
        let percent = (DARK + brightest * PER_LEVEL).min(100);
        let (fore, ground) = palette.tile(tile).lit();
        let shaded = |color| rgb(at_brightness(color, percent));
        let ground = if tile == Tile::ROCK {
            rgb(palette.background())
        } else {
            shaded(ground)
        };
        let glyph = if cell == level.start && tile.stairs().is_none() {
            START_GLYPH
        } else {
            tile.kind().drawn
        };
        let rows = if side < GLYPH { [0; 8] } else { shape(glyph) };
        let fore = if glyph == START_GLYPH {
            rgb(palette.player())
        } else {
            shaded(fore)
        };
        let wide = (side / GLYPH).max(1);
        for y in 0..side {
            let start = (cell.as_uvec2() * side + UVec2::new(0, y)) * UVec2::new(1, size.x);
            let at = (start.element_sum()) as usize * 3;
            let row = rows[((y / wide) as usize).min(7)];
            for x in 0..side {
                let is_set = row >> (x / wide).min(7) & 1 != 0;
                let color = if is_set { fore } else { ground };
                pixels[at + x as usize * 3..][..3].copy_from_slice(&color);
            }
        }
    }
    pixels
}

/// The rows of a glyph, the leftmost pixel in the lowest bit. One that the font lacks is drawn as what is most like it.
fn shape(glyph: char) -> [u8; 8] {
    let like = match glyph {
        '≈' => '~',
        '☼' => '*',
        '▲' => '^',
        '∙' => '·',
        other => other,
    };
    unicode::BasicFonts::new()
        .get(like)
        .or_else(|| unicode::LatinFonts::new().get(like))
        .or_else(|| unicode::BoxFonts::new().get(like))
        .or_else(|| unicode::BlockFonts::new().get(like))
        .or_else(|| unicode::GreekFonts::new().get(like))
        .unwrap_or([0x18; 8])
}

fn rgb(color: Color) -> [u8; 3] {
    match color {
        Color::Rgb(red, green, blue) => [red, green, blue],
        _ => [128; 3],
    }
}
