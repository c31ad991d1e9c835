//! Decides which ground forms a place, and gives places their names.
//!
//! ```text
//! ground -> wide   (in a square of 2 × 2 cells)    -> joins a room or cave, or makes a new one
//!        -> narrow (all around is known)           -> joins a passage, or makes a new one
//!        -> undecided                              -> waits
//! ```
//!
//! A few cells make no place of their own. They wait until everything around them is known, and then join a place that
//! they adjoin, or are an opening between two.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::kind_of_place::kind_of;
use crate::game::being::{PlaceKind, Places};
use crate::grid::{BitGrid, Direction, Rectangle};
use crate::path::SIDES;
use crate::vision::MapMemory;

/// The size beyond which a place does not grow, so that an open cave is more than one place.
const LARGEST: IVec2 = IVec2::new(24, 16);

/// The number of wide cells that make a place if the player is beside them, and if not.
const LEAST_WIDE: [usize; 2] = [6, 12];

/// The fewest narrow cells that make a place, and the fewest walkable cells of any place.
const LEAST_NARROW: usize = 3;

/// How wide ground is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Breadth {
    Wide,
    Narrow,
}

use Breadth::{Narrow, Wide};

impl Breadth {
    /// Returns the steps that join cells of a place. Passages may turn diagonally.
    fn steps(self) -> Vec<IVec2> {
        match self {
            Wide => SIDES.to_vec(),
            Narrow => Direction::ALL.map(Direction::delta).to_vec(),
        }
    }

    fn suits(self, kind: PlaceKind) -> bool {
        (self == Narrow) == (kind == PlaceKind::Passage)
    }
}

/// Names all places that are known well enough. `eye` is where the player is.
pub(super) fn name(places: &mut Places, memory: &MapMemory, eye: IVec2) {
    let mut naming = Naming {
        places,
        memory,
        eye,
    };
    // Each round gives at least one more cell a place.
    while naming.join() || naming.begin() || naming.close() {}
}

struct Naming<'a> {
    places: &'a mut Places,
    memory: &'a MapMemory,
    eye: IVec2,
}

