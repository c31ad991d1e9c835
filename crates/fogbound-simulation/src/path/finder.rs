//! Finds paths from cell to cell.

use bevy::math::IVec2;

use super::front::{Bits, Front};
use super::steps::KING;
use super::trail::Trail;
use crate::map::Footing;

/// Finds paths from cell to cell. A finder reuses its memory for every search.
///
/// A front spreads from the start, one king's step at a time, until it reaches the goal. The path is then followed
/// back through the cells that each step reached. Entering a cell costs 1, or more for a closed door, which must be
/// opened or broken first.
#[derive(Debug, Default)]
pub struct PathFinder {
    front: Front<u64>,
    trail: Trail,
    /// The possible goals of a stroll, each with its cost.
    places: Vec<(u32, IVec2)>,
    /// The cost of entering a closed door, if it is more than [`DOOR`].
    door: u32,
}

/// How far from the start a search looks, in rows and columns.
const WINDOW: i32 = <u64 as Bits>::REACH;

/// The least cost of entering a closed door: a turn to open it, and a turn to walk through.
const DOOR: u32 = 2;

/// The result of a search for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// One of the cheapest paths to the goal, including the goal but not the start. The path is empty if the start is
    /// the goal.
    Found(Vec<IVec2>),
    /// There is no path to the goal. The field is a path to the reachable cell that is nearest to the goal in a
    /// straight line. The path is empty if that cell is the start.
    NoWay(Vec<IVec2>),
    /// No path was found within the limits on cost and distance. The field is a path to the searched cell that is
    /// nearest to the goal.
    TooFar(Vec<IVec2>),
}

impl Route {
    /// Returns the path to the goal, if one was found.
    pub fn to_goal(self) -> Option<Vec<IVec2>> {
        match self {
            Self::Found(way) => Some(way),
            Self::NoWay(_) | Self::TooFar(_) => None,
        }
    }
}

impl PathFinder {
    /// The additional cost of an occupied cell.
    pub const DETOUR: u32 = 4;

    /// Sets the cost of entering a closed door for all later searches. The least cost is 2.
    pub fn set_door_cost(&mut self, cost: u32) -> &mut Self {
        self.door = cost;
        self
    }

    /// Looks for one of the cheapest paths from `from` to `goal` that cost at most `longest` and stay within 31 rows
    /// and columns of the start. `footing` returns what is known about a cell and the 63 cells to its right. The goal
    /// can always be entered, at a cost of 1.
    ///
    /// The cells in `taken` are occupied. Only those next to the start matter, and they cost [`PathFinder::DETOUR`]
    /// more. Creatures further away will probably have moved by the time they would be in the way.
    pub fn path(
        &mut self,
        from: IVec2,
        goal: IVec2,
        longest: u32,
        taken: impl IntoIterator<Item = IVec2>,
        mut footing: impl FnMut(IVec2) -> Footing,
    ) -> Route {
        // The goal counts as floor, whatever its tile is.
        let mut footing = |start: IVec2| {
            let mut footing = footing(start);
            let by = goal.wrapping_sub(start);
            if by.y == 0 && (0..64).contains(&by.x) {
                footing.walkable |= 1 << by.x;
                footing.closed &= !(1 << by.x);
            }
            footing
        };
        self.begin(from);
        for cell in taken {
            if cell != goal && beside(from, cell) {
                self.front.hold_up(cell, Some(Self::DETOUR), &mut footing);
            }
        }
        self.front.want(goal);
        let mut is_there = goal == from;
        while !is_there && !self.front.is_over() && self.front.steps() < longest {
            is_there = self.front.step(&mut footing);
            self.trail.record(&self.front);
        }
        if is_there {
            return Route::Found(self.trace(from, goal, self.front.steps()));
        }
        let (steps, nearest) = self.trail.nearest(goal, from);
        let way = self.trace(from, nearest, steps);
        if !self.front.is_over() || self.trail.came_to_the_edge() {
            Route::TooFar(way)
        } else {
            Route::NoWay(way)
        }
    }

    /// Returns one of the cheapest paths from `from` to a random cell, or `None` if no cell is suitable. The search
    /// looks at the `most` cells that are nearest on foot, not counting the start. Of these cells, the candidates are
    /// those for which `suits` returns true, nearest first. `choose` receives the number of candidates and returns the
    /// index of one of them.
    ///
    /// `taken` and `footing` are as in [`PathFinder::path`], except that occupied cells next to the start cannot be
    /// entered.
    pub fn stroll(
        &mut self,
        from: IVec2,
        most: usize,
        taken: impl IntoIterator<Item = IVec2>,
        mut footing: impl FnMut(IVec2) -> Footing,
        suits: impl Fn(IVec2) -> bool,
        choose: impl FnOnce(u32) -> u32,
    ) -> Option<Vec<IVec2>> {
        self.begin(from);
        for cell in taken {
            if beside(from, cell) {
                self.front.hold_up(cell, None, &mut footing);
            }
        }
        self.places.clear();
        let mut looked_at = 0;
        while !self.front.is_over() && looked_at < most {
            self.front.step(&mut footing);
            self.trail.record(&self.front);
            let steps = self.front.steps();
            for cell in self.trail.cells_of(steps).take(most - looked_at) {
                looked_at += 1;
                if suits(cell) {
                    self.places.push((steps, cell));
                }
            }
        }
        let count = self.places.len() as u32;
        let chosen = (count > 0).then(|| choose(count) as usize)?;
        let &(steps, goal) = self.places.get(chosen)?;
        Some(self.trace(from, goal, steps))
    }

