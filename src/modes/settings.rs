//! What the player has chosen once and for all, and the files that keep it.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::own_files::{self, OwnFile};
use crate::control::{Bindings, KeyFile, KeyFileError};
use crate::files::set_field;
use crate::files::{brief, printable};
use crate::view::{Display, MessageLog, Palette};

/// What the player has chosen: in `settings.ron` and `keys.ron` of a folder, if there is one.
#[derive(Resource, Clone, Debug, Default)]
pub struct Settings {
    /// What the files say.
    kept: Kept,
    /// What is in force: options of the command line hold for as long as the program runs, and are not kept.
    now: Kept,
    /// How large all of it is shown at the moment, and how large it could be.
    shown: Option<(u8, u8)>,
    keys: KeyFile,
    folder: Option<PathBuf>,
    /// Palettes that are not the game's own: name and colours.
    own_palettes: Vec<(String, Palette)>,
    /// Something has changed and is not yet in force.
    is_new: Changes,
}

/// What has changed and is not yet in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Changes {
    shown: bool,
    keys: bool,
}

/// The file, field by field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Kept {
    pub(super) palette: String,
    pub(super) zoom: Option<u8>,
    pub(super) memory_brightness: u8,
    pub(super) wide_map: bool,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            palette: Palette::NAMES[0].to_owned(),
            zoom: None,
            memory_brightness: Display::default().memory_brightness,
            wide_map: false,
        }
    }
}

/// What is wrong with a file of settings. Displayed it is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SettingsError(String);

/// The name of the palette that the app has been given, or the folder of assets.
pub(super) const OWN: &str = "own";

impl Settings {
    /// The furthest that all of it can be enlarged.
    pub const MAX_ZOOM: u8 = 8;

    /// Reads the settings in a folder, which need not be there yet. What cannot be read is as if it were not there, and is
    /// an error.
    pub fn read(folder: &Path) -> (Self, Vec<SettingsError>) {
        let mut settings = Self {
            folder: Some(folder.to_owned()),
            is_new: Changes {
                shown: true,
                keys: true,
            },
            ..Self::default()
        };
        let mut errors = Vec::new();
        match own_files::read::<Kept>(folder) {
            Ok(kept) => {
                settings.kept = kept.unwrap_or_default();
                settings.now = settings.kept.clone();
            }
            Err(error) => errors.push(SettingsError(error)),
        }
        match own_files::read::<KeyFile>(folder) {
            Ok(keys) => settings.keys = keys.unwrap_or_default(),
            Err(error) => errors.push(SettingsError(error)),
        }
        (settings, errors)
    }

    /// The settings that the text of a file `settings.ron` holds, without a folder.
    ///
    /// # Errors
    ///
    /// If it is not RON of the expected form, or a value is out of range; without the file's name.
    pub fn from_ron(text: &str) -> Result<Self, SettingsError> {
        let kept = Kept::from_ron(text).map_err(|why| SettingsError(printable(&why)))?;
        Ok(Self {
            now: kept.clone(),
            kept,
            ..Self::default()
        })
    }

    /// The text of the file `settings.ron`, which explains itself.
    pub fn to_ron(&self) -> String {
        self.kept.to_ron()
    }

    /// How much larger than usual all of it is shown, if the player has chosen that.
    pub fn zoom(&self) -> Option<u8> {
        self.now.zoom
    }

    /// Shows all of it as much larger, at least 1; as large as usual if none.
    pub fn set_zoom(&mut self, zoom: Option<u8>) {
        self.now.zoom = zoom.map(|it| it.clamp(1, Self::MAX_ZOOM));
        self.is_new.shown = true;
    }

    /// All of it is shown as large now, and could be at most as large: what is asked for next starts from there.
    pub fn note_shown(&mut self, zoom: u8, most: u8) {
        self.shown = Some((zoom, most));
    }

    /// Shows all of it larger, or smaller.
    pub(super) fn zoom_by(&mut self, by: i8) {
        let (now, most) = self
            .shown
            .unwrap_or((self.now.zoom.unwrap_or(1), Self::MAX_ZOOM));
        self.set_zoom(Some(now.saturating_add_signed(by).clamp(1, most.max(1))));
        // Two presses within a frame count twice.
        self.shown = self
            .shown
            .map(|(_, most)| (self.now.zoom.unwrap_or(now), most));
    }

    /// The palette's name.
    pub fn palette(&self) -> &str {
        &self.now.palette
    }

