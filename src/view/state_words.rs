//! Words for what a creature knows about its enemies.

use crate::game::State;
use crate::game::bestiary::MadeBy;

/// Returns the word for a creature's state. `pursues` says whether creatures of its kind go after their enemies or
/// shoot at them: a creature that does not is alert rather than hunting.
pub fn state_word(state: State, pursues: bool) -> &'static str {
    match state {
        State::Hunting if !pursues => "alert",
        State::Searching if !pursues => "wary",
        _ => state.name(),
    }
}

/// Returns whether a creature of this kind goes after its enemies or shoots at them. A creature that was not made from
/// a monster file might.
pub fn pursues(made_by: Option<&MadeBy>) -> bool {
    made_by.is_none_or(|MadeBy(monster)| monster.minds.pursue())
}
