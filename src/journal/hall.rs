//! The high scores: a line for each of the best games, in a file beside the saved ones.
//!
//! The file is never replaced unless all of it was understood. Each finished journal holds its own score as well, so that
//! a score is entered later if the program ended before it could be.

use std::io;
use std::path::PathBuf;

use super::entry::Entry;
use super::folder::DataFolder;
use crate::files::{
    FileError, MAX_RON, brief, locked, printable, read_own_text, read_text, reason, replace_broken,
    replace_text,
};

/// So many games are shown, and kept unless the file has more already.
const MOST: usize = 20;

/// What the file of high scores holds.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// The best games, the best first.
    pub entries: Vec<Entry>,
    /// What is wrong with the file, in a sentence.
    pub problem: Option<String>,
}

/// What became of entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// The place of the last of them, counted from 1; none if it is none of the best.
    pub place: Option<usize>,
    /// What the player has to know about the file, in a sentence.
    pub warning: Option<String>,
}

/// The file as it was read.
struct Read {
    entries: Vec<Entry>,
    /// Whether other users of the system can change it.
    is_shared: bool,
}

impl DataFolder {
    fn scores_file(&self) -> PathBuf {
        self.folder().join("best.ron")
    }

    /// The best games, the best first. A file that cannot be read has none.
    pub fn best(&self) -> Vec<Entry> {
        self.scores().entries
    }

    /// Reads the high scores.
    pub fn scores(&self) -> Scores {
        match self.read_scores() {
            Ok(Read {
                mut entries,
                is_shared,
            }) => {
                entries.truncate(MOST);
                Scores {
                    entries,
                    problem: is_shared
                        .then(|| format!("Other users can change {}.", shown(&self.scores_file()))),
                }
            }
            Err(why) => Scores {
                entries: Vec::new(),
                problem: Some(format!("{}: {why}.", shown(&self.scores_file()))),
            },
        }
    }

    /// Enters games that are not entered yet. A file that cannot be used is kept under another name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. It stays as it is then.
    pub fn enter(&self, new: &[Entry]) -> io::Result<Entered> {
        locked(self.folder(), || self.enter_locked(new))?
    }

    fn enter_locked(&self, new: &[Entry]) -> io::Result<Entered> {
        let file = self.scores_file();
        let read = self.read_scores();
        let mut entries = match &read {
            Ok(read) => read.entries.clone(),
            Err(_) => Vec::new(),
        };
        // A file that somebody has put together by hand may be longer. It never gets shorter.
        let most = MOST.max(entries.len());
        let (mut place, before) = (None, entries.clone());
        for entry in new {
            let known = entries
                .iter()
                .position(|it| !entry.game.is_empty() && it.game == entry.game);
            let at = known.unwrap_or_else(|| {
                // The first of equals keeps its place.
                let at = entries.iter().position(|it| it.score < entry.score);
                let at = at.unwrap_or(entries.len());
                entries.insert(at, entry.clone());
                entries.truncate(most);
                at
            });
            place = (at < MOST).then_some(at + 1);
        }
        let mut entered = Entered {
            place,
            warning: None,
        };
        if entries == before {
            return Ok(entered);
        }
        let pretty = ron::ser::PrettyConfig::new().depth_limit(1);
        let text = ron::ser::to_string_pretty(&entries, pretty).map_err(io::Error::other)?;
        match read {
            Ok(Read { is_shared, .. }) => {
                replace_text(&file, &text)?;
                entered.warning = is_shared.then(|| {
                    let file = shown(&file);
                    format!("Other users could change {file}. Its scores are kept, and from now on only you can change it.")
                });
            }
            Err(why) => {
                let aside = replace_broken(&file, &text)?;
                entered.warning = Some(format!(
                    "The high scores in {} cannot be used: {why}. They are kept as {}.",
                    shown(&file),
                    shown(&aside)
                ));
            }
        }
        Ok(entered)
    }

    /// Reads the file, or says in words what is wrong with it. Scores do no harm, so those that other users can change are
    /// shown all the same.
    fn read_scores(&self) -> Result<Read, String> {
        let file = self.scores_file();
        let (text, is_shared) = match read_own_text(&file, MAX_RON) {
            Err(FileError::Missing) => (Ok("[]".to_owned()), false),
            Err(FileError::Shared) => (read_text(&file, MAX_RON), true),
            text => (text, false),
        };
        let text = text.map_err(|error| error.to_string())?;
        let mut entries: Vec<Entry> = ron::from_str(&text).map_err(|error| {
            let (at, why) = (error.span.start, brief(&error.code.to_string()));
            format!("{}:{}: {why}", at.line, at.col)
        })?;
        entries.sort_by_key(|it| std::cmp::Reverse(it.score));
        Ok(Read { entries, is_shared })
    }
}

