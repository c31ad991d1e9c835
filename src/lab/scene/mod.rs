//! Scenes: a drawn map, the creatures on it, commands, and facts that must hold.

mod cast;
mod change;
mod claim;
mod fact;
mod legend;
mod settings;
mod text;
mod words;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use bevy::math::IVec2;

pub(super) use cast::{Cast, Spot};
pub(super) use change::{Change, RoleChange};
pub(super) use claim::{Claim, When};
use fact::Known;
pub(super) use fact::{Blow, Fact, Outcome, Quantity, RoleFact, Statement};
use legend::{Entry, Monsters, own_file};
use settings::Settings;
use text::{Instruction, Text};
use words::Words;

use crate::control::{Bindings, KeyScript, ScriptError, script_of_words};
use crate::dungeon::{Level, LevelSource};
use crate::files::{DataError, FileError, read_text};
use crate::fov::Sight;
use crate::game::bestiary::{Bestiary, MonsterFiles};
use crate::game::{GameSetup, LightRule};
use crate::map::{AsciiMap, MapErrorKind, TileSet};

/// The maximum size of a scene file, in bytes.
const LARGEST: u64 = 1 << 22;

/// What scenes take their monsters and tiles from, unless they name a folder of their own.
#[derive(Clone, Debug, Default)]
pub struct Props {
    /// The monster files.
    pub monsters: MonsterFiles,
    /// The tiles.
    pub tiles: TileSet,
}

/// A scene: a small game on a drawn map, and what must hold in it.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) file: String,
    pub(super) level: Box<Level>,
    monsters: BTreeMap<String, String>,
    /// The names of the files of the scene's own monsters.
    own_files: Vec<String>,
    /// The files and folders that the scene was read from, to watch for changes.
    sources: Vec<PathBuf>,
    pub(super) cast: Cast,
    pub(super) steps: Vec<Step>,
    pub(super) claims: Vec<Claim>,
    seeds: (u64, u64),
    light: LightRule,
    sight: Sight,
}

/// Something that happens in a scene.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Keys are typed.
    Keys(KeyScript),
    /// The player waits so many turns.
    Wait(u64),
    /// The player waits until the end of this turn.
    Until(u64),
    /// The world is changed. The text and the byte say where the scene asks for it.
    Change(Change, DataError),
    /// These claims must hold.
    Now(Vec<usize>),
}

impl Scene {
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

    /// Returns the seeds with which the scene is played.
    pub fn seeds(&self) -> RangeInclusive<u64> {
        self.seeds.0..=self.seeds.1
    }

    /// Returns the same scene with other seeds.
    pub fn with_seeds(mut self, seeds: RangeInclusive<u64>) -> Self {
        self.seeds = seeds.into_inner();
        self
    }

    /// Returns the name of the file that the scene was read from.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the files and folders that the scene was read from.
    pub fn sources(&self) -> &[PathBuf] {
        &self.sources
    }

    /// Returns how many facts the scene claims.
    pub fn claims(&self) -> usize {
        self.claims.len()
    }

    /// Returns the game of the scene, with this seed.
    pub(super) fn setup(&self, seed: u64) -> GameSetup {
        GameSetup {
            seed,
            source: LevelSource::Drawn(self.level.clone()),
            sight: self.sight,
            monsters: MonsterFiles::recorded(self.monsters.clone()),
            light: self.light,
        }
    }

    /// Returns an error in a monster file, or in a monster that the scene itself describes.
    pub(super) fn monster_error(&self, mut error: DataError) -> DataError {
        if self.own_files.contains(&error.file) {
            error.file.clone_from(&self.file);
        }
        error
    }
}

/// A scene that is being read.
struct Writing<'a> {
    text: &'a Text<'a>,
    file: &'a str,
    folder: &'a Path,
    errors: Vec<DataError>,
}

impl<'a> Writing<'a> {
    fn new(text: &'a Text<'a>, file: &'a str, folder: &'a Path) -> Self {
        Self {
            text,
            file,
            folder,
            errors: Vec::new(),
        }
    }

    /// Keeps the error, if there is one.
    fn keep<T>(&mut self, result: Result<T, DataError>) -> Option<T> {
        result.map_err(|error| self.errors.push(error)).ok()
    }

