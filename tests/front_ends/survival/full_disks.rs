//! A game that cannot be saved says so, remains playable, and is saved as soon as possible.

use std::fs;
use std::path::Path;

use super::saves::Saves;
use super::small_disk::{SmallDisk, with_own_mounts};
use super::words::{CANNOT_BE_SAVED, DISK_IS_FULL, SAVED_AGAIN, not_saved};
use crate::support::pty::{Protocol, Terminal};
use crate::support::screen::Screen;
use crate::support::text::{Layout, Text};
use crate::support::{Folder, game};
use crate::terminal::game::{size, terminal_arguments};
use crate::terminal::words::BEGUN;

const LAYOUT: Layout = Layout::new(80, 24, "16");
/// The number of rows that the map takes up. In a continued game, the messages below these rows are different.
const ROWS_OF_MAP: usize = 20;
const SEED: u64 = 6;
/// A number of commands that need more space than is left on a full disk.
const COMMANDS: usize = 400;
const DIRECTIONS: [&str; 8] = ["h", "j", "k", "l", "y", "u", "b", "n"];

#[test]
fn a_game_on_a_full_disk_says_so_and_is_saved_when_there_is_room() {
    with_own_mounts(|| {
        let folder = Folder::new();
        let disk = SmallDisk::mount(folder.path(), 96);
        let saves = Saves::in_folder(disk.path());
        let mut text = Text::start(LAYOUT, &saves.options(SEED));
        disk.fill();
        let mut is_reported = false;
        for turn in 0..COMMANDS {
            let screen = text.play(DIRECTIONS[turn % DIRECTIONS.len()]);
            is_reported |= screen.says(CANNOT_BE_SAVED);
        }
        assert!(is_reported, "the full disk is not reported");
        // Other messages do not push this message off the screen.
        let row = last_row(text.screen());
        let missing = not_saved(&row).expect("the last row says what is not saved");
        assert!(row.contains(DISK_IS_FULL), "{row}");
        assert_eq!(saves.commands() + missing, COMMANDS);
        saves.assert_whole(game());

        disk.empty();
        let screen = text.play(".");
        assert!(screen.says(SAVED_AGAIN), "{screen:?}");
        let left = text.play(".").clone();
        assert_eq!(not_saved(&last_row(&left)), None, "{left:?}");
        assert_eq!(text.end(), (Some(0), String::new()));
        let continued = Text::start(LAYOUT, &saves.options_to_continue());
        let continued = continued.screen();
        let is_same = continued
            .rows()
            .take(ROWS_OF_MAP)
            .eq(left.rows().take(ROWS_OF_MAP));
        assert!(is_same, "{continued:?} instead of {left:?}");
    });
}

#[test]
fn quitting_on_a_full_disk_fails_and_reports_what_is_lost() {
    with_own_mounts(|| {
        let folder = Folder::new();
        let disk = SmallDisk::mount(folder.path(), 96);
        let saves = Saves::in_folder(disk.path());
        let mut text = Text::start(LAYOUT, &saves.options(SEED));
        disk.fill();
        for turn in 0..COMMANDS {
            text.play(DIRECTIONS[turn % DIRECTIONS.len()]);
        }
        // The last menu entry asks for confirmation before quitting.
        let question = text.play("<Escape><Up><Enter>").text().join(" ");
        let missing = not_saved(&question).unwrap_or_else(|| panic!("{question}"));
        let (status, errors) = text.end();
        assert_eq!(status, Some(1), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert_eq!(not_saved(&errors), Some(missing), "{errors}");
        assert_eq!(saves.commands() + missing, COMMANDS);
        // In a terminal, the exit status also reports that commands were lost.
        let mut terminal = open_terminal(game(), &[], &saves.options(SEED + 1));
        terminal.wait_for(CANNOT_BE_SAVED);
        terminal.type_keys("....Qy");
        assert_eq!(terminal.status(), Some(1));
    });
}

#[test]
fn games_in_a_read_only_folder_can_be_played_and_are_not_changed() {
    with_own_mounts(|| {
        let folder = Folder::new();
        let disk = SmallDisk::mount(folder.path(), 256);
        let saves = Saves::in_folder(disk.path());
        let mut first = Text::start(LAYOUT, &saves.options(SEED));
        first.play("...");
        assert_eq!(first.end(), (Some(0), String::new()));
        let before = saves.read();
        disk.make_read_only();
        for (options, keys, turn) in [
            (saves.options(SEED + 1), "....", 4),
            (saves.options_to_continue(), "..", 5),
        ] {
            let mut text = Text::start(LAYOUT, &options);
            assert!(text.screen().says(CANNOT_BE_SAVED), "{:?}", text.screen());
            let screen = text.play(keys);
            assert_eq!(screen.turn(), Some(turn), "{screen:?}");
            assert_eq!(text.end().0, Some(1));
        }
        assert_eq!(saves.read(), before);
    });
}

/// The system kills a program that exceeds its file size limit, unless the program handles the signal.
#[test]
fn a_journal_at_its_size_limit_stays_valid_and_the_terminal_reports_what_is_lost() {
    let saves = Saves::new();
    let mut first = Text::start(LAYOUT, &saves.options(SEED));
    first.play(".");
    assert_eq!(first.end(), (Some(0), String::new()));
    let limit = saves.read().len() + 300;
    fs::remove_file(saves.journal()).unwrap();
    let limited = vec![format!("--fsize={limit}"), game().display().to_string()];
    let mut terminal = open_terminal(Path::new("prlimit"), &limited, &saves.options(SEED));
    terminal.wait_for(BEGUN);
    let commands = 30;
    terminal.type_keys(&".".repeat(commands));
    // The message counts every command that is not in the journal.
    let shown = terminal.wait_until(|screen| {
        let missing = not_saved(&last_row(screen)).unwrap_or_default();
        missing > 0 && saves.commands() + missing == commands
    });
    assert!(shown.is_ok(), "{shown:?} and {}", saves.read());
    let missing = commands - saves.commands();
    terminal.type_keys("Qy");
    assert_eq!(terminal.status(), Some(1));
    // The message also appears on the shell's screen.
    let shown = terminal.wait_until(|screen| not_saved(&screen.text().join("")) == Some(missing));
    assert!(shown.is_ok(), "{shown:?}");
    assert!(!terminal.modes().is_alternate());
    saves.assert_whole(game());
}

/// Returns the last row that is not blank.
fn last_row(screen: &Screen) -> String {
    let rows = screen.text();
    let row = rows.iter().rfind(|row| !row.is_empty());
    row.cloned().unwrap_or_default()
}

/// Starts a program in a terminal, with its own arguments followed by the game's options.
fn open_terminal(program: &Path, own: &[String], options: &[String]) -> Terminal {
    let arguments = [own, &terminal_arguments(LAYOUT, &[]), options].concat();
    Terminal::open(program, &arguments, size(LAYOUT), Protocol::Plain, &[])
}
