//! The contents of a palette file.

use std::collections::BTreeMap;

use ratatui::style::Color;
use serde::{Deserialize, Deserializer, de};

use crate::map::TileColors;

/// The colours of a tile's glyph and background, both when the tile is visible and when it is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tint {
    #[serde(deserialize_with = "rgb")]
    pub(super) lit: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) ground: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) remembered: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) remembered_ground: Color,
}

impl Tint {
    /// Returns the tile's own colours.
    pub(super) fn of(own: TileColors) -> Self {
        let color = |[red, green, blue]: [u8; 3]| Color::Rgb(red, green, blue);
        Self {
            lit: color(own.lit),
            ground: color(own.ground),
            remembered: color(own.remembered),
            remembered_ground: color(own.remembered_ground),
        }
    }

    /// Returns the glyph and background colours of the tile when it is beside the eye.
    pub fn lit(self) -> (Color, Color) {
        (self.lit, self.ground)
    }

    /// Returns the glyph and background colours of the tile when it is remembered.
    pub fn remembered(self) -> (Color, Color) {
        (self.remembered, self.remembered_ground)
    }
}

/// The glyph colours of things. A thing is drawn on the background of the tile beneath it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThingTint {
    #[serde(deserialize_with = "rgb")]
    pub(super) lit: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) remembered: Color,
}

/// The colours of a health bar: three for the remaining part, depending on how much health is left, and one for the
/// missing part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bar {
    #[serde(deserialize_with = "rgb")]
    pub(super) full: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) hurt: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) low: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) empty: Color,
}

/// Deserializes a colour written as `"#rrggbb"`. The colour names that ratatui accepts are rejected, because they refer
/// to the terminal's own colours, which differ between terminals and don't exist in a window.
fn rgb<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
    const EXPECTED: &str =
        "a colour as \"#rrggbb\", two hexadecimal digits each for red, green and blue";
    match Color::deserialize(deserializer) {
        Ok(color @ Color::Rgb(..)) => Ok(color),
        _ => Err(de::Error::custom(format_args!("expected {EXPECTED}"))),
    }
}

/// The colours in a palette file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Colors {
    #[serde(deserialize_with = "rgb")]
    pub(super) background: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) text: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) faint_text: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) accent: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) warning: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) selection: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) player: Color,
    pub(super) far: u8,
    pub(super) tiles: BTreeMap<String, Tint>,
    pub(super) thing: ThingTint,
    #[serde(deserialize_with = "rgb")]
    pub(super) creature: Color,
    pub(super) colors: BTreeMap<String, Named>,
    pub(super) moods: Moods,
    #[serde(deserialize_with = "rgb")]
    pub(super) overlay: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) watched: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) way: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) cursor: Color,
    pub(super) bar: Bar,
}

/// A colour that monster files refer to by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(super) struct Named(#[serde(deserialize_with = "rgb")] pub(super) Color);

/// The backgrounds of creatures. The background of each creature depends on what it knows about its enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Moods {
    #[serde(deserialize_with = "rgb")]
    pub(super) asleep: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) noticing: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) hunting: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) searching: Color,
}
