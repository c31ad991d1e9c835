//! What a game counts for among the high scores.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::files::printable;
use crate::game::{Depth, Fate, Game, Quest};

/// A game that has ended, and what it counts for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What it counts for.
    pub score: u32,
    /// Whether the player came out with the beacon.
    pub won: bool,
    /// What killed the player, if it made that out.
    pub killer: Option<String>,
    /// The level on which it ended, and the deepest, counted from 1.
    pub level: u32,
    /// The deepest level.
    pub deepest: u32,
    /// The last turn.
    pub turn: u64,
    /// How often somebody began to hunt.
    pub hunted: u32,
    /// What the treasure was worth.
    pub treasure: u32,
    /// The game's seed.
    pub seed: u64,
    /// The name of the game's journal, by which a game is entered only once.
    #[serde(default)]
    pub game: String,
}

impl Entry {
    /// Returns the entry of the game that has just ended in this world, whose journal has this name. None if the game goes
    /// on, or there was nothing to win.
    pub fn of(world: &World, game: &str) -> Option<Self> {
        let (fate, quest) = (world.resource::<Fate>(), world.resource::<Quest>());
        let turn = fate.turn()?;
        quest.last?;
        Some(Self {
            score: quest.score(fate.victory().is_some(), turn),
            won: fate.victory().is_some(),
            killer: fate.death().and_then(|death| death.killer.clone()),
            level: world.resource::<Depth>().0,
            deepest: quest.deepest,
            turn,
            hunted: quest.hunted,
            treasure: quest.treasure,
            seed: world.get_resource::<Game>()?.setup.seed,
            game: game.to_owned(),
        })
    }

    /// How it ended, and what it counts for, in a line.
    pub fn words(&self) -> String {
        // On the way back it was deeper before.
        let level = match self.level == self.deepest {
            true => format!("level {}", self.level),
            false => format!("level {} after {}", self.level, self.deepest),
        };
        let end = match (self.won, &self.killer) {
            (true, _) => "out with the beacon".to_owned(),
            // The file may hold anything.
            (false, Some(killer)) => format!("{level}, killed by: {}", printable(killer)),
            (false, None) => format!("{level}, killed"),
        };
        format!(
            "{:>5}  {end}; turns {}, hunts {}, treasure {}",
            self.score, self.turn, self.hunted, self.treasure
        )
    }
}
