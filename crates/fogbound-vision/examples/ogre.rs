//! A creature of several cells has an eye on each of them. It sees what any of its eyes sees, and it is seen if any of its
//! cells is.
//!
//! `cargo run -p fogbound-vision --example ogre`

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use fogbound_vision::*;

const HALL: [&str; 4] = ["..........", "...#......", "..........", ".........."];

/// The top left cell of a creature of 2 × 2 cells.
#[derive(Component)]
struct Ogre(IVec2);

/// An eye of an ogre, and its place in the body.
#[derive(Component)]
#[require(Viewshed, Tracked)]
struct EyeOf(Entity, IVec2);

fn stride(mut ogres: Query<&mut Ogre>) {
    ogres.iter_mut().for_each(|mut ogre| ogre.0.x += 1);
}

fn move_eyes(ogres: Query<&Ogre>, mut eyes: Query<(&EyeOf, &mut Position)>) {
    for (eye, mut at) in &mut eyes {
        if let Ok(ogre) = ogres.get(eye.0) {
            at.0 = ogre.0 + eye.1;
        }
    }
}

fn main() {
    for (frame, [all, first]) in walk(5).into_iter().enumerate() {
        println!("frame {frame}: the ogre sees {all} cells, {first} of them with its first eye");
    }
}

/// Returns how many cells the ogre sees in each frame, with all of its eyes and with the first of them.
pub fn walk(frames: usize) -> Vec<[usize; 2]> {
    let mut app = App::new();
    app.add_plugins(VisionPlugin::<GridMap>::default())
        .add_systems(
            Update,
            (stride, move_eyes).chain().before(VisionSystems::MarkDirty),
        )
        .insert_resource(GridMap::from_rows(HALL));
    let ogre = app.world_mut().spawn(Ogre(IVec2::new(-1, 0))).id();
    for place in [IVec2::ZERO, IVec2::X, IVec2::Y, IVec2::ONE] {
        app.world_mut()
            .spawn((EyeOf(ogre, place), Position::default()));
    }
    let mut eyes = app.world_mut().query::<(&EyeOf, &Viewshed)>();
    let look = |_| {
        app.update();
        let views = eyes.iter(app.world()).filter(|(eye, _)| eye.0 == ogre);
        let (mut all, mut first) = (VisibleSet::new(), 0);
        for (eye, viewshed) in views {
            all |= viewshed.visible();
            if eye.1 == IVec2::ZERO {
                first = viewshed.visible().len();
            }
        }
        [all.len(), first]
    };
    (0..frames).map(look).collect()
}
