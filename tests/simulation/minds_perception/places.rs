//! Wanderers go from place to place, and creatures on a level that the player has left do not act.

use std::collections::HashSet;

use bevy::prelude::*;
use fogbound::game::mind::{Hunts, Wanders};
use fogbound::game::{Action, Awareness, Depth, Occupancy, State};
use fogbound::grid::Direction::East;

use crate::common::AppExt;
use crate::common::arena::{arena, creature, state, wait};

const GALLERY: &str = "
##############################
#............................#
#.@..........................#
#............................#
#.###########.###############
#.###########.###############
#.............#..............#
##############################";

#[test]
fn a_wanderer_covers_ground() {
    let mut app = arena(GALLERY);
    let wanderer = creature(&mut app, (20, 2), (Wanders, Awareness::Unaware));
    // The player is a friend, so the wanderer has no enemy.
    let player = app.player().unwrap();
    app.world_mut()
        .entity_mut(player)
        .insert(fogbound::game::Faction::DUNGEON);
    let mut visited = HashSet::new();
    let (mut moves, mut about_turns) = (0, 0);
    let (mut before, mut here) = (IVec2::ZERO, app.place_of(wanderer));
    for _ in 0..200 {
        wait(&mut app, 1);
        let next = app.place_of(wanderer);
        visited.insert(next);
        if next != here {
            moves += 1;
            about_turns += u32::from(next == before);
            before = here;
            here = next;
        }
    }
    assert!(
        moves > 100 && visited.len() > 12,
        "{moves} moves, {} cells",
        visited.len()
    );
    assert!(
        about_turns * 5 < moves,
        "{about_turns} of {moves} moves lead straight back"
    );
    assert_eq!(state(&app, wanderer), State::Unaware);
}

/// A creature that was due when the player left stays behind and does not act.
#[test]
fn no_creature_acts_on_a_level_the_player_left() {
    let mut app = arena(
        "
############
#@>........#
############",
    );
    let last_known = IVec2::new(1, 1);
    let goal = Awareness::Hunting { last_known };
    let hunter = creature(&mut app, (10, 1), (Hunts::default(), goal));
    app.step(East);
    let left_at = app.place_of(hunter);
    assert_eq!(
        left_at,
        IVec2::new(9, 1),
        "the creature did not come nearer"
    );
    app.act(Action::TAKE_STAIRS);
    assert_eq!(app.world().resource::<Depth>().0, 2);
    assert_eq!(app.place_of(hunter), left_at);
    assert!(
        app.world()
            .resource::<Occupancy>()
            .at((8, 1).into())
            .is_none()
    );
}
