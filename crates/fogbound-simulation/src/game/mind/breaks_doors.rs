//! Breaking doors.

use bevy::prelude::*;

use super::opens_doors::opens_doors;
use super::register::RegisterMind;
use crate::game::being::Within;
use crate::game::saved::SaveComponent;
use crate::map::Tile;

/// A strong creature that breaks down the closed doors in its way while it hunts or searches.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct BreaksDoors {
    /// How many turns of blows a door withstands.
    #[reflect(@Within::new(1, 100))]
    pub turns: u32,
    /// How far each blow carries, as a walking distance in cells.
    #[reflect(@Within::new(0, 200))]
    pub noise: u32,
    /// Whether the creature burns the door, which leaves ashes.
    pub burns: bool,
    /// The door that the creature struck last, and how many blows that door has taken from it.
    #[reflect(ignore)]
    struck: (IVec2, u32),
}

impl Default for BreaksDoors {
    fn default() -> Self {
        Self {
            turns: 3,
            noise: 16,
            burns: false,
            struck: (IVec2::ZERO, 0),
        }
    }
}

impl BreaksDoors {
    /// Strikes the door on `door`. Returns whether the door gives way.
    pub(crate) fn strike(&mut self, door: IVec2) -> bool {
        let (last, blows) = self.struck;
        self.struck = (door, if last == door { blows + 1 } else { 1 });
        let breaks = self.struck.1 >= self.turns;
        if breaks {
            self.struck.1 = 0;
        }
        breaks
    }

    /// Returns the cost of a path through a closed door: the blows, and a step.
    pub(crate) fn cost(&self) -> u32 {
        self.turns + 1
    }
}

pub(super) fn plugin(app: &mut App) {
    app.register_mind::<BreaksDoors>().save::<BreaksDoors>();
}

/// Returns whether an actor opens or breaks a closed door.
pub(crate) fn passes_door(world: &World, actor: Entity, door: Tile) -> bool {
    let breaks = || world.get::<BreaksDoors>(actor).is_some() && door.breaks_to().is_some();
    door.opens_to().is_some() && (opens_doors(world, actor) || breaks())
}
