//! Viewsheds, memories and maps survive saving and loading, with Serde and with reflection.

use std::sync::Arc;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{ReflectComponent, ReflectResource};
use bevy_reflect::serde::{ReflectDeserializer, ReflectSerializer};
use bevy_reflect::{
    FromReflect, GetTypeRegistration, ReflectDeserialize, ReflectSerialize, TypePath, TypeRegistry,
};
use fogbound_fov::grid::Rectangle;
use fogbound_fov::{Algorithm, Cone};
use fogbound_vision::diagnostics::{Recomputations, Refreshments, Sharing};
use fogbound_vision::{
    Ambient, GridMap, IVec2, Illumination, Knowledge, LiesStill, Light, LightShape, MapMemory,
    Moment, ObjectKind, OnMap, Position, Sight, UVec2, Viewshed, VisionMap,
};
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde::{Deserialize, Serialize};

use crate::common::{AppExt, drawn_map, vision_app};

const TWO_ROOMS: &str = "
#########
#...#...#
#.......#
#...#...#
#########";

fn copy<T: Serialize + DeserializeOwned>(value: &T) -> T {
    ron::from_str(&ron::to_string(value).unwrap()).unwrap()
}

fn cells(memory: &MapMemory) -> Vec<(IVec2, Knowledge<char>)> {
    let mut cells: Vec<_> = memory.known_cells().collect();
    cells.sort_by_key(|(cell, _)| (cell.y, cell.x));
    cells
}

/// Returns an app and an entity that has walked from room to room and has every kind of knowledge.
fn traveller() -> (App, Entity) {
    let mut app = vision_app(drawn_map(TWO_ROOMS));
    app.spawn((ObjectKind(7), Position::new(1, 1)));
    let lore = Arc::new(drawn_map("......").plan().clone());
    let mut memory = MapMemory::knowing(lore);
    memory.tell(IVec2::new(-70, 90_000), '<');
    let sight = Sight::default()
        .with_algorithm(Algorithm::Recursive)
        .with_radius(6)
        .with_cone(Cone::new(IVec2::X, 200));
    let eye = app.spawn((Position::new(2, 2), Viewshed::new(sight), memory));
    for moment in 0..4 {
        app.insert_resource(Moment(moment));
        app.put(eye, (2 + moment as i32, 2));
        app.update();
    }
    (app, eye)
}

#[test]
fn a_memory_survives_saving_and_loading() {
    let (app, eye) = traveller();
    let memory = app.part::<MapMemory>(eye);
    let read = copy(memory);
    assert_eq!(cells(&read), cells(memory));
    assert!(cells(&read).len() > 30);
    assert_eq!(read.lore(), memory.lore());
    for cell in [(0, 0), (5, 0), (6, 0), (8, 4), (-70, 90_000)] {
        assert_eq!(read.get(cell.into()), memory.get(cell.into()), "{cell:?}");
    }
    let mut known = read.flags();
    assert_eq!(known.at(IVec2::ZERO), memory.flags().at(IVec2::ZERO));
    // Saving again gives the same bytes.
    assert_eq!(
        ron::to_string(&read).unwrap(),
        ron::to_string(memory).unwrap()
    );
}

#[test]
fn a_loaded_game_continues_exactly_like_the_original() {
    let (mut app, eye) = traveller();
    let memory = copy(app.part::<MapMemory>(eye));
    let viewshed = copy(app.part::<Viewshed>(eye));
    let before = app.part::<Viewshed>(eye);
    assert_eq!(viewshed.sight(), before.sight());
    assert_eq!(viewshed.visible(), before.visible());
    assert!(viewshed.is_dirty(), "the map could be a different one");
    let mut other = vision_app(copy(app.map()));
    assert_eq!(other.map(), app.map());
    other.insert_resource(copy(app.world().resource::<Moment>()));
    other.spawn((ObjectKind(7), Position::new(1, 1)));
    let place = copy(app.part::<Position>(eye));
    let twin = other.spawn((place, viewshed, memory));
    for x in [5, 6, 3, 1] {
        for (app, eye) in [(&mut app, eye), (&mut other, twin)] {
            app.put(eye, (x, 2));
            app.update();
        }
        let [one, two] = [(&app, eye), (&other, twin)].map(|(app, eye)| cells(app.part(eye)));
        assert_eq!(one, two);
        assert!(other.is_fresh(twin));
    }
}

#[test]
fn a_loaded_map_counts_as_a_new_map() {
    let map = drawn_map(TWO_ROOMS);
    let read = copy(&map);
    assert_eq!(read, map);
    assert_eq!(read.opacity(), map.opacity());
    assert_ne!(read.changes().revision(), map.changes().revision());
}

#[test]
fn invalid_memories_are_errors() {
    for text in [
        "",
        "()",
        "(lore: None)",
        "(lore: None, cells: [((0, 0), Dreamt(tile: '.'))])",
        "(lore: None, cells: [], more: 1)",
        "(lore: Some((size: (2, 2), cells: ['.'])), cells: [])",
    ] {
        assert!(ron::from_str::<MapMemory>(text).is_err(), "{text}");
    }
    assert!(ron::from_str::<MapMemory>("(lore: None, cells: [])").is_ok());
    let endless = "(size: (2000000000, 0), cells: [])";
    assert!(ron::from_str::<GridMap>(endless).is_err());
}

