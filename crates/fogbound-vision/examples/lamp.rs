//! Light: an entity carries a lamp down a dark corridor while another watches from the dark.
//!
//! `cargo run -p fogbound-vision --example lamp`

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use fogbound_vision::*;

const CELLAR: [&str; 7] = [
    "##############################",
    "#.......#..........#.........#",
    "#.......#..........#.........#",
    "#..................#.........#",
    "#.......#....................#",
    "#.......#..........#.........#",
    "##############################",
];

/// Makes an entity move one cell east every frame.
#[derive(Component)]
struct Walks;

fn walk(mut walker: Single<&mut Position, With<Walks>>) {
    walker.0.x += 1;
}

fn main() {
    for frames in [1, 9, 17] {
        println!("{}\n", watched(frames));
    }
}

/// Draws what the watcher sees after the given number of frames. The watcher is drawn as `@`, and the lamp bearer, if
/// visible, as `*`.
pub fn watched(frames: usize) -> String {
    let mut app = App::new();
    app.add_plugins(VisionPlugin::<GridMap>::default())
        .add_systems(Update, walk.before(VisionSystems::MarkDirty))
        .insert_resource(GridMap::from_rows(CELLAR))
        // Without this resource, every cell in view would be visible.
        .insert_resource(Ambient::dark());
    app.world_mut()
        .spawn((Walks, Position::new(1, 3), Light::new(4)));
    let eyes = Viewshed::new(Sight::default().unlimited());
    let watcher = app.world_mut().spawn((Position::new(24, 4), eyes)).id();
    (0..frames).for_each(|_| app.update());

    let world = app.world_mut();
    let lamp = world
        .query_filtered::<&Position, With<Walks>>()
        .iter(world)
        .next()
        .map(|it| it.0);
    let (Some(seen), Some(map)) = (
        world.get::<Viewshed>(watcher),
        world.get_resource::<GridMap>(),
    ) else {
        return String::new();
    };
    let glyph = |cell: IVec2| match map.get(cell) {
        _ if cell == IVec2::new(24, 4) => '@',
        _ if !seen.sees(cell) => ' ',
        _ if Some(cell) == lamp => '*',
        tile => tile.unwrap_or(' '),
    };
    let row = |y| String::from_iter((0..30).map(|x| glyph(IVec2::new(x, y))));
    (0..7).map(row).collect::<Vec<_>>().join("\n")
}
