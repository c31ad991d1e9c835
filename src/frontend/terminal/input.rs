//! Turns the terminal's events into keys and clicks in the queue.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use crossterm::event::{
    Event, KeyCode as Code, KeyEvent, KeyEventKind, KeyModifiers, MouseButton as Side, MouseEvent,
    MouseEventKind,
};

use crate::control::{Button, KeyQueue, Mouse, Press};

/// A request that is handled by the session instead of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// No request: the event is in the queue, has no effect, or is part of a flood.
    Nothing,
    /// Quit at once (Ctrl-C).
    Interrupt,
    /// Suspend the program (Ctrl-Z).
    Suspend,
    /// Redraw the screen (Ctrl-L).
    Redraw,
    /// The new size of the terminal, in columns and rows.
    Resize(UVec2),
    /// Pasted text.
    Paste(String),
    /// More keys or clicks than a person can produce arrived at once, so they were dropped.
    Flood,
}

/// The maximum number of keys and clicks that may wait in the queue.
const MOST: usize = 1000;
/// The length of a pause that ends a flood.
const PAUSE: Duration = Duration::from_millis(200);

/// The state of the keyboard and the mouse.
#[derive(Default)]
pub(super) struct Input {
    pointer: Option<UVec2>,
    /// When the last key or click was dropped, during a flood.
    flood: Option<Instant>,
}

impl Input {
    /// Puts an event that arrived at `now` into the queue, or returns the request that the event stands for.
    pub(super) fn take(&mut self, event: Event, now: Instant, queue: &mut KeyQueue) -> Request {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                special(key).unwrap_or_else(|| match press(key) {
                    Some(press) => self.put(now, queue, |it| it.tap(press)),
                    None => Request::Nothing,
                })
            }
            Event::Mouse(mouse) => self.take_mouse(mouse, now, queue),
            Event::Resize(columns, rows) => {
                Request::Resize(UVec2::new(columns.into(), rows.into()))
            }
            Event::Paste(text) => Request::Paste(text),
            _ => Request::Nothing,
        }
    }

    /// Puts a key or click into the queue, unless it is part of a flood.
    fn put(
        &mut self,
        now: Instant,
        queue: &mut KeyQueue,
        push: impl FnOnce(&mut KeyQueue),
    ) -> Request {
        if self.flood.is_some_and(|last| now < last + PAUSE) {
            self.flood = Some(now);
            return Request::Nothing;
        }
        self.flood = None;
        push(queue);
        if queue.typed() <= MOST {
            return Request::Nothing;
        }
        queue.forget_typed();
        self.flood = Some(now);
        Request::Flood
    }

    fn take_mouse(&mut self, mouse: MouseEvent, now: Instant, queue: &mut KeyQueue) -> Request {
        let at = UVec2::new(mouse.column.into(), mouse.row.into());
        if self.pointer != Some(at) {
            self.pointer = Some(at);
            queue.push_mouse(Mouse::Hover(at.into()));
        }
        let act = match mouse.kind {
            MouseEventKind::Down(Side::Left) => Mouse::Click(at.into()),
            MouseEventKind::Down(Side::Right) => Mouse::Right(at.into()),
            MouseEventKind::ScrollDown => Mouse::Wheel(at.into(), 1),
            MouseEventKind::ScrollUp => Mouse::Wheel(at.into(), -1),
            _ => return Request::Nothing,
        };
        self.put(now, queue, |it| it.push_mouse(act))
    }
}

/// Returns the request that a key with Ctrl stands for, or `None` if the key is not a request.
fn special(key: KeyEvent) -> Option<Request> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        Code::Char('c') if is_control => Some(Request::Interrupt),
        Code::Char('z') if is_control => Some(Request::Suspend),
        Code::Char('l') if is_control => Some(Request::Redraw),
        _ => None,
    }
}

/// Returns the press of a key. Keys with Alt have no effect, and neither do letters with Ctrl or a similar modifier.
pub(super) fn press(key: KeyEvent) -> Option<Press> {
    let has = |modifiers| key.modifiers.intersects(modifiers);
    let is_shifted = has(KeyModifiers::SHIFT);
    let place = match key.code {
        _ if has(KeyModifiers::ALT) => return None,
        Code::Char(_) if has(!KeyModifiers::SHIFT) => return None,
        Code::Char(' ') => KeyCode::Space,
        // Some terminals report the lowercase letter together with Shift.
        Code::Char(letter) if is_shifted => return letter.to_uppercase().next().map(Press::typed),
        Code::Char(letter) => return Some(Press::typed(letter)),
        Code::BackTab => return Some(Press::of(Button::Shift(KeyCode::Tab))),
        Code::F(number) => *F.get(usize::from(number).checked_sub(1)?)?,
        code => place_of(code)?,
    };
    let with = match is_shifted {
        _ if has(KeyModifiers::CONTROL) => Button::Ctrl,
        true => Button::Shift,
        false => Button::Place,
    };
    Some(Press::of(with(place)))
}

const F: [KeyCode; 12] = [
    KeyCode::F1,
    KeyCode::F2,
    KeyCode::F3,
    KeyCode::F4,
    KeyCode::F5,
    KeyCode::F6,
    KeyCode::F7,
    KeyCode::F8,
    KeyCode::F9,
    KeyCode::F10,
    KeyCode::F11,
    KeyCode::F12,
];

