//! Reads gamepads in a thread of its own, which sleeps until a gamepad does something and then wakes the window.
//!
//! Bevy's own reader asks for news once per frame, so a window that sleeps would not notice a button.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use bevy::input::InputSystems;
use bevy::input::gamepad::{
    GamepadAxis, GamepadButton, GamepadConnection, GamepadConnectionEvent,
    RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent, RawGamepadEvent,
};
use bevy::prelude::*;
use gilrs::ev::Code;
use gilrs::ev::filter::{Filter, axis_dpad_to_button};
use gilrs::{Axis, Button, Event, EventType, GamepadId, Gilrs, GilrsBuilder};

use crate::game::bestiary::Waker;

/// The smallest change of a stick or a trigger, as a share of its whole way, that wakes the window. A hand is never quite
/// still.
const JITTER: f32 = 0.04;

/// How long the thread waits after a wake-up without news, so that a broken device cannot keep a processor busy.
const PAUSE: Duration = Duration::from_millis(1);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, start)
        .add_systems(PreUpdate, pass_on.before(InputSystems));
}

/// What a gamepad has done.
enum News {
    Connected {
        name: String,
        vendor_id: Option<u16>,
        product_id: Option<u16>,
    },
    Disconnected,
    Button(GamepadButton, f32),
    Axis(GamepadAxis, f32),
}

/// The news that no frame has handled yet, and the entity of each gamepad.
#[derive(Resource)]
struct Reader {
    news: Mutex<Receiver<(GamepadId, News)>>,
    gamepads: HashMap<GamepadId, Entity>,
}

fn start(mut commands: Commands, waker: Res<Waker>) {
    let (sender, news) = mpsc::channel();
    let waker = waker.clone();
    let started = thread::Builder::new()
        .name("gamepads".to_owned())
        .spawn(move || read(&sender, &waker));
    match started {
        Ok(_) => commands.insert_resource(Reader {
            news: Mutex::new(news),
            gamepads: HashMap::new(),
        }),
        Err(error) => warn!("no gamepads: {error}"),
    }
}

/// Sends what gamepads do, until the window is closed.
fn read(sender: &Sender<(GamepadId, News)>, waker: &Waker) {
    let opened = GilrsBuilder::new().with_default_filters(false).build();
    let mut gilrs = match opened {
        Ok(gilrs) => gilrs,
        Err(error) => return warn!("no gamepads: {error}"),
    };
    let send = |id, news| {
        let is_sent = sender.send((id, news)).is_ok();
        waker.wake();
        is_sent
    };
    let connected: Vec<GamepadId> = gilrs.gamepads().map(|(id, _)| id).collect();
    for id in connected {
        send(id, connection(&gilrs, id));
    }
    let mut sent = Sent::default();
    loop {
        let event = gilrs
            .next_event_blocking(None)
            .filter_ev(&axis_dpad_to_button, &mut gilrs);
        let Some(event) = event else {
            thread::sleep(PAUSE);
            continue;
        };
        gilrs.update(&event);
        if let Some(news) = news(&gilrs, &event)
            && sent.is_new(&event)
            && !send(event.id, news)
        {
            return;
        }
    }
}

/// The values that the window knows.
#[derive(Default)]
struct Sent(HashMap<(GamepadId, Code), f32>);

impl Sent {
    /// Returns whether an event is more than a tremble. If so, the window is about to know it.
    fn is_new(&mut self, event: &Event) -> bool {
        let (EventType::ButtonChanged(_, value, code) | EventType::AxisChanged(_, value, code)) =
            event.event
        else {
            // A gamepad that comes or goes begins at rest.
            self.0.retain(|(id, _), _| *id != event.id);
            return true;
        };
        let before = self.0.entry((event.id, code)).or_default();
        let is_end = [0.0, 1.0, -1.0].contains(&value) && value != *before;
        let is_new = is_end || (value - *before).abs() >= JITTER;
        if is_new {
            *before = value;
        }
        is_new
    }
}

fn connection(gilrs: &Gilrs, id: GamepadId) -> News {
    let gamepad = gilrs.gamepad(id);
    News::Connected {
        name: gamepad.name().to_owned(),
        vendor_id: gamepad.vendor_id(),
        product_id: gamepad.product_id(),
    }
}

/// Returns what an event means for the game, or `None` if the game has no use for it.
fn news(gilrs: &Gilrs, event: &Event) -> Option<News> {
    Some(match event.event {
        EventType::Connected => connection(gilrs, event.id),
        EventType::Disconnected => News::Disconnected,
        EventType::ButtonChanged(button, value, _) => News::Button(button_of(button)?, value),
        EventType::AxisChanged(axis, value, _) => News::Axis(axis_of(axis)?, value),
        _ => return None,
    })
}

fn button_of(button: Button) -> Option<GamepadButton> {
    Some(match button {
        Button::South => GamepadButton::South,
        Button::East => GamepadButton::East,
        Button::North => GamepadButton::North,
        Button::West => GamepadButton::West,
        Button::C => GamepadButton::C,
        Button::Z => GamepadButton::Z,
        Button::LeftTrigger => GamepadButton::LeftTrigger,
        Button::LeftTrigger2 => GamepadButton::LeftTrigger2,
        Button::RightTrigger => GamepadButton::RightTrigger,
        Button::RightTrigger2 => GamepadButton::RightTrigger2,
        Button::Select => GamepadButton::Select,
        Button::Start => GamepadButton::Start,
        Button::Mode => GamepadButton::Mode,
        Button::LeftThumb => GamepadButton::LeftThumb,
        Button::RightThumb => GamepadButton::RightThumb,
        Button::DPadUp => GamepadButton::DPadUp,
        Button::DPadDown => GamepadButton::DPadDown,
        Button::DPadLeft => GamepadButton::DPadLeft,
        Button::DPadRight => GamepadButton::DPadRight,
        Button::Unknown => return None,
    })
}

fn axis_of(axis: Axis) -> Option<GamepadAxis> {
    Some(match axis {
        Axis::LeftStickX => GamepadAxis::LeftStickX,
        Axis::LeftStickY => GamepadAxis::LeftStickY,
        Axis::RightStickX => GamepadAxis::RightStickX,
        Axis::RightStickY => GamepadAxis::RightStickY,
        _ => return None,
    })
}

/// Passes the news on in the form in which Bevy expects it from a device.
fn pass_on(
    mut commands: Commands,
    reader: Option<ResMut<Reader>>,
    mut connections: MessageWriter<GamepadConnectionEvent>,
    mut events: MessageWriter<RawGamepadEvent>,
) {
    let Some(reader) = reader.map(ResMut::into_inner) else {
        return;
    };
    let Ok(news) = reader.news.get_mut() else {
        return;
    };
    for (id, news) in news.try_iter() {
        let gamepad = *reader
            .gamepads
            .entry(id)
            .or_insert_with(|| commands.spawn_empty().id());
        let connection = match news {
            News::Connected {
                name,
                vendor_id,
                product_id,
            } => GamepadConnection::Connected {
                name,
                vendor_id,
                product_id,
            },
            News::Disconnected => GamepadConnection::Disconnected,
            News::Button(button, value) => {
                events.write(RawGamepadButtonChangedEvent::new(gamepad, button, value).into());
                continue;
            }
            News::Axis(axis, value) => {
                events.write(RawGamepadAxisChangedEvent::new(gamepad, axis, value).into());
                continue;
            }
        };
        let event = GamepadConnectionEvent::new(gamepad, connection);
        connections.write(event.clone());
        events.write(event.into());
    }
}
