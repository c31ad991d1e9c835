//! The pictures of tiles are legible in every palette: they stand out from their backgrounds, and what is seen stands out
//! from what is remembered.

use bevy::prelude::*;
use fogbound::frontend::{CellSize, picture_of};
use fogbound::game::State;
use fogbound::map::{Base, Tile};
use fogbound::view::{Art, Badge, Fill, OpenSides, Palette, at_brightness, vivid};
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
    let shape = match lies_on_floor(tile) {
        true => OpenSides::default(),
        false => OpenSides(OpenSides::SOUTH),
    };
    let picture = tile.kind().picture.expect("every tile has a picture");
    let art = Art {
        fill: Fill::Tile(picture, shape),
        fore: [fore; 4],
        ground: [ground; 4],
        has_figure: false,
        badge: None,
        thing: None,
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

/// Returns whether the picture of a tile shows floor.
fn lies_on_floor(tile: Tile) -> bool {
    let picture = tile.kind().picture;
    picture.is_some_and(|it| matches!(it.picture().base, Base::Floor))
}

/// Returns a tile's colours in full light.
fn lit(palette: &Palette, tile: Tile) -> (Color, Color) {
    palette.in_window(tile).lit()
}

/// Returns a tile's colours at the limit of sight.
fn far(palette: &Palette, tile: Tile) -> (Color, Color) {
    let (fore, ground) = lit(palette, tile);
    let dim = |color| at_brightness(color, palette.far_in_window().into());
    (dim(fore), dim(ground))
}

/// Returns the colours of a remembered tile.
fn remembered(palette: &Palette, tile: Tile) -> (Color, Color) {
    palette.in_window(tile).remembered()
}

/// Returns the luminance of what is unknown.
fn unknown(palette: &Palette) -> f64 {
    let Color::Rgb(red, green, blue) = palette.background() else {
        panic!("{:?}", palette.background())
    };
    luminance(linear([red, green, blue]))
}

#[test]
fn floor_stands_out_from_the_unknown_and_light_from_memory() {
    let mut broken = Vec::new();
    for (name, palette) in palettes() {
        let unknown = unknown(&palette);
        let mean = |colors| measured(Tile::FLOOR, colors).mean;
        let [bright, dim, dark] = [lit, far, remembered].map(|it| mean(it(&palette, Tile::FLOOR)));
        let mut all = [
            (
                Least::new("lit floor and the unknown", 2.5),
                bright,
                unknown,
            ),
            (
                Least::new("remembered floor and the unknown", 1.6),
                dark,
                unknown,
            ),
            (
                Least::new("floor in full light and at the limit of light", 1.3),
                bright,
                dim,
            ),
            (
                Least::new("floor at the limit of light and remembered", 1.1),
                dim,
                dark,
            ),
        ];
        for (least, one, other) in &mut all {
            least.add(ratio(*one, *other), "floor");
            if !least.holds(&name) {
                broken.push((name.clone(), least.rule.clone()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

/// Returns the pixels of a cell with nothing but this badge.
fn badge_of(badge: Badge, cell: CellSize) -> Vec<[u8; 3]> {
    let mut screen = screen_with(Tile::FLOOR);
    let black = [Color::Rgb(0, 0, 0); 4];
    screen.hang(
        (0, 0),
        Art {
            fill: Fill::Plain,
            fore: black,
            ground: black,
            has_figure: false,
            badge: Some(badge),
            thing: None,
        },
    );
    let drawn = picture_of(&screen, cell);
    let side = cell.height() as usize;
    let rows = drawn.pixels.chunks(drawn.size.x as usize).take(side);
    rows.flat_map(|row| row[..side].to_vec()).collect()
}

#[test]
fn badges_differ_in_shape_and_stand_out_from_their_outlines() {
    let states = [
        State::Asleep,
        State::Noticing,
        State::Searching,
        State::Hunting,
    ];
    for cell in CellSize::all() {
        let shape = |state| {
            let badge = Badge {
                state: Some(state),
                health: None,
                has_cursor: false,
                colors: [Color::Rgb(255, 255, 255); 2],
            };
            let pixels = badge_of(badge, cell).into_iter();
            pixels.map(|it| it == [255; 3]).collect::<Vec<_>>()
        };
        let shapes = states.map(shape);
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let [one, other] = [&shapes[one], &shapes[other]];
            let differ = one.iter().zip(other).filter(|(one, other)| one != other);
            let set = one.iter().filter(|it| **it).count();
            assert!(differ.count() * 3 > set, "{cell:?}");
        }
    }
    for (name, palette) in palettes() {
        let mut least = Least::new("badges and their outlines", 3.0);
        for state in states {
            let mood = palette.mood(state).unwrap_or(palette.text());
            let colors = [vivid(mood); 2];
            let badge = Badge {
                state: Some(state),
                health: None,
                has_cursor: false,
                colors,
            };
            let pixels = badge_of(badge, CellSize::default()).into_iter();
            let pixels: Vec<f64> = pixels.map(|it| luminance(linear(it))).collect();
            let outline = pixels
                .iter()
                .copied()
                .filter(|it| *it > 0.0)
                .fold(1.0, f64::min);
            let sign = pixels.iter().copied().fold(0.0, f64::max);
            least.add(ratio(sign, outline), state.name());
        }
        least.check(&name);
    }
}

#[test]
fn pictures_stand_out_from_their_grounds_and_from_memory() {
    let mut broken = Vec::new();
    for (name, palette) in palettes() {
        let mut seen = Least::new("pictures in view on their ground", 3.0);
        let mut memory = Least::new("remembered pictures on their ground", 1.8);
        let mut apart = Least::new("pictures: seen at the limit of sight to remembered", 1.15);
        for tile in Tile::ALL {
            let lit = measured(tile, far(&palette, tile));
            let dim = measured(tile, remembered(&palette, tile));
            apart.add(ratio(lit.mean, dim.mean), tile.name());
            if !SURFACES.contains(&tile) {
                seen.add(ratio(lit.brightest, lit.ground), tile.name());
                memory.add(ratio(dim.brightest, dim.ground), tile.name());
            }
        }
        for least in [seen, memory, apart] {
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
        for colors in [far, lit] {
            let wall = measured(Tile::WALL, colors(&palette, Tile::WALL));
            let floor = measured(Tile::FLOOR, colors(&palette, Tile::FLOOR));
            faces.add(ratio(wall.mean, floor.mean), "in view");
        }
        let [wall, floor] =
            [Tile::WALL, Tile::FLOOR].map(|it| measured(it, remembered(&palette, it)));
        dim.add(ratio(wall.mean, floor.mean), "wall");
        known.add(ratio(wall.mean, unknown(&palette)), "wall");
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
