//! The player's settings, and the files that keep them.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use thiserror::Error;

use super::kept::{Kept, LESSON, LOUDEST, OWN, WindowPlace};
use super::own_files::{self, OwnFile};
use crate::control::{Bindings, KeyFile, KeyFileError};
use crate::files::printable;
use crate::view::{Display, Hint, MessageLog, Palette};

/// The player's settings, kept in the `settings.ron` and `keys.ron` files if there is a folder for them.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The settings in the file.
    kept: Kept,
    /// The current settings. Command-line options change only these, and only until the program ends.
    now: Kept,
    /// The current zoom of text and of the map, and the largest zoom of each that fits.
    shown: [Option<(u8, u8)>; 2],
    keys: KeyFile,
    /// The controls that the key file may name.
    known: Bindings,
    folder: Option<PathBuf>,
    /// The name and colours of each palette that is not built in.
    own_palettes: Vec<(String, Palette)>,
    /// The changes that have not taken effect yet.
    is_new: Changes,
}

/// What a window shows in a size that the player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoomed {
    /// Text.
    Text,
    /// The cells of the map.
    Map,
}

impl Kept {
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

impl Settings {
    /// Reads the settings in a folder, which need not exist yet. The keys may be those of the controls in `known`. For each file that cannot be used, uses the default
    /// settings and returns an error.
    pub fn read(folder: &Path, known: &Bindings) -> (Self, Vec<SettingsError>) {
        let mut settings = Self {
            folder: Some(folder.to_owned()),
            known: known.clone(),
            is_new: Changes {
                shown: true,
                keys: true,
            },
            ..Self::default()
        };
        let mut errors = Vec::new();
        match own_files::read::<Kept>(folder, &()) {
            Ok(kept) => {
                settings.kept = kept.unwrap_or_default();
                settings.now = settings.kept.clone();
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
        let kept = Kept::from_ron(text).map_err(|why| SettingsError(printable(&why)))?;
        Ok(Self {
            now: kept.clone(),
            kept,
            ..Self::default()
        })
    }

    /// Returns the text of `settings.ron`, with comments that explain it.
    pub fn to_ron(&self) -> String {
        self.kept.to_ron()
    }

    /// Returns the height of text in pixels that the player has chosen, or `None` for the zoom that fits the window.
    pub fn zoom(&self) -> Option<u8> {
        self.now.zoom
    }

    /// Returns the side of map cells in pixels that the player has chosen, or `None` for the one that suits the text.
    pub fn map_zoom(&self) -> Option<u8> {
        self.now.map_zoom
    }

    /// Sets the height of text, or the side of map cells, in pixels; `None` for the one that fits the window. A height
    /// that is not one of [`Display::ZOOMS`] becomes the next smaller one.
    pub fn set_zoom(&mut self, what: Zoomed, zoom: Option<u8>) {
        *self.now.zoom_of(what) = zoom.map(|it| Display::ZOOMS[step_of(it)]);
        self.is_new.shown = true;
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
        self.set_zoom(what, Some(next));
        // Two key presses within a frame count as two steps.
        self.shown[what as usize] = self.shown[what as usize].map(|(_, most)| (next, most));
        self.save_zoom(what)
    }

    /// Saves a zoom. Returns a warning for the player, if there is one.
    pub(super) fn save_zoom(&mut self, what: Zoomed) -> Option<String> {
        let chosen = *self.now.zoom_of(what);
        self.save(|kept, _| *kept.zoom_of(what) = chosen)
    }

    /// Returns the palette's name.
    pub fn palette(&self) -> &str {
        &self.now.palette
    }

    /// Chooses the palette with this name.
    pub fn set_palette(&mut self, name: &str) {
        self.now.palette = name.to_owned();
        self.is_new.shown = true;
    }

    /// Returns the colours of the chosen palette.
    pub fn colors(&self) -> Palette {
        let name = self.palette();
        let own = self.own_palettes.iter().find(|(it, _)| it == name);
        let chosen = own.map(|(_, palette)| palette.clone());
        chosen
            .or_else(|| Palette::built_in(name))
            .unwrap_or_default()
    }

    /// Adds a palette and chooses it.
    pub fn add_palette(&mut self, name: &str, palette: Palette) {
        self.own_palettes.retain(|(it, _)| it != name);
        self.own_palettes.push((name.to_owned(), palette));
        self.set_palette(name);
    }

    /// Adds the palette from the assets folder or the app. This palette is chosen unless the player has chosen a
    /// built-in palette other than the default.
    pub fn add_own_palette(&mut self, palette: Palette) {
        let chosen = self.now.palette.clone();
        self.add_palette(OWN, palette);
        if chosen != Palette::NAMES[0] {
            self.set_palette(&chosen);
        }
    }

    /// Returns the names of all palettes.
    pub fn palettes(&self) -> Vec<String> {
        let own = self.own_palettes.iter().map(|(name, _)| name.as_str());
        let built_in = Palette::NAMES.into_iter();
        let built_in = built_in.filter(|it| self.own_palettes.iter().all(|(own, _)| own != it));
        own.chain(built_in).map(str::to_owned).collect()
    }

    /// Returns the brightness of remembered cells, as a percentage of the brightness of the palette's colours.
    pub fn memory_brightness(&self) -> u8 {
        self.now.memory_brightness
    }

    /// Sets the brightness of remembered cells, as a percentage clamped to [`Display::MEMORY_BRIGHTNESS`].
    pub fn set_memory_brightness(&mut self, percent: u8) {
        let (least, most) = Display::MEMORY_BRIGHTNESS;
        self.now.memory_brightness = percent.clamp(least, most);
        self.is_new.shown = true;
    }

    /// Returns whether map cells are two columns wide in a terminal with room for it.
    pub fn is_wide(&self) -> bool {
        self.now.wide_map
    }

    /// Sets whether map cells are two columns wide in a terminal with room for it.
    pub fn set_wide(&mut self, is_wide: bool) {
        self.now.wide_map = is_wide;
    }

    /// Returns whether the window fills the screen.
    pub fn is_full_screen(&self) -> bool {
        self.now.full_screen
    }

    /// Fills the screen, or only the window again, and saves the choice. Returns a warning for the player, if there is
    /// one.
    pub(super) fn toggle_full_screen(&mut self) -> Option<String> {
        self.now.full_screen = !self.now.full_screen;
        self.save(|kept, now| kept.full_screen = now.full_screen)
    }

    /// Returns where the window was when it was last closed.
    pub fn window(&self) -> Option<WindowPlace> {
        self.now.window
    }

    /// Notes and saves where the window is. Returns a warning for the player, if there is one.
    pub fn keep_window(&mut self, place: WindowPlace) -> Option<String> {
        if self.now.window == Some(place) {
            return None;
        }
        self.now.window = Some(place);
        self.save(|kept, now| kept.window = now.window)
    }

    /// Returns whether hints are shown.
    pub fn hints(&self) -> bool {
        self.now.hints
    }

    /// Turns hints on or off. If they are turned on, every hint is new again.
    pub fn set_hints(&mut self, shows: bool) {
        self.now.hints = shows;
        if shows {
            self.now.hints_read.clear();
        }
    }

    /// Returns whether the player has read this hint.
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
        let read = format!("{} {name}", self.now.hints_read);
        self.now.hints_read = read.trim().to_owned();
        self.save_hints()
    }

    /// Saves what the player has chosen and read of the hints. Returns a warning for the player, if there is one.
    pub(super) fn save_hints(&mut self) -> Option<String> {
        self.save(|kept, now| {
            kept.hints = now.hints;
            kept.hints_read.clone_from(&now.hints_read);
        })
    }

    /// Returns whether a terminal draws walls as lines.
    pub fn has_wall_lines(&self) -> bool {
        self.now.wall_lines
    }

    /// Sets whether a terminal draws walls as lines.
    pub fn set_wall_lines(&mut self, has_lines: bool) {
        self.now.wall_lines = has_lines;
        self.is_new.shown = true;
    }

    /// Returns whether things move in a window.
    pub fn has_motion(&self) -> bool {
        self.now.motion
    }

    /// Sets whether things move in a window.
    pub fn set_motion(&mut self, has_motion: bool) {
        self.now.motion = has_motion;
    }

    /// Returns whether sounds are played, if the program was built with the feature `sound`.
    pub fn sound(&self) -> bool {
        self.now.sound
    }

    /// Returns how loud sounds are, as a percentage.
    pub fn volume(&self) -> u8 {
        self.now.volume
    }

    /// Sets how loud sounds are, as a percentage of at most 100.
    pub fn set_volume(&mut self, percent: u8) {
        self.now.volume = percent.min(LOUDEST);
    }

    /// Turns sounds on or off, and saves the choice. Returns a warning for the player, if there is one.
    pub(super) fn toggle_sound(&mut self) -> Option<String> {
        self.now.sound = !self.now.sound;
        self.save(|kept, now| kept.sound = now.sound)
    }

    /// Returns the player's keys.
    pub fn keys(&self) -> &KeyFile {
        &self.keys
    }

    /// Sets the player's keys.
    pub fn set_keys(&mut self, keys: KeyFile) {
        self.keys = keys;
        self.is_new.keys = true;
    }

    /// Writes the files that are missing, so that the player can find and edit them.
    pub fn write_missing(&self) {
        if let Some(folder) = &self.folder {
            own_files::write_missing(folder, &self.kept, &());
            own_files::write_missing(folder, &self.keys, &self.known);
        }
    }

    /// Saves a change to the settings file, if there is a folder. `change` copies the changed value from its second
    /// argument (the current settings) to its first (the settings in the file). Returns a warning for the player, if
    /// there is one.
    pub(super) fn save(&mut self, change: impl Fn(&mut Kept, &Kept)) -> Option<String> {
        change(&mut self.kept, &self.now);
        let (folder, now) = (self.folder.as_ref()?, &self.now);
        let changed = own_files::change(folder, &self.kept, &(), |kept| {
            change(kept, now);
            Ok(())
        });
        warning::<Kept>(folder, changed)
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

/// Returns the index of the largest of [`Display::ZOOMS`] that is at most this high.
fn step_of(height: u8) -> usize {
    let higher = Display::ZOOMS.partition_point(|it| *it <= height);
    higher.saturating_sub(1)
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
    let new = settings.is_new;
    if new != Changes::default() {
        settings.is_new = Changes::default();
    }
    if new.shown {
        *palette = settings.colors();
        display.memory_brightness = settings.memory_brightness();
    }
    let has_lines = display.can_draw_lines && settings.has_wall_lines();
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
