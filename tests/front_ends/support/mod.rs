//! Helpers for the tests of all front ends: the built game, terminals, screens, scripts and temporary folders.
// The tests of each front end use only some of these helpers.
#![allow(dead_code)]

pub mod dice;
pub mod emulator;
pub mod keys;
pub mod own_game;
pub mod processes;
pub mod pty;
pub mod screen;
pub mod stores;
pub mod text;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The environment variables that would change the behaviour of the game or of a shell that starts the game.
const VARIABLES: [&str; 13] = [
    "COLORTERM",
    "DISPLAY",
    "ENV",
    "FOGBOUND_ASSETS",
    "NO_COLOR",
    "RUST_BACKTRACE",
    "STY",
    "TERM",
    "TMUX",
    "WAYLAND_DISPLAY",
    "WAYLAND_SOCKET",
    "WINIT_HIDPI_FACTOR",
    "WINIT_X11_SCALE_FACTOR",
];

/// Returns the path of the built game.
pub fn game() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_fogbound"))
}

/// Returns the path of a built example, such as the game with keys that cause panics. If the example was not built,
/// reports it as missing and returns `None`.
pub fn example(name: &str) -> Option<PathBuf> {
    let path = game().with_file_name("examples").join(name);
    if !path.is_file() {
        missing(&format!("the example {name} (`cargo build --examples`)"));
        return None;
    }
    Some(path)
}

/// Returns a command that does not inherit any of [`VARIABLES`], such as those that name a display or a terminal.
pub fn command(program: impl AsRef<Path>) -> Command {
    let mut command = Command::new(program.as_ref());
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command
}

/// Reports that the machine lacks something that a test needs. The calling test should then return. In CI, where
/// `FOGBOUND_CI` is set, the test fails instead.
///
/// # Panics
///
/// If `FOGBOUND_CI` is set.
pub fn missing(what: &str) {
    assert!(
        env::var_os("FOGBOUND_CI").is_none(),
        "{what} is missing, and FOGBOUND_CI forbids skipping a test"
    );
    // libtest hides what a passing test prints with `eprintln!`.
    let _ = writeln!(io::stderr(), "skipped: {what} is missing");
}

/// Returns whether a program with this name can be started.
pub fn is_installed(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// A temporary folder that is removed when this value is dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Creates a new folder.
    ///
    /// # Panics
    ///
    /// If the folder cannot be created.
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        // Do not use Cargo's target folder, because its path may be too long for a socket.
        let path = env::temp_dir().join(format!("fogbound-{}-{count}", process::id()));
        // An earlier test run may have had the same process ID.
        let _ = fs::remove_dir_all(&path);
        let settings = path.join("config/fogbound");
        fs::create_dir_all(&settings).expect("a temporary folder can be made");
        // The text front end, with which the screens are compared, shows no hints. This player has read all of them, and was
        // asked about the lesson.
        let read = "(hints_read: \"seen wounds unaware dark oil fog ghost thing noise lesson\")\n";
        fs::write(settings.join("settings.ron"), read).expect("the folder is new");
        Self(path)
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file to the folder and returns the file's path.
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).expect("a file in a temporary folder can be written");
        path.into_os_string()
            .into_string()
            .expect("temporary folders have names in UTF-8")
    }

    /// Returns the path of a file in the folder, as a program argument.
    pub fn join(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Removing the folder fails if a program that is still shutting down writes to it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `check` for each item in a thread of its own, all at the same time. A front end that is tested mostly waits, so
/// checks of several take little longer than a check of one.
///
/// # Panics
///
/// If a check panics, after all checks have ended.
pub fn at_once<T: Send>(items: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    thread::scope(|scope| {
        for item in items {
            let check = &check;
            scope.spawn(move || check(item));
        }
    });
}

/// Runs these checks [at the same time](at_once).
///
/// # Panics
///
/// If a check panics, after all checks have ended.
pub fn all_at_once<const COUNT: usize>(checks: [fn(); COUNT]) {
    at_once(checks, |check| check());
}

/// Waits up to a time limit for a condition to hold, and returns whether it holds.
pub fn wait(limit: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    loop {
        if condition() {
            return true;
        }
        if began.elapsed() > limit {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
}
