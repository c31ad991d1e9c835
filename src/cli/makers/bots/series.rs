//! The data of a series of games: what the games have in common, and how each game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::explorer::Temperament;

/// What all games of a series have in common. All shards of the series have the same value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Series {
    /// The version of the program.
    #[serde(rename = "fogbound")]
    pub(super) version: String,
    /// A hash of everything else that the games begin with, such as the monster files.
    pub(super) setup: String,
    /// The seed of the first game.
    pub(super) seed: u64,
    /// The number of games that each bot plays.
    pub(super) games: u32,
    /// The turn limit.
    pub(super) turns: u64,
    /// The bots. Each of them plays all games.
    pub(super) bots: Vec<Temperament>,
}

impl Series {
    /// Returns the seed of a game. The first game has the number 0.
    pub(super) fn seed_of(&self, number: u32) -> u64 {
        self.seed.wrapping_add(number.into())
    }

    /// Returns the number of the game with this seed, or `None` if there is no such game.
    pub(super) fn number_of(&self, seed: u64) -> Option<u32> {
        let number = u32::try_from(seed.wrapping_sub(self.seed)).ok();
        number.filter(|it| *it < self.games)
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GameEnd {
    /// The player was killed.
    Died,
    /// The player left the dungeon with the beacon.
    Won,
    /// The turn limit was reached.
    #[serde(rename = "turn limit")]
    TurnLimit,
    /// The player has explored everything within reach and does not know of a way down.
    #[serde(rename = "nothing left to explore")]
    NothingLeft,
    /// The player has made no progress for [`STANDSTILL`](super::play::STANDSTILL) turns.
    Standstill,
}

impl GameEnd {
    /// Every end except death.
    pub(super) const ALIVE: [Self; 4] = [
        Self::Won,
        Self::TurnLimit,
        Self::NothingLeft,
        Self::Standstill,
    ];
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Played {
    pub(super) seed: u64,
    pub(super) bot: Temperament,
    pub(super) end: GameEnd,
    /// The name of the monster that killed the player, if one did and the player saw it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) killer: Option<String>,
    /// The deepest level that the player reached.
    pub(super) depth: u32,
    /// The level on which the game ended.
    pub(super) level: u32,
    pub(super) turns: u64,
    /// The number of monsters that the player killed.
    pub(super) kills: u32,
    /// The value of the treasure that the player carried at the end.
    pub(super) treasure: u32,
    /// The number of turns during which the lantern was open.
    pub(super) lantern_open: u64,
    /// The number of turns spent on each level, from the first to the deepest.
    pub(super) level_turns: Vec<u64>,
    /// How many times something other than a find would have interrupted a player's journey on each of these levels.
    pub(super) level_stops: Vec<u32>,
    /// The turns on which the bot has chosen boons.
    pub(super) boons: Vec<u64>,
    /// The names of all things that the player ever carried.
    pub(super) things: Vec<String>,
    /// The number of levels on which fog gathered while the bot was there.
    pub(super) fogged: u32,
}
