//! How far noises have to go to ears.

use std::cell::RefCell;
use std::ops::Range;

use bevy::math::IVec2;

use crate::map::TileMap;
use crate::path::{DOOR, Ripple, Target, Ways};

/// To so many noises somebody listens at first.
const LIKELY: usize = 6;

/// A longer way than this no noise goes.
const FURTHEST: u32 = 500;

thread_local! {
    static RIPPLE: RefCell<Ripple> = RefCell::default();
}

/// Ways to be measured, all from one cell: from a noise to ears, or, which comes to the same, from an ear to
/// noises.
pub(super) struct Task {
    pub(super) from: IVec2,
    /// Their numbers.
    pub(super) targets: Range<usize>,
    /// It is enough to find those that are loudest, and the targets come in the order of how loud they can
    /// be.
    pub(super) only_loudest: bool,
}

impl Task {
    /// Measures, and writes down for each target how loud the noise is that is heard.
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
        // The most likely first: mostly that is all.
        let likely = targets.len().min(LIKELY);
        let loudest = measure(0..likely);
        let matter = targets.partition_point(|target| at_most(self.from, target) >= loudest);
        measure(likely..matter.max(likely));
    }
}

/// How loud the noise of a target is at most.
pub(super) fn at_most(from: IVec2, target: &Target) -> u32 {
    let apart = (target.at - from).abs().max_element() as u32;
    target.within - apart
}

/// Tells of the targets that can be reached from `from`, and how far that is to walk. `tell` says how much of the way it
/// might have taken a target must spare to be of any interest still.
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
