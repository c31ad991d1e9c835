//! The cheapest paths from some cells to all others.

use std::collections::VecDeque;

use bevy::math::{IVec2, UVec2};

use super::steps::{KING, SIDES};
use crate::grid::{Direction, Rectangle};

/// The start and the limits of a search.
#[derive(Clone, Debug)]
pub struct Search {
    /// The cells where the search starts, each with an initial cost.
    pub starts: Vec<(IVec2, u32)>,
    /// The steps from cell to cell: [`KING`] or [`SIDES`].
    pub steps: &'static [IVec2],
    /// The highest cost of a path.
    pub most: u32,
    /// The cells for which memory is allocated initially. Reaching other cells takes longer.
    pub window: Rectangle,
}

/// A search with king's steps and no limit.
impl From<IVec2> for Search {
    fn from(start: IVec2) -> Self {
        const REACH: IVec2 = IVec2::splat(32);
        Self {
            starts: vec![(start, 0)],
            steps: &KING,
            most: u32::MAX,
            window: Rectangle::new(start.wrapping_sub(REACH), 2 * REACH.as_uvec2()),
        }
    }
}

impl Search {
    /// Creates a search that steps only across the four sides of cells, on a level of the given size.
    pub fn on_level(start: IVec2, size: UVec2) -> Self {
        Self {
            steps: &SIDES,
            window: Rectangle::new(IVec2::ZERO, size).expanded(1),
            ..Self::from(start)
        }
    }

    /// Searches until `found` returns an answer. `found` is called once for each path cost at which cells are reached,
    /// from low to high. It receives those cells in the order in which they were reached. `cost` returns the cost of
    /// entering a cell: a small number of at least 1, or `None` if the cell cannot be entered.
    pub fn until<T>(
        self,
        cost: impl Fn(IVec2) -> Option<u32>,
        mut found: impl FnMut(&[(IVec2, u32)]) -> Option<T>,
    ) -> (Ways, Option<T>) {
        let most = self.most.min(FURTHEST);
        let mut ways = Ways {
            steps: self.steps,
            cells: Window::new(self.window),
            reached: Vec::new(),
        };
        // The cells to follow, grouped by path cost and starting with the cost `way`. All cells with one cost are
        // followed, in the order in which they were reached, before the cells with the next cost.
        let mut fronts = Fronts::default();
        for (start, way) in self.starts {
            ways.cells.make_room(start);
            let index = ways.cells.index(start);
            if pack(way, START) < ways.cells.known[index] {
                ways.cells.known[index] = pack(way, START);
                fronts.push(way, start);
            }
        }
        let mut way = 0;
        while let Some(front) = fronts.queue.pop_front() {
            let first = ways.reached.len();
            for &cell in &front {
                ways.follow(cell, way, most, &cost, &mut fronts);
            }
            fronts.recycle(front);
            let cells = &ways.reached[first..];
            if !cells.is_empty()
                && let Some(answer) = found(cells)
            {
                return (ways, Some(answer));
            }
            way += 1;
        }
        (ways, None)
    }
}

/// The cheapest paths from the starting cells to all cells that were reached.
#[derive(Clone, Debug)]
pub struct Ways {
    steps: &'static [IVec2],
    cells: Window,
    reached: Vec<(IVec2, u32)>,
}

impl Ways {
    /// Finds the paths to all cells that can be reached by king's steps. `cost` is as in [`Search::until`].
    pub fn measure(from: IVec2, cost: impl Fn(IVec2) -> Option<u32>) -> Self {
        Self::within(from, u32::MAX, cost)
    }

    /// Finds the paths that cost at most `most`.
    pub fn within(from: IVec2, most: u32, cost: impl Fn(IVec2) -> Option<u32>) -> Self {
        let search = Search {
            most,
            ..Search::from(from)
        };
        search.until(cost, |_| None::<()>).0
    }

    /// Finds the paths to all cells up to the nearest one for which `suits` returns true. Also returns that cell,
    /// chosen as in [`Ways::nearest`].
    pub fn search(
        search: impl Into<Search>,
        cost: impl Fn(IVec2) -> Option<u32>,
        suits: impl Fn(IVec2) -> bool,
    ) -> (Self, Option<IVec2>) {
        let search = search.into();
        let from = search.starts.first().map_or(IVec2::ZERO, |it| it.0);
        search.until(cost, |cells| best(cells, from, &suits))
    }

