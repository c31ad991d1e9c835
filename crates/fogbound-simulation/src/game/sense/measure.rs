//! Measuring how far noises travel to listeners.

use std::cell::RefCell;
use std::ops::Range;

use bevy::math::IVec2;

use crate::map::TileMap;
use crate::path::{DOOR, Ripple, Target, Ways};

/// The number of targets to measure first when only the loudest noise matters.
const LIKELY: usize = 6;

/// The maximum walking distance, in cells, that a noise can travel.
const FURTHEST: u32 = 500;

thread_local! {
    static RIPPLE: RefCell<Ripple> = RefCell::default();
}

/// Distances to measure from one cell: either from a noise to listeners or, equivalently, from a listener to noises.
pub(super) struct Task {
    pub(super) from: IVec2,
    /// The indices of the targets.
    pub(super) targets: Range<usize>,
    /// Whether only the loudest noise matters. If so, the targets are sorted by their maximum possible loudness.
    pub(super) only_loudest: bool,
}

impl Task {
    /// Measures the distances, and writes to `heard` how loud the noise is for each target.
    pub(super) fn carry_out(&self, map: &TileMap, targets: &[Target], heard: &mut [Option<u32>]) {
        let mut loudest = 0;
        let mut measure = |range: Range<usize>| {
            let (targets, heard) = (&targets[range.clone()], &mut heard[range]);
            measure_ways(map, self.from, targets, |number, way| {
                let loudness = targets[number].within - way;
                heard[number] = Some(loudness);
                loudest = loudness.max(loudest);
                if self.only_loudest { loudest } else { 0 }
            });
            loudest
        };
        if !self.only_loudest {
            measure(0..targets.len());
            return;
        }
        // Nothing is louder than the loudest noise could be. In a fight, it usually comes from the next cell.
        if let Some(first) = targets.first()
            && is_step(map, self.from, first.at)
        {
            heard[0] = Some(at_most(self.from, first));
            return;
        }
        // Measure the most promising targets first. They are usually enough.
        let likely = targets.len().min(LIKELY);
        let loudest = measure(0..likely);
        let matter = targets.partition_point(|target| at_most(self.from, target) >= loudest);
        measure(likely..matter.max(likely));
    }
}

/// Returns whether the way from one cell to another is a single step.
fn is_step(map: &TileMap, from: IVec2, to: IVec2) -> bool {
    (to - from).abs().max_element() == 1 && map.is_walkable(to)
}

/// Returns the maximum possible loudness of a target's noise.
pub(super) fn at_most(from: IVec2, target: &Target) -> u32 {
    let apart = (target.at - from).abs().max_element() as u32;
    target.within - apart
}

/// Calls `tell` with the index and walking distance of each target that can be reached from `from`. `tell` returns a
/// threshold. The search may skip targets whose `within` minus their walking distance would be below the threshold.
pub(super) fn measure_ways(
    map: &TileMap,
    from: IVec2,
    targets: &[Target],
    mut tell: impl FnMut(usize, u32) -> u32,
) {
    let furthest = targets.iter().map(|target| target.within).max();
    if furthest.is_none_or(|it| it <= Ripple::FURTHEST) {
        RIPPLE.with_borrow_mut(|ripple| ripple.ways(map, from, targets, tell));
        return;
    }
    let furthest = furthest.map_or(0, |it| it.min(FURTHEST));
    let ways = Ways::within(from, furthest, |cell| {
        let tile = map.tile(cell);
        let door = tile.opens_to().map(|_| DOOR);
        if tile.is_walkable() { Some(1) } else { door }
    });
    for (number, target) in targets.iter().enumerate() {
        let way = ways.cost_to(target.at);
        if let Some(way) = way.filter(|way| *way <= target.within) {
            tell(number, way);
        }
    }
}
