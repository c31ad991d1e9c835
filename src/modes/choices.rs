//! What the player can choose, and the file that keeps it.

use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use super::own_files::OwnFile;
use crate::files::{brief, error_at, parse_ron, set_field};
use crate::view::{Display, Hint, Palette};

/// The height of text at the smallest zoom. Older settings files give the zoom as a multiple of this height.
const MULTIPLE: u8 = Display::ZOOMS[0];

/// The name of the palette that comes from the app or from the assets folder.
pub(super) const OWN: &str = "own";

/// The word among the hints for the lesson: the player was asked whether to take it.
pub(super) const LESSON: &str = "lesson";

/// What the player can choose: the contents of the settings file. A setting is a field here with its default, a row in
/// `ABOUT` and, if it has a place on the options screen, a row there. What shows it reads it from `Settings`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choices {
    /// The palette's name.
    pub palette: String,
    /// The height of text in pixels, or `None` for the zoom that fits the window.
    pub zoom: Option<u8>,
    /// The side of map cells in pixels, or `None` for the one that suits the text.
    pub map_zoom: Option<u8>,
    /// The brightness of remembered cells, as a percentage of the brightness of the palette's colours.
    pub memory_brightness: u8,
    /// Whether map cells are two columns wide in a terminal with room for it.
    pub wide_map: bool,
    /// Whether hints are shown.
    pub hints: bool,
    /// The names of the hints that the player has read, and [`LESSON`] if the lesson was offered, separated by blanks.
    pub(super) hints_read: String,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// Where the window was when it was last closed.
    pub window: Option<WindowPlace>,
    /// Whether a terminal draws walls as lines.
    pub wall_lines: bool,
    /// Whether things move in a window.
    pub motion: bool,
    /// Whether sounds are played, if the program has any.
    pub sound: bool,
    /// How loud sounds are, as a percentage.
    pub volume: u8,
}

/// Says what a field is for, in the settings file.
type About = fn() -> String;

/// What the settings file says before a field.
const ABOUT: &[(&str, About)] = &[
    ("palette", || {
        let known = Palette::NAMES.map(|it| format!("{it:?}")).join(", ");
        format!("{known}, or \"{OWN}\" for the palette in the assets folder.")
    }),
    ("zoom", || {
        let all = zoom_names();
        format!("Height of text in a window, in pixels: None to fit the window, or Some of\n{all}.")
    }),
    ("map_zoom", || {
        "Side of map cells in a window, in the same way.".to_owned()
    }),
    ("memory_brightness", || {
        let (least, most) = Display::MEMORY_BRIGHTNESS;
        format!("Brightness of remembered cells, as a percentage from {least} to {most}.")
    }),
    ("wide_map", || {
        "Whether map cells are two columns wide in a terminal with room for it.".to_owned()
    }),
    ("hints", || {
        "Whether hints are shown when they first matter, and the hints that you have read."
            .to_owned()
    }),
    ("full_screen", || {
        "Whether the window fills the screen, and its size and place when it was last closed."
            .to_owned()
    }),
    ("wall_lines", || {
        "Whether a terminal draws walls as lines instead of #.".to_owned()
    }),
    ("motion", || {
        "Whether things move in a window: arrows fly, blows flash, light and the map glide."
            .to_owned()
    }),
    ("sound", || {
        "Whether sounds are played, in a program that was built with the feature `sound`."
            .to_owned()
    }),
    ("volume", || {
        format!("How loud sounds are, as a percentage from 0 to {LOUDEST}.")
    }),
];

/// The size of the window, and its place on the screen if the system tells it, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowPlace {
    /// The width and height of the window.
    pub size: (u32, u32),
    /// The left and top edge of the window.
    #[serde(default)]
    pub at: Option<(i32, i32)>,
    /// Whether the window was maximized. The size and the place are those that it had before.
    #[serde(default)]
    pub maximized: bool,
}

/// The smallest and the largest width and height of a window that is remembered.
const WINDOW_SIZES: [(u32, u32); 2] = [(320, 180), (16_384, 16_384)];