    /// Returns the cell nearest on foot for which `suits` returns true, not counting the start. If several cells are
    /// equally near, the one nearest in a straight line is returned; if these are equally near too, the first in row
    /// order is returned.
    pub fn nearest(&self, suits: impl Fn(IVec2) -> bool) -> Option<IVec2> {
        let &(from, _) = self.reached.first()?;
        let mut of_one_cost = self.reached.chunk_by(|one, next| one.1 == next.1);
        of_one_cost.find_map(|cells| best(cells, from, &suits))
    }

    /// Returns the cells that were reached, cheapest first, each with the cost of its path.
    pub fn reached(&self) -> &[(IVec2, u32)] {
        &self.reached
    }

    /// Returns the cost of the path to a cell, or `None` if the cell was not reached.
    pub fn cost_to(&self, to: IVec2) -> Option<u32> {
        Some(self.cells.get(to)? / WAYS - 1)
    }

    /// Returns the previous cell on the path to `cell`, or `None` if `cell` was not reached or is a start.
    pub fn before(&self, cell: IVec2) -> Option<IVec2> {
        let number = self.cells.get(cell)? % WAYS;
        Some(cell - self.steps.get(number as usize)?)
    }

    /// Returns the first step of the path to a cell, or `None` if the cell was not reached or is a start.
    pub fn first_step(&self, to: IVec2) -> Option<Direction> {
        let first = *self.way(to)?.first()?;
        Direction::from_delta(first - self.before(first)?)
    }

    /// Returns the cells on the path to a cell, including that cell but not the start. Returns `None` if the cell was
    /// not reached.
    pub fn way(&self, to: IVec2) -> Option<Vec<IVec2>> {
        self.cells.get(to)?;
        let ends = std::iter::successors(Some(to), |cell| self.before(*cell));
        let mut way: Vec<IVec2> = ends.collect();
        way.pop();
        way.reverse();
        Some(way)
    }

    /// Continues from a cell that was reached at the given cost, unless the cell has since been reached at a lower
    /// cost.
    fn follow(
        &mut self,
        cell: IVec2,
        way: u32,
        most: u32,
        cost: impl Fn(IVec2) -> Option<u32>,
        fronts: &mut Fronts,
    ) {
        self.cells.make_room(cell);
        if self.cells.known[self.cells.index(cell)] / WAYS != way + 1 {
            return;
        }
        self.reached.push((cell, way));
        // Cells already reached at a cost of at most `way + 1` cannot be reached more cheaply from here.
        let settled = pack(way + 2, 0);
        for (number, step) in (0..).zip(self.steps) {
            let next = cell + step;
            let index = self.cells.index(next);
            let known = &mut self.cells.known[index];
            if *known < settled {
                continue;
            }
            let Some(cost) = cost(next).map(|cost| cost.max(1)) else {
                *known = CLOSED;
                continue;
            };
            let dearer = way.saturating_add(cost);
            if dearer <= most && dearer + 1 < *known / WAYS {
                *known = pack(dearer, number);
                fronts.push(cost - 1, next);
            }
        }
    }
}

/// Returns the cell for which `suits` returns true and which is nearest to the start in a straight line. All of `cells`
/// have the same cost. The start itself does not count.
fn best(cells: &[(IVec2, u32)], from: IVec2, suits: impl Fn(IVec2) -> bool) -> Option<IVec2> {
    let cells = cells.iter().map(|(cell, _)| *cell);
    let suitable = cells.filter(|cell| *cell != from && suits(*cell));
    suitable.min_by_key(|cell| ((cell - from).length_squared(), cell.y, cell.x))
}

/// The cells to follow, by the additional cost of their paths. Lists are reused.
#[derive(Default)]
struct Fronts {
    queue: VecDeque<Vec<IVec2>>,
    spare: Vec<Vec<IVec2>>,
}

impl Fronts {
    fn push(&mut self, beyond: u32, cell: IVec2) {
        while self.queue.len() <= beyond as usize {
            self.queue.push_back(self.spare.pop().unwrap_or_default());
        }
        self.queue[beyond as usize].push(cell);
    }

