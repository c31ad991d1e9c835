//! With the documented system order, a step is visible in the frame in which it is taken.

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use fogbound_vision::{
    GridMap, IVec2, MapMemory, Moment, Position, Sight, Viewshed, VisionSystems,
};

use crate::common::{AppExt, open};

/// What was drawn: whether the cell at the edge of sight was visible, and what was known about the cell behind it.
#[derive(Resource, Default, Debug, PartialEq)]
struct Drawn(Vec<(bool, Option<char>)>);

fn walk(mut walkers: Query<&mut Position>, mut map: ResMut<GridMap>, mut now: ResMut<Moment>) {
    for mut walker in &mut walkers {
        walker.0.x += 1;
        let behind = walker.0 - IVec2::X;
        map.set(behind, ',');
    }
    now.0 += 1;
}

fn draw(
    walkers: Query<(&Position, &Viewshed, &MapMemory)>,
    mut drawn: ResMut<Drawn>,
    now: Res<Moment>,
) {
    for (place, viewshed, memory) in &walkers {
        let ahead = place.0 + IVec2::new(3, 0);
        assert_eq!(viewshed.eye(), Some(place.0));
        assert!(memory.known_cells().any(|(_, known)| matches!(
            known, fogbound_vision::Knowledge::Seen { when, .. } if when == *now)));
        drawn
            .0
            .push((viewshed.sees(ahead), memory.tile(place.0 - IVec2::X)));
    }
}

#[test]
fn a_step_is_seen_in_the_frame_in_which_it_is_taken() {
    // The order in which systems are added must not matter, so both orders are tried.
    for first_walk in [true, false] {
        let mut app: App = open(20);
        app.init_resource::<Drawn>();
        let walker = app.eye((2, 2), Sight::default().with_radius(3));
        app.world_mut()
            .entity_mut(walker)
            .insert(MapMemory::<char>::new());
        let walking = walk.before(VisionSystems::MarkDirty);
        let drawing = draw.after(VisionSystems::Remember);
        if first_walk {
            app.add_systems(Update, walking)
                .add_systems(Update, drawing);
        } else {
            app.add_systems(Update, drawing)
                .add_systems(Update, walking);
        }
        (0..5).for_each(|_| app.update());
        let drawn = &app.world().resource::<Drawn>().0;
        assert_eq!(*drawn, [(true, Some(',')); 5]);
    }
}