    fn begin(&mut self, from: IVec2) {
        self.front.begin([from], from, WINDOW, self.door.max(DOOR));
        self.trail.begin(&self.front);
    }

    /// Returns the path to a cell that was reached in the given number of steps. The path is traced back from that
    /// cell. Each step back goes to whichever possible cell is nearest to the start.
    fn trace(&self, from: IVec2, goal: IVec2, steps: u32) -> Vec<IVec2> {
        let mut way = Vec::new();
        let (mut cell, mut steps) = (goal, steps);
        while cell != from {
            way.push(cell);
            // Occupied cells next to the start are entered late, so their steps cannot be traced. A cell next to the
            // start is the first cell of the path in any case.
            if beside(from, cell) {
                break;
            }
            let door = self.door.max(DOOR);
            let cost = if self.front.is_slow(cell) { door } else { 1 };
            steps = steps.saturating_sub(cost);
            // A step straight back comes nearest to the start.
            let back = cell + (from - cell).signum();
            if self.trail.was_reached(back, steps) {
                cell = back;
                continue;
            }
            let neighbours = KING.into_iter().map(|step| cell + step);
            let reached = neighbours.filter(|&it| self.trail.was_reached(it, steps));
            cell = reached
                .min_by_key(|it| it.distance_squared(from))
                .unwrap_or(from);
        }
        way.reverse();
        way
    }
}

fn beside(from: IVec2, cell: IVec2) -> bool {
    cell != from && (cell - from).abs().max_element() <= 1
}

#[cfg(test)]
mod tests {
    use super::super::ways::Ways;
    use super::*;
    use crate::grid::Direction;
    use crate::map::{Tile, TileMap};
    use bevy::math::UVec2;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    const NO_CELLS: [IVec2; 0] = [];

    fn map(rows: &[&str]) -> TileMap {
        let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
        let mut map = TileMap::new(size, Tile::ROCK);
        for (y, row) in (0..).zip(rows) {
            for (x, glyph) in (0..).zip(row.chars()) {
                map.set(IVec2::new(x, y), Tile::from_glyph(glyph).unwrap());
            }
        }
        map
    }

    #[test]
    fn a_path_is_one_of_the_cheapest() {
        let map = map(&[
            ".....", //
            ".###.", //
            ".+.+.", //
        ]);
        let mut finder = PathFinder::default();
        let (from, goal) = (IVec2::new(0, 2), IVec2::new(4, 2));
        let mut find = |from, goal, longest, taken: &[IVec2]| {
            let taken = taken.iter().copied();
            finder.path(from, goal, longest, taken, |start| map.footing(start))
        };
        let along = |cells: &[(i32, i32)]| cells.iter().copied().map(IVec2::from).collect();
        // Both of these paths cost 6. The path through the doors takes fewer steps.
        let through = along(&[(1, 2), (2, 2), (3, 2), (4, 2)]);
        let around = along(&[(0, 1), (1, 0), (2, 0), (3, 0), (4, 1), (4, 2)]);
        let found = find(from, goal, 1000, &[]).to_goal();
        assert!(found == Some(through) || found == Some(around.clone()));
        // If the first door is occupied, the path goes around it. An occupied cell further away does not matter.
        let taken = [IVec2::new(1, 2), IVec2::new(3, 0)];
        let found = find(from, goal, 1000, &taken);
        assert_eq!(found, Route::Found(around));
        assert_eq!(find(from, from, 1000, &[]), Route::Found(Vec::new()));
        // This goal cannot be reached. The old goal is the cell nearest to it.
        let outside = find(from, IVec2::new(9, 9), 1000, &[]);
        assert!(matches!(outside, Route::NoWay(way) if way.last() == Some(&goal)));
        let short = find(from, goal, 3, &[]);
        assert!(matches!(short, Route::TooFar(way) if way.len() <= 3 && !way.is_empty()));
    }

    #[test]
    fn a_goal_outside_the_window_is_too_far() {
        let open = |_| Footing {
            walkable: u64::MAX,
            ..Footing::default()
        };
        let mut finder = PathFinder::default();
        let extremes = [i32::MIN + 100, 0, i32::MAX - 100];
        for from in extremes.map(IVec2::splat) {
            let end = from + IVec2::new(31, 2);
            let goal = from + IVec2::new(60, 2);
            let route = finder.path(from, goal, 1000, NO_CELLS, open);
            assert!(matches!(route, Route::TooFar(way) if way.last() == Some(&end)));
            let within = finder.path(from, end, 1000, NO_CELLS, open);
            assert!(matches!(within, Route::Found(way) if way.len() == 31));
        }
    }

