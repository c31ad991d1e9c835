//! The error type of every `FromStr` in this crate.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::{error::Error, fmt};

/// The error for an unknown name. Its message lists the accepted names.
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
