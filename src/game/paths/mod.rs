//! Ways over the map: for feet, for noise, for flight. All in steps of a king, eight ways a cell.

use bevy::math::IVec2;
use bevy::utils::default;

use crate::grid::Direction;

/// Distances from one cell, kept in a square around it. Its memory is used again by every fill.
#[derive(Debug, Default)]
pub struct Flood {
    centre: IVec2,
    reach: i32,
    distances: Vec<u32>,
    ring: Vec<Vec<IVec2>>,
}

const FAR: u32 = u32::MAX;

impl Flood {
    /// Measures the way from `from` to every cell that is at most `reach` away. `cost` says what
    /// entering a cell costs, at least 1, or nothing if it cannot be entered. The first cell is free.
    pub fn fill(&mut self, from: IVec2, reach: u32, cost: impl Fn(IVec2) -> Option<u32>) {
        self.fill_from([(from, 0)], from, reach, cost);
    }

    /// The same from several cells, each with a distance of its own to begin with, within `reach` of
    /// `centre` both by way and as the crow flies.
    pub fn fill_from(
        &mut self,
        starts: impl IntoIterator<Item = (IVec2, u32)>,
        centre: IVec2,
        reach: u32,
        cost: impl Fn(IVec2) -> Option<u32>,
    ) {
        self.centre = centre;
        self.reach = reach.min(500) as i32;
        let side = (2 * self.reach + 1) as usize;
        self.distances.clear();
        self.distances.resize(side * side, FAR);
        let rings = self.reach as usize + 1;
        if self.ring.len() < rings {
            self.ring.resize_with(rings, Vec::new);
        }
        for (start, distance) in starts {
            self.reached(start, distance);
        }
        // A bucket for every distance: each is complete before it is read.
        for distance in 0..rings {
            let mut cells = std::mem::take(&mut self.ring[distance]);
            for cell in cells.drain(..) {
                if self.distance(cell) != Some(distance as u32) {
                    continue;
                }
                for way in Direction::ALL {
                    let next = cell + way.delta();
                    let known = self.distance(next).unwrap_or(FAR);
                    if known <= distance as u32 + 1 || self.index(next).is_none() {
                        continue;
                    }
                    if let Some(cost) = cost(next) {
                        self.reached(next, distance as u32 + cost);
                    }
                }
            }
            self.ring[distance] = cells;
        }
    }

    /// The way to `cell`, if it was reached.
    pub fn distance(&self, cell: IVec2) -> Option<u32> {
        let distance = self.distances[self.index(cell)?];
        (distance != FAR).then_some(distance)
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let offset = cell - self.centre + self.reach;
        let side = 2 * self.reach + 1;
        let inside = offset.cmpge(IVec2::ZERO).all() && offset.max_element() < side;
        inside.then(|| (offset.y * side + offset.x) as usize)
    }

    fn reached(&mut self, cell: IVec2, distance: u32) {
        let Some(index) = self.index(cell) else {
            return;
        };
        if distance <= self.reach as u32 && distance < self.distances[index] {
            self.distances[index] = distance;
            self.ring[distance as usize].push(cell);
        }
    }
}

/// Finds ways from cell to cell. Its memory is used again by every search.
#[derive(Debug, Default)]
pub struct PathFinder {
    corner: IVec2,
    nodes: Vec<Node>,
    search: u32,
    /// The cells to visit, by what the way through them costs at least beyond the least of all.
    open: Vec<Vec<i32>>,
}

/// How far from its start a search looks, as the crow flies.
const WINDOW: i32 = 40;

/// Detours that cost more than this are not told apart.
const MOST: u32 = 4000;

/// Cells along each side of what it looks at.
const SIDE: i32 = 2 * WINDOW + 1;

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// The search that reached it.
    search: u32,
    so_far: u32,
    /// The number of the way that it was entered by.
    way: u8,
    is_visited: bool,
}

