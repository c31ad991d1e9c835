//! The air of a level: how much fog and smoke each cell holds, and the rule by which they move.
//!
//! A turn has four phases: pairs of neighbours in a row that begin in even columns, then those that begin in odd
//! columns, then the same for rows. In a phase, each cell belongs to at most one pair. If the densities of a pair differ
//! by 2 or more, half of the difference, rounded down, moves to the thinner cell. So nothing overflows, nothing is lost,
//! nothing is random, and the order of the pairs within a phase does not matter. Fog and smoke move independently, and
//! each has its own turns: fog rests while the player explores. Afterwards, smoke thins: every few turns, each cell with
//! smoke loses one.
//!
//! Only listed cells are visited. **A pair that would share fog has at least one listed cell that is unsettled in fog**,
//! and so for smoke: a cell becomes unsettled when its air changes or when it opens, and it stays so until a whole turn
//! of this kind of air has passed in which its air of this kind did not change. In that turn, each of its pairs was
//! visited after the change, so any pair that would share again has changed since, in its other cell, and that one is
//! unsettled. Cells with smoke stay unsettled, because smoke thins even where it does not move.
//!
//! `tests/simulation/air/rule.rs` compares this with a rule that visits every cell.

use bevy::math::{IVec2, UVec2};

use crate::grid::Rectangle;

/// How much fog and smoke a cell holds: 0 to [`Density::MAX`] each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Density {
    /// The density of the fog.
    pub fog: u8,
    /// The density of the smoke.
    pub smoke: u8,
}

impl Density {
    /// The highest density of fog, and of smoke.
    pub const MAX: u8 = 7;
    /// Fog and smoke that add up to this much block sight.
    pub const DENSE: u8 = 4;

    /// Creates fog of this density, without smoke.
    pub const fn fog(fog: u8) -> Self {
        Self { fog, smoke: 0 }
    }

    /// Creates smoke of this density, without fog.
    pub const fn smoke(smoke: u8) -> Self {
        Self { fog: 0, smoke }
    }

    /// Returns the density of fog and smoke together.
    pub const fn total(self) -> u8 {
        self.fog.saturating_add(self.smoke)
    }

    /// Returns whether this air blocks sight. Thinner air only tints what is seen through it.
    pub const fn is_dense(self) -> bool {
        self.total() >= Self::DENSE
    }

    pub const fn is_clear(self) -> bool {
        self.total() == 0
    }
}

/// The two kinds of air that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Fog.
    Fog,
    /// Smoke.
    Smoke,
}

/// How much fog and smoke a level holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Volume {
    /// The fog of all cells together.
    pub fog: u64,
    /// The smoke of all cells together.
    pub smoke: u64,
}

/// The air of a level.
///
/// Read it with [`TileMap::air`](super::TileMap::air). It changes only through the map, which keeps the
/// [veils](fogbound_vision::GridMap::set_veil) of cells with dense air up to date.
#[derive(Clone, Debug, Default)]
pub struct Air {
    /// The size of the map, or zero while the level has never held any air.
    size: UVec2,
    cells: Vec<Cell>,
    /// The cells to visit.
    listed: Vec<IVec2>,
    volume: Volume,
    /// The last turn for which the air moved.
    turn: Option<u64>,
}

/// The air of a cell, and its state in the current turn.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    density: Density,
    /// Whether air passes the cell's tile.
    is_open: bool,
    is_listed: bool,
    /// Whether fog, and smoke, may still move to or from the cell.
    unsettled: [bool; 2],
    /// Whether the density has changed in this turn of fog or smoke.
    has_changed: bool,
}

/// Two airs are equal if all their densities are equal.
impl PartialEq for Air {
    fn eq(&self, other: &Self) -> bool {
        self.volume == other.volume && self.iter().eq(other.iter())
    }
}

impl Eq for Air {}

/// The phases of a turn: the direction of the pairs, and whether they begin in even or odd columns or rows.
const PHASES: [(IVec2, i32); 4] = [(IVec2::X, 0), (IVec2::X, 1), (IVec2::Y, 0), (IVec2::Y, 1)];

impl Air {
    /// Returns what a cell holds. Outside the map, the air is clear.
    #[inline]
    pub fn at(&self, cell: IVec2) -> Density {
        let index = self.index_of(cell);
        index.map_or_else(Density::default, |it| self.cells[it].density)
    }

    /// Returns how much fog and smoke the level holds. This takes no time.
    pub fn volume(&self) -> Volume {
        self.volume
    }

    /// Returns whether there is no fog and no smoke.
    pub fn is_clear(&self) -> bool {
        self.volume == Volume::default()
    }

    /// Returns whether nothing would change in the next turn.
    pub fn is_still(&self) -> bool {
        self.listed.is_empty()
    }

    /// Returns the number of cells that the next turn will visit.
    pub fn moving(&self) -> usize {
        self.listed.len()
    }

