//! Stealth: a guard walks its round and looks ahead. One thief follows close behind it; another crosses its way.
//!
//! `cargo run -p fogbound-vision --example guard`

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use fogbound_vision::fogbound_fov::Cone;
use fogbound_vision::*;

const HALL: [&str; 7] = [
    "####################",
    "#..................#",
    "#..................#",
    "#.....##....##.....#",
    "#..................#",
    "#..................#",
    "####################",
];

/// A guard that walks to and fro, and the columns where it turns.
#[derive(Component)]
struct Guard(IVec2, [i32; 2]);

/// The moves of the thief.
#[derive(Component)]
struct Thief(&'static str);

/// When and where the guard saw the thief.
#[derive(Resource, Default)]
struct Alarms(Vec<(u64, IVec2)>);

fn patrol(mut guards: Query<(&mut Position, &mut Viewshed, &mut Guard)>) {
    for (mut at, mut viewshed, mut guard) in &mut guards {
        if guard.1.contains(&at.0.x) {
            guard.0 = -guard.0;
        }
        at.0 += guard.0;
        let sight = viewshed.sight().with_cone(Cone::new(guard.0, 90));
        viewshed.set_sight(sight);
    }
}

fn sneak(mut thieves: Query<(&mut Position, &Thief)>, mut moment: ResMut<Moment>) {
    for (mut at, thief) in &mut thieves {
        at.0 += match thief.0.as_bytes().get(moment.0 as usize) {
            Some(b'e') => IVec2::X,
            Some(b'w') => IVec2::NEG_X,
            Some(b's') => IVec2::Y,
            _ => IVec2::ZERO,
        };
    }
    moment.0 += 1;
}

fn note(seen: On<EnteredView>, moment: Res<Moment>, mut alarms: ResMut<Alarms>) {
    alarms.0.push((moment.0, seen.cell));
}

fn main() {
    for moves in ["eeeeeeeeeeeeee", "wwsssseeeeeeee"] {
        println!("{moves}: {:?}", alarms(moves));
    }
}

/// Returns when and where the guard sees a thief that makes these moves from (5, 1) on.
pub fn alarms(moves: &'static str) -> Vec<(u64, IVec2)> {
    let mut app = App::new();
    app.add_plugins(VisionPlugin::<GridMap>::default())
        .add_systems(Update, (patrol, sneak).before(VisionSystems::MarkDirty))
        .insert_resource(GridMap::from_rows(HALL))
        .init_resource::<Alarms>()
        .add_observer(note);
    let guard = (Guard(IVec2::NEG_X, [6, 12]), ViewChanges::default());
    app.world_mut().spawn((guard, Position::new(6, 2)));
    let thief = (Thief(moves), Tracked);
    app.world_mut().spawn((thief, Position::new(5, 1)));
    (0..moves.len()).for_each(|_| app.update());
    app.world().resource::<Alarms>().0.clone()
}
