//! What window tests need: an X server, a graphics driver, and permission to use the machine.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex};

use super::display::Display;
use crate::support::{is_installed, missing};

/// The number of tests that may have windows at the same time. A software driver keeps a processor core busy while it
/// is drawing.
const TURNS: usize = 4;

static FREE: Mutex<usize> = Mutex::new(TURNS);
static FREED: Condvar = Condvar::new();

/// A test's permission to open windows. Only a few tests have permission at the same time. The permission ends when
/// this value is dropped.
pub struct Stage {
    driver: PathBuf,
}

impl Stage {
    /// Waits for permission. If windows cannot be tested here, reports that and returns `None`.
    pub fn enter() -> Option<Self> {
        for program in ["Xvfb", "setpriv"] {
            if !is_installed(program) {
                missing(program);
                return None;
            }
        }
        let Some(driver) = software_driver() else {
            missing("Mesa's Vulkan driver in software, lavapipe");
            return None;
        };
        let free = FREE
            .lock()
            .expect("no thread panics while holding the lock");
        let mut free = FREED
            .wait_while(free, |free| *free == 0)
            .expect("no thread panics while holding the lock");
        *free -= 1;
        Some(Self { driver })
    }

    /// Starts an X server whose screen has this size in pixels.
    pub fn display(&self, width: usize, height: usize) -> Display {
        Display::start(width, height, &self.driver)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        *FREE
            .lock()
            .expect("no thread panics while holding the lock") += 1;
        FREED.notify_one();
    }
}

/// Returns the file that describes lavapipe to the Vulkan loader.
fn software_driver() -> Option<PathBuf> {
    let shared =
        env::var_os("XDG_DATA_DIRS").unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    let system = ["/etc", "/usr/local/etc", "/run/opengl-driver/share"].map(PathBuf::from);
    let folders = env::split_paths(&shared)
        .chain(system)
        .map(|it| it.join("vulkan/icd.d"));
    let files = folders
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .flatten()
        .map(|it| it.path());
    files.into_iter().find(|file| is_lavapipe(file))
}

fn is_lavapipe(file: &Path) -> bool {
    // A machine that supports two architectures has two such files.
    let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let other_machine = name.contains("i686") && env::consts::ARCH != "x86";
    name.starts_with("lvp_icd") && !other_machine
}
