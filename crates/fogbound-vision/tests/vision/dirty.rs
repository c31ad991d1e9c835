//! A viewshed is computed when something it depends on changes, and at no other time.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use fogbound_fov::grid::Direction;
use fogbound_fov::{Algorithm, Cone, FieldOfView, OpacityMap, Shape};
use fogbound_vision::diagnostics::Recomputations;
use fogbound_vision::{GridTile, IVec2, Position, Sight, Viewshed, VisionMap};
use proptest::prelude::*;

use crate::common::{AppExt, TILES, drawn_map, fresh_view, open, vision_app};

fn circle(radius: u32) -> Sight {
    Sight::default().with_radius(radius)
}

fn see_with(app: &mut App, eye: Entity, sight: Sight) {
    app.part_mut::<Viewshed>(eye).set_sight(sight);
}

#[test]
fn a_new_viewshed_is_computed_once() {
    let mut app = open(9);
    assert_eq!(app.computed(), 0, "there is no viewshed");
    let first = app.eye((4, 4), circle(3));
    assert!(app.part::<Viewshed>(first).is_dirty());
    assert_eq!(app.computed(), 1);
    assert!(!app.part::<Viewshed>(first).is_dirty());
    for _ in 0..5 {
        assert_eq!(app.computed(), 0);
    }
    app.eye((4, 4), circle(3));
    assert_eq!(app.computed(), 1, "only the second is new");
}

#[test]
fn changes_without_effect_compute_nothing() {
    let mut app = open(15);
    let watcher = app.eye((4, 4), circle(3));
    let passer_by = app.world_mut().spawn(Position::new(5, 4)).id();
    app.set_tile((6, 4), '#');
    app.update();

    type Change = fn(&mut App, Entity, Entity);
    let changes: [(&str, Change); 9] = [
        ("time passes", |_, _, _| {}),
        ("the same position is written", |app, watcher, _| {
            app.put(watcher, (4, 4))
        }),
        ("the eye moves away and back at once", |app, watcher, _| {
            app.put(watcher, (5, 5));
            app.put(watcher, (4, 4));
        }),
        ("another entity moves", |app, _, passer_by| {
            app.put(passer_by, (5, 5))
        }),
        ("a wall rises one cell out of reach", |app, _, _| {
            app.set_tile((8, 4), '#')
        }),
        (
            "a wall rises in a corner of the square around the circle",
            |app, _, _| {
                app.set_tile((7, 7), '#');
            },
        ),
        ("a transparent tile changes to another", |app, _, _| {
            app.set_tile((4, 5), ',');
        }),
        ("an opaque tile is set again", |app, _, _| {
            app.set_tile((6, 4), '#');
        }),
        ("the same sight is set", |app, watcher, _| {
            see_with(app, watcher, circle(3))
        }),
    ];
    for (what, change) in changes {
        change(&mut app, watcher, passer_by);
        assert_eq!(app.computed(), 0, "{what}");
    }
}

#[test]
fn a_move_computes_only_the_eye_that_moved() {
    let mut app = open(9);
    let walker = app.eye((4, 4), circle(3));
    let other = app.eye((5, 5), circle(3));
    app.update();
    app.put(walker, (5, 4));
    assert_eq!(app.computed(), 1);
    assert_eq!(app.part::<Viewshed>(walker).eye(), Some(IVec2::new(5, 4)));
    assert!(app.sees(walker, (8, 4)) && !app.sees(walker, (1, 4)));
    app.put(walker, (4, 4));
    app.put(other, (4, 5));
    assert_eq!(app.computed(), 2);
}

