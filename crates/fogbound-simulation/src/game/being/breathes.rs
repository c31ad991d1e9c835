//! Fire-breathing, and the line along which the fire burns.

use bevy::math::I64Vec2;
use bevy::prelude::*;

use crate::files::data::Within;
use crate::fov::Sight;
use crate::map::Tile;

/// A creature that draws breath when it sees an enemy, and breathes fire when its next turn comes.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct Breathes {
    /// How far the fire reaches, in cells, measured as the radius of a circle.
    #[reflect(@Within::new(0, 64))]
    pub range: u32,
    /// How many turns the creature draws breath.
    #[reflect(@Within::new(1, 20))]
    pub turns: u32,
    /// The minimum and maximum damage to everyone in the fire.
    #[reflect(@Within::new(0, 999))]
    pub damage: (i32, i32),
    /// The cell that the drawn breath is aimed at.
    #[reflect(ignore)]
    pub(crate) aim: Option<IVec2>,
}

impl Default for Breathes {
    fn default() -> Self {
        Self {
            range: 7,
            turns: 1,
            damage: (3, 6),
            aim: None,
        }
    }
}

impl Breathes {
    /// Returns the cell that the drawn breath is aimed at, or `None` if the creature has not drawn breath.
    pub fn aim(&self) -> Option<IVec2> {
        self.aim
    }

    /// Returns the cells that the fire of a creature on `from` burns if it is aimed at `aim`, nearest first. `tile`
    /// returns the tile on a cell, if it is known.
    ///
    /// The fire passes through `aim` and goes on until its range ends. It stops before a cell that cannot be walked on
    /// and does not burn, or is unknown, and on a cell that blocks sight. The line between two cells is the same in both directions: where
    /// two cells are equally close to it, it takes the one in the even row or column.
    pub fn line(
        &self,
        from: IVec2,
        aim: IVec2,
        tile: impl Fn(IVec2) -> Option<Tile>,
    ) -> Vec<IVec2> {
        let reach = Sight::default().with_radius(self.range);
        let mut cells = Vec::new();
        for steps in 1..=self.range.cast_signed() {
            let cell = on_line(from, aim, steps);
            let tile = tile(cell).filter(|it| it.is_walkable() || it.burns());
            let Some(tile) = tile.filter(|_| cell != from && reach.reaches(cell - from)) else {
                break;
            };
            cells.push(cell);
            if tile.is_opaque() {
                break;
            }
        }
        cells
    }
}

/// Returns the cell that lies this many steps from `from` on the line through `to`.
pub(super) fn on_line(from: IVec2, to: IVec2, steps: i32) -> IVec2 {
    // Nothing overflows, wherever the cells are.
    let offset = to.as_i64vec2() - from.as_i64vec2();
    let length = offset.abs().max_element().max(1);
    let place = |start: i32, offset: i64| {
        let product = i128::from(steps) * i128::from(offset);
        let whole = product.div_euclid(length.into()) as i64;
        let rest = product.rem_euclid(length.into()) as i64;
        let below = i64::from(start) + whole;
        match (2 * rest).cmp(&length) {
            std::cmp::Ordering::Less => below,
            std::cmp::Ordering::Greater => below + 1,
            std::cmp::Ordering::Equal => below + below.rem_euclid(2),
        }
    };
    let cell = I64Vec2::new(place(from.x, offset.x), place(from.y, offset.y));
    let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
    cell.clamp(I64Vec2::splat(least), I64Vec2::splat(most))
        .as_ivec2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_same_in_both_directions() {
        let from = IVec2::new(3, -2);
        for (x, y) in (-7..=7).flat_map(|x| (-7..=7).map(move |y| (x, y))) {
            let to = from + IVec2::new(x, y);
            let length = x.abs().max(y.abs());
            for steps in 0..=length {
                let there = on_line(from, to, steps);
                assert_eq!(there, on_line(to, from, length - steps), "{to}, {steps}");
            }
            assert_eq!(
                (on_line(from, to, 0), on_line(from, to, length)),
                (from, to)
            );
        }
    }

    #[test]
    fn fire_stops_before_walls_and_on_leaves() {
        let breath = Breathes::default();
        let burns = |tiles: &'static str| {
            let tile = |cell: IVec2| Tile::from_glyph(tiles.chars().nth(cell.x as usize)?);
            breath.line(IVec2::ZERO, IVec2::new(2, 0), tile).len()
        };
        assert_eq!(burns(".........."), 7);
        assert_eq!(burns("....#....."), 3);
        assert_eq!(burns("....~....."), 3);
        assert_eq!(burns("....\"....."), 4);
        assert_eq!(burns("...."), 3);
    }
}
