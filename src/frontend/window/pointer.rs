//! The mouse, in cells of the screen.

use bevy::input::mouse::MouseScrollUnit;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::fit::Fit;
use crate::control::{ControlSystems, KeyQueue, Mouse};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>()
        .add_systems(PreUpdate, follow_mouse.before(ControlSystems::Queue));
}

/// Where the mouse is, and what of a turn of its wheel was less than a line.
#[derive(Resource, Debug, Default)]
struct Pointer {
    at: Option<UVec2>,
    turned: f32,
}

/// How many pixels of a touchpad are a line.
const LINE: f32 = 24.0;

/// Passes on what the mouse does and what is typed, in the order in which it came.
///
/// The window's own events have that order; those of keys come to the queue apart from them. So where a frame has a
/// click, the keys before it are passed on here.
fn follow_mouse(
    mut events: MessageReader<WindowEvent>,
    mut keys: ResMut<Messages<bevy::input::keyboard::KeyboardInput>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    fit: Res<Fit>,
    mut pointer: ResMut<Pointer>,
    mut queue: ResMut<KeyQueue>,
) {
    let events: Vec<&WindowEvent> = events.read().collect();
    let has_click = events.iter().any(|it| {
        matches!(
            it,
            WindowEvent::MouseButtonInput(_) | WindowEvent::MouseWheel(_)
        )
    });
    let has_loss = events
        .iter()
        .any(|it| matches!(it, WindowEvent::KeyboardFocusLost(_)));
    // Around a loss of the keyboard the queue sees to the keys itself.
    let takes_keys = has_click && !has_loss;
    if takes_keys {
        keys.clear();
    }
    let scale = windows.single().map_or(1.0, Window::scale_factor);
    for event in events {
        match event {
            WindowEvent::KeyboardInput(key) if takes_keys && !key.repeat => queue.push(key.clone()),
            WindowEvent::CursorMoved(moved) => {
                let at = fit.cell_at(moved.position * scale);
                if at != pointer.at {
                    pointer.at = at;
                    queue.push_mouse(at.map_or(Mouse::Gone, Mouse::Hover));
                }
            }
            WindowEvent::CursorLeft(_) => {
                pointer.at = None;
                queue.push_mouse(Mouse::Gone);
            }
            WindowEvent::MouseButtonInput(press) if press.state.is_pressed() => {
                let mouse = match press.button {
                    MouseButton::Left => Mouse::Click,
                    MouseButton::Right => Mouse::Right,
                    _ => continue,
                };
                if let Some(at) = pointer.at {
                    queue.push_mouse(mouse(at));
                }
            }
            WindowEvent::MouseWheel(wheel) => {
                pointer.turned -= match wheel.unit {
                    MouseScrollUnit::Line => wheel.y,
                    MouseScrollUnit::Pixel => wheel.y / LINE,
                };
                let lines = pointer.turned.trunc();
                pointer.turned -= lines;
                if let (Some(at), true) = (pointer.at, lines != 0.0) {
                    queue.push_mouse(Mouse::Wheel(at, lines as i32));
                }
            }
            _ => {}
        }
    }
}
