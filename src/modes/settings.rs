//! The player's settings, and the files that keep them.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use thiserror::Error;

use super::choices::{Choices, LESSON, OWN, WindowPlace, step_of};
use super::own_files::{self, OwnFile};
use crate::control::{Bindings, KeyFile, KeyFileError};
use crate::files::printable;
use crate::view::{Display, Hint, MessageLog, Palette};

/// The player's settings: its [choices](Choices) now, to which this dereferences, and its keys. They are kept in the
/// `settings.ron` and `keys.ron` files if there is a folder for them.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// What the file holds.
    saved: Choices,
    /// What counts now. Command-line options change only this, and only until the program ends.
    now: Choices,
    /// The current zoom of text and of the map, and the largest zoom of each that fits.
    shown: [Option<(u8, u8)>; 2],
    keys: KeyFile,
    /// The controls that the key file may name.
    known: Bindings,
    folder: Option<PathBuf>,
    /// The name and colours of each palette that is not built in.
    own_palettes: Vec<(String, Palette)>,
    /// The changes that have not taken effect yet.
    pending: Changes,
}

/// What a window shows in a size that the player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoomed {
    /// Text.
    Text,
    /// The cells of the map.
    Map,
}

impl Choices {
    fn zoom_of(&mut self, what: Zoomed) -> &mut Option<u8> {
        match what {
            Zoomed::Text => &mut self.zoom,
            Zoomed::Map => &mut self.map_zoom,
        }
    }
}

/// The changes that have not taken effect yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Changes {
    shown: bool,
    keys: bool,
}

/// An error in a settings file. The error message is a single line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SettingsError(String);

impl Deref for Settings {
    type Target = Choices;

    fn deref(&self) -> &Choices {
        &self.now
    }
}

impl Settings {
    /// Reads the settings in a folder, which need not exist yet. `known` lists the controls that the key file may name.
    /// If a file cannot be used, returns its default settings and an error.
    pub fn read(folder: &Path, known: &Bindings) -> (Self, Vec<SettingsError>) {
        let mut settings = Self {
            folder: Some(folder.to_owned()),
            known: known.clone(),
            pending: Changes {
                shown: true,
                keys: true,
            },
            ..Self::default()
        };
        let mut errors = Vec::new();
        match own_files::read::<Choices>(folder, &()) {
            Ok(saved) => {
                settings.saved = saved.unwrap_or_default();
                settings.now = settings.saved.clone();
            }
            Err(error) => errors.push(SettingsError(error)),
        }
        match own_files::read::<KeyFile>(folder, known) {
            Ok(keys) => settings.keys = keys.unwrap_or_default(),
            Err(error) => errors.push(SettingsError(error)),
        }
        (settings, errors)
    }

    /// Parses the text of a `settings.ron` file. The resulting settings have no folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not valid RON of the expected form, or if a value is out of range. The error
    /// does not name the file.
    pub fn from_ron(text: &str) -> Result<Self, SettingsError> {
        let saved = Choices::from_ron(text).map_err(|why| SettingsError(printable(&why)))?;
        Ok(Self {
            now: saved.clone(),
            saved,
            ..Self::default()
        })
    }

    /// Returns the text of `settings.ron`, with comments that explain it.
    pub fn to_ron(&self) -> String {
        self.saved.to_ron()
    }

    /// Changes settings until the program ends. Numbers out of range become the nearest ones.
    pub fn set(&mut self, change: impl FnOnce(&mut Choices)) {
        change(&mut self.now);
        self.now.clamp();
        self.pending.shown = true;
    }

    /// Changes settings for good: saves what `change` changes, if there is a folder. Returns a warning for the player,
    /// if there is one.
    pub fn choose(&mut self, change: impl FnOnce(&mut Choices)) -> Option<String> {
        let before = self.now.clone();
        self.set(change);
        let changed = self.now.changed_since(&before);
        self.save(&changed)
    }

