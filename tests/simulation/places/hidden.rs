//! Names do not depend on anything that the player does not know.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::explorer::Explorer;
use fogbound::game::{Actor, GameSetup, LightRule, Player, PlayerCommand, carry_out};
use fogbound::map::Tile;
use fogbound::vision::MapMemory;

use super::{names, places};
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, simulation};

/// Returns a game in which nothing but the player moves.
fn game(seed: u64) -> App {
    let mut app = simulation(GameSetup {
        light: LightRule::Off,
        ..built_small(seed)
    });
    for other in app.entities::<(With<Actor>, Without<Player>)>() {
        app.world_mut().despawn(other);
    }
    app
}

/// Returns the index of the place of each cell that has one.
fn cells(app: &App) -> BTreeMap<(i32, i32), usize> {
    let cells = app.map().iter().map(|(cell, _)| cell);
    let placed = cells.filter_map(|it| Some((it.into(), places(app).index_at(it)?)));
    placed.collect()
}

fn known(app: &mut App) -> Vec<IVec2> {
    let player = app.player().unwrap();
    let memory = app.part::<MapMemory>(player);
    memory.known_cells().map(|(cell, _)| cell).collect()
}

/// In one of two worlds, everything that the player never learns of is another tile.
#[test]
fn worlds_that_differ_only_in_what_is_hidden_have_the_same_names() {
    let compared = on_all_cores(0..24, |seed| {
        let mut app = game(seed);
        let mut explorer = Explorer::default();
        let mut actions = Vec::new();
        for _ in 0..40 + seed * 4 {
            let player = app.player().unwrap();
            let (here, memory) = (app.place_of(player), app.part::<MapMemory>(player));
            let Ok(action) = explorer.explore(memory, here) else {
                break;
            };
            carry_out(app.world_mut(), PlayerCommand::Act(action));
            actions.push(action);
        }
        let learnt = known(&mut app);
        let mut other = game(seed);
        let hidden: Vec<IVec2> = other.map().iter().map(|it| it.0).collect();
        let mut changed = 0;
        for cell in hidden.into_iter().filter(|it| !learnt.contains(it)) {
            // What blocks the view goes on to do so.
            let tile = match other.map().tile(cell) {
                it if it.is_opaque() => Tile::STATUE,
                it if it.is_walkable() => Tile::BARS,
                _ => Tile::FLOOR,
            };
            other.set_tile(cell.into(), tile);
            changed += 1;
        }
        for action in actions {
            carry_out(other.world_mut(), PlayerCommand::Act(action));
        }
        assert_eq!(
            known(&mut other).len(),
            learnt.len(),
            "{seed}: something hidden was seen"
        );
        assert_eq!(names(&app), names(&other), "{seed}");
        assert_eq!(cells(&app), cells(&other), "{seed}");
        (changed, names(&app).len())
    });
    assert!(
        compared
            .iter()
            .all(|(changed, names)| *changed > 50 && *names > 0),
        "{compared:?}"
    );
}
