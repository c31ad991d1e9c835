//! The number of colours that a screen can show.

use std::fmt;
use std::str::FromStr;

use ratatui::style::Color;
use thiserror::Error;

/// The number of colours that a screen can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorDepth {
    /// All 24-bit RGB colours.
    #[default]
    TrueColor,
    /// Colours 16 to 255 of xterm's palette, which are fixed: a 6 × 6 × 6 colour cube and 24 greys.
    Colors256,
    /// Sixteen colours, which every terminal defines in its own way.
    Colors16,
    /// The first eight of the [sixteen](Self::Colors16). Whatever is in view is also bold, which many terminals show as
    /// a brighter colour.
    Colors8,
    /// No colours, only the bold, dim, underlined and reversed attributes.
    Monochrome,
}

/// An error about an unknown colour depth. The error message is a single line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown colour depth `{0}`; accepted: {names}", names = names())]
pub struct UnknownDepth(String);

fn names() -> String {
    ColorDepth::ALL.map(ColorDepth::name).join(", ")
}

impl ColorDepth {
    /// Every colour depth, in order from the most colours to none.
    pub const ALL: [Self; 5] = [
        Self::TrueColor,
        Self::Colors256,
        Self::Colors16,
        Self::Colors8,
        Self::Monochrome,
    ];

    /// Returns the name that the command line uses for this depth.
    pub fn name(self) -> &'static str {
        match self {
            Self::TrueColor => "truecolor",
            Self::Colors256 => "256",
            Self::Colors16 => "16",
            Self::Colors8 => "8",
            Self::Monochrome => "none",
        }
    }

    /// Returns the colour to show for `color`. With 256 colours, this is whichever of colours 16 to 255 is closest to
    /// `color`. With any other depth, it is `color` itself; if there are fewer than 256 colours, the
    /// [`Palette`](super::Palette) has already chosen a suitable one.
    pub fn nearest(self, color: Color) -> Color {
        match (self, color) {
            (Self::Colors256, Color::Rgb(red, green, blue)) => {
                Color::Indexed(nearest_indexed([red, green, blue]))
            }
            _ => color,
        }
    }
}

impl fmt::Display for ColorDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ColorDepth {
    type Err = UnknownDepth;

    fn from_str(name: &str) -> Result<Self, UnknownDepth> {
        let found = Self::ALL.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| UnknownDepth(name.to_owned()))
    }
}

/// Returns the RGB value of one of xterm's colours 16 to 255 (see `256colres.h`), or `None` for the first sixteen,
/// which differ between terminals.
pub fn indexed_rgb(index: u8) -> Option<[u8; 3]> {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |by: u8| STEPS[usize::from((index - 16) / by % 6)];
    match index {
        ..16 => None,
        16..232 => Some([step(36), step(6), step(1)]),
        232.. => Some([8 + 10 * (index - 232); 3]),
    }
}

/// Returns whichever of colours 16 to 255 is closest to `rgb`. Brightness counts double, because it distinguishes
/// visible cells from remembered ones.
fn nearest_indexed(rgb: [u8; 3]) -> u8 {
    let wanted = lab(rgb);
    let far = |index: u8| {
        let [light, a, b] = lab(indexed_rgb(index).unwrap_or_default());
        let (light, a, b) = (light - wanted[0], a - wanted[1], b - wanted[2]);
        4.0 * light * light + a * a + b * b
    };
    let distances = (16..=255).map(|index| (far(index), index));
    let nearest = distances.min_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.map_or(16, |(_, index)| index)
}

/// Converts an sRGB colour to CIE 1976 L*a*b* with the white point D65 (daylight).
pub(super) fn lab(rgb: [u8; 3]) -> [f32; 3] {
    const WHITE: [f32; 3] = [0.95047, 1.0, 1.08883];
    const TO_XYZ: [[f32; 3]; 3] = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175],
        [0.019_333_9, 0.119_192, 0.950_304_1],
    ];
    let light = rgb.map(|channel| {
        let channel = f32::from(channel) / 255.0;
        if channel <= 0.04045 {
            channel / 12.92
        } else {
            ((channel + 0.055) / 1.055).powf(2.4)
        }
    });
    let [x, y, z] = [0, 1, 2].map(|row: usize| {
        let sum: f32 = (0..3)
            .map(|column| TO_XYZ[row][column] * light[column])
            .sum();
        let share = sum / WHITE[row];
        if share > 216.0 / 24389.0 {
            share.cbrt()
        } else {
            (24389.0 / 27.0 * share + 16.0) / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_indexed_colour_is_nearest_to_itself() {
        for index in 16..=255 {
            let rgb = indexed_rgb(index).unwrap();
            let nearest = indexed_rgb(nearest_indexed(rgb)).unwrap();
            assert_eq!(nearest, rgb, "{index}");
        }
        assert_eq!(indexed_rgb(15), None);
        assert_eq!(indexed_rgb(16), Some([0, 0, 0]));
        assert_eq!(indexed_rgb(208), Some([255, 135, 0]));
        assert_eq!(indexed_rgb(255), Some([238, 238, 238]));
    }

    #[test]
    fn lab_is_right_for_white_black_and_red() {
        for (rgb, expected) in [
            ([255, 255, 255], [100.0, 0.0, 0.0]),
            ([0, 0, 0], [0.0, 0.0, 0.0]),
            ([255, 0, 0], [53.24, 80.09, 67.2]),
        ] {
            for (value, expected) in lab(rgb).into_iter().zip(expected) {
                assert!(
                    (value - expected).abs() < 0.1,
                    "{rgb:?}: {value}, {expected}"
                );
            }
        }
    }

    #[test]
    fn names_are_parsed_back() {
        for depth in ColorDepth::ALL {
            assert_eq!(depth.name().parse(), Ok(depth));
        }
        let error = "32".parse::<ColorDepth>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown colour depth `32`; accepted: truecolor, 256, 16, 8, none"
        );
    }
}
