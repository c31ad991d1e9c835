//! Ways from cell to cell.

use bevy::math::IVec2;

use super::front::{Bits, Front};
use super::steps::KING;
use super::trail::Trail;
use crate::map::Footing;

/// Finds ways from cell to cell. Its memory is used again by every search.
///
/// A front goes out from the start, a step of a king at a time, until it comes to the goal; the way is
/// then followed back through what each step reached. Walking onto a cell costs 1, onto a closed door 2:
/// it is opened first.
#[derive(Debug, Default)]
pub struct PathFinder {
    front: Front<u64>,
    trail: Trail,
    /// Where a stroll could lead, with what the way there costs.
    places: Vec<(u32, IVec2)>,
}

/// How far from its start a search looks, as the crow flies.
const WINDOW: i32 = <u64 as Bits>::REACH;

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
        // The goal is floor, whatever it is.
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
        self.front.begin([from], from, WINDOW, DOOR);
        self.trail.begin(&self.front);
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
            let cost = if self.front.is_slow(cell) { DOOR } else { 1 };
            steps = steps.saturating_sub(cost);
            // Straight back is nearest of all.
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

    const NOBODY: [IVec2; 0] = [];

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
            let still = |cell: IVec2| {
                let (x, y) = (cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));
                (x.max(y), x.min(y))
            };
            match route {
                Route::Found(_) => assert_eq!(end, goal),
                Route::NoWay(_) => {
                    assert_eq!(all.cost_to(goal), None);
                    let cells = (-1..21).flat_map(|y| (-1..21).map(move |x| IVec2::new(x, y)));
                    let reached = cells.filter_map(|at| Some((still(at), all.cost_to(at)?)));
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
            // All that can be reached, the nearest first; and of these as many as are looked at.
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
