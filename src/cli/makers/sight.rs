//! `fogbound sight`: the field of view from one cell of a map.

use bevy::math::IVec2;

use super::comparison::Comparison;
use crate::cli::args::SightArgs;
use crate::cli::error::CliError;
use crate::cli::streams::{read_map, say};
use crate::cli::values::{AmbientName, Output};
use crate::files::printable;
use crate::fov::{FieldOfView, Sight, VisibleSet};
use crate::game::light_of;
use crate::map::{AsciiMap, Stairs};
use crate::vision::{Ambient, LightMap};

/// Returns the field of view as text.
pub(in crate::cli) fn answer(options: &SightArgs) -> Result<String, CliError> {
    let assets = options.assets.read()?;
    assets.tile_errors().iter().for_each(|error| say(error));
    assets.warnings().for_each(|warning| say(warning));
    let drawn = read_map(&options.file, assets.tiles())?;
    let eye = eye(options.from, &drawn)?;
    let mut sight = Sight::default()
        .with_algorithm(options.algorithm.algorithm)
        .with_shape(options.shape);
    sight.radius = options.radius;
    if options.compare {
        return Ok(comparison(&drawn, eye, sight));
    }
    let opacity = drawn.map.opacity();
    let mut visible = FieldOfView::new().view(opacity, eye, sight);
    if options.ambient == AmbientName::Dark {
        let flames = drawn
            .map
            .iter()
            .filter_map(|(cell, tile)| Some((cell, tile.flame()?)));
        let lights = flames.map(|(cell, flame)| (cell, light_of(flame)));
        let light = LightMap::of(opacity, Ambient::dark(), lights);
        visible = light.visible(opacity, eye, &visible, options.dark_sight);
    }
    Ok(match options.output {
        Output::Picture => picture(drawn, eye, &visible),
        Output::Mask => mask(&drawn, &visible),
    })
}

/// Returns the cell to look from: `from` if it is given, otherwise the map's start, or the stairs up if the map has no
/// start.
fn eye(from: Option<IVec2>, drawn: &AsciiMap) -> Result<IVec2, CliError> {
    let name = printable(&drawn.source_name);
    let Some(from) = from else {
        let mut stairs = drawn.map.iter();
        let stairs = stairs.find(|(_, tile)| tile.stairs() == Some(Stairs::Up));
        let start = drawn.start.or(stairs.map(|(cell, _)| cell));
        return start.ok_or_else(|| {
            CliError::bad_input(format!(
                "{name}: no @ or < in the map to look from; add one or use --from X,Y"
            ))
        });
    };
    if drawn.map.contains(from) {
        return Ok(from);
    }
    let last = drawn.map.size().as_ivec2() - IVec2::ONE;
    Err(CliError::bad_input(format!(
        "--from: {},{} is outside the map {name}; accepted: X from 0 to {}, Y from 0 to {}",
        from.x, from.y, last.x, last.y
    )))
}

fn picture(drawn: AsciiMap, eye: IVec2, visible: &VisibleSet) -> String {
    let start = Some(eye);
    let seen = AsciiMap { start, ..drawn };
    // The eye's own cell is always visible, so the `@` is always drawn.
    each_cell(&seen, |position, glyph| {
        if visible.contains(position) {
            glyph
        } else {
            ' '
        }
    })
}

/// The maximum width of a row of pictures, in characters.
const COLUMNS: usize = 100;

fn comparison(drawn: &AsciiMap, eye: IVec2, sight: Sight) -> String {
    let comparison = Comparison::new(drawn.map.opacity(), eye, sight);
    let glyph = |cell| {
        if cell == eye {
            '@'
        } else {
            drawn.map.tile(cell).glyph()
        }
    };
    let pictures = comparison.pictures(COLUMNS, glyph);
    format!("{pictures}\n{comparison}")
}

fn mask(drawn: &AsciiMap, visible: &VisibleSet) -> String {
    each_cell(
        drawn,
        |position, _| {
            if visible.contains(position) { '1' } else { '0' }
        },
    )
}

/// Returns the text of the map with `write` applied to each glyph.
fn each_cell(drawn: &AsciiMap, write: impl Fn(IVec2, char) -> char) -> String {
    let mut text = String::new();
    for (row, y) in drawn.to_ascii().lines().zip(0..) {
        text.extend(
            row.chars()
                .zip(0..)
                .map(|(glyph, x)| write(IVec2::new(x, y), glyph)),
        );
        text.push('\n');
    }
    text
}