/// Returns the position of a key that does not type a character.
fn place_of(code: Code) -> Option<KeyCode> {
    Some(match code {
        Code::Backspace => KeyCode::Backspace,
        Code::Enter => KeyCode::Enter,
        Code::Left => KeyCode::ArrowLeft,
        Code::Right => KeyCode::ArrowRight,
        Code::Up => KeyCode::ArrowUp,
        Code::Down => KeyCode::ArrowDown,
        Code::Home => KeyCode::Home,
        Code::End => KeyCode::End,
        Code::PageUp => KeyCode::PageUp,
        Code::PageDown => KeyCode::PageDown,
        Code::Tab => KeyCode::Tab,
        Code::Delete => KeyCode::Delete,
        Code::Insert => KeyCode::Insert,
        Code::Esc => KeyCode::Escape,
        // The 5 on the numpad.
        Code::KeypadBegin => KeyCode::Numpad5,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Typist {
        input: Input,
        queue: KeyQueue,
        now: Instant,
    }

    impl Typist {
        fn new() -> Self {
            Self {
                input: Input::default(),
                queue: KeyQueue::default(),
                now: Instant::now(),
            }
        }

        fn send(&mut self, event: Event) -> Request {
            self.input.take(event, self.now, &mut self.queue)
        }
    }

    fn key(code: Code, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    fn mouse(kind: MouseEventKind) -> Event {
        Event::Mouse(MouseEvent {
            kind,
            column: 3,
            row: 4,
            modifiers: PLAIN,
        })
    }

    const PLAIN: KeyModifiers = KeyModifiers::NONE;
    const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
    const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
    const ALT: KeyModifiers = KeyModifiers::ALT;

    #[test]
    fn keys_are_the_same_as_in_the_window() {
        let of = |button| Some(Press::of(button));
        for (code, modifiers, expected) in [
            (Code::Char('l'), PLAIN, of(Button::Types('l'))),
            (Code::Char('K'), SHIFT, of(Button::Types('K'))),
            (Code::Char('k'), SHIFT, of(Button::Types('K'))),
            (Code::Char('?'), PLAIN, of(Button::Types('?'))),
            (Code::Char(' '), PLAIN, of(Button::Place(KeyCode::Space))),
            (Code::Char('4'), PLAIN, Some(Press::typed('4'))),
            (Code::Up, PLAIN, of(Button::Place(KeyCode::ArrowUp))),
            (Code::Up, SHIFT, of(Button::Shift(KeyCode::ArrowUp))),
            (Code::Home, CONTROL, of(Button::Ctrl(KeyCode::Home))),
            (
                Code::KeypadBegin,
                PLAIN,
                of(Button::Place(KeyCode::Numpad5)),
            ),
            (Code::F(1), PLAIN, of(Button::Place(KeyCode::F1))),
            (Code::F(12), PLAIN, of(Button::Place(KeyCode::F12))),
            (Code::BackTab, SHIFT, of(Button::Shift(KeyCode::Tab))),
            (Code::F(13), PLAIN, None),
            (Code::Menu, PLAIN, None),
            (Code::Up, ALT, None),
        ] {
            assert_eq!(press(key(code, modifiers)), expected, "{code:?}");
        }
        for held in [CONTROL, ALT, KeyModifiers::SUPER, KeyModifiers::META] {
            for letter in ['v', 'h', 'j', 'Q', '4', ' '] {
                for modifiers in [held, held | SHIFT] {
                    let typed = press(key(Code::Char(letter), modifiers));
                    assert_eq!(typed, None, "{modifiers} and {letter}");
                }
            }
        }
    }

    #[test]
    fn control_keys_do_what_they_do_in_every_terminal() {
        let mut typist = Typist::new();
        for (letter, expected) in [
            ('c', Request::Interrupt),
            ('z', Request::Suspend),
            ('l', Request::Redraw),
        ] {
            let request = typist.send(Event::Key(key(Code::Char(letter), CONTROL)));
            assert_eq!(request, expected);
        }
        let size = Request::Resize(UVec2::new(80, 24));
        assert_eq!(typist.send(Event::Resize(80, 24)), size);
        assert!(typist.queue.is_empty());
        // Windows also reports the release of a key.
        let mut l = key(Code::Char('l'), PLAIN);
        typist.send(Event::Key(l));
        l.kind = KeyEventKind::Release;
        typist.send(Event::Key(l));
        assert_eq!(typist.queue.typed(), 1);
    }

    #[test]
    fn the_mouse_hovers_before_it_clicks() {
        let mut typist = Typist::new();
        let at = UVec2::new(3, 4);
        for kind in [
            MouseEventKind::Moved,
            MouseEventKind::Down(Side::Left),
            MouseEventKind::Up(Side::Left),
            MouseEventKind::Down(Side::Right),
            MouseEventKind::ScrollUp,
            MouseEventKind::ScrollDown,
        ] {
            typist.send(mouse(kind));
        }
        let mut expected = KeyQueue::default();
        for act in [
            Mouse::Hover(at.into()),
            Mouse::Click(at.into()),
            Mouse::Right(at.into()),
            Mouse::Wheel(at.into(), -1),
            Mouse::Wheel(at.into(), 1),
        ] {
            expected.push_mouse(act);
        }
        assert_eq!(format!("{:?}", typist.queue), format!("{expected:?}"));
    }

    #[test]
    fn a_flood_is_dropped_to_its_end() {
        for event in [
            Event::Key(key(Code::Char('Q'), PLAIN)),
            mouse(MouseEventKind::Down(Side::Left)),
        ] {
            let mut typist = Typist::new();
            let mut floods = 0;
            for _ in 0..10_000 {
                floods += usize::from(typist.send(event.clone()) == Request::Flood);
                typist.now += Duration::from_millis(1);
            }
            assert_eq!((floods, typist.queue.typed()), (1, 0));
            typist.now += PAUSE;
            typist.send(Event::Key(key(Code::Char('o'), PLAIN)));
            assert_eq!(typist.queue.typed(), 1);
        }
    }
}
