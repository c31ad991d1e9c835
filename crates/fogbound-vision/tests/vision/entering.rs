//! What comes into view and what leaves it is reported once, to those who asked.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_platform::collections::{HashMap, HashSet};
use fogbound_vision::{
    Ambient, EnteredView, GridMap, IVec2, LeftView, Light, Position, Sight, Tracked, UVec2,
    ViewChanges, Viewshed,
};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{AppExt, TILES, vision_app};

/// What was reported in one update: the entities that came and went, each with its cell.
#[derive(Resource, Default, Debug, PartialEq)]
struct Reported {
    entered: HashSet<(Entity, Entity, IVec2)>,
    left: HashSet<(Entity, Entity, IVec2)>,
}

fn listen(app: &mut App) {
    app.init_resource::<Reported>()
        .add_observer(|it: On<EnteredView>, mut reported: ResMut<Reported>| {
            let is_new = reported.entered.insert((it.viewer, it.entity, it.cell));
            assert!(is_new, "reported twice");
        })
        .add_observer(|it: On<LeftView>, mut reported: ResMut<Reported>| {
            let is_new = reported.left.insert((it.viewer, it.entity, it.cell));
            assert!(is_new, "reported twice");
        });
}

const MAP: UVec2 = UVec2::new(30, 20);

/// A world in which things change at random, and what its viewers saw after the last update.
struct World {
    app: App,
    viewers: [Entity; 3],
    bodies: Vec<Entity>,
    cells: HashMap<Entity, HashSet<IVec2>>,
    places: HashMap<(Entity, Entity), IVec2>,
}

impl World {
    fn new(is_dark: bool) -> Self {
        let mut app = vision_app(GridMap::new(MAP, '.'));
        listen(&mut app);
        if is_dark {
            app.insert_resource(Ambient::dark());
        }
        let viewers = [(3, 3), (15, 10), (28, 18)].map(|at| {
            let viewer = app.eye(at, Sight::default().with_radius(9));
            let told = (ViewChanges::default(), Tracked, Light::new(4));
            app.world_mut().entity_mut(viewer).insert(told);
            viewer
        });
        Self {
            app,
            viewers,
            bodies: Vec::new(),
            cells: HashMap::default(),
            places: HashMap::default(),
        }
    }

    fn change_something(&mut self, dice: &mut ChaCha12Rng) {
        let mut cell = || (dice.random_range(0..30), dice.random_range(0..20));
        let (one, other) = (cell(), cell());
        let which = dice.random_range(0..3);
        match dice.random_range(0..9) {
            0 | 1 => self
                .app
                .set_tile(one, TILES[dice.random_range(0..TILES.len())]),
            2 | 3 => {
                let body = self.app.spawn((Position(one.into()), Tracked));
                self.bodies.push(body);
            }
            4 if !self.bodies.is_empty() => {
                let body = self
                    .bodies
                    .swap_remove(dice.random_range(0..self.bodies.len()));
                match which {
                    0 => self.app.world_mut().despawn(body),
                    1 => {
                        self.app.world_mut().entity_mut(body).remove::<Tracked>();
                        true
                    }
                    _ => {
                        self.app.world_mut().entity_mut(body).remove::<Position>();
                        true
                    }
                };
            }
            5 if !self.bodies.is_empty() => {
                let body = self.bodies[dice.random_range(0..self.bodies.len())];
                self.app.put(body, other);
            }
            6 => {
                // A viewer without a position sees nothing until it is put somewhere.
                let mut viewer = self.app.world_mut().entity_mut(self.viewers[which]);
                viewer.remove::<Position>();
            }
            _ => {
                let mut viewer = self.app.world_mut().entity_mut(self.viewers[which]);
                viewer.insert(Position(one.into()));
            }
        }
    }

    /// Updates the app and compares what it reports with what has changed.
    fn update(&mut self) -> usize {
        *self.app.world_mut().resource_mut::<Reported>() = Reported::default();
        self.app.update();
        let mut expected = Reported::default();
        let all = self.bodies.iter().chain(&self.viewers);
        let all: Vec<(Entity, IVec2)> = all
            .filter_map(|it| Some((*it, self.app.world().get::<Position>(*it)?.0)))
            .collect();
        let mut news = 0;
        for viewer in self.viewers {
            let visible = self.app.part::<Viewshed>(viewer).visible().iter();
            let visible: HashSet<IVec2> = visible.collect();
            let before = self.cells.insert(viewer, visible.clone());
            let before = before.unwrap_or_default();
            let changes = self.app.part::<ViewChanges>(viewer);
            let entered: HashSet<IVec2> = changes.entered().iter().collect();
            let left: HashSet<IVec2> = changes.left().iter().collect();
            assert_eq!(entered, &visible - &before);
            assert_eq!(left, &before - &visible);
            let gone: Vec<(Entity, Entity)> = self.places.keys().copied().collect();
            for (_, body) in gone.into_iter().filter(|it| it.0 == viewer) {
                let at = all.iter().find(|it| it.0 == body);
                if !at.is_some_and(|it| visible.contains(&it.1)) {
                    let last = self.places.remove(&(viewer, body)).unwrap();
                    expected.left.insert((viewer, body, last));
                }
            }
            for &(body, at) in all.iter().filter(|it| it.0 != viewer) {
                if visible.contains(&at) && self.places.insert((viewer, body), at).is_none() {
                    expected.entered.insert((viewer, body, at));
                }
            }
        }
        assert_eq!(*self.app.world().resource::<Reported>(), expected);
        news += expected.entered.len() + expected.left.len();
        news
    }
}

#[test]
fn reports_are_the_difference_between_two_updates() {
    for is_dark in [false, true] {
        let mut news = 0;
        for seed in 0..20 {
            let mut dice = ChaCha12Rng::seed_from_u64(seed);
            let mut world = World::new(is_dark);
            for _ in 0..80 {
                for _ in 0..dice.random_range(0..4) {
                    world.change_something(&mut dice);
                }
                news += world.update();
            }
        }
        assert!(news > 500, "{news}");
    }
}

#[test]
fn a_viewshed_looks_changed_only_when_it_was_computed_again_or_other_cells_are_visible() {
    let mut app = vision_app(GridMap::new(MAP, '.'));
    app.insert_resource(Ambient::dark());
    let eye = app.eye((5, 5), Sight::default().with_radius(6));
    let lamp = app.spawn((Position::new(25, 15), Light::new(3)));
    app.init_resource::<Count>().add_systems(
        bevy_app::Last,
        |changed: Query<(), Changed<Viewshed>>, mut count: ResMut<Count>| {
            count.0 = changed.iter().count();
        },
    );
    let changed = |app: &mut App, change: &dyn Fn(&mut App)| {
        change(app);
        app.update();
        app.world().resource::<Count>().0
    };
    assert_eq!(changed(&mut app, &|_| {}), 1, "the first view");
    assert_eq!(changed(&mut app, &|_| {}), 0);
    assert_eq!(changed(&mut app, &|app| app.put(lamp, (24, 15))), 0, "far");
    assert_eq!(changed(&mut app, &|app| app.put(lamp, (9, 5))), 1, "lit");
    assert_eq!(changed(&mut app, &|app| app.set_tile((25, 5), '#')), 0);
    assert_eq!(changed(&mut app, &|app| app.set_tile((7, 5), '#')), 1);
    assert_eq!(changed(&mut app, &|app| app.put(eye, (6, 5))), 1);
    assert_eq!(changed(&mut app, &|_| {}), 0);
}

/// How many viewsheds looked changed in the last update.
#[derive(Resource, Default)]
struct Count(usize);
