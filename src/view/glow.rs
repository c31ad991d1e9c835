//! Smooth light: the colours of a map cell's corners.
//!
//! A cell's corner is as bright as the visible cells that touch it are on average, so light changes gradually from cell
//! to cell. Cells out of view do not count, and nothing outside the view is lit.

use bevy::math::IVec2;
use bevy::platform::collections::HashMap;
use ratatui::style::Color;

use super::art::Corners;
use super::shade::{Shine, in_smooth_light};

/// The light on the visible cells of a map.
#[derive(Clone, Debug, Default)]
pub(super) struct Glow(pub(super) HashMap<IVec2, Shine>);

/// The offsets of the cells that touch each corner of a cell, in the order of [`Corners`].
const TOUCHING: [[IVec2; 4]; 4] = {
    const fn around(x: i32, y: i32) -> [IVec2; 4] {
        [
            IVec2::ZERO,
            IVec2::new(x, 0),
            IVec2::new(0, y),
            IVec2::new(x, y),
        ]
    }
    [around(-1, -1), around(1, -1), around(-1, 1), around(1, 1)]
};

impl Glow {
    /// Returns a colour as it looks at each corner of a visible cell.
    pub(super) fn on(&self, cell: IVec2, color: Color) -> Corners {
        TOUCHING.map(|touching| {
            let lit = touching.iter().filter_map(|it| self.0.get(&(cell + *it)));
            Shine::mean(lit).map_or(color, |shine| in_smooth_light(color, shine))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Color = Color::Rgb(200, 200, 200);

    fn shine(percent: u32) -> Shine {
        Shine {
            percent,
            hue: [255; 3],
        }
    }

    #[test]
    fn neighbours_agree_on_the_corners_that_they_share() {
        let lit = [(0, 0, 60), (1, 0, 100), (0, 1, 80), (1, 1, 80)];
        let glow = Glow(lit.map(|(x, y, it)| (IVec2::new(x, y), shine(it))).into());
        let [_, right, _, _] = glow.on(IVec2::ZERO, WHITE);
        let [left, ..] = glow.on(IVec2::X, WHITE);
        assert_eq!(right, left);
        assert_eq!(right, Color::Rgb(160, 160, 160));
        let [.., corner] = glow.on(IVec2::ZERO, WHITE);
        assert_eq!(corner, Color::Rgb(160, 160, 160));
    }

    #[test]
    fn cells_out_of_view_take_no_light_and_give_none() {
        let glow = Glow([(IVec2::ZERO, shine(80))].into());
        assert_eq!(glow.on(IVec2::ZERO, WHITE), [Color::Rgb(160, 160, 160); 4]);
    }
}
