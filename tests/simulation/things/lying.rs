//! Things lie where their positions are: the index of things, what is drawn and what can be picked up agree after every
//! command.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::game::{
    Action, Arrange, Inventory, Lasts, PlayerCommand, Snapshot, Things, fingerprint,
};
use fogbound::map::Tile;
use fogbound::vision::{Knowledge, MapMemory, ObjectKind, Position, Viewshed};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::common::arena::player;
use crate::common::restless::any_command;
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, simulation};

/// Returns the kinds of the things on a cell.
fn lying(app: &mut App, cell: IVec2) -> Vec<ObjectKind> {
    let world = app.world_mut();
    let mut things = world.query::<(&Position, &ObjectKind)>();
    let here = things.iter(world).filter(|(at, _)| at.0 == cell);
    here.map(|(_, kind)| *kind).collect()
}

/// Asserts that the player knows of each cell in view what lies there, and of its own cell what it can pick up.
fn check(app: &mut App, when: &str) -> usize {
    let (you, here) = player(app);
    let seen: Vec<IVec2> = app.part::<Viewshed>(you).visible().iter().collect();
    let mut count = 0;
    for cell in seen {
        let highest = lying(app, cell).into_iter().max();
        let known = match app.part::<MapMemory>(you).get(cell) {
            Knowledge::Seen { object, .. } => object,
            other => panic!("{when}: {cell} is in view, but {other:?}"),
        };
        assert_eq!(known, highest, "{when}: {cell}");
        count += usize::from(highest.is_some());
    }
    let things = app.world().resource::<Things>().clone();
    let carried = |app: &App| {
        let pack = app.part::<Inventory>(you);
        pack.iter().map(|(_, it)| it.count).sum::<u32>()
    };
    let lasts = app.entities::<With<Lasts>>();
    let here_lie = lying(app, here);
    let can_take = here_lie.into_iter().filter(|kind| {
        let item = things.item(*kind);
        item.is_some_and(|it| {
            it.stack > 0
                && app
                    .part::<Inventory>(you)
                    .place_for(*kind, it.stack)
                    .is_some()
        })
    });
    let can_take = can_take.count();
    if can_take > 0 && lasts.is_empty() {
        // Nobody else takes part in this: what is drawn can be picked up.
        let snapshot = Snapshot::take(app.world_mut()).unwrap();
        let before = carried(app);
        app.act(fogbound::game::Action::PICK_UP);
        let (you, _) = player(app);
        let pack = app.part::<Inventory>(you);
        assert!(
            pack.iter().map(|(_, it)| it.count).sum::<u32>() > before,
            "{when}: nothing was taken"
        );
        snapshot.restore(app.world_mut());
        snapshot.discard(app.world_mut());
    }
    count
}

#[test]
fn things_lie_where_they_are_drawn_in_random_games() {
    let counts = on_all_cores(0..24, |seed| {
        let mut app = simulation(built_small(seed));
        app.make_player_tough();
        let mut dice = stream(seed, "lying", 0);
        let mut heading = fogbound::grid::Direction::East;
        let kinds: Vec<u16> = app
            .world()
            .resource::<Things>()
            .items()
            .map(|(kind, _)| kind.0)
            .collect();
        let mut count = 0;
        for number in 0..120 {
            // Many things lie in doorways, beside the player and on it.
            let (_, here) = player(&mut app);
            let doors = app
                .map()
                .iter()
                .filter(|(_, tile)| *tile == Tile::OPEN_DOOR);
            let mut cells: Vec<IVec2> = doors.map(|(cell, _)| cell).collect();
            cells.extend([
                here,
                here + IVec2::new(dice.random_range(-2..=2), dice.random_range(-2..=2)),
            ]);
            let (at, kind) = (
                *cells.choose(&mut dice).unwrap(),
                *kinds.choose(&mut dice).unwrap(),
            );
            app.command([PlayerCommand::Arrange(Arrange::Thing { at, kind })]);
            let command = match number % 4 {
                0 => PlayerCommand::Act(Action::CLOSE_A_DOOR),
                _ => any_command(&mut app, &mut dice, &mut heading),
            };
            app.command([command]);
            if app.player().is_none() || !app.world().resource::<fogbound::game::Fate>().is_alive()
            {
                break;
            }
            count += check(
                &mut app,
                &format!("seed {seed}, command {number}, {command:?}"),
            );
            fingerprint(app.world_mut());
        }
        count
    });
    assert!(counts.iter().sum::<usize>() > 1_000, "{counts:?}");
}
