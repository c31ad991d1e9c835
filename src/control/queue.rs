//! No key is lost, however fast it is typed, and no click.
//!
//! An `ActionState` knows whether a control is pressed at the end of a frame. A key that goes down and
//! up within one frame would never be seen; of two keys that go down in one frame nobody could tell
//! which came first; and where one key comes up and another for the same control goes down, the
//! control would seem held. So events wait here and go on in order: a press begins a new frame, so does what a mouse
//! does, and never are two events of one key in the same.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::input::ButtonState;
use bevy::input::keyboard::{KeyCode, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;

use super::mouse::Mouse;
use super::press::{Button, tap};
use crate::explorer::{Journey, Stopped};

/// One thing that waits.
#[derive(Clone, Debug)]
enum Event {
    Key(KeyboardInput),
    Mouse { mouse: Mouse, is_scripted: bool },
}

impl Event {
    /// Whether it comes from a [`KeyScript`](super::KeyScript): those belong to no window.
    fn is_scripted(&self) -> bool {
        match self {
            Self::Key(key) => key.window == Entity::PLACEHOLDER,
            Self::Mouse { is_scripted, .. } => *is_scripted,
        }
    }
}

/// The events of keyboard and mouse that are still to be handled.
#[derive(Resource, Debug, Default)]
pub struct KeyQueue {
    waiting: VecDeque<Event>,
    /// Where the mouse of scripts is.
    pointer: Option<UVec2>,
}

/// What one frame handles.
#[derive(Debug, Default)]
struct Frame {
    keys: Vec<KeyboardInput>,
    mouse: Option<Mouse>,
}

impl KeyQueue {
    /// Whether nothing waits. While something does, the app must be updated again soon.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The keyboard's events that wait, the next one first.
    pub fn waiting(&self) -> impl Iterator<Item = &KeyboardInput> {
        self.waiting.iter().filter_map(|event| match event {
            Event::Key(key) => Some(key),
            Event::Mouse { .. } => None,
        })
    }

    /// Adds a key's event behind what waits.
    pub fn push(&mut self, event: KeyboardInput) {
        self.waiting.push_back(Event::Key(event));
    }

    /// Adds a key that goes down and up again at once, from a device that cannot tell how long it is held. `device` is
    /// the entity that stands for it.
    pub fn push_tap(&mut self, button: Button, device: Entity) {
        let events = tap(button).into_iter();
        let events = events.map(|event| {
            Event::Key(KeyboardInput {
                window: device,
                ..event
            })
        });
        self.waiting.extend(events);
    }

    /// Counts the keys that went down, the clicks and the turns of the wheel that wait, without those of scripts.
    pub fn typed(&self) -> usize {
        let typed = self.waiting.iter().filter(|it| match it {
            Event::Key(key) => key.state == ButtonState::Pressed,
            Event::Mouse { mouse, .. } => !matches!(mouse, Mouse::Hover(_) | Mouse::Gone),
        });
        typed.filter(|it| !it.is_scripted()).count()
    }

    /// Adds what a mouse does behind what waits. Where it has been in between nobody needs to know.
    pub fn push_mouse(&mut self, mouse: Mouse) {
        self.push_mouse_as(mouse, false);
    }

    /// Adds what the mouse of a script does: it comes to a place before it does something there.
    pub(super) fn push_scripted(&mut self, mouse: Mouse) {
        let at = mouse.at();
        let moves = matches!(mouse, Mouse::Hover(_) | Mouse::Gone);
        if let (Some(at), false) = (at.filter(|_| at != self.pointer), moves) {
            self.push_mouse_as(Mouse::Hover(at), true);
        }
        self.pointer = at;
        self.push_mouse_as(mouse, true);
    }

    fn push_mouse_as(&mut self, mouse: Mouse, is_scripted: bool) {
        let moves = |it: &Mouse| matches!(it, Mouse::Hover(_) | Mouse::Gone);
        let moved =
            |it: &Event| matches!(it, Event::Mouse { mouse, is_scripted: false } if moves(mouse));
        if !is_scripted && moves(&mouse) && self.waiting.back().is_some_and(moved) {
            self.waiting.pop_back();
        }
        self.waiting.push_back(Event::Mouse { mouse, is_scripted });
    }

    /// Forgets the keys that went down, and the clicks, that nobody has handled yet; those of a script stay. A key
    /// that is held still comes up.
    pub fn forget_typed(&mut self) {
        let mut forgotten = Vec::new();
        self.waiting.retain(|event| {
            if event.is_scripted() {
                return true;
            }
            let Event::Key(key) = event else {
                return false;
            };
            let is_press = key.state == ButtonState::Pressed;
            if is_press {
                forgotten.push(key.key_code);
            }
            !is_press && !forgotten.contains(&key.key_code)
        });
    }

    /// Whether the release of this key has arrived and waits.
    pub(super) fn will_release(&self, key: KeyCode) -> bool {
        self.waiting()
            .any(|it| it.key_code == key && it.state == ButtonState::Released)
    }

    /// The events of the next frame: everything before the next press or click, and before the key that goes
    /// down first would come up.
    fn next_frame(&mut self) -> Frame {
        let mut frame = Frame::default();
        while let Some(event) = self.waiting.front() {
            let is_first = frame.keys.is_empty();
            match event {
                Event::Mouse { mouse, .. } => {
                    if is_first {
                        frame.mouse = Some(*mouse);
                        self.waiting.pop_front();
                    }
                    break;
                }
                Event::Key(key) => {
                    let is_same = frame.keys.iter().any(|it| it.key_code == key.key_code);
                    if is_same || (key.state == ButtonState::Pressed && !is_first) {
                        break;
                    }
                }
            }
            if let Some(Event::Key(key)) = self.waiting.pop_front() {
                frame.keys.push(key);
            }
        }
        frame
    }
}

/// Takes what the keyboard sent and passes on what this frame can handle. The system's own repetition
/// of held keys is dropped: [`super::repeat`] does that.
pub(super) fn queue_keys(
    mut queue: ResMut<KeyQueue>,
    mut keys: ResMut<Messages<KeyboardInput>>,
    mut mouse: MessageWriter<Mouse>,
    mut new: Local<MessageCursor<KeyboardInput>>,
    mut focus_lost: MessageReader<KeyboardFocusLost>,
    journey: Res<Journey>,
) {
    let sent = new.read(&keys).filter(|key| !key.repeat).cloned();
    queue.waiting.extend(sent.map(Event::Key));
    let has_lost_keyboard = focus_lost.read().count() > 0;
    if has_lost_keyboard {
        // A script types on, whoever has the keyboard; but in the next frame: in this one all keys come up.
        queue.waiting.retain(Event::is_scripted);
    }
    keys.clear();
    // A script lets the player get where it is going; a hand that types stops it.
    let waits = journey.is_on_the_way() && queue.waiting.front().is_some_and(Event::is_scripted);
    if !waits && !has_lost_keyboard {
        let frame = queue.next_frame();
        keys.write_batch(frame.keys);
        mouse.write_batch(frame.mouse);
    }
    // What was just passed on is not new.
    new.clear(&keys);
}

/// What was typed before an alarm was meant for a world without it.
pub(super) fn forget_what_came_before(
    mut stops: MessageReader<Stopped>,
    mut queue: ResMut<KeyQueue>,
) {
    let alarms = stops.read().filter(|it| matches!(it, Stopped::Alarmed(_)));
    if alarms.count() > 0 {
        queue.forget_typed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(script: &[(char, ButtonState)]) -> KeyQueue {
        let mut queue = KeyQueue::default();
        for &(character, state) in script {
            let events = tap(Button::Types(character));
            let event = events.into_iter().find(|it| it.state == state);
            queue.push(event.expect("a tap goes down and up"));
        }
        queue
    }

    fn frames(script: &[(char, ButtonState)]) -> Vec<usize> {
        let mut queue = queue(script);
        let mut sizes = Vec::new();
        while !queue.is_empty() {
            sizes.push(queue.next_frame().keys.len());
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

    #[test]
    fn a_click_has_a_frame_of_its_own_between_the_keys_around_it() {
        let mut queue = queue(&[('l', DOWN), ('l', UP)]);
        let here = UVec2::new(3, 4);
        queue.push_mouse(Mouse::Hover(UVec2::ZERO));
        queue.push_mouse(Mouse::Hover(here));
        queue.push_mouse(Mouse::Click(here));
        queue.push(tap(Button::Types('j')).remove(0));
        let mut order = Vec::new();
        while !queue.is_empty() {
            let frame = queue.next_frame();
            order.push((frame.keys.len(), frame.mouse));
        }
        let mouse = [Mouse::Hover(here), Mouse::Click(here)].map(|it| (0, Some(it)));
        assert_eq!(order, [(1, None), (1, None), mouse[0], mouse[1], (1, None)]);
    }

    #[test]
    fn what_was_typed_is_forgotten_and_what_is_held_comes_up() {
        let real = Entity::from_raw_u32(7).expect("a small number");
        let mut queue = queue(&[('h', UP), ('l', DOWN), ('l', UP), ('j', DOWN)]);
        for event in &mut queue.waiting {
            if let Event::Key(key) = event {
                key.window = real;
            }
        }
        queue.push(tap(Button::Types('k')).remove(0));
        queue.push_mouse(Mouse::Click(UVec2::ZERO));
        queue.forget_typed();
        let left: Vec<_> = queue
            .waiting()
            .map(|key| (key.window == real, key.state))
            .collect();
        assert_eq!(left, [(true, UP), (false, DOWN)]);
    }
}
