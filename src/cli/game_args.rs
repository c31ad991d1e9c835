//! The options that describe a game, which several commands share.

use std::path::PathBuf;

use bevy::math::UVec2;
use clap::Args;

use super::assets::Assets;
use super::error::CliError;
use super::values::{self, AmbientName, OnOff, whole};
use crate::dungeon::{Builders, Dungeon};
use crate::explorer::Temperament;
use crate::files::printable;
use crate::fov::{Algorithm, Sight};
use crate::game::LightRule;

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

impl GameArgs {
    /// Checks that every bot named by `option` has what it needs.
    pub(super) fn check_lantern(&self, option: &str, bots: &[Temperament]) -> Result<(), CliError> {
        if bots.contains(&Temperament::Blind) && self.light == OnOff::Off {
            return Err(CliError::bad_input(format!(
                "{option}: a blind bot needs a lantern to shut, and --light off has none; \
                 accepted: careful, bright, rash"
            )));
        }
        Ok(())
    }

    /// Returns the light rule set by `--light` and `--ambient`.
    pub(super) fn light_rule(&self) -> LightRule {
        match (self.light, self.ambient) {
            (OnOff::Off, _) => LightRule::Off,
            (OnOff::On, Some(AmbientName::Day)) => LightRule::Day,
            (OnOff::On, None) if self.map.is_some() => LightRule::Day,
            (OnOff::On, _) => LightRule::Dark,
        }
    }

    /// Returns the player's sight. Without `--radius`, the sight radius depends on the lighting. With lighting on, the
    /// radius is unlimited, because darkness already limits the view. With lighting off, it is the default radius.
    pub(super) fn sight(&self) -> Sight {
        let sight = Sight::default().with_algorithm(self.algorithm.algorithm);
        match self.radius {
            Some(radius) => sight.with_radius(radius),
            None if self.light == OnOff::On => sight.unlimited(),
            None => sight,
        }
    }
}

/// Options that describe a level.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct LevelArgs {
    // `command` adds the builder names to the help, because plugins may add builders.
    /// Level builder
    #[arg(long, value_name = "NAME")]
    pub builder: Option<String>,
    /// Size of every level in cells [default: each level's plan, or 64x36]
    #[arg(long, value_name = "WxH", value_parser = values::size)]
    pub size: Option<UVec2>,
    /// Random seed; the same seed gives the same level [default: random]
    #[arg(long, value_name = "N", value_parser = whole("seed", "", 0..=u64::MAX))]
    pub seed: Option<u64>,
}

impl LevelArgs {
    /// Returns the dungeon that these options describe, and one line for each broken asset file that the dungeon would
    /// otherwise have used.
    pub(super) fn dungeon(
        &self,
        builders: &Builders,
        assets: &Assets,
    ) -> Result<(Dungeon, Vec<String>), CliError> {
        let builder = self.builder.as_deref().map(|name| {
            builders.get(name).ok_or_else(|| {
                CliError::bad_input(format!(
                    "--builder: unknown value `{}`; accepted: {}",
                    printable(name),
                    builders.names()
                ))
            })
        });
        let (stock, errors) = assets.stock(builders);
        let dungeon = Dungeon {
            builder: builder.transpose()?,
            size: self.size,
            stock,
        };
        for (plan, depth) in dungeon.stock.depths().iter().zip(0..) {
            let planned = plan.builders.iter().map(|(it, _)| *it);
            for builder in dungeon.builder.map_or(planned.collect(), |it| vec![it]) {
                builder.check_size(dungeon.size_at(depth))?;
            }
        }
        Ok((dungeon, errors))
    }
}

#[derive(Args, Default)]
pub(super) struct AssetsArg {
    /// Folder with custom monsters, things, boons, tiles, vaults, depths, goals, numbers and palettes; can be given several times,
    /// later folders win; changed monsters, things and tiles are reloaded during the game [env: FOGBOUND_ASSETS]
    #[arg(long, value_name = "DIR")]
    pub assets: Vec<PathBuf>,
}

#[derive(Args, Default)]
pub(super) struct AlgorithmArg {
    // clap cannot list the possible values, because numbers may follow `bresenham`.
    #[arg(long, value_name = "NAME", default_value_t, value_parser = values::algorithm, help = values::algorithm_help())]
    pub algorithm: Algorithm,
}