    /// Iterates over the cells that hold fog or smoke, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (IVec2, Density)> {
        let clear = self.is_clear();
        let size = if clear { UVec2::ZERO } else { self.size };
        let cells = Rectangle::new(IVec2::ZERO, size).cells().zip(&self.cells);
        let cells = cells.map(|(cell, it)| (cell, it.density));
        cells.filter(|(_, density)| !density.is_clear())
    }

    /// Returns the last turn for which the air moved.
    pub(super) fn turn(&self) -> Option<u64> {
        self.turn
    }

    pub(super) fn set_turn(&mut self, turn: u64) {
        self.turn = Some(turn);
    }

    /// Makes room for the air of a map of this size. `is_open` returns whether air passes a cell.
    pub(super) fn prepare(&mut self, size: UVec2, is_open: impl Fn(IVec2) -> bool) {
        if self.size == size {
            return;
        }
        self.size = size;
        let cells = Rectangle::new(IVec2::ZERO, size).cells();
        let cells = cells.map(|cell| Cell {
            is_open: is_open(cell),
            ..Cell::default()
        });
        self.cells = cells.collect();
    }

    /// Records whether air passes a cell whose tile has changed. Closed cells keep their air.
    pub(super) fn set_open(&mut self, cell: IVec2, is_open: bool) {
        let Some(index) = self.index_of(cell) else {
            return;
        };
        if self.cells[index].is_open != is_open {
            self.cells[index].is_open = is_open;
            self.stir(cell, index);
        }
    }

    /// Replaces what a cell holds. Returns what it held before.
    pub(super) fn replace(&mut self, cell: IVec2, density: Density) -> Option<Density> {
        let index = self.index_of(cell)?;
        let old = self.cells[index].density;
        if density != old {
            self.cells[index].density = density;
            self.volume.fog = self.volume.fog - u64::from(old.fog) + u64::from(density.fog);
            self.volume.smoke = self.volume.smoke - u64::from(old.smoke) + u64::from(density.smoke);
            self.stir(cell, index);
        }
        Some(old)
    }

    /// Moves one kind of air for one turn. Smoke thins every `thins` turns, or never if that is 0; `turn` is the number of
    /// the turn. Calls `changed` with every cell whose air has changed and its new density.
    pub(super) fn step(
        &mut self,
        kind: Kind,
        (thins, turn): (u32, u64),
        mut changed: impl FnMut(IVec2, Density),
    ) {
        let [no_fog, no_smoke] = [self.volume.fog == 0, self.volume.smoke == 0];
        // Without any air of this kind, no pair shares.
        let is_absent = [no_fog, no_smoke][kind as usize];
        for phase in PHASES.into_iter().filter(|_| !is_absent) {
            // Cells that are listed during a phase have already shared in it.
            for place in 0..self.listed.len() {
                self.share(kind, self.listed[place], phase);
            }
        }
        let thins = if kind == Kind::Smoke { thins } else { 0 };
        let mut kept = 0;
        for place in 0..self.listed.len() {
            let cell = self.listed[place];
            let Some(index) = self.index_of(cell) else {
                continue;
            };
            let it = &mut self.cells[index];
            if it.density.smoke > 0 && thins_now(cell, thins, turn) {
                it.density.smoke -= 1;
                self.volume.smoke -= 1;
                it.has_changed = true;
            }
            if it.has_changed {
                changed(cell, it.density);
            }
            it.unsettled[kind as usize] = it.has_changed || (it.density.smoke > 0 && thins > 0);
            it.has_changed = false;
            let [fog, smoke] = it.unsettled;
            it.is_listed = (fog && !no_fog) || (smoke && !no_smoke);
            if !it.is_listed {
                it.unsettled = [false; 2];
            }
            if it.is_listed {
                self.listed[kept] = cell;
                kept += 1;
            }
        }
        self.listed.truncate(kept);
    }

    /// Lets the pair of a cell in a phase share what it holds of one kind.
    fn share(&mut self, kind: Kind, cell: IVec2, (step, parity): (IVec2, i32)) {
        let begins = cell.dot(step) & 1 == parity;
        let other = if begins { cell + step } else { cell - step };
        let (Some(one), Some(two)) = (self.index_of(cell), self.index_of(other)) else {
            return;
        };
        if !(self.cells[one].is_open && self.cells[two].is_open) {
            return;
        }
        let (mut here, mut there) = (self.cells[one].density, self.cells[two].density);
        let moves = match kind {
            Kind::Fog => even_out(&mut here.fog, &mut there.fog),
            Kind::Smoke => even_out(&mut here.smoke, &mut there.smoke),
        };
        if moves {
            self.cells[one].density = here;
            self.cells[two].density = there;
            for (cell, index) in [(cell, one), (other, two)] {
                self.cells[index].has_changed = true;
                self.cells[index].unsettled[kind as usize] = true;
                self.list(cell, index);
            }
        }
    }

    /// Makes a cell unsettled, because its air has changed or because it has opened or closed.
    fn stir(&mut self, cell: IVec2, index: usize) {
        self.cells[index].unsettled = [true; 2];
        self.list(cell, index);
    }

    fn list(&mut self, cell: IVec2, index: usize) {
        if !self.cells[index].is_listed {
            self.cells[index].is_listed = true;
            self.listed.push(cell);
        }
    }

    #[inline]
    fn index_of(&self, cell: IVec2) -> Option<usize> {
        let (x, y) = (cell.x as u32, cell.y as u32);
        let is_inside = x < self.size.x && y < self.size.y;
        is_inside.then(|| y as usize * self.size.x as usize + x as usize)
    }
}

/// Moves half of the difference, rounded down, to the smaller number. Returns whether anything moved.
fn even_out(one: &mut u8, two: &mut u8) -> bool {
    let moves = one.abs_diff(*two) / 2;
    if *one > *two {
        (*one, *two) = (*one - moves, *two + moves);
    } else {
        (*one, *two) = (*one + moves, *two - moves);
    }
    moves > 0
}

/// Returns whether the smoke of a cell thins in this turn. Neighbours thin in different turns, so that smoke fades
/// instead of blinking.
fn thins_now(cell: IVec2, thins: u32, turn: u64) -> bool {
    let place = u64::from(cell.x.unsigned_abs()) + u64::from(cell.y.unsigned_abs());
    thins > 0 && turn.wrapping_add(place).is_multiple_of(u64::from(thins))
}
