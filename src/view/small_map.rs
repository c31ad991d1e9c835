//! A small map of what the player knows of the level, for screens that do not show all of it at once. It shows nothing
//! that the large map would not show.

use bevy::math::IVec2;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::Camera;
use super::draw::known_ground;
use super::map_widget::tile_glyph;
use super::row::{PanelPart, Row};
use super::scene::{Eyes, Scene};
use crate::map::Tile;

/// Returns the rows of the small map, at most `room` of them. Returns none if the camera shows all known ground, or if
/// there is too little room for a map that can be read.
pub(super) fn rows(
    scene: &Scene,
    (eyes, camera): (&Eyes, &Camera),
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
    let mut best = vec![(0, ' ', scene.palette.background()); (count.x * count.y) as usize];
    let mut put = |cell: IVec2, rank: u8, glyph: char, color: Color| {
        let at = ((cell - known.min) / block).as_uvec2();
        let place = &mut best[(at.y * count.x + at.x) as usize];
        if place.0 < rank {
            *place = (rank, glyph, color);
        }
    };
    let palette = &scene.palette;
    for (cell, knowledge) in eyes.memory.known_cells() {
        let Some(tile) = knowledge.tile() else { continue };
        if [Tile::STAIRS_UP, Tile::STAIRS_DOWN].contains(&tile) {
            put(cell, 3, tile_glyph(tile), palette.text());
        } else if tile.is_passable() {
            put(cell, 2, '▒', palette.faint_text());
        }
    }
    put(eyes.at, 4, '@', palette.accent());
    let columns = count.x as usize;
    let rows = best.chunks(columns).zip(0..);
    rows.map(|(cells, y)| row(cells, known.min + IVec2::new(0, y * block.y), block))
        .collect()
}

/// Returns a row of the small map whose first character stands for the block of cells that begins at `first`. Pointing
/// at a character means the middle of its block.
fn row(cells: &[(u8, char, Color)], first: IVec2, block: IVec2) -> Row {
    let spans = cells.iter().map(|(_, glyph, color)| {
        Span::styled(glyph.to_string(), Style::new().fg(*color))
    });
    let row = Row::from(Line::from(spans.collect::<Vec<_>>()));
    let middle = |x: usize| first + IVec2::new(x as i32 * block.x, 0) + block / 2;
    let known = cells.iter().enumerate().filter(|(_, it)| it.0 > 0);
    known.fold(row, |row, (x, _)| row.with_part(x..x + 1, PanelPart::Cell(middle(x))))
}