    /// Has the palette of this name.
    pub fn set_palette(&mut self, name: &str) {
        self.now.palette = name.to_owned();
        self.is_new.shown = true;
    }

    /// The colours of that palette.
    pub fn colors(&self) -> Palette {
        let name = self.palette();
        let own = self.own_palettes.iter().find(|(it, _)| it == name);
        let chosen = own.map(|(_, palette)| palette.clone());
        chosen
            .or_else(|| Palette::built_in(name))
            .unwrap_or_default()
    }

    /// Adds a palette to those that can be chosen, and chooses it.
    pub fn add_palette(&mut self, name: &str, palette: Palette) {
        self.own_palettes.retain(|(it, _)| it != name);
        self.own_palettes.push((name.to_owned(), palette));
        self.set_palette(name);
    }

    /// Adds the palette of the folder of assets, or of the app, and chooses it, unless the player has chosen another one
    /// of those that come with the game.
    pub fn add_own_palette(&mut self, palette: Palette) {
        let chosen = self.now.palette.clone();
        self.add_palette(OWN, palette);
        if chosen != Palette::NAMES[0] {
            self.set_palette(&chosen);
        }
    }

    /// The names of the palettes that can be chosen.
    pub fn palettes(&self) -> Vec<String> {
        let own = self.own_palettes.iter().map(|(name, _)| name.as_str());
        let built_in = Palette::NAMES.into_iter();
        let built_in = built_in.filter(|it| self.own_palettes.iter().all(|(own, _)| own != it));
        own.chain(built_in).map(str::to_owned).collect()
    }

    /// How bright memory is, in percent of what the palette says.
    pub fn memory_brightness(&self) -> u8 {
        self.now.memory_brightness
    }

    /// Has memory as bright, within [`Display::MEMORY_BRIGHTNESS`].
    pub fn set_memory_brightness(&mut self, percent: u8) {
        let (least, most) = Display::MEMORY_BRIGHTNESS;
        self.now.memory_brightness = percent.clamp(least, most);
        self.is_new.shown = true;
    }

    /// Whether cells of the map are two columns wide in a terminal that has room for it.
    pub fn is_wide(&self) -> bool {
        self.now.wide_map
    }

    /// Has cells of the map two columns wide in a terminal that has room for it.
    pub fn set_wide(&mut self, is_wide: bool) {
        self.now.wide_map = is_wide;
    }

    /// The keys that the player has chosen.
    pub fn keys(&self) -> &KeyFile {
        &self.keys
    }

    /// Has these keys.
    pub fn set_keys(&mut self, keys: KeyFile) {
        self.keys = keys;
        self.is_new.keys = true;
    }

    /// Writes those files that are not there, so that they can be found and edited.
    pub fn write_missing(&self) {
        if let Some(folder) = &self.folder {
            own_files::write_missing(folder, &self.kept);
            own_files::write_missing(folder, &self.keys);
        }
    }

    /// Keeps in the file what was changed just now, if there is a folder: `change` takes it from what is in force. Says what
    /// the player has to know, if there is something.
    pub(super) fn save(&mut self, change: impl Fn(&mut Kept, &Kept)) -> Option<String> {
        change(&mut self.kept, &self.now);
        let (folder, now) = (self.folder.as_ref()?, &self.now);
        let changed = own_files::change(folder, &self.kept, |kept| {
            change(kept, now);
            Ok(())
        });
        told::<Kept>(folder, changed)
    }

    /// Keeps in the file what was changed of the keys just now, if there is a folder: `change` does the same to what is in
    /// the file. Says what the player has to know, if there is something.
    pub(super) fn save_keys(
        &mut self,
        change: impl Fn(&mut KeyFile) -> Result<(), KeyFileError>,
    ) -> Option<String> {
        let folder = self.folder.as_ref()?;
        let changed = own_files::change(folder, &self.keys, |keys| {
            change(keys).map_err(|error| error.to_string())
        });
        told::<KeyFile>(folder, changed)
    }
}

/// What the player has to know of a file that was changed, or could not be.
fn told<T: OwnFile>(folder: &Path, changed: Result<Option<String>, String>) -> Option<String> {
    changed.unwrap_or_else(|error| {
        Some(format!(
            "{}: {error}; what you chose holds until you leave",
            printable(&folder.join(T::NAME).display().to_string())
        ))
    })
}

