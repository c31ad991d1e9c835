//! Who gets where on foot, for steps that ask it of many cells of one level.

use bevy::math::{IVec2, UVec2};

/// A breadth-first search over the cells of a level, which keeps its memory from one search to the next.
pub(super) struct Flood {
    width: usize,
    /// Row by row. Those on the border never are.
    is_open: Vec<bool>,
    /// By cell, at which search it was reached last, and from which cell.
    reached: Vec<u32>,
    came_from: Vec<u32>,
    search: u32,
    front: Vec<u32>,
}

impl Flood {
    /// Over those cells of a level of this size that are open, but for its border.
    pub(super) fn new(size: UVec2, is_open: impl Fn(IVec2) -> bool) -> Self {
        let count = size.element_product() as usize;
        let mut flood = Self {
            width: size.x as usize,
            is_open: vec![false; count],
            reached: vec![0; count],
            came_from: vec![0; count],
            search: 0,
            front: Vec::new(),
        };
        let last = size.as_ivec2() - 1;
        for y in 1..last.y {
            for x in 1..last.x {
                let cell = IVec2::new(x, y);
                let index = flood.index(cell);
                flood.is_open[index] = is_open(cell);
            }
        }
        flood
    }

    /// What cell this is, row by row; it lies on the level.
    fn index(&self, cell: IVec2) -> usize {
        cell.y as usize * self.width + cell.x as usize
    }

    fn cell(&self, index: u32) -> IVec2 {
        let index = index as usize;
        IVec2::new((index % self.width) as i32, (index / self.width) as i32)
    }

    pub(super) fn is_open(&self, cell: IVec2) -> bool {
        self.is_open[self.index(cell)]
    }

    /// Opens a cell that is not on the border, or closes it.
    pub(super) fn set_open(&mut self, cell: IVec2, is_open: bool) {
        let index = self.index(cell);
        self.is_open[index] = is_open;
    }

    /// Searches from a cell that is not on the border, from cell to cell in these directions and in their order, no farther
    /// than so many steps and no longer than until `goal` is reached.
    pub(super) fn search<const WAYS: usize>(
        &mut self,
        from: IVec2,
        ways: [IVec2; WAYS],
        most: u32,
        goal: Option<IVec2>,
    ) {
        let ways = ways.map(|way| way.y as isize * self.width as isize + way.x as isize);
        let goal = goal.map(|cell| self.index(cell) as u32);
        let from = self.index(from) as u32;
        self.search += 1;
        self.reached[from as usize] = self.search;
        self.came_from[from as usize] = from;
        self.front.clear();
        self.front.push(from);
        let (mut next, mut steps, mut end) = (0, 0, 1);
        while next < self.front.len() && steps < most {
            let at = self.front[next];
            if Some(at) == goal {
                return;
            }
            next += 1;
            for way in ways {
                let there = at as usize;
                // What is open is not on the border: there are cells on all sides of it.
                let there = there.wrapping_add_signed(way);
                if self.is_open[there] && self.reached[there] != self.search {
                    self.reached[there] = self.search;
                    self.came_from[there] = at;
                    self.front.push(there as u32);
                }
            }
            if next == end {
                steps += 1;
                end = self.front.len();
            }
        }
    }

    /// Whether the last search has come to a cell.
    pub(super) fn has_reached(&self, cell: IVec2) -> bool {
        self.reached[self.index(cell)] == self.search
    }

    /// The cells of the way back from a cell to which the last search has come, which is the first, to where it began.
    pub(super) fn way_back(&self, cell: IVec2) -> Vec<IVec2> {
        let mut index = self.index(cell) as u32;
        let mut way = vec![cell];
        while self.came_from[index as usize] != index {
            index = self.came_from[index as usize];
            way.push(self.cell(index));
        }
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dungeon::sides::SIDES;

    #[test]
    fn a_search_goes_round_what_is_closed_and_no_farther_than_it_may() {
        // A wall with one gap, at its lower end.
        let mut flood = Flood::new(UVec2::new(9, 7), |cell| cell.x != 4 || cell.y == 5);
        let (from, to) = (IVec2::new(3, 1), IVec2::new(5, 1));
        flood.search(from, SIDES, u32::MAX, Some(to));
        let way = flood.way_back(to);
        assert_eq!((way[0], way[way.len() - 1]), (to, from));
        assert_eq!(way.len(), 11);
        assert!(way.contains(&IVec2::new(4, 5)));
        assert!(
            way.windows(2)
                .all(|it| (it[1] - it[0]).abs().element_sum() == 1)
        );
        flood.search(from, SIDES, 9, None);
        assert!(!flood.has_reached(to));
        assert!(flood.has_reached(IVec2::new(5, 2)));
        flood.search(from, SIDES, 10, None);
        assert!(flood.has_reached(to));
        // The border is closed, and so is what somebody closes.
        assert!(!flood.is_open(IVec2::new(0, 3)));
        flood.set_open(IVec2::new(4, 5), false);
        flood.search(from, SIDES, u32::MAX, Some(to));
        assert!(!flood.has_reached(to) && flood.has_reached(IVec2::new(1, 5)));
    }
}