    fn recycle(&mut self, mut front: Vec<IVec2>) {
        front.clear();
        self.spare.push(front);
    }
}

/// The entry for a cell is one number: [`CLOSED`], [`NOTHING`], or the result of [`pack`] if the cell was reached.
const CLOSED: u32 = 0;
const NOTHING: u32 = u32::MAX;

/// The number of values that can represent a step. The last value means that no step was taken.
const WAYS: u32 = 16;
const START: u32 = WAYS - 1;

/// The maximum cost of a path.
const FURTHEST: u32 = NOTHING / WAYS - 4;

/// Combines the cost of the path to a cell with the value that represents the path's last step.
fn pack(way: u32, step: u32) -> u32 {
    (way + 1) * WAYS + step
}

/// What is known about the cells of a rectangle, which grows as needed.
#[derive(Clone, Debug)]
struct Window {
    corner: IVec2,
    size: IVec2,
    /// The entries, row by row.
    known: Vec<u32>,
}

impl Window {
    fn new(cells: Rectangle) -> Self {
        let count = cells.size.x as usize * cells.size.y as usize;
        Self {
            corner: cells.min,
            size: cells.size.as_ivec2(),
            known: vec![NOTHING; count],
        }
    }

    /// Returns the entry for a cell, or `None` if the cell was not reached.
    fn get(&self, cell: IVec2) -> Option<u32> {
        let offset = cell.wrapping_sub(self.corner);
        let is_inside = offset.cmpge(IVec2::ZERO).all() && offset.cmplt(self.size).all();
        let known = is_inside.then(|| self.known[self.index(cell)]);
        known.filter(|it| ![CLOSED, NOTHING].contains(it))
    }

    /// Returns the index of a cell, which must be in the window.
    fn index(&self, cell: IVec2) -> usize {
        let offset = cell.wrapping_sub(self.corner);
        offset.y as usize * self.size.x as usize + offset.x as usize
    }

    /// Grows the window until a cell and all its neighbours are inside. The window grows by a fixed amount, because
    /// maps may be large and corridors may be narrow.
    fn make_room(&mut self, cell: IVec2) {
        const BY: IVec2 = IVec2::splat(64);
        loop {
            let offset = cell.wrapping_sub(self.corner);
            let (before, behind) = (offset.cmplt(IVec2::ONE), offset.cmpge(self.size - 1));
            if !before.any() && !behind.any() {
                return;
            }
            let before = IVec2::select(before, BY, IVec2::ZERO);
            let behind = IVec2::select(behind, BY, IVec2::ZERO);
            let mut grown = Self::new(Rectangle::new(
                self.corner.wrapping_sub(before),
                (self.size + before + behind).as_uvec2(),
            ));
            let width = self.size.x as usize;
            for (y, row) in (self.corner.y..).zip(self.known.chunks(width)) {
                let start = grown.index(IVec2::new(self.corner.x, y));
                grown.known[start..start + width].copy_from_slice(row);
            }
            *self = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the costs of cells on a map drawn in characters. A door costs more than floor, and `#` cannot be
    /// entered.
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
    fn the_cheapest_path_avoids_a_door_if_the_detour_is_as_short() {
        let ways = Ways::measure(IVec2::ZERO, on(&[".+.#", "...."]));
        let way = |x, y| ways.first_step(IVec2::new(x, y));
        assert_eq!(way(2, 0), Some(Direction::SouthEast));
        assert_eq!(way(1, 0), Some(Direction::East));
        assert_eq!((way(0, 0), way(3, 0), way(4, 1)), (None, None, None));
    }

    #[test]
    fn paths_can_leave_the_initial_window() {
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
    fn a_long_corridor_needs_little_memory() {
        let corridor = |cell: IVec2| (cell.y == 0 && (0..4096).contains(&cell.x)).then_some(1);
        let ways = Ways::measure(IVec2::ZERO, corridor);
        assert_eq!(ways.cost_to(IVec2::new(4095, 0)), Some(4095));
        assert!(ways.cells.known.len() <= 4224 * 64);
    }

    #[test]
    fn a_search_finds_the_nearest_of_all_reachable_cells() {
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
    fn the_nearest_cell_is_nearest_on_foot() {
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
