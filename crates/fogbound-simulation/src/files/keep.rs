//! Writes files that belong to the player.
//!
//! The files for settings, keys and scores are replaced as a whole by renaming, so a crash or a full disk leaves the
//! old file intact. A symbolic link stays a link: the file that it points to is replaced. A file that cannot be used is
//! set aside under a new name.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

/// The maximum number of consecutive links to follow, which is the same as on Linux.
const MOST_LINKS: usize = 40;
/// How long to wait for a folder's lock, in steps of [`LOCK_STEP`].
const LOCK_STEPS: u32 = 500;
const LOCK_STEP: Duration = Duration::from_millis(10);

/// Replaces the contents of a file, or creates the file. If anything fails, the old text is kept. Other users cannot
/// change the new file.
///
/// # Errors
///
/// Returns an error if the path does not lead to a file, or if the file is write-protected or cannot be written.
pub fn replace_text(path: &Path, text: &str) -> io::Result<()> {
    let target = end_of_links(path)?;
    let old = match fs::symlink_metadata(&target) {
        Ok(about) if about.is_dir() => {
            return Err(refused(
                ErrorKind::IsADirectory,
                "this is a folder, not a file",
            ));
        }
        Ok(about) if !about.is_file() => {
            let why = "this is a pipe or a device, not a file";
            return Err(refused(ErrorKind::InvalidInput, why));
        }
        Ok(about) if about.permissions().readonly() => {
            return Err(refused(
                ErrorKind::PermissionDenied,
                "the file is write-protected",
            ));
        }
        Ok(about) => Some(about.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let new = beside(&target);
    let written = create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        if let Some(permissions) = old {
            file.set_permissions(without_others(permissions))?;
        }
        file.sync_all()?;
        fs::rename(&new, &target)
    });
    written.inspect_err(|_| {
        // Remove an incomplete file.
        let _ = fs::remove_file(&new);
    })
}

/// Moves a file out of the way by adding `.broken` to its name, or `.broken.2` and so on if that name is taken. Returns
/// the new path. If `path` is a link, its target is moved and the link stays.
///
/// # Errors
///
/// Returns an error if the file cannot be moved.
fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let target = end_of_links(path)?;
    for number in 1.. {
        let mut name = path.as_os_str().to_owned();
        name.push(match number {
            1 => ".broken".to_owned(),
            number => format!(".broken.{number}"),
        });
        let aside = PathBuf::from(name);
        if fs::symlink_metadata(&aside).is_ok() {
            continue;
        }
        // Unlike a rename, a hard link never replaces a file that has just appeared.
        match fs::hard_link(&target, &aside) {
            Ok(()) => fs::remove_file(&target)?,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            Err(_) => fs::rename(&target, &aside).or_else(|error| match target.is_file() {
                // A link may point to another disk.
                true => copy_new(&target, &aside).and_then(|()| fs::remove_file(&target)),
                false => Err(error),
            })?,
        }
        return Ok(aside);
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Replaces a file that cannot be used. The old file is kept under a new name, which is returned. If the new text
/// cannot be written, the old file is moved back.
///
/// # Errors
///
/// Returns an error if the old file cannot be moved or the new one cannot be written.
pub fn replace_broken(path: &Path, text: &str) -> io::Result<PathBuf> {
    let aside = put_aside(path)?;
    match replace_text(path, text) {
        Ok(()) => Ok(aside),
        Err(error) => {
            // If this fails too, the old file still exists under its new name.
            let _ = end_of_links(path).and_then(|target| fs::rename(&aside, target));
            Err(error)
        }
    }
}

/// Runs `act` while holding a folder's lock, so that no other program that uses this lock can write there at the same
/// time. Creates the folder if needed.
///
/// # Errors
///
/// Returns an error if the folder cannot be created, or if another program holds the lock for several seconds.
pub fn locked<T>(folder: &Path, act: impl FnOnce() -> T) -> io::Result<T> {
    fs::create_dir_all(folder)?;
    let _lock = lock(folder)?;
    Ok(act())
}

/// Locks a folder, or a file in the folder if folders cannot be locked. Returns `None` if the system does not support
/// locks.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let file_in_it = || {
        // Opening a file for both reading and writing does not block, even if the file is a pipe.
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        options.open(folder.join(".lock"))
    };
    let itself = || File::open(folder);
    for open in [&itself as &dyn Fn() -> io::Result<File>, &file_in_it] {
        if let Ok(file) = open()
            && wait_for(&file)?
        {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// Waits for a lock. Returns whether the lock was obtained.
fn wait_for(file: &File) -> io::Result<bool> {
    for _ in 0..LOCK_STEPS {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_STEP),
            Ok(()) => return Ok(true),
            Err(TryLockError::Error(_)) => return Ok(false),
        }
    }
    let why = "another program is writing in this folder";
    Err(refused(ErrorKind::WouldBlock, why))
}

