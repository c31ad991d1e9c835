//! Reading a scene: its settings, its map and its legend.

use std::ops::Range;
use std::path::{Path, PathBuf};

use bevy::math::IVec2;

use super::cast::Cast;
use super::legend::{Entry, Monsters, own_file};
use super::model::{Props, SceneFile};
use super::script::Script;
use super::settings::Settings;
use super::statement::Known;
use super::text::{Instruction, Text};
use crate::dungeon::{Level, LevelSource};
use crate::files::{DataError, FileError, TextPosition, read_text};
use crate::game::bestiary::{Bestiary, MonsterFiles};
use crate::game::{Game, GameSetup, Numbers};
use crate::map::{AsciiMap, MapErrorKind, TileSet};

/// The maximum size of a scene file, in bytes.
const LARGEST: u64 = 1 << 22;

impl SceneFile {
    /// Reads a scene from a file.
    ///
    /// # Errors
    ///
    /// Returns every mistake that can be found in one pass, at least one.
    pub fn read(file: &Path, props: &Props) -> Result<Self, Vec<DataError>> {
        let name = file.display().to_string();
        let text = read_text(file, LARGEST).map_err(|error| {
            let place = match error {
                FileError::NotUtf8 { place, .. } => Some(place),
                _ => None,
            };
            let message = format!("{error}; accepted: a scene, a text file");
            vec![DataError {
                file: name.clone(),
                place,
                message,
            }]
        })?;
        let folder = file.parent().unwrap_or(Path::new(""));
        Self::parse(&name, &text, folder, props)
    }

    /// Reads a scene from text. `file` is used in messages, and `folder` is where the files lie that the scene names.
    ///
    /// # Errors
    ///
    /// The same as for [`read`](Self::read).
    pub fn parse(
        file: &str,
        text: &str,
        folder: &Path,
        props: &Props,
    ) -> Result<Self, Vec<DataError>> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let text = Text::new(file, &text);
        Writing::new(&text, file, folder).scene(props)
    }
}

/// A scene that is being read.
struct Writing<'a> {
    text: &'a Text<'a>,
    file: &'a str,
    folder: &'a Path,
    errors: Vec<DataError>,
    /// The letters that have a line in the legend, even a broken one.
    letters: Vec<char>,
}

impl<'a> Writing<'a> {
    fn new(text: &'a Text<'a>, file: &'a str, folder: &'a Path) -> Self {
        Self {
            text,
            file,
            folder,
            errors: Vec::new(),
            letters: Vec::new(),
        }
    }

    /// Keeps the error, if there is one.
    fn keep<T>(&mut self, result: Result<T, DataError>) -> Option<T> {
        result.map_err(|error| self.errors.push(error)).ok()
    }

    fn scene(mut self, props: &Props) -> Result<SceneFile, Vec<DataError>> {
        let (map, lines, errors) = self.text.parts();
        self.errors = errors;
        let (legend, rest, settings) = self.sort(&lines);
        let (props, sources) = self.props(&settings, props);
        // A scene must not play with an older version of a file, or without it.
        self.errors
            .extend(props.bestiary().errors().iter().cloned());
        let numbers = self.numbers(&settings, props.numbers.clone());
        let drawn = self.map(map, &settings, props.tiles);
        let monsters = Monsters::new(self.text, &legend, &props, &mut self.errors);
        let own_files: Vec<String> = legend.iter().map(|it| own_file(it.letter)).collect();
        let files = MonsterFiles::recorded(monsters.files.clone());
        let bestiary = props.bestiary_with(&files);
        let own_errors = bestiary
            .errors()
            .iter()
            .filter(|it| own_files.contains(&it.file));
        self.errors.extend(own_errors.cloned().map(|it| DataError {
            file: self.file.to_owned(),
            ..it
        }));
        let Some((mut level, map_at)) = drawn else {
            return Err(self.errors);
        };
        let creatures = self.creatures(&mut level, map_at, &monsters, &bestiary);
        let later = self.later(&level, &legend, &monsters, &creatures);
        level.legend.extend(monsters.kinds);
        let cast = Cast::new(level.start, &creatures, later);
        let known = Known {
            cast: &cast,
            tiles: props.tiles,
        };
        let mut script = Script::new(self.text, known);
        legend.iter().for_each(|entry| script.traits(entry));
        rest.iter().for_each(|line| script.instruction(line));
        self.errors.append(&mut script.errors);
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let (light, sight) = settings.eyes();
        let seeds = settings.seeds();
        let setup = GameSetup {
            seed: seeds.0,
            source: LevelSource::Drawn(level),
            sight,
            monsters: files,
            light,
            numbers,
            boons: props.boons.clone(),
            goals: props.goals.clone(),
        };
        let game = Game::with_bestiary(setup, &bestiary).map_err(|error| {
            vec![DataError {
                file: self.file.to_owned(),
                place: None,
                message: error.to_string(),
            }]
        })?;
        Ok(SceneFile {
            file: self.file.to_owned(),
            game,
            own_files,
            sources,
            title: settings.title.map(str::to_owned),
            says: script.says,
            steps: script.steps,
            claims: script.claims,
            cast,
            seeds,
        })
    }

