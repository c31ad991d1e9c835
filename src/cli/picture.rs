//! `fogbound dungeon --png`: draws a level in the game's pictures and colours, with lit cells brighter.

use std::path::Path;

use bevy::math::{IVec2, UVec2};
use ratatui::style::Color;

use super::assets::Assets;
use super::error::CliError;
use crate::dungeon::Level;
use crate::files::printable;
use crate::frontend::{CellSize, Letter, Look, Motif, Painter, Picture, Rgb};
use crate::game::light_of;
use crate::map::{START_GLYPH, Tile};
use crate::view::{Fill, OpenSides, Palette, at_brightness, wall_shape};
use crate::vision::{Ambient, LightMap};

/// The brightness of a dark cell, as a percentage.
const DARK: u32 = 38;
/// The brightness that each light level adds, as a percentage.
const PER_LEVEL: u32 = 9;

/// The light level of a lit room.
const LIT_ROOM: u32 = 5;

/// Saves a picture of a level as a PNG file. Cells are 16 pixels wide, and 8 or 4 pixels on larger levels.
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
    let painter = Painter::new(CellSize::default());
    let whole = CellSize::default().height();
    for cell in map
        .positions()
        .filter(|it| map.get(*it) != Some(Tile::ROCK))
    {
        let percent = (DARK + brightest_side(level, &light, cell) * PER_LEVEL).min(100);
        let mut drawn = Picture::filled(UVec2::splat(whole), [0; 3]);
        for (look, x) in looks(level, palette, cell, percent) {
            painter.draw(&mut drawn, &look, UVec2::new(x * whole / 2, 0));
        }
        picture.paste(&drawn.shrunk(whole / side), cell.as_uvec2() * side);
    }
    picture
}

/// Returns what is drawn on a cell, each with its distance from the left in half cells.
fn looks(level: &Level, palette: &Palette, cell: IVec2, percent: u32) -> Vec<(Look, u32)> {
    let map = &level.map;
    let Some(tile) = map.get(cell) else {
        return Vec::new();
    };
    let shaded = |color| [at_brightness(color, percent); 4];
    let (fore, ground) = palette.tile(tile).lit();
    let shape = match tile.is_opaque() {
        true => wall_shape(|it| map.get(it).filter(|it| *it != Tile::ROCK), cell),
        false => OpenSides::default(),
    };
    let fill = tile.kind().picture.map(|it| Fill::Tile(it, shape));
    let square = Look {
        motif: Motif::Fill(fill.unwrap_or(Fill::Plain)),
        fore: shaded(fore),
        ground: Some(shaded(ground)),
    };
    let is_start = cell == level.start && tile.stairs().is_none();
    let letter = match is_start {
        true => Some((START_GLYPH, [palette.player(); 4])),
        false if fill.is_none() => Some((tile.kind().drawn, shaded(fore))),
        false => None,
    };
    let halves = [(Letter::Left, 0), (Letter::Right, 1)];
    let letters = letter.into_iter().flat_map(|(glyph, fore)| {
        halves.map(|(half, x)| {
            let motif = Motif::Letter(glyph, half);
            let ground = None;
            (
                Look {
                    motif,
                    fore,
                    ground,
                },
                x,
            )
        })
    });
    [(square, 0)].into_iter().chain(letters).collect()
}

/// Returns the light level of a cell. A wall is as bright as its brightest side, because the picture has no point of view.
fn brightest_side(level: &Level, light: &LightMap, cell: IVec2) -> u32 {
    let map = &level.map;
    let sides = [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y].map(|side| cell + side);
    let open = sides.into_iter().filter(|it| !map.is_opaque(*it));
    let lit_sides = open.filter(|_| map.is_opaque(cell));
    let levels = lit_sides.chain([cell]).map(|it| light.level(it));
    levels.max().unwrap_or(0)
}

fn rgb(color: Color) -> Rgb {
    match color {
        Color::Rgb(red, green, blue) => [red, green, blue],
        _ => [128; 3],
    }
}
