//! Small file systems, mounted by processes with private mounts.

use std::any::type_name;
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::missing;

/// The environment variable that is set in the process that may mount file systems.
const MAY_MOUNT: &str = "FOGBOUND_TEST_MAY_MOUNT";

/// The `unshare` options that start a process with private mounts: first for root, then for other users if the system
/// allows it.
const WAYS: [&[&str]; 2] = [&["--mount"], &["--mount", "--map-root-user"]];

/// Runs the calling test again in a process with private mounts, and runs `check` there. The mounts disappear when the
/// process ends.
///
/// `check` must be a closure within the test function, because the test's name is derived from the closure's type.
pub fn with_own_mounts<F: FnOnce()>(check: F) {
    if env::var_os(MAY_MOUNT).is_some() {
        return check();
    }
    let Some(way) = WAYS.into_iter().find(|way| can_mount(way)) else {
        return missing(
            "the right to mount a file system, as root or by `unshare --map-root-user`",
        );
    };
    let name = type_name::<F>().trim_end_matches("::{{closure}}");
    let (_, test) = name.split_once("::").expect("a test is in a crate");
    let mut command = Command::new("unshare");
    command.args(way).arg(env::current_exe().unwrap());
    command.args([test, "--exact", "--nocapture"]);
    let output = command
        .env(MAY_MOUNT, "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && printed.contains("1 passed"),
        "{test}\n{printed}"
    );
}

fn can_mount(way: &[&str]) -> bool {
    let mut command = Command::new("unshare");
    command
        .args(way)
        .args(["mount", "-t", "tmpfs", "tmpfs"])
        .arg(env::temp_dir());
    let output = command.stdin(Stdio::null()).output();
    output.is_ok_and(|it| it.status.success())
}

/// An in-memory file system that is mounted on a folder.
pub struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    /// Mounts a file system of this many kibibytes on a folder.
    pub fn mount(folder: &Path, kibibytes: u32) -> Self {
        mount(&format!("size={kibibytes}k"), folder);
        Self {
            folder: folder.to_owned(),
        }
    }

    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Writes a file that leaves no room for another block.
    pub fn fill(&self) {
        let mut file = File::create(self.filler()).unwrap();
        while file.write_all(&[b'x'; 512]).is_ok() {}
    }

    /// Removes the file that takes up the room.
    pub fn empty(&self) {
        fs::remove_file(self.filler()).unwrap();
    }

    /// Makes the file system read-only.
    pub fn make_read_only(&self) {
        mount("remount,ro", &self.folder);
    }

    fn filler(&self) -> PathBuf {
        self.folder.join("filler")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // The folder can be removed only after the file system has been unmounted. A lazy unmount works even while
        // programs still use the file system.
        let _ = Command::new("umount")
            .arg("--lazy")
            .arg(&self.folder)
            .status();
    }
}

fn mount(options: &str, folder: &Path) {
    let mut command = Command::new("mount");
    command
        .args(["-t", "tmpfs", "-o", options, "tmpfs"])
        .arg(folder);
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