    /// Sorts the instructions: the legend, those that are carried out or claim something, and the settings.
    fn sort<'b>(
        &mut self,
        lines: &[Instruction<'b>],
    ) -> (Vec<Entry<'b>>, Vec<Instruction<'b>>, Settings<'b>) {
        let (mut legend, mut rest, mut settings) = (Vec::new(), Vec::new(), Settings::default());
        for line in lines {
            let mut letters = line.head.chars();
            let letter = letters.next().filter(|_| letters.next().is_none());
            if let Some(letter) = letter {
                if self.letters.contains(&letter) {
                    let message = format!(
                        "`{letter}` has a line already; accepted: one line for each letter"
                    );
                    self.errors.push(self.text.error(line.at, message));
                }
                self.letters.push(letter);
                let entry = Entry::read(self.text, line, letter);
                legend.extend(self.keep(entry));
            } else if !settings.takes(self.text, line, &mut self.errors) {
                rest.push(*line);
            }
        }
        (legend, rest, settings)
    }

    /// Returns the monsters, tiles and numbers that the scene uses, and the files and folders to watch.
    fn props(&mut self, settings: &Settings, props: &Props) -> (Props, Vec<PathBuf>) {
        let mut sources = vec![PathBuf::from(self.file)];
        sources.extend_from_slice(props.monsters.folders());
        let Some((folders, at)) = settings.assets else {
            return (props.clone(), sources);
        };
        let folders = folders.split(',').map(|it| self.folder.join(it.trim()));
        let folders: Vec<PathBuf> = folders.collect();
        sources.extend_from_slice(&folders);
        match Props::of_folders(&folders) {
            Ok(own) => {
                return (own.and_added(&props.monsters), sources);
            }
            Err(why) => self.errors.push(self.text.error(at, why)),
        }
        (props.clone(), sources)
    }

    /// Returns the numbers that the scene sets, or else those of its folder.
    fn numbers(&mut self, settings: &Settings, usual: Numbers) -> Numbers {
        let Some((text, at)) = settings.numbers else {
            return usual;
        };
        let read = Numbers::read(self.file, text);
        let start = self.text.error(at, "").place;
        read.unwrap_or_else(|errors| {
            let moved = |place: TextPosition| match (start, place.line) {
                (Some(start), 1) => TextPosition {
                    line: start.line,
                    column: start.column + place.column - 1,
                },
                _ => place,
            };
            self.errors.extend(errors.into_iter().map(|it| DataError {
                place: it.place.map(moved),
                ..it
            }));
            usual
        })
    }

