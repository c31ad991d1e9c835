//! Ways from cell to cell.

use bevy::math::IVec2;

use super::wave::{Ground, Wave, Word};
use crate::grid::{Direction, ones};
use crate::map::Footing;

/// Finds ways from cell to cell. Its memory is used again by every search.
///
/// A front goes out from the start, a step of a king at a time, until it comes to the goal; the way is
/// then followed back through what each step reached. Walking onto a cell costs 1, onto a closed door 2:
/// it is opened first.
#[derive(Debug, Default)]
pub struct PathFinder {
    wave: Wave<u64>,
    trail: Trail,
    /// Where a stroll could lead, with what the way there costs.
    places: Vec<(u32, IVec2)>,
}

/// How far from its start a search looks, as the crow flies.
const WINDOW: i32 = <u64 as Word>::REACH;

/// What entering a closed door costs.
const DOOR: u32 = 2;

/// What came of a search for a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// A cheapest way to the goal, the goal last and the start left out: empty if they are the same.
    Found(Vec<IVec2>),
    /// There is no way; but this one leads to the cell that is nearest to the goal as the crow flies.
    /// Empty if that is the start.
    NoWay(Vec<IVec2>),
    /// If there is a way, it costs more or leads further away than was looked for. This one leads to
    /// the nearest of the cells that were looked at.
    TooFar(Vec<IVec2>),
}

impl Route {
    /// The way to the goal itself, if it was found.
    pub fn to_goal(self) -> Option<Vec<IVec2>> {
        match self {
            Self::Found(way) => Some(way),
            Self::NoWay(_) | Self::TooFar(_) => None,
        }
    }
}

impl PathFinder {
    /// What walking onto a cell costs beyond the usual if somebody stands there.
    pub const DETOUR: u32 = 4;

    /// Looks for a cheapest way from `from` to `goal`, among those that cost no more than `longest` and
    /// lead no further than 31 cells away as the crow flies. `footing` says what is known of a cell and of
    /// the 63 to its right; the goal can always be entered, at cost 1.
    ///
    /// Somebody stands on the cells `taken`. Only those beside the start matter, for the others will have
    /// moved on: they cost [`PathFinder::DETOUR`] more.
    pub fn path(
        &mut self,
        from: IVec2,
        goal: IVec2,
        longest: u32,
        taken: impl IntoIterator<Item = IVec2>,
        mut footing: impl FnMut(IVec2) -> Footing,
    ) -> Route {
        let corner = from - WINDOW;
        let place_of_goal = place(corner, goal);
        let mut ground = |row: usize| {
            let mut ground = ground(corner, row, &mut footing);
            if let Some((_, x)) = place_of_goal.filter(|&(of_goal, _)| of_goal == row) {
                ground.free |= 1 << x;
                ground.slow &= !(1 << x);
            }
            ground
        };
        self.begin(corner, &mut ground);
        for cell in taken {
            if let Some((row, x)) =
                place(corner, cell).filter(|_| cell != goal && beside(from, cell))
            {
                self.hold_up(row, x, Some(Self::DETOUR));
            }
        }
        if let Some((row, x)) = place_of_goal {
            self.wave.want(row, x);
        }
        let mut is_there = goal == from;
        while !is_there && !self.wave.is_over() && self.wave.steps() < longest {
            is_there = self.wave.step(&mut ground);
            self.trail.record(&self.wave);
        }
        if is_there {
            return Route::Found(self.trace(from, goal, self.wave.steps()));
        }
        let (steps, nearest) = self.trail.nearest(goal);
        let way = self.trace(from, nearest, steps);
        if !self.wave.is_over() || self.trail.came_to_the_edge() {
            Route::TooFar(way)
        } else {
            Route::NoWay(way)
        }
    }

