//! Writes an [`Asked`] message for each key that is pressed, and repeats its control while the key is held. The repeat
//! delay and rate are the same on every system.

use std::time::Duration;

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use super::bindings::Bindings;
use super::controls::Control;
use super::held::{HeldKeys, is_bound};
use super::key_down::KeyDown;
use super::queue::KeyQueue;

/// What the player asks for with a key or button.
///
/// This message is written in [`PreUpdate`], in [`ControlSystems::Ask`](super::ControlSystems::Ask). The mode on top
/// decides what it means. Plugins read this message to respond to their own controls.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A key went down, whether or not it is bound.
    Key(KeyDown),
    /// A control without a press: its key is held and repeats, or a menu or another device asks for it.
    Control(Control),
}

impl Asked {
    /// The control that is asked for, or `None` if a key is not bound.
    pub fn control(&self) -> Option<Control> {
        match self {
            Self::Key(key) => key.control,
            Self::Control(control) => Some(*control),
        }
    }
}

/// How long a key must be held before it repeats.
const DELAY: Duration = Duration::from_millis(300);
/// The time between repeats.
const INTERVAL: Duration = Duration::from_millis(70);

/// The control of the last key pressed, if the key is still held and the control repeats.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct HeldControl {
    held: Option<Hold>,
}

#[derive(Clone, Copy, Debug)]
struct Hold {
    control: Control,
    /// When the next repeat is due, in the app's real time.
    next: Duration,
    stage: Stage,
}

/// The stage that a held control is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The key has not been held long enough for the control to repeat.
    Pressed,
    /// The key has been held long enough, but only for one frame so far. The release of the key may merely be late, so
    /// only the next frame shows whether the control repeats.
    Due,
    /// The control is repeating.
    Repeating,
}

impl HeldControl {
    /// Returns the time from `now`, in the app's real time, to the next repeat, or `None` if no control is due to
    /// repeat.
    pub fn next_repeat(&self, now: Duration) -> Option<Duration> {
        self.held.map(|hold| hold.next.saturating_sub(now))
    }
}

/// Writes the key that was just pressed, with its control, and repeats the control of a key that is held.
///
/// A frame reads all events that have arrived, and then the clock. A key counts as held only in frames in which no
/// event is waiting, so a late release never causes a repeat, however long a frame takes. The first repeat needs two
/// such frames after the delay, because the release may still be on its way after a slow frame.
pub(super) fn ask(
    time: Res<Time<Real>>,
    controls: Single<(&ActionState<Control>, &InputMap<Control>)>,
    (bindings, queue): (Res<Bindings>, Res<KeyQueue>),
    mut keys: ResMut<HeldKeys>,
    mut held: ResMut<HeldControl>,
    mut asked: MessageWriter<Asked>,
) {
    let now = time.elapsed();
    let (state, map) = *controls;
    held.held = held.held.filter(|hold| state.pressed(&hold.control));
    if let Some(hold) = &mut held.held
        && queue.is_empty()
        && now >= hold.next
    {
        if hold.stage == Stage::Pressed {
            hold.stage = Stage::Due;
        } else {
            asked.write(Asked::Control(hold.control));
            // The interval is measured from the time at which the last repeat was due. Otherwise, each repeat would be
            // late by part of a frame. Missed repeats are skipped.
            let beat = hold.next + INTERVAL;
            let is_late = hold.stage == Stage::Due || beat <= now;
            hold.next = if is_late { now + INTERVAL } else { beat };
            hold.stage = Stage::Repeating;
        }
    }
    let mut key = keys.pressed.take();
    for control in state.get_just_pressed() {
        let by_key = key.take_if(|it| is_bound(map, control, it.button));
        asked.write(match by_key {
            Some(key) => Asked::Key(KeyDown {
                control: Some(control),
                ..key
            }),
            None => Asked::Control(control),
        });
        held.held = bindings.repeats(control).then_some(Hold {
            control,
            next: now + DELAY,
            stage: Stage::Pressed,
        });
    }
    // It is not bound.
    asked.write_batch(key.map(Asked::Key));
}
