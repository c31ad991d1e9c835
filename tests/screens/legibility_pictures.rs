//! The pictures of tiles are legible in every palette: they stand out from their backgrounds, and what is seen stands out
//! from what is remembered.

use bevy::prelude::*;
use fogbound::frontend::{CellSize, picture_of};
use fogbound::map::Tile;
use fogbound::view::{Art, Fill, OpenSides, Palette, at_brightness};
use ratatui::style::Color;

use crate::art::screen_with;
use crate::legibility::{EYES, apart};
use crate::measure::{Least, Light, linear, luminance, palettes, ratio};

/// The tiles that are surfaces rather than signs.
const SURFACES: [Tile; 3] = [Tile::ROCK, Tile::FLOOR, Tile::CHASM];

/// The luminance of the pixels of a picture.
struct Measured {
    ground: f64,
    brightest: f64,
    mean: f64,
}

/// Returns the pixels of the picture of a tile in these colours, at the smallest size of cells.
fn pixels(tile: Tile, (fore, ground): (Color, Color)) -> Vec<Light> {
    let mut screen = screen_with(tile);
    let shape = OpenSides(OpenSides::SOUTH);
    let picture = tile.kind().picture.expect("every tile has a picture");
    let art = Art {
        fill: Fill::Tile(picture, shape),
        fore: [fore; 4],
        ground: [ground; 4],
        has_figure: false,
    };
    screen.hang((0, 0), art);
    let drawn = picture_of(&screen, CellSize::default());
    let rows = drawn.pixels.chunks(drawn.size.x as usize).take(16);
    rows.flat_map(|row| row[..16].iter().map(|it| linear(*it)))
        .collect()
}

/// Measures the picture of a tile in these colours.
fn measured(tile: Tile, colors: (Color, Color)) -> Measured {
    let pixels: Vec<f64> = pixels(tile, colors).into_iter().map(luminance).collect();
    let Color::Rgb(red, green, blue) = colors.1 else {
        panic!("{:?}", colors.1)
    };
    Measured {
        ground: luminance(linear([red, green, blue])),
        brightest: pixels.iter().copied().fold(0.0, f64::max),
        mean: pixels.iter().sum::<f64>() / pixels.len() as f64,
    }
}

/// Returns the mean colour of the picture of a tile in these colours.
fn mean(tile: Tile, colors: (Color, Color)) -> Light {
    let pixels = pixels(tile, colors);
    let count = pixels.len() as f64;
    let sum = |channel: usize| pixels.iter().map(|it| it[channel]).sum::<f64>();
    [0, 1, 2].map(|channel| sum(channel) / count)
}

/// Returns a tile's colours at the limit of sight.
fn far(palette: &Palette, tile: Tile) -> (Color, Color) {
    let (fore, ground) = palette.tile(tile).lit();
    let dim = |color| at_brightness(color, palette.far().into());
    (dim(fore), dim(ground))
}

#[test]
fn pictures_stand_out_from_their_grounds_and_from_memory() {
    let mut broken = Vec::new();
    for (name, palette) in palettes() {
        let mut seen = Least::new("pictures in view on their ground", 3.0);
        let mut remembered = Least::new("remembered pictures on their ground", 1.8);
        let mut apart = Least::new("pictures: seen at the limit of sight to remembered", 1.15);
        for tile in Tile::ALL {
            let lit = measured(tile, far(&palette, tile));
            let dim = measured(tile, palette.tile(tile).remembered());
            apart.add(ratio(lit.mean, dim.mean), tile.name());
            if !SURFACES.contains(&tile) {
                seen.add(ratio(lit.brightest, lit.ground), tile.name());
                remembered.add(ratio(dim.brightest, dim.ground), tile.name());
            }
        }
        for least in [seen, remembered, apart] {
            if !least.holds(&name) {
                broken.push((name.clone(), least.rule));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

#[test]
fn walls_stand_out_from_floor_and_from_the_unknown() {
    let mut broken = Vec::new();
    for (name, palette) in palettes() {
        let mut faces = Least::new("faces of walls and floor beside them", 2.0);
        let mut dim = Least::new("remembered faces of walls and floor", 1.2);
        let mut known = Least::new("remembered walls and the unknown", 1.25);
        for colors in [far, |palette: &Palette, tile| palette.tile(tile).lit()] {
            let wall = measured(Tile::WALL, colors(&palette, Tile::WALL));
            let floor = measured(Tile::FLOOR, colors(&palette, Tile::FLOOR));
            faces.add(ratio(wall.mean, floor.mean), "in view");
        }
        let remembered = |tile| measured(tile, palette.tile(tile).remembered());
        let (wall, floor) = (remembered(Tile::WALL), remembered(Tile::FLOOR));
        dim.add(ratio(wall.mean, floor.mean), "wall");
        let Color::Rgb(red, green, blue) = palette.background() else {
            panic!("{:?}", palette.background())
        };
        known.add(
            ratio(wall.mean, luminance(linear([red, green, blue]))),
            "wall",
        );
        for least in [faces, dim, known] {
            if !least.holds(&name) {
                broken.push((name.clone(), least.rule));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

#[test]
fn doors_and_water_have_colours_of_their_own_even_to_the_colour_blind() {
    /// What a door or water could be taken for.
    const OTHERS: [Tile; 4] = [Tile::FLOOR, Tile::WALL, Tile::FOLIAGE, Tile::FIRE];
    let mut broken = Vec::new();
    for (name, palette) in palettes() {
        for (eyes, matrix) in EYES {
            let mut least = Least::new(&format!("pictures of doors and water, {eyes}"), 8.0);
            for tile in [Tile::CLOSED_DOOR, Tile::OPEN_DOOR, Tile::WATER] {
                for other in OTHERS {
                    let colors = [tile, other].map(|it| mean(it, far(&palette, it)));
                    let of = format!("{} and {}", tile.name(), other.name());
                    least.add(apart(colors, matrix), of);
                }
            }
            if !least.holds(&name) {
                broken.push((name.clone(), least.rule));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}
