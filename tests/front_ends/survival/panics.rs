//! After a panic, the journal is valid and reproduces the panic.

use super::saves::Saves;
use super::words::{LEFT_OUT, NOT_FINISHED, PANIC};
use crate::support::text::{Layout, Text};
use crate::support::{Folder, command, example};

const LAYOUT: Layout = Layout::new(80, 24, "16");
const SEED: u64 = 5;

#[test]
fn a_panic_names_the_journal_and_the_journal_reproduces_it() {
    let Some(panics) = example("panics") else {
        return;
    };
    let (saves, folder) = (Saves::new(), Folder::new());
    // `&` starts a command that panics.
    let output = command(&panics)
        .args(saves.options(SEED))
        .args(["--frontend", "text", "--keys", "..&."])
        .env("XDG_CONFIG_HOME", folder.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(101), "{errors}");
    let journal = saves.journal().display().to_string();
    assert!(
        [PANIC, "turn 2", &journal]
            .iter()
            .all(|it| errors.contains(it)),
        "{errors}"
    );

    let again = saves.check(&panics);
    let errors = String::from_utf8_lossy(&again.stderr);
    assert_eq!(again.status.code(), Some(101), "{errors}");
    assert!(
        errors.contains(PANIC) && errors.contains(NOT_FINISHED),
        "{errors}"
    );

    let continued = Text::start_program(&panics, LAYOUT, &saves.options_to_continue());
    let screen = continued.screen();
    assert!(screen.says(LEFT_OUT), "{screen:?}");
    assert_eq!((screen.turn(), saves.commands()), (Some(2), 2));
    assert_eq!(saves.torn_copies().len(), 1);
}
