//! The controls, words and sounds of each action, and the words and sounds of everything else that happens.
//!
//! An action has one file here and one in `game::deed`. Both are named in their `mod.rs` by a `mod` line and a line in a
//! list.

mod attack;
mod break_door;
mod breathe;
mod close_door;
mod doors;
mod drop;
mod effects;
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
mod worn;
mod zap;

use bevy::prelude::*;

use crate::control::Bindings;

/// Every action and other fact. Lists and menus show the controls of actions in this order, where these name the same
/// place.
const ACTS: &[fn(&mut App)] = &[
    attack::plugin,
    break_door::plugin,
    breathe::plugin,
    effects::plugin,
    finds::plugin,
    open_door::plugin,
    study::plugin,
    surroundings::plugin,
    walk::plugin,
    take_stairs::plugin,
    close_door::plugin,
    lantern::plugin,
    tend::plugin,
    search::plugin,
    zap::plugin,
    use_thing::plugin,
    wear::plugin,
    worn::plugin,
    throw::plugin,
    drop::plugin,
    pick_up::plugin,
];

/// Adds the controls of all actions, and the words for everything that the game reports.
pub struct ActsPlugin;

impl Plugin for ActsPlugin {
    fn build(&self, app: &mut App) {
        for act in ACTS {
            act(app);
        }
    }
}

/// Returns the controls and keys of the game, without those of plugins.
pub fn game_bindings() -> Bindings {
    let mut app = App::new();
    app.init_resource::<Bindings>().add_plugins(ActsPlugin);
    app.world().resource::<Bindings>().clone()
}
