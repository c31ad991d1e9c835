//! From what the terminal sends to the queue of keys.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use crossterm::event::{
    Event, KeyCode as Code, KeyEvent, KeyEventKind, KeyModifiers, MouseButton as Side, MouseEvent,
    MouseEventKind,
};

use crate::control::{Bindings, Button, KeyQueue, Mouse};

/// What the terminal asks for that is not for the game to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Nothing: it is in the queue.
    Nothing,
    /// Leave at once (Ctrl-C).
    Interrupt,
    /// Stop for now (Ctrl-Z).
    Suspend,
    /// Draw all of it anew (Ctrl-L).
    Redraw,
    /// The terminal has so many columns and rows now.
    Resize(UVec2),
    /// This was pasted.
    Paste(String),
    /// More keys or clicks came at once than anybody types. They were dropped.
    Flood,
}

/// As many keys and clicks can wait before the game has played the first of them.
const MOST: usize = 1000;
/// A flood is over when nothing has come for so long.
const PAUSE: Duration = Duration::from_millis(200);

/// How keys and mouse are understood.
pub(super) struct Input {
    /// What stands for the terminal.
    device: Entity,
    pointer: Option<UVec2>,
    /// When the last key or click came that was dropped.
    flood: Option<Instant>,
}

impl Input {
    pub(super) fn new(device: Entity) -> Self {
        Self {
            device,
            pointer: None,
            flood: None,
        }
    }

    /// What stands for the terminal.
    pub(super) fn device(&self) -> Entity {
        self.device
    }

    /// Puts what the terminal has sent at `now` into the queue, or says what else it is.
    pub(super) fn take(
        &mut self,
        event: Event,
        now: Instant,
        queue: &mut KeyQueue,
        bindings: &Bindings,
    ) -> Request {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                return special(key).unwrap_or_else(|| match button(key, bindings) {
                    Some(button) => self.put(now, queue, |it, device| it.push_tap(button, device)),
                    None => Request::Nothing,
                });
            }
            Event::Mouse(mouse) => return self.take_mouse(mouse, now, queue),
            Event::Resize(columns, rows) => {
                return Request::Resize(UVec2::new(columns.into(), rows.into()));
            }
            Event::Paste(text) => return Request::Paste(text),
            _ => {}
        }
        Request::Nothing
    }

    /// Has a key or a click put into the queue, unless it is one of a flood.
    fn put(
        &mut self,
        now: Instant,
        queue: &mut KeyQueue,
        push: impl FnOnce(&mut KeyQueue, Entity),
    ) -> Request {
        if self.flood.is_some_and(|last| now < last + PAUSE) {
            self.flood = Some(now);
            return Request::Nothing;
        }
        self.flood = None;
        push(queue, self.device);
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
            queue.push_mouse(Mouse::Hover(at));
        }
        let act = match mouse.kind {
            MouseEventKind::Down(Side::Left) => Mouse::Click(at),
            MouseEventKind::Down(Side::Right) => Mouse::Right(at),
            MouseEventKind::ScrollDown => Mouse::Wheel(at, 1),
            MouseEventKind::ScrollUp => Mouse::Wheel(at, -1),
            _ => return Request::Nothing,
        };
        self.put(now, queue, |it, _| it.push_mouse(act))
    }
}

/// What keys with Control ask the terminal itself for.
fn special(key: KeyEvent) -> Option<Request> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        Code::Char('c') if is_control => Some(Request::Interrupt),
        Code::Char('z') if is_control => Some(Request::Suspend),
        Code::Char('l') if is_control => Some(Request::Redraw),
        _ => None,
    }
}

/// Returns the button of a key. With Alt no key does anything, and with Control or the like no letter.
fn button(key: KeyEvent, bindings: &Bindings) -> Option<Button> {
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    let is_plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
    let place = match key.code {
        Code::Char(_) if !is_plain => return None,
        Code::Char(' ') => KeyCode::Space,
        Code::Char(letter) => return Some(typed(letter, is_shifted, bindings)),
        Code::BackTab => return Some(Button::Shift(KeyCode::Tab)),
        code => place_of(code)?,
    };
    let is_typed = matches!(key.code, Code::Char(_));
    Some(match is_shifted {
        _ if !is_typed && key.modifiers.contains(KeyModifiers::CONTROL) => Button::Ctrl(place),
        true => Button::Shift(place),
        false => Button::Place(place),
    })
}

