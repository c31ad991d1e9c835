//! The requirements for a level under construction.

use std::sync::Arc;

use super::vault::Vault;
use crate::map::Tile;

/// The requirements for a level under construction.
#[derive(Clone, Debug)]
pub struct Site {
    /// The depth of the level, where 0 is the first level.
    pub depth: u32,
    /// Whether this is the last level, which holds the goal of the game.
    pub is_last: bool,
    /// Whether the level has stairs up at the start.
    pub has_way_up: bool,
    /// All vaults, including vaults for other depths.
    pub vaults: Arc<[Vault]>,
    /// The rock tile in the level's tile set.
    pub rock: Tile,
    /// The amount of light and treasure, and the number of vaults.
    pub odds: Chances,
    /// The names of vaults that must be on the level.
    pub holds: Vec<String>,
}

/// The amount of light and treasure, and the number of vaults in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// The percentage of rooms with ambient light.
    pub lit: u32,
    /// The percentage of halls with a brazier.
    pub braziers: u32,
    /// The percentage of doors with a torch.
    pub torches: u32,
    /// The minimum and maximum number of vaults.
    pub vaults: (u32, u32),
    /// How many treasures lie loose, outside vaults, in dark corners.
    pub treasure: u32,
}

impl Chances {
    /// Returns the default values for a depth. Deeper levels are darker.
    pub fn at(depth: u32) -> Self {
        let chance = |first: u32, less: u32, least| {
            first.saturating_sub(less.saturating_mul(depth)).max(least)
        };
        Self {
            lit: chance(45, 5, 8),
            braziers: chance(40, 2, 20),
            torches: chance(35, 2, 15),
            vaults: (1, 3),
            treasure: 2,
        }
    }
}
