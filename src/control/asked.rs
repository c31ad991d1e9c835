//! Writes the controls that keys ask for, when pressed and while held. The repeat delay and rate are the same on every
//! system.

use std::time::Duration;

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use super::asks::Control;
use super::bindings::Bindings;
use super::queue::KeyQueue;

/// A key asked for this control, because it was pressed or is held.
///
/// Written in [`PreUpdate`], in [`ControlSystems::Ask`](super::ControlSystems::Ask). The mode on top decides what it
/// means. Plugins read this for their own controls.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked(pub Control);

/// How long a key must be held before it repeats.
const DELAY: Duration = Duration::from_millis(300);
/// The time between repeats.
const INTERVAL: Duration = Duration::from_millis(70);

/// The last control pressed, if it is still held and repeats.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct HeldControl {
    held: Option<Hold>,
}

#[derive(Clone, Copy, Debug)]
struct Hold {
    control: Control,
    /// The time of the next repeat, in the app's real time.
    next: Duration,
    stage: Stage,
}

/// The stages of a held control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It has not been held long enough to repeat.
    Pressed,
    /// It has been held long enough in one frame. Its release may only be late, so the next frame decides.
    Due,
    /// It repeats.
    Repeating,
}

impl HeldControl {
    /// Returns the time from `now`, in the app's real time, to the next repeat; `None` if no control repeats.
    pub fn next_repeat(&self, now: Duration) -> Option<Duration> {
        self.held.map(|hold| hold.next.saturating_sub(now))
    }
}

/// Writes the control that was just pressed, and repeats the one that is held.
///
/// A frame reads all events that have arrived, and then the clock. A key counts as held only in frames in which no
/// event waits, so a late release never causes a repeat, however long a frame takes. The first repeat needs two such
/// frames after the delay: after a slow frame, the release may still be on its way.
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
            // Count from the last repeat, or each would be late by part of a frame. Missed repeats are skipped.
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
