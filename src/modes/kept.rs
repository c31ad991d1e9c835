//! The settings file.

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

/// The contents of the settings file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Kept {
    pub(super) palette: String,
    pub(super) zoom: Option<u8>,
    pub(super) map_zoom: Option<u8>,
    pub(super) memory_brightness: u8,
    pub(super) wide_map: bool,
    /// Whether hints are shown.
    pub(super) hints: bool,
    /// The names of the hints that the player has read, and [`LESSON`] if the lesson was offered, separated by blanks.
    pub(super) hints_read: String,
    /// Whether the window fills the screen.
    pub(super) full_screen: bool,
    /// Where the window was when it was last closed.
    pub(super) window: Option<WindowPlace>,
    pub(super) wall_lines: bool,
    /// Whether things move in a window.
    pub(super) motion: bool,
    /// Whether sounds are played, if the program has any.
    pub(super) sound: bool,
    /// How loud sounds are, as a percentage.
    pub(super) volume: u8,
}

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

impl Default for Kept {
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

impl OwnFile for Kept {
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
        for ((field, before), (_, after)) in old.fields().into_iter().zip(self.fields()) {
            if before != after {
                edited = set_field(&edited, field, &after)?;
            }
        }
        (Self::from_ron(&edited).as_ref() == Ok(self)).then_some(edited)
    }
}

impl Kept {
    /// Parses the text of the settings file.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not valid RON of the expected form, or if a value is out of range.
    pub(super) fn from_ron(text: &str) -> Result<Self, String> {
        let kept: Self = parse_ron(text).map_err(|error| error.to_string())?;
        kept.checked().map_err(|(field, why)| {
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
    fn fields(&self) -> [(&'static str, String); 13] {
        let Self {
            palette,
            zoom,
            map_zoom,
            memory_brightness,
            wide_map,
            hints,
            hints_read,
            full_screen,
            window,
            wall_lines,
            motion,
            sound,
            volume,
        } = self;
        let window = window.map_or_else(
            || "None".to_owned(),
            |WindowPlace {
                 size,
                 at,
                 maximized,
             }| {
                format!("Some((size: {size:?}, at: {at:?}, maximized: {maximized}))")
            },
        );
        [
            ("palette", format!("{palette:?}")),
            ("zoom", format!("{zoom:?}")),
            ("map_zoom", format!("{map_zoom:?}")),
            ("memory_brightness", memory_brightness.to_string()),
            ("wide_map", wide_map.to_string()),
            ("hints", hints.to_string()),
            ("hints_read", format!("{hints_read:?}")),
            ("full_screen", full_screen.to_string()),
            ("window", window),
            ("wall_lines", wall_lines.to_string()),
            ("motion", motion.to_string()),
            ("sound", sound.to_string()),
            ("volume", volume.to_string()),
        ]
    }

    /// Returns the text of the file, with comments that explain it.
    pub(super) fn to_ron(&self) -> String {
        let [
            palette,
            zoom,
            map_zoom,
            memory_brightness,
            wide_map,
            hints,
            hints_read,
            full_screen,
            window,
            wall_lines,
            motion,
            sound,
            volume,
        ] = self.fields().map(|(_, value)| value);
        let (least, most) = Display::MEMORY_BRIGHTNESS;
        format!(
            "// The settings under Options.\n(\n    \
             // {}, or \"{OWN}\" for the palette in the assets folder.\n    palette: {palette},\n    \
             // Height of text in a window, in pixels: None to fit the window, or Some of\n    \
             // {}.\n    zoom: {zoom},\n    \
             // Side of map cells in a window, in the same way.\n    map_zoom: {map_zoom},\n    \
             // Brightness of remembered cells, as a percentage from {least} to {most}.\n    \
             memory_brightness: {memory_brightness},\n    \
             // Whether map cells are two columns wide in a terminal with room for it.\n    \
             wide_map: {wide_map},\n    \
             // Whether hints are shown when they first matter, and the hints that you have read.\n    \
             hints: {hints},\n    hints_read: {hints_read},\n    \
             // Whether the window fills the screen, and its size and place when it was last closed.\n    \
             full_screen: {full_screen},\n    window: {window},\n    \
             // Whether a terminal draws walls as lines instead of #.\n    \
             wall_lines: {wall_lines},\n    \
             // Whether things move in a window: arrows fly, blows flash, light and the map glide.\n    \
             motion: {motion},\n    \
             // Whether sounds are played, in a program that was built with the feature `sound`.\n    \
             sound: {sound},\n    \
             // How loud sounds are, as a percentage from 0 to {LOUDEST}.\n    \
             volume: {volume},\n)\n",
            Palette::NAMES.map(|it| format!("{it:?}")).join(", "),
            zoom_names(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_settings_are_read_back_and_name_the_palettes() {
        let kept = Kept {
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
        let text = kept.to_ron();
        assert_eq!(ron::from_str::<Kept>(&text).as_ref(), Ok(&kept));
        assert!(text.contains("\"colour-blind\""), "{text}");
        let zoomed = |zoom| {
            Kept {
                zoom: Some(zoom),
                ..Kept::default()
            }
            .checked()
            .map(|it| it.zoom)
        };
        assert!(zoomed(0).is_err() && zoomed(9).is_err() && zoomed(22).is_err());
        assert_eq!(zoomed(28), Ok(Some(28)));
    }

    #[test]
    fn a_zoom_from_an_older_file_becomes_the_same_height() {
        for (old, height) in [(1, 16), (2, 32), (5, 80), (8, 128)] {
            let kept = Kept::from_ron(&format!("(zoom: Some({old}))")).unwrap();
            assert_eq!(kept.zoom, Some(height));
        }
    }
}
