//! No key is lost, however fast it is typed, and no click.
//!
//! An `ActionState` knows whether a control is pressed at the end of a frame. A key that goes down and
//! up within one frame would never be seen; of two keys that go down in one frame nobody could tell
//! which came first; and where one key comes up and another for the same control goes down, the
//! control would seem held. So events wait here and go on in order: a press begins a new frame, so does what a mouse
//! does, and never are two events of one key in the same.

use std::collections::VecDeque;

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;

use super::mouse::Mouse;
use super::press::Press;
use crate::explorer::Stopped;

/// Something that a device has told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Down(Press),
    Up(KeyCode),
    /// No key is down any more: another window has the keyboard.
    AllUp,
    Mouse(Mouse),
}

impl Event {
    /// Whether a hand has typed or clicked.
    fn is_act(&self) -> bool {
        match self {
            Self::Down(_) => true,
            Self::Mouse(mouse) => !mouse.is_move(),
            Self::Up(_) | Self::AllUp => false,
        }
    }
}

/// An event that waits.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    event: Event,
    /// Whether it comes from a [`KeyScript`](super::KeyScript).
    is_scripted: bool,
}

/// The events of keyboard and mouse that are still to be handled.
#[derive(Resource, Debug, Default)]
pub struct KeyQueue {
    waiting: VecDeque<Waiting>,
    /// Where the mouse of scripts is.
    pointer: Option<UVec2>,
}

impl KeyQueue {
    /// Whether nothing waits. While something does, the app must be updated again soon.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Adds a key that goes down, behind what waits.
    pub fn key_down(&mut self, press: Press) {
        self.push(Event::Down(press), false);
    }

    /// Adds the key at this place that comes up.
    pub fn key_up(&mut self, place: KeyCode) {
        self.push(Event::Up(place), false);
    }

    /// Adds a key that goes down and up again at once, from a device that cannot tell how long it is held.
    pub fn tap(&mut self, press: Press) {
        self.key_down(press);
        self.key_up(press.place);
    }

    /// Adds what a mouse does. Where it has been in between nobody needs to know.
    pub fn push_mouse(&mut self, mouse: Mouse) {
        let moved = |it: &Waiting| match it.event {
            Event::Mouse(mouse) => mouse.is_move() && !it.is_scripted,
            _ => false,
        };
        if mouse.is_move() && self.waiting.back().is_some_and(moved) {
            self.waiting.pop_back();
        }
        self.push(Event::Mouse(mouse), false);
    }

    /// Adds a key of a script.
    pub(super) fn tap_scripted(&mut self, press: Press) {
        self.push(Event::Down(press), true);
        self.push(Event::Up(press.place), true);
    }

    /// Adds what the mouse of a script does: it comes to a place before it does something there.
    pub(super) fn push_scripted(&mut self, mouse: Mouse) {
        let at = mouse.at();
        let comes_to = at.filter(|_| at != self.pointer && !mouse.is_move());
        for act in comes_to.map(Mouse::Hover).into_iter().chain([mouse]) {
            self.push(Event::Mouse(act), true);
        }
        self.pointer = at;
    }

    fn push(&mut self, event: Event, is_scripted: bool) {
        self.waiting.push_back(Waiting { event, is_scripted });
    }

    /// Counts the keys that went down, the clicks and the turns of the wheel that wait, without those of scripts.
    pub fn typed(&self) -> usize {
        let typed = self.waiting.iter();
        let typed = typed.filter(|it| it.event.is_act() && !it.is_scripted);
        typed.count()
    }

    /// Forgets the keys that went down, and the clicks, that nobody has handled yet; those of a script stay. A key
    /// that is held still comes up.
    pub fn forget_typed(&mut self) {
        let mut forgotten = Vec::new();
        self.waiting.retain(|it| match it.event {
            _ if it.is_scripted => true,
            Event::Down(press) => {
                forgotten.push(press.place);
                false
            }
            Event::Up(place) => !forgotten.contains(&place),
            Event::AllUp => true,
            Event::Mouse(_) => false,
        });
    }

