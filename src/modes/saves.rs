//! Games are saved while they are played, and go on later.

use std::path::Path;

use bevy::prelude::*;

use super::new_game::{WizardBefore, clear};
use super::settings::Settings;
use crate::control::{Gait, WizardMode};
use crate::files::printable;
use crate::game::bestiary::Bestiary;
use crate::game::{Chronicler, Clock, Fate, Game};
use crate::journal::{
    self, DataFolder, End, Entered, JournalError, Note, Recording, Recordings, Resumed, Slot,
    Unsaved,
};
use crate::view::{MessageLog, Saying, settle_wounds, take_for_told};

/// The folder in which games are kept; none: they are not.
#[derive(Resource, Clone, Debug, Default)]
pub struct Saves(pub Option<DataFolder>);

impl Saves {
    /// Reads the folder once: the games that are kept, the one that was played last first, and a line about each file that
    /// cannot be played.
    pub fn look(&self) -> (Vec<Slot>, Vec<String>) {
        let (slots, broken) = self.0.as_ref().map(DataFolder::slots).unwrap_or_default();
        let line = |(file, error): (std::path::PathBuf, JournalError)| {
            let name = file.file_name().unwrap_or(file.as_os_str());
            format!("{}: {error}", printable(&name.to_string_lossy()))
        };
        (slots, broken.into_iter().map(line).collect())
    }
}

/// What was noted last of how the player goes, and whether it is a wizard.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Noted {
    runs: bool,
    is_wizard: bool,
}

/// What the player would lose by leaving now, in a sentence; none if nothing.
pub(super) fn what_is_lost(world: &World) -> Option<String> {
    let unsaved = world.resource::<Recordings>().unsaved();
    unsaved.filter(Unsaved::is_loss).map(|it| format!("{it}."))
}

/// What becomes of the game if it is left now, in a sentence.
pub(super) fn what_becomes_of_it(world: &World) -> String {
    let lost = what_is_lost(world);
    lost.unwrap_or_else(|| match world.resource::<Chronicler>().is_there() {
        true => "The game is saved.".to_owned(),
        false => "This game will be over.".to_owned(),
    })
}

/// Writes down the game that has just begun, if there is a folder for it.
pub fn record_game(world: &mut World) {
    world.insert_resource(Noted::default());
    let Some(folder) = world.resource::<Saves>().0.clone() else {
        return;
    };
    let settings = world.resource::<Settings>();
    let palette = (
        settings.palette().to_owned(),
        settings.colors().text_of_file().to_owned(),
    );
    if let Err(error) = journal::record(world, &folder, palette) {
        let why = format!("The game cannot be saved: {error}. You can play on.");
        world.resource_mut::<MessageLog>().warn(why);
    }
}

/// Has the game of a file go on where it was left.
///
/// # Errors
///
/// As of [`journal::resume`]. What is in the world then is not to be played.
pub fn continue_game(world: &mut World, file: &Path) -> Result<(), JournalError> {
    clear(world);
    let Resumed {
        notes,
        is_told,
        health_before,
        tick_before,
        warning,
    } = journal::resume(world, file)?;
    take_over(world, &notes);
    if let Some(health) = health_before.filter(|_| !is_told) {
        take_for_told(world, &health);
    }
    let mut log = world.resource_mut::<MessageLog>();
    if !is_told {
        log.begin_batch();
        log.resume_at(tick_before);
    }
    log.warn_if(warning);
    Ok(())
}

/// Has everything be as it was in a game of which this was noted.
pub(super) fn take_over(world: &mut World, notes: &[Note]) {
    let noted = say_again(world, notes, true);
    let mode = *world.resource::<WizardMode>();
    world.insert_resource(WizardBefore(mode));
    world.resource_mut::<WizardMode>().is_on |= noted.is_wizard;
    world.insert_resource(noted);
    settle_wounds(world);
}

/// Says again what was said in a game, in place of all before if this is `all` of it; and has the player go as it went.
pub(super) fn say_again(world: &mut World, notes: &[Note], all: bool) -> Noted {
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
            // A file may hold anything.
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
    // It is in the file already.
    log.take_new();
    world.insert_resource(if noted.runs {
        Gait::Running
    } else {
        Gait::Walking
    });
    noted
}

/// Notes what was said and how the player goes, and says what is wrong with saving.
pub(super) fn note(
    recording: Option<Res<Recording>>,
    chronicler: Res<Chronicler>,
    (gait, wizard, fate): (Res<Gait>, Res<WizardMode>, Res<Fate>),
    (bestiary, game): (Res<Bestiary>, Option<Res<Game>>),
    mut noted: ResMut<Noted>,
    mut log: ResMut<MessageLog>,
    mut commands: Commands,
) {
    let new = log.take_new();
    let Some(recording) = recording else { return };
    if !chronicler.is_there() {
        // Another game has begun, which is not written down.
        commands.remove_resource::<Recording>();
        return;
    }
    // At once: what is changed and changed back has left its traces.
    if let Some(game) = game.filter(|game| game.is_changed() || bestiary.is_changed()) {
        recording.follow(&bestiary, &game);
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

/// Ends the journal of a game that is over, reports it, and enters it among the high scores if it counts.
fn end_game(world: &mut World) {
    let Some(recording) = world.get_resource::<Recording>().cloned() else {
        return;
    };
    let end = match world.resource::<Fate>().victory() {
        Some(_) => End::Won,
        None => End::Died,
    };
    let entry = recording.end(world, end);
    report_death(world);
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

/// Enters games of saved journals that are not among the high scores yet, since the program ended before that. Returns what
/// went wrong, in a sentence.
pub(super) fn enter_missing(world: &World, slots: &[Slot]) -> Option<String> {
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

/// Where the game that ended last stands among the high scores.
#[derive(Resource, Clone, Debug)]
pub(super) struct LastEntry {
    pub(super) entry: journal::Entry,
    /// Counted from 1; none if it is none of the best.
    pub(super) place: Option<usize>,
}

/// Writes the report of the player's death, once all is said.
fn report_death(world: &mut World) {
    const LAST: usize = 20;
    let Some(journal) = world.get_resource::<Recording>().map(Recording::path) else {
        return;
    };
    let said: Vec<String> = world.resource::<MessageLog>().last(LAST).collect();
    if let Err(error) = journal::write_morgue(world, &journal, &said) {
        let why = format!("The report of this game cannot be written: {error}.");
        world.resource_mut::<MessageLog>().warn(why);
    }
}
