//! The error of every `FromStr` in this room.

use std::{error::Error, fmt};

/// A word that names nothing: says what was looked for and which names are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName(String);

impl UnknownName {
    pub(super) fn new<'a>(
        kind: &str,
        found: &str,
        accepted: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let accepted = Vec::from_iter(accepted).join(", ");
        Self(format!("unknown {kind} `{found}`; accepted: {accepted}"))
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UnknownName {}
