//! A queue that never loses a key or a click, however fast they arrive.
//!
//! An `ActionState` knows only which keys are down at the end of a frame. It would miss a key that goes down and up
//! within one frame, lose the order of two keys, and treat a control as held if one of the control's keys comes up
//! while another goes down. Therefore, events wait in this queue and are passed on in order: every press and every
//! mouse event starts a new frame, and no frame has two events for the same key.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

use super::mouse::{Mouse, ScreenPoint};
use super::press::{PhysicalButton, Press};
use crate::explorer::Stopped;

/// An event from a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Down(Press),
    Up(PhysicalButton),
    /// All keys are released, because another window now has the keyboard focus.
    AllUp,
    Mouse(Mouse),
}

impl Event {
    /// Returns whether this is a key press, a click or a turn of the wheel.
    fn is_act(&self) -> bool {
        match self {
            Self::Down(_) => true,
            Self::Mouse(mouse) => !mouse.is_move(),
            Self::Up(_) | Self::AllUp => false,
        }
    }
}

/// A waiting event.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    event: Event,
    /// Whether the event comes from a [`KeyScript`](super::KeyScript).
    is_scripted: bool,
}

/// The waiting keyboard and mouse events.
#[derive(Resource, Debug, Default)]
pub struct KeyQueue {
    waiting: VecDeque<Waiting>,
    /// The position to which scripts have moved the mouse.
    pointer: Option<ScreenPoint>,
    deafness: Deafness,
}

/// Whether typed input is ignored, because what it was meant for has just ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Deafness {
    #[default]
    None,
    /// From the next frame on.
    Begins,
    /// Since the first time, until the second one.
    Until(Duration, Duration),
}

/// How long no key must have been pressed until typed input counts again.
const QUIET: Duration = Duration::from_millis(400);

/// How long typed input is ignored at most.
const DEAF: Duration = Duration::from_secs(2);

impl KeyQueue {
    /// Returns whether no events are waiting. While events are waiting, the app must be updated again soon.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub fn key_down(&mut self, press: Press) {
        self.push(Event::Down(press), false);
    }

    /// Adds the release of the key or button at this place.
    pub fn key_up(&mut self, place: impl Into<PhysicalButton>) {
        self.push(Event::Up(place.into()), false);
    }

    /// Adds a key press and its immediate release, for a device that does not report releases.
    pub fn tap(&mut self, press: Press) {
        self.key_down(press);
        self.key_up(press.place);
    }

    /// Adds a mouse event. If the last waiting event and the new event are both moves, the new event replaces the old
    /// one.
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

    /// Adds the press and release of a key from a script.
    pub(super) fn tap_scripted(&mut self, press: Press) {
        self.push(Event::Down(press), true);
        self.push(Event::Up(press.place), true);
    }

    /// Adds a mouse event from a script. The mouse first moves to the position of the event.
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

    /// Counts the waiting key presses, clicks and turns of the wheel, except those from scripts.
    pub fn typed(&self) -> usize {
        let typed = self.waiting.iter();
        let typed = typed.filter(|it| it.event.is_act() && !it.is_scripted);
        typed.count()
    }

    /// Removes the waiting key presses and mouse events, except those from scripts. The releases of keys that are
    /// already held stay in the queue.
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

    /// Releases all keys and removes all waiting events except those from scripts, because another window now has the
    /// keyboard focus.
    pub fn lose_keyboard(&mut self) {
        self.waiting.retain(|it| it.is_scripted);
        self.waiting.push_front(Waiting {
            event: Event::AllUp,
            is_scripted: true,
        });
    }

    /// Ignores all input, except that from scripts, until the player has paused for a moment. Keys that are held must be
    /// pressed again.
    pub fn ignore_typed(&mut self) {
        self.lose_keyboard();
        self.deafness = Deafness::Begins;
    }

    /// Removes typed input while it is ignored. `now` is the app's real time.
    pub(super) fn hear(&mut self, now: Duration) {
        if self.deafness == Deafness::Begins {
            self.deafness = Deafness::Until(now, now + QUIET);
        }
        let Deafness::Until(since, until) = self.deafness else {
            return;
        };
        if now >= until || now >= since + DEAF {
            self.deafness = Deafness::None;
        } else if self.typed() > 0 {
            self.forget_typed();
            self.deafness = Deafness::Until(since, now + QUIET);
        }
    }

    /// Takes the events for the next frame: at most one press or mouse event, and the events that follow it until the
    /// next press, the next mouse event, or a second event for the same key. While the player is on a journey, events
    /// from scripts wait, but real input does not.
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

/// Removes input that arrived before an alarm, because the player did not know about the alarm at that time.
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

    /// Returns the events that each frame handles, with a lowercase letter for a key press and a capital for a release.
    fn frames(mut queue: KeyQueue) -> Vec<String> {
        let mut all = Vec::new();
        while !queue.is_empty() {
            let frame = queue.next_frame(false).into_iter();
            let words = frame.map(|event| match event {
                Event::Down(press) => press.character.unwrap().to_string(),
                Event::Up(PhysicalButton::Key(place)) => format!("{place:?}").replace("Key", ""),
                Event::Up(PhysicalButton::Pad(button)) => button.to_string(),
                Event::AllUp => "all up".to_owned(),
                Event::Mouse(mouse) => {
                    let at = mouse.at().map(|it| it.cell.to_array());
                    format!(
                        "{} at {at:?}",
                        if mouse.is_move() { "move" } else { "click" }
                    )
                }
            });
            all.push(words.collect());
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
    fn a_press_begins_a_frame_and_no_frame_has_two_events_for_a_key() {
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
    fn a_click_has_its_own_frame_between_two_keys() {
        let mut queue = queue("lL");
        for mouse in [
            Mouse::Hover(UVec2::ZERO.into()),
            Mouse::Hover(UVec2::ONE.into()),
            Mouse::Click(UVec2::ONE.into()),
        ] {
            queue.push_mouse(mouse);
        }
        queue.key_down(Press::typed('j'));
        let order = [
            "l",
            "L",
            "move at Some([1, 1])",
            "click at Some([1, 1])",
            "j",
        ];
        assert_eq!(frames(queue), order);
    }

    #[test]
    fn waiting_keys_are_removed_and_held_keys_come_up() {
        let typed = || {
            let mut queue = queue("HlLj");
            queue.tap_scripted(Press::typed('k'));
            queue.push_mouse(Mouse::Click(UVec2::ZERO.into()));
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

    #[test]
    fn typed_input_is_ignored_until_the_player_has_paused_but_not_for_ever() {
        let ms = Duration::from_millis;
        let heard = |times: &[u64]| {
            let mut queue = KeyQueue::default();
            queue.ignore_typed();
            queue.hear(ms(0));
            let press = |&at: &u64| {
                queue.key_down(Press::typed('l'));
                queue.hear(ms(at));
                let is_heard = queue.typed() > 0;
                queue.forget_typed();
                is_heard
            };
            times.iter().map(press).collect::<Vec<_>>()
        };
        assert_eq!(heard(&[399]), [false]);
        assert_eq!(heard(&[400]), [true]);
        assert_eq!(heard(&[300, 600, 1000]), [false, false, true]);
        let often: Vec<u64> = (1..=30).map(|it| it * 100).collect();
        let first = heard(&often).iter().position(|it| *it);
        assert_eq!(first.map(|it| often[it]), Some(2000), "a key that is held");
    }
}