    /// Has all keys come up before anything else, and forgets what waits: another window has the keyboard. A script types
    /// on.
    pub fn lose_keyboard(&mut self) {
        self.waiting.retain(|it| it.is_scripted);
        self.waiting.push_front(Waiting {
            event: Event::AllUp,
            is_scripted: true,
        });
    }

    /// The events of the next frame: everything before the next press or click, and before the key that goes
    /// down first would come up. While the player is on the way somewhere a script waits; a hand that types stops it.
    pub(super) fn next_frame(&mut self, is_on_the_way: bool) -> Vec<Event> {
        let mut frame: Vec<Event> = Vec::new();
        while let Some(Waiting { event, is_scripted }) = self.waiting.front().copied() {
            let is_first = frame.is_empty();
            let begins = match event {
                Event::Down(_) | Event::Mouse(_) => true,
                Event::Up(place) => frame.iter().any(|it| match it {
                    Event::Down(press) => press.place == place,
                    Event::Up(other) => *other == place,
                    _ => false,
                }),
                Event::AllUp => false,
            };
            if begins && !is_first || is_scripted && is_on_the_way && event != Event::AllUp {
                break;
            }
            frame.push(event);
            self.waiting.pop_front();
            if matches!(event, Event::Mouse(_) | Event::AllUp) {
                break;
            }
        }
        frame
    }
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

    /// What each frame handles of a queue: keys by their letters, small as they go down and capital as they come up.
    fn frames(mut queue: KeyQueue) -> Vec<String> {
        let mut all = Vec::new();
        while !queue.is_empty() {
            let frame = queue.next_frame(false).into_iter();
            let said = frame.map(|event| match event {
                Event::Down(press) => press.character.unwrap().to_string(),
                Event::Up(place) => format!("{place:?}").replace("Key", ""),
                Event::AllUp => "all up".to_owned(),
                Event::Mouse(mouse) => format!("{mouse:?}"),
            });
            all.push(said.collect());
        }
        all
    }

    fn queue(events: &str) -> KeyQueue {
        let mut queue = KeyQueue::default();
        for letter in events.chars() {
            let press = Press::typed(letter.to_ascii_lowercase());
            match letter.is_lowercase() {
                true => queue.key_down(press),
                false => queue.key_up(press.place),
            }
        }
        queue
    }

    #[test]
    fn a_press_begins_a_frame_and_no_key_has_two_events_in_one() {
        for (events, expected) in [
            ("lL", vec!["l", "L"]),
            ("lLlL", vec!["l", "L", "l", "L"]),
            ("ljLJ", vec!["l", "jL", "J"]),
            ("lLjJ", vec!["l", "L", "j", "J"]),
            ("LJ", vec!["LJ"]),
        ] {
            assert_eq!(frames(queue(events)), expected, "{events}");
        }
    }

    #[test]
    fn a_click_has_a_frame_of_its_own_between_the_keys_around_it() {
        let mut queue = queue("lL");
        for mouse in [
            Mouse::Hover(UVec2::ZERO),
            Mouse::Hover(UVec2::ONE),
            Mouse::Click(UVec2::ONE),
        ] {
            queue.push_mouse(mouse);
        }
        queue.key_down(Press::typed('j'));
        let order = ["l", "L", "Hover(UVec2(1, 1))", "Click(UVec2(1, 1))", "j"];
        assert_eq!(frames(queue), order);
    }

    #[test]
    fn what_was_typed_is_forgotten_and_what_is_held_comes_up() {
        let typed = || {
            let mut queue = queue("HlLj");
            queue.tap_scripted(Press::typed('k'));
            queue.push_mouse(Mouse::Click(UVec2::ZERO));
            queue
        };
        let mut queue = typed();
        assert_eq!(queue.typed(), 3);
        queue.forget_typed();
        assert_eq!(frames(queue), ["H", "k", "K"]);
        let mut queue = typed();
        queue.lose_keyboard();
        queue.tap(Press::typed('n'));
        assert_eq!(frames(queue), ["all up", "k", "K", "n", "N"]);
    }
}
