//! The shapes of walls and chasms. They depend only on what the point of view knows of the cells around them.

use bevy::math::IVec2;

use super::art::OpenSides;
use crate::map::{Joint, Tile};

/// The directions of the bits in [`OpenSides`], in order.
const SIDES: [IVec2; 4] = [IVec2::NEG_Y, IVec2::X, IVec2::Y, IVec2::NEG_X];

/// Returns how a tile meets the walls beside it.
fn joint(tile: Tile) -> Joint {
    tile.kind()
        .picture
        .map_or(Joint::Free, |it| it.picture().joint)
}

/// Returns the sides of a wall or chasm that are known to be open, given the tiles that the point of view knows.
pub fn wall_shape(known: impl Fn(IVec2) -> Option<Tile>, cell: IVec2) -> OpenSides {
    let own = known(cell).map(joint);
    let is_open = |side: IVec2| known(cell + side).is_some_and(|it| Some(joint(it)) != own);
    let sides = SIDES.into_iter().zip(0..);
    OpenSides(sides.fold(0, |shape, (side, bit)| {
        shape | u8::from(is_open(side)) << bit
    }))
}

/// Returns the line that a terminal draws for a wall, or `None` if the tile is not drawn as a line.
pub(super) fn wall_line(
    known: impl Fn(IVec2) -> Option<Tile>,
    cell: IVec2,
    tile: Tile,
) -> Option<char> {
    /// The lines that lead to north (1), east (2), south (4) and west (8).
    const LINES: [char; 16] = [
        '#', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼',
    ];
    if tile.kind().drawn != '#' || joint(tile) != Joint::Wall {
        return None;
    }
    let is_joined = |at: IVec2| known(at).is_some_and(|it| joint(it) != Joint::Free);
    let is_free = |at: IVec2| known(at).is_some_and(|it| joint(it) != Joint::Wall);
    // Two walls belong to one line if there is open ground beside them. So a thick wall is not drawn as a grid.
    let leads = |side: IVec2| {
        let beside = side.perp();
        let flanks = [beside, -beside].into_iter();
        let mut flanks = flanks.flat_map(|it| [cell + it, cell + side + it]);
        is_joined(cell + side) && flanks.any(is_free)
    };
    let sides = SIDES.into_iter().zip(0..);
    let bits = sides.fold(0, |bits, (side, bit)| {
        bits | usize::from(leads(side)) << bit
    });
    if bits > 0 {
        return Some(LINES[bits]);
    }
    // The ends of the wall are unknown, so the ground beside it tells its direction.
    let [north, east, south, west] = SIDES.map(|side| is_free(cell + side));
    match (north || south, east || west) {
        (true, false) => Some('─'),
        (false, true) => Some('│'),
        _ => Some(LINES[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the walls of a map of which everything but `?` is known.
    fn lines(map: &str) -> String {
        let rows: Vec<Vec<char>> = map.lines().map(|it| it.chars().collect()).collect();
        let known = |cell: IVec2| {
            let row = rows.get(usize::try_from(cell.y).ok()?)?;
            let glyph = *row.get(usize::try_from(cell.x).ok()?)?;
            Tile::from_glyph(glyph).filter(|_| glyph != '?')
        };
        let row = |(row, y): (&Vec<char>, i32)| -> String {
            let cells = row.iter().zip(0..);
            let cells = cells.map(|(glyph, x)| {
                let cell = IVec2::new(x, y);
                let line = known(cell).and_then(|tile| wall_line(known, cell, tile));
                line.unwrap_or(*glyph)
            });
            cells.collect()
        };
        let drawn: Vec<String> = rows.iter().zip(0..).map(row).collect();
        drawn.join("\n")
    }

    #[test]
    fn rooms_are_drawn_with_lines() {
        let drawn = lines("#######\n#..#..#\n#..+..#\n#..#..#\n#######");
        assert_eq!(drawn, "┌──┬──┐\n│..│..│\n│..+..│\n│..│..│\n└──┴──┘");
    }

    #[test]
    fn thick_walls_and_pillars_are_not_grids() {
        let drawn = lines("#####\n#####\n#...#\n#.#.#\n#...#\n#####");
        assert_eq!(drawn, "#####\n┌───┐\n│...│\n│.#.│\n│...│\n└───┘");
    }

    #[test]
    fn unknown_cells_do_not_shape_a_wall() {
        assert_eq!(lines("###\n???"), "###\n???");
        assert_eq!(lines("???\n?#.\n???"), "???\n?│.\n???");
        let shape_of = |map: &'static str| {
            let known = move |cell: IVec2| {
                let row = map.lines().nth(usize::try_from(cell.y).ok()?)?;
                let glyph = row.chars().nth(usize::try_from(cell.x).ok()?)?;
                Tile::from_glyph(glyph).filter(|_| glyph != '?')
            };
            wall_shape(known, IVec2::ONE)
        };
        assert_eq!(shape_of("???\n###\n#.#"), OpenSides(OpenSides::SOUTH));
        assert_eq!(shape_of("???\n###\n?.?"), OpenSides(OpenSides::SOUTH));
        assert_eq!(shape_of("#.#\n.#.\n#.#"), OpenSides(15));
    }
}
