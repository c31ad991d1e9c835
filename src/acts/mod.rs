//! The words, sounds and keys of each action, and the words for everything else that happens.
//!
//! Each action has one file here and one in `game::deed`. A new action needs its `mod` line and its plugin's line in
//! both places; nothing else names it.

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