    fn scene(mut self, props: &Props) -> Result<Scene, Vec<DataError>> {
        let (map, lines, errors) = self.text.parts();
        self.errors = errors;
        let (mut legend, mut rest, mut settings) = (Vec::new(), Vec::new(), Settings::default());
        for line in &lines {
            let mut letters = line.head.chars();
            let letter = letters.next().filter(|_| letters.next().is_none());
            if let Some(letter) = letter {
                let entry = Entry::read(self.text, line, letter);
                legend.extend(self.keep(entry));
            } else if !settings.takes(self.text, line, &mut self.errors) {
                rest.push(*line);
            }
        }
        let (props, sources) = self.props(&settings, props);
        let drawn = self.map(map, &settings, props.tiles);
        let monsters = Monsters::new(self.text, &legend, &props.monsters, &mut self.errors);
        let own_files: Vec<String> = legend.iter().map(|it| own_file(it.letter)).collect();
        let files = MonsterFiles::recorded(monsters.files.clone());
        let bestiary = Bestiary::without_minds(&files);
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
        let creatures = self.creatures(&mut level, map_at, &legend, &monsters, &bestiary);
        let cast = Cast::new(level.start, &creatures);
        let known = Known {
            cast: &cast,
            tiles: props.tiles,
        };
        let mut script = Script::default();
        for entry in &legend {
            self.traits(entry, &known, &mut script);
        }
        for line in &rest {
            self.instruction(line, &known, &mut script);
        }
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let (light, sight) = settings.eyes();
        Ok(Scene {
            file: self.file.to_owned(),
            level,
            monsters: monsters.files,
            own_files,
            sources,
            cast,
            steps: script.steps,
            claims: script.claims,
            seeds: settings.seeds(),
            light,
            sight,
        })
    }

    /// Returns the monsters and tiles that the scene uses, and the files and folders to watch.
    fn props(&mut self, settings: &Settings, props: &Props) -> (Props, Vec<PathBuf>) {
        let mut sources = vec![PathBuf::from(self.file)];
        sources.extend(props.monsters.folder().map(Path::to_owned));
        let Some((folder, at)) = settings.assets else {
            return (props.clone(), sources);
        };
        let folder = self.folder.join(folder);
        sources.push(folder.clone());
        match Props::of_folder(&folder) {
            Ok(own) => {
                let monsters = own.monsters.and_added(&props.monsters);
                return (Props { monsters, ..own }, sources);
            }
            Err(why) => self.errors.push(self.text.error(at, why)),
        }
        (props.clone(), sources)
    }

