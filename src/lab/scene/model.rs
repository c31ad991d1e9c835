//! What a scene consists of.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::cast::Cast;
use super::change::Change;
use super::claim::{Claim, When};
use super::fact::Fact;
use crate::control::KeyScript;
use crate::files::DataError;
use crate::game::bestiary::{Bestiary, MonsterFiles};
use crate::game::{Boons, Game, Goals, Numbers};
use crate::map::TileSet;

/// What scenes take their monsters, tiles, numbers and boons from, unless they name a folder of their own.
#[derive(Clone, Debug, Default)]
pub struct Props {
    pub(super) monsters: MonsterFiles,
    /// What has been read from the files. Copies share it.
    pub(super) read: Arc<OnceLock<ReadMonsters>>,
    pub(super) tiles: TileSet,
    pub(super) numbers: Numbers,
    pub(super) boons: Boons,
    pub(super) goals: Goals,
}

/// The monsters of [`Props`], without their minds.
#[derive(Clone, Debug)]
pub(super) struct ReadMonsters {
    /// As they were found, with the paths of their files.
    pub(super) found: Bestiary,
    /// As a game records them.
    pub(super) recorded: Bestiary,
    /// The texts of all files in use, by the name of the file.
    pub(super) texts: BTreeMap<String, String>,
}

/// A scene: a small game on a drawn map, and what must hold in it.
#[derive(Clone, Debug)]
pub struct SceneFile {
    pub(in crate::lab) file: String,
    /// The game, with the first seed.
    pub(in crate::lab) game: Game,
    /// The names of the files of the scene's own monsters.
    pub(super) own_files: Vec<String>,
    /// The files and folders that the scene was read from, to watch for changes.
    pub(super) sources: Vec<PathBuf>,
    pub(in crate::lab) cast: Cast,
    pub(in crate::lab) steps: Vec<Step>,
    pub(in crate::lab) claims: Vec<Claim>,
    pub(super) seeds: (u64, u64),
    /// The title that a room of a lesson has.
    pub(in crate::lab) title: Option<String>,
    /// What a room of a lesson says to its player, in order.
    pub(in crate::lab) says: Vec<Say>,
}

/// A text for the player of a room of a lesson, with controls in braces.
#[derive(Clone, Debug)]
pub(in crate::lab) struct Say {
    pub(in crate::lab) text: String,
    /// How many claims stand above the text.
    pub(in crate::lab) claims: usize,
}

/// Something that happens in a scene.
#[derive(Clone, Debug)]
pub(in crate::lab) enum Step {
    /// Keys are typed. The error is for keys that leave the game, and the claim is that they were not refused.
    Keys(KeyScript, DataError, Option<usize>),
    /// The player waits so many turns.
    Wait(u64),
    /// The player waits until the end of this turn.
    Until(u64),
    /// The world is changed. The text and the byte say where the scene asks for it.
    Change(Change, DataError),
    /// These claims must hold.
    Now(Vec<usize>),
}

impl SceneFile {
    pub fn seeds(&self) -> RangeInclusive<u64> {
        self.seeds.0..=self.seeds.1
    }

    /// Returns the same scene with other seeds.
    pub fn with_seeds(mut self, seeds: RangeInclusive<u64>) -> Self {
        self.seeds = seeds.into_inner();
        self
    }

    /// Returns the name of the file that the scene was read from.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the files and folders that the scene was read from.
    pub fn sources(&self) -> &[PathBuf] {
        &self.sources
    }

    /// Returns how many facts the scene claims. That its commands are obeyed goes without saying.
    pub fn claims(&self) -> usize {
        let facts = self.claims.iter().map(|it| &it.statement.fact);
        facts.filter(|it| !matches!(it, Fact::Obeyed)).count()
    }

    /// Returns how many of the steps are changes before anything happens.
    pub(in crate::lab) fn opening(&self) -> usize {
        let steps = self.steps.iter();
        steps
            .take_while(|it| matches!(it, Step::Change(..)))
            .count()
    }

    /// Returns the error for what cannot be a room of a lesson, if there is any: a scene without a goal, or with changes
    /// after its beginning: in a lesson, the commands before them are not given.
    pub(in crate::lab) fn not_a_room(&self) -> Option<DataError> {
        let late = self.steps.iter().skip(self.opening());
        let late = late.filter_map(|it| match it {
            Step::Change(_, place) => Some(place),
            _ => None,
        });
        if let Some(place) = late.into_iter().next() {
            let message = format!(
                "`{}` comes too late for a room of a lesson; accepted: `set` above the first `do`, `keys` and fact",
                place.message
            );
            return Some(DataError {
                message,
                ..place.clone()
            });
        }
        let is_goal = |it: &Claim| {
            let when = matches!(it.when, When::Now | When::By(_) | When::End);
            when && !matches!(it.statement.fact, Fact::Obeyed)
        };
        (!self.claims.iter().any(is_goal)).then(|| DataError {
            file: self.file.clone(),
            place: None,
            message:
                "this room of a lesson has no goal; accepted: a line such as `at end: @ at 5,3`"
                    .to_owned(),
        })
    }

    /// Returns an error in a monster file, or in a monster that the scene itself describes.
    pub(in crate::lab) fn monster_error(&self, mut error: DataError) -> DataError {
        if self.own_files.contains(&error.file) {
            error.file.clone_from(&self.file);
        }
        error
    }
}