    /// A cheapest way from `from` to a cell that is left to chance: of the cells other than the start
    /// that `suits` and that are among the `most` nearest on foot, the one whose number `choose` gives
    /// when it is told how many there are. The nearest come first. None if there is no such cell.
    ///
    /// `taken` and `footing` are as in [`PathFinder::path`], but nobody who stands beside the start is
    /// waited for.
    pub fn stroll(
        &mut self,
        from: IVec2,
        most: usize,
        taken: impl IntoIterator<Item = IVec2>,
        mut footing: impl FnMut(IVec2) -> Footing,
        suits: impl Fn(IVec2) -> bool,
        choose: impl FnOnce(u32) -> u32,
    ) -> Option<Vec<IVec2>> {
        let corner = from - WINDOW;
        let mut ground = |row: usize| ground(corner, row, &mut footing);
        self.begin(corner, &mut ground);
        for cell in taken {
            if let Some((row, x)) = place(corner, cell).filter(|_| beside(from, cell)) {
                self.hold_up(row, x, None);
            }
        }
        self.places.clear();
        let mut looked_at = 0;
        while !self.wave.is_over() && looked_at < most {
            self.wave.step(&mut ground);
            self.trail.record(&self.wave);
            let steps = self.wave.steps();
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

    fn begin(&mut self, corner: IVec2, mut ground: impl FnMut(usize) -> Ground<u64>) {
        self.wave.begin(WINDOW, DOOR);
        // The neighbours of the start.
        self.wave.learn(WINDOW as usize, &mut ground);
        self.wave.learn(WINDOW as usize + 2, &mut ground);
        self.trail.begin(corner, &self.wave);
    }

    /// Has a cell beside the start cost so much more than usual, or be out of the question.
    fn hold_up(&mut self, row: usize, x: u32, more: Option<u32>) {
        let usual = if self.wave.is_slow(row, x) {
            Some(DOOR)
        } else {
            self.wave.is_free(row, x).then_some(1)
        };
        let cost = usual.zip(more).map(|(usual, more)| usual + more);
        self.wave.hold_up(row, x, cost);
    }

    /// The way to a cell that was reached with so many steps: back from there, always to the one of the
    /// possible cells that is nearest to the start.
    fn trace(&self, from: IVec2, goal: IVec2, steps: u32) -> Vec<IVec2> {
        let mut way = Vec::new();
        let (mut cell, mut steps) = (goal, steps);
        while cell != from {
            way.push(cell);
            // Nobody is held up in a cell beside the start who came another way.
            if beside(from, cell) {
                break;
            }
            let place = place(self.trail.corner, cell);
            let is_slow = place.is_some_and(|(row, x)| self.wave.is_slow(row, x));
            steps = steps.saturating_sub(if is_slow { DOOR } else { 1 });
            // Straight back is nearest of all.
            let back = cell + (from - cell).signum();
            if self.trail.was_reached(back, steps) {
                cell = back;
                continue;
            }
            let neighbours = Direction::ALL.map(|way| cell + way.delta());
            let reached = neighbours
                .into_iter()
                .filter(|&it| self.trail.was_reached(it, steps));
            cell = reached
                .min_by_key(|it| it.distance_squared(from))
                .unwrap_or(from);
        }
        way.reverse();
        way
    }
}

/// What was reached by each step of a wave, so that the way back can be found.
#[derive(Debug, Default)]
struct Trail {
    /// The upper left cell of the window.
    corner: IVec2,
    /// Per step, from 0, its first row, and where in `rows` its rows begin.
    steps: Vec<(usize, usize)>,
    rows: Vec<u64>,
}

impl Trail {
    fn begin(&mut self, corner: IVec2, wave: &Wave<u64>) {
        self.corner = corner;
        self.steps.clear();
        self.rows.clear();
        self.record(wave);
    }

    fn record(&mut self, wave: &Wave<u64>) {
        let (first, rows) = wave.front();
        self.steps.push((first, self.rows.len()));
        self.rows.extend(rows);
    }

    /// What one step reached: its first row, and the cells by row.
    fn step(&self, step: usize) -> (usize, &[u64]) {
        let (first, begin) = self.steps[step];
        let next = self.steps.get(step + 1);
        let end = next.map_or(self.rows.len(), |&(_, begin)| begin);
        (first, &self.rows[begin..end])
    }

    fn was_reached(&self, cell: IVec2, step: u32) -> bool {
        let (first, rows) = self.step(step as usize);
        place(self.corner, cell).is_some_and(|(row, x)| {
            let row = row.checked_sub(first).and_then(|row| rows.get(row));
            row.is_some_and(|cells| cells.has(x))
        })
    }

    /// The cells that one step reached, row by row.
    fn cells_of(&self, step: u32) -> impl Iterator<Item = IVec2> {
        let (first, rows) = self.step(step as usize);
        let rows = (self.corner.y + first as i32 - 1..).zip(rows);
        rows.flat_map(move |(y, &cells)| ones(cells).map(move |x| IVec2::new(self.corner.x + x, y)))
    }

    /// All cells that were reached, by row from 0.
    fn reached(&self) -> [u64; 2 * WINDOW as usize + 1] {
        let mut reached = [0; _];
        for step in 0..self.steps.len() {
            let (first, rows) = self.step(step);
            for (reached, row) in reached[first - 1..].iter_mut().zip(rows) {
                *reached |= row;
            }
        }
        reached
    }

    /// Of the cells that were reached the one that is nearest to `goal` as the crow flies, and of several
    /// the one that is nearest on foot; with the steps it took.
    fn nearest(&self, goal: IVec2) -> (u32, IVec2) {
        let towards = goal.saturating_sub(self.corner);
        let x = towards.x.clamp(0, WINDOW * 2) as u32;
        let still = |at: IVec2| {
            let apart = (i64::from(at.x) - i64::from(towards.x)).abs();
            let beyond = (i64::from(at.y) - i64::from(towards.y)).abs();
            (apart.max(beyond), apart.min(beyond))
        };
        // In each row, the nearest to the left and to the right.
        let reached = self.reached();
        let candidates = || {
            (0..).zip(reached).flat_map(|(y, cells)| {
                let left = cells & (u64::MAX >> (63 - x));
                let right = cells & (u64::MAX << x);
                let left = (left != 0).then(|| 63 - left.leading_zeros());
                let right = (right != 0).then(|| right.trailing_zeros());
                let both = [left, right].into_iter().flatten();
                both.map(move |x| IVec2::new(x as i32, y))
            })
        };
        let least = candidates().map(still).min();
        let nearest = candidates().filter(|&at| Some(still(at)) == least);
        let nearest = nearest.map(|at| self.corner + at).collect::<Vec<_>>();
        let steps = 0..self.steps.len() as u32;
        steps
            .flat_map(|step| nearest.iter().map(move |&cell| (step, cell)))
            .find(|&(step, cell)| self.was_reached(cell, step))
            .unwrap_or((0, self.corner + WINDOW))
    }

    /// Whether there may be more beyond the window.
    fn came_to_the_edge(&self) -> bool {
        let reached = self.reached();
        let edges = 1 | 1 << (2 * WINDOW);
        reached.iter().any(|row| row & edges != 0)
            || reached[0] != 0
            || reached[reached.len() - 1] != 0
    }
}

/// The row, from 1, and the column of a cell in the window, if it is in there.
fn place(corner: IVec2, cell: IVec2) -> Option<(usize, u32)> {
    let at = cell.wrapping_sub(corner);
    let inside = at.cmpge(IVec2::ZERO).all() && at.max_element() <= 2 * WINDOW;
    inside.then(|| (at.y as usize + 1, at.x as u32))
}

fn beside(from: IVec2, cell: IVec2) -> bool {
    cell != from && (cell - from).abs().max_element() <= 1
}

fn ground(corner: IVec2, row: usize, mut footing: impl FnMut(IVec2) -> Footing) -> Ground<u64> {
    let footing = footing(corner + IVec2::new(0, row as i32 - 1));
    Ground {
        free: footing.walkable,
        slow: footing.closed,
    }
}

#[cfg(test)]
mod tests {
    use super::super::flood::Flood;
    use super::*;
    use crate::dungeon::random::stream;
    use crate::map::{Tile, TileMap};
    use bevy::math::UVec2;
    use rand::RngExt;

    const NOBODY: [IVec2; 0] = [];

    #[test]
    fn cells_around_the_window_are_not_in_it() {
        let corner = IVec2::new(3, 4);
        let at = |x, y| place(corner, corner + IVec2::new(x, y));
        assert_eq!(
            (at(0, -1), at(-1, 0), at(2 * WINDOW + 1, 0)),
            (None, None, None)
        );
        assert_eq!(at(0, 0), Some((1, 0)));
    }

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
    fn a_path_is_a_cheapest_one() {
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
        // Through both doors it costs 6, and it is the shortest way.
        let through = along(&[(1, 2), (2, 2), (3, 2), (4, 2)]);
        let around = along(&[(0, 1), (1, 0), (2, 0), (3, 0), (4, 1), (4, 2)]);
        let found = find(from, goal, 1000, &[]).to_goal();
        assert!(found == Some(through) || found == Some(around.clone()));
        // Not if somebody stands in the first of them; nor does it matter who stands further off.
        let taken = [IVec2::new(1, 2), IVec2::new(3, 0)];
        let found = find(from, goal, 1000, &taken);
        assert_eq!(found, Route::Found(around));
        assert_eq!(find(from, from, 1000, &[]), Route::Found(Vec::new()));
        // Nobody gets there; the old goal is the nearest to it.
        let outside = find(from, IVec2::new(9, 9), 1000, &[]);
        assert!(matches!(outside, Route::NoWay(way) if way.last() == Some(&goal)));
        let short = find(from, goal, 3, &[]);
        assert!(matches!(short, Route::TooFar(way) if way.len() <= 3 && !way.is_empty()));
    }

    #[test]
    fn what_lies_outside_of_the_window_is_too_far() {
        let open = |_| Footing {
            walkable: u64::MAX,
            closed: 0,
        };
        let mut finder = PathFinder::default();
        let extremes = [i32::MIN + 100, 0, i32::MAX - 100];
        for from in extremes.map(IVec2::splat) {
            let end = from + IVec2::new(31, 2);
            let goal = from + IVec2::new(60, 2);
            let route = finder.path(from, goal, 1000, NOBODY, open);
            assert!(matches!(route, Route::TooFar(way) if way.last() == Some(&end)));
            let within = finder.path(from, end, 1000, NOBODY, open);
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

    /// What entering a cell costs, without anybody there.
    fn cost(map: &TileMap, cell: IVec2) -> Option<u32> {
        let tile = map.tile(cell);
        let door = tile.opens_to().map(|_| DOOR);
        if tile.is_walkable() { Some(1) } else { door }
    }

    #[test]
    fn ways_cost_what_a_flood_measures() {
        let mut dice = stream(1, "paths", 0);
        let (mut finder, mut flood) = (PathFinder::default(), Flood::default());
        let mut counts = [0; 2];
        for _ in 0..2000 {
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
            flood.fill(from, 500, cost);
            let (Route::Found(way) | Route::NoWay(way) | Route::TooFar(way)) = &route;
            let walked: Vec<IVec2> = [from].into_iter().chain(way.iter().copied()).collect();
            let is_step = |pair: &[IVec2]| beside(pair[0], pair[1]);
            assert!(walked.windows(2).all(is_step), "{walked:?}");
            let costs: u32 = way.iter().map(|&cell| cost(cell).unwrap()).sum();
            let end = way.last().copied().unwrap_or(from);
            assert_eq!(
                flood.distance(end),
                Some(costs),
                "{from} to {goal} by {way:?}"
            );
            let still = |cell: IVec2| {
                let (x, y) = (cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));
                (x.max(y), x.min(y))
            };
            match route {
                Route::Found(_) => assert_eq!(end, goal),
                Route::NoWay(_) => {
                    assert_eq!(flood.distance(goal), None);
                    let cells = (-1..21).flat_map(|y| (-1..21).map(move |x| IVec2::new(x, y)));
                    let reached = cells.filter_map(|at| Some((still(at), flood.distance(at)?)));
                    let best = reached.min();
                    assert_eq!(best, Some((still(end), costs)), "{from} to {goal}");
                }
                Route::TooFar(_) => panic!("all of it is in the window"),
            }
            counts[usize::from(end == goal)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    }

    #[test]
    fn a_stroll_goes_to_one_of_the_nearest_cells() {
        let mut dice = stream(1, "strolls", 0);
        let (mut finder, mut flood) = (PathFinder::default(), Flood::default());
        let mut found = 0;
        for _ in 0..500 {
            let map = random_map(&mut dice);
            let from = IVec2::new(dice.random_range(0..20), dice.random_range(0..20));
            let taken = [from + IVec2::X, from + IVec2::NEG_ONE];
            let free = |cell| cost(&map, cell).filter(|_| !taken.contains(&cell));
            flood.fill(from, 500, free);
            let most = dice.random_range(1..150);
            let suits = |cell: IVec2| cell.x % 3 != 0;
            // All that can be reached, the nearest first; and of these as many as are looked at.
            let mut reached: Vec<(u32, i32, i32)> = map
                .positions()
                .filter(|&cell| cell != from)
                .filter_map(|cell| Some((flood.distance(cell)?, cell.y, cell.x)))
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
            assert_eq!(flood.distance(goal), Some(costs));
        }
        assert!(found > 300, "{found}");
    }
}
