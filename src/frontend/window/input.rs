//! Turns the window's events into keys and clicks in the queue.
//!
//! Bevy's separate messages for keys and the mouse lose their relative order. The window's own events keep their order,
//! so only those events are read.

use std::time::Duration;

use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::fit::Fit;
use crate::control::{ControlSystems, KeyQueue, Keyboard, Mouse, ScreenPoint};
use crate::view::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>()
        .add_systems(PreUpdate, hear.before(ControlSystems::Queue));
}

/// The cell under the mouse, and any wheel movement that does not yet add up to a line.
#[derive(Resource, Debug, Default)]
struct Pointer {
    at: Option<ScreenPoint>,
    has_ctrl: bool,
    turned: f32,
    focus: Focus,
}

/// Whether the window has the keyboard focus.
#[derive(Clone, Copy, Debug, Default)]
enum Focus {
    /// Every click counts: the window never had the focus, as some systems give it to no window, or has been used since.
    #[default]
    Used,
    /// The window got the focus at this time.
    Since(Duration),
    Lost,
}

/// How long a click may follow the moment in which the window gets the focus and still be the click that gave it the
/// focus. Systems report both at nearly the same time, but a slow frame may come between.
const FOCUSING: Duration = Duration::from_millis(500);

/// The number of pixels scrolled on a touchpad that count as one line.
const LINE: f32 = 24.0;

/// Passes on keys and mouse actions in the order in which they arrived.
fn hear(
    mut events: MessageReader<WindowEvent>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (fit, screen): (Res<Fit>, Res<Screen>),
    (mut keyboard, mut pointer): (ResMut<Keyboard>, ResMut<Pointer>),
    mut queue: ResMut<KeyQueue>,
    time: Res<Time<Real>>,
) {
    let now = time.elapsed();
    let scale = windows.single().map_or(1.0, Window::scale_factor);
    for event in events.read() {
        let act = match event {
            WindowEvent::KeyboardInput(key) => {
                if matches!(pointer.focus, Focus::Since(_)) && key.state.is_pressed() {
                    pointer.focus = Focus::Used;
                }
                if let KeyCode::ControlLeft | KeyCode::ControlRight = key.key_code {
                    pointer.has_ctrl = key.state.is_pressed();
                }
                keyboard.hear(key, &mut queue);
                None
            }
            WindowEvent::KeyboardFocusLost(_) => {
                pointer.has_ctrl = false;
                keyboard.lose(&mut queue);
                None
            }
            WindowEvent::CursorMoved(moved) => {
                let place = moved.position * scale - fit.rim.as_vec2();
                pointer.come_to(screen.point_at(place))
            }
            WindowEvent::CursorLeft(_) => pointer.come_to(None),
            WindowEvent::WindowFocused(focus) => {
                pointer.focus = match focus.focused {
                    true => Focus::Since(now),
                    false => Focus::Lost,
                };
                None
            }
            WindowEvent::MouseButtonInput(press) => pointer.press(press, now),
            WindowEvent::MouseWheel(wheel) => pointer.turn(wheel),
            _ => None,
        };
        if let Some(act) = act {
            queue.push_mouse(act);
        }
    }
}

impl Pointer {
    fn come_to(&mut self, at: Option<ScreenPoint>) -> Option<Mouse> {
        let before = std::mem::replace(&mut self.at, at);
        (at != before).then(|| at.map_or(Mouse::Gone, Mouse::Hover))
    }

    /// Returns what a button of the mouse does. A click that gives the window the focus does nothing else.
    fn press(&self, press: &MouseButtonInput, now: Duration) -> Option<Mouse> {
        let counts = match self.focus {
            Focus::Used => true,
            Focus::Since(time) => now >= time + FOCUSING,
            Focus::Lost => false,
        };
        let at = self.at.filter(|_| counts && press.state.is_pressed())?;
        match press.button {
            MouseButton::Left => Some(Mouse::Click(at)),
            MouseButton::Right => Some(Mouse::Right(at)),
            _ => None,
        }
    }

    fn turn(&mut self, wheel: &MouseWheel) -> Option<Mouse> {
        self.turned -= match wheel.unit {
            MouseScrollUnit::Line => wheel.y,
            MouseScrollUnit::Pixel => wheel.y / LINE,
        };
        let lines = self.turned.trunc();
        self.turned -= lines;
        let at = self.at.filter(|_| lines != 0.0)?;
        let lines = lines as i32;
        Some(match self.has_ctrl {
            true => Mouse::Zoom(lines),
            false => Mouse::Wheel(at, lines),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Asked, Control, ControlPlugin};
    use crate::game::SimulationPlugin;
    use crate::grid::Direction;
    use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
    use bevy::input::{ButtonState, InputPlugin};

    /// Returns the controls that these letters ask for when they are typed in one frame. A space stands for the window
    /// losing the keyboard focus.
    fn asked(typed: &str) -> Vec<Control> {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, SimulationPlugin, ControlPlugin))
            .init_resource::<Fit>()
            .init_resource::<Screen>()
            .add_message::<WindowEvent>();
        plugin(&mut app);
        app.update();
        for letter in typed.chars() {
            let key = |state| KeyboardInput {
                key_code: match letter {
                    'l' => KeyCode::KeyL,
                    _ => KeyCode::KeyJ,
                },
                logical_key: Key::Character(letter.to_string().into()),
                state,
                text: None,
                repeat: false,
                window: Entity::PLACEHOLDER,
            };
            let events = match letter {
                ' ' => vec![WindowEvent::from(KeyboardFocusLost)],
                _ => [ButtonState::Pressed, ButtonState::Released]
                    .map(|it| key(it).into())
                    .to_vec(),
            };
            app.world_mut().write_message_batch(events);
        }
        let mut asked = Vec::new();
        for _ in 0..10 {
            app.update();
            // Messages are dropped after two updates.
            let mut new = app.world_mut().resource_mut::<Messages<Asked>>();
            asked.extend(new.drain().filter_map(|it| it.control()));
        }
        asked
    }

    #[test]
    fn losing_the_keyboard_drops_earlier_keys_but_not_later_ones() {
        assert_eq!(asked("l j"), [Control::Step(Direction::South)]);
        assert_eq!(asked("lj "), []);
        assert_eq!(asked("l"), [Control::Step(Direction::East)]);
    }
}
