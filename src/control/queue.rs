//! No key is lost, however fast it is typed.
//!
//! An `ActionState` knows whether a key is down at the end of a frame. A key that goes down and up
//! within one frame would never be seen, and of two keys that go down in one frame nobody could tell
//! which came first. So events wait here and go on in order, at most one press a frame, and never a
//! press together with its own release.

use std::collections::VecDeque;

use bevy::input::ButtonState;
use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;

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

    /// Adds an event behind those that wait.
    pub fn push(&mut self, event: KeyboardInput) {
        self.waiting.push_back(event);
    }

    /// The events of the next frame: everything up to the second press, or up to the release of the
    /// key that was pressed.
    fn next_frame(&mut self) -> Vec<KeyboardInput> {
        let mut pressed = None;
        let mut end = 0;
        for event in &self.waiting {
            match (event.state, pressed) {
                (ButtonState::Pressed, Some(_)) => break,
                (ButtonState::Pressed, None) => pressed = Some(event.key_code),
                (ButtonState::Released, Some(key)) if key == event.key_code => break,
                (ButtonState::Released, _) => {}
            }
            end += 1;
        }
        self.waiting.drain(..end).collect()
    }
}

/// Takes what the keyboard sent and passes on what this frame can handle. The system's own repetition
/// of held keys is dropped: [`super::repeat`] does that.
pub(super) fn queue_keys(
    mut queue: ResMut<KeyQueue>,
    mut keys: ResMut<Messages<KeyboardInput>>,
    mut focus_lost: MessageReader<KeyboardFocusLost>,
) {
    queue.waiting.extend(keys.drain().filter(|key| !key.repeat));
    if focus_lost.read().count() > 0 {
        queue.waiting.clear();
    }
    let now = queue.next_frame();
    keys.write_batch(now);
}

#[cfg(test)]
mod tests {
    use super::super::Button;
    use super::super::script::press;
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
    fn two_presses_take_two_frames_in_their_order() {
        let typed = [('l', DOWN), ('j', DOWN), ('l', UP), ('j', UP)];
        assert_eq!(frames(&typed), [1, 2, 1]);
    }

    #[test]
    fn releases_alone_take_one_frame() {
        assert_eq!(frames(&[('l', UP), ('j', UP)]), [2]);
    }
}
