//! Words for what a creature knows about its enemies.

use bevy::math::IVec2;

use crate::game::bestiary::MadeBy;
use crate::game::mind::Guards;
use crate::game::{Awareness, State};

/// Returns the word for a creature's state. `pursues` says whether it goes after its enemies or shoots at them: a
/// creature that does not is alert rather than hunting.
pub fn state_word(state: State, pursues: bool) -> &'static str {
    match state {
        State::Hunting if !pursues => "alert",
        State::Searching if !pursues => "wary",
        _ => state.name(),
    }
}

/// Returns whether creatures of this kind go after their enemies or shoot at them. A creature that was not made from a
/// monster file might.
pub fn may_pursue(made_by: Option<&MadeBy>) -> bool {
    made_by.is_none_or(|MadeBy(monster)| monster.minds.pursue())
}

/// Returns whether a creature goes after its enemies or shoots at them. A guard does not if its enemy is too far from
/// what it guards. `place` is the creature's cell.
pub(super) fn pursues(
    made_by: Option<&MadeBy>,
    (guards, awareness, place): (Option<&Guards>, Option<&Awareness>, IVec2),
) -> bool {
    let guards = guards.zip(awareness);
    may_pursue(made_by) && !guards.is_some_and(|(it, awareness)| it.holds_back(*awareness, place))
}
