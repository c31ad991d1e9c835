//! The pixels of badges: what a creature is doing, its wounds, and the cursor.

use bevy::math::UVec2;

use super::stones::{BLACK, Texel};
use crate::game::State;
use crate::view::Badge;

/// White takes the colour of the badge.
const FULL: Texel = [255; 3];
/// Dark, but not so dark that what lies below would show.
const OUTLINE: Texel = [30; 3];

/// The number of different badges, with and without a sign, a bar and the cursor.
pub(super) const COUNT: u32 = 5 * BARS * 2;

/// No bar, and a bar of each length.
const BARS: u32 = Badge::BAR as u32 + 1;

/// The side of a sign in its own pixels.
const SIDE: usize = 7;

/// A moon, an eye, an arrow that points at you, and waves that go round.
const SIGNS: [[&str; SIDE]; 4] = [
    [
        "  ###  ", " ##    ", "##     ", "##     ", "##    #", " ##  ##", "  #### ",
    ],
    [
        "       ", " ##### ", "##   ##", "#  #  #", "##   ##", " ##### ", "       ",
    ],
    [
        "  ###  ", "  ###  ", "  ###  ", "#######", " ##### ", "  ###  ", "   #   ",
    ],
    [
        "  ###  ", " #   # ", "#  #  #", "# # # #", "#  ## #", " #     ", "  #### ",
    ],
];

pub(super) fn number_of(badge: &Badge) -> u32 {
    let sign = match badge.state {
        None | Some(State::Unaware) => 0,
        Some(State::Asleep) => 1,
        Some(State::Noticing) => 2,
        Some(State::Hunting) => 3,
        Some(State::Searching) => 4,
    };
    let bar = u32::from(badge.health.unwrap_or(0).min(Badge::BAR));
    (sign * BARS + bar) * 2 + u32::from(badge.has_cursor)
}

/// Returns a pixel of the badge with this number, in a cell of `cut` × `cut` pixels.
pub(super) fn badge(number: u32, cut: u32, pixel: UVec2) -> Texel {
    let (sign, bar, has_cursor) = (number / 2 / BARS, number / 2 % BARS, number % 2 == 1);
    if let Some(sign) = sign.checked_sub(1) {
        let texel = sign_pixel(&SIGNS[sign as usize % SIGNS.len()], cut, pixel);
        if texel != BLACK {
            return texel;
        }
    }
    let texel = if bar > 0 {
        bar_pixel(bar, cut, pixel)
    } else {
        BLACK
    };
    match has_cursor && texel == BLACK && is_bracket(cut, pixel) {
        true => FULL,
        false => texel,
    }
}

/// Returns a pixel of a sign in the upper right corner, with an outline.
fn sign_pixel(sign: &[&str; SIDE], cut: u32, pixel: UVec2) -> Texel {
    let size = (cut * SIDE as u32 / 16) as i32;
    let corner = cut as i32 - size - 1;
    let at = pixel.as_ivec2();
    let is_set = |x: i32, y: i32| {
        let (x, y) = (x - corner, y - 1);
        let is_in = (0..size).contains(&x) && (0..size).contains(&y);
        let scaled = |it: i32| (it * 2 + 1) as usize * SIDE / (size as usize * 2);
        is_in && sign[scaled(y)].as_bytes()[scaled(x)] == b'#'
    };
    if is_set(at.x, at.y) {
        return FULL;
    }
    let mut around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    match around.any(|(dx, dy)| is_set(at.x + dx, at.y + dy)) {
        true => OUTLINE,
        false => BLACK,
    }
}

/// Returns a pixel of a bar along the lower edge that is `length` long.
fn bar_pixel(length: u32, cut: u32, pixel: UVec2) -> Texel {
    let (edge, height) = (cut / 16, cut / 8);
    let inside = cut - 2 * edge;
    let is_in = (edge..cut - edge).contains(&pixel.x) && pixel.y >= cut - edge - height;
    if !is_in || pixel.y >= cut - edge {
        return BLACK;
    }
    match (pixel.x - edge) * u32::from(Badge::BAR) < length * inside {
        true => FULL,
        false => OUTLINE,
    }
}

/// Returns whether a pixel is part of the brackets around a cell under the cursor.
fn is_bracket(cut: u32, pixel: UVec2) -> bool {
    let (length, width) = (cut / 4, (cut / 12).max(1));
    let from_edge = |it: u32| it.min(cut - 1 - it);
    let (x, y) = (from_edge(pixel.x), from_edge(pixel.y));
    x < length && y < length && (x < width || y < width)
}
