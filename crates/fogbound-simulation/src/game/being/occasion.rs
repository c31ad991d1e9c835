//! Occasions: what data files can respond to with effects.

use bevy::prelude::*;

use super::party::Party;

/// Something that happens to a creature or a thing, and that its data file can respond to with effects.
///
/// A new occasion is a constant that is registered with [`add_occasion`](super::AddTerms::add_occasion), and a call of
/// [`trigger`](super::trigger) or [`trigger_thing`](super::trigger_thing) when it arises.
#[derive(Clone, Copy, Debug)]
pub struct Occasion {
    /// The name in data files.
    pub name: &'static str,
    /// The files that can respond.
    pub of: Bearer,
    /// The beginning of a sentence about it, such as `When it is hit` for a monster, or `Used, it` for a thing.
    pub begins: &'static str,
    /// The beginning of a sentence about it for a thing that is worn, such as `When you are hit, it`. `None` if worn things
    /// do not respond.
    pub worn: Option<&'static str>,
    /// Whether another creature takes part in it.
    pub has_them: bool,
    /// Whether it is about a cell.
    pub has_it: bool,
    /// Whether it arises on each turn of the creature for which [`finds`](Self::finds) returns something.
    pub each_turn: bool,
    /// Returns who takes part in it besides the creature, as far as the creature perceives them, if that is known from the
    /// world alone: of those that suit, the nearest.
    pub finds: fn(&World, Entity, Suits) -> Option<Parties>,
    /// When it arises, for the documentation.
    pub about: &'static str,
}

/// Who takes part in an occasion besides the creature that has the effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parties {
    /// Another creature, and its cell.
    pub them: Option<(Entity, IVec2)>,
    /// A cell.
    pub it: Option<IVec2>,
    /// How many hit points were lost.
    pub damage: i32,
    /// What cost them.
    pub cause: Harm,
}

/// What costs a creature hit points, or misses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Harm {
    /// A blow.
    Blow,
    /// A shot.
    Shot,
    /// Fire.
    Fire,
    /// Anything else.
    #[default]
    Other,
}

impl Parties {
    /// Another creature takes part, if there is one, and no cell.
    pub fn them(them: Option<(Entity, IVec2)>) -> Self {
        Self {
            them,
            ..Self::default()
        }
    }

    /// A cell takes part, and nobody else.
    pub fn it(cell: IVec2) -> Self {
        Self {
            it: Some(cell),
            ..Self::default()
        }
    }
}

/// Says whether an effect can be about these parties.
pub type Suits<'a> = &'a dyn Fn(Parties) -> bool;

/// Two occasions are the same if their names are.
impl PartialEq for Occasion {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Occasion {}

/// The kind of data file that responds to an occasion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bearer {
    /// The file of a monster.
    Monster,
    /// The file of a thing.
    Thing,
}

impl Occasion {
    /// A blank occasion for monsters, in which nobody else takes part. Others begin with its fields.
    pub const PLAIN: Self = Self {
        name: "",
        of: Bearer::Monster,
        begins: "",
        worn: None,
        has_them: false,
        has_it: false,
        each_turn: false,
        finds: |_, _, _| None,
        about: "",
    };

    /// Returns whether the files of monsters, or of things, can respond.
    pub fn is_of(self, bearer: Bearer) -> bool {
        self.of == bearer || bearer == Bearer::Thing && self.worn.is_some()
    }