/// The key of a character. A digit that asks for nothing else is one of the numpad, which a terminal does not tell from
/// others.
fn typed(letter: char, is_shifted: bool, bindings: &Bindings) -> Button {
    // Some tell the key and Shift apart.
    let upper = letter.to_uppercase().next().filter(|_| is_shifted);
    let letter = upper.unwrap_or(letter);
    let own = Button::Types(letter);
    match Button::on_numpad(letter) {
        Some(numpad) if bindings.asks(own).is_none() => numpad,
        _ => own,
    }
}

/// The place of a key that types nothing.
fn place_of(code: Code) -> Option<KeyCode> {
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
        // The middle of the numpad.
        Code::KeypadBegin => KeyCode::Numpad5,
        Code::F(number) => *F.get(usize::from(number).checked_sub(1)?)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Control, KeyFile};
    use bevy::input::ButtonState;
    use bevy::input::keyboard::Key;

    struct Typist {
        input: Input,
        queue: KeyQueue,
        bindings: Bindings,
        now: Instant,
    }

    impl Typist {
        fn new() -> Self {
            let device = Entity::from_raw_u32(7).unwrap();
            Self {
                input: Input::new(device),
                queue: KeyQueue::default(),
                bindings: Bindings::default(),
                now: Instant::now(),
            }
        }

        fn send(&mut self, event: Event) -> Request {
            self.input
                .take(event, self.now, &mut self.queue, &self.bindings)
        }

        fn key(&mut self, code: Code, modifiers: KeyModifiers) -> Request {
            self.send(Event::Key(KeyEvent::new(code, modifiers)))
        }

        /// What went down, Shift left out: its place, and what it types.
        fn down(&self) -> Vec<(KeyCode, Option<char>)> {
            let down = self
                .queue
                .waiting()
                .filter(|it| it.state == ButtonState::Pressed && it.key_code != KeyCode::ShiftLeft);
            down.map(|it| {
                let typed = match &it.logical_key {
                    Key::Character(text) => text.chars().next(),
                    _ => None,
                };
                (it.key_code, typed)
            })
            .collect()
        }
    }

    const PLAIN: KeyModifiers = KeyModifiers::NONE;
    const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
    const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
    const ALT: KeyModifiers = KeyModifiers::ALT;

    #[test]
    fn a_key_goes_down_and_up_at_once_and_belongs_to_the_terminal() {
        let mut typist = Typist::new();
        typist.key(Code::Char('l'), PLAIN);
        let states: Vec<_> = typist.queue.waiting().map(|it| it.state).collect();
        assert_eq!(states, [ButtonState::Pressed, ButtonState::Released]);
        assert!(
            typist
                .queue
                .waiting()
                .all(|it| it.window != Entity::PLACEHOLDER)
        );
        assert_eq!(typist.queue.typed(), 1);
        // On Windows the release comes as well.
        let mut up = KeyEvent::new(Code::Char('l'), PLAIN);
        up.kind = KeyEventKind::Release;
        typist.send(Event::Key(up));
        assert_eq!(typist.queue.typed(), 1);
    }

    #[test]
    fn keys_are_those_of_the_window() {
        for (code, modifiers, place, letter) in [
            (Code::Char('l'), PLAIN, KeyCode::KeyL, Some('l')),
            (Code::Char('K'), SHIFT, KeyCode::KeyK, Some('K')),
            (Code::Char('k'), SHIFT, KeyCode::KeyK, Some('K')),
            (Code::Char('?'), PLAIN, KeyCode::Slash, Some('?')),
            (Code::Char(' '), PLAIN, KeyCode::Space, None),
            (Code::Char('4'), PLAIN, KeyCode::Numpad4, Some('4')),
            (Code::Up, PLAIN, KeyCode::ArrowUp, None),
            (Code::PageDown, PLAIN, KeyCode::PageDown, None),
            (Code::KeypadBegin, PLAIN, KeyCode::Numpad5, Some('5')),
            (Code::F(1), PLAIN, KeyCode::F1, None),
            (Code::F(12), PLAIN, KeyCode::F12, None),
            (Code::BackTab, SHIFT, KeyCode::Tab, None),
        ] {
            let mut typist = Typist::new();
            assert_eq!(typist.key(code, modifiers), Request::Nothing);
            assert_eq!(typist.down(), [(place, letter)], "{code:?}");
        }
        for (code, modifiers) in [(Code::F(13), PLAIN), (Code::Menu, PLAIN), (Code::Up, ALT)] {
            let mut typist = Typist::new();
            typist.key(code, modifiers);
            assert_eq!(typist.down(), [], "{code:?}");
        }
    }

    #[test]
    fn shift_is_held_for_keys_that_type_nothing() {
        let mut typist = Typist::new();
        typist.key(Code::Up, SHIFT);
        let keys: Vec<_> = typist.queue.waiting().map(|it| it.key_code).collect();
        let (shift, up) = (KeyCode::ShiftLeft, KeyCode::ArrowUp);
        assert_eq!(keys, [shift, up, up, shift]);
    }

    #[test]
    fn ctrl_is_held_for_keys_that_type_nothing() {
        let mut typist = Typist::new();
        typist.key(Code::Home, CONTROL);
        let keys: Vec<_> = typist.queue.waiting().map(|it| it.key_code).collect();
        let (ctrl, home) = (KeyCode::ControlLeft, KeyCode::Home);
        assert_eq!(keys, [ctrl, home, home, ctrl]);
    }

    #[test]
    fn a_digit_that_is_bound_is_itself() {
        let mut typist = Typist::new();
        let four = Button::Types('4');
        assert_eq!(typist.bindings.asks(four), None);
        let mut keys = KeyFile::default();
        keys.bind_also(Control::Explore, four).unwrap();
        keys.apply(&mut typist.bindings).unwrap();
        typist.key(Code::Char('4'), PLAIN);
        assert_eq!(typist.down(), [(KeyCode::Digit4, Some('4'))]);
    }

    #[test]
    fn a_letter_does_nothing_with_a_modifier_other_than_shift() {
        for held in [CONTROL, ALT, KeyModifiers::SUPER, KeyModifiers::META] {
            for letter in ['v', 'h', 'j', 'Q', '4', ' '] {
                for modifiers in [held, held | SHIFT] {
                    let mut typist = Typist::new();
                    let request = typist.key(Code::Char(letter), modifiers);
                    assert_eq!(request, Request::Nothing);
                    assert_eq!(typist.down(), [], "{modifiers} and {letter}");
                }
            }
        }
    }

    #[test]
    fn control_keys_ask_for_what_they_do_in_every_terminal() {
        let mut typist = Typist::new();
        assert_eq!(typist.key(Code::Char('c'), CONTROL), Request::Interrupt);
        assert_eq!(typist.key(Code::Char('z'), CONTROL), Request::Suspend);
        assert_eq!(typist.key(Code::Char('l'), CONTROL), Request::Redraw);
        assert_eq!(
            typist.send(Event::Resize(80, 24)),
            Request::Resize(UVec2::new(80, 24))
        );
        assert!(typist.queue.is_empty());
    }

    #[test]
    fn the_mouse_hovers_before_it_clicks() {
        let mut typist = Typist::new();
        let at = UVec2::new(3, 4);
        let mouse = |kind| {
            Event::Mouse(MouseEvent {
                kind,
                column: 3,
                row: 4,
                modifiers: PLAIN,
            })
        };
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
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            bevy::input::InputPlugin,
            crate::game::SimulationPlugin,
            crate::control::ControlPlugin,
        ));
        app.insert_resource(typist.queue);
        let mut done = Vec::new();
        for _ in 0..8 {
            app.update();
            let mut new = app.world_mut().resource_mut::<Messages<Mouse>>();
            done.extend(new.drain());
        }
        let all = [
            Mouse::Hover(at),
            Mouse::Click(at),
            Mouse::Right(at),
            Mouse::Wheel(at, -1),
            Mouse::Wheel(at, 1),
        ];
        assert_eq!(done, all);
    }

    #[test]
    fn clicks_are_dropped_as_keys_are() {
        let mut typist = Typist::new();
        let click = Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(Side::Left),
            column: 3,
            row: 4,
            modifiers: PLAIN,
        });
        let floods = (0..10_000).filter(|_| typist.send(click.clone()) == Request::Flood);
        assert_eq!(floods.count(), 1);
        assert_eq!(typist.queue.typed(), 0);
    }

    #[test]
    fn what_nobody_can_have_typed_is_dropped_to_its_end() {
        let mut typist = Typist::new();
        let mut floods = 0;
        for _ in 0..10_000 {
            let request = typist.key(Code::Char('Q'), PLAIN);
            floods += usize::from(request == Request::Flood);
            typist.now += Duration::from_millis(1);
        }
        assert_eq!((floods, typist.queue.typed()), (1, 0));
        typist.now += PAUSE;
        typist.key(Code::Char('o'), PLAIN);
        assert_eq!(typist.queue.typed(), 1);
    }
}
