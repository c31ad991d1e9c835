//! Saves games while they are played, and resumes them.

use std::path::PathBuf;

use bevy::prelude::*;

use super::course::Lesson;
use super::new_game::WizardBefore;
use super::settings::Settings;
use crate::control::{Gait, WizardMode};
use crate::files::printable;
use crate::game::bestiary::Bestiary;
use crate::game::{Chronicler, Clock, Fate, Game, Things};
use crate::journal::{
    self, DataFolder, End, Entered, JournalError, Note, Recording, Recordings, SavedGame, Unsaved,
};
use crate::view::{MessageLog, Saying, settle_wounds};

/// The folder for saved games; `None` if games are not saved.
#[derive(Resource, Clone, Debug, Default)]
pub struct Saves(pub Option<DataFolder>);

impl Saves {
    /// Reads the folder. Returns the saved games, with the most recently played first, and a line about each file that
    /// cannot be played.
    pub fn look(&self) -> (Vec<SavedGame>, Vec<String>) {
        let (slots, broken) = self.0.as_ref().map(DataFolder::slots).unwrap_or_default();
        let line = |(file, error): (std::path::PathBuf, JournalError)| {
            let name = file.file_name().unwrap_or(file.as_os_str());
            format!("{}: {error}", printable(&name.to_string_lossy()))
        };
        (slots, broken.into_iter().map(line).collect())
    }
}

/// The gait and wizard-mode setting last written to the journal.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Noted {
    runs: bool,
    is_wizard: bool,
}

/// Says what the player would lose by quitting now, or returns `None` if nothing would be lost.
pub(super) fn what_is_lost(world: &World) -> Option<String> {
    let unsaved = world.resource::<Recordings>().unsaved();
    unsaved.filter(Unsaved::is_loss).map(|it| format!("{it}."))
}

/// Says what will happen to the current game if the player ends it now.
pub(super) fn what_happens_to_it(world: &World) -> String {
    let lost = what_is_lost(world);
    lost.unwrap_or_else(|| match world.resource::<Chronicler>().is_there() {
        true => "This game is saved.".to_owned(),
        false if world.contains_resource::<Lesson>() => "The lesson is not saved.".to_owned(),
        false => "This game will be lost.".to_owned(),
    })
}

/// Records the game that has just begun, if there is a folder for saved games.
pub fn record_game(world: &mut World) {
    world.insert_resource(Noted::default());
    let Some(folder) = world.resource::<Saves>().0.clone() else {
        return;
    };
    let settings = world.resource::<Settings>();
    let palette = (
        settings.palette.clone(),
        settings.colors().text_of_file().to_owned(),
    );
    if let Err(error) = journal::record(world, &folder, palette) {
        let why = format!("The game cannot be saved: {error}. You can play on.");
        world.resource_mut::<MessageLog>().warn(why);
    }
}

/// Restores the log, gait and wizard mode of a game from its notes.
pub(super) fn take_over(world: &mut World, notes: &[Note]) {
    let noted = repeat_notes(world, notes, true);
    let mode = *world.resource::<WizardMode>();
    world.insert_resource(WizardBefore(mode));
    world.resource_mut::<WizardMode>().is_on |= noted.is_wizard;
    world.insert_resource(noted);
    settle_wounds(world);
}

/// Repeats the messages in a game's notes and restores the gait. If `all` is set, the notes are complete and replace
/// the log.
pub(super) fn repeat_notes(world: &mut World, notes: &[Note], all: bool) -> Noted {
    let mut noted = match all {
        true => Noted::default(),
        false => Noted {
            runs: *world.resource::<Gait>() == Gait::Running,
            ..Noted::default()
        },
    };
    let tick = world.resource::<Clock>().tick;
    let mut log = world.resource_mut::<MessageLog>();
    if all {
        log.clear();
    }
    for note in notes {
        match note {
            // A file may contain control characters.
            Note::Said(words) => log.say(printable(words)),
            Note::Warned(words) => log.warn(printable(words)),
            Note::Batch => log.begin_batch(),
            Note::Answered => log.answer_alarms(),
            Note::Runs(runs) => noted.runs = *runs,
            Note::Wizard(is_on) => noted.is_wizard = *is_on,
            Note::Watched => {}
        }
    }
    log.resume_at(tick);
    // The file already contains these messages.
    log.take_new();
    world.insert_resource(if noted.runs {
        Gait::Running
    } else {
        Gait::Walking
    });
    noted
}

