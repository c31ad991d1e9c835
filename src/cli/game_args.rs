//! The options that describe a game, which several commands share.

use std::path::PathBuf;

use bevy::math::UVec2;
use clap::Args;

use super::values::{self, AmbientName, OnOff, whole};
use crate::fov::Algorithm;

/// The default turn limit for a game played by a bot.
pub(super) const TURNS: u64 = 5000;

/// Options that describe a game.
#[derive(Args, Default)]
pub(super) struct GameArgs {
    #[command(flatten)]
    pub level: LevelArgs,
    /// ASCII map to play on, starting at @ or the first < (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["builder", "size"])]
    pub map: Option<PathBuf>,
    /// Maximum sight radius in cells [default: unlimited; 11 with --light off]
    #[arg(long, value_name = "N", value_parser = whole("radius", " of cells", 0..=u32::MAX))]
    pub radius: Option<u32>,
    #[command(flatten)]
    pub algorithm: AlgorithmArg,
    /// Turn lighting on or off
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub light: OnOff,
    /// Ambient light [default: day with --map, dark otherwise]
    #[arg(long, value_name = "NAME", value_enum)]
    pub ambient: Option<AmbientName>,
}

/// Options that describe a level.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct LevelArgs {
    // `command` adds the builder names to the help, because plugins may add builders.
    /// Level builder
    #[arg(long, value_name = "NAME")]
    pub builder: Option<String>,
    /// Level size in cells [default: 64x36]
    #[arg(long, value_name = "WxH", value_parser = values::size)]
    pub size: Option<UVec2>,
    /// Random seed; the same seed gives the same level [default: random]
    #[arg(long, value_name = "N", value_parser = whole("seed", "", 0..=u64::MAX))]
    pub seed: Option<u64>,
}

#[derive(Args, Default)]
pub(super) struct AssetsArg {
    /// Folder with custom monsters, things, boons, tiles, vaults, depths, numbers and palettes; changed monsters, things
    /// and tiles are reloaded during the game [env: FOGBOUND_ASSETS]
    #[arg(long, value_name = "DIR")]
    pub assets: Option<PathBuf>,
}

#[derive(Args, Default)]
pub(super) struct AlgorithmArg {
    // clap cannot list the possible values, because numbers may follow `bresenham`.
    #[arg(long, value_name = "NAME", default_value_t, value_parser = values::algorithm, help = values::algorithm_help())]
    pub algorithm: Algorithm,
}
