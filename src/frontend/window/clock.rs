//! The time of a frame is when it begins.
//!
//! With a renderer, Bevy takes for the time of a frame the moment at which the one before was drawn. In an app that
//! sleeps, that lies as far back as the app has slept: a key that goes down would count as held ever since, and would
//! repeat at once.

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
    fn a_frame_after_a_sleep_is_not_as_old_as_the_picture_before_it() {
        let mut app = App::new();
        let (renderer, receiver) = create_time_channels();
        app.add_plugins(TimePlugin).insert_resource(receiver);
        plugin(&mut app);
        for _ in 0..3 {
            let awake = Instant::now();
            // The picture before was drawn long ago.
            let drawn = awake.checked_sub(Duration::from_secs(10));
            renderer.0.try_send(drawn.unwrap_or(awake)).unwrap();
            app.update();
            let now = app.world().resource::<Time<Real>>().last_update();
            assert!(now.is_some_and(|now| now >= awake), "{now:?} {awake:?}");
        }
    }
}
