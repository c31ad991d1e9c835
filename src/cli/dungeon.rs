//! `fogbound dungeon`: a level as an ASCII map.

use bevy::math::UVec2;

use super::error::CliError;
use super::streams::say;
use crate::dungeon::{Builder, Builders, DungeonSpec, build, random};
use crate::map::printable;

/// Which level is to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DungeonOptions {
    /// The name of the builder.
    pub builder: String,
    /// Columns and rows.
    pub size: UVec2,
    /// The seed; `None`: any, which is then told on standard error.
    pub seed: Option<u64>,
}

impl Default for DungeonOptions {
    fn default() -> Self {
        Self {
            builder: Builder::default().name().to_owned(),
            size: DungeonSpec::DEFAULT_SIZE,
            seed: None,
        }
    }
}

impl DungeonOptions {
    /// The builder of that name among these, if it can build a level of that size.
    pub(super) fn builder(&self, builders: &Builders) -> Result<Builder, CliError> {
        let builder = builders.get(&self.builder).ok_or_else(|| {
            CliError::bad_input(format!(
                "--builder: unknown value `{}`; accepted: {}",
                printable(&self.builder),
                builders.names()
            ))
        })?;
        builder.check_size(self.size)?;
        Ok(builder)
    }
}

/// The level as text.
pub(super) fn answer(options: &DungeonOptions, builders: &Builders) -> Result<String, CliError> {
    let builder = options.builder(builders)?;
    let seed = options.seed.unwrap_or_else(|| {
        let seed = random::fresh_seed();
        say(&format!("this is the level of --seed {seed}"));
        seed
    });
    let level = build(&DungeonSpec {
        builder,
        size: options.size,
        seed,
        depth: 0,
    })?;
    Ok(level.to_ascii())
}
