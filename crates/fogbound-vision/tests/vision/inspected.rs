//! Inspectors can read and change components through reflection, and the next update follows.

use bevy_reflect::{GetPath, Reflect};
use fogbound_fov::grid::Rectangle;
use fogbound_vision::{
    Ambient, GridMap, IVec2, LevelMap, Light, MapMemory, Moment, Position, Sight, UVec2, Viewshed,
};

use crate::common::{AppExt, dark, open};

/// Changes a field of a reflected value.
fn set<T: Reflect>(value: &mut dyn Reflect, path: &str, to: T) {
    *value.path_mut::<T>(path).unwrap() = to;
}

#[test]
fn a_sight_can_be_changed_through_reflection() {
    let mut app = open(20);
    let eye = app.eye((9, 9), Sight::default().with_radius(4));
    app.update();
    assert!(!app.sees(eye, (9, 14)));
    let mut viewshed = app.part_mut::<Viewshed>(eye);
    set(&mut *viewshed, "sight.radius", Some(6_u32));
    assert_eq!(app.computed(), 1);
    assert!(app.sees(eye, (9, 14)) && app.is_fresh(eye));
    assert_eq!(app.computed(), 0);
}

#[test]
fn dark_sight_and_lights_can_be_changed_through_reflection() {
    let mut app = dark(20);
    let eye = app.eye((1, 1), Sight::default().unlimited());
    let lamp = app.spawn((Position::new(15, 15), Light::new(1)));
    app.update();
    assert!(!app.sees(eye, (4, 4)) && !app.sees(eye, (12, 15)));
    set(&mut *app.part_mut::<Viewshed>(eye), "dark_sight", 3_u32);
    app.update();
    assert!(app.sees(eye, (4, 4)) && !app.sees(eye, (12, 15)));
    set(&mut *app.part_mut::<Light>(lamp), "radius", 3_u32);
    app.update();
    assert!(app.sees(eye, (12, 15)));
    let mut ambient = app.world_mut().resource_mut::<Ambient>();
    set(&mut *ambient, "everywhere", 1_u32);
    app.update();
    assert!(app.sees(eye, (1, 19)));
}

#[test]
fn the_fields_of_components_can_be_read_through_reflection() {
    let mut app = open(9);
    app.insert_resource(Moment(7));
    let eye = app.rememberer((4, 4));
    app.update();
    let memory = app.part::<MapMemory>(eye);
    assert_eq!(*memory.path::<Moment>("looked").unwrap(), Moment(7));
    let area = Rectangle::new(IVec2::ONE, UVec2::splat(3));
    let ambient = Ambient::dark().with_place(area, 4);
    assert_eq!(*ambient.path::<u32>("places[0].area.size.x").unwrap(), 3);
    let level = LevelMap::new(GridMap::new(UVec2::ONE, '.')).with_ambient(ambient.clone());
    let found = level.path::<Option<Ambient>>("ambient").unwrap();
    assert_eq!(*found, Some(ambient));
}

/// A copy made through reflection loses nothing.
#[test]
fn a_reflected_copy_of_a_memory_knows_the_same_cells() {
    use bevy_reflect::FromReflect;
    let mut app = open(9);
    let eye = app.rememberer((4, 4));
    app.update();
    let memory = app.part::<MapMemory>(eye);
    let copy = MapMemory::<char>::from_reflect(memory).unwrap();
    assert_eq!(copy.known_count(), 81);
    assert_eq!(copy.map(), memory.map());
    let viewshed = app.part::<Viewshed>(eye);
    let copy = Viewshed::from_reflect(viewshed).unwrap();
    assert_eq!(copy.visible(), viewshed.visible());
    assert!(!copy.is_dirty());
}
