//! Sight and memory work in any app that has a map: nothing of the game, no thread and no frame is needed.
//!
//! Each test here runs in a process of its own: the other tests update apps, and that starts the threads that must not
//! be needed.

use std::env;
use std::process::Command;

use bevy_app::App;
use bevy_ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use fogbound_vision::{
    GridMap, MapMemory, Position, Recomputations, UVec2, Viewshed, VisionPlugin,
};

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

/// Whether this process runs this test alone. If it does not, one that does is started, and has to succeed.
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
fn without_a_map_eyes_wait_for_one() {
    if !is_alone("alone::without_a_map_eyes_wait_for_one") {
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
