//! What keys have asked for, just now or because they are held: after a delay and in an even rhythm, the same on every
//! system.

use std::time::Duration;

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use super::asks::Control;
use super::bindings::Bindings;
use super::queue::KeyQueue;

/// A key has asked for this, just now or because it is held.
///
/// Written in [`PreUpdate`], in [`ControlSystems::Ask`](super::ControlSystems::Ask). The screen on top decides what it
/// means; a plugin's system reads this for its own controls.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked(pub Control);

/// How long a key is held before it repeats.
const DELAY: Duration = Duration::from_millis(300);
/// How often it repeats from then on.
const INTERVAL: Duration = Duration::from_millis(70);

/// The control that was pressed last, if it is still held and repeats.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct HeldControl {
    held: Option<Hold>,
}

#[derive(Clone, Copy, Debug)]
struct Hold {
    control: Control,
    /// When it asks next, in the app's real time.
    next: Duration,
    stage: Stage,
}

/// How far a held control has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It has not been held for long enough.
    Pressed,
    /// It has, by the clock of one frame. The release may only be late, so the next frame decides.
    Due,
    /// It repeats.
    Repeating,
}

impl HeldControl {
    /// How long after `now`, in the app's real time, the held control asks again. None if none does.
    pub fn next_repeat(&self, now: Duration) -> Option<Duration> {
        self.held.map(|hold| hold.next.saturating_sub(now))
    }
}

/// Asks for what was just pressed, and again for what is held.
///
/// A frame reads every event that has arrived and then its clock. So a key counts as held for as long as frames go by
/// in which nothing waits, its release included; how long a frame takes does not matter. The first repeat takes two such
/// frames after the delay: behind a frame that kept the machine busy, the release may still be on its way.
pub(super) fn ask(
    time: Res<Time<Real>>,
    state: Single<&ActionState<Control>>,
    (bindings, queue): (Res<Bindings>, Res<KeyQueue>),
    mut held: ResMut<HeldControl>,
    mut asked: MessageWriter<Asked>,
) {
    let now = time.elapsed();
    held.held = held.held.filter(|hold| state.pressed(&hold.control));
    if let Some(hold) = &mut held.held
        && queue.is_empty()
        && now >= hold.next
    {
        if hold.stage == Stage::Pressed {
            hold.stage = Stage::Due;
        } else {
            asked.write(Asked(hold.control));
            // From beat to beat, or each would come a part of a frame later. What a pause has missed is not made up for.
            let beat = hold.next + INTERVAL;
            let is_late = hold.stage == Stage::Due || beat <= now;
            hold.next = if is_late { now + INTERVAL } else { beat };
            hold.stage = Stage::Repeating;
        }
    }
    for control in state.get_just_pressed() {
        asked.write(Asked(control));
        held.held = bindings.repeats(control).then_some(Hold {
            control,
            next: now + DELAY,
            stage: Stage::Pressed,
        });
    }
}
