//! Answers all keys that have arrived, one after another, before the next picture is drawn.
//!
//! Every press of a key has an update of its own. Where a picture is slow to draw, as without a graphics card, a picture
//! for every press and release would make keys wait. So while keys are waiting, the schedules of an update run again,
//! without drawing. There may be fewer pictures, but keys are never slower.
//!
//! For the same reason, a journey takes several steps between two pictures that are slow to draw.

use std::mem;
use std::time::{Duration, Instant};

use bevy::app::MainScheduleOrder;
use bevy::ecs::message::MessageCursor;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::render::view::window::screenshot::Screenshot;
use bevy::time::TimeReceiver;
use bevy::window::WindowEvent;

use super::frames::is_input;
use super::overlay::OverlaySystems;
use super::present::PresentSystems;
use crate::control::KeyQueue;
use crate::explorer::Journey;
use crate::view::ViewSystems;

/// The longest time that keys are answered without a picture.
const PATIENCE: Duration = Duration::from_millis(150);

/// How many steps a second a journey takes at least, as on a screen that shows a picture for each of them.
const STEPS_A_SECOND: f64 = 60.0;

/// The schedule that answers waiting keys. It runs before all others.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct CatchUp;

/// Whether the current update answers a key without drawing.
#[derive(Resource, Default)]
struct IsCatchingUp(bool);

pub(super) fn plugin(app: &mut App) {
    let draws = |state: Res<IsCatchingUp>| !state.0;
    app.init_resource::<IsCatchingUp>()
        .init_schedule(CatchUp)
        .add_systems(CatchUp, catch_up)
        .add_systems(Startup, keep_own_time)
        // Nobody sees what these systems draw, and the renderer would miss the changes that they make.
        .configure_sets(
            PostUpdate,
            (
                ViewSystems::Draw.run_if(draws),
                ViewSystems::Reduce.run_if(draws),
                PresentSystems.run_if(draws),
                OverlaySystems.run_if(draws),
            ),
        );
    let mut order = app.world_mut().resource_mut::<MainScheduleOrder>();
    order.insert_before(First, CatchUp);
}

/// Lets every update look at the clock. The renderer sends its own time once a picture, and Bevy warns of each update
/// without one.
fn keep_own_time(mut commands: Commands) {
    commands.remove_resource::<TimeReceiver>();
}

fn catch_up(
    world: &mut World,
    mut cursor: Local<MessageCursor<WindowEvent>>,
    mut walked: Local<Option<Instant>>,
) {
    let events = cursor.read(world.resource());
    let arrived = events.filter(|it| is_input(it)).count();
    let began = Instant::now();
    let walks = world.resource::<Journey>().is_on_the_way();
    let walked = mem::replace(&mut *walked, walks.then_some(began)).filter(|_| walks);
    let since = walked.map_or(0.0, |it| (began - it).as_secs_f64());
    // The update itself takes the last step and answers the last key.
    let mut steps = ((since * STEPS_A_SECOND) as u32).saturating_sub(1);
    if arrived < 2 && world.resource::<KeyQueue>().is_empty() && steps == 0 {
        return;
    }
    world.resource_mut::<IsCatchingUp>().0 = true;
    loop {
        world.run_schedule(First);
        world.run_schedule(PreUpdate);
        world.run_schedule(Update);
        world.run_schedule(PostUpdate);
        world.run_schedule(Last);
        steps = steps.saturating_sub(1);
        if !has_more(world, steps) || began.elapsed() > PATIENCE {
            break;
        }
    }
    world.resource_mut::<IsCatchingUp>().0 = false;
}

/// Returns whether another key waits, or another of these steps of a journey, and nothing else has to happen first.
fn has_more(world: &mut World, steps: u32) -> bool {
    let mut pictures = world.query::<&Screenshot>();
    let takes_picture = pictures.iter(world).next().is_some();
    let ends = !world.resource::<Messages<AppExit>>().is_empty();
    let walks = world.resource::<Journey>().is_on_the_way();
    let has_keys = !world.resource::<KeyQueue>().is_empty();
    let goes_on = match walks {
        true => steps > 0 && !has_keys,
        false => has_keys,
    };
    goes_on && !takes_picture && !ends
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::explorer::Goal;

    #[derive(Resource, Default)]
    struct Updates(u32);

    /// Returns how many updates are caught up with when this time has passed between two pictures.
    fn caught_up(journey: Journey, time: Duration) -> u32 {
        let mut app = App::new();
        app.add_message::<WindowEvent>()
            .init_schedule(First)
            .init_schedule(PreUpdate)
            .init_schedule(PostUpdate)
            .init_schedule(Last)
            .init_resource::<IsCatchingUp>()
            .init_resource::<KeyQueue>()
            .init_resource::<Updates>()
            .insert_resource(journey)
            .add_systems(Update, |mut updates: ResMut<Updates>| updates.0 += 1);
        let world = app.world_mut();
        world.run_system_cached(catch_up).unwrap();
        assert_eq!(world.resource::<Updates>().0, 0, "before the first picture");
        thread::sleep(time);
        world.run_system_cached(catch_up).unwrap();
        world.resource::<Updates>().0
    }

    #[test]
    fn a_journey_takes_several_steps_between_slow_pictures_and_nothing_else_does() {
        let slow = Duration::from_millis(130);
        let mut journey = Journey::default();
        journey.set_out(Goal::Explore, false);
        assert_eq!(caught_up(Journey::default(), slow), 0);
        // A busy machine may interrupt the steps, but not all of them.
        let steps = caught_up(journey, slow);
        assert!(steps > 1, "{steps}");
    }
}