    /// Returns the level, and the line and column of its first cell minus 1 if it is drawn in the scene itself.
    fn map(
        &mut self,
        drawn: Range<usize>,
        settings: &Settings,
        tiles: TileSet,
    ) -> Option<(Box<Level>, Option<usize>)> {
        let (result, line) = match settings.map {
            Some((_, at)) if !drawn.is_empty() => {
                self.errors.push(
                    self.text
                        .error(at, "the scene draws a map as well; accepted: one map"),
                );
                return None;
            }
            Some((file, _)) => (AsciiMap::read_with(self.folder.join(file), tiles), None),
            None => {
                let line = self.text.place(drawn.start).line - 1;
                (
                    AsciiMap::parse_with(self.file, self.text.part(drawn), tiles),
                    Some(line),
                )
            }
        };
        let level = result.and_then(Level::from_ascii);
        let level = level.map_err(|mut error| {
            if let (Some(line), Some(place)) = (line, &mut error.place) {
                place.line += line;
            }
            if let (Some(line), MapErrorKind::SecondStart(place)) = (line, &mut error.kind) {
                place.line += line;
            }
            let message = match error.kind {
                MapErrorKind::Empty => {
                    "a scene needs a map; accepted: a map drawn in the scene, or `map: FILE`"
                        .to_owned()
                }
                kind => kind.to_string(),
            };
            match settings.map {
                // The line of the scene that names the map.
                Some((_, at)) => {
                    let place = error.place.map_or_else(String::new, |it| format!(":{it}"));
                    let message = format!("{}{place}: {message}", error.source_name);
                    self.text.error(at, message)
                }
                None => DataError {
                    file: error.source_name,
                    place: error.place,
                    message,
                },
            }
        });
        Some((Box::new(self.keep(level)?), line))
    }

    /// Replaces the letters on the map with those of the game, and returns each creature's cell, letter in the scene and
    /// kind.
    fn creatures(
        &mut self,
        level: &mut Level,
        map_line: Option<usize>,
        monsters: &Monsters,
        bestiary: &Bestiary,
    ) -> Vec<(IVec2, char, String)> {
        let mut creatures = Vec::new();
        for (cell, letter) in &level.creatures {
            let by_glyph = || bestiary.by_glyph(*letter).map(|it| it.name.clone());
            let has_line = self.letters.contains(letter);
            let kind = monsters.kinds.get(letter).cloned().or_else(by_glyph);
            match kind {
                Some(kind) => {
                    level.legend.insert(*letter, kind.clone());
                    creatures.push((*cell, *letter, kind));
                }
                // A mistake in that line has been noted. The facts can still be read.
                None if has_line => creatures.push((*cell, *letter, String::new())),
                None => {
                    let message = format!(
                        "`{letter}` stands for no creature; accepted: a line `{letter}: MONSTER`, or one of the letters {}",
                        bestiary.known_glyphs()
                    );
                    let place = map_line.map(|line| TextPosition {
                        line: line + cell.y as usize + 1,
                        column: cell.x as usize + 1,
                    });
                    self.errors.push(DataError {
                        file: self.file.to_owned(),
                        place,
                        message,
                    });
                }
            }
        }
        creatures
    }

    /// Returns the letters and kinds of the creatures that are not on the map, and appear later.
    fn later(
        &mut self,
        level: &Level,
        legend: &[Entry],
        monsters: &Monsters,
        creatures: &[(IVec2, char, String)],
    ) -> Vec<(char, String)> {
        let mut later = Vec::new();
        for entry in legend.iter().filter(|it| it.letter != '@') {
            let is_here = creatures.iter().any(|it| it.1 == entry.letter)
                || level.creatures.iter().any(|it| it.1 == entry.letter);
            if is_here {
                continue;
            }
            match monsters.kinds.get(&entry.letter) {
                Some(kind) if entry.traits.is_empty() => {
                    later.push((entry.letter, kind.clone()));
                }
                _ => {
                    let message = format!(
                        "`{}` is not on the map; accepted: the letter of a creature on the map, or the name of a monster \
                         that appears later and nothing else",
                        entry.letter
                    );
                    self.errors.push(self.text.error(entry.at, message));
                }
            }
        }
        later
    }
}