    fn random_map(dice: &mut impl rand::Rng) -> TileMap {
        let mut map = TileMap::new(UVec2::splat(20), Tile::FLOOR);
        let (walls, doors) = (dice.random_range(0..60), dice.random_range(0..20));
        for cell in map.positions() {
            match dice.random_range(0..100) {
                roll if roll < walls => map.set(cell, Tile::WALL),
                roll if roll < walls + doors => map.set(cell, Tile::CLOSED_DOOR),
                _ => true,
            };
        }
        map
    }

    fn cost(map: &TileMap, cell: IVec2) -> Option<u32> {
        let tile = map.tile(cell);
        let door = tile.opens_to().map(|_| DOOR);
        if tile.is_walkable() { Some(1) } else { door }
    }

    #[test]
    fn path_costs_agree_with_a_flood_fill() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let mut finder = PathFinder::default();
        let mut counts = [0; 2];
        for _ in 0..3000 {
            let map = random_map(&mut dice);
            let mut cell = || IVec2::new(dice.random_range(-1..21), dice.random_range(-1..21));
            let (from, goal) = (cell(), cell());
            let taken: Vec<IVec2> = Direction::ALL
                .map(|way| from + way.delta())
                .into_iter()
                .filter(|_| dice.random_range(0..3) == 0)
                .collect();
            let cost = |cell: IVec2| {
                let more = if taken.contains(&cell) {
                    PathFinder::DETOUR
                } else {
                    0
                };
                let usual = cost(&map, cell).map(|cost| cost + more);
                if cell == goal { Some(1) } else { usual }
            };
            let route = finder.path(from, goal, 500, taken.iter().copied(), |at| map.footing(at));
            let all = Ways::within(from, 500, cost);
            let (Route::Found(way) | Route::NoWay(way) | Route::TooFar(way)) = &route;
            let walked: Vec<IVec2> = [from].into_iter().chain(way.iter().copied()).collect();
            let is_step = |pair: &[IVec2]| beside(pair[0], pair[1]);
            assert!(walked.windows(2).all(is_step), "{walked:?}");
            let costs: u32 = way.iter().map(|&cell| cost(cell).unwrap()).sum();
            let end = way.last().copied().unwrap_or(from);
            assert_eq!(all.cost_to(end), Some(costs), "{from} to {goal} by {way:?}");
            let distance = |cell: IVec2| {
                let (x, y) = (cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));
                (x.max(y), x.min(y))
            };
            match route {
                Route::Found(_) => assert_eq!(end, goal),
                Route::NoWay(_) => {
                    assert_eq!(all.cost_to(goal), None);
                    let cells = (-1..21).flat_map(|y| (-1..21).map(move |x| IVec2::new(x, y)));
                    let reached = cells.filter_map(|at| Some((distance(at), all.cost_to(at)?)));
                    let best = reached.min();
                    assert_eq!(best, Some((distance(end), costs)), "{from} to {goal}");
                }
                Route::TooFar(_) => panic!("the whole map is in the window"),
            }
            counts[usize::from(end == goal)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    }

    #[test]
    fn a_stroll_goes_to_one_of_the_nearest_cells() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let mut finder = PathFinder::default();
        let mut found = 0;
        for _ in 0..500 {
            let map = random_map(&mut dice);
            let from = IVec2::new(dice.random_range(0..20), dice.random_range(0..20));
            let taken = [from + IVec2::X, from + IVec2::NEG_ONE];
            let free = |cell| cost(&map, cell).filter(|_| !taken.contains(&cell));
            let all = Ways::within(from, 500, free);
            let most = dice.random_range(1..150);
            let suits = |cell: IVec2| cell.x % 3 != 0;
            // All reachable cells, nearest first, limited to those that are searched.
            let mut reached: Vec<(u32, i32, i32)> = map
                .positions()
                .filter(|&cell| cell != from)
                .filter_map(|cell| Some((all.cost_to(cell)?, cell.y, cell.x)))
                .collect();
            reached.sort_unstable();
            reached.truncate(most);
            let suitable: Vec<IVec2> = reached
                .iter()
                .map(|&(_, y, x)| IVec2::new(x, y))
                .filter(|&cell| suits(cell))
                .collect();
            let chosen = dice.random_range(0..150);
            let way = finder.stroll(
                from,
                most,
                taken,
                |at| map.footing(at),
                suits,
                |count| {
                    assert_eq!(count as usize, suitable.len());
                    chosen % count
                },
            );
            let Some(way) = way else {
                assert!(suitable.is_empty());
                continue;
            };
            found += 1;
            let goal = way[way.len() - 1];
            assert_eq!(goal, suitable[chosen as usize % suitable.len()]);
            let costs: u32 = way.iter().map(|&cell| free(cell).unwrap()).sum();
            assert_eq!(all.cost_to(goal), Some(costs));
        }
        assert!(found > 300, "{found}");
    }
}