#[test]
fn a_new_sight_is_computed() {
    let mut app = open(9);
    let watcher = app.eye((4, 4), circle(3));
    app.update();
    let sights = [
        circle(2),
        circle(2).with_shape(Shape::Square),
        circle(2)
            .with_shape(Shape::Square)
            .with_algorithm(Algorithm::Recursive),
        Sight::default().unlimited(),
        circle(4).with_cone(Cone::new(IVec2::X, 90)),
    ];
    for sight in sights {
        see_with(&mut app, watcher, sight);
        assert_eq!(app.computed(), 1, "{sight:?}");
        assert_eq!(
            *app.part::<Viewshed>(watcher).visible(),
            fresh_view(app.map(), IVec2::splat(4), sight)
        );
        assert_eq!(app.computed(), 0);
        see_with(&mut app, watcher, circle(1));
        see_with(&mut app, watcher, sight);
        assert_eq!(app.computed(), 0, "the old sight again: {sight:?}");
    }
}

/// Returns whether a change to the cell at `offset` from an eye can affect its view. A cell beside a cone can cast a
/// shadow into the cone. The `diamond` algorithm looks one step beyond the cells that it shows, except along the axes.
fn concerns(sight: Sight, offset: IVec2) -> bool {
    let mut all_around = sight;
    all_around.cone = None;
    let looks_behind = sight.algorithm == Algorithm::Diamond && sight.radius != Some(0);
    let is_aside = offset.x != 0 && offset.y != 0;
    all_around.reaches(offset)
        || looks_behind && is_aside && all_around.reaches(offset - offset.signum())
}

/// Returns whether a change to a cell of this map can affect the view of an eye. With the `symmetric` algorithm, only
/// cells matter that the eye would see if they were walls.
fn matters(map: &OpacityMap, eye: IVec2, sight: Sight, cell: IVec2) -> bool {
    let mut with_wall = map.clone();
    with_wall.set(cell, true);
    let mut all_around = sight;
    (all_around.cone, all_around.walls) = (None, true);
    concerns(sight, cell - eye)
        && (sight.algorithm != Algorithm::Symmetric
            || FieldOfView::new()
                .view(&with_wall, eye, all_around)
                .contains(cell))
}

#[test]
fn a_changed_cell_affects_the_eyes_within_reach() {
    let sights = [
        circle(0),
        circle(3),
        circle(5),
        circle(5).with_shape(Shape::Square),
        circle(5).with_shape(Shape::Diamond),
        circle(5).with_algorithm(Algorithm::Recursive),
        circle(5).with_algorithm(Algorithm::Diamond),
        circle(4)
            .with_algorithm(Algorithm::Diamond)
            .with_shape(Shape::Square),
        circle(0).with_algorithm(Algorithm::Diamond),
        Sight::default().unlimited(),
        circle(6).with_cone(Cone::new(IVec2::Y, 90)),
    ];
    let mut app = open(15);
    let eyes: Vec<_> = sights.map(|sight| (app.eye((7, 7), sight), sight)).into();
    app.update();
    let cells: Vec<_> = app.map().plan().positions().collect();
    // Each wall rises and falls again, so that the eyes behind it are also tested.
    for (cell, tile) in cells.iter().flat_map(|&cell| [(cell, '#'), (cell, '.')]) {
        let last = |app: &App, eye: Entity| {
            app.world()
                .entity(eye)
                .get_ref::<Viewshed>()
                .unwrap()
                .last_changed()
        };
        let before: Vec<_> = eyes.iter().map(|&(eye, _)| last(&app, eye)).collect();
        app.set_tile(cell.into(), tile);
        let expected = eyes
            .iter()
            .filter(|(_, sight)| concerns(*sight, cell - IVec2::splat(7)));
        assert_eq!(app.computed(), expected.count() as u64, "{cell}");
        for (&(eye, sight), before) in eyes.iter().zip(before) {
            let touched = last(&app, eye) != before;
            assert_eq!(
                touched,
                concerns(sight, cell - IVec2::splat(7)),
                "{cell} {sight:?}"
            );
        }
    }
}

