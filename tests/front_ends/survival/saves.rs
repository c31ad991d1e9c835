//! Folders of saved games, and the content of their journals.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use super::words::AS_PLAYED;
use crate::support::{Folder, command};

/// The start of the journal line that ends a command or the header.
const END_OF_COMMAND: &str = "= ";

/// The folder that is passed as `--data-dir`.
pub struct Saves {
    path: PathBuf,
    /// The temporary folder, or `None` if the test removes the folder itself.
    _folder: Option<Folder>,
}

impl Saves {
    /// Creates a new folder.
    pub fn new() -> Self {
        let folder = Folder::new();
        Self {
            path: folder.path().to_owned(),
            _folder: Some(folder),
        }
    }

    /// Uses an existing folder.
    pub fn in_folder(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            _folder: None,
        }
    }

    /// Returns the options for a new game that is saved here.
    pub fn options(&self, seed: u64) -> Vec<String> {
        [self.folder_option(), seed_option(seed)].concat()
    }

    /// Returns the options that continue the game.
    pub fn options_to_continue(&self) -> Vec<String> {
        [self.folder_option(), vec!["--continue".to_owned()]].concat()
    }

    fn folder_option(&self) -> Vec<String> {
        vec!["--data-dir".to_owned(), self.path.display().to_string()]
    }

    /// Returns the path of the journal, if it exists yet.
    pub fn find_journal(&self) -> Option<PathBuf> {
        self.files(|name| name.ends_with(".journal")).pop()
    }

    /// Returns the path of the journal.
    pub fn journal(&self) -> PathBuf {
        self.find_journal().expect("there is a journal")
    }

    /// Returns the content of the journal, or an empty string if there is no journal.
    pub fn read(&self) -> String {
        let journal = self.find_journal();
        journal.map_or_else(String::new, |file| read(&file))
    }

    /// Returns the number of complete commands in the journal.
    pub fn commands(&self) -> usize {
        let journal = self.read();
        let whole = journal
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        let ends = whole.filter(|line| line.starts_with(END_OF_COMMAND));
        ends.count().saturating_sub(1)
    }

    /// Returns whether the journal holds a game that can be continued.
    pub fn has_begun(&self) -> bool {
        self.read().contains(&format!("\n{END_OF_COMMAND}"))
    }

    /// Returns whether the player of the game has died.
    pub fn has_ended(&self) -> bool {
        self.read().contains("\nend ")
    }

    /// Returns the content of each copy that was kept of a truncated journal.
    pub fn torn_copies(&self) -> Vec<String> {
        let copies = self.files(|name| name.contains(".torn-"));
        copies.iter().map(|file| read(file)).collect()
    }

    /// Replays the journal with `replay --check`.
    pub fn check(&self, program: &Path) -> Output {
        let mut command = command(program);
        command.arg("replay").arg(self.journal()).arg("--check");
        command.stdin(Stdio::null()).output().unwrap()
    }

    /// Asserts that the journal is valid and that a replay reproduces the game.
    pub fn assert_whole(&self, program: &Path) {
        let output = self.check(program);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && printed.contains(AS_PLAYED),
            "{output:?}"
        );
    }

    fn files(&self, is_one: impl Fn(&str) -> bool) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.path.join("games")) else {
            return Vec::new();
        };
        let files = entries.map(|it| it.unwrap().path());
        files
            .filter(|it| is_one(it.file_name().unwrap().to_str().unwrap()))
            .collect()
    }
}

fn read(file: &Path) -> String {
    // The file may end in the middle of a character.
    String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned()
}

/// Returns the option for a game with this seed.
pub fn seed_option(seed: u64) -> Vec<String> {
    vec!["--seed".to_owned(), seed.to_string()]
}
