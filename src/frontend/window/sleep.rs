//! Decides when the window wakes up without an event.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowResized};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};

use super::fit::Fit;
use crate::control::{Gamepads, HeldControl, KeyQueue};
use crate::explorer::Journey;
use crate::game::bestiary::Waker;
use crate::modes::Modes;
use crate::view::Motion;

/// How often the app checks whether to repeat a key, while a key is held or a gamepad's direction is new.
const WATCH: Duration = Duration::from_millis(15);

/// Sleeps until an event arrives, but for at most a day. An endless wait would not work: Bevy would not set a new
/// timer, and the expired timer from [`WATCHING`] would fire again and again.
const ASLEEP: UpdateMode = UpdateMode::Reactive {
    wait: Duration::from_secs(24 * 60 * 60),
    react_to_device_events: false,
    react_to_user_events: true,
    react_to_window_events: true,
};

/// Like [`ASLEEP`], but sleeps for at most [`WATCH`].
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
    // Changes outside the game, such as an edited monster file, wake the window up.
    let proxy = (**app.world().resource::<EventLoopProxyWrapper>()).clone();
    app.insert_resource(Waker::new(move || {
        // Sending fails only if the event loop has ended, when there is nothing left to wake.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    }));
}

/// The number of additional frames before a new window size or cell size is visible: one to adjust the camera, and one
/// to draw.
const SETTLING: u32 = 2;

/// Keeps the app awake while keys are waiting, a key is held, something moves, or a new size is not visible yet.
fn stay_awake(
    (queue, journey): (Res<KeyQueue>, Res<Journey>),
    (held, gamepads): (Res<HeldControl>, Res<Gamepads>),
    (modes, motion): (Res<Modes>, Res<Motion>),
    (mut resized, fit): (MessageReader<WindowResized>, Res<Fit>),
    mut settling: Local<u32>,
    time: Res<Time<Real>>,
    (mut settings, mut redraw): (ResMut<WinitSettings>, MessageWriter<RequestRedraw>),
) {
    if resized.read().count() > 0 || fit.is_changed() {
        *settling = SETTLING;
    }
    if !queue.is_empty() || journey.is_on_the_way() || *settling > 0 {
        redraw.write(RequestRedraw);
        *settling = settling.saturating_sub(1);
    }
    let now = time.elapsed();
    let ticks = [modes.next_tick(now), motion.next_frame(now)];
    let presses = [held.next_repeat(now), gamepads.next(now)];
    let [press, tick] = [presses, ticks].map(|it| it.into_iter().flatten().min());
    let wanted = sleep(press, tick);
    // The mode is the same with and without focus, because movement on the screen does not depend on the keyboard.
    if (settings.focused_mode, settings.unfocused_mode) != (wanted, wanted) {
        (settings.focused_mode, settings.unfocused_mode) = (wanted, wanted);
    }
}

/// Returns how to sleep until a held key repeats, a gamepad's direction counts or something on the screen moves. If
/// nothing is due, the app sleeps until the next event.
fn sleep(press: Option<Duration>, tick: Option<Duration>) -> UpdateMode {
    match (press, tick) {
        (Some(_), _) => WATCHING,
        (None, Some(wait)) => UpdateMode::Reactive {
            // The wait is at least `WATCH`, because shorter waits would set a new timer in every frame.
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
    fn only_movement_and_held_keys_wake_the_window() {
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