/// Writes new messages, the gait and the wizard mode to the journal, and logs save errors.
pub(super) fn note(
    recording: Option<Res<Recording>>,
    chronicler: Res<Chronicler>,
    (gait, wizard, fate): (Res<Gait>, Res<WizardMode>, Res<Fate>),
    (bestiary, things, game): (Res<Bestiary>, Res<Things>, Option<Res<Game>>),
    mut noted: ResMut<Noted>,
    mut log: ResMut<MessageLog>,
    mut commands: Commands,
) {
    let new = log.take_new();
    let Some(recording) = recording else { return };
    if !chronicler.is_there() {
        // A different game has begun, and it is not being recorded.
        commands.remove_resource::<Recording>();
        return;
    }
    // Every change is recorded at once: even one that is undone later may have had effects.
    if let Some(game) = game.filter(|game| game.is_changed() || bestiary.is_changed()) {
        recording.follow((&bestiary, &things), &game);
    }
    let now = Noted {
        runs: *gait == Gait::Running,
        is_wizard: wizard.is_on,
    };
    let said = new.into_iter().map(|saying| match saying {
        Saying::Said(words) => Note::Said(words),
        Saying::Warned(words) => Note::Warned(words),
        Saying::Batch => Note::Batch,
        Saying::Answered => Note::Answered,
    });
    let runs = (now.runs != noted.runs).then_some(Note::Runs(now.runs));
    let is_wizard = (now.is_wizard != noted.is_wizard).then_some(Note::Wizard(now.is_wizard));
    recording.note(said.chain(runs).chain(is_wizard));
    noted.set_if_neq(now);
    if !fate.is_alive() && !recording.is_over() {
        commands.queue(end_game);
    }
    for news in recording.news() {
        log.warn(news);
    }
}

/// Ends the journal of a finished game, writes a report, and adds the score to the high scores if the game
/// counts for them.
fn end_game(world: &mut World) {
    let Some(recording) = world.get_resource::<Recording>().cloned() else {
        return;
    };
    let end = match world.resource::<Fate>().victory() {
        Some(_) => End::Won,
        None => End::Died,
    };
    let entry = recording.end(world, end);
    let report = report_end(world);
    let game = world.get_resource::<Game>().map(|it| it.setup.seed);
    let turn = world.resource::<Fate>().turn();
    if let Some(of) = game.zip(turn) {
        let journal = recording.path();
        world.insert_resource(LastFiles {
            of,
            journal,
            report,
        });
    }
    let Some((entry, folder)) = entry.zip(world.resource::<Saves>().0.clone()) else {
        return;
    };
    let warning = match folder.enter(std::slice::from_ref(&entry)) {
        Ok(Entered { place, warning }) => {
            world.insert_resource(LastEntry { entry, place });
            warning
        }
        Err(error) => Some(journal::not_entered(&error)),
    };
    world.resource_mut::<MessageLog>().warn_if(warning);
}

/// Adds any finished games that are missing from the high scores because the program ended too early. Returns a
/// warning, if there is one.
pub(super) fn enter_missing(world: &World, slots: &[SavedGame]) -> Option<String> {
    let entries: Vec<_> = slots.iter().filter_map(|it| it.score.clone()).collect();
    let folder = world.resource::<Saves>().0.as_ref()?;
    if entries.is_empty() {
        return None;
    }
    match folder.enter(&entries) {
        Ok(entered) => entered.warning,
        Err(error) => Some(journal::not_entered(&error)),
    }
}

/// The score of the game that ended most recently.
#[derive(Resource, Clone, Debug)]
pub(super) struct LastEntry {
    pub(super) entry: journal::Entry,
    /// The rank of the score, where 1 is the best, or `None` if the score is not among the high scores.
    pub(super) place: Option<usize>,
}

/// The files about the game that ended most recently.
#[derive(Resource, Clone, Debug)]
pub(super) struct LastFiles {
    /// The seed of the game, and the turn on which it ended.
    of: (u64, u64),
    pub(super) journal: PathBuf,
    /// The report of how it ended.
    pub(super) report: Option<PathBuf>,
}

impl LastFiles {
    /// Returns the files about the game that is over now.
    pub(super) fn of(world: &World) -> Option<&Self> {
        let files = world.get_resource::<Self>()?;
        let seed = world.get_resource::<Game>()?.setup.seed;
        let turn = world.resource::<Fate>().turn()?;
        (files.of == (seed, turn)).then_some(files)
    }
}

/// Writes the report of how the game ended, after the last messages. Returns its path.
fn report_end(world: &mut World) -> Option<PathBuf> {
    const LAST: usize = 20;
    let journal = world.get_resource::<Recording>().map(Recording::path)?;
    let said: Vec<String> = world.resource::<MessageLog>().last(LAST).collect();
    match journal::write_morgue(world, &journal, &said) {
        Ok(report) => report,
        Err(error) => {
            let why = format!("The report of this game cannot be written: {error}.");
            world.resource_mut::<MessageLog>().warn(why);
            None
        }
    }
}