    /// Returns the level, and the line and column of its first cell minus 1 if it is drawn in the scene itself.
    fn map(
        &mut self,
        drawn: std::ops::Range<usize>,
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
        let level = result.and_then(|drawn| Level::from_ascii(drawn));
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
            DataError {
                file: error.source_name,
                place: error.place,
                message,
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
        legend: &[Entry],
        monsters: &Monsters,
        bestiary: &Bestiary,
    ) -> Vec<(IVec2, char, String)> {
        let mut creatures = Vec::new();
        for (cell, letter) in &mut level.creatures {
            let by_glyph = || {
                bestiary
                    .by_glyph(*letter)
                    .map(|it| (it.name.clone(), it.glyph))
            };
            let has_line = legend.iter().any(|it| it.letter == *letter);
            let kind = monsters.kinds.get(letter).cloned().or_else(by_glyph);
            match kind {
                Some((kind, glyph)) => {
                    creatures.push((*cell, *letter, kind));
                    *letter = glyph;
                }
                None if has_line => {}
                None => {
                    let message = format!(
                        "`{letter}` stands for no creature; accepted: a line `{letter}: MONSTER`, or one of the letters {}",
                        bestiary.known_glyphs()
                    );
                    let place = map_line.map(|line| crate::files::Place {
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
        for entry in legend.iter().filter(|it| it.letter != '@') {
            if !creatures.iter().any(|it| it.1 == entry.letter)
                && level.creatures.iter().all(|it| it.1 != entry.letter)
            {
                let message = format!(
                    "`{}` is not on the map; accepted: the letter of a creature on the map",
                    entry.letter
                );
                self.errors.push(self.text.error(entry.at, message));
            }
        }
        creatures
    }

    /// Adds the changes with which a creature of the legend begins.
    fn traits(&mut self, entry: &Entry, known: &Known, script: &mut Script) {
        let of_entry = |it: &usize| known.cast.0[*it].letter == entry.letter;
        let roles: Vec<usize> = (0..known.cast.0.len()).filter(of_entry).collect();
        for &(part, at) in &entry.traits {
            let change = Words::new(self.text, part, at).and_then(|mut words| {
                let change = change::role_change(known.cast, &mut words)?;
                words.finish()?;
                Ok(Change::Roles(roles.clone(), change))
            });
            if let Some(change) = self.keep(change) {
                script
                    .steps
                    .push(Step::Change(change, self.text.error(at, part)));
            }
        }
    }

    fn instruction(&mut self, line: &Instruction, known: &Known, script: &mut Script) {
        let result = match line.head {
            "keys" => self
                .keys(line)
                .map(|keys| script.steps.push(Step::Keys(keys))),
            "do" => self.commands(line).map(|steps| script.steps.extend(steps)),
            "set" => return self.changes(line, known, script),
            _ => return self.claims(line, known, script),
        };
        self.keep(result);
    }

    fn keys(&self, line: &Instruction) -> Result<KeyScript, DataError> {
        let quoted = line
            .value
            .strip_prefix('"')
            .and_then(|it| it.strip_suffix('"'));
        let keys = quoted.unwrap_or(line.value);
        keys.parse()
            .map_err(|error: ScriptError| self.text.error(line.value_at, error.to_string()))
    }

    /// Reads commands in words. A number repeats the command before it.
    fn commands(&self, line: &Instruction) -> Result<Vec<Step>, DataError> {
        let bindings = Bindings::default();
        let mut steps: Vec<Step> = Vec::new();
        for word in self.text.words(line.value, line.value_at)? {
            let times: Option<u64> = word
                .text
                .parse()
                .ok()
                .filter(|_| word.text.bytes().all(|it| it.is_ascii_digit()));
            match (times, steps.last_mut()) {
                (Some(times), Some(Step::Wait(turns))) if (1..=1_000_000).contains(&times) => {
                    *turns = times
                }
                (Some(times), Some(Step::Keys(keys))) if (1..=10_000).contains(&times) => {
                    let keys = keys.clone();
                    steps.extend((1..times).map(|_| Step::Keys(keys.clone())));
                }
                (Some(_), _) => {
                    return Err(self.text.error(word.at, format!("unexpected number `{}`; accepted: a command and how often, such as `wait 3`", word.text)));
                }
                (None, _) if word.text == "wait" => steps.push(Step::Wait(1)),
                (None, _) => {
                    let keys = script_of_words(&bindings, word.text);
                    steps.push(Step::Keys(
                        keys.map_err(|why| self.text.error(word.at, why))?,
                    ));
                }
            }
        }
        match steps.is_empty() {
            true => Err(self.text.error(
                line.value_at,
                "commands are missing here; accepted: command names, such as `east` or `wait 3`",
            )),
            false => Ok(steps),
        }
    }

    fn changes(&mut self, line: &Instruction, known: &Known, script: &mut Script) {
        for (part, at) in split(line.value, line.value_at) {
            let change =
                Words::new(self.text, part, at).and_then(|mut words| known.change(&mut words));
            if let Some(change) = self.keep(change) {
                script
                    .steps
                    .push(Step::Change(change, self.text.error(at, part)));
            }
        }
    }

    fn claims(&mut self, line: &Instruction, known: &Known, script: &mut Script) {
        let first = line.head.split(' ').next().unwrap_or_default();
        if !claim::STARTS.contains(&first) {
            let meant = crate::files::did_you_mean(
                first,
                claim::STARTS
                    .iter()
                    .chain(&settings::NAMES)
                    .copied()
                    .chain(["keys", "do", "set"]),
            );
            let message = format!(
                "no instruction is called `{first}`{meant}; accepted: keys, do, set, {}, {}, or a letter of the map",
                claim::STARTS.join(", "),
                settings::NAMES.join(", ")
            );
            self.errors.push(self.text.error(line.at, message));
            return;
        }
        let when =
            Words::new(self.text, line.head, line.at).and_then(|mut words| claim::when(&mut words));
        let Some((when, share)) = self.keep(when) else {
            return;
        };
        let first = script.claims.len();
        for (part, at) in split(line.value, line.value_at) {
            let statement =
                Words::new(self.text, part, at).and_then(|mut words| known.statement(&mut words));
            if let Some(statement) = self.keep(statement) {
                script.claims.push(Claim {
                    when,
                    share,
                    statement,
                    text: format!(
                        "{}: {}",
                        line.head,
                        part.split_whitespace().collect::<Vec<_>>().join(" ")
                    ),
                    place: self.text.place(at),
                });
            }
        }
        match when {
            When::Now => script
                .steps
                .push(Step::Now((first..script.claims.len()).collect())),
            When::After(turn) => script.steps.push(Step::Until(turn)),
            _ => {}
        }
    }
}

/// What happens in a scene, and what must hold.
#[derive(Default)]
struct Script {
    steps: Vec<Step>,
    claims: Vec<Claim>,
}

/// Splits a value at semicolons outside quotes, with the byte at which each part begins. An empty value has one part.
fn split(value: &str, at: usize) -> Vec<(&str, usize)> {
    let (mut parts, mut start, mut is_quoted) = (Vec::new(), 0, false);
    let mut add = |from: usize, to: usize| {
        let part = &value[from..to];
        let skipped = part.len() - part.trim_start().len();
        parts.push((part.trim(), at + from + skipped));
    };
    for (index, character) in value.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            ';' if !is_quoted => {
                add(start, index);
                start = index + 1;
            }
            _ => {}
        }
    }
    let has_more = !value[start..].trim().is_empty();
    if start == 0 || has_more {
        add(start, value.len());
    }
    parts
}

#[cfg(test)]
mod tests;
