//! Numbers for the creatures in view, so that programs can follow them.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::view::Scene;

/// A number for each creature in view. A creature that goes out of view loses its number: when it comes back, the player
/// cannot tell whether it is the same one.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Ids {
    numbers: BTreeMap<Entity, u32>,
    last: u32,
}

impl Ids {
    /// Returns the number of a creature in view.
    pub(super) fn of(&self, who: Entity) -> Option<u32> {
        self.numbers.get(&who).copied()
    }
}

/// Gives numbers to the creatures that have come into view, in the order in which the list of what is in view shows them,
/// and takes them from those that have left it.
pub(super) fn follow(scene: Scene, mut ids: ResMut<Ids>) {
    let in_view = scene.player().map(|eyes| scene.in_view(&eyes, false));
    let in_view = in_view.unwrap_or_default();
    let seen: Vec<Entity> = in_view.iter().filter_map(|it| it.who).collect();
    ids.numbers.retain(|who, _| seen.contains(who));
    for who in seen {
        if !ids.numbers.contains_key(&who) {
            ids.last += 1;
            let number = ids.last;
            ids.numbers.insert(who, number);
        }
    }
}
