//! An entry in the list of high scores.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::files::printable;
use crate::game::{Depth, Fate, Game, Goals, Numbers, Quest, ScorePart};

/// A finished game in the list of high scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The score.
    pub score: u32,
    /// Whether the player won.
    pub won: bool,
    /// The name of the killer, if the player saw the killer.
    pub killer: Option<String>,
    /// The number of the level on which the game ended. Level 1 is the topmost.
    pub level: u32,
    /// The number of the deepest level that the player reached. Level 1 is the topmost.
    pub deepest: u32,
    /// The turn on which the game ended.
    pub turn: u64,
    /// The number of times that a monster started hunting.
    pub hunted: u32,
    /// The total value of the treasure.
    pub treasure: u32,
    /// What the score is the sum of. Empty in entries of older versions.
    #[serde(default)]
    pub parts: Vec<ScorePart>,
    /// The game's seed.
    pub seed: u64,
    /// The name of the game's journal. This name prevents the game from being entered twice.
    #[serde(default)]
    pub game: String,
    /// What a victory is called, in a game with goals of its own. Empty in the game about the beacon.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub outcome: String,
    /// The mods of the game, each with its version if it has one. Only games with the same mods are compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mods: Vec<String>,
}

impl Entry {
    /// Returns the entry for the game in this world, whose journal is called `game`. Returns `None` if the game is not
    /// over, or cannot be won.
    pub fn of(world: &World, game: &str) -> Option<Self> {
        let (fate, quest) = (world.resource::<Fate>(), world.resource::<Quest>());
        let turn = fate.turn()?;
        quest.last?;
        let won = fate.victory().is_some();
        let numbers = &world.resource::<Numbers>().score;
        let setup = &world.get_resource::<Game>()?.setup;
        let goals = &setup.goals;
        let own = goals.text().map(|_| goals.outcome().to_owned());
        Some(Self {
            score: quest.score(won, turn, numbers),
            won,
            killer: fate.death().and_then(|death| death.killer.clone()),
            level: world.resource::<Depth>().0,
            deepest: quest.deepest,
            turn,
            hunted: quest.hunted,
            treasure: quest.treasure,
            parts: quest.score_parts(won.then(|| goals.prize()), turn, numbers),
            seed: setup.seed,
            game: game.to_owned(),
            outcome: own.unwrap_or_default(),
            mods: setup.monsters.mods().to_owned(),
        })
    }

    /// Returns when the game began, in seconds since 1970, if its journal says so.
    pub fn begun(&self) -> Option<u64> {
        let (begun, _) = self.game.split_once('-')?;
        begun.parse().ok()
    }

    /// Describes the score, and how the game ended, in a few words, and then with the turns, the hunts and the treasure.
    pub fn words(&self) -> (String, String) {
        // A player on the way back up has already been deeper.
        let level = match self.level == self.deepest {
            true => format!("level {}", self.level),
            false => format!("level {} (deepest {})", self.level, self.deepest),
        };
        let end = match (self.won, &self.killer) {
            (true, _) if self.outcome.is_empty() => Goals::default().outcome().to_owned(),
            (true, _) => printable(&self.outcome),
            // The high score file may contain any text.
            (false, Some(killer)) => format!("{level}, killed by: {}", printable(killer)),
            (false, None) => format!("{level}, killed"),
        };
        let short = format!("{:>5}  {end}", self.score);
        let whole = format!(
            "{} points: {end}; turns {}, hunts {}, treasure {}.",
            self.score, self.turn, self.hunted, self.treasure
        );
        (short, whole)
    }
}

pub fn score_table(parts: &[ScorePart], columns: usize) -> Vec<String> {
    // The high score file may contain any text.
    let cell = |part: &ScorePart| format!("{:>6}  {}", part.points, printable(&part.name));
    let line = |parts: &[ScorePart]| {
        let cells = parts.iter().map(|it| format!("{:<30}", cell(it)));
        cells.collect::<String>().trim_end().to_owned()
    };
    parts.chunks(columns.max(1)).map(line).collect()
}
