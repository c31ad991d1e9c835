//! Whom an effect and its conditions are about.

/// Whom or what an effect or a condition is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Party {
    /// The creature that has the effect.
    #[default]
    Me,
    /// The other creature that takes part in the occasion, such as the one that struck. If the creature that has the effect
    /// does not perceive it, only the cell that it acted from.
    Them,
    /// The cell that the occasion is about, such as the one on which a thrown thing has landed.
    It,
}

impl Party {
    /// Every party.
    pub const ALL: [Self; 3] = [Self::Me, Self::Them, Self::It];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Me => "me",
            Self::Them => "them",
            Self::It => "it",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}
