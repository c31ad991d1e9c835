//! The words and sounds of each action, and of everything else that happens.
//!
//! An action has one file here and one in `game::deed`. Both are named in their `mod.rs` by a `mod` line and a line in a
//! list.

mod attack;
mod break_door;
mod breathe;
mod close_door;
mod doors;
mod drop;
mod finds;
mod lantern;
mod open_door;
mod pick_up;
mod search;
mod study;
mod surroundings;
mod take_stairs;
mod tend;
mod throw;
mod use_thing;
mod walk;
mod wear;

use bevy::prelude::*;

/// Every action and other fact.
const ACTS: &[fn(&mut App)] = &[
    attack::plugin,
    break_door::plugin,
    breathe::plugin,
    close_door::plugin,
    drop::plugin,
    finds::plugin,
    lantern::plugin,
    open_door::plugin,
    pick_up::plugin,
    search::plugin,
    study::plugin,
    surroundings::plugin,
    take_stairs::plugin,
    tend::plugin,
    throw::plugin,
    use_thing::plugin,
    walk::plugin,
    wear::plugin,
];

/// Adds the words for everything that the game reports.
pub struct ActsPlugin;

impl Plugin for ActsPlugin {
    fn build(&self, app: &mut App) {
        for act in ACTS {
            act(app);
        }
    }
}
