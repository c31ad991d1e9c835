//! The hall of the best: a line for each of the best games, in a file beside the saved ones.

use std::fs;
use std::io;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::folder::DataFolder;
use crate::game::{Clock, Depth, Fate, Game, Quest};
use crate::map::read_own_text;

/// So many games are kept.
const MOST: usize = 20;

/// The longest file that is read, in bytes: far longer than it ever gets.
const LONGEST: u64 = 1 << 16;

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
}

impl Entry {
    /// That of the game that has just ended in this world; none if none has, or it had nothing to be won.
    pub fn of(world: &World) -> Option<Self> {
        let (fate, quest) = (world.resource::<Fate>(), world.resource::<Quest>());
        if fate.is_alive() || quest.last.is_none() {
            return None;
        }
        let turn = match (&fate.0, &fate.1) {
            (Some(death), _) => death.turn,
            (None, Some(victory)) => victory.turn,
            (None, None) => world.resource::<Clock>().turn(),
        };
        Some(Self {
            score: quest.score(fate.1.is_some(), turn),
            won: fate.1.is_some(),
            killer: fate.0.as_ref().and_then(|death| death.killer.clone()),
            level: world.resource::<Depth>().0,
            deepest: quest.deepest,
            turn,
            hunted: quest.hunted,
            treasure: quest.treasure,
            seed: world.get_resource::<Game>()?.seed(),
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
            (false, Some(killer)) => format!("{level}, killed by: {killer}"),
            (false, None) => format!("{level}, killed"),
        };
        format!(
            "{:>5}  {end}; turns {}, hunts {}, treasure {}",
            self.score, self.turn, self.hunted, self.treasure
        )
    }
}

impl DataFolder {
    fn hall(&self) -> std::path::PathBuf {
        self.folder().join("best.ron")
    }

    /// The best games, the best first. A file that cannot be read has none.
    pub fn best(&self) -> Vec<Entry> {
        let text = read_own_text(&self.hall(), LONGEST).unwrap_or_default();
        let mut entries: Vec<Entry> = ron::from_str(&text).unwrap_or_default();
        entries.truncate(MOST);
        entries
    }

    /// Enters a game, and says which place it takes, counted from 1; none if it is none of the best. What was in a file
    /// that cannot be read is kept beside it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn enter(&self, entry: Entry) -> io::Result<Option<usize>> {
        let file = self.hall();
        let known = read_own_text(&file, LONGEST).ok();
        if let Some(text) = &known
            && ron::from_str::<Vec<Entry>>(text).is_err()
        {
            fs::rename(&file, file.with_extension("ron.broken"))?;
        }
        let mut entries = self.best();
        // Who was first keeps the place among equals.
        let place = entries.iter().position(|it| it.score < entry.score);
        let place = place.unwrap_or(entries.len());
        entries.insert(place, entry);
        entries.truncate(MOST);
        let pretty = ron::ser::PrettyConfig::new().depth_limit(1);
        let text = ron::ser::to_string_pretty(&entries, pretty).map_err(io::Error::other)?;
        fs::create_dir_all(self.folder())?;
        let new = file.with_extension("ron.new");
        fs::write(&new, text)?;
        fs::rename(&new, &file)?;
        Ok((place < MOST).then_some(place + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: u32) -> Entry {
        Entry {
            score,
            won: false,
            killer: Some("rat".to_owned()),
            level: 2,
            deepest: 3,
            turn: 400,
            hunted: 5,
            treasure: 20,
            seed: 7,
        }
    }

    #[test]
    fn the_best_come_first_and_only_so_many_are_kept() {
        let folder = std::env::temp_dir().join(format!("fogbound-{}-hall", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let hall = DataFolder::new(&folder);
        assert_eq!(hall.best(), []);
        for (score, place) in [(30, 1), (50, 1), (40, 2), (50, 2)] {
            assert_eq!(hall.enter(entry(score)).unwrap(), Some(place));
        }
        let scores: Vec<u32> = hall.best().iter().map(|it| it.score).collect();
        assert_eq!(scores, [50, 50, 40, 30]);
        for _ in 0..MOST {
            hall.enter(entry(60)).unwrap();
        }
        assert_eq!(hall.enter(entry(10)).unwrap(), None);
        assert_eq!(hall.best().len(), MOST);
        // What nobody can read is not lost.
        fs::write(folder.join("best.ron"), "[(").unwrap();
        assert_eq!(hall.enter(entry(1)).unwrap(), Some(1));
        let broken = fs::read_to_string(folder.join("best.ron.broken")).unwrap();
        assert_eq!(broken, "[(");
        fs::remove_dir_all(&folder).unwrap();
    }
}