#[test]
fn an_opened_door_affects_only_the_eyes_near_it() {
    let mut app = vision_app(drawn_map(
        "
###############
#....#........#
#....#........#
#....#........#
###############",
    ));
    let west = app.eye((2, 2), circle(6));
    let east = app.eye((7, 1), circle(6));
    let far = app.eye((13, 2), circle(6));
    app.update();
    assert!(!app.sees(west, (6, 2)) && !app.sees(east, (4, 2)));

    app.set_tile((5, 2), ',');
    assert_eq!(app.computed(), 2);
    assert!(app.sees(west, (6, 2)) && app.sees(east, (4, 2)));
    assert!(!app.sees(far, (6, 2)), "too far away to be affected");

    app.set_tile((5, 2), '#');
    assert_eq!(app.computed(), 2);
    assert!(!app.sees(west, (6, 2)));

    app.set_tile((7, 3), '#');
    assert_eq!(app.computed(), 1, "`west` is near, but behind a wall");
}

#[test]
fn many_changes_within_one_update_are_computed_once() {
    let mut app = open(9);
    let watcher = app.eye((4, 4), circle(3));
    app.update();
    app.put(watcher, (3, 4));
    app.set_tile((4, 3), '#');
    app.set_tile((3, 3), '#');
    see_with(&mut app, watcher, circle(5));
    assert_eq!(app.computed(), 1);
    assert_eq!(app.computed(), 0, "all changes are handled");
}

#[test]
fn a_new_map_affects_every_eye() {
    let mut app = open(9);
    app.eye((4, 4), circle(1));
    app.eye((1, 1), circle(1));
    app.update();
    let mut pending = app.map().clone();
    pending.set(IVec2::new(4, 3), '#');
    app.insert_resource(pending);
    assert_eq!(app.computed(), 2, "an altered copy");
    assert_eq!(app.computed(), 0, "its changes are handled too");
    let copy = app.map().clone();
    app.insert_resource(copy);
    assert_eq!(
        app.computed(),
        2,
        "a copy counts as a new map even if it is equal"
    );
}

#[test]
fn a_viewshed_that_is_replaced_is_computed() {
    let mut app = open(9);
    let watcher = app.eye((4, 4), circle(1));
    app.update();
    app.world_mut()
        .entity_mut(watcher)
        .insert(Viewshed::new(circle(3)));
    assert_eq!(app.computed(), 1);
    assert!(app.sees(watcher, (7, 4)));
}

/// A random change that may or may not affect some of the eyes.
#[derive(Clone, Debug)]
enum Edit {
    Move(usize, (i32, i32)),
    See(usize, Sight),
    Build((i32, i32), char),
    Mark(usize),
    CopyMap,
    Respawn(usize),
}

const SIDE: i32 = 24;

fn any_cell() -> impl Strategy<Value = (i32, i32)> {
    (0..SIDE, 0..SIDE)
}

fn any_sight() -> impl Strategy<Value = Sight> {
    let radius = prop_oneof![4 => (0_u32..9).prop_map(Some), 1 => Just(None)];
    let algorithm = proptest::sample::select(Algorithm::ALL.to_vec());
    let shape = proptest::sample::select(Shape::ALL.to_vec());
    let directions = proptest::sample::select(Direction::ALL.to_vec());
    let cone = prop_oneof![
        3 => Just(None),
        1 => (directions, 20_u16..300).prop_map(|(direction, degrees)| Some(Cone::new(direction.delta(), degrees))),
    ];
    (algorithm, radius, shape, cone).prop_map(|(algorithm, radius, shape, cone)| {
        let mut sight = Sight::default().with_algorithm(algorithm).with_shape(shape);
        (sight.radius, sight.cone) = (radius, cone);
        sight
    })
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let eye = 0..EYES;
    prop_oneof![
        4 => (eye.clone(), any_cell()).prop_map(|(eye, cell)| Edit::Move(eye, cell)),
        2 => (eye.clone(), any_sight()).prop_map(|(eye, sight)| Edit::See(eye, sight)),
        8 => (any_cell(), proptest::sample::select(TILES.to_vec()))
            .prop_map(|(cell, tile)| Edit::Build(cell, tile)),
        1 => eye.clone().prop_map(Edit::Mark),
        1 => Just(Edit::CopyMap),
        1 => eye.prop_map(Edit::Respawn),
    ]
}