    /// Records the current zoom, from which the next change starts, and the largest possible zoom.
    pub fn note_shown(&mut self, what: Zoomed, zoom: u8, most: u8) {
        self.shown[what as usize] = Some((zoom, most));
    }

    /// Zooms in or out by one step, and saves the choice. Returns a warning for the player, if there is one.
    pub(super) fn zoom_by(&mut self, what: Zoomed, by: i32) -> Option<String> {
        let zooms = Display::ZOOMS;
        let smallest = zooms[0];
        let chosen = self.now.zoom_of(what).unwrap_or(smallest);
        let (now, most) = self.shown[what as usize].unwrap_or((chosen, u8::MAX));
        let step = step_of(now).saturating_add_signed(by as isize);
        let next = zooms[step.min(step_of(most.max(smallest)))];
        // Two key presses within a frame count as two steps.
        self.shown[what as usize] = self.shown[what as usize].map(|(_, most)| (next, most));
        self.set_zoom(what, Some(next))
    }

    /// Sets a zoom in pixels, or the one that fits the window, for good. Returns a warning for the player, if there is
    /// one.
    pub(super) fn set_zoom(&mut self, what: Zoomed, zoom: Option<u8>) -> Option<String> {
        self.choose(|now| *now.zoom_of(what) = zoom)
    }

    pub fn colors(&self) -> Palette {
        let name = &self.palette;
        let own = self.own_palettes.iter().find(|(it, _)| it == name);
        let chosen = own.map(|(_, palette)| palette.clone());
        chosen
            .or_else(|| Palette::built_in(name))
            .unwrap_or_default()
    }

    pub fn add_palette(&mut self, name: &str, palette: Palette) {
        self.own_palettes.retain(|(it, _)| it != name);
        self.own_palettes.push((name.to_owned(), palette));
        self.set(|now| name.clone_into(&mut now.palette));
    }

    /// Adds the palette from the assets folder or the app. This palette is chosen unless the player has chosen a
    /// built-in palette other than the default.
    pub fn add_own_palette(&mut self, palette: Palette) {
        let chosen = self.now.palette.clone();
        self.add_palette(OWN, palette);
        if chosen != Palette::NAMES[0] {
            self.set(|now| now.palette = chosen);
        }
    }

    pub fn palettes(&self) -> Vec<String> {
        let own = self.own_palettes.iter().map(|(name, _)| name.as_str());
        let built_in = Palette::NAMES.into_iter();
        let built_in = built_in.filter(|it| self.own_palettes.iter().all(|(own, _)| own != it));
        own.chain(built_in).map(str::to_owned).collect()
    }

    /// Notes and saves where the window is. Returns a warning for the player, if there is one.
    pub fn keep_window(&mut self, place: WindowPlace) -> Option<String> {
        self.choose(|now| now.window = Some(place))
    }

    /// Turns hints on or off for good. If they are turned on, every hint is new again. Returns a warning for the
    /// player, if there is one.
    pub fn show_hints(&mut self, shows: bool) -> Option<String> {
        self.choose(|now| {
            now.hints = shows;
            if shows {
                now.hints_read.clear();
            }
        })
    }

    pub fn has_read(&self, hint: Hint) -> bool {
        self.has_word(hint.name())
    }

    /// Returns whether the player was asked whether to take the lesson.
    pub fn was_offered_lesson(&self) -> bool {
        self.has_word(LESSON)
    }

    fn has_word(&self, name: &str) -> bool {
        let mut read = self.now.hints_read.split_whitespace();
        read.any(|it| it == name)
    }

    /// Notes and saves that the player was asked whether to take the lesson. Returns a warning for the player, if there is
    /// one.
    pub(super) fn offer_lesson(&mut self) -> Option<String> {
        self.note_word(LESSON)
    }

    /// Notes and saves that the player has read this hint. Returns a warning for the player, if there is one.
    pub(super) fn read_hint(&mut self, hint: Hint) -> Option<String> {
        self.note_word(hint.name())
    }

