//! Ways over what is known.

use bevy::math::IVec2;

use crate::grid::Direction;
use crate::vision::MapMemory;

/// The cheapest ways from one cell to others over cells that are known.
#[derive(Debug)]
pub(super) struct Ways {
    from: IVec2,
    cells: Window,
    /// The cells that were reached, the cheapest first, each with what the way to it costs.
    reached: Vec<(IVec2, u32)>,
}

/// What one cell costs at most.
const DEAREST: usize = 2;

impl Ways {
    /// Measures the ways to all that can be reached. `cost` is what entering a cell costs, 1 or 2; none: it is unknown, or
    /// cannot be entered.
    pub(super) fn measure(from: IVec2, cost: impl Fn(IVec2) -> Option<u32>) -> Self {
        Self::search(from, cost, |_| false).0
    }

    /// Measures the ways to all that is no further than the nearest cell that `suits`, and returns that cell: see
    /// [`Ways::nearest`].
    pub(super) fn search(
        from: IVec2,
        cost: impl Fn(IVec2) -> Option<u32>,
        suits: impl Fn(IVec2) -> bool,
    ) -> (Self, Option<IVec2>) {
        let mut ways = Self {
            from,
            cells: Window::around(from),
            reached: Vec::new(),
        };
        ways.cells.set(from, Known::Reached(0, Direction::North));
        // Cells by what the way to them costs, a bucket for each cost that can still come: all of one cost are
        // followed, in the order in which they were reached, before the next.
        let mut fronts: [Vec<IVec2>; DEAREST + 1] = Default::default();
        fronts[0].push(from);
        let mut way = 0;
        let mut found = None;
        while found.is_none() && fronts.iter().any(|front| !front.is_empty()) {
            let first = ways.reached.len();
            for cell in std::mem::take(&mut fronts[way as usize % (DEAREST + 1)]) {
                if !matches!(ways.cells.get(cell), Known::Reached(cheapest, _) if cheapest == way) {
                    continue;
                }
                ways.reached.push((cell, way));
                for direction in Direction::ALL {
                    let next = cell + direction.delta();
                    let known = match ways.cells.get(next) {
                        Known::Closed => continue,
                        Known::Reached(known, _) if known <= way + 1 => continue,
                        Known::Reached(known, _) => known,
                        Known::Nothing => u32::MAX,
                    };
                    let Some(cost) = cost(next) else {
                        ways.cells.set(next, Known::Closed);
                        continue;
                    };
                    let dearer = way + cost;
                    if dearer < known {
                        ways.cells.set(next, Known::Reached(dearer, direction));
                        fronts[dearer as usize % (DEAREST + 1)].push(next);
                    }
                }
            }
            found = ways.best(&ways.reached[first..], &suits);
            way += 1;
        }
        (ways, found)
    }

    /// The cell other than the start that `suits` and is nearest on foot; of several, the one nearest as the crow flies,
    /// then the first, row by row.
    pub(super) fn nearest(&self, suits: impl Fn(IVec2) -> bool) -> Option<IVec2> {
        let mut of_one_cost = self.reached.chunk_by(|one, next| one.1 == next.1);
        of_one_cost.find_map(|cells| self.best(cells, &suits))
    }

    /// Of cells at the same cost, the one that `suits` and is nearest as the crow flies.
    fn best(&self, cells: &[(IVec2, u32)], suits: impl Fn(IVec2) -> bool) -> Option<IVec2> {
        let cells = cells.iter().map(|(cell, _)| *cell);
        let suitable = cells.filter(|cell| *cell != self.from && suits(*cell));
        suitable.min_by_key(|cell| ((cell - self.from).length_squared(), cell.y, cell.x))
    }

    /// What the way to a cell costs; none if it cannot be reached.
    pub(super) fn cost_to(&self, to: IVec2) -> Option<u32> {
        match self.cells.get(to) {
            Known::Reached(cost, _) => Some(cost),
            _ => None,
        }
    }

    /// The first step of the way to a cell; none if it cannot be reached, or is the start.
    pub(super) fn first_step(&self, to: IVec2) -> Option<Direction> {
        Direction::from_delta(*self.way(to)?.first()? - self.from)
    }

    /// The cells of the way to a cell, that cell included; none if it cannot be reached.
    pub(super) fn way(&self, to: IVec2) -> Option<Vec<IVec2>> {
        let mut way = Vec::new();
        let mut cell = to;
        while cell != self.from {
            let Known::Reached(_, direction) = self.cells.get(cell) else {
                return None;
            };
            way.push(cell);
            cell -= direction.delta();
        }
        way.reverse();
        Some(way)
    }
}

/// What walking onto a cell costs as far as the player knows: a door is opened first.
pub(super) fn cost(memory: &MapMemory, cell: IVec2) -> Option<u32> {
    let tile = memory.tile(cell)?;
    if tile.is_walkable() {
        Some(1)
    } else {
        tile.opens_to().map(|_| 2)
    }
}

/// What a search knows of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    /// It cannot be entered.
    Closed,
    /// What the way to it costs, and the last step of that way.
    Reached(u32, Direction),
}

/// What is known of the cells of a rectangle, which grows with what is reached.
#[derive(Debug)]
struct Window {
    corner: IVec2,
    size: IVec2,
    /// Row by row.
    cells: Vec<Known>,
}

