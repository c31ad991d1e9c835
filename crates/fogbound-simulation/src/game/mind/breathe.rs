//! Breathing fire at enemies, and the line along which the fire burns.

use bevy::prelude::*;

use super::add_mind::{AddMind, AskInTurn};
use super::deciding::{Deciding, Mindful};
use super::reasons::record;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::fov::Sight;
use crate::game::being::{Action, Passage, State, Within, line_of_flight};
use crate::game::saved::SaveComponent;
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
    /// The fire passes through `aim` and goes on until its range ends. It takes the same line as a thrown
    /// thing. It stops before a cell that is unknown, or that cannot be walked on and does not burn, and on a cell that
    /// blocks sight.
    pub fn line(
        &self,
        from: IVec2,
        aim: IVec2,
        tile: impl Fn(IVec2) -> Option<Tile>,
    ) -> Vec<IVec2> {
        let reach = Sight::default().with_radius(self.range);
        let passage = |cell: IVec2| {
            let is_in_reach = cell != from && reach.reaches(cell - from);
            Passage::of(tile(cell), |it| {
                is_in_reach && (it.is_walkable() || it.burns())
            })
        };
        let mut cells = Vec::new();
        for (cell, passage) in line_of_flight(from, aim, passage).take(self.range as usize) {
            if !passage.is_free {
                break;
            }
            cells.push(cell);
            if !passage.is_transparent {
                break;
            }
        }
        cells
    }
}

pub(crate) fn plugin(app: &mut App) {
    const NEEDS: &[Need] = &[Need::Enemies, Need::Field("range"), Need::Field("damage")];
    app.add_mind::<Breathes, _>(Urge::Shoot, draw_breath)
        .mind_needs::<Breathes>(NEEDS)
        .ask_in_turn(Urge::Must, breathe, record::<Breathes>)
        .save::<Breathes>();
}

/// Makes creatures draw breath if the fire would reach an enemy that they see. Adjacent enemies are not worth the time.
fn draw_breath(deciding: Deciding, mut creatures: Query<(&Breathes, Mindful)>) {
    for (breath, mut creature) in creatures.iter_many_unique_mut(deciding.due()) {
        if !deciding.asks(&creature) || creature.awareness.state() != State::Hunting {
            continue;
        }
        let Some(at) = creature.senses.enemies.first().map(|it| it.at) else {
            continue;
        };
        let memory = creature.memory;
        let reaches = || {
            let line = breath.line(creature.position.0, at, |cell| memory.tile(cell));
            line.contains(&at)
        };
        if creature.distance_to(at) > 1 && reaches() {
            creature.intend(Action::draw_breath(at));
        }
    }
}

/// Makes creatures that have drawn breath breathe, whatever they see by now.
fn breathe(deciding: Deciding, mut creatures: Query<(&Breathes, Mindful)>) {
    for (breath, mut creature) in creatures.iter_many_unique_mut(deciding.due()) {
        if breath.aim().is_some() && deciding.asks(&creature) {
            creature.intend(Action::BREATHE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
