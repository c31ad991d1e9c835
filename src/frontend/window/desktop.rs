//! What players expect of a window: it can fill the screen, opens where it was closed, has an icon, asks before it closes
//! during a game, and waits while another window is in use.

use std::io::Cursor;

use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{
    Monitor, MonitorSelection, PrimaryWindow, WindowCloseRequested, WindowFocused, WindowMode,
    WindowMoved, WindowResized, WindowResolution,
};
use bevy::winit::WINIT_WINDOWS;
use winit::window::Icon;

use crate::control::{ControlSystems, Gamepads};
use crate::explorer::Journey;
use crate::modes::{Away, Settings, WindowPlace, ask_to_close};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastPlace>()
        .add_systems(
            PreUpdate,
            (ask_before_closing, wait_while_away).before(ControlSystems::Queue),
        )
        .add_systems(
            Update,
            (fill_screen, follow_window, stay_on_screen, set_icon),
        )
        .add_systems(Last, keep_place.run_if(on_message::<AppExit>));
}

/// Gives the window the size and the place that it had when it was last closed. Call it before the app runs, once it
/// has its settings.
pub fn restore(app: &mut App) {
    let world = app.world_mut();
    let Some(settings) = world.get_resource::<Settings>() else {
        return;
    };
    let (full, place) = (settings.is_full_screen(), settings.window());
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    let Ok(mut window) = windows.single_mut(world) else {
        return;
    };
    if let Some(WindowPlace { size, at }) = place {
        window.resolution = WindowResolution::new(size.0, size.1);
        if let Some(at) = at {
            window.position = WindowPosition::At(at.into());
        }
    }
    window.mode = mode(full);
}

fn mode(full: bool) -> WindowMode {
    match full {
        true => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
        false => WindowMode::Windowed,
    }
}

/// Fills the screen or leaves it, as the settings say.
fn fill_screen(settings: Res<Settings>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    for mut window in &mut windows {
        let wanted = mode(settings.is_full_screen());
        if window.mode != wanted {
            window.mode = wanted;
        }
    }
}

/// The latest size and place of the window while it did not fill the screen.
#[derive(Resource, Default)]
struct LastPlace(Option<WindowPlace>);

/// Follows the window's size and place.
fn follow_window(
    mut resized: MessageReader<WindowResized>,
    mut moved: MessageReader<WindowMoved>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut last: ResMut<LastPlace>,
) {
    let has_changed = resized.read().count() > 0;
    let at = moved.read().last().map(|it| it.position);
    let window = windows.single().ok();
    let Some(window) = window.filter(|it| it.mode == WindowMode::Windowed) else {
        return;
    };
    if has_changed || at.is_some() {
        let size = window.physical_size();
        let before = last.0.and_then(|it| it.at);
        last.0 = Some(WindowPlace {
            size: (size.x, size.y),
            at: at.map(|it| (it.x, it.y)).or(before),
        });
    }
}

/// Saves the window's size and place when the program ends.
fn keep_place(last: Res<LastPlace>, mut settings: ResMut<Settings>) {
    // Nobody is left to read a warning, and the window opens in its usual size next time.
    let _ = last.0.and_then(|place| settings.keep_window(place));
}

/// Moves the window to the middle of a screen if the screen on which it was closed is gone.
fn stay_on_screen(
    monitors: Query<&Monitor>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut is_done: Local<bool>,
) {
    if *is_done || monitors.is_empty() {
        return;
    }
    *is_done = true;
    for mut window in &mut windows {
        let WindowPosition::At(corner) = window.position else {
            continue;
        };
        let middle = corner + window.physical_size().as_ivec2() / 2;
        let holds = |it: &Monitor| {
            let offset = middle - it.physical_position;
            offset.cmpge(IVec2::ZERO).all() && offset.cmplt(it.physical_size().as_ivec2()).all()
        };
        if !monitors.iter().any(holds) {
            window.position = WindowPosition::Centered(MonitorSelection::Primary);
        }
    }
}

fn ask_before_closing(world: &mut World, mut requests: Local<MessageCursor<WindowCloseRequested>>) {
    let count = requests.read(world.resource()).count();
    for _ in 0..count {
        ask_to_close(world);
    }
}

/// Ends a journey when the player turns to another window, and lets the demo and the gamepads wait until the player comes
/// back. A window that has never had the focus is not waited for.
fn wait_while_away(
    mut focused: MessageReader<WindowFocused>,
    mut had_focus: Local<bool>,
    mut away: ResMut<Away>,
    mut gamepads: ResMut<Gamepads>,
    mut journey: ResMut<Journey>,
) {
    let Some(last) = focused.read().last() else {
        return;
    };
    *had_focus |= last.focused;
    away.set_if_neq(Away(*had_focus && !last.focused));
    gamepads.listen(!away.0);
    if away.0 {
        journey.stop();
    }
}

/// Gives the window its icon. Some systems take the icon from elsewhere.
fn set_icon(
    _on_main_thread: NonSendMarker,
    windows: Query<Entity, With<PrimaryWindow>>,
    mut is_done: Local<bool>,
) {
    if *is_done {
        return;
    }
    let Ok(entity) = windows.single() else { return };
    WINIT_WINDOWS.with_borrow(|windows| {
        if let Some(window) = windows.get_window(entity) {
            *is_done = true;
            window.set_window_icon(icon());
        }
    });
}

/// Returns the icon, or `None` if its file is not what this function expects.
fn icon() -> Option<Icon> {
    let mut reader = png::Decoder::new(Cursor::new(fogbound_assets::ICON))
        .read_info()
        .ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut pixels).ok()?;
    let rgba = match frame.color_type {
        png::ColorType::Rgba => pixels,
        png::ColorType::Rgb => {
            let opaque = |it: &[u8]| [it[0], it[1], it[2], u8::MAX];
            pixels.chunks_exact(3).flat_map(opaque).collect()
        }
        _ => return None,
    };
    Icon::from_rgba(rgba, frame.width, frame.height).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_can_be_read() {
        assert!(icon().is_some());
    }
}
