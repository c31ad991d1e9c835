//! Flames that flicker and fog that drifts: small changes of the light on visible cells, from step to step.

use bevy::math::IVec2;

use super::glow::Glow;
use crate::map::Density;

/// How far the flicker of a flame reaches, in cells.
const REACH: i32 = 4;
/// How much a flame's own cell flickers at most, in percent of its brightness.
const FLICKER: f32 = 9.0;
/// How much the densest fog changes the brightness at most, in percent.
const DRIFT: f32 = 14.0;
/// How much water changes the brightness at most, in percent.
const SWAY: f32 = 8.0;

impl Glow {
    /// Changes the light near visible `flames`, in the `air` of visible cells and on those that `sways` names, such as
    /// water, as it is at this step.
    pub(super) fn stir(
        &mut self,
        step: u32,
        flames: &[IVec2],
        air: impl Fn(IVec2) -> Density,
        sways: impl Fn(IVec2) -> bool,
    ) {
        for (&cell, shine) in &mut self.0 {
            let flicker: f32 = flames.iter().map(|it| flicker(*it, cell, step)).sum();
            let sway = if sways(cell) { SWAY } else { 0.0 };
            let strength = sway + DRIFT * density(air(cell));
            let change = flicker.clamp(-FLICKER, FLICKER) + strength * wave(cell, step);
            let percent = shine.percent as f32 * (1.0 + change / 100.0);
            shine.percent = percent.round() as u32;
        }
    }
}

/// Returns the change of brightness on a cell that a flame causes, in percent.
fn flicker(flame: IVec2, cell: IVec2, step: u32) -> f32 {
    let far = (cell - flame).abs().max_element();
    if far > REACH {
        return 0.0;
    }
    let share = 1.0 - far as f32 / (REACH + 1) as f32;
    // Two waves of lengths that do not fit together look irregular. Each flame has its own beginning.
    let begin = (flame.x * 7 + flame.y * 13) as f32;
    let time = step as f32;
    let wave = (time * 1.9 + begin).sin() * 0.6 + (time * 0.73 + begin * 0.31).sin() * 0.4;
    FLICKER * share * wave
}

/// Returns the density of fog and smoke, from 0 to 1.
fn density(air: Density) -> f32 {
    f32::from(air.total().min(Density::MAX)) / f32::from(Density::MAX)
}

/// Returns the height of a wave that runs over the map, from -1 to 1.
fn wave(cell: IVec2, step: u32) -> f32 {
    (cell.x as f32 * 0.8 + cell.y as f32 * 0.5 - step as f32 * 0.35).sin()
}

#[cfg(test)]
mod tests {
    use super::super::shade::Shine;
    use super::*;

    /// Returns the brightness of four cells at a step: one beside a flame, one in fog, one far from all, and one of water.
    fn light(step: u32) -> [u32; 4] {
        let cells = [(1, 0), (20, 0), (40, 0), (60, 0)].map(IVec2::from);
        let shine = Shine {
            percent: 80,
            hue: [255; 3],
        };
        let mut glow = Glow(cells.map(|it| (it, shine)).into());
        let air = |cell| match cell == cells[1] {
            true => Density::fog(Density::MAX),
            false => Density::default(),
        };
        glow.stir(step, &[IVec2::ZERO], air, |cell| cell == cells[3]);
        cells.map(|it| glow.0[&it].percent)
    }

    #[test]
    fn only_flames_fog_and_water_change_the_light_and_only_a_little() {
        let steps: Vec<_> = (0..100).map(light).collect();
        for place in 0..4 {
            let shown: Vec<u32> = steps.iter().map(|it| it[place]).collect();
            let (least, most) = (shown.iter().min().unwrap(), shown.iter().max().unwrap());
            match place {
                2 => assert_eq!((least, most), (&80, &80)),
                _ => assert!(
                    *least < 77 && *most > 83 && *least > 66 && *most < 94,
                    "{shown:?}"
                ),
            }
        }
    }
}
