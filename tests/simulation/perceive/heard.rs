//! Tests of events that the player only hears. The log gives the kind of noise and its direction.

use bevy::prelude::*;
use fogbound::game::mind::OpensDoors;
use fogbound::game::{Action, Faction, Hearing, PlayerCommand};
use fogbound::grid::Direction::{East, West};
use fogbound::map::Tile;

use super::{said, stage};
use crate::common::AppExt;
use crate::common::arena::creature;
use crate::common::puppets::Puppet;

/// A corridor whose far end is two cells from the player through rock, but 19 cells away on foot.
const HAIRPIN: &str = "
############
#@.........#
##########.#
#........#.#
#..........#
############";

/// Returns what the log says when an unknown creature at `cell` performs `action` while the player sees nothing.
fn heard(drawing: &str, cell: (i32, i32), action: Action) -> Vec<String> {
    let mut app = blindfold(drawing);
    let parts = (Name::new("orc"), OpensDoors, Puppet(action), Faction(5));
    creature(&mut app, cell, parts);
    said(&mut app);
    app.act(Action::WAIT);
    said(&mut app)
}

/// Returns a game whose player sees only the cell it is on.
fn blindfold(drawing: &str) -> App {
    let mut app = stage(drawing);
    app.command([PlayerCommand::ChangeRadius(-11)]);
    app
}

#[test]
fn a_cry_is_heard_as_far_as_it_carries_on_foot() {
    // The path takes 9 steps to the corner, 2 down, and then 8 along the lower hall.
    let end = (1, 3);
    let distance = 9 + 2 + 8;
    let cry = |loudness| heard(HAIRPIN, end, Action::cry(loudness));
    assert_eq!(cry(distance), ["You hear a cry of alarm to the south."]);
    assert_eq!(cry(distance - 1), [""; 0]);
    let east = |loudness| heard(HAIRPIN, (10, 1), Action::cry(loudness));
    assert_eq!(east(9), ["You hear a cry of alarm to the east."]);
    assert_eq!(east(8), [""; 0]);
}

#[test]
fn nothing_is_heard_through_solid_rock() {
    let cell = "
#######
#@#...#
#######";
    assert_eq!(heard(cell, (3, 1), Action::cry(100)), [""; 0]);
}

#[test]
fn duller_ears_hear_less_and_sharper_ears_more() {
    for (acuity, loudness, is_heard) in [
        (100, 9, true),
        (50, 17, false),
        (50, 18, true),
        (200, 4, false),
        (200, 5, true),
        (0, 1000, false),
    ] {
        let mut app = blindfold(HAIRPIN);
        let player = app.player().unwrap();
        app.world_mut()
            .entity_mut(player)
            .insert(Hearing { acuity });
        creature(&mut app, (10, 1), Puppet(Action::cry(loudness)));
        said(&mut app);
        app.act(Action::WAIT);
        let what = format!("acuity {acuity}, loudness {loudness}");
        assert_eq!(!said(&mut app).is_empty(), is_heard, "{what}");
    }
}

const CORRIDOR: &str = "
######################
#@...................#
######################";

#[test]
fn steps_are_heard_two_cells_away_and_running_feet_nine() {
    let steps = |x| heard(CORRIDOR, (x, 1), Action::step(West));
    assert_eq!(steps(4), ["You hear footsteps to the east."]);
    assert_eq!(
        steps(5),
        [""; 0],
        "after the step, the creature is three cells away"
    );
    let run = |x| heard(CORRIDOR, (x, 1), Action::run(West));
    // The creature takes two running steps per turn.
    assert_eq!(run(11), ["You hear running feet to the east. (x2)"]);
    assert_eq!(run(12), ["You hear running feet to the east."]);
    assert_eq!(run(13), [""; 0]);
}

#[test]
fn an_unseen_fight_is_heard_from_the_attackers_cell() {
    for (x, expected) in [(14, vec!["You hear fighting to the east."]), (15, vec![])] {
        let mut app = blindfold(CORRIDOR);
        let west = creature(&mut app, (x - 1, 1), Faction(7));
        let blow = Puppet(Action::attack_target(west, false));
        creature(&mut app, (x, 1), (Faction(5), blow));
        said(&mut app);
        app.act(Action::WAIT);
        assert_eq!(said(&mut app), expected, "from {x}");
    }
}

#[test]
fn a_door_is_heard_up_to_seven_cells_away() {
    for (door, is_heard) in [(8, true), (9, false)] {
        for (tile, action) in [
            (Tile::CLOSED_DOOR, Action::open_door(West)),
            (Tile::OPEN_DOOR, Action::close_door(West)),
        ] {
            let mut app = blindfold(CORRIDOR);
            app.set_tile((door, 1), tile);
            let parts = (OpensDoors, Puppet(action));
            creature(&mut app, (door + 1, 1), parts);
            said(&mut app);
            app.act(Action::WAIT);
            let expected = ["You hear a door to the east."];
            let expected = &expected[..usize::from(is_heard)];
            assert_eq!(said(&mut app), expected, "{tile:?} at {door}");
        }
    }
}

#[test]
fn a_door_opening_in_view_is_seen_without_its_opener() {
    let mut app = stage(CORRIDOR);
    app.set_tile((5, 1), Tile::CLOSED_DOOR);
    let orc = (
        Name::new("orc"),
        OpensDoors,
        Puppet(Action::open_door(West)),
    );
    creature(&mut app, (6, 1), orc);
    said(&mut app);
    app.act(Action::WAIT);
    assert_eq!(said(&mut app)[0], "Something opens a door.");
}

#[test]
fn waiting_is_silent_and_steps_are_not() {
    assert_eq!(heard(CORRIDOR, (2, 1), Action::WAIT), [""; 0]);
    let east = heard(CORRIDOR, (2, 1), Action::step(East));
    assert_eq!(east, ["You hear footsteps to the east."]);
}
