//! What a level that is being built is to be.

use std::sync::Arc;

use super::vault::Vault;
use crate::map::Tile;

/// What a level that is being built is to be.
#[derive(Clone, Debug)]
pub struct Site {
    /// Which of the dungeon's levels it is, 0 for the first.
    pub depth: u32,
    /// Whether it is the last, on which lies what the player has come for.
    pub is_last: bool,
    /// Whether stairs lead up from where the player comes in.
    pub has_way_up: bool,
    /// The vaults that there are, those for other depths among them.
    pub vaults: Arc<[Vault]>,
    /// Solid rock of the tiles that it is made of.
    pub rock: Tile,
    /// How much of what it has.
    pub odds: Chances,
}

/// How much a level has of what is placed by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Of a hundred rooms so many are lit by themselves.
    pub lit: u32,
    /// Of a hundred halls so many have a brazier.
    pub braziers: u32,
    /// Beside so many of a hundred doors hangs a torch.
    pub torches: u32,
    /// How many vaults there are, the least and the most.
    pub vaults: (u32, u32),
}

impl Chances {
    /// Those of a level of which nothing else is said: the darker the deeper.
    pub fn at(depth: u32) -> Self {
        let chance = |first: u32, less: u32, least| {
            first.saturating_sub(less.saturating_mul(depth)).max(least)
        };
        Self {
            lit: chance(45, 5, 8),
            braziers: chance(40, 2, 20),
            torches: chance(35, 2, 15),
            vaults: (1, 3),
        }
    }
}
