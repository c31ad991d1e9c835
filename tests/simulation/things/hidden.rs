//! Nothing tells the player what lies unseen, who carries what, or what has crossed a line of chalk.

use bevy::prelude::*;
use fogbound::game::{Action, LightRule, Things, spawn_thing};
use fogbound::grid::Direction;
use fogbound::vision::{MapMemory, Position};

use super::{gadget, game, you};
use crate::common::arena::wait;
use crate::common::assets::living;
use crate::common::{AppExt, tick};

const ROOMS: &str = "
################
#......#.......#
#.@....#...b...#
#......#.......#
##.#########.###
#..............#
################
";

/// Returns what the player remembers: every known cell.
fn memory(app: &App) -> Vec<String> {
    let memory = app.part::<MapMemory>(you(app));
    let known = memory.known_cells();
    known.map(|(cell, it)| format!("{cell} {it:?}")).collect()
}

#[test]
fn worlds_that_differ_in_what_lies_unseen_look_the_same() {
    let known = [None, Some(IVec2::new(10, 1)), Some(IVec2::new(12, 3))].map(|at| {
        let mut app = game(&[&gadget("")], "", ROOMS, LightRule::Off);
        let kind = app.world().resource::<Things>().named("gadget").unwrap();
        if let Some(at) = at {
            spawn_thing(app.world_mut(), kind, at);
        }
        wait(&mut app, 3);
        app.act(Action::step(Direction::SouthEast));
        app.act(Action::throw(0, IVec2::new(6, 2)));
        (memory(&app), tick(&app))
    });
    assert_eq!(known[0], known[1]);
    assert_eq!(known[0], known[2]);
}

#[test]
fn a_line_of_chalk_answers_only_when_it_is_seen_again() {
    let line = "(name: \"gadget\", sign: '=', stack: 1, on: { \"step\": [(verb: \"place\", thing: \"smudge\")] })";
    let smudge = "(name: \"smudge\", sign: '-', stack: 0)";
    let known = [false, true].map(|crosses| {
        let mut app = game(&[line, smudge], "", ROOMS, LightRule::Off);
        app.act(Action::throw(0, IVec2::new(3, 3)));
        let seen = memory(&app);
        // The player goes where it does not see the line.
        let player = you(&app);
        app.world_mut().get_mut::<Position>(player).unwrap().0 = IVec2::new(9, 1);
        wait(&mut app, 1);
        if crosses {
            let beast = living(&mut app, "beast")[0];
            app.world_mut().get_mut::<Position>(beast).unwrap().0 = IVec2::new(3, 3);
            wait(&mut app, 1);
            app.world_mut().get_mut::<Position>(beast).unwrap().0 = IVec2::new(11, 2);
        } else {
            wait(&mut app, 1);
        }
        wait(&mut app, 1);
        let about = |it: &String| it.starts_with("[3, 3]");
        let now: Vec<String> = memory(&app).into_iter().filter(about).collect();
        let before: Vec<String> = seen.into_iter().filter(about).collect();
        assert_eq!(now, before, "crossed: {crosses}");
        app.world_mut().get_mut::<Position>(player).unwrap().0 = IVec2::new(2, 2);
        wait(&mut app, 1);
        memory(&app).into_iter().find(about)
    });
    assert_ne!(known[0], known[1], "seen again, it answers");
}
