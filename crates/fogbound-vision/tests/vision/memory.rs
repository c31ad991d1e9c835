//! A memory holds what its owner has seen, as it looked at the time, and nothing else.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_platform::collections::HashMap;
use fogbound_fov::grid::BitGrid;
use fogbound_vision::{
    GridMap, IVec2, Knowledge, LiesStill, MapMemory, Moment, ObjectKind, Position, Sight, UVec2,
    Viewshed,
};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::common::{AppExt, EAST, TILES, WEST, two_rooms, vision_app};

fn lay(app: &mut App, kind: u16, cell: (i32, i32)) -> Entity {
    app.world_mut()
        .spawn((ObjectKind(kind), Position(cell.into())))
        .id()
}

fn go(app: &mut App, eye: Entity, cell: (i32, i32)) {
    app.put(eye, cell);
    app.update();
}

fn object(app: &App, eye: Entity, cell: (i32, i32)) -> Option<u16> {
    match app.knows(eye, cell) {
        Knowledge::Seen { object, .. } => object.map(|kind| kind.0),
        other => panic!("{cell:?} was never seen: {other:?}"),
    }
}

fn tile(app: &App, eye: Entity, cell: (i32, i32)) -> Option<char> {
    app.knows(eye, cell).tile()
}

#[test]
fn visible_cells_are_remembered_and_the_rest_is_unknown() {
    let (app, eye) = two_rooms(EAST);
    for cell in app.map().plan().positions() {
        let knowledge = app.knows(eye, cell.into());
        assert_eq!(knowledge.is_seen(), app.sees(eye, cell.into()), "{cell}");
        if !knowledge.is_seen() {
            assert_eq!(knowledge, Knowledge::Unknown, "{cell}");
        }
    }
    assert_eq!(tile(&app, eye, (4, 2)), Some('#'));
    assert_eq!(tile(&app, eye, (5, 3)), Some('.'));
    assert_eq!(tile(&app, eye, (3, 2)), None);
}

#[test]
fn changes_out_of_sight_do_not_reach_memory() {
    let (mut app, eye) = two_rooms(EAST);
    go(&mut app, eye, WEST);
    for (cell, new) in [((7, 1), '#'), ((8, 2), '.'), ((5, 3), '>')] {
        let before = app.knows(eye, cell);
        app.set_tile(cell, new);
        app.update();
        app.update();
        assert_eq!(app.knows(eye, cell), before, "{cell:?}");
    }
    go(&mut app, eye, EAST);
    assert_eq!(tile(&app, eye, (7, 1)), Some('#'));
    assert_eq!(tile(&app, eye, (8, 2)), Some('.'));
    assert_eq!(tile(&app, eye, (5, 3)), Some('>'));
}

#[test]
fn a_change_in_sight_is_remembered_even_if_the_view_stays_the_same() {
    let (mut app, eye) = two_rooms(EAST);
    app.set_tile((5, 3), '>');
    assert_eq!(app.computed(), 0);
    assert_eq!(tile(&app, eye, (5, 3)), Some('>'));
}

#[test]
fn objects_are_remembered_where_they_were_seen() {
    let (mut app, eye) = two_rooms(EAST);
    let taken = lay(&mut app, 3, (5, 1));
    let carried = lay(&mut app, 4, (6, 1));
    app.update();
    assert_eq!(object(&app, eye, (5, 1)), Some(3));
    assert_eq!(object(&app, eye, (5, 2)), None);

    go(&mut app, eye, WEST);
    app.world_mut().despawn(taken);
    app.put(carried, (7, 1));
    lay(&mut app, 5, (5, 3));
    app.update();
    app.update();
    assert_eq!(
        object(&app, eye, (5, 1)),
        Some(3),
        "the eye cannot know that it is gone"
    );
    assert_eq!(object(&app, eye, (6, 1)), Some(4), "or that it was moved");
    assert_eq!(object(&app, eye, (7, 1)), None);
    assert_eq!(object(&app, eye, (5, 3)), None, "or what was added");

    go(&mut app, eye, EAST);
    assert_eq!(object(&app, eye, (5, 1)), None, "the empty cell is seen");
    assert_eq!(object(&app, eye, (6, 1)), None);
    assert_eq!(object(&app, eye, (7, 1)), Some(4));
    assert_eq!(object(&app, eye, (5, 3)), Some(5));
}

#[test]
fn the_highest_kind_on_a_cell_is_remembered_in_any_order() {
    for kinds in [[1, 2, 3], [3, 1, 2], [2, 3, 1]] {
        let (mut app, eye) = two_rooms(EAST);
        let things = kinds.map(|kind| lay(&mut app, kind, (5, 1)));
        app.update();
        assert_eq!(object(&app, eye, (5, 1)), Some(3));
        let highest = kinds.iter().position(|&kind| kind == 3).unwrap();
        app.world_mut().despawn(things[highest]);
        app.update();
        assert_eq!(object(&app, eye, (5, 1)), Some(2), "the next highest shows");
    }
}