impl Window {
    /// A window with a cell in its middle.
    fn around(cell: IVec2) -> Self {
        const REACH: IVec2 = IVec2::splat(32);
        Self::new(cell.wrapping_sub(REACH), 2 * REACH)
    }

    fn new(corner: IVec2, size: IVec2) -> Self {
        let count = size.x as usize * size.y as usize;
        Self {
            corner,
            size,
            cells: vec![Known::Nothing; count],
        }
    }

    fn get(&self, cell: IVec2) -> Known {
        self.index(cell).map_or(Known::Nothing, |it| self.cells[it])
    }

    /// Notes something of a cell that is in the window or beside it.
    fn set(&mut self, cell: IVec2, known: Known) {
        if self.index(cell).is_none() {
            self.grow_to(cell);
        }
        if let Some(index) = self.index(cell) {
            self.cells[index] = known;
        }
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let offset = cell.wrapping_sub(self.corner);
        let is_inside = offset.cmpge(IVec2::ZERO).all() && offset.cmplt(self.size).all();
        is_inside.then(|| offset.y as usize * self.size.x as usize + offset.x as usize)
    }

    /// Becomes wider or higher towards a cell beside it, by a fixed amount: maps may be large, and corridors thin.
    fn grow_to(&mut self, cell: IVec2) {
        const BY: IVec2 = IVec2::splat(64);
        let offset = cell.wrapping_sub(self.corner);
        let before = IVec2::select(offset.cmplt(IVec2::ZERO), BY, IVec2::ZERO);
        let behind = IVec2::select(offset.cmpge(self.size), BY, IVec2::ZERO);
        let mut grown = Self::new(
            self.corner.wrapping_sub(before),
            self.size + before + behind,
        );
        let width = grown.size.x as usize;
        for (y, row) in self.cells.chunks(self.size.x as usize).enumerate() {
            let start = (y + before.y as usize) * width + before.x as usize;
            grown.cells[start..start + row.len()].copy_from_slice(row);
        }
        *self = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cells cost on a map drawn in characters: a door is dearer, `#` is closed.
    fn on(rows: &'static [&'static str]) -> impl Fn(IVec2) -> Option<u32> {
        move |cell| {
            let row = rows.get(usize::try_from(cell.y).ok()?)?;
            match row.as_bytes().get(usize::try_from(cell.x).ok()?)? {
                b'#' => None,
                b'+' => Some(2),
                _ => Some(1),
            }
        }
    }

    #[test]
    fn the_cheapest_way_goes_round_a_door_if_that_is_no_longer() {
        let ways = Ways::measure(IVec2::ZERO, on(&[".+.#", "...."]));
        let way = |x, y| ways.first_step(IVec2::new(x, y));
        assert_eq!(way(2, 0), Some(Direction::SouthEast));
        assert_eq!(way(1, 0), Some(Direction::East));
        assert_eq!((way(0, 0), way(3, 0), way(4, 1)), (None, None, None));
    }

    #[test]
    fn ways_lead_further_than_the_window_that_a_search_begins_with() {
        for way in Direction::ALL.map(Direction::delta) {
            let corridor = |cell: IVec2| {
                let steps = cell.abs().max_element();
                (cell == steps * way && steps < 300).then_some(1)
            };
            let ways = Ways::measure(IVec2::ZERO, corridor);
            assert_eq!(ways.cost_to(299 * way), Some(299));
            let cells = ways.way(299 * way).unwrap_or_default();
            assert!(cells.into_iter().eq((1..300).map(|steps| steps * way)));
            assert_eq!(ways.cost_to(300 * way), None);
        }
    }

    #[test]
    fn a_long_corridor_takes_no_memory_for_what_is_beside_it() {
        let corridor = |cell: IVec2| (cell.y == 0 && (0..4096).contains(&cell.x)).then_some(1);
        let ways = Ways::measure(IVec2::ZERO, corridor);
        assert_eq!(ways.cost_to(IVec2::new(4095, 0)), Some(4095));
        assert!(ways.cells.cells.len() <= 4224 * 64);
    }

    #[test]
    fn a_search_finds_what_is_nearest_of_all_that_can_be_reached() {
        let map = ["A#.##", "....B", "##A##", "....."];
        let from = IVec2::new(2, 0);
        let letter = |cell: IVec2| map[cell.y as usize].as_bytes()[cell.x as usize];
        let cost = on(&["A#.##", "....B", "##A##", "....."]);
        let all = Ways::measure(from, &cost);
        for wanted in *b"AB#" {
            let (_, found) = Ways::search(from, &cost, |cell| letter(cell) == wanted);
            assert_eq!(found, all.nearest(|cell| letter(cell) == wanted));
        }
    }

    #[test]
    fn the_nearest_is_nearest_on_foot() {
        let ways = Ways::measure(IVec2::new(2, 0), on(&["A#.##", "....B", "##A##"]));
        let at = |letter: u8, rows: [&'static str; 3]| {
            move |cell: IVec2| rows[cell.y as usize].as_bytes()[cell.x as usize] == letter
        };
        let rows = ["A#.##", "....B", "##A##"];
        assert_eq!(ways.nearest(at(b'A', rows)), Some(IVec2::ZERO));
        assert_eq!(ways.nearest(at(b'B', rows)), Some(IVec2::new(4, 1)));
        assert_eq!(ways.nearest(|_| false), None);
    }
}