    /// Returns the beginning of a sentence about it.
    pub fn begins(self, bearer: Bearer) -> &'static str {
        let worn = self.worn.filter(|_| bearer != self.of);
        worn.unwrap_or(self.begins)
    }

    pub fn has(self, party: Party) -> bool {
        match party {
            Party::Me => true,
            Party::Them => self.has_them,
            Party::It => self.has_it,
        }
    }

    /// A blow or shot hit the creature, which survived.
    pub const HIT: Self = Self {
        name: "hit",
        of: Bearer::Monster,
        begins: "When it is hit",
        about: "something cost the monster hit points, such as a blow, a shot or fire, and it survived; `them` is the one who struck or shot",
        worn: Some("When you are hit, it"),
        has_them: true,
        ..Self::PLAIN
    };
    /// The creature would have died, but one of its [lives](super::Number::Lives) left it a hit point.
    pub const SPARED: Self = Self {
        name: "spared",
        begins: "When it would die",
        worn: Some("When you would die, it"),
        has_them: true,
        about: "the monster would have died, but its number `lives` left it one hit point",
        ..Self::PLAIN
    };
    /// A blow or shot of the creature hit.
    pub const BLOW: Self = Self {
        name: "blow",
        begins: "When it hits",
        worn: Some("When you hit, it"),
        has_them: true,
        about: "a blow or shot of the monster hit, and the enemy survived",
        ..Self::PLAIN
    };
    /// A blow or shot of the creature missed.
    pub const MISS: Self = Self {
        name: "miss",
        begins: "When it misses",
        worn: Some("When you miss, it"),
        has_them: true,
        about: "a blow or shot of the monster missed",
        ..Self::PLAIN
    };
    /// A blow or shot of the creature killed another one.
    pub const KILL: Self = Self {
        name: "kill",
        begins: "When it kills",
        worn: Some("When you kill, it"),
        has_it: true,
        about: "a blow or shot of the monster killed someone; `it` is the cell where that was",
        ..Self::PLAIN
    };
    /// Another creature bumped into this one or struck at it, whether or not the blow hit.
    pub const TOUCH: Self = Self {
        name: "touch",
        of: Bearer::Monster,
        begins: "When it is touched",
        about: "someone bumped into the monster or struck at it, whether or not the blow hit",
        has_them: true,
        ..Self::PLAIN
    };
    /// The creature died.
    pub const DEATH: Self = Self {
        name: "death",
        of: Bearer::Monster,
        begins: "When it dies",
        about: "the monster died",
        has_them: true,
        ..Self::PLAIN
    };
    /// The creature began to hunt an enemy.
    pub const NOTICE: Self = Self {
        name: "notice",
        of: Bearer::Monster,
        begins: "When it notices an enemy",
        about: "the monster began to hunt an enemy",
        has_them: true,
        ..Self::PLAIN
    };
    /// The creature has come to the level.
    pub const ARRIVE: Self = Self {
        name: "arrive",
        begins: "When it arrives",
        about: "the monster has come by the stairs, or an effect has made it",
        ..Self::PLAIN
    };
    /// The creature threw the thing, which has landed.
    pub const THROW: Self = Self {
        name: "throw",
        of: Bearer::Thing,
        begins: "Thrown, it",
        about: "it was thrown, and has landed; unless it `keeps`, it is used up",
        has_it: true,
        ..Self::PLAIN
    };
    /// The creature pointed the thing at a cell.
    pub const ZAP: Self = Self {
        name: "zap",
        of: Bearer::Thing,
        begins: "Pointed, it",
        about: "it was used, and pointed at a cell, which is the centre of its effects",
        has_it: true,
        ..Self::PLAIN
    };
    /// The creature put the thing on. Changes of numbers are in force as long as the creature wears the thing.
    pub const WEAR: Self = Self {
        name: "wear",
        of: Bearer::Thing,
        begins: "Worn, it",
        about: "it was put on",
        ..Self::PLAIN
    };
    /// The creature took the thing off.
    pub const TAKE_OFF: Self = Self {
        name: "take off",
        of: Bearer::Thing,
        begins: "Taken off, it",
        about: "it was taken off",
        ..Self::PLAIN
    };
    /// The creature picked the thing up.
    pub const PICKED_UP: Self = Self {
        name: "pick up",
        of: Bearer::Thing,
        begins: "Picked up, it",
        about: "it was picked up",
        ..Self::PLAIN
    };
    /// The thing lay on the ground for some turns, which are over.
    pub const FADE: Self = Self {
        name: "fade",
        of: Bearer::Thing,
        begins: "After its time on the ground, it",
        about: "it was left on the ground for some turns, and they are over; it has no user then",
        ..Self::PLAIN
    };
    /// The creature stepped onto the cell where the thing lies.
    pub const STEP: Self = Self {
        name: "step",
        of: Bearer::Thing,
        begins: "Stepped on, it",
        about: "a creature stepped on it",
        ..Self::PLAIN
    };
}
