//! No key is lost, however fast it is typed.
//!
//! An `ActionState` knows whether a control is pressed at the end of a frame. A key that goes down and
//! up within one frame would never be seen; of two keys that go down in one frame nobody could tell
//! which came first; and where one key comes up and another for the same control goes down, the
//! control would seem held. So events wait here and go on in order: a press begins a new frame, and
//! never are two events of one key in the same.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::input::ButtonState;
use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;

use crate::explorer::Journey;

/// The keyboard's events that are still to be handled.
#[derive(Resource, Debug, Default)]
pub struct KeyQueue {
    waiting: VecDeque<KeyboardInput>,
}

impl KeyQueue {
    /// Whether nothing waits. While something does, the app must be updated again soon.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The events that wait, the next one first.
    pub fn waiting(&self) -> impl Iterator<Item = &KeyboardInput> {
        self.waiting.iter()
    }

    /// Adds an event behind those that wait.
    pub fn push(&mut self, event: KeyboardInput) {
        self.waiting.push_back(event);
    }

    /// The events of the next frame: everything before the next press, and before the key that goes
    /// down first would come up.
    fn next_frame(&mut self) -> Vec<KeyboardInput> {
        let mut end = 0;
        for event in &self.waiting {
            let is_first = end == 0;
            let mut before = self.waiting.iter().take(end);
            let same_key = before.any(|earlier| earlier.key_code == event.key_code);
            if same_key || (event.state == ButtonState::Pressed && !is_first) {
                break;
            }
            end += 1;
        }
        self.waiting.drain(..end).collect()
    }
}

/// Whether an event comes from a [`KeyScript`](super::KeyScript): those belong to no window.
fn is_scripted(event: &KeyboardInput) -> bool {
    event.window == Entity::PLACEHOLDER
}

/// Takes what the keyboard sent and passes on what this frame can handle. The system's own repetition
/// of held keys is dropped: [`super::repeat`] does that.
pub(super) fn queue_keys(
    mut queue: ResMut<KeyQueue>,
    mut keys: ResMut<Messages<KeyboardInput>>,
    mut new: Local<MessageCursor<KeyboardInput>>,
    mut focus_lost: MessageReader<KeyboardFocusLost>,
    journey: Res<Journey>,
) {
    let sent = new.read(&keys).filter(|key| !key.repeat).cloned();
    queue.waiting.extend(sent);
    if focus_lost.read().count() > 0 {
        // A script types on, whoever has the keyboard.
        queue.waiting.retain(is_scripted);
    }
    keys.clear();
    // A script lets the player get where it is going; a hand that types stops it.
    let waits = journey.is_on_the_way() && queue.waiting.front().is_some_and(is_scripted);
    if !waits {
        keys.write_batch(queue.next_frame());
    }
    // What was just passed on is not new.
    new.clear(&keys);
}

#[cfg(test)]
mod tests {
    use super::super::press::{Button, press};
    use super::*;

    fn frames(script: &[(char, ButtonState)]) -> Vec<usize> {
        let mut queue = KeyQueue::default();
        for &(character, state) in script {
            queue.push(press(Button::Types(character), state));
        }
        let mut sizes = Vec::new();
        while !queue.is_empty() {
            sizes.push(queue.next_frame().len());
        }
        sizes
    }

    const DOWN: ButtonState = ButtonState::Pressed;
    const UP: ButtonState = ButtonState::Released;

    #[test]
    fn a_key_tapped_within_a_frame_is_down_for_one() {
        assert_eq!(frames(&[('l', DOWN), ('l', UP)]), [1, 1]);
    }

    #[test]
    fn a_key_typed_twice_comes_up_in_between() {
        let typed = [('l', DOWN), ('l', UP), ('l', DOWN), ('l', UP)];
        assert_eq!(frames(&typed), [1, 1, 1, 1]);
    }

    #[test]
    fn two_presses_take_two_frames_in_their_order() {
        let typed = [('l', DOWN), ('j', DOWN), ('l', UP), ('j', UP)];
        assert_eq!(frames(&typed), [1, 2, 1]);
    }

    #[test]
    fn every_key_comes_up_before_the_next_goes_down() {
        let typed = [('l', DOWN), ('l', UP), ('j', DOWN), ('j', UP)];
        assert_eq!(frames(&typed), [1, 1, 1, 1]);
    }

    #[test]
    fn releases_alone_take_one_frame() {
        assert_eq!(frames(&[('l', UP), ('j', UP)]), [2]);
    }
}