impl Naming<'_> {
    fn bits(&self, breadth: Breadth) -> &BitGrid {
        match breadth {
            Wide => &self.places.survey.wide,
            Narrow => &self.places.survey.narrow,
        }
    }

    /// Lets ground join the places that it adjoins.
    fn join(&mut self) -> bool {
        let mut has_joined = false;
        for breadth in [Wide, Narrow] {
            let cells: Vec<IVec2> = self.bits(breadth).iter().collect();
            for cell in cells {
                if !self.bits(breadth).contains(cell) {
                    // An earlier cell has taken it along.
                    continue;
                }
                let beside = breadth.steps().into_iter().map(|step| cell + step);
                let beside = beside.filter_map(|it| self.places.index_at(it));
                let index = beside.filter(|it| self.has_room(*it, cell, breadth)).min();
                if let Some(index) = index {
                    let bounds = self.places.get(index).map(|it| including(it.bounds, cell));
                    let cells = bounds.map(|bounds| self.reach(cell, breadth, bounds));
                    self.settle(&cells.unwrap_or_default(), index);
                    has_joined = true;
                }
            }
        }
        has_joined
    }

    fn has_room(&self, index: usize, cell: IVec2, breadth: Breadth) -> bool {
        self.places.get(index).is_some_and(|place| {
            let size = including(place.bounds, cell).size.as_ivec2();
            breadth.suits(place.kind) && size.cmple(LARGEST).all()
        })
    }

    /// Returns a cell and the ground that joins it, as far as a place that has `bounds` so far has room.
    fn reach(&self, cell: IVec2, breadth: Breadth, mut bounds: Rectangle) -> Vec<IVec2> {
        let mut reached = BTreeSet::from([(cell.y, cell.x)]);
        let mut cells = vec![cell];
        let mut at = 0;
        while let Some(cell) = cells.get(at).copied() {
            at += 1;
            for next in breadth.steps().into_iter().map(|step| cell + step) {
                let wider = including(bounds, next);
                let has_room = wider.size.as_ivec2().cmple(LARGEST).all();
                if self.bits(breadth).contains(next) && has_room && reached.insert((next.y, next.x))
                {
                    bounds = wider;
                    cells.push(next);
                }
            }
        }
        cells
    }

    fn settle(&mut self, cells: &[IVec2], index: usize) {
        cells
            .iter()
            .for_each(|cell| self.places.settle(*cell, index));
    }

    /// Makes new places of ground that is large enough.
    fn begin(&mut self) -> bool {
        let mut has_begun = false;
        for breadth in [Wide, Narrow] {
            let cells: Vec<IVec2> = self.bits(breadth).iter().collect();
            for part in split(&cells, breadth) {
                has_begun |= self.begin_in(&part, breadth);
            }
        }
        has_begun
    }

    /// Makes one place of a part, or several if the part is too large for one. The first is where the player is.
    fn begin_in(&mut self, part: &[IVec2], breadth: Breadth) -> bool {
        let mut has_begun = false;
        let mut tried = BTreeSet::new();
        let nearest = self.nearest(part);
        for cell in std::iter::once(nearest).chain(part.iter().copied()) {
            if !self.bits(breadth).contains(cell) || tried.contains(&(cell.y, cell.x)) {
                continue;
            }
            let cells = self.reach(cell, breadth, Rectangle::from_corners(cell, cell));
            tried.extend(cells.iter().map(|it| (it.y, it.x)));
            if cells.len() >= self.least(breadth, &cells) && self.is_plain(&cells) {
                let kind = match breadth {
                    Wide => kind_of(self.places, &cells),
                    Narrow => PlaceKind::Passage,
                };
                has_begun |= self.begin_with(&cells, kind);
            }
        }
        has_begun
    }

    fn begin_with(&mut self, cells: &[IVec2], kind: PlaceKind) -> bool {
        let first = self.nearest(cells);
        let index = self.places.begin(kind, first);
        if let Some(index) = index {
            self.settle(cells, index);
        }
        index.is_some()
    }

    /// Returns how many cells a part needs to be a place. What is seen of a room from afar may lie on both sides of what is
    /// still hidden, and should not be two rooms.
    fn least(&self, breadth: Breadth, part: &[IVec2]) -> usize {
        let is_near = |cell: &IVec2| (cell - self.eye).abs().max_element() <= 1;
        match breadth {
            Wide => LEAST_WIDE[usize::from(!part.iter().any(is_near))],
            Narrow => LEAST_NARROW,
        }
    }

    /// Returns whether one can walk on enough of a part. Water alone is no place.
    fn is_plain(&self, part: &[IVec2]) -> bool {
        let can_walk = part.iter().filter(|it| self.is_walkable(**it));
        can_walk.count() >= LEAST_NARROW
    }

    fn is_walkable(&self, cell: IVec2) -> bool {
        self.memory.tile(cell).is_some_and(|it| it.is_walkable())
    }

    /// Returns the cell of a part that is nearest to the player, and that one can walk on if there is such a cell.
    fn nearest(&self, part: &[IVec2]) -> IVec2 {
        let far = |cell: IVec2| (cell - self.eye).abs().max_element();
        let key = |&&cell: &&IVec2| (!self.is_walkable(cell), far(cell));
        part.iter().min_by_key(key).copied().unwrap_or(self.eye)
    }

    /// Decides about small parts around which everything is known.
    fn close(&mut self) -> bool {
        let cells: Vec<IVec2> = self.places.survey.waiting.iter().collect();
        let mut has_closed = false;
        for cluster in split(&cells, Narrow) {
            let survey = &self.places.survey;
            if cluster.iter().all(|cell| survey.is_surrounded(*cell)) {
                has_closed |= self.close_cluster(&cluster);
            }
        }
        has_closed
    }

    /// Lets the parts of a cluster join the places around it. If there are none, the cluster is a small place.
    fn close_cluster(&mut self, cluster: &[IVec2]) -> bool {
        let mut rest: Vec<(Breadth, Vec<IVec2>)> = Vec::new();
        for breadth in [Wide, Narrow] {
            let is_such = |cell: &IVec2| self.bits(breadth).contains(*cell);
            let cells: Vec<IVec2> = cluster.iter().copied().filter(is_such).collect();
            rest.extend(
                split(&cells, breadth)
                    .into_iter()
                    .map(|part| (breadth, part)),
            );
        }
        let before = rest.len();
        while let Some(at) = rest.iter().position(|(it, part)| self.absorb(*it, part)) {
            rest.remove(at);
        }
        let has_place = rest.len() < before;
        if has_place || !cluster.iter().any(|it| self.is_walkable(*it)) {
            return has_place;
        }
        let doors = cluster
            .iter()
            .flat_map(|cell| SIDES.map(|side| cell + side));
        let is_door = |cell: &IVec2| self.memory.tile(*cell).is_some_and(|it| it.parts_places());
        let doors: BTreeSet<(i32, i32)> = doors.filter(is_door).map(Into::into).collect();
        if cluster.len() < LEAST_NARROW && doors.len() > 1 {
            cluster.iter().for_each(|cell| self.places.open(*cell));
            return true;
        }
        let wide = cluster
            .iter()
            .filter(|it| self.bits(Wide).contains(**it))
            .count();
        let kind = match wide * 2 >= cluster.len() {
            true => kind_of(self.places, cluster),
            false => PlaceKind::Passage,
        };
        self.begin_with(cluster, kind)
    }

    /// Lets a small part join a place beside it, or be an opening. Returns whether there is such a place.
    fn absorb(&mut self, breadth: Breadth, part: &[IVec2]) -> bool {
        let beside = |steps: &[IVec2], wanted: Breadth| -> BTreeSet<usize> {
            let near = part
                .iter()
                .flat_map(|cell| steps.iter().map(move |step| cell + step));
            let places = near.filter_map(|it| self.places.index_at(it));
            let suits = |it: &usize| {
                let place = self.places.get(*it);
                place.is_some_and(|place| wanted.suits(place.kind))
            };
            places.filter(suits).collect()
        };
        let all = Narrow.steps();
        let (wide, passages) = (beside(&SIDES, Wide), beside(&all, Narrow));
        if breadth == Narrow && passages.is_empty() && wide.len() > 1 {
            part.iter().for_each(|cell| self.places.open(*cell));
            return true;
        }
        let order = match breadth {
            Wide => [wide, beside(&all, Wide), passages],
            Narrow => [passages, wide, beside(&all, Wide)],
        };
        let Some(index) = order.iter().find_map(|it| it.first().copied()) else {
            return false;
        };
        part.iter()
            .for_each(|cell| self.places.settle(*cell, index));
        true
    }
}

/// Returns the smallest rectangle that contains `bounds` and a cell.
fn including(bounds: Rectangle, cell: IVec2) -> Rectangle {
    Rectangle::from_corners(bounds.min.min(cell), bounds.max().max(cell))
}

/// Splits cells into connected parts, in the order of their first cells. The cells of a part come in the order of the
/// distance from its first cell.
fn split(cells: &[IVec2], breadth: Breadth) -> Vec<Vec<IVec2>> {
    let mut left: BTreeSet<(i32, i32)> = cells.iter().map(|it| (it.y, it.x)).collect();
    let mut parts = Vec::new();
    for &cell in cells {
        if !left.remove(&(cell.y, cell.x)) {
            continue;
        }
        let mut part = vec![cell];
        let mut at = 0;
        while let Some(cell) = part.get(at).copied() {
            at += 1;
            let near = breadth.steps().into_iter().map(|step| cell + step);
            part.extend(near.filter(|it| left.remove(&(it.y, it.x))));
        }
        parts.push(part);
    }
    parts
}
