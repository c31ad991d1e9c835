//! Adjusts colours for distance, light and the player's settings.

use bevy::math::IVec2;
use ratatui::style::Color;

/// Returns a colour at `percent` of its brightness. Channels are capped at full brightness.
pub fn at_brightness(color: Color, percent: u32) -> Color {
    let Color::Rgb(red, green, blue) = color else {
        return color;
    };
    let scale = |channel: u8| ((u32::from(channel) * percent + 50) / 100).min(255) as u8;
    Color::Rgb(scale(red), scale(green), scale(blue))
}

/// Returns the contrast of two colours, from 1 to 21: that of the Web Content Accessibility Guidelines.
pub(super) fn contrast(one: Color, other: Color) -> f32 {
    let luminance = |color: Color| {
        let Color::Rgb(red, green, blue) = color else {
            return 0.0;
        };
        let linear = |channel: u8| match f32::from(channel) / 255.0 {
            low @ ..=0.04045 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    };
    let (one, other) = (luminance(one) + 0.05_f32, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Returns a colour of the same hue that is as bright as possible.
pub fn vivid(color: Color) -> Color {
    let Color::Rgb(red, green, blue) = color else {
        return color;
    };
    let brightest = red.max(green).max(blue).max(1);
    let scale = |channel: u8| (u32::from(channel) * 255 / u32::from(brightest)) as u8;
    Color::Rgb(scale(red), scale(green), scale(blue))
}

/// Returns a mixture of two colours with `percent` of the second one.
pub fn mixed(color: Color, with: Color, percent: u32) -> Color {
    let (Color::Rgb(r, g, b), Color::Rgb(red, green, blue)) = (color, with) else {
        return color;
    };
    let mix = |one: u8, two: u8| {
        let sum = u32::from(one) * (100 - percent) + u32::from(two) * percent;
        ((sum + 50) / 100) as u8
    };
    Color::Rgb(mix(r, red), mix(g, green), mix(b, blue))
}

/// The number of brightness levels between the eye and the limit of sight. With few levels, only a few cells change
/// when the player takes a step, which matters for a terminal on a slow connection.
const STEPS: i64 = 3;

/// The radius used to shade unlimited sight, about the size of a large hall.
const UNLIMITED: u32 = 24;

/// Returns the brightness of a cell as a percentage, given its `offset` from an eye with a sight radius of `radius`:
/// 100 beside the eye, `far` at the limit, and equal steps in between. Each step covers an equal share of the squared
/// radius.
pub fn brightness_at(offset: IVec2, radius: Option<u32>, far: u8) -> u32 {
    let radius = i64::from(radius.unwrap_or(UNLIMITED).clamp(1, 1 << 16));
    let (x, y) = (i64::from(offset.x), i64::from(offset.y));
    // The corners of a square field of view are further away than the radius. They are as dark as cells at the limit.
    let (distance, limit) = ((x * x + y * y).min(radius * radius), radius * radius);
    let step = (distance * STEPS / limit).min(STEPS - 1);
    let lost = i64::from(100 - far.min(100)) * step / (STEPS - 1);
    100 - lost as u32
}

/// Tints a colour with a light, keeping the colour's luminance about the same. The tint has few steps, because runs of
/// cells with the same colours are cheaper to send to a terminal.
pub fn in_light(color: Color, light: [u8; 3]) -> Color {
    in_hue(color, light, (TINT, TINT_STEP))
}

/// Tints a colour with a light of this strength, in steps of `step` percentage points.
fn in_hue(color: Color, light: [u8; 3], (strength, step): (u32, u32)) -> Color {
    let Color::Rgb(red, green, blue) = color else {
        return color;
    };
    let brightest = light.into_iter().max().unwrap_or(0).max(1);
    let share = light.map(|it| {
        let lost = (100 - u32::from(it) * 100 / u32::from(brightest)) * strength / 100;
        100 - (lost + step / 2) / step * step
    });
    let own = [red, green, blue].map(u32::from);
    let tinted = [0, 1, 2].map(|it| own[it] * share[it]);
    let luminance = |it: [u32; 3]| WEIGHTS[0] * it[0] + WEIGHTS[1] * it[1] + WEIGHTS[2] * it[2];
    let (before, after) = (luminance(own), luminance(tinted).max(1));
    let [red, green, blue] = tinted.map(|it| ((it * before).div_ceil(after)).min(255) as u8);
    Color::Rgb(red, green, blue)
}

/// The weights of red, green and blue in a colour's luminance, in 256ths.
const WEIGHTS: [u32; 3] = [54, 183, 19];

/// The strength of a light's tint, as a percentage. This is low enough for visible and remembered cells to stay easy to
/// tell apart.
const TINT: u32 = 35;

/// The strength of a light's tint in a window, where pictures also tell visible and remembered cells apart.
const SMOOTH_TINT: u32 = 40;

/// The strength of a level's hue. What is remembered must stay colder than what is lit.
const LEVEL_TINT: u32 = 45;

/// Mixes the hue of a level into a colour, keeping the colour's luminance about the same.
pub(super) fn in_level(color: Color, hue: [u8; 3]) -> Color {
    in_hue(color, hue, (LEVEL_TINT, 1))
}

/// The size of the steps in which a tint darkens a channel, in percentage points.
const TINT_STEP: u32 = 12;

/// Returns the brightness of a cell for a light level, both as percentages. There are three steps, from `far` (dark or
/// barely lit) to 100.
pub fn brightness_in(level: u32, far: u8) -> u32 {
    let step = match level {
        0..=1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    let far = u32::from(far.min(100));
    far + (100 - far) * step / 2
}

/// The colour of light at the edge of its reach.
const COLD: [u8; 3] = [176, 200, 255];

/// The light on a visible cell, in fine steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shine {
    /// The brightness, as a percentage of the brightness of the palette's colours.
    pub(super) percent: u32,
    /// The colour of the light.
    pub(super) hue: [u8; 3],
}

impl Shine {
    /// Returns the brightness of a cell with this light level, from `far` (dark or barely lit) to 100. Unlike
    /// [`brightness_in`], this has a step for each level.
    pub(super) fn at_level(level: u32, hue: [u8; 3], far: u8) -> Self {
        let (far, steps) = (u32::from(far.min(100)), level.clamp(1, 5) - 1);
        // At the edge of its reach, a light loses its colour and turns cold.
        let cold = 4 - steps;
        let hue = if level > 0 { hue } else { [255; 3] };
        let mix =
            |it: u8, cool: u8| ((u32::from(it) * (8 - cold) + u32::from(cool) * cold) / 8) as u8;
        Self {
            percent: far + (100 - far) * steps / 4,
            hue: [0, 1, 2].map(|it| mix(hue[it], COLD[it])),
        }
    }

    /// Returns the brightness of a cell by its `offset` from the eye. Unlike [`brightness_at`], this has no steps.
    pub(super) fn at_distance(offset: IVec2, radius: Option<u32>, far: u8) -> Self {
        let radius = i64::from(radius.unwrap_or(UNLIMITED).clamp(1, 1 << 16));
        let (x, y) = (i64::from(offset.x), i64::from(offset.y));
        let (distance, limit) = ((x * x + y * y).min(radius * radius), radius * radius);
        let lost = i64::from(100 - far.min(100)) * distance / limit;
        Self {
            percent: 100 - lost as u32,
            hue: [255; 3],
        }
    }

    /// Returns the mean of several lights, or `None` if there are none.
    pub(super) fn mean<'a>(lights: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let (mut count, mut percent, mut hue) = (0, 0, [0; 3]);
        for light in lights {
            count += 1;
            percent += light.percent;
            for (sum, channel) in hue.iter_mut().zip(light.hue) {
                *sum += u32::from(channel);
            }
        }
        (count > 0).then(|| Self {
            percent: percent / count,
            hue: hue.map(|it| (it / count) as u8),
        })
    }
}

pub(super) fn in_smooth_light(color: Color, shine: Shine) -> Color {
    in_hue(
        at_brightness(color, shine.percent),
        shine.hue,
        (SMOOTH_TINT, 1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_brightest_beside_the_eye_and_darkest_at_the_limit() {
        let at = |x, y| brightness_at(IVec2::new(x, y), Some(10), 60);
        assert_eq!(
            (at(0, 0), at(10, 0), at(0, -10), at(30, 30)),
            (100, 60, 60, 60)
        );
        let row: Vec<u32> = (0..=10).map(|x| at(x, 0)).collect();
        assert_eq!(row, [100, 100, 100, 100, 100, 100, 80, 80, 80, 60, 60]);
        assert_eq!(brightness_at(IVec2::new(5, 5), None, 100), 100);
        assert_eq!(brightness_at(IVec2::splat(1 << 20), Some(u32::MAX), 50), 50);
    }

    #[test]
    fn brightness_scales_every_channel() {
        let color = Color::Rgb(200, 101, 0);
        assert_eq!(at_brightness(color, 50), Color::Rgb(100, 51, 0));
        assert_eq!(at_brightness(color, 150), Color::Rgb(255, 152, 0));
    }

    #[test]
    fn the_hue_of_a_level_changes_the_colour_but_hardly_the_luminance() {
        let luminance = |color: Color| {
            let Color::Rgb(red, green, blue) = color else {
                panic!("{color:?}")
            };
            WEIGHTS[0] * u32::from(red)
                + WEIGHTS[1] * u32::from(green)
                + WEIGHTS[2] * u32::from(blue)
        };
        let stone = Color::Rgb(180, 160, 130);
        for hue in [[168, 224, 255], [200, 255, 184], [255, 200, 160]] {
            let themed = in_level(stone, hue);
            assert_ne!(themed, stone);
            let (before, after) = (luminance(stone), luminance(themed));
            assert!(
                before.abs_diff(after) * 50 < before,
                "{hue:?}: {before} {after}"
            );
        }
    }

    #[test]
    fn lights_of_two_colours_mix() {
        let shine = |hue| Shine { percent: 100, hue };
        let both = [shine([255, 100, 0]), shine([0, 100, 255])];
        assert_eq!(Shine::mean(both.iter()), Some(shine([127, 100, 127])));
        assert_eq!(Shine::mean([].iter()), None);
    }
}
