//! The names of the algorithms.

use std::{fmt, str::FromStr};

use super::UnknownName;

/// How a field of view is computed. They differ in which cells at the rim of a shadow they show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Symmetric shadowcasting: a floor cell sees exactly the floor cells that see it.
    #[default]
    Symmetric,
    /// Recursive shadowcasting after Björn Bergström: generous, not symmetric.
    Recursive,
}

impl Algorithm {
    /// All algorithms, in the order that [`next`](Self::next) follows.
    pub const ALL: [Self; 2] = [Self::Symmetric, Self::Recursive];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Symmetric => "symmetric",
            Self::Recursive => "recursive",
        }
    }

    /// The algorithm after this one in [`ALL`](Self::ALL), and after the last the first.
    pub fn next(self) -> Self {
        let mut all = Self::ALL.into_iter().cycle();
        all.find(|algorithm| *algorithm == self);
        all.next().unwrap_or_default()
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|a| a.name() == name);
        found.ok_or_else(|| UnknownName::new("algorithm", name, Self::ALL.map(Self::name)))
    }
}