/// What came of a search for a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// A cheapest way to the goal, the goal last and the start left out: empty if they are the same.
    Found(Vec<IVec2>),
    /// There is no way; but this one leads to the cell that is nearest to the goal as the crow flies.
    /// Empty if that is the start.
    NoWay(Vec<IVec2>),
    /// The effort was spent before it was known whether there is one. The way leads to the nearest of
    /// the cells that were looked at.
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
    /// Looks for a cheapest way from `from` to `goal`, no further than 40 cells away as the crow flies
    /// and at no more than `effort` cells. `cost` says what entering a cell costs, at least 1, or nothing
    /// if it cannot be entered; the goal is always entered at cost 1.
    pub fn path(
        &mut self,
        from: IVec2,
        goal: IVec2,
        effort: u32,
        cost: impl Fn(IVec2) -> Option<u32>,
    ) -> Route {
        let apart = |cell: IVec2| (cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));
        let ahead = |cell: IVec2| {
            let (x, y) = apart(cell);
            x.max(y)
        };
        let crow_flies = |cell: IVec2| {
            let (x, y) = apart(cell);
            u64::from(x).pow(2) + u64::from(y).pow(2)
        };
        let cost = |cell| if cell == goal { Some(1) } else { cost(cell) };
        let mut nearest = ((ahead(from), crow_flies(from)), from);
        let is_all = self.search(from, effort, ahead, crow_flies, cost, |cell| {
            let still = (ahead(cell), crow_flies(cell));
            if still < nearest.0 {
                nearest = (still, cell);
            }
            cell == goal
        });
        let (_, nearest) = nearest;
        let way = self.trace(from, nearest);
        if nearest == goal {
            Route::Found(way)
        } else if is_all {
            Route::NoWay(way)
        } else {
            Route::TooFar(way)
        }
    }

    /// A cheapest way from `from` to a cell that is left to chance: of the cells other than the start
    /// that `suits` and that are found when looking at `effort` cells all around, the one whose number
    /// `choose` gives when it is told how many there are. The nearest come first. None if there is no
    /// such cell. `cost` is as in [`PathFinder::path`].
    pub fn stroll(
        &mut self,
        from: IVec2,
        effort: u32,
        cost: impl Fn(IVec2) -> Option<u32>,
        suits: impl Fn(IVec2) -> bool,
        choose: impl FnOnce(u32) -> u32,
    ) -> Option<Vec<IVec2>> {
        let mut found: Vec<IVec2> = Vec::new();
        self.search(
            from,
            effort,
            |_| 0,
            |_| 0,
            cost,
            |cell| {
                if cell != from && suits(cell) {
                    found.push(cell);
                }
                false
            },
        );
        if found.is_empty() {
            return None;
        }
        let goal = *found.get(choose(found.len() as u32) as usize)?;
        Some(self.trace(from, goal))
    }

    /// Visits up to `effort` cells, each once, those on the cheapest ways first, until `visit` says it has
    /// enough. `ahead` is what the rest of a way costs at least; it falls by no more than a step costs.
    /// Of the neighbours of a cell that are as cheap, the one with the least `charm` is visited first.
    /// Says whether all was visited that there is.
    fn search(
        &mut self,
        from: IVec2,
        effort: u32,
        ahead: impl Fn(IVec2) -> u32,
        charm: impl Fn(IVec2) -> u64,
        cost: impl Fn(IVec2) -> Option<u32>,
        mut visit: impl FnMut(IVec2) -> bool,
    ) -> bool {
        self.corner = from - WINDOW;
        self.nodes.resize((SIDE * SIDE) as usize, Node::default());
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.nodes.fill(Node::default());
            self.search = 1;
        }
        self.open.iter_mut().for_each(Vec::clear);
        let least = ahead(from);
        let start = WINDOW * SIDE + WINDOW;
        self.nodes[start as usize] = Node {
            search: self.search,
            ..default()
        };
        self.put(0, start);
        let neighbours = Direction::ALL.map(|way| {
            let delta = way.delta();
            (delta.y * SIDE + delta.x, delta)
        });
        let (mut bucket, mut visited, mut is_all) = (0, 0, true);
        while bucket < self.open.len() && visited < effort {
            let Some(index) = self.open[bucket].pop() else {
                bucket += 1;
                continue;
            };
            let node = &mut self.nodes[index as usize];
            if node.is_visited {
                continue;
            }
            node.is_visited = true;
            let so_far = node.so_far;
            visited += 1;
            let (x, y) = (index % SIDE, index / SIDE);
            let cell = self.corner + IVec2::new(x, y);
            if visit(cell) {
                return false;
            }
            // So far and no further.
            if x.min(y) == 0 || x.max(y) == SIDE - 1 {
                is_all = false;
                continue;
            }
            let mut best: Option<(u64, i32)> = None;
            for (number, &(offset, delta)) in (0..).zip(&neighbours) {
                let index = index + offset;
                let node = &mut self.nodes[index as usize];
                let known = if node.search == self.search {
                    node.so_far
                } else {
                    FAR
                };
                // Entering costs 1 at least: most of the neighbours were reached as cheaply.
                if known <= so_far + 1 {
                    continue;
                }
                let next = cell + delta;
                let step = cost(next);
                // What cannot be entered from here cannot be from another side.
                let total = step.map_or(0, |step| so_far.saturating_add(step));
                if known <= total {
                    continue;
                }
                *node = Node {
                    search: self.search,
                    so_far: total,
                    way: number,
                    is_visited: false,
                };
                if step.is_none() {
                    continue;
                }
                let at_least = total.saturating_add(ahead(next)).saturating_sub(least);
                let at_least = at_least.min(MOST) as usize;
                if at_least > bucket {
                    self.put(at_least, index);
                    continue;
                }
                // The last one put there is the next one visited.
                let charm = charm(next);
                match best {
                    Some((least, _)) if least <= charm => self.put(bucket, index),
                    _ => {
                        if let Some((_, other)) = best.replace((charm, index)) {
                            self.put(bucket, other);
                        }
                    }
                }
            }
            if let Some((_, index)) = best {
                self.put(bucket, index);
            }
        }
        is_all && bucket == self.open.len()
    }

    fn put(&mut self, bucket: usize, index: i32) {
        if self.open.len() <= bucket {
            self.open.resize_with(bucket + 1, Vec::new);
        }
        self.open[bucket].push(index);
    }

    /// The way to a cell that was visited.
    fn trace(&self, from: IVec2, goal: IVec2) -> Vec<IVec2> {
        let mut path = Vec::new();
        let mut cell = goal;
        while cell != from {
            path.push(cell);
            let at = cell - self.corner;
            let node = self.nodes[(at.y * SIDE + at.x) as usize];
            cell -= Direction::ALL[usize::from(node.way)].delta();
        }
        path.reverse();
        path
    }
}

