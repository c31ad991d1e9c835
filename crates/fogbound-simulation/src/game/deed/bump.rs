//! Bumping into something unexpected.

use bevy::prelude::*;

use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{
    Action, ActionKind, Aim, Happening, Obstacle, Occasion, Occupancy, Senses, Sighting,
    are_enemies, reveal, tell, trigger_by,
};
use crate::game::sense::feel;
use crate::map::TileMap;
use crate::vision::{MapMemory, Moment};

impl Action {
    /// The kind of action that [`bump`](Self::bump) creates.
    pub const BUMP: ActionKind = ActionKind::new("bump");

    /// Bumps into something unexpected on a cell.
    pub const fn bump(cell: IVec2) -> Self {
        Self::new(Self::BUMP, Aim::Cell(cell))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::BUMP, Bump);
}

/// The deed of bumping into something unexpected.
struct Bump;

impl Deed for Bump {
    fn judge(&self, _world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let at = aim.cell(doer.at);
        let is_beside = (at - doer.at).abs().max_element() <= 1;
        is_beside.then(|| Action::bump(at)).ok_or(Obstacle::Terrain)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        // Let the two actors learn about each other.
        let at = aim.cell(doer.at);
        let into = world.resource::<Occupancy>().at(at);
        let into = into.filter(|&it| it != doer.entity);
        if let Some(other) = into {
            // The actor learns what is really there.
            reveal(world, other);
        }
        world.resource_scope(|world, map: Mut<TileMap>| {
            let now = *world.resource::<Moment>();
            if let Some(mut memory) = world.get_mut::<MapMemory>(doer.entity) {
                feel(&mut memory, &map, at, now);
            }
        });
        if let Some(other) = into {
            let at_odds = are_enemies(world, doer.entity, other);
            for (one, who, at) in [(doer.entity, other, at), (other, doer.entity, doer.at)] {
                if let Some(mut senses) = world.get_mut::<Senses>(one) {
                    senses.felt = Some(Sighting { who, at });
                    if at_odds {
                        senses.struck_from = Some(at);
                    }
                }
            }
        }
        tell(world, doer.entity, at, Happening::Bumped { into });
        if let Some(other) = into {
            trigger_by(world, other, Occasion::TOUCH, Some((doer.entity, doer.at)));
        }
    }
}
