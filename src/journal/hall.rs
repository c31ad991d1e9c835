//! The high scores, in a file beside the saved games.
//!
//! A score file that cannot be read is renamed before a new file replaces it. Each finished journal also holds the
//! score of its game. If the program ends before a score is added to the file, the score is added later.

use std::io;
use std::path::PathBuf;

use super::entry::Entry;
use super::folder::DataFolder;
use crate::files::{
    FileError, MAX_RON, TextError, locked, parse_ron, printable, read_own_text, read_text, reason,
    replace_broken, replace_text,
};

/// The maximum number of scores shown for a set of mods. The file holds at most this many of each set, unless it
/// already has more.
const MOST: usize = 20;

/// The content of the high score file.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// The best games, in order from best to worst.
    pub entries: Vec<Entry>,
    /// A sentence that describes a problem with the file.
    pub problem: Option<String>,
}

/// The result of adding scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// The rank of the last score that was added, or `None` if the score is too low for the list. Rank 1 is the best.
    pub place: Option<usize>,
    /// A sentence that warns about a problem with the file.
    pub warning: Option<String>,
}

/// A high score file that has been read.
struct ScoreFile {
    entries: Vec<Entry>,
    /// Whether other users of the system can change the file.
    is_shared: bool,
}

impl DataFolder {
    fn scores_file(&self) -> PathBuf {
        self.folder().join("best.ron")
    }

