//! Sight and memory work in any app with a map. They do not need a game, threads or frames.
//!
//! Each test here runs in its own process. In a shared process, the other tests would start threads that these tests
//! must do without.

use std::env;
use std::process::Command;

use bevy_app::App;
use bevy_ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use fogbound_vision::diagnostics::Recomputations;
use fogbound_vision::{GridMap, MapMemory, Position, UVec2, Viewshed, VisionPlugin};

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Look;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins(VisionPlugin::<GridMap>::in_schedule(Look));
    app.edit_schedule(Look, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    app
}

fn computed(app: &App) -> u64 {
    app.world().resource::<Recomputations>().0
}

/// Returns whether this process runs only the given test. If not, starts a process that runs only that test, and checks
/// that the test passes.
fn is_alone(test: &str) -> bool {
    const ALONE: &str = "FOGBOUND_TEST_ALONE";
    if env::var_os(ALONE).is_some() {
        return true;
    }
    let mut process = Command::new(env::current_exe().unwrap());
    let output = process.args(["--exact", test]).env(ALONE, "1").output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 passed"), "{said}");
    false
}

#[test]
fn eyes_see_nothing_until_there_is_a_map() {
    if !is_alone("alone::eyes_see_nothing_until_there_is_a_map") {
        return;
    }
    let mut app = app();
    let eye = app
        .world_mut()
        .spawn((
            Position::new(1, 1),
            Viewshed::default(),
            MapMemory::<char>::new(),
        ))
        .id();
    app.world_mut().run_schedule(Look);
    assert_eq!(computed(&app), 0);

    app.insert_resource(GridMap::new(UVec2::splat(3), '.'));
    app.world_mut().run_schedule(Look);
    assert_eq!(computed(&app), 1);
    assert_eq!(app.world().get::<Viewshed>(eye).unwrap().visible().len(), 9);
    assert_eq!(
        app.world()
            .get::<MapMemory>(eye)
            .unwrap()
            .known_cells()
            .count(),
        9
    );
}

#[test]
fn many_eyes_need_no_threads() {
    if !is_alone("alone::many_eyes_need_no_threads") {
        return;
    }
    let mut app = app();
    app.insert_resource(GridMap::new(UVec2::splat(20), '.'));
    let eyes: Vec<_> = (0..400)
        .map(|i| {
            app.world_mut()
                .spawn((Position::new(i % 20, i / 20), Viewshed::default()))
                .id()
        })
        .collect();
    app.world_mut().run_schedule(Look);
    assert_eq!(computed(&app), 400);
    for eye in eyes {
        let place = app.world().get::<Position>(eye).unwrap().0;
        assert!(app.world().get::<Viewshed>(eye).unwrap().sees(place));
    }
}
