//! Closing a door repeatedly is no defence against creatures that can open it.

use bevy::prelude::*;
use fogbound::game::mind::Hunts;
use fogbound::game::{Action, Awareness, Happening};
use fogbound::grid::Direction::East;

use crate::common::AppExt;
use crate::common::arena::{self, arena, creature, events};

/// A closed door keeps out only creatures that cannot open doors.
#[test]
fn closing_a_door_repeatedly_does_not_hold_off_openers() {
    let drawing = "
###########
#@.+......#
###########";
    for opens in [false, true] {
        let mut app = arena(drawing);
        app.set_tile((3, 1), fogbound::map::Tile::OPEN_DOOR);
        let last_known = IVec2::new(2, 1);
        let hunting = Awareness::Hunting { last_known };
        let hunter = creature(&mut app, (4, 1), (Hunts::default(), hunting));
        if opens {
            let opener = fogbound::game::mind::OpensDoors;
            app.world_mut().entity_mut(hunter).insert(opener);
        }
        let (player, _) = arena::player(&mut app);
        app.put(player, (2, 1));
        let mut held = 0;
        for _ in 0..40 {
            app.act(Action::close_door(East));
            let record = events(&mut app);
            held += record
                .iter()
                .filter(|it| matches!(it.what, Happening::DoorHeld { by } if by == Some(hunter)))
                .count();
            if app.place_of(hunter) == IVec2::new(3, 1) {
                break;
            }
        }
        let came_in = app.place_of(hunter) == IVec2::new(3, 1);
        assert_eq!((came_in, held > 0), (opens, opens), "held {held} times");
    }
}