/// A map of distances to flee by, after Brian Walker's "Dijkstra maps" of Brogue (described in
/// RogueBasin's *The Incredible Power of Dijkstra Maps*).
///
/// First the way from the threats to every cell is measured. Every distance is then taken times
/// −1.2, and low values flow out again step by step: so a cell is good if it leads on to somewhere
/// far, not if it is merely far itself.
#[derive(Debug, Default)]
pub struct FleeMap {
    flood: Flood,
    values: Vec<i32>,
    buckets: Vec<Vec<i32>>,
}

/// A step in the values of a [`FleeMap`]: in tenths, so that 1.2 is a whole number.
const STEP: i32 = 10;

impl FleeMap {
    /// How far around the one who flees it looks.
    pub const REACH: u32 = 20;

    /// Where to step from `from` to get away from `threats`, if anywhere is better than to stay.
    /// `cost` is as in [`Flood::fill`]; `is_free` says whether a neighbour can be stepped on now.
    pub fn step(
        &mut self,
        from: IVec2,
        threats: &[IVec2],
        cost: impl Fn(IVec2) -> Option<u32>,
        is_free: impl Fn(IVec2) -> bool,
    ) -> Option<Direction> {
        let starts = threats.iter().map(|&threat| (threat, 0));
        self.flood.fill_from(starts, from, Self::REACH, cost);
        let side = 2 * Self::REACH as i32 + 1;
        let corner = from - Self::REACH as i32;
        let cell = |index: usize| corner + IVec2::new(index as i32 % side, index as i32 / side);
        let flood = &self.flood;
        self.values.clear();
        self.values.extend((0..(side * side) as usize).map(|index| {
            flood
                .distance(cell(index))
                .map_or(i32::MAX, |way| -12 * way as i32)
        }));
        self.relax(side);
        let value = |at: IVec2| {
            let offset = at - corner;
            let inside = offset.cmpge(IVec2::ZERO).all() && offset.max_element() < side;
            inside.then(|| self.values[(offset.y * side + offset.x) as usize])
        };
        let here = value(from)?;
        Direction::ALL
            .into_iter()
            .filter(|way| is_free(from + way.delta()))
            .filter_map(|way| Some((value(from + way.delta())?, way)))
            .filter(|&(value, _)| value < here)
            .min_by_key(|&(value, _)| value)
            .map(|(_, way)| way)
    }