    /// Reads the high scores of games with these mods, in order from best to worst.
    pub fn scores(&self, mods: &[String]) -> Scores {
        match self.read_scores() {
            Ok(ScoreFile {
                mut entries,
                is_shared,
            }) => {
                entries.retain(|it| it.mods == mods);
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

    /// Adds each of the games that is not in the list yet. A file that cannot be read is kept under another name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. In that case, the file is unchanged.
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
        let (mut place, before) = (None, entries.clone());
        for entry in new {
            let known = entries
                .iter()
                .position(|it| !entry.game.is_empty() && it.game == entry.game);
            let at = known.unwrap_or_else(|| insert(&mut entries, entry));
            let better = entries.iter().take(at).filter(|it| it.mods == entry.mods);
            let at = better.count();
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
            Ok(ScoreFile { is_shared, .. }) => {
                replace_text(&file, &text)?;
                entered.warning = is_shared.then(|| {
                    let file = shown(&file);
                    format!("Other users could change {file}. The scores are kept, and now only you can change them.")
                });
            }
            Err(why) => {
                let aside = replace_broken(&file, &text)?;
                entered.warning = Some(format!(
                    "The high scores in {} cannot be read: {why}. The file is kept as {}.",
                    shown(&file),
                    shown(&aside)
                ));
            }
        }
        Ok(entered)
    }

    /// Reads the file, or returns a description of what is wrong with it. Scores are harmless, so they are shown even
    /// if other users can change the file.
    fn read_scores(&self) -> Result<ScoreFile, String> {
        let file = self.scores_file();
        let (text, is_shared) = match read_own_text(&file, MAX_RON) {
            Err(FileError::Missing) => (Ok("[]".to_owned()), false),
            Err(FileError::Shared) => (read_text(&file, MAX_RON), true),
            text => (text, false),
        };
        let text = text.map_err(|error| error.to_string())?;
        let entries: Result<Vec<Entry>, TextError> = parse_ron(&text);
        let mut entries = entries.map_err(|error| error.to_string())?;
        entries.sort_by_key(|it| std::cmp::Reverse(it.score));
        Ok(ScoreFile { entries, is_shared })
    }
}

/// Adds a game, and drops the last one of the same mods if there are too many. Returns its place among all.
fn insert(entries: &mut Vec<Entry>, entry: &Entry) -> usize {
    // Among equal scores, the older one comes first.
    let at = entries.iter().position(|it| it.score < entry.score);
    let at = at.unwrap_or(entries.len());
    let of_set = |it: &Entry| it.mods == entry.mods;
    let count = entries.iter().filter(|it| of_set(it)).count();
    entries.insert(at, entry.clone());
    // A file edited by hand may be longer, and is never shortened.
    if count >= MOST
        && let Some(last) = entries.iter().rposition(of_set)
    {
        entries.remove(last);
    }
    at
}

/// Returns a sentence that says why a score could not be saved.
pub fn not_entered(error: &io::Error) -> String {
    let why = reason(error);
    format!(
        "The high scores cannot be saved: {why}. This score will be added later from the saved game."
    )
}

/// Returns a file name for use in a message. The folder is left out, because it would leave no room for the rest of the
/// message.
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
            parts: Vec::new(),
            seed: 7,
            game: String::new(),
            outcome: String::new(),
            mods: Vec::new(),
        }
    }

    /// Creates an empty folder. `name` must be different in each test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("fogbound-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn scores(folder: &Path) -> Vec<u32> {
        let best = DataFolder::new(folder).scores(&[]).entries;
        best.iter().map(|it| it.score).collect()
    }

    #[test]
    fn the_best_scores_come_first_and_the_list_is_limited() {
        let folder = folder("hall");
        let hall = DataFolder::new(&folder);
        assert_eq!(hall.scores(&[]).entries, []);
        for (score, place) in [(30, 1), (50, 1), (40, 2), (50, 2)] {
            assert_eq!(hall.enter(&[entry(score)]).unwrap().place, Some(place));
        }
        assert_eq!(scores(&folder), [50, 50, 40, 30]);
        for _ in 0..MOST {
            hall.enter(&[entry(60)]).unwrap();
        }
        assert_eq!(hall.enter(&[entry(10)]).unwrap().place, None);
        assert_eq!(hall.scores(&[]).entries.len(), MOST);
        let text = fs::read_to_string(folder.join("best.ron")).unwrap();
        assert_eq!(ron::from_str::<Vec<Entry>>(&text).unwrap().len(), MOST);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn each_set_of_mods_has_a_table_of_its_own() {
        let folder = folder("sets");
        let hall = DataFolder::new(&folder);
        let with = |score| Entry {
            mods: vec!["tides 1.0".to_owned()],
            ..entry(score)
        };
        for score in 0..MOST as u32 {
            assert_eq!(hall.enter(&[entry(score)]).unwrap().place, Some(1));
        }
        assert_eq!(hall.enter(&[with(5)]).unwrap().place, Some(1));
        assert_eq!(hall.enter(&[with(3)]).unwrap().place, Some(2));
        assert_eq!(hall.scores(&[]).entries.len(), MOST);
        let mine = hall.scores(&["tides 1.0".to_owned()]).entries;
        assert_eq!(mine.iter().map(|it| it.score).collect::<Vec<_>>(), [5, 3]);
        assert!(hall.scores(&["tides 2.0".to_owned()]).entries.is_empty());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_game_is_added_only_once() {
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
    fn unreadable_scores_are_kept_under_another_name() {
        let folder = folder("unusable");
        let hall = DataFolder::new(&folder);
        let file = folder.join("best.ron");
        let long = format!("[{}]", " ".repeat(MAX_RON as usize));
        let texts: [&[u8]; 3] = [b"[(", b"\xff\xfe[]", long.as_bytes()];
        for (text, name) in texts.into_iter().zip(["", ".2", ".3"]) {
            fs::write(&file, text).unwrap();
            assert!(hall.scores(&[]).problem.is_some());
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
        // A list that is longer than the game would write is read and kept in full.
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
        assert!(hall.scores(&[]).problem.is_some());
        assert!(hall.enter(&[entry(7)]).unwrap().warning.is_some());
        assert_eq!(scores(&folder), [7, 5]);
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o002, 0);
        let link = fs::symlink_metadata(folder.join("best.ron")).unwrap();
        assert!(link.is_symlink());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn games_that_end_at_the_same_time_are_all_added() {
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
