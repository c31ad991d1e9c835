//! What players expect of a window: it can fill the screen, remembers its place, has an icon, asks before it closes
//! during a game, and waits while another window is in use.

use std::io::Cursor;

use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{
    ExitSystems, MonitorSelection, PrimaryWindow, WindowCloseRequested, WindowFocused, WindowMode,
    WindowMoved, WindowResized,
};
use winit::window::Icon;

use super::opening::{Opening, is_in_place, with_winit};

use crate::control::{ControlSystems, Gamepads};
use crate::explorer::Journey;
use crate::modes::{Away, Settings, WindowPlace, ask_to_close};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastPlaces>()
        .add_systems(
            PreUpdate,
            (ask_before_closing, wait_while_away).before(ControlSystems::Queue),
        )
        .add_systems(
            Update,
            (fill_screen.run_if(is_in_place), follow_window, set_icon),
        )
        .add_systems(
            Last,
            keep_place
                .run_if(on_message::<AppExit>)
                // Later, the window is gone.
                .before(ExitSystems),
        );
}

fn mode(full: bool) -> WindowMode {
    match full {
        true => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
        false => WindowMode::Windowed,
    }
}

/// Fills the screen or leaves it, as the settings say. The window opens at its own size first, to which it returns when
/// it leaves the screen.
fn fill_screen(settings: Res<Settings>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    for mut window in &mut windows {
        let wanted = mode(settings.full_screen);
        if window.mode != wanted {
            window.mode = wanted;
        }
    }
}

/// The size and place of the window while it is neither maximized nor as large as the screen: the latest one, and the
/// one before.
#[derive(Resource, Default)]
struct LastPlaces([Option<WindowPlace>; 2]);

fn follow_window(
    mut resized: MessageReader<WindowResized>,
    mut moved: MessageReader<WindowMoved>,
    windows: Query<(Entity, &Window), With<PrimaryWindow>>,
    mut last: ResMut<LastPlaces>,
    mut has_changed: Local<bool>,
    mut at: Local<Option<IVec2>>,
    _on_main_thread: NonSendMarker,
) {
    *has_changed |= resized.read().count() > 0;
    *at = moved.read().last().map(|it| it.position).or(*at);
    let Ok((entity, window)) = windows.single() else {
        return;
    };
    let size = window.physical_size();
    let is_plain = window.mode == WindowMode::Windowed && size.cmpgt(UVec2::ZERO).all();
    if !is_plain {
        (*has_changed, *at) = (false, None);
    }
    // Some systems change the size of a maximized window before they say that it is no longer maximized. So a change
    // waits until then.
    if !(*has_changed || at.is_some()) || is_maximized(entity) {
        return;
    }
    *has_changed = false;
    let [latest, _] = last.0;
    let before = latest.and_then(|it| it.at);
    let place = WindowPlace {
        size: (size.x, size.y),
        at: at.take().map(|it| (it.x, it.y)).or(before),
        maximized: false,
    };
    if latest != Some(place) {
        last.0 = [Some(place), latest];
    }
}

/// Saves the window's size and place when the program ends.
fn keep_place(
    windows: Query<(Entity, &Window), With<PrimaryWindow>>,
    (last, opening): (Res<LastPlaces>, Res<Opening>),
    mut settings: ResMut<Settings>,
    _on_main_thread: NonSendMarker,
) {
    let Ok((entity, window)) = windows.single() else {
        return;
    };
    let maximized = window.mode == WindowMode::Windowed && is_maximized(entity);
    // The window may have got its new size before the system said that it is maximized.
    let is_plain = |it: &WindowPlace| !maximized || UVec2::from(it.size) != window.physical_size();
    let opened = opening.place.map(|it| WindowPlace {
        size: it.size.into(),
        at: it.at.map(Into::into),
        maximized: false,
    });
    let was_maximized = settings.window.is_some_and(|it| it.maximized);
    let opened = opened.filter(|_| maximized != was_maximized);
    let mut places = last.0.into_iter().flatten().filter(is_plain).chain(opened);
    if let Some(place) = places.next() {
        // Nobody is left to read a warning, and the window opens in its usual size next time.
        let _ = settings.keep_window(WindowPlace { maximized, ..place });
    }
}

fn is_maximized(entity: Entity) -> bool {
    with_winit(entity, |it| it.is_maximized()).unwrap_or_default()
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
    *is_done = with_winit(entity, |it| it.set_window_icon(icon())).is_some();
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
