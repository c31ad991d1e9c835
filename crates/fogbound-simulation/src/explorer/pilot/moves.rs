//! What the pilot does with its hands and feet.

use super::danger::rounds_to_kill;
use super::outlook::{Foe, Outlook};
use crate::game::Action;
use crate::grid::Direction;

/// The one beside the player whom it kills soonest.
pub(super) fn weakest_beside<'a>(outlook: &Outlook, foes: &[&'a Foe]) -> Option<&'a Foe> {
    let beside = foes.iter().filter(|foe| foe.is_beside(outlook.here));
    beside.copied().min_by_key(|foe| rounds_to_kill(foe))
}

/// A blow at one who is beside the player.
pub(super) fn strike(outlook: &Outlook, foe: &Foe) -> Option<Action> {
    outlook.way_to(foe.at).map(Action::attack)
}

/// A step that way, at a run if there is breath.
pub(super) fn hurry(outlook: &Outlook, way: Direction) -> Action {
    if outlook.breath > 0 {
        Action::run(way)
    } else {
        Action::step(way)
    }
}