impl OwnFile for Kept {
    const NAME: &'static str = "settings.ron";

    fn parse(text: &str) -> Result<Self, String> {
        Self::from_ron(text)
    }

    fn whole(&self) -> String {
        self.to_ron()
    }

    fn edited(&self, text: &str) -> Option<String> {
        let old = Self::from_ron(text).ok()?;
        let mut edited = text.to_owned();
        for ((field, before), (_, after)) in old.fields().into_iter().zip(self.fields()) {
            if before != after {
                edited = set_field(&edited, field, &after)?;
            }
        }
        (Self::from_ron(&edited).as_ref() == Ok(self)).then_some(edited)
    }
}

impl Kept {
    fn from_ron(text: &str) -> Result<Self, String> {
        let kept: Self = ron::from_str(text).map_err(|error| {
            let at = error.span.end;
            format!("{}:{}: {}", at.line, at.col, brief(&error.code.to_string()))
        })?;
        kept.checked()
    }

    /// Checks what RON cannot.
    fn checked(self) -> Result<Self, String> {
        let (least, most) = Display::MEMORY_BRIGHTNESS;
        if !(least..=most).contains(&self.memory_brightness) {
            let found = self.memory_brightness;
            return Err(format!(
                "memory_brightness: {found}; accepted: {least} to {most}"
            ));
        }
        let is_known = |name: &str| name == OWN || Palette::NAMES.contains(&name);
        if !is_known(&self.palette) {
            let known = Palette::NAMES.join(", ");
            return Err(format!(
                "palette: \"{}\"; accepted: {known}, {OWN}",
                brief(&self.palette)
            ));
        }
        if let Some(zoom) = self
            .zoom
            .filter(|it| !(1..=Settings::MAX_ZOOM).contains(it))
        {
            return Err(format!(
                "zoom: {zoom}; accepted: None, or Some(1) to Some({})",
                Settings::MAX_ZOOM
            ));
        }
        Ok(self)
    }

    /// Each field's name, and its value as a file has it.
    fn fields(&self) -> [(&'static str, String); 4] {
        let Self {
            palette,
            zoom,
            memory_brightness,
            wide_map,
        } = self;
        [
            ("palette", format!("{palette:?}")),
            ("zoom", format!("{zoom:?}")),
            ("memory_brightness", memory_brightness.to_string()),
            ("wide_map", wide_map.to_string()),
        ]
    }

    fn to_ron(&self) -> String {
        let [palette, zoom, memory_brightness, wide_map] = self.fields().map(|(_, value)| value);
        let (least, most) = Display::MEMORY_BRIGHTNESS;
        format!(
            "// What is chosen under Options.\n(\n    \
             // {}, or \"{OWN}\": that of the folder of assets.\n    palette: {palette},\n    \
             // How much larger all of it is shown: None as fits, or Some(1) to Some({}).\n    zoom: {zoom},\n    \
             // How bright memory is, in percent: {least} to {most}.\n    memory_brightness: {memory_brightness},\n    \
             // Whether a cell of the map is two columns wide in a terminal that has room for it.\n    \
             wide_map: {wide_map},\n)\n",
            Palette::NAMES.map(|it| format!("{it:?}")).join(", "),
            Settings::MAX_ZOOM,
        )
    }
}

/// Puts in force what has changed.
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
    if palette.depth() != display.colors {
        *palette = palette.in_depth(display.colors);
    }
    if new.keys {
        match settings.keys.apply(&mut bindings) {
            Err(error) => log.warn(error.to_string()),
            // Keys of plugins that ask for something else now.
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
    fn what_is_written_is_read_again_and_explains_itself() {
        let kept = Kept {
            palette: "high-contrast".to_owned(),
            zoom: Some(2),
            memory_brightness: 90,
            wide_map: true,
        };
        let text = kept.to_ron();
        assert_eq!(ron::from_str::<Kept>(&text).as_ref(), Ok(&kept));
        assert!(text.contains("\"colour-blind\""), "{text}");
        let zoomed = |zoom| {
            Kept {
                zoom: Some(zoom),
                ..Kept::default()
            }
            .checked()
        };
        assert!(zoomed(0).is_err() && zoomed(9).is_err() && zoomed(8).is_ok());
    }

    #[test]
    fn numbers_out_of_range_and_brackets_without_an_end_are_errors() {
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
        assert!(strange.starts_with("palette: \"\\naaa") && strange.len() < 1_000);
    }
}
