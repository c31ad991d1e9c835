//! When the window wakes up by itself.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowResized};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};

use super::fit::Fit;
use crate::control::{HeldControl, KeyQueue};
use crate::explorer::Journey;
use crate::game::bestiary::Waker;
use crate::modes::Modes;

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
    // Whatever happens outside, such as a monster's file that is saved, is a reason to wake up.
    let proxy = (**app.world().resource::<EventLoopProxyWrapper>()).clone();
    app.insert_resource(Waker::new(move || {
        // If there is no event loop any more, nobody is left to be woken.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    }));
}

/// Frames that another size of the window, or of the cells in it, takes until it shows: the camera learns of the size, is
/// fitted to it, and is drawn by, a frame each.
const SETTLING: u32 = 2;

/// Keys that still wait are handled in the very next frame; a held key is watched; another size is
/// seen through until it shows.
fn stay_awake(
    (queue, journey, modes): (Res<KeyQueue>, Res<Journey>, Res<Modes>),
    held: Res<HeldControl>,
    (mut resized, fit): (MessageReader<WindowResized>, Res<Fit>),
    mut settling: Local<u32>,
    time: Res<Time<Real>>,
    mut settings: ResMut<WinitSettings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if resized.read().count() > 0 || fit.is_changed() {
        *settling = SETTLING;
    }
    if !queue.is_empty() || journey.is_on_the_way() || *settling > 0 {
        redraw.write(RequestRedraw);
        *settling = settling.saturating_sub(1);
    }
    let now = time.elapsed();
    let wanted = sleep(held.next_repeat(now), modes.next_tick(now));
    // What moves by itself needs no keyboard.
    if (settings.focused_mode, settings.unfocused_mode) != (wanted, wanted) {
        (settings.focused_mode, settings.unfocused_mode) = (wanted, wanted);
    }
}

/// How to sleep until a held key repeats or something moves by itself, if either does.
fn sleep(repeat: Option<Duration>, tick: Option<Duration>) -> UpdateMode {
    match (repeat, tick) {
        (Some(_), _) => WATCHING,
        (None, Some(wait)) => UpdateMode::Reactive {
            // Steadily: another time each frame would set another alarm each frame.
            wait: wait.max(WATCH),
            react_to_device_events: false,
            react_to_user_events: true,
            react_to_window_events: true,
        },
        (None, None) => ASLEEP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_by_itself_wakes_the_window_and_nothing_else_does() {
        let (soon, later) = (Duration::from_millis(1), Duration::from_millis(300));
        let wait = |mode| match mode {
            UpdateMode::Reactive { wait, .. } => wait,
            UpdateMode::Continuous => Duration::ZERO,
        };
        assert_eq!(sleep(None, None), ASLEEP);
        assert_eq!(wait(sleep(None, Some(later))), later);
        assert_eq!(wait(sleep(None, Some(soon))), WATCH);
        assert_eq!(sleep(Some(later), Some(later)), WATCHING);
    }
}
