//! The fields of a palette file.

use std::collections::BTreeMap;

use ratatui::style::Color;
use serde::{Deserialize, Deserializer, de};

use crate::map::TileColors;

/// The colours of a tile: glyph and background while it is visible, and while it is remembered.
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

    /// Returns the colours of glyph and background beside the eye.
    pub fn lit(self) -> (Color, Color) {
        (self.lit, self.ground)
    }

    /// Returns the colours of glyph and background in memory.
    pub fn remembered(self) -> (Color, Color) {
        (self.remembered, self.remembered_ground)
    }
}

/// The glyph colours of things. Their background is the tile's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThingTint {
    #[serde(deserialize_with = "rgb")]
    pub(super) lit: Color,
    #[serde(deserialize_with = "rgb")]
    pub(super) remembered: Color,
}

/// The colours of a health bar: the remaining part, by how much is left, and the missing part.
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

/// Reads a colour as `"#rrggbb"`. The colour names that ratatui also knows are refused: they are a terminal's own
/// colours, which differ between terminals and don't exist in a window.
fn rgb<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
    const EXPECTED: &str =
        "a colour as \"#rrggbb\", two hexadecimal digits each for red, green and blue";
    match Color::deserialize(deserializer) {
        Ok(color @ Color::Rgb(..)) => Ok(color),
        _ => Err(de::Error::custom(format_args!("expected {EXPECTED}"))),
    }
}

/// The fields of the file.
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

/// The backgrounds of creatures, by what they know of their enemies.
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
