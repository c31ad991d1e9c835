//! Ways over the map as the player remembers it.

use bevy::prelude::*;
use fogbound::grid::Direction;
use fogbound::path::{self, Search};

use crate::eyes::Screen;

/// How far a bot plans.
const REACH: u32 = 160;

/// What walking onto a cell costs, in turns, as far as the player knows; none if it cannot be walked on.
pub fn footing(screen: &Screen, cell: IVec2) -> Option<u32> {
    let tile = screen.memory.tile(cell)?;
    if tile.opens_to().is_some() {
        Some(2)
    } else {
        tile.is_walkable().then(|| tile.percent().div_ceil(100))
    }
}

/// From how many sides a monster can come at somebody on this cell.
pub fn sides(screen: &Screen, cell: IVec2) -> usize {
    let open = |way: &Direction| footing(screen, cell + way.delta()).is_some();
    Direction::ALL.iter().filter(|way| open(way)).count()
}

/// Whether something unknown borders on a cell.
pub fn is_frontier(screen: &Screen, cell: IVec2) -> bool {
    let unknown = |way: &Direction| screen.memory.tile(cell + way.delta()).is_none();
    Direction::ALL.iter().any(unknown)
}

/// The ways from the player to all cells it knows.
#[derive(Default)]
pub struct Ways {
    all: Option<path::Ways>,
}

impl Ways {
    /// Measures them. `toll` is what a cell costs beyond the usual; none: it is not walked on.
    pub fn measure(&mut self, screen: &Screen, toll: impl Fn(IVec2) -> Option<u32>) {
        let cost = |cell| Some(footing(screen, cell)? + toll(cell)?);
        self.all = Some(path::Ways::within(screen.here, REACH, cost));
    }

    /// Measures the ways from each of `starts`.
    pub fn measure_from(
        &mut self,
        screen: &Screen,
        starts: impl IntoIterator<Item = (IVec2, u32)>,
    ) {
        let cost = |cell| footing(screen, cell);
        let search = Search {
            starts: starts.into_iter().collect(),
            most: REACH,
            ..Search::from(screen.here)
        };
        self.all = Some(search.until(cost, |_| None::<()>).0);
    }

    pub fn to(&self, cell: IVec2) -> Option<u32> {
        self.all.as_ref()?.cost_to(cell)
    }

    /// The nearest cell other than the start that `suits`.
    pub fn nearest(&self, screen: &Screen, suits: impl Fn(IVec2) -> bool) -> Option<IVec2> {
        self.best(screen, |cell, way| suits(cell).then_some(way))
    }

    /// The cell other than the start that has the least `score`.
    pub fn best<Score: PartialOrd>(
        &self,
        screen: &Screen,
        score: impl Fn(IVec2, u32) -> Option<Score>,
    ) -> Option<IVec2> {
        let mut best: Option<(Score, u32, IVec2)> = None;
        for (cell, _) in screen.memory.known_cells() {
            let Some(way) = self.to(cell).filter(|&way| way > 0) else {
                continue;
            };
            let Some(score) = score(cell, way) else {
                continue;
            };
            // The order in which a memory names its cells means nothing.
            let is_better = best.as_ref().is_none_or(|(least, far, at)| {
                score < *least || (score == *least && (way, cell.y, cell.x) < (*far, at.y, at.x))
            });
            if is_better {
                best = Some((score, way, cell));
            }
        }
        best.map(|(.., cell)| cell)
    }

    /// The way to `goal`, the next cell first.
    pub fn way_to(&self, goal: IVec2) -> Vec<IVec2> {
        let mut way = Vec::new();
        let mut at = goal;
        while let Some(left) = self.to(at).filter(|&left| left > 0) {
            way.push(at);
            let around = Direction::ALL.iter().map(|way| at + way.delta());
            let nearer = around.filter_map(|cell| Some((self.to(cell)?, cell)));
            match nearer.min_by_key(|&(left, cell)| (left, cell.y, cell.x)) {
                Some((nearer, cell)) if nearer < left => at = cell,
                _ => return Vec::new(),
            }
        }
        way.reverse();
        way
    }
}