#[test]
fn creatures_are_not_remembered_as_objects() {
    let (mut app, eye) = two_rooms(EAST);
    let before = app.knows(eye, (5, 1));
    app.world_mut()
        .spawn((Position::new(5, 1), Viewshed::default()));
    app.update();
    assert!(app.sees(eye, (5, 1)));
    assert_eq!(app.knows(eye, (5, 1)), before);
}

#[test]
fn memory_stores_when_a_cell_was_last_seen() {
    let (mut app, eye) = two_rooms(EAST);
    let last = |app: &App, cell| match app.knows(eye, cell) {
        Knowledge::Seen { when, .. } => Some(when.0),
        _ => None,
    };
    app.insert_resource(Moment(7));
    app.update();
    go(&mut app, eye, WEST);
    app.insert_resource(Moment(9));
    app.update();
    assert_eq!(last(&app, (7, 1)), Some(7));
    assert_eq!(last(&app, (1, 1)), Some(9));
    assert_eq!(
        last(&app, (4, 2)),
        Some(9),
        "the wall between the rooms is seen from both"
    );
}

#[test]
fn a_told_cell_stays_told_until_it_is_seen() {
    let (mut app, eye) = two_rooms(EAST);
    let (far, near) = ((1, 1), (7, 1));
    let mut memory = app.world_mut().get_mut::<MapMemory>(eye).unwrap();
    memory.tell(far.into(), '<');
    memory.tell(near.into(), '<');
    assert!(!memory.has_seen(far.into()) && memory.has_seen(near.into()));
    for _ in 0..3 {
        app.update();
        assert_eq!(app.knows(eye, far), Knowledge::Told { tile: '<' });
    }
    assert_eq!(
        tile(&app, eye, near),
        Some('.'),
        "seeing outranks being told"
    );

    go(&mut app, eye, WEST);
    assert_eq!(
        tile(&app, eye, far),
        Some('.'),
        "what it was told was wrong"
    );
    let mut memory = app.world_mut().get_mut::<MapMemory>(eye).unwrap();
    memory.tell(near.into(), '%');
    assert!(memory.has_seen(near.into()), "this also holds out of sight");
    assert_eq!(memory.get(near.into()).tile(), Some('.'));
}

#[test]
fn telling_a_cell_again_replaces_the_tile() {
    let mut memory = MapMemory::<char>::new();
    memory.tell(IVec2::ZERO, '#');
    memory.tell(IVec2::ZERO, '.');
    assert_eq!(memory.get(IVec2::ZERO), Knowledge::Told { tile: '.' });
    memory.forget();
    assert_eq!(memory.get(IVec2::ZERO), Knowledge::Unknown);
    assert_eq!(memory.known_cells().count(), 0);
}

#[test]
fn each_entity_has_its_own_memory() {
    let (mut app, eye) = two_rooms(EAST);
    let other = app.rememberer(WEST);
    let forgetful = app
        .world_mut()
        .spawn((Position::new(1, 1), Viewshed::default()))
        .id();
    app.update();
    assert!(app.knows(eye, (7, 1)).is_seen() && !app.knows(eye, (1, 1)).is_seen());
    assert!(app.knows(other, (1, 1)).is_seen() && !app.knows(other, (7, 1)).is_seen());
    assert!(app.sees(forgetful, (1, 1)) && app.world().get::<MapMemory>(forgetful).is_none());
}

#[test]
fn memory_is_the_union_of_all_that_was_visible() {
    for seed in 0..40 {
        let mut dice = ChaCha12Rng::seed_from_u64(seed);
        // The map is larger than a chunk in both directions, and its size is not a multiple of the chunk size.
        let size = UVec2::new(45, 37);
        let mut app = vision_app(GridMap::new(size, '.'));
        let eye = app.rememberer((20, 20));
        let mut seen = BitGrid::new(size);
        for _ in 0..60 {
            let mut cell = || (dice.random_range(0..45), dice.random_range(0..37));
            let cells: [_; 12] = std::array::from_fn(|_| cell());
            for &cell in &cells[1..] {
                app.set_tile(cell, TILES[dice.random_range(0..TILES.len())]);
            }
            let radius = dice.random_range(0..9);
            let mut viewshed = app.part_mut::<Viewshed>(eye);
            viewshed.set_sight(Sight::default().with_radius(radius));
            go(&mut app, eye, cells[0]);
            for cell in app.part::<Viewshed>(eye).visible().iter() {
                seen.set(cell, true);
                assert_eq!(app.knows(eye, cell.into()).tile(), app.map().get(cell));
            }
            let mut known = BitGrid::new(size);
            for (cell, knowledge) in app.part::<MapMemory>(eye).known_cells() {
                assert!(knowledge.is_seen() && app.map().contains(cell), "{cell}");
                known.set(cell, true);
            }
            assert!(known == seen, "seed {seed}");
        }
    }
}

/// A model of what a memory should contain, which records every visible cell on every update.
struct Diary {
    eye: Entity,
    things: Vec<Entity>,
    cells: HashMap<IVec2, Knowledge<char>>,
}

const DIARY_MAP: UVec2 = UVec2::new(37, 29);