/// Saves and loads a value using reflection, and returns the result.
fn reflected<T: FromReflect + TypePath>(registry: &TypeRegistry, value: &T) -> T {
    let written = ron::to_string(&ReflectSerializer::new(
        value.as_partial_reflect(),
        registry,
    ));
    let written = written.unwrap();
    let mut reader = ron::Deserializer::from_str(&written).unwrap();
    let read = ReflectDeserializer::new(registry).deserialize(&mut reader);
    T::from_reflect(&*read.unwrap()).unwrap()
}

fn through_reflection<T: FromReflect + TypePath + Component>(
    registry: &TypeRegistry,
    value: &T,
) -> T {
    let data = registry.get_with_type_path(T::type_path()).unwrap();
    assert!(data.data::<ReflectComponent>().is_some());
    reflected(registry, value)
}

/// This test compiles only if all these types implement Serde's and Bevy's traits. It fails if the documentation lists
/// other types.
#[test]
fn the_documented_types_can_be_saved_and_loaded() {
    fn is_data<T: Serialize + DeserializeOwned + FromReflect + GetTypeRegistration>() {}
    let mut app = vision_app(drawn_map(TWO_ROOMS));
    app.register_type::<MapMemory<char>>();
    app.register_type::<GridMap<char>>();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let mut lists = [const { Vec::new() }; 3];
    macro_rules! data {
        ($list:literal: $($type:ident $(<$tile:ty>)?),*) => {$(
            is_data::<$type $(<$tile>)?>();
            lists[$list].push(stringify!($type));
            let id = std::any::TypeId::of::<$type $(<$tile>)?>();
            let has_serde = registry.get(id).map(|it| {
                it.data::<ReflectSerialize>().is_some() && it.data::<ReflectDeserialize>().is_some()
            });
            let name = stringify!($type);
            // The values are registered if a component holds one.
            assert!(has_serde == Some(true) || has_serde.is_none() && $list == 2, "{name}");
            let it = registry.get(id);
            let is_resource = it.is_some_and(|it| it.data::<ReflectResource>().is_some());
            assert_eq!(is_resource, $list == 1, "{name}");
            let is_component = it.is_some_and(|it| it.data::<ReflectComponent>().is_some());
            assert!(is_component || $list > 0, "{name}");
        )*};
    }
    data!(0: LiesStill, Light, MapMemory<char>, ObjectKind, OnMap, Position, Viewshed);
    data!(1: Ambient, GridMap<char>, Moment, Recomputations, Refreshments, Sharing);
    data!(2: Illumination, Knowledge<char>, LightShape);
    let front = include_str!("../../src/lib.rs").replace("//!", "");
    for page in [include_str!("../../README.md"), &front] {
        let list = page
            .split("Serde's and Bevy's reflection traits:")
            .nth(1)
            .unwrap();
        let list = list.split("computes it again").next().unwrap();
        let names: Vec<_> = list.split('`').skip(1).step_by(2).collect();
        let mut expected = lists.concat();
        expected.push("LightMap");
        assert_eq!(names, expected);
    }
}

#[test]
fn resources_survive_saving_and_loading() {
    let area = Rectangle::new(IVec2::new(-3, 4), UVec2::new(5, 6));
    let ambient = Ambient::everywhere(1).with_place(area, 7);
    assert_eq!(copy(&ambient), ambient);
    let sharing = Sharing { at_least: Some(3) };
    assert_eq!(copy(&sharing), sharing);
    assert_eq!(copy(&Recomputations(3)), Recomputations(3));
    assert_eq!(copy(&Refreshments(4)), Refreshments(4));
    let mut app = vision_app(drawn_map(TWO_ROOMS));
    app.register_type::<GridMap<char>>();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    assert_eq!(reflected(&registry, &ambient), ambient);
    assert_eq!(reflected(&registry, &sharing), sharing);
    assert_eq!(reflected(&registry, app.map()), *app.map());
}

/// A custom tile.
#[derive(TypePath, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
struct Ground(u8);
impl fogbound_vision::MapTile for Ground {}

#[test]
fn components_survive_reflection() {
    let (mut app, eye) = traveller();
    app.register_type::<MapMemory<char>>();
    app.register_type::<MapMemory<Ground>>();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let memory = app.part::<MapMemory>(eye);
    assert_eq!(cells(&through_reflection(&registry, memory)), cells(memory));
    let viewshed = app.part::<Viewshed>(eye);
    let read = through_reflection(&registry, viewshed);
    assert_eq!(read.visible(), viewshed.visible());
    let place = app.part::<Position>(eye);
    assert_eq!(through_reflection(&registry, place), *place);
    let thing = ObjectKind(3);
    assert_eq!(through_reflection(&registry, &thing), thing);
    let mut own = MapMemory::<Ground>::new();
    own.see(IVec2::ONE, Ground(9), None, Moment(4));
    let read = through_reflection(&registry, &own);
    assert_eq!(read.get(IVec2::ONE), own.get(IVec2::ONE));
}

#[test]
fn a_blind_viewshed_is_still_blind_after_loading() {
    let mut eye = Viewshed::new(Sight::default().with_radius(6)).with_dark_sight(2);
    eye.set_blind(true);
    eye.set_dark_sight_bonus(-1);
    let mut loaded = copy(&eye);
    assert!(loaded.is_blind());
    loaded.set_blind(false);
    assert_eq!((loaded.sight().radius, loaded.dark_sight()), (Some(6), 1));
}