/// Returns the reason why a file cannot be written, in plain words.
pub fn reason(error: &io::Error) -> String {
    if error.get_ref().is_some() {
        return error.to_string();
    }
    match error.kind() {
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::QuotaExceeded => "your disk quota is used up".to_owned(),
        ErrorKind::FileTooLarge => "the file has reached its size limit".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        ErrorKind::PermissionDenied => "no permission to write it".to_owned(),
        _ => error.to_string(),
    }
}

/// Follows links to the file that a path leads to. The file need not exist.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&at).is_ok_and(|it| it.is_symlink()) {
            return Ok(at);
        }
        let to = fs::read_link(&at)?;
        at = at.parent().unwrap_or(Path::new("")).join(to);
    }
    Err(refused(
        ErrorKind::InvalidInput,
        "this link points to itself",
    ))
}

/// Returns a path next to the given file that no other writer uses.
fn beside(file: &Path) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{}-{number}.new", std::process::id()));
    PathBuf::from(name)
}

/// Creates a file that other users cannot change, whatever the system's default permissions are.
fn create(file: &Path) -> io::Result<File> {
    // A program with the same process ID may have left this file behind.
    let _ = fs::remove_file(file);
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o644);
    options.open(file)
}

fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let mut copy = create_copy(to)?;
    let copied = io::copy(&mut source, &mut copy).and_then(|_| copy.sync_all());
    copied.inspect_err(|_| {
        // Remove an incomplete copy.
        let _ = fs::remove_file(to);
    })
}

fn create_copy(file: &Path) -> io::Result<File> {
    File::options().write(true).create_new(true).open(file)
}

#[cfg(unix)]
fn without_others(mut permissions: fs::Permissions) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;

    permissions.set_mode(permissions.mode() & 0o775);
    permissions
}

#[cfg(not(unix))]
fn without_others(permissions: fs::Permissions) -> fs::Permissions {
    permissions
}

fn refused(kind: ErrorKind, why: &str) -> io::Error {
    io::Error::new(kind, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates an empty folder. Each test must use its own `name`.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("fogbound-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn files_are_set_aside_under_new_names() {
        let folder = folder("aside");
        let file = folder.join("a.ron");
        for (text, name) in [
            ("1", "a.ron.broken"),
            ("2", "a.ron.broken.2"),
            ("3", "a.ron.broken.3"),
        ] {
            fs::write(&file, text).unwrap();
            assert_eq!(put_aside(&file).unwrap(), folder.join(name));
            assert!(!file.exists());
        }
        assert_eq!(
            fs::read_to_string(folder.join("a.ron.broken")).unwrap(),
            "1"
        );
        fs::create_dir(&file).unwrap();
        assert_eq!(put_aside(&file).unwrap(), folder.join("a.ron.broken.4"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_protected_files_stay_unchanged() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = folder("links");
        let (link, real) = (folder.join("a.ron"), folder.join("dotfiles/a.ron"));
        fs::create_dir(folder.join("dotfiles")).unwrap();
        symlink("dotfiles/a.ron", &link).unwrap();
        let is_link = || fs::symlink_metadata(&link).unwrap().is_symlink();
        // This also works for a link to a file that does not exist yet.
        replace_text(&link, "one").unwrap();
        replace_text(&link, "two").unwrap();
        assert!(is_link() && fs::read_to_string(&real).unwrap() == "two");
        assert_eq!(put_aside(&link).unwrap(), folder.join("a.ron.broken"));
        assert!(is_link() && !real.exists());
        fs::write(&real, "three").unwrap();
        for (mode, after) in [(0o600, 0o600), (0o666, 0o664)] {
            fs::set_permissions(&real, fs::Permissions::from_mode(mode)).unwrap();
            replace_text(&link, "four").unwrap();
            let about = fs::metadata(&real).unwrap();
            assert_eq!(about.permissions().mode() & 0o777, after);
        }
        fs::set_permissions(&real, fs::Permissions::from_mode(0o444)).unwrap();
        assert!(replace_text(&link, "five").is_err());
        assert_eq!(fs::read_to_string(&real).unwrap(), "four");
        let loops = folder.join("loop");
        symlink("loop", &loops).unwrap();
        assert!(replace_text(&loops, "").is_err() && put_aside(&loops).is_err());
        // No temporary files are left behind.
        assert_eq!(fs::read_dir(folder.join("dotfiles")).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
