//! A small map of what the player knows of the level, for screens that do not show all of it at once. It shows nothing
//! that the large map would not show.
//!
//! Half of a character stands for a square of cells: passable ground, in a window brighter where the large map shows it.
//! Stairs, flames, remembered creatures and the player take a whole character.

use std::collections::BTreeMap;

use bevy::math::IVec2;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::Camera;
use super::framing::known_ground;
use super::map_widget::tile_glyph;
use super::row::{PanelPart, Row};
use super::scene::{PointOfView, Scene};
use super::shade::at_brightness;
use crate::map::Tile;

/// The brightness of ground that the large map does not show, as a percentage.
const OUT_OF_FRAME: u32 = 60;

/// Returns the rows of the small map, at most `room` of them. Returns none if the camera shows all known ground, or if
/// there is too little room for a map that can be read.
pub(super) fn rows(
    scene: &Scene,
    (eyes, camera): (&PointOfView, &Camera),
    width: usize,
    room: usize,
) -> Vec<Row> {
    /// The largest side of the squares of cells. Larger ones say too little.
    const COARSEST: i32 = 4;
    let known = known_ground(eyes);
    if camera.shows_all(known) {
        return Vec::new();
    }
    let size = known.size.as_ivec2();
    let parts = |size: i32, of: i32| (size + of - 1) / of;
    let fits =
        |side: &i32| parts(size.x, *side) <= width as i32 && parts(size.y, 2 * side) <= room as i32;
    let Some(side) = (1..=COARSEST).find(fits) else {
        return Vec::new();
    };
    let mut map = SmallMap::default();
    let block = |cell: IVec2| (cell - known.min) / side;
    let palette = &scene.palette;
    // Over a slow line to a terminal, ground that changes its colour as the map scrolls takes too long.
    let shows_frame = camera.has_own_cells();
    for (cell, knowledge) in eyes.memory.known_cells() {
        let Some(tile) = knowledge.tile() else {
            continue;
        };
        if [Tile::STAIRS_UP, Tile::STAIRS_DOWN].contains(&tile) {
            map.sign(block(cell), (4, cell), tile_glyph(tile), palette.text());
        } else if tile.flame().is_some() {
            map.sign(block(cell), (2, cell), '*', palette.accent());
        } else if tile.is_passable() {
            let ground = palette.faint_text();
            let color = match camera.to_screen(cell) {
                None if shows_frame => at_brightness(ground, OUT_OF_FRAME),
                _ => ground,
            };
            map.paint(block(cell), cell, color);
        }
    }
    // A creature that was only heard may be beyond the ground that the player knows.
    let ghosts = eyes.last_seen().into_iter().filter(|it| it.is_enemy);
    for ghost in ghosts.filter(|it| known.contains(it.at)) {
        let glyph = ghost.appearance.glyph;
        map.sign(block(ghost.at), (3, ghost.at), glyph, palette.warning());
    }
    map.sign(block(eyes.at), (5, eyes.at), '@', palette.accent());
    let (columns, rows) = (parts(size.x, side), parts(size.y, 2 * side));
    (0..rows).map(|y| map.row(y, columns)).collect()
}

/// A cell, and the importance of what is shown of it.
type Ranked = (u8, IVec2);

/// The squares of cells that are shown, by row and column.
#[derive(Default)]
struct SmallMap {
    ground: BTreeMap<(i32, i32), (IVec2, Color)>,
    /// What takes a whole character, by the character's row and column.
    signs: BTreeMap<(i32, i32), (Ranked, char, Color)>,
}

impl SmallMap {
    /// Paints the square of a cell. The first of several cells in reading order stands for the square.
    fn paint(&mut self, block: IVec2, cell: IVec2, color: Color) {
        let entry = self.ground.entry((block.y, block.x));
        let (first, shown) = entry.or_insert((cell, color));
        if (cell.y, cell.x) < (first.y, first.x) {
            (*first, *shown) = (cell, color);
        }
    }

    /// Puts a sign on the square of a cell. The most important of several signs is shown, or the first in reading order.
    fn sign(&mut self, block: IVec2, (rank, cell): Ranked, glyph: char, color: Color) {
        let sign = ((rank, cell), glyph, color);
        let shown = self
            .signs
            .entry((block.y.div_euclid(2), block.x))
            .or_insert(sign);
        let key = |((rank, cell), ..): &(Ranked, char, Color)| (u8::MAX - rank, cell.y, cell.x);
        if key(&sign) < key(shown) {
            *shown = sign;
        }
    }

    fn row(&self, y: i32, columns: i32) -> Row {
        let mut spans = Vec::new();
        let mut parts = Vec::new();
        for x in 0..columns {
            let half = |y: i32| self.ground.get(&(y, x));
            let (upper, lower) = (half(2 * y), half(2 * y + 1));
            let sign = self.signs.get(&(y, x));
            let cell = sign.map(|((_, cell), ..)| *cell);
            let cell = cell.or(upper.or(lower).map(|(cell, _)| *cell));
            parts.extend(cell.map(|it| (x as usize, PanelPart::Cell(it))));
            let style = |color: Color| Style::new().fg(color);
            let (glyph, style) = match (sign, upper, lower) {
                (Some((_, glyph, color)), ..) => (*glyph, style(*color)),
                (_, Some((_, up)), Some((_, down))) if up == down => ('█', style(*up)),
                (_, Some((_, up)), Some((_, down))) => ('▀', style(*up).bg(*down)),
                (_, Some((_, up)), None) => ('▀', style(*up)),
                (_, None, Some((_, down))) => ('▄', style(*down)),
                (_, None, None) => (' ', Style::new()),
            };
            spans.push(Span::styled(glyph.to_string(), style));
        }
        let row = Row::from(Line::from(spans));
        parts
            .into_iter()
            .fold(row, |row, (x, part)| row.with_part(x..x + 1, part))
    }
}
