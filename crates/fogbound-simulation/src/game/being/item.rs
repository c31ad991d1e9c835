//! What a kind of thing can do, and the pack in which a creature carries things.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bevy::prelude::*;

use super::actor::ActorId;
use super::occasion::Occasion;
use super::response::{Effect, Responses, effects_on};
use crate::vision::ObjectKind;

/// What a kind of thing can do, read from its file.
#[derive(Clone, Debug)]
pub struct Item {
    /// One or two sentences, or an empty string.
    pub description: String,
    /// The name of several things of this kind.
    pub plural: String,
    /// How many things of this kind fit in one place of a pack. With 0, the thing cannot be picked up.
    pub stack: u32,
    /// Whether the thing is kept when it is used or stepped on.
    pub keeps: bool,
    /// How often the thing can be used before it is used up or, if it is kept, empty. With 0, there is no such limit.
    pub charges: u32,
    /// Where the thing is worn, if it can be worn.
    pub worn: Option<Slot>,
    /// Whether the thing can't be taken off once it is worn.
    pub sticks: bool,
    /// Whether the thing waits to be chosen: nobody takes it by walking onto it.
    pub waits: bool,
    /// From how many cells away the thing can be found, if it is hidden until then. With 0, it is not.
    pub hidden: u32,
    /// What happens when the thing is thrown, used, worn or stepped on.
    pub on: Arc<Responses>,
    /// The first and last levels on which the thing lies.
    pub depths: (u32, u32),
    /// How often the thing is placed on a level, relative to the weights of other things. A weight of 0 means never.
    pub weight: u32,
    /// The name of the file.
    pub(crate) file: Arc<str>,
    /// The text of the file.
    pub(crate) text: Arc<str>,
}

/// Two kinds of things are the same if their files are.
impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        (&self.file, &self.text) == (&other.file, &other.text)
    }
}

impl Eq for Item {}

impl Hash for Item {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.file, &self.text).hash(state);
    }
}

impl Item {
    pub fn effects(&self, occasion: Occasion) -> &[Effect] {
        effects_on(&self.on, occasion)
    }

    /// Returns whether all charges of this thing have been spent.
    pub fn is_spent(&self, held: Held) -> bool {
        self.charges > 0 && held.spent >= self.charges
    }

    pub fn responds_to(&self, occasion: Occasion) -> bool {
        !self.effects(occasion).is_empty()
    }
}

/// A place of the body where one thing can be worn. Two places are the same if their names are.
///
/// A new place is a constant that is registered with [`add_slot`](super::AddTerms::add_slot).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The name in data files.
    pub name: &'static str,
}

impl Slot {
    /// A lens before the lantern or the eyes.
    pub const LENS: Self = Self { name: "lens" };
    /// A cloak.
    pub const CLOAK: Self = Self { name: "cloak" };
    /// Boots.
    pub const BOOTS: Self = Self { name: "boots" };
    /// What is held in the hand.
    pub const HAND: Self = Self { name: "hand" };
    /// A hat, or a helmet.
    pub const HEAD: Self = Self { name: "head" };
    /// What hangs from the neck.
    pub const NECK: Self = Self { name: "neck" };
    /// A ring.
    pub const FINGER: Self = Self { name: "finger" };
    /// What is held in the other hand, such as a shield.
    pub const ARM: Self = Self { name: "arm" };
}

/// The number of places in a pack.
pub const PLACES: usize = 16;

/// What a creature carries. Each place holds things of one kind.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Inventory {
    places: [Option<Held>; PLACES],
    /// The kinds that the creature has dropped and does not pick up again by itself.
    left: BTreeSet<ObjectKind>,
    /// The kinds that the creature has ever carried.
    met: BTreeSet<ObjectKind>,
}

/// Things of one kind that a creature carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    /// The kind of thing.
    pub kind: ObjectKind,
    /// How many there are.
    pub count: u32,
    /// Whether the creature wears the thing.
    pub worn: bool,
    /// How many of its charges have been spent.
    pub spent: u32,
}

/// A single thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The kind of thing.
    pub kind: ObjectKind,
    /// How many of its charges have been spent.
    pub spent: u32,
}

impl From<ObjectKind> for Piece {
    fn from(kind: ObjectKind) -> Self {
        Self { kind, spent: 0 }
    }
}

/// How many charges of a thing on the ground have been spent.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Spent(pub(crate) u32);

impl Inventory {
    /// Returns what a place holds. Places are counted from 0.
    pub fn get(&self, place: usize) -> Option<Held> {
        self.places.get(place).copied().flatten()
    }