const EYES: usize = 5;

/// A simple model of an eye: what its view was computed from, and whether the view is out of date for another reason.
struct Model {
    computed_from: Option<(IVec2, Sight)>,
    place: IVec2,
    sight: Sight,
    out_of_date: bool,
}

impl Edit {
    /// Applies the edit to the app and the models. Returns the cell whose opacity changed, if there is one.
    fn apply(self, app: &mut App, eyes: &mut [Entity], models: &mut [Model]) -> Option<IVec2> {
        let mut changed = None;
        match self {
            Edit::Move(i, cell) => {
                app.put(eyes[i], cell);
                models[i].place = cell.into();
            }
            Edit::See(i, sight) => {
                see_with(app, eyes[i], sight);
                models[i].sight = sight;
            }
            Edit::Build(cell, tile) => {
                if app.map().is_opaque(cell.into()) != GridTile::is_opaque(tile) {
                    changed = Some(IVec2::from(cell));
                }
                app.set_tile(cell, tile);
            }
            Edit::Mark(i) => {
                app.part_mut::<Viewshed>(eyes[i]).mark_dirty();
                models[i].out_of_date = true;
            }
            Edit::CopyMap => {
                let copy = app.map().clone();
                app.insert_resource(copy);
                models.iter_mut().for_each(|model| model.out_of_date = true);
            }
            Edit::Respawn(i) => {
                app.world_mut().despawn(eyes[i]);
                eyes[i] = app.eye(models[i].place.into(), models[i].sight);
                models[i].out_of_date = true;
            }
        }
        changed
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// After every update, each viewshed equals a freshly computed one, and exactly the viewsheds that the models mark
    /// as out of date have been recomputed.
    #[test]
    fn random_edits_compute_exactly_the_affected_viewsheds(
        starts in proptest::collection::vec((any_cell(), any_sight()), EYES),
        updates in proptest::collection::vec(proptest::collection::vec(any_edit(), 0..4), 1..40),
    ) {
        let mut app = open(SIDE as u32);
        let mut eyes: Vec<_> = starts.iter().map(|&(cell, sight)| app.eye(cell, sight)).collect();
        let mut models: Vec<_> = starts.iter().map(|&(cell, sight)| Model {
            computed_from: None,
            place: cell.into(),
            sight,
            out_of_date: true,
        }).collect();
        for edits in updates {
            let mut changed_cells = Vec::new();
            for edit in edits {
                changed_cells.extend(edit.apply(&mut app, &mut eyes, &mut models));
            }
            let opacity = app.map().opacity();
            // A ray is rounded to cells that can lie slightly outside the circle.
            let concerned = |(model, eye): &(&Model, &Entity)| {
                let seen = app.part::<Viewshed>(**eye);
                model.out_of_date
                    || model.computed_from != Some((model.place, model.sight))
                    || changed_cells
                        .iter()
                        .any(|&cell| seen.sees(cell) || matters(opacity, model.place, model.sight, cell))
            };
            let expected = models.iter().zip(&eyes).filter(concerned).count() as u64;
            prop_assert_eq!(app.computed(), expected);
            for (&eye, model) in eyes.iter().zip(&mut models) {
                let fresh = fresh_view(app.map(), model.place, model.sight);
                prop_assert_eq!(app.part::<Viewshed>(eye).visible(), &fresh);
                model.computed_from = Some((model.place, model.sight));
                model.out_of_date = false;
            }
        }
        prop_assert!(app.world().resource::<Recomputations>().0 >= EYES as u64);
    }
}