impl Default for Choices {
    fn default() -> Self {
        Self {
            palette: Palette::NAMES[0].to_owned(),
            zoom: None,
            map_zoom: None,
            memory_brightness: Display::default().memory_brightness,
            wide_map: false,
            hints: true,
            hints_read: String::new(),
            full_screen: false,
            window: None,
            wall_lines: true,
            motion: true,
            sound: true,
            volume: 50,
        }
    }
}

/// The highest volume, as a percentage.
pub(super) const LOUDEST: u8 = 100;

/// Returns the zoom that this number stands for: the height of text in pixels, or a multiple of 16 pixels, as in older
/// settings files.
pub(crate) fn zoom_of(number: u8) -> Option<u8> {
    let height = match number {
        1..=8 => number * MULTIPLE,
        height => height,
    };
    Display::ZOOMS.contains(&height).then_some(height)
}

/// Returns the accepted zooms, for messages.
pub(crate) fn zoom_names() -> String {
    Display::ZOOMS.map(|it| it.to_string()).join(", ")
}

impl OwnFile for Choices {
    const NAME: &'static str = "settings.ron";

    type Known = ();

    fn parse(text: &str, (): &()) -> Result<Self, String> {
        Self::from_ron(text)
    }

    fn whole(&self, (): &()) -> String {
        self.to_ron()
    }

    fn edited(&self, text: &str, (): &()) -> Option<String> {
        let old = Self::from_ron(text).ok()?;
        let mut edited = text.to_owned();
        for (field, value) in self.changed_since(&old) {
            edited = set_field(&edited, &field, &value)?;
        }
        (Self::from_ron(&edited).as_ref() == Ok(self)).then_some(edited)
    }
}

impl Choices {
    /// Parses the text of the settings file.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not valid RON of the expected form, or if a value is out of range.
    pub(super) fn from_ron(text: &str) -> Result<Self, String> {
        let read: Self = parse_ron(text).map_err(|error| error.to_string())?;
        read.checked().map_err(|(field, why)| {
            let why = format!("{field}: {why}");
            error_at(text, field, why).to_string()
        })
    }

    /// Checks ranges and names, which RON cannot check.
    ///
    /// # Errors
    ///
    /// Returns the field and what is wrong with its value.
    fn checked(mut self) -> Result<Self, (&'static str, String)> {
        let (least, most) = Display::MEMORY_BRIGHTNESS;
        if !(least..=most).contains(&self.memory_brightness) {
            let found = self.memory_brightness;
            let why = format!("{found}; accepted: {least} to {most}");
            return Err(("memory_brightness", why));
        }
        let is_known = |name: &str| name == OWN || Palette::NAMES.contains(&name);
        if !is_known(&self.palette) {
            let known = Palette::NAMES.join(", ");
            let found = brief(&self.palette);
            return Err(("palette", format!("\"{found}\"; accepted: {known}, {OWN}")));
        }
        for (field, zoom) in [("zoom", &mut self.zoom), ("map_zoom", &mut self.map_zoom)] {
            let Some(chosen) = *zoom else { continue };
            *zoom = zoom_of(chosen);
            if zoom.is_none() {
                let known = zoom_names();
                let why = format!("{chosen}; accepted: None, or Some of {known}");
                return Err((field, why));
            }
        }
        let mut read = self.hints_read.split_whitespace();
        if let Some(unknown) = read.find(|it| *it != LESSON && Hint::named(it).is_none()) {
            let known = Hint::ALL.map(Hint::name).join(", ");
            let why = format!("\"{}\"; accepted: {known}, {LESSON}", brief(unknown));
            return Err(("hints_read", why));
        }
        if self.volume > LOUDEST {
            let why = format!("{}; accepted: 0 to {LOUDEST}", self.volume);
            return Err(("volume", why));
        }
        let [least, most] = WINDOW_SIZES;
        let fits = |it: &WindowPlace| {
            (least.0..=most.0).contains(&it.size.0) && (least.1..=most.1).contains(&it.size.1)
        };
        if let Some(place) = self.window.filter(|it| !fits(it)) {
            let why = format!("size {:?}; accepted: {least:?} to {most:?}", place.size);
            return Err(("window", why));
        }
        Ok(self)
    }

