//! Words, signs and colours for fog and smoke.

use ratatui::style::Color;

use super::shade::mixed;
use crate::map::{Density, PictureId};

/// Returns what the air of a cell is called, or `None` if it is clear: the denser of fog and smoke.
pub fn air_words(air: Density) -> Option<&'static str> {
    match (air.is_clear(), air.is_dense(), is_fog(air)) {
        (true, ..) => None,
        (_, true, true) => Some("thick fog"),
        (_, true, false) => Some("thick smoke"),
        (_, false, true) => Some("fog"),
        (_, false, false) => Some("smoke"),
    }
}

/// Returns whether air counts as fog and not as smoke.
pub(super) fn is_fog(air: Density) -> bool {
    air.fog >= air.smoke
}

/// Returns the sign of air that blocks sight, or `None` if the air is thinner.
pub fn air_sign(air: Density) -> Option<char> {
    air.is_dense().then(|| if is_fog(air) { '░' } else { '▓' })
}

/// Returns what a window draws in place of the sign.
pub(super) fn air_picture(air: Density) -> Option<PictureId> {
    let name = if is_fog(air) { "fog" } else { "smoke" };
    PictureId::named(name).filter(|_| air.is_dense())
}

/// Returns the colour of the sign over a tile whose own sign has the given colour.
pub(super) fn air_color(air: Density, color: Color) -> Color {
    const FOG: Color = Color::Rgb(0xb4, 0xc8, 0xe0);
    const SMOKE: Color = Color::Rgb(0x98, 0x90, 0x88);
    mixed(color, if is_fog(air) { FOG } else { SMOKE }, 75)
}

/// Tints the background of a cell by the air in it: fog is cold, and smoke is grey.
pub(super) fn tinted(ground: Color, air: Density) -> Color {
    const FOG: Color = Color::Rgb(0x3c, 0x4a, 0x58);
    const SMOKE: Color = Color::Rgb(0x4a, 0x46, 0x42);
    let share = u32::from(air.total().min(Density::MAX)) * 12;
    mixed(ground, if is_fog(air) { FOG } else { SMOKE }, share)
}
