//! The error of every `FromStr` in this room.

use std::{error::Error, fmt};

/// A word that names nothing: says what was looked for and which names are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    kind: &'static str,
    found: String,
    accepted: Vec<&'static str>,
}

impl UnknownName {
    pub(super) fn new(
        kind: &'static str,
        found: &str,
        accepted: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        Self {
            kind,
            found: found.to_owned(),
            accepted: accepted.into_iter().collect(),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            found,
            accepted,
        } = self;
        write!(
            f,
            "unknown {kind} `{found}`; accepted: {}",
            accepted.join(", ")
        )
    }
}

impl Error for UnknownName {}
