//! The sounds that a front end may make.

/// The sounds of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Noise {
    /// A step of the player.
    Step,
    /// A door that opens, closes or is struck.
    Door,
    /// A blow that somebody else takes, or that misses.
    Blow,
    /// A wound of the player.
    Wound,
    /// A shot.
    Shot,
    /// A thing that flies or falls.
    Throw,
    /// A flame or a lantern that is lit.
    Lit,
    /// A flame or a lantern that is put out.
    PutOut,
    /// A creature that has noticed the player.
    Noticed,
    /// Something that is taken or used.
    Taken,
    /// A noise from somewhere out of view.
    Heard,
    /// Stairs.
    Stairs,
    /// A death.
    Death,
}

impl Noise {
    /// All sounds.
    pub const ALL: [Self; 13] = [
        Self::Step,
        Self::Door,
        Self::Blow,
        Self::Wound,
        Self::Shot,
        Self::Throw,
        Self::Lit,
        Self::PutOut,
        Self::Noticed,
        Self::Taken,
        Self::Heard,
        Self::Stairs,
        Self::Death,
    ];
}
