//! When the window wakes up by itself.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{UpdateMode, WinitSettings};

use crate::control::{HeldControl, KeyQueue};

/// How often the app looks whether a held key repeats. It does so only while one is held.
const WATCH: Duration = Duration::from_millis(15);

/// Sleeps until a key or the window system wakes it, or for a day. (Of an endless wait Bevy makes no
/// new alarm, and the last one of [`WATCHING`], long past, would go off again and again.)
const ASLEEP: UpdateMode = UpdateMode::Reactive {
    wait: Duration::from_secs(24 * 60 * 60),
    react_to_device_events: false,
    react_to_user_events: true,
    react_to_window_events: true,
};

/// Wakes every [`WATCH`] as well.
const WATCHING: UpdateMode = UpdateMode::Reactive {
    wait: WATCH,
    react_to_device_events: false,
    react_to_user_events: true,
    react_to_window_events: true,
};

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings {
        focused_mode: ASLEEP,
        unfocused_mode: ASLEEP,
    })
    .add_systems(Last, stay_awake);
}

/// Keys that still wait are handled in the very next frame; a held key is watched.
fn stay_awake(
    queue: Res<KeyQueue>,
    held: Res<HeldControl>,
    time: Res<Time<Real>>,
    mut settings: ResMut<WinitSettings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !queue.is_empty() {
        redraw.write(RequestRedraw);
    }
    let wanted = match held.next_repeat(time.elapsed()) {
        Some(_) => WATCHING,
        None => ASLEEP,
    };
    if settings.focused_mode != wanted {
        settings.focused_mode = wanted;
    }
}
