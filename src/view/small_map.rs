//! A small map of what the player knows of the level, for screens that do not show all of it at once. It shows nothing
//! that the large map would not show.

use std::cmp::Reverse;

use bevy::math::IVec2;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::Camera;
use super::framing::known_ground;
use super::map_widget::tile_glyph;
use super::row::{PanelPart, Row};
use super::scene::{PointOfView, Scene};
use crate::map::Tile;

/// Returns the rows of the small map, at most `room` of them. Returns none if the camera shows all known ground, or if
/// there is too little room for a map that can be read.
pub(super) fn rows(
    scene: &Scene,
    (eyes, camera): (&PointOfView, &Camera),
    width: usize,
    room: usize,
) -> Vec<Row> {
    /// The largest number of cells that a character stands for along a row. Larger blocks say too little.
    const COARSEST: i32 = 4;
    let known = known_ground(eyes);
    if camera.shows_all(known) {
        return Vec::new();
    }
    let size = known.size.as_ivec2();
    // A character is twice as high as it is wide.
    let parts = |size: i32, of: i32| (size + of - 1) / of;
    let fits = |scale: &i32| {
        parts(size.x, *scale) <= width as i32 && parts(size.y, 2 * scale) <= room as i32
    };
    let Some(scale) = (1..=COARSEST).find(fits) else {
        return Vec::new();
    };
    let block = IVec2::new(scale, 2 * scale);
    let count = IVec2::new(parts(size.x, block.x), parts(size.y, block.y)).as_uvec2();
    let mut best = vec![Part::default(); (count.x * count.y) as usize];
    let mut put = |cell: IVec2, rank: u8, glyph: char, color: Color| {
        let at = ((cell - known.min) / block).as_uvec2();
        let part = &mut best[(at.y * count.x + at.x) as usize];
        // The first of several cells of one rank, in reading order.
        let key = |rank: u8, cell: IVec2| (Reverse(rank), cell.y, cell.x);
        if key(rank, cell) < key(part.rank, part.cell) {
            *part = Part {
                rank,
                glyph,
                color,
                cell,
            };
        }
    };
    let palette = &scene.palette;
    for (cell, knowledge) in eyes.memory.known_cells() {
        let Some(tile) = knowledge.tile() else {
            continue;
        };
        if [Tile::STAIRS_UP, Tile::STAIRS_DOWN].contains(&tile) {
            put(cell, 3, tile_glyph(tile), palette.text());
        } else if tile.is_passable() {
            put(cell, 2, '▒', palette.faint_text());
        }
    }
    put(eyes.at, 4, '@', palette.accent());
    best.chunks(count.x as usize).map(row).collect()
}

/// A character of the small map, and the cell that it shows.
#[derive(Clone, Copy, Default)]
struct Part {
    /// The importance of what is shown; 0 if nothing is known.
    rank: u8,
    glyph: char,
    color: Color,
    cell: IVec2,
}

fn row(parts: &[Part]) -> Row {
    let spans = parts.iter().map(|it| match it.rank {
        0 => Span::raw(" "),
        _ => Span::styled(it.glyph.to_string(), Style::new().fg(it.color)),
    });
    let row = Row::from(Line::from(spans.collect::<Vec<_>>()));
    let known = parts.iter().enumerate().filter(|(_, it)| it.rank > 0);
    known.fold(row, |row, (x, it)| {
        row.with_part(x..x + 1, PanelPart::Cell(it.cell))
    })
}