    fn note_word(&mut self, name: &str) -> Option<String> {
        self.choose(|now| {
            let read = format!("{} {name}", now.hints_read);
            read.trim().clone_into(&mut now.hints_read);
        })
    }

    pub fn keys(&self) -> &KeyFile {
        &self.keys
    }

    pub fn set_keys(&mut self, keys: KeyFile) {
        self.keys = keys;
        self.pending.keys = true;
    }

    /// Writes the files that are missing, so that the player can find and edit them.
    pub fn write_missing(&self) {
        if let Some(folder) = &self.folder {
            own_files::write_missing(folder, &self.saved, &());
            own_files::write_missing(folder, &self.keys, &self.known);
        }
    }

    fn save(&mut self, changed: &[(String, String)]) -> Option<String> {
        if changed.is_empty() {
            return None;
        }
        self.saved.set(changed);
        let folder = self.folder.as_ref()?;
        let written = own_files::change(folder, &self.saved, &(), |saved| {
            saved.set(changed);
            Ok(())
        });
        warning::<Choices>(folder, written)
    }

    /// Saves a change to the key file, if there is a folder. `change` is applied to the keys in the file. Returns a
    /// warning for the player, if there is one.
    pub(super) fn save_keys(
        &mut self,
        change: impl Fn(&mut KeyFile, &Bindings) -> Result<(), KeyFileError>,
    ) -> Option<String> {
        let (folder, known) = (self.folder.as_ref()?, &self.known);
        let changed = own_files::change(folder, &self.keys, known, |keys| {
            change(keys, known).map_err(|error| error.to_string())
        });
        warning::<KeyFile>(folder, changed)
    }
}

/// Returns the warning, if any, to show the player after an attempt to change a file.
fn warning<T: OwnFile>(folder: &Path, changed: Result<Option<String>, String>) -> Option<String> {
    changed.unwrap_or_else(|error| {
        Some(format!(
            "{}: {error}; your choice lasts until you quit",
            printable(&folder.join(T::NAME).display().to_string())
        ))
    })
}

/// Makes changed settings take effect.
pub(super) fn follow(
    mut settings: ResMut<Settings>,
    mut palette: ResMut<Palette>,
    mut display: ResMut<Display>,
    mut bindings: ResMut<Bindings>,
    mut log: ResMut<MessageLog>,
) {
    let new = settings.pending;
    if new != Changes::default() {
        settings.pending = Changes::default();
    }
    if new.shown {
        *palette = settings.colors();
        display.memory_brightness = settings.memory_brightness;
    }
    let has_lines = display.can_draw_lines && settings.wall_lines;
    if display.has_lines != has_lines {
        display.has_lines = has_lines;
    }
    if palette.depth() != display.colors {
        *palette = palette.in_depth(display.colors);
    }
    if new.keys {
        match settings.keys.apply(&mut bindings) {
            Err(error) => log.warn(error.to_string()),
            // Warn of controls that claim a key of another one in this set.
            Ok(()) => {
                let conflicts = bindings.conflicts().iter();
                conflicts.for_each(|it| log.warn(it.to_string()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_and_unclosed_brackets_are_errors() {
        let error = |text: &str| Settings::from_ron(text).unwrap_err().to_string();
        for number in ["256", "-1", "99999999999999999999999", "1.5", "NaN"] {
            for text in [
                format!("(memory_brightness: {number})"),
                format!("(zoom: Some({number}))"),
            ] {
                assert!(error(&text).starts_with("1:"), "{text}: {}", error(&text));
            }
        }
        for bracket in ["(", "[", "{", "(zoom: Some(", "Some("] {
            let deep = error(&bracket.repeat(100_000));
            assert!(deep.starts_with("1:"), "{bracket}: {deep}");
        }
        let strange = error(&format!("(palette: \"\\n{}\")", "a".repeat(1 << 19)));
        assert!(strange.starts_with("1:11: palette: \"\\naaa") && strange.len() < 1_000);
    }
}
