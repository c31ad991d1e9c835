//! Occasions: what data files can respond to with effects.

/// Something that happens to a creature or a thing, and that its data file can respond to with effects.
///
/// A new occasion is a constant that is registered with [`add_occasion`](super::AddTerms::add_occasion), and a call of
/// [`trigger`](super::trigger) or [`trigger_thing`](super::trigger_thing) when it arises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Occasion {
    /// The name in data files.
    pub name: &'static str,
    /// The files that can respond.
    pub of: Bearer,
    /// The beginning of a sentence about it, such as `When it is hit` for a monster, or `Used, it` for a thing.
    pub begins: &'static str,
    /// When it arises, for the documentation.
    pub about: &'static str,
}

/// The kind of data file that responds to an occasion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bearer {
    /// The file of a monster.
    Monster,
    /// The file of a thing.
    Thing,
}

impl Occasion {
    /// A blow or shot hit the creature, which survived.
    pub const HIT: Self = Self {
        name: "hit",
        of: Bearer::Monster,
        begins: "When it is hit",
        about: "a blow or shot hit the monster, which survived",
    };
    /// Another creature bumped into this one or struck at it, whether or not the blow hit.
    pub const TOUCH: Self = Self {
        name: "touch",
        of: Bearer::Monster,
        begins: "When it is touched",
        about: "someone bumped into the monster or struck at it, whether or not the blow hit",
    };
    /// The creature died.
    pub const DEATH: Self = Self {
        name: "death",
        of: Bearer::Monster,
        begins: "When it dies",
        about: "the monster died",
    };
    /// The creature began to hunt an enemy.
    pub const NOTICE: Self = Self {
        name: "notice",
        of: Bearer::Monster,
        begins: "When it notices an enemy",
        about: "the monster began to hunt an enemy",
    };
    /// The creature is about to act.
    pub const TURN: Self = Self {
        name: "turn",
        of: Bearer::Monster,
        begins: "On its turns",
        about: "the monster is about to act",
    };
    /// The creature threw the thing, which has landed.
    pub const THROW: Self = Self {
        name: "throw",
        of: Bearer::Thing,
        begins: "Thrown, it",
        about: "it was thrown, and has landed; it is used up",
    };
    /// The creature used the thing.
    pub const USE: Self = Self {
        name: "use",
        of: Bearer::Thing,
        begins: "Used, it",
        about: "it was used",
    };
    /// The creature put the thing on. Changes of numbers are in force as long as the creature wears the thing.
    pub const WEAR: Self = Self {
        name: "wear",
        of: Bearer::Thing,
        begins: "Worn, it",
        about: "it was put on",
    };
    /// The creature stepped onto the cell where the thing lies.
    pub const STEP: Self = Self {
        name: "step",
        of: Bearer::Thing,
        begins: "Stepped on, it",
        about: "a creature stepped on it",
    };
}