    /// Iterates over the places that hold something, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Held)> {
        let places = self.places.iter().enumerate();
        places.filter_map(|(place, held)| Some((place, (*held)?)))
    }

    /// Returns how many things of a kind the creature carries.
    pub fn count(&self, kind: ObjectKind) -> u32 {
        let same = self.iter().filter(|(_, held)| held.kind == kind);
        same.map(|(_, held)| held.count).sum()
    }

    /// Returns the place for another thing of a kind of which `stack` fit in a place, or `None` if there is no room.
    pub fn place_for(&self, kind: ObjectKind, stack: u32) -> Option<usize> {
        let fits = |held: &Held| held.kind == kind && !held.worn && held.count < stack;
        let joins = self.iter().find(|(_, held)| fits(held));
        let free = || self.places.iter().position(Option::is_none);
        joins.map(|(place, _)| place).or_else(free)
    }

    /// Puts a thing in a place that [`place_for`](Self::place_for) returned.
    pub fn put(&mut self, place: usize, piece: impl Into<Piece>) {
        let Piece { kind, spent } = piece.into();
        if let Some(room) = self.places.get_mut(place) {
            let held = room.get_or_insert(Held {
                kind,
                count: 0,
                worn: false,
                spent,
            });
            held.count += 1;
        }
        self.left.remove(&kind);
        self.met.insert(kind);
    }

    /// Takes one thing out of a place.
    pub(crate) fn take(&mut self, place: usize) -> Option<Piece> {
        let room = self.places.get_mut(place)?;
        let held = room.as_mut()?;
        let piece = Piece {
            kind: held.kind,
            spent: held.spent,
        };
        held.count -= 1;
        if held.count == 0 {
            *room = None;
        }
        Some(piece)
    }

    /// Spends a charge of the thing in a place. Returns how many it has spent.
    pub(crate) fn spend(&mut self, place: usize) -> u32 {
        let held = self.places.get_mut(place).and_then(Option::as_mut);
        held.map_or(0, |held| {
            held.spent = held.spent.saturating_add(1);
            held.spent
        })
    }

    /// Iterates over the kinds that the creature has ever carried, in the order of their numbers.
    pub fn met(&self) -> impl Iterator<Item = ObjectKind> {
        self.met.iter().copied()
    }

    /// Returns whether the creature has dropped things of a kind and does not want them any more.
    pub fn leaves(&self, kind: ObjectKind) -> bool {
        self.left.contains(&kind)
    }

    /// Makes the creature leave things of a kind from now on.
    pub(crate) fn leave(&mut self, kind: ObjectKind) {
        self.left.insert(kind);
    }

    /// Marks the thing in a place as worn or not.
    pub(crate) fn set_worn(&mut self, place: usize, worn: bool) {
        if let Some(Some(held)) = self.places.get_mut(place) {
            held.worn = worn;
        }
    }
}

/// A thing on the ground that is gone at a tick, such as a flare that burns out. It cannot be picked up.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lasts {
    /// The tick at which the thing is gone.
    pub until: u64,
}

/// A thing on the ground that nobody sees before it is found.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hidden(pub ObjectKind);

/// A thing on the ground that does something when a creature steps on it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Trap {
    /// The creature that stands on it and has already set it off.
    pub(crate) under: Option<ActorId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLARE: ObjectKind = ObjectKind(7);

    #[test]
    fn things_of_a_kind_share_a_place_until_it_is_full() {
        let mut pack = Inventory::default();
        for _ in 0..3 {
            let place = pack.place_for(FLARE, 2).unwrap();
            pack.put(place, FLARE);
        }
        let counts: Vec<_> = pack.iter().map(|(place, it)| (place, it.count)).collect();
        assert_eq!(counts, [(0, 2), (1, 1)]);
        assert_eq!(pack.count(FLARE), 3);
        assert_eq!(pack.take(0), Some(FLARE.into()));
        assert_eq!(pack.take(0), Some(FLARE.into()));
        assert_eq!(pack.take(0), None);
        assert_eq!(pack.place_for(ObjectKind(8), 2), Some(0), "letters stay");
    }

    #[test]
    fn a_full_pack_has_room_only_for_what_joins_others() {
        let mut pack = Inventory::default();
        for number in 0..16 {
            let place = pack.place_for(ObjectKind(number), 2).unwrap();
            pack.put(place, ObjectKind(number));
        }
        assert_eq!(pack.place_for(ObjectKind(99), 2), None);
        assert_eq!(pack.place_for(ObjectKind(3), 2), Some(3));
        pack.set_worn(3, true);
        assert_eq!(pack.place_for(ObjectKind(3), 2), None, "it is worn");
    }
}
