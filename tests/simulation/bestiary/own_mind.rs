//! A custom mind takes one component, one system, and one line that registers them.

use bevy::prelude::*;
use fogbound::game::mind::{AddMind, Deciding, Hunts, Mindful, Urge};
use fogbound::game::{Action, GameSetup};
use fogbound::grid::Direction;

use crate::common::assets::{Assets, living, monster, unbegun};
use crate::common::{AppExt, drawn};

/// A mind that walks back and forth.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Default)]
struct Paces {
    cells: u32,
    first: Way,
    #[reflect(ignore)]
    done: u32,
}

#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
enum Way {
    East,
    South,
}

impl Default for Paces {
    fn default() -> Self {
        Self {
            cells: 4,
            first: Way::South,
            done: 0,
        }
    }
}

fn pace(deciding: Deciding, mut pacers: Query<(&mut Paces, Mindful)>) {
    for (mut pacer, mut creature) in &mut pacers {
        if !deciding.asks(&creature) {
            continue;
        }
        let (there, back) = match pacer.first {
            Way::East => (Direction::East, Direction::West),
            Way::South => (Direction::South, Direction::North),
        };
        let goes = pacer.done / pacer.cells % 2 == 0;
        pacer.done += 1;
        creature.intend(Action::step(if goes { there } else { back }));
    }
}

const HALL: &str = "
#################
#@#.............#
###.P...........#
###.............#
#################
";

#[test]
fn one_line_makes_a_custom_mind_available_to_files() {
    let assets = Assets::new("own-mind");
    let text =
        "(name: \"pacer\", glyph: 'P', health: 1, minds: {\"Paces\": (cells: 3, first: East)})";
    assets.write("pacer.ron", text);
    let mut app = unbegun(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    });
    app.add_mind::<Paces, _>(Urge::Idle, pace);
    app.update();

    let pacer = living(&mut app, "pacer")[0];
    let mut places = Vec::new();
    for _ in 0..7 {
        app.act(Action::WAIT);
        places.push(app.place_of(pacer).x);
    }
    assert_eq!(places, [5, 6, 7, 6, 5, 4, 5]);
    let expected = Paces {
        cells: 3,
        first: Way::East,
        done: 0,
    };
    assert_eq!(monster(&app, "pacer").minds.get(), Some(&expected));
}

#[test]
fn omitted_fields_of_a_custom_mind_have_its_defaults() {
    let assets = Assets::new("own-mind-default");
    let text = "(name: \"pacer\", glyph: 'P', health: 1, minds: {\"Paces\": (first: East)})";
    assets.write("pacer.ron", text);
    let mut app = unbegun(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    });
    app.add_mind::<Paces, _>(Urge::Idle, pace);
    app.update();
    let paces = monster(&app, "pacer").minds.get::<Paces>().unwrap();
    assert_eq!((paces.cells, paces.first), (4, Way::East));
}

#[test]
fn an_unregistered_mind_breaks_its_file_but_not_the_game() {
    let assets = Assets::new("own-mind-unregistered");
    let text = "(name: \"pacer\", glyph: 'P', health: 1, minds: {\"Paces\": ()})";
    assets.write("pacer.ron", text);
    let mut app = unbegun(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    });
    app.update();
    assert_eq!(living(&mut app, "pacer"), []);
    assert!(app.player().is_some());
}

/// A component that is not a mind and has no default.
#[derive(Component, Reflect, Debug, PartialEq)]
#[reflect(Component)]
struct Purse(u32);

/// A unit component, which the file names by its full path.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Hollow;

#[test]
fn any_registered_component_can_be_named() {
    let assets = Assets::new("own-components");
    let path = Hollow::type_path();
    let minds = format!("{{\"Purse\": (12), {path:?}: (), \"Paces\": Paces(cells: 2)}}");
    let text = format!("(name: \"pacer\", glyph: 'P', health: 1, minds: {minds})");
    assets.write("pacer.ron", text);
    let mut app = unbegun(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    });
    app.register_type::<Purse>()
        .register_type::<Hollow>()
        .register_type::<Paces>();
    app.update();
    let pacer = living(&mut app, "pacer")[0];
    assert_eq!(app.part::<Purse>(pacer), &Purse(12));
    assert_eq!(app.part::<Paces>(pacer).cells, 2);
    assert!(app.world().entity(pacer).contains::<Hollow>());
}

mod elsewhere {
    use bevy::prelude::*;

    /// A component with the same short name as a built-in mind.
    #[derive(Component, Reflect, Default)]
    #[reflect(Component, Default)]
    pub struct Hunts;
}

#[test]
fn a_short_name_means_the_built_in_mind() {
    let assets = Assets::new("own-namesake");
    let text = "(name: \"pacer\", glyph: 'P', health: 1, minds: {\"Hunts\": ()})";
    assets.write("pacer.ron", text);
    let mut app = unbegun(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    });
    app.register_type::<elsewhere::Hunts>();
    app.update();
    let pacer = living(&mut app, "pacer")[0];
    assert!(app.world().entity(pacer).contains::<Hunts>());
    assert!(!app.world().entity(pacer).contains::<elsewhere::Hunts>());
}

/// The simulation's types were once part of the game's crate, and old files may still use those paths.
#[test]
fn a_mind_can_be_named_by_its_former_path() {
    let assets = Assets::new("own-path");
    let path = Hunts::type_path().replace("fogbound_simulation::", "fogbound::");
    let text = format!("(name: \"pacer\", glyph: 'P', health: 1, minds: {{{path:?}: ()}})");
    assets.write("pacer.ron", text);
    let mut app = unbegun(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    });
    app.update();
    let pacer = living(&mut app, "pacer")[0];
    assert!(app.world().entity(pacer).contains::<Hunts>());
}