    /// Returns each field's name and value, as they are written in the file.
    fn fields(&self) -> Vec<(String, String)> {
        // One field a line, and everything within a field on its line.
        let config = PrettyConfig::new().depth_limit(1).new_line("\n");
        let text = ron::ser::to_string_pretty(self, config).unwrap_or_default();
        let lines = text.lines().filter_map(|it| it.strip_suffix(','));
        let fields = lines.filter_map(|it| it.trim_start().split_once(": "));
        fields
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }

    /// Returns the fields that differ from those of `before`.
    pub(super) fn changed_since(&self, before: &Self) -> Vec<(String, String)> {
        let before = before.fields();
        let now = self.fields().into_iter();
        now.filter(|it| !before.contains(it)).collect()
    }

    /// Sets these fields.
    pub(super) fn set(&mut self, fields: &[(String, String)]) {
        let mut text = self.to_ron();
        for (name, value) in fields {
            text = set_field(&text, name, value).unwrap_or(text);
        }
        if let Ok(changed) = Self::from_ron(&text) {
            *self = changed;
        }
    }

    /// Brings numbers into their ranges.
    pub(super) fn clamp(&mut self) {
        let (least, most) = Display::MEMORY_BRIGHTNESS;
        self.memory_brightness = self.memory_brightness.clamp(least, most);
        self.volume = self.volume.min(LOUDEST);
        for zoom in [&mut self.zoom, &mut self.map_zoom] {
            *zoom = zoom.map(|it| Display::ZOOMS[step_of(it)]);
        }
    }

    /// Returns the text of the file, with comments that explain it.
    pub(super) fn to_ron(&self) -> String {
        let mut text = "// The settings under Options.\n(\n".to_owned();
        for (name, value) in self.fields() {
            let about = ABOUT.iter().find(|it| it.0 == name);
            for line in about.map(|it| it.1()).unwrap_or_default().lines() {
                text += &format!("    // {line}\n");
            }
            text += &format!("    {name}: {value},\n");
        }
        text + ")\n"
    }
}

/// Returns the index of the largest of [`Display::ZOOMS`] that is at most this high.
pub(super) fn step_of(height: u8) -> usize {
    let higher = Display::ZOOMS.partition_point(|it| *it <= height);
    higher.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_settings_are_read_back_and_name_the_palettes() {
        let choices = Choices {
            palette: "high-contrast".to_owned(),
            zoom: Some(24),
            map_zoom: Some(40),
            memory_brightness: 90,
            wide_map: true,
            hints: false,
            hints_read: "oil fog".to_owned(),
            full_screen: true,
            window: Some(WindowPlace {
                size: (1280, 720),
                at: Some((-5, 10)),
                maximized: true,
            }),
            wall_lines: false,
            motion: false,
            sound: false,
            volume: 70,
        };
        let text = choices.to_ron();
        assert_eq!(ron::from_str::<Choices>(&text).as_ref(), Ok(&choices));
        assert!(text.contains("\"colour-blind\""), "{text}");
        let zoomed = |zoom| {
            Choices {
                zoom: Some(zoom),
                ..Choices::default()
            }
            .checked()
            .map(|it| it.zoom)
        };
        assert!(zoomed(0).is_err() && zoomed(9).is_err() && zoomed(22).is_err());
        assert_eq!(zoomed(28), Ok(Some(28)));
    }

    #[test]
    fn the_file_explains_every_setting() {
        // These two follow others that say what they are.
        let explained = ["hints_read", "window"].into_iter();
        let explained: Vec<&str> = explained.chain(ABOUT.iter().map(|it| it.0)).collect();
        for (name, _) in Choices::default().fields() {
            assert!(explained.contains(&name.as_str()), "{name}");
        }
    }

    #[test]
    fn a_zoom_from_an_older_file_becomes_the_same_height() {
        for (old, height) in [(1, 16), (2, 32), (5, 80), (8, 128)] {
            let choices = Choices::from_ron(&format!("(zoom: Some({old}))")).unwrap();
            assert_eq!(choices.zoom, Some(height));
        }
    }
}
