//! Held keys repeat, after a delay and in an even rhythm, the same on every system.

use std::time::Duration;

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use super::asked::Asked;
use super::asks::Control;
use super::bindings::Bindings;

/// How long a key is held before it repeats.
const DELAY: Duration = Duration::from_millis(280);
/// How often it repeats from then on.
const INTERVAL: Duration = Duration::from_millis(70);

/// The control whose key went down last, if it is still held and repeats.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct HeldControl {
    held: Option<(Control, Duration)>,
}

impl HeldControl {
    /// How long after `now`, in the app's real time, the held control asks again. None if none does.
    pub fn next_repeat(&self, now: Duration) -> Option<Duration> {
        self.held.map(|(_, next)| next.saturating_sub(now))
    }
}

/// Asks for what was just pressed, and again for what is held.
pub(super) fn ask(
    time: Res<Time<Real>>,
    states: Query<&ActionState<Control>>,
    bindings: Res<Bindings>,
    mut held: ResMut<HeldControl>,
    mut asked: MessageWriter<Asked>,
) {
    let Ok(state) = states.single() else { return };
    let now = time.elapsed();
    if held
        .held
        .is_some_and(|(control, _)| !state.pressed(&control))
    {
        held.held = None;
    }
    if let Some((control, next)) = held.held
        && now >= next
    {
        asked.write(Asked(control));
        // From beat to beat, or each would come a part of a frame later. What a pause has missed is
        // not made up for.
        let beat = next + INTERVAL;
        held.held = Some((control, if beat > now { beat } else { now + INTERVAL }));
    }
    for control in state.get_just_pressed() {
        asked.write(Asked(control));
        held.held = bindings.repeats(control).then_some((control, now + DELAY));
    }
}
