//! The two sides of a fight.

use std::sync::Arc;

use crate::cli::error::CliError;
use crate::explorer::Temperament;
use crate::files::{did_you_mean, printable};
use crate::game::bestiary::{Bestiary, Monster};

/// The maximum number of monsters on a side.
const MOST: usize = 200;

/// A side of a fight.
#[derive(Clone, Debug)]
pub(super) enum Side {
    /// A bot that plays the player.
    Bot(Temperament),
    /// Monsters, and their number and kinds as text.
    Monsters(Vec<Arc<Monster>>, String),
}

impl Side {
    /// Reads a side, such as `3 goblin, 1 ogre`, `ogre` or `careful`.
    pub(super) fn read(text: &str, bestiary: &Bestiary) -> Result<Self, CliError> {
        if let Some(bot) = Temperament::named(text.trim()) {
            return Ok(Self::Bot(bot));
        }
        let bad = |why: String| {
            let bots = Temperament::ALL.map(Temperament::name).join(", ");
            CliError::bad_input(format!(
                "{text}: {why}; accepted: monsters, such as \"3 goblin, 1 ogre\", or one of {bots}",
            ))
        };
        let mut monsters: Vec<Arc<Monster>> = Vec::new();
        let mut names = Vec::new();
        for part in text.split(',').map(str::trim) {
            let digits = part.bytes().take_while(u8::is_ascii_digit).count();
            let (number, name) = (&part[..digits], part[digits..].trim_start());
            if name.is_empty() {
                return Err(bad("the name of a monster is missing".to_owned()));
            }
            let Some(monster) = bestiary.get(name) else {
                let known = bestiary.iter().map(|it| it.name.as_str());
                let hint = did_you_mean(name, known);
                return Err(bad(format!("unknown monster `{}`{hint}", printable(name))));
            };
            let count = match number {
                "" => Some(1),
                number => number.parse().ok().filter(|it| (1..=MOST).contains(it)),
            };
            let is_right = |count: &usize| monsters.len() + count <= MOST;
            let Some(count) = count.filter(is_right) else {
                return Err(bad(format!("a side has 1 to {MOST} monsters")));
            };
            monsters.extend(std::iter::repeat_n(monster.clone(), count));
            names.push(format!("{count} {name}"));
        }
        Ok(Self::Monsters(monsters, names.join(", ")))
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Self::Bot(bot) => bot.name(),
            Self::Monsters(_, name) => name,
        }
    }

    /// Returns the bot, if the side is one.
    pub(super) fn bot(&self) -> Option<Temperament> {
        match self {
            Self::Bot(bot) => Some(*bot),
            Self::Monsters(..) => None,
        }
    }

    /// Returns the number of cells that the side needs.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Bot(_) => 1,
            Self::Monsters(monsters, _) => monsters.len(),
        }
    }
}
