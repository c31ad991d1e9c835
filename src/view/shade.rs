//! Light and dark: how colours change with distance, and with what the player likes.

use bevy::math::IVec2;
use ratatui::style::Color;

/// A colour at so many percent of its brightness, no brighter than white.
pub fn at_brightness(color: Color, percent: u32) -> Color {
    let Color::Rgb(red, green, blue) = color else {
        return color;
    };
    let scale = |channel: u8| ((u32::from(channel) * percent + 50) / 100).min(255) as u8;
    Color::Rgb(scale(red), scale(green), scale(blue))
}

/// Of how many brightnesses light consists. So a step changes few cells and not all in view, which counts where the
/// line to a terminal is slow.
const STEPS: i64 = 3;

/// How bright a cell is that lies at this offset from an eye which sees so far, in percent: 100 beside the eye, `far` at
/// the limit, and in even steps in between, each as many cells as the last.
pub fn brightness_at(offset: IVec2, radius: Option<u32>, far: u8) -> u32 {
    /// Of those who see without a limit, the light is that of a large hall.
    const UNLIMITED: u32 = 24;
    let radius = i64::from(radius.unwrap_or(UNLIMITED).clamp(1, 1 << 16));
    let (x, y) = (i64::from(offset.x), i64::from(offset.y));
    // Within a square of a radius an edge is further away than the radius; it is as dark as the limit.
    let (distance, limit) = ((x * x + y * y).min(radius * radius), radius * radius);
    let step = (distance * STEPS / limit).min(STEPS - 1);
    let lost = i64::from(100 - far.min(100)) * step / (STEPS - 1);
    100 - lost as u32
}

/// A colour in a light of this colour, about as bright as before.
pub fn in_light(color: Color, light: [u8; 3]) -> Color {
    let Color::Rgb(red, green, blue) = color else {
        return color;
    };
    let brightest = light.into_iter().max().unwrap_or(0).max(1);
    let share = light.map(|it| {
        let lost = (100 - u32::from(it) * 100 / u32::from(brightest)) * TINT / 100;
        // In few steps: neighbours that look alike cost a terminal less.
        100 - (lost + TINT_STEP / 2) / TINT_STEP * TINT_STEP
    });
    let own = [red, green, blue].map(u32::from);
    let tinted = [0, 1, 2].map(|it| own[it] * share[it]);
    let luminance = |it: [u32; 3]| WEIGHTS[0] * it[0] + WEIGHTS[1] * it[1] + WEIGHTS[2] * it[2];
    let (before, after) = (luminance(own), luminance(tinted).max(1));
    let [red, green, blue] = tinted.map(|it| ((it * before).div_ceil(after)).min(255) as u8);
    Color::Rgb(red, green, blue)
}

/// How much red, green and blue add to the luminance of a colour, in parts of 256.
const WEIGHTS: [u32; 3] = [54, 183, 19];

/// How much of a light's colour is seen, in percent: a little, so that states of the map stay what they are.
const TINT: u32 = 35;

/// The steps of what it takes away from a channel, in percent.
const TINT_STEP: u32 = 12;

/// How bright a cell is at a level of light, in percent: in three steps from `far` for what is dark or hardly lit.
pub fn brightness_in(level: u32, far: u8) -> u32 {
    let step = match level {
        0..=1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    let far = u32::from(far.min(100));
    far + (100 - far) * step / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_brightest_beside_the_eye_and_darkest_at_the_limit() {
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
}
