//! When light changes, a view looks only at the words of cells that have changed, and finds what a whole look finds.

use fogbound_fov::{Cone, IVec2, Sight};
use fogbound_vision::{Ambient, GridMap, Light, LightMap, Position, UVec2, Viewshed, VisionMap};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{AppExt, vision_app};

/// Any cell of the [`map`].
pub fn cell(dice: &mut ChaCha12Rng) -> (i32, i32) {
    (dice.random_range(0..150), dice.random_range(0..20))
}

/// A map that is several words wide, with rooms and pillars.
pub fn map(dice: &mut ChaCha12Rng) -> GridMap {
    let mut map = GridMap::new(UVec2::new(150, 20), '.');
    for at in map.plan().positions().collect::<Vec<_>>() {
        let share = if at.x % 17 == 0 || at.y % 7 == 0 {
            75
        } else {
            4
        };
        if dice.random_range(0..100) < share {
            map.set(at, '#');
        }
    }
    map
}

/// Any light that is not too large.
pub fn light(dice: &mut ChaCha12Rng) -> Light {
    let light = Light::new(dice.random_range(0..9));
    match dice.random_range(0..7) {
        0 => light.on_wall(),
        1 => light.as_beam(Cone::new(IVec2::NEG_X, 90)),
        2 | 3 => light.as_darkness(),
        _ => light,
    }
}

#[test]
fn a_view_that_follows_the_light_equals_a_view_computed_at_once() {
    let mut refreshed = 0;
    for seed in 0..12 {
        let mut dice = ChaCha12Rng::seed_from_u64(seed);
        let mut app = vision_app(map(&mut dice));
        app.insert_resource(Ambient::dark());
        let sight = Sight::default().unlimited();
        let eyes: Vec<_> = (0..25).map(|_| app.eye(cell(&mut dice), sight)).collect();
        let lamps: Vec<_> = (0..14)
            .map(|_| {
                let at = Position(cell(&mut dice).into());
                app.spawn((at, light(&mut dice)))
            })
            .collect();
        for _ in 0..60 {
            for _ in 0..dice.random_range(0..3) {
                let lamp = lamps[dice.random_range(0..lamps.len())];
                match dice.random_range(0..4) {
                    0 => app.put(lamp, cell(&mut dice)),
                    1 => *app.part_mut::<Light>(lamp) = light(&mut dice),
                    2 => app.part_mut::<Light>(lamp).radius ^= 1,
                    _ => {
                        let tile = if dice.random_range(0..2) == 0 {
                            '#'
                        } else {
                            '.'
                        };
                        app.set_tile(cell(&mut dice), tile);
                    }
                }
            }
            let [_, _, more] = crate::common::light_work(&mut app);
            refreshed += more;
            for &eye in &eyes {
                let viewshed = app.part::<Viewshed>(eye);
                let light = app.world().resource::<LightMap>();
                let at = viewshed.eye().unwrap();
                let opacity = app.map().opacity();
                let whole = light.visible(opacity, at, viewshed.field_of_view(), 1);
                assert_eq!(*viewshed.visible(), whole, "seed {seed}, an eye at {at}");
            }
        }
    }
    assert!(refreshed > 2000, "{refreshed}");
}

/// The flame lies in another word than all cells on which the light changes.
#[test]
fn a_darkness_on_the_eye_hides_a_distant_flame() {
    let mut app = vision_app(GridMap::new(UVec2::new(150, 11), '.'));
    app.insert_resource(Ambient::dark());
    let eye = app.eye((61, 5), Sight::default().unlimited());
    let beam = Light::new(10).as_beam(Cone::new(IVec2::NEG_X, 90));
    app.spawn((Position::new(70, 5), beam));
    app.update();
    assert!(app.sees(eye, (70, 5)), "the eye is in the beam");
    let darkness = app.spawn((Position::new(61, 5), Light::new(2).as_darkness()));
    app.update();
    assert!(!app.sees(eye, (70, 5)));
    app.world_mut().despawn(darkness);
    app.update();
    assert!(app.sees(eye, (70, 5)));
}
