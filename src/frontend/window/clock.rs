//! Sets the time of a frame to the moment when the frame begins.
//!
//! If the app has a renderer, Bevy uses the moment when the previous frame was drawn. In an app that sleeps, that
//! moment may be long ago. A key pressed now would count as having been held since that moment, and would repeat at
//! once.

use std::time::Instant;

use bevy::prelude::*;
use bevy::time::{TimeSystems, TimeUpdateStrategy};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(First, read_clock.before(TimeSystems));
}

fn read_clock(mut strategy: ResMut<TimeUpdateStrategy>) {
    *strategy = TimeUpdateStrategy::ManualInstant(Instant::now());
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::time::{TimePlugin, create_time_channels};
    use std::time::Duration;

    #[test]
    fn the_first_frame_after_a_sleep_has_the_current_time() {
        let mut app = App::new();
        let (renderer, receiver) = create_time_channels();
        app.add_plugins(TimePlugin).insert_resource(receiver);
        plugin(&mut app);
        for _ in 0..3 {
            let awake = Instant::now();
            // The previous frame was drawn long ago.
            let drawn = awake.checked_sub(Duration::from_secs(10));
            renderer.0.try_send(drawn.unwrap_or(awake)).unwrap();
            app.update();
            let now = app.world().resource::<Time<Real>>().last_update();
            assert!(now.is_some_and(|now| now >= awake), "{now:?} {awake:?}");
        }
    }
}
