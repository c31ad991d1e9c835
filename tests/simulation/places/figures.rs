//! How well the names fit the levels of each builder.

use std::collections::BTreeSet;

use bevy::prelude::*;
use fogbound::dungeon::{Builder, DungeonSpec, Level, LevelSource, build};
use fogbound::explorer::Explorer;
use fogbound::game::{GameSetup, PlaceKind, PlayerCommand, carry_out};
use fogbound::vision::MapMemory;

use super::{picture, places, tell_all};
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, dark, simulation};

/// What came out on some levels.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    /// The number of places, and of those with fewer than three cells.
    places: usize,
    small: usize,
    /// Rooms and caves in rooms and vaults, and rooms and caves elsewhere.
    inside: [usize; 2],
    outside: [usize; 2],
    /// The rooms of the builder, and those that more than one place has a large part of.
    rooms: usize,
    parted: usize,
    /// The steps of the player, and those after which it had no place, on ground that is no door and no opening.
    steps: usize,
    nameless: usize,
}

impl Figures {
    fn add(&mut self, other: Self) {
        self.places += other.places;
        self.small += other.small;
        for at in 0..2 {
            self.inside[at] += other.inside[at];
            self.outside[at] += other.outside[at];
        }
        self.rooms += other.rooms;
        self.parted += other.parted;
        self.steps += other.steps;
        self.nameless += other.nameless;
    }
}

fn level(builder: Builder, seed: u64) -> Level {
    let spec = DungeonSpec {
        builder,
        seed,
        size: UVec2::new(56, 32),
        ..default()
    };
    build(&spec).unwrap()
}

/// Explores a whole level that nobody lives on, in the dark.
fn explore(level: &Level) -> (App, Figures) {
    let setup = GameSetup {
        source: LevelSource::Drawn(Box::new(level.clone())),
        ..default()
    };
    let mut app = simulation(dark(setup));
    let mut figures = Figures::default();
    let mut explorer = Explorer::default();
    for _ in 0..2_000 {
        let player = app.player().unwrap();
        let (here, memory) = (app.place_of(player), app.part::<MapMemory>(player));
        let Ok(action) = explorer.explore(memory, here) else {
            break;
        };
        carry_out(app.world_mut(), PlayerCommand::Act(action));
        let here = app.place_of(player);
        let is_settled = places(&app).at(here).is_some() || places(&app).is_opening(here);
        figures.steps += 1;
        figures.nameless += usize::from(!is_settled && !app.map().tile(here).parts_places());
    }
    (app, figures)
}

fn judge(app: &App, level: &Level, figures: &mut Figures) {
    let all = places(app);
    let areas: Vec<_> = level
        .vaults
        .iter()
        .map(|it| it.1)
        .chain(level.rooms.iter().copied())
        .collect();
    for (index, place) in all.iter().enumerate() {
        figures.places += 1;
        figures.small += usize::from(place.size < 3);
        let in_rooms = |cell: &IVec2| areas.iter().any(|it| it.contains(*cell));
        let inside = all.cells(index).filter(in_rooms).count() * 2 > place.size as usize;
        let is_cave = usize::from(place.kind == PlaceKind::Cave);
        if place.kind != PlaceKind::Passage {
            match inside {
                true => figures.inside[is_cave] += 1,
                false => figures.outside[is_cave] += 1,
            }
        }
    }
    for room in &level.rooms {
        let is_in_vault = level.vaults.iter().any(|it| it.1.intersects(room));
        if is_in_vault {
            continue;
        }
        figures.rooms += 1;
        let cells = room.cells().filter_map(|it| all.index_at(it));
        let indices: BTreeSet<usize> = cells.collect();
        let large =
            |index: &&usize| all.cells(**index).filter(|it| room.contains(*it)).count() >= 6;
        figures.parted += usize::from(indices.iter().filter(large).count() > 1);
    }
}

fn is_ground(app: &App, cell: IVec2) -> bool {
    let tile = app.map().tile(cell);
    tile.is_walkable() && !tile.parts_places()
}

/// Asserts that at least this percentage is right.
#[track_caller]
fn assert_most(right: usize, all: usize, percent: usize, what: &str) {
    assert!(
        right * 100 >= all * percent && all > 0,
        "{what}: {right} of {all}"
    );
}

#[test]
fn the_names_fit_the_levels_of_every_builder() {
    for builder in Builder::ALL {
        let all = on_all_cores(0..8, |seed| {
            let level = level(builder, seed);
            let (app, mut figures) = explore(&level);
            judge(&app, &level, &mut figures);
            figures
        });
        let mut sum = Figures::default();
        all.into_iter().for_each(|it| sum.add(it));
        let what = format!("{builder}: {sum:?}");
        println!("{what}");
        let inside = sum.inside[0] + sum.inside[1];
        if builder == Builder::CAVES {
            assert_most(sum.outside[1], sum.outside[0] + sum.outside[1], 85, &what);
        } else {
            assert_most(sum.inside[0], inside, 90, &what);
            assert_most(sum.rooms - sum.parted, sum.rooms, 85, &what);
        }
        assert_most(sum.places - sum.small, sum.places, 97, &what);
        assert_most(sum.steps - sum.nameless, sum.steps, 95, &what);
    }
}

/// Once everything is known, every cell to walk on has a place, or is an opening or a door.
#[test]
fn every_cell_of_a_known_level_has_a_place() {
    for builder in Builder::ALL {
        on_all_cores(0..8, |seed| {
            let level = level(builder, seed);
            for explores in [false, true] {
                let mut app = match explores {
                    true => explore(&level).0,
                    false => explore_nothing(&level),
                };
                tell_all(&mut app);
                let all = places(&app);
                let mut cells = app.map().iter().map(|it| it.0);
                let left = cells.find(|it| {
                    is_ground(&app, *it) && all.at(*it).is_none() && !all.is_opening(*it)
                });
                assert_eq!(left, None, "{builder} {seed}\n{}", picture(&app));
            }
        });
    }
}

fn explore_nothing(level: &Level) -> App {
    simulation(GameSetup {
        source: LevelSource::Drawn(Box::new(level.clone())),
        ..default()
    })
}
