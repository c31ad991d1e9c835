//! What the player knows about the ground of a level.

use std::ops::Deref;

use bevy::math::IVec2;

use crate::game::{Ground, Inventory, Occasion, Oil, Things};
use crate::vision::{Knowledge, MapMemory};

/// What the player remembers about a level, and which cells of it the player has seen by light.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    memory: &'a MapMemory,
    /// `None` if the ground makes no difference.
    ground: Option<&'a Ground>,
    oil: Option<&'a Oil>,
    /// The kinds of things, and what the player carries. `None` if the player wants nothing.
    pack: Option<(&'a Things, &'a Inventory)>,
}

impl<'a> Known<'a> {
    /// Puts together what the player remembers, what it has seen by light, and the oil in its lantern.
    pub fn new(memory: &'a MapMemory, ground: Option<&'a Ground>, oil: Option<&'a Oil>) -> Self {
        Self {
            memory,
            ground,
            oil,
            pack: None,
        }
    }

    /// Returns this knowledge for a player who picks things up.
    pub fn with_pack(self, things: &'a Things, pack: Option<&'a Inventory>) -> Self {
        let pack = pack.map(|pack| (things, pack));
        Self { pack, ..self }
    }

    /// Returns whether the goal of the game is on a cell: the beacon.
    pub(super) fn is_beacon(&self, cell: IVec2) -> bool {
        let taken = self.tile(cell).and_then(|it| it.kind().taken);
        taken.is_some_and(|it| it.is_goal)
    }

    /// Returns whether there is something on a cell that the player would take.
    pub(super) fn is_worth_taking(&self, cell: IVec2) -> bool {
        let taken = self.tile(cell).and_then(|it| it.kind().taken);
        taken.is_some_and(|it| it.oil == 0 || self.oil.is_some_and(|oil| oil.has_room_for(it.oil)))
            || self.wants_thing(cell)
    }

    /// Returns whether something lies on a cell that acts when it is stepped on.
    fn is_trap(&self, cell: IVec2) -> bool {
        let (Some((things, _)), Knowledge::Seen { object, .. }) = (self.pack, self.get(cell))
        else {
            return false;
        };
        let item = object.and_then(|kind| things.item(kind));
        item.is_some_and(|it| it.responds_to(Occasion::STEP))
    }

    /// Returns whether a thing lies on a cell that the player would pick up.
    fn wants_thing(&self, cell: IVec2) -> bool {
        self.has_room_for_wanted(cell) == Some(true)
    }

    /// Returns whether a thing lies on a cell that the player would pick up if the pack had room for it.
    pub(super) fn leaves_for_lack_of_room(&self, cell: IVec2) -> bool {
        self.has_room_for_wanted(cell) == Some(false)
    }

    /// Returns whether the pack has room for the thing on a cell, or `None` if the player wants nothing there.
    fn has_room_for_wanted(&self, cell: IVec2) -> Option<bool> {
        let (things, pack) = self.pack?;
        let Knowledge::Seen { object, .. } = self.get(cell) else {
            return None;
        };
        let kind = object?;
        let item = things.item(kind)?;
        let is_wanted = item.stack > 0 && !item.waits && !pack.leaves(kind);
        is_wanted.then(|| pack.place_for(kind, item.stack).is_some())
    }
}

/// The additional cost of a cell on which something lies that acts when it is stepped on.
const TRAP: u32 = 12;

impl<'a> From<&'a MapMemory> for Known<'a> {
    fn from(memory: &'a MapMemory) -> Self {
        Self::new(memory, None, None)
    }
}

impl Deref for Known<'_> {
    type Target = MapMemory;

    fn deref(&self) -> &MapMemory {
        self.memory
    }
}

/// Returns the cost of walking onto a cell, as far as the player knows. For a closed door, this includes the cost of
/// opening it. Ground that the player has never seen by light costs twice as much, because in the dark the player has to
/// feel its way there.
pub(super) fn cost(known: Known, cell: IVec2) -> Option<u32> {
    let tile = known.tile(cell)?;
    let felt = known.ground.is_some_and(|it| !it.contains(cell));
    if tile.is_walkable() {
        let trap = if known.is_trap(cell) { TRAP } else { 0 };
        Some(trap + if felt { 2 } else { 1 })
    } else {
        tile.opens_to().map(|_| if felt { 3 } else { 2 })
    }
}
