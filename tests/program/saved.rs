//! Helpers to save, continue, replay and damage games.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use fogbound::explorer::Bot;
use fogbound::frontend::text;
use fogbound::game::{BeginGame, Clock, Death, Fate, Game, GameSetup, fingerprint};
use fogbound::journal::{DataFolder, Journal, JournalError, Record, Seal};
use fogbound::modes::{self, Saves, open_replay, record_game};

/// Returns an app that saves its games in a folder.
pub fn app(folder: &Path) -> App {
    let mut app = text::app();
    app.insert_resource(Saves(Some(DataFolder::new(folder))));
    app
}

/// Begins a game that is saved in a folder.
pub fn begun(folder: &Path, setup: GameSetup) -> App {
    let mut app = app(folder);
    app.begin_game(Game::new(setup).unwrap());
    record_game(app.world_mut());
    app
}

/// Continues the only game in a folder.
pub fn continued(folder: &Path) -> Result<App, JournalError> {
    let mut app = app(folder);
    continue_game(app.world_mut(), &file(folder))?;
    Ok(app)
}

/// Continues the game in a file, [once it is unlocked](once_unlocked).
pub fn continue_game(world: &mut World, file: &Path) -> Result<(), JournalError> {
    once_unlocked(|| modes::continue_game(world, file))
}

/// Opens the replay of a file at this turn, in an app that saves its games in a folder.
pub fn replayed(folder: &Path, file: &Path, turn: u64) -> App {
    let mut app = app(folder);
    open_replay(app.world_mut(), file, turn).unwrap();
    app
}

/// Plays a game that is saved in a folder, and returns its journal.
pub fn played(folder: &Path, setup: GameSetup, keys: &str) -> PathBuf {
    play(&mut begun(folder, setup), keys);
    file(folder)
}

pub fn play(app: &mut App, keys: &str) -> String {
    text::type_keys(app, keys).unwrap()
}

/// Has a bot play this many commands.
pub fn explore(app: &mut App, commands: usize) {
    play(app, "");
    let mut bot = Bot::default();
    for _ in 0..commands {
        let Some(command) = bot.next(app.world_mut()) else {
            break;
        };
        app.world_mut().write_message(command);
        app.update();
    }
}

/// Kills the player, as if a rat had done it.
pub fn kill(app: &mut App) {
    let turn = app.world().resource::<Clock>().turn();
    *app.world_mut().resource_mut::<Fate>() = Fate::Died(Death {
        killer: Some("rat".to_owned()),
        at: IVec2::ZERO,
        depth: 1,
        turn,
    });
    app.update();
    app.update();
}

pub fn is_alive(app: &App) -> bool {
    app.world().resource::<Fate>().is_alive()
}

/// Returns the check value of the world.
pub fn check(app: &mut App) -> u64 {
    fingerprint(app.world_mut())
}

/// Returns the path of the only journal in a folder.
pub fn file(folder: &Path) -> PathBuf {
    file_beside(folder, &[])
}

/// Returns the path of the only journal in a folder that is not among the known ones.
pub fn file_beside(folder: &Path, known: &[PathBuf]) -> PathBuf {
    let files = fs::read_dir(folder.join("games")).unwrap();
    let files = files.map(|it| it.unwrap().path());
    let is_journal = |it: &PathBuf| it.extension().is_some_and(|it| it == "journal");
    let mut files = files.filter(|it| is_journal(it) && !known.contains(it));
    let file = files.next().unwrap();
    assert_eq!(files.next(), None);
    file
}

/// Reads the only journal in a folder.
pub fn journal(folder: &Path) -> Journal {
    Journal::read(&file(folder)).unwrap()
}

/// Returns all check values of a journal, starting with the one for the start of the game.
pub fn checks(journal: &Journal) -> Vec<u64> {
    let done = journal.records.iter().filter_map(|it| match it {
        Record::Done { check, .. } => Some(*check),
        _ => None,
    });
    [journal.check].into_iter().chain(done).collect()
}

/// Changes the lines of a journal and seals them again.
pub fn resealed(journal: &str, mut change: impl FnMut(&str) -> String) -> String {
    let mut seal = Seal::default();
    let lines = journal.lines().map(|it| &it[..it.len() - 10]);
    lines.map(|it| seal.close(&change(it))).collect()
}

/// Changes a check value in the middle of a journal. Returns the journal and the turn of the change.
pub fn bent(journal: &str) -> (String, u64) {
    let number = journal.matches("\n= ").count() / 2;
    let (mut count, mut turn) = (0, 0);
    let bent = resealed(journal, |line| {
        let mut line = line.to_owned();
        count += usize::from(line.starts_with("= "));
        if line.starts_with("= ") && count == number {
            turn = line.split(' ').nth(1).unwrap().parse().unwrap();
            let last = if line.ends_with('0') { "1" } else { "0" };
            line.replace_range(line.len() - 1.., last);
        }
        line
    });
    (bent, turn)
}

/// Retries while a journal is locked, for at most ten seconds.
///
/// When another test starts a process, that process holds all of this program's locks between its fork and its exec.
pub fn once_unlocked<T>(
    mut attempt: impl FnMut() -> Result<T, JournalError>,
) -> Result<T, JournalError> {
    let began = Instant::now();
    loop {
        let result = attempt();
        let is_locked = matches!(result, Err(JournalError::Locked));
        if !is_locked || began.elapsed() > Duration::from_secs(10) {
            return result;
        }
        thread::sleep(Duration::from_millis(10));
    }
}
