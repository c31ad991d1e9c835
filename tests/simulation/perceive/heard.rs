//! Tests of events that the player only hears. The log gives the kind of noise and its direction.

use bevy::prelude::*;
use fogbound::game::mind::OpensDoors;
use fogbound::game::{Action, Faction, Hearing, PlayerCommand};
use fogbound::grid::Direction::West;
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

/// Returns what the log says when an unknown creature at `x` in the corridor performs `action` while the player sees
/// nothing.
fn heard(x: i32, action: Action) -> Vec<String> {
    let mut app = blindfold(CORRIDOR);
    let parts = (OpensDoors, Puppet(action), Faction(5));
    creature(&mut app, (x, 1), parts);
    app.set_tile((8, 1), Tile::OPEN_DOOR);
    app.set_tile((9, 1), Tile::OPEN_DOOR);
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

// No mind runs or closes doors, so no scene can show this.
#[test]
fn running_feet_and_closing_doors_are_heard_from_afar() {
    let run = |x| heard(x, Action::run(West));
    // The creature takes two running steps per turn.
    assert_eq!(run(11), ["You hear running feet to the east. (x2)"]);
    assert_eq!(run(12), ["You hear running feet to the east."]);
    assert_eq!(run(13), [""; 0]);
    let close = |x| heard(x, Action::close_door(West));
    assert_eq!(close(9), ["You hear a door to the east."]);
    assert_eq!(close(10), [""; 0]);
}