    /// Lets every value be at most one step above its lowest neighbour: from the lowest up, by a bucket
    /// for every value there is.
    fn relax(&mut self, side: i32) {
        const LOWEST: i32 = -12 * FleeMap::REACH as i32;
        let bucket = |value: i32| (value - LOWEST) as usize;
        self.buckets.resize_with(bucket(0) + 1, Vec::new);
        for (index, &value) in (0..).zip(&self.values) {
            if value <= 0 {
                self.buckets[bucket(value)].push(index);
            }
        }
        for value in LOWEST..=0 {
            let mut cells = std::mem::take(&mut self.buckets[bucket(value)]);
            for index in cells.drain(..) {
                if self.values[index as usize] != value {
                    continue;
                }
                let cell = IVec2::new(index % side, index / side);
                for way in Direction::ALL {
                    let next = cell + way.delta();
                    if next.cmplt(IVec2::ZERO).any() || next.max_element() >= side {
                        continue;
                    }
                    let next = next.y * side + next.x;
                    let known = &mut self.values[next as usize];
                    if *known <= 0 && *known > value + STEP {
                        *known = value + STEP;
                        self.buckets[bucket(*known)].push(next);
                    }
                }
            }
            self.buckets[bucket(value)] = cells;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cost of entering a cell of an ASCII map; `+` is a door that costs 3.
    fn on(map: &'static [&'static str]) -> impl Fn(IVec2) -> Option<u32> + Copy {
        move |cell| {
            let row = map.get(usize::try_from(cell.y).ok()?)?;
            match row.as_bytes().get(usize::try_from(cell.x).ok()?)? {
                b'.' => Some(1),
                b'+' => Some(3),
                _ => None,
            }
        }
    }

    #[test]
    fn a_flood_goes_round_walls_and_wears_out() {
        let map = on(&[
            ".....", //
            ".###.", //
            ".#.+.", //
        ]);
        let mut flood = Flood::default();
        flood.fill(IVec2::new(0, 2), 8, map);
        assert_eq!(flood.distance(IVec2::new(0, 2)), Some(0));
        assert_eq!(flood.distance(IVec2::new(4, 2)), Some(6));
        assert_eq!(flood.distance(IVec2::new(2, 2)), None);
        flood.fill(IVec2::new(0, 2), 9, map);
        assert_eq!(flood.distance(IVec2::new(2, 2)), Some(9));
        assert_eq!(flood.distance(IVec2::new(1, 1)), None);
    }

    #[test]
    fn a_path_is_a_cheapest_one() {
        let map = on(&[
            ".....", //
            ".###.", //
            ".+.+.", //
        ]);
        let mut finder = PathFinder::default();
        let (from, goal) = (IVec2::new(0, 2), IVec2::new(4, 2));
        let path = finder.path(from, goal, 1000, map).to_goal().unwrap();
        // Through both doors it would cost 8.
        assert_eq!(path.len(), 6);
        assert_eq!(path.last(), Some(&goal));
        assert_eq!(path[0], IVec2::new(0, 1));
        assert_eq!(finder.path(from, from, 1000, map), Route::Found(Vec::new()));
        // Nobody gets there; the cell that is nearest to it is the old goal.
        assert_eq!(
            finder.path(from, IVec2::new(9, 9), 1000, map),
            Route::NoWay(path)
        );
        let there = |route| matches!(route, Route::TooFar(way) if way.len() <= 3);
        assert!(there(finder.path(from, goal, 3, map)));
        // Further away than it looks at all, in the open.
        let far = finder.path(from, IVec2::new(99, 2), 100_000, |_| Some(1));
        assert!(matches!(far, Route::TooFar(way) if way.last() == Some(&IVec2::new(40, 2))));
    }

    #[test]
    fn a_path_costs_what_a_flood_measures() {
        use rand::RngExt;
        let mut dice = crate::dungeon::random::stream(1, "paths", 0);
        let mut finder = PathFinder::default();
        let mut flood = Flood::default();
        for _ in 0..300 {
            let walls: Vec<bool> = (0..400).map(|_| dice.random_range(0..100) < 30).collect();
            let cost = |cell: IVec2| {
                let inside = cell.cmpge(IVec2::ZERO).all() && cell.max_element() < 20;
                (inside && !walls[(cell.y * 20 + cell.x) as usize])
                    .then_some(1 + (cell.x % 3 == 0) as u32)
            };
            let mut cell = || IVec2::new(dice.random_range(0..20), dice.random_range(0..20));
            let (from, goal) = (cell(), cell());
            if cost(goal).is_none() || from == goal {
                continue;
            }
            flood.fill(from, 500, cost);
            let path = finder.path(from, goal, u32::MAX, cost).to_goal();
            let length = path.map(|path| {
                let before = path.iter().rev().skip(1);
                before.filter_map(|&cell| cost(cell)).sum::<u32>() + 1
            });
            let measured = flood
                .distance(goal)
                .map(|way| way - cost(goal).unwrap() + 1);
            assert_eq!(length, measured, "{from} to {goal}");
        }
    }

    #[test]
    fn flight_leads_past_a_dead_end() {
        // To the right the threat would be left behind as well, for three steps.
        let corridor = on(&[
            "####################", //
            "#.........##########", //
            "######.#############", //
            "######.#############", //
            "######.............#", //
            "####################", //
        ]);
        let mut flee = FleeMap::default();
        let mut at = IVec2::new(6, 1);
        let threat = IVec2::new(2, 1);
        for _ in 0..6 {
            let free = |cell: IVec2| corridor(cell).is_some();
            let Some(way) = flee.step(at, &[threat], corridor, free) else {
                break;
            };
            at += way.delta();
        }
        assert!(at.y >= 3, "fled into the dead end: {at}");
    }
}