impl Diary {
    /// Changes a tile, an object, the memory, the map or the eye's position.
    fn change_something(&mut self, app: &mut App, moment: u64, dice: &mut ChaCha12Rng) {
        let mut cell = || (dice.random_range(0..37), dice.random_range(0..29));
        let [one, other, place] = [(); 3].map(|()| cell());
        match dice.random_range(0..10) {
            0..3 => app.set_tile(one, TILES[dice.random_range(0..TILES.len())]),
            3 => {
                let kind = dice.random_range(0..4);
                let thing = lay(app, kind, one);
                self.things.push(thing);
                // Every other kind is moved by inserting its position.
                if kind % 2 == 0 {
                    app.world_mut().entity_mut(thing).insert(LiesStill);
                }
            }
            4 if !self.things.is_empty() => {
                let thing = self.things[dice.random_range(0..self.things.len())];
                let mut thing = app.world_mut().entity_mut(thing);
                match thing.contains::<LiesStill>() {
                    true => {
                        thing.insert(Position(other.into()));
                    }
                    false => thing.get_mut::<Position>().unwrap().0 = other.into(),
                }
            }
            5 if !self.things.is_empty() => {
                let thing = self
                    .things
                    .swap_remove(dice.random_range(0..self.things.len()));
                app.world_mut().despawn(thing);
            }
            6 => {
                // The app writes a false memory. Seeing the cell corrects it.
                let dream = ('~', Some(ObjectKind(9)), Moment(moment));
                let mut memory = app.world_mut().get_mut::<MapMemory>(self.eye).unwrap();
                memory.see(one.into(), dream.0, dream.1, dream.2);
                let (tile, object, when) = dream;
                self.cells
                    .insert(one.into(), Knowledge::Seen { tile, object, when });
            }
            7 => {
                // Nothing is remembered about a new map.
                app.insert_resource(GridMap::new(DIARY_MAP, '.'));
                self.cells.clear();
            }
            8 => app.put(self.eye, place),
            _ => {
                let here = app.place_of(self.eye);
                let step = IVec2::new(dice.random_range(-1..2), dice.random_range(-1..2));
                let next = (here + step).clamp(IVec2::ZERO, DIARY_MAP.as_ivec2() - 1);
                app.put(self.eye, next.into());
            }
        }
    }
}

/// Memories are written only where there is news. The result must be the same as if every visible cell were written on
/// every update.
#[test]
fn memory_equals_a_diary_of_every_visible_cell() {
    for seed in 0..30 {
        let mut dice = ChaCha12Rng::seed_from_u64(seed);
        let mut app = vision_app(GridMap::new(DIARY_MAP, '.'));
        let eye = app.rememberer((18, 14));
        let mut diary = Diary {
            eye,
            things: Vec::new(),
            cells: HashMap::default(),
        };
        for moment in 0..120 {
            diary.change_something(&mut app, moment, &mut dice);
            // Let time pass only on every second step.
            app.insert_resource(Moment(moment / 2 * 2));
            app.update();

            for at in app.part::<Viewshed>(eye).visible().iter() {
                let lies_there = |&&thing: &&Entity| app.place_of(thing) == at;
                let lying = diary.things.iter().filter(lies_there);
                let object = lying.map(|&thing| app.part::<ObjectKind>(thing).0).max();
                let known = Knowledge::Seen {
                    tile: app.map().get(at).unwrap(),
                    object: object.map(ObjectKind),
                    when: Moment(moment / 2 * 2),
                };
                diary.cells.insert(at, known);
            }
            let memory = app.part::<MapMemory>(eye);
            let known: HashMap<IVec2, Knowledge<char>> = memory.known_cells().collect();
            assert!(known == diary.cells, "seed {seed}, moment {moment}");
            for (&at, &known) in &diary.cells {
                assert_eq!(memory.get(at), known, "seed {seed}, moment {moment}: {at}");
                assert_eq!(memory.tile(at), known.tile());
            }
        }
    }
}

/// When an entity looks again after a break, it notices what has changed, even if the visible cells are the same.
#[test]
fn changes_missed_while_not_looking_are_seen_on_return() {
    use bevy_ecs::entity_disabling::Disabled;
    let close: [fn(&mut EntityWorldMut); 2] = [
        |eye| {
            eye.remove::<Viewshed>();
        },
        |eye| {
            eye.insert(Disabled);
        },
    ];
    let open: [fn(&mut EntityWorldMut); 2] = [
        |eye| {
            eye.insert(Viewshed::default());
        },
        |eye| {
            eye.remove::<Disabled>();
        },
    ];
    for (close, open) in close.into_iter().zip(open) {
        let (mut app, eye) = two_rooms(EAST);
        close(&mut app.world_mut().entity_mut(eye));
        app.set_tile((5, 3), '>');
        lay(&mut app, 3, (6, 1));
        app.update();
        app.update();
        assert_eq!(tile(&app, eye, (5, 3)), Some('.'));
        open(&mut app.world_mut().entity_mut(eye));
        app.update();
        assert_eq!(tile(&app, eye, (5, 3)), Some('>'));
        assert_eq!(object(&app, eye, (6, 1)), Some(3));
    }
}
