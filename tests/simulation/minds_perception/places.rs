//! Guards stay at their posts, wanderers go from place to place, and a cell is free as soon as its creature is gone.

use std::collections::HashSet;

use bevy::prelude::*;
use fogbound::game::mind::{Guards, Hunts, Wanders};
use fogbound::game::{Action, Awareness, Defence, Depth, Health, Occupancy, State};
use fogbound::grid::Direction::East;

use crate::common::AppExt;
use crate::common::arena::{
    arena, attacks, creature, distance, events, state, wait, wait_until, walk,
};

const GALLERY: &str = "
##############################
#............................#
#.@..........................#
#............................#
#.###########.###############
#.###########.###############
#.............#..............#
##############################";

fn guard(app: &mut App, cell: (i32, i32), radius: u32) -> Entity {
    let mut mind = Guards::default();
    mind.radius = radius;
    creature(app, cell, (mind, Hunts { patience: 4 }))
}

#[test]
fn an_undisturbed_guard_stays_at_its_post() {
    let mut app = arena(GALLERY);
    let guard = guard(&mut app, (20, 2), 4);
    for _ in 0..40 {
        wait(&mut app, 1);
        assert_eq!(app.place_of(guard), IVec2::new(20, 2));
    }
}

#[test]
fn a_guard_fights_near_its_post_and_returns_to_it() {
    let mut app = arena(GALLERY);
    let post = IVec2::new(20, 2);
    let guard = guard(&mut app, (20, 2), 4);
    walk(&mut app, (17, 2));
    assert!(wait_until(&mut app, guard, State::Hunting, 30));
    wait(&mut app, 6);
    assert!(attacks(&events(&mut app), guard) > 0);
    assert!(app.place_of(guard) != post, "the guard stayed at its post");
    // When the guard is lured away, it stays within its radius and then returns.
    for x in (4..17).rev() {
        walk(&mut app, (x, 2));
        assert!(distance(app.place_of(guard), post) <= 4);
    }
    walk(&mut app, (1, 2));
    walk(&mut app, (1, 6));
    wait(&mut app, 12);
    assert_eq!(app.place_of(guard), post);
    assert!(wait_until(&mut app, guard, State::Unaware, 40));
    wait(&mut app, 5);
    assert_eq!(app.place_of(guard), post);
}

#[test]
fn a_hunter_without_a_post_follows() {
    let mut app = arena(GALLERY);
    let hunter = creature(&mut app, (20, 2), Hunts { patience: 4 });
    walk(&mut app, (13, 2));
    assert!(wait_until(&mut app, hunter, State::Hunting, 30));
    for x in (4..13).rev() {
        walk(&mut app, (x, 2));
    }
    wait(&mut app, 4);
    assert!(app.place_of(hunter).x < 10);
}

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

/// A cell becomes free as soon as its creature is killed, even before any other creature moves. A cell also becomes
/// free when its creature is despawned between two commands.
#[test]
fn a_cell_is_free_as_soon_as_its_creature_is_gone() {
    for dies in [true, false] {
        let mut app = arena(GALLERY);
        let foe = creature(&mut app, (3, 2), (Health::new(1, 0), Defence(-1000)));
        if dies {
            let mut blows = 0;
            while app.world().get_entity(foe).is_ok() {
                app.act(Action::attack(East));
                blows += 1;
                assert!(blows < 30, "the creature never dies");
            }
        } else {
            app.world_mut().despawn(foe);
        }
        app.step(East);
        let player = app.player().unwrap();
        assert_eq!(app.place_of(player), IVec2::new(3, 2), "dies: {dies}");
    }
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
