//! `fogbound dungeon`: a level as an ASCII map.

use bevy::math::UVec2;

use super::CliError;
use super::streams::say;
use crate::dungeon::{Builder, DungeonSpec, build, random};

/// Which level is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DungeonOptions {
    /// The way it is built.
    pub builder: Builder,
    /// Columns and rows.
    pub size: UVec2,
    /// The seed; `None`: any, which is then told on standard error.
    pub seed: Option<u64>,
}

/// The level as text.
pub(super) fn answer(options: &DungeonOptions) -> Result<String, CliError> {
    let seed = options.seed.unwrap_or_else(|| {
        let seed = random::fresh_seed();
        say(&format!("this is the level of --seed {seed}"));
        seed
    });
    let level = build(&DungeonSpec {
        builder: options.builder,
        size: options.size,
        seed,
        depth: 0,
    })?;
    Ok(level.to_ascii())
}