/// Why scores could not be entered, in a sentence.
pub fn not_entered(error: &io::Error) -> String {
    let why = reason(error);
    format!(
        "The high scores cannot be written: {why}. This one is entered later, from the saved game."
    )
}

/// A file's name in a message: without its folder, which would leave no room for the rest.
fn shown(file: &std::path::Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    printable(&name.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn entry(score: u32) -> Entry {
        Entry {
            score,
            won: false,
            killer: Some("rat".to_owned()),
            level: 2,
            deepest: 3,
            turn: 400,
            hunted: 5,
            treasure: 20,
            seed: 7,
            game: String::new(),
        }
    }

    /// An empty folder; `name` is for one test only.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("fogbound-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn scores(folder: &Path) -> Vec<u32> {
        let best = DataFolder::new(folder).best();
        best.iter().map(|it| it.score).collect()
    }

    #[test]
    fn the_best_come_first_and_only_so_many_are_kept() {
        let folder = folder("hall");
        let hall = DataFolder::new(&folder);
        assert_eq!(hall.best(), []);
        for (score, place) in [(30, 1), (50, 1), (40, 2), (50, 2)] {
            assert_eq!(hall.enter(&[entry(score)]).unwrap().place, Some(place));
        }
        assert_eq!(scores(&folder), [50, 50, 40, 30]);
        for _ in 0..MOST {
            hall.enter(&[entry(60)]).unwrap();
        }
        assert_eq!(hall.enter(&[entry(10)]).unwrap().place, None);
        assert_eq!(hall.best().len(), MOST);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_game_is_entered_once() {
        let folder = folder("once");
        let hall = DataFolder::new(&folder);
        let of = |game: &str, score| Entry {
            game: game.to_owned(),
            ..entry(score)
        };
        assert_eq!(
            hall.enter(&[of("a", 5), of("b", 9)]).unwrap().place,
            Some(1)
        );
        for _ in 0..2 {
            assert_eq!(hall.enter(&[of("a", 5)]).unwrap().place, Some(2));
        }
        assert_eq!(scores(&folder), [9, 5]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn scores_that_cannot_be_used_are_kept_under_another_name() {
        let folder = folder("unusable");
        let hall = DataFolder::new(&folder);
        let file = folder.join("best.ron");
        let long = format!("[{}]", " ".repeat(MAX_RON as usize));
        let texts: [&[u8]; 3] = [b"[(", b"\xff\xfe[]", long.as_bytes()];
        for (text, name) in texts.into_iter().zip(["", ".2", ".3"]) {
            fs::write(&file, text).unwrap();
            assert!(hall.scores().problem.is_some());
            let entered = hall.enter(&[entry(1)]).unwrap();
            let aside = format!("best.ron.broken{name}");
            assert!(entered.warning.unwrap().contains(&aside));
            assert_eq!(fs::read(folder.join(aside)).unwrap(), text);
            assert_eq!(scores(&folder), [1]);
        }
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        hall.enter(&[entry(2)]).unwrap();
        assert!(folder.join("best.ron.broken.4").is_dir());
        // More than are shown are kept as well, and a file longer than the game writes is read.
        let many: Vec<Entry> = (0..1000).map(entry).collect();
        fs::write(&file, ron::to_string(&many).unwrap()).unwrap();
        assert!(fs::metadata(&file).unwrap().len() > 1 << 16);
        hall.enter(&[entry(2000)]).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(ron::from_str::<Vec<Entry>>(&text).unwrap().len(), 1000);
        assert_eq!(scores(&folder)[..2], [2000, 999]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn scores_that_others_can_change_are_kept_and_protected() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = folder("writable");
        let (hall, real) = (DataFolder::new(&folder), folder.join("real.ron"));
        symlink("real.ron", folder.join("best.ron")).unwrap();
        hall.enter(&[entry(5)]).unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o666)).unwrap();
        assert!(hall.scores().problem.is_some());
        assert!(hall.enter(&[entry(7)]).unwrap().warning.is_some());
        assert_eq!(scores(&folder), [7, 5]);
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o002, 0);
        let link = fs::symlink_metadata(folder.join("best.ron")).unwrap();
        assert!(link.is_symlink());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn games_that_end_at_once_are_all_entered() {
        let folder = folder("at-once");
        std::thread::scope(|scope| {
            for score in 0..16 {
                let hall = DataFolder::new(&folder);
                scope.spawn(move || hall.enter(&[entry(score)]).unwrap());
            }
        });
        assert_eq!(scores(&folder), (0..16).rev().collect::<Vec<_>>());
        fs::remove_dir_all(&folder).unwrap();
    }
}
