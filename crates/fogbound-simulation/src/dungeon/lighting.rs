//! The lights of a level: lit rooms, torches next to doors, and braziers in halls.
//!
//! Lighting has its own random stream, so changes to this step affect only a level's lights. Flames never block the
//! only path. If a dark path leads from the start to the stairs before flames are placed, at least one dark path
//! remains afterwards.

use bevy::math::IVec2;
use rand::RngExt;

use super::carve::Canvas;
use super::random::{RandomStream, between};
use crate::fov::{FieldOfView, OpacityMap, Sight, VisibleSet};
use crate::grid::{BitGrid, Direction, Rectangle};
use crate::map::{Flame, Tile};
use crate::path::{KING, Search};

/// The minimum number of cells in a room with a brazier.
const HALL: u32 = 30;

/// The number of level cells per attempt to place a brazier outside rooms.
const CELLS_PER_TRY: u32 = 300;

/// The maximum number of searches for a dark path on a level of at most [`MANY_CELLS`] cells. Searches take longer on
/// larger levels, so the limit is lower there. Once the limit is reached, no flame is placed that would light the
/// current dark path.
const MOST_WAYS: u32 = 48;
/// The number of cells above which fewer searches are allowed.
const MANY_CELLS: u32 = 10_000;

/// Lights rooms, and places torches and braziers.
pub(super) fn light(canvas: &mut Canvas, rng: &mut RandomStream) {
    let odds = canvas.site().odds;
    let mut happens = |percent: u32| rng.random_range(0..100_u32) < percent;
    let mut flames = Vec::new();
    let mut lit_rooms = Vec::new();
    for &room in canvas.rooms() {
        if happens(odds.lit) {
            lit_rooms.push(room);
        }
        if room.size.x * room.size.y >= HALL && happens(odds.braziers) {
            flames.push((room.center(), Tile::BRAZIER));
        }
        let outer = room.expanded(1);
        for door in outer.cells().filter(|&cell| outer.is_border(cell)) {
            if canvas.is_passable(door) && happens(odds.torches) {
                flames.extend(beside(canvas, room, door).map(|cell| (cell, Tile::TORCH)));
            }
        }
    }
    canvas.lit_rooms = lit_rooms;
    let size = canvas.size();
    for _ in 0..size.element_product() / CELLS_PER_TRY {
        let cell = IVec2::new(
            between(rng, 1, size.x as i32 - 2),
            between(rng, 1, size.y as i32 - 2),
        );
        let is_lit = rng.random_range(0..100_u32) < odds.braziers;
        if is_lit && canvas.tile(cell) == Tile::FLOOR && !canvas.is_in_room(cell) {
            flames.push((cell, Tile::BRAZIER));
        }
    }
    let mut dark = Dark::new(canvas);
    for (cell, flame) in flames {
        dark.place(canvas, cell, flame);
    }
}

/// Returns the cells that no flame and no lit room lights, and that creatures can cross without secret doors.
pub(super) fn dark_cells(canvas: &Canvas) -> BitGrid {
    let mut cells = Dark::new(canvas).cells;
    for cell in canvas.lit_rooms.iter().flat_map(Rectangle::cells) {
        cells.set(cell, false);
    }
    cells
}

/// Returns a wall cell next to a door, where a torch would light the room.
fn beside(canvas: &Canvas, room: Rectangle, door: IVec2) -> Option<IVec2> {
    let inward = Direction::CARDINAL
        .into_iter()
        .map(Direction::delta)
        .find(|way| room.contains(door + way))?;
    let along = inward.perp();
    [door + along, door - along].into_iter().find(|&cell| {
        canvas.tile(cell) == Tile::WALL
            && !canvas.is_kept(cell)
            && canvas.tile(cell + inward) == Tile::FLOOR
    })
}

/// The cells that are still dark while flames are being placed.
struct Dark {
    engine: FieldOfView,
    /// Flames do not change the opacity of cells: braziers replace floor and torches replace walls.
    opacity: OpacityMap,
    /// The dark cells that creatures can cross without secret doors.
    cells: BitGrid,
    start: Option<IVec2>,
    stairs: Option<IVec2>,
    /// A dark path from the start to the stairs. Empty if there is no such path.
    way: Vec<IVec2>,
    ways: u32,
}

impl Dark {
    fn new(canvas: &Canvas) -> Self {
        let mut dark = Self {
            engine: FieldOfView::new(),
            opacity: OpacityMap::from_fn(canvas.size(), |cell| canvas.tile(cell).is_opaque()),
            cells: canvas.plain_ways(),
            start: canvas.first_cell(),
            stairs: canvas
                .positions()
                .find(|cell| canvas.tile(*cell).leads_on()),
            way: Vec::new(),
            ways: 0,
        };
        // Flames in vaults are already burning. The light from the goal itself does not count.
        for cell in canvas.positions() {
            if let Some(flame) = canvas.tile(cell).flame()
                && Some(cell) != dark.stairs
            {
                let field = dark.field(cell, flame);
                dark.light(&field);
            }
        }
        dark.way = dark.find_way().unwrap_or_default();
        dark
    }

    fn field(&mut self, cell: IVec2, flame: Flame) -> VisibleSet {
        let sight = Sight::default().with_radius(flame.radius);
        self.engine.view(&self.opacity, cell, sight)
    }

    /// Marks the cells in `field` as lit. Returns the cells that were dark before.
    fn light(&mut self, field: &VisibleSet) -> Vec<IVec2> {
        let is_dark = |cell: &IVec2| self.cells.contains(*cell);
        let dark: Vec<IVec2> = field.iter().filter(is_dark).collect();
        for &cell in &dark {
            self.cells.set(cell, false);
        }
        dark
    }

    /// Places a flame unless it would block a path or light the last dark path.
    fn place(&mut self, canvas: &mut Canvas, cell: IVec2, flame: Tile) {
        if flame == Tile::BRAZIER {
            let around = Direction::ALL.map(|way| canvas.tile(cell + way.delta()));
            let is_free =
                canvas.tile(cell) == Tile::FLOOR && around.into_iter().all(|it| it == Tile::FLOOR);
            if !is_free || Some(cell) == self.start {
                return;
            }
        }
        let Some(burning) = flame.flame() else { return };
        let field = self.field(cell, burning);
        if !self.way.iter().any(|&cell| field.contains(cell)) {
            self.light(&field);
            canvas.set(cell, flame);
            return;
        }
        let cells = canvas.size().element_product().max(MANY_CELLS);
        if self.ways >= (MOST_WAYS * MANY_CELLS).div_ceil(cells).max(2) {
            return;
        }
        let lit = self.light(&field);
        self.ways += 1;
        match self.find_way() {
            Some(way) => {
                self.way = way;
                canvas.set(cell, flame);
            }
            None => {
                for cell in lit {
                    self.cells.set(cell, true);
                }
            }
        }
    }

    /// Returns a dark path from the start to the stairs, including both ends.
    fn find_way(&self) -> Option<Vec<IVec2>> {
        let (start, stairs) = (self.start?, self.stairs?);
        let is_dark = |cell: IVec2| self.cells.contains(cell);
        if !is_dark(start) {
            return None;
        }
        let search = Search {
            steps: &KING,
            ..Search::on_level(start, self.cells.size())
        };
        let (ways, found) = search.until(
            |cell| is_dark(cell).then_some(1),
            |cells| cells.iter().find(|it| it.0 == stairs).copied(),
        );
        let mut way = ways.way(found?.0)?;
        way.push(start);
        Some(way)
    }
}
