//! `fogbound dungeon --png`: draws a level in the game's glyphs and colours, with lit cells brighter.

use std::path::Path;

use bevy::math::{IVec2, UVec2};
use font8x8::{UnicodeFonts as _, unicode};
use ratatui::style::Color;

use super::assets::Assets;
use super::error::CliError;
use crate::dungeon::Level;
use crate::files::printable;
use crate::frontend::{Font, Picture, Rgb};
use crate::game::light_of;
use crate::map::{START_GLYPH, Tile};
use crate::view::{Palette, at_brightness};
use crate::vision::{Ambient, LightMap};

/// The width and height of a glyph, in pixels.
const GLYPH: u32 = 8;

/// The brightness of a dark cell, as a percentage.
const DARK: u32 = 38;
/// The brightness that each light level adds, as a percentage.
const PER_LEVEL: u32 = 9;

/// The light level of a lit room.
const LIT_ROOM: u32 = 5;

/// Saves a picture of a level as a PNG file. Cells are 16 pixels wide, or 8 pixels on larger levels. On the largest
/// levels, cells are 4 pixels wide and have no glyphs.
///
/// # Errors
///
/// If the file cannot be written.
pub(super) fn save(level: &Level, assets: &Assets, file: &Path) -> Result<(), CliError> {
    let palette = assets.palette.clone().unwrap_or_default();
    let side = match level.map.size().max_element() {
        ..=128 => 16,
        129..=512 => 8,
        _ => 4,
    };
    draw(level, &palette, side).save(file).map_err(|error| {
        let file = printable(&file.display().to_string());
        CliError::bad_input(format!(
            "--png: {file}: cannot be written ({error}); accepted: a file in an existing folder"
        ))
    })
}

/// Draws a level with cells of `side` × `side` pixels.
fn draw(level: &Level, palette: &Palette, side: u32) -> Picture {
    let map = &level.map;
    let flames = map
        .iter()
        .filter_map(|(cell, tile)| Some((cell, light_of(tile.flame()?))));
    let rooms = level.lit_rooms.iter();
    let ambient = rooms.fold(Ambient::dark(), |it, &room| it.with_place(room, LIT_ROOM));
    let light = LightMap::of(map.opacity(), ambient, flames);
    let ground = rgb(palette.background());
    let mut picture = Picture::filled(map.size() * side, ground);
    for (cell, tile) in map.iter() {
        // A wall is as bright as its brightest side, because the picture has no point of view.
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
        let corner = cell.as_uvec2() * side;
        if tile != Tile::ROCK {
            picture.fill(corner, UVec2::splat(side), shaded(ground));
        }
        let (glyph, fore) = match cell == level.start && tile.stairs().is_none() {
            true => (START_GLYPH, rgb(palette.player())),
            false => (tile.kind().drawn, shaded(fore)),
        };
        if side >= GLYPH {
            picture.draw(glyph, &Small, side / GLYPH, corner, fore);
        }
    }
    picture
}

/// The font for pictures of levels. Unlike the window's fonts, this font is included in every build.
struct Small;

impl Font for Small {
    fn height(&self) -> u32 {
        GLYPH
    }

    /// Falls back to a similar glyph if the font lacks `glyph`.
    fn row(&self, glyph: char, row: u32) -> u8 {
        let like = match glyph {
            '≈' => '~',
            '☼' => '*',
            '▲' => '^',
            '∙' => '·',
            other => other,
        };
        let rows = unicode::BasicFonts::new()
            .get(like)
            .or_else(|| unicode::LatinFonts::new().get(like))
            .or_else(|| unicode::BoxFonts::new().get(like))
            .or_else(|| unicode::BlockFonts::new().get(like))
            .or_else(|| unicode::GreekFonts::new().get(like));
        rows.unwrap_or([0x18; GLYPH as usize])[row as usize]
    }
}

fn rgb(color: Color) -> Rgb {
    match color {
        Color::Rgb(red, green, blue) => [red, green, blue],
        _ => [128; 3],
    }
}
