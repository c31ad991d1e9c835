//! Tests of hunting that need events or a distant goal. The scenes in `tests/scenes/hunting` cover the rest.

use bevy::prelude::*;
use fogbound::game::mind::Hunts;
use fogbound::game::{Awareness, Senses, State};

use crate::common::AppExt;
use crate::common::arena::{arena, changes, creature, events, wait, wait_until};

#[test]
fn each_change_of_state_is_one_event() {
    let mut app = arena(
        "
########################
#..@...................#
########################
#......................#
########################",
    );
    let hunter = creature(&mut app, (9, 1), Hunts { patience: 12 });
    assert!(wait_until(&mut app, hunter, State::Hunting, 20));
    let player = app.player().unwrap();
    app.put(player, (22, 3));
    assert!(wait_until(&mut app, hunter, State::Unaware, 40));
    use State::{Hunting, Noticing, Searching, Unaware};
    let whole_story = [
        (Unaware, Noticing),
        (Noticing, Hunting),
        (Hunting, Searching),
        (Searching, Unaware),
    ];
    assert_eq!(changes(&events(&mut app), hunter), whole_story);
}

/// The hunter can reach a place that is further away than creatures plan ahead.
#[test]
fn a_hunter_walks_to_a_distant_place() {
    // A long hall with cross walls, which leave gaps at alternating ends. The player is in a sealed cell.
    let tile = |x: i32, y: i32| match (x, y) {
        (84, 3) => '@',
        (0 | 83 | 85, _) | (_, 0 | 6) => '#',
        _ if x % 8 == 0 && y != if x % 16 == 0 { 1 } else { 5 } => '#',
        _ => '.',
    };
    let row = |y| (0..86).map(|x| tile(x, y)).chain(['\n']).collect();
    let drawing: String = (0..7).map(row).collect::<Vec<String>>().concat();
    let mut app = arena(&drawing);
    let last_known = IVec2::new(2, 3);
    let goal = Awareness::Hunting { last_known };
    let hunter = creature(&mut app, (81, 3), (Hunts::default(), goal));
    let mut turns = 0;
    while app.place_of(hunter) != last_known {
        assert_eq!(*app.part::<Awareness>(hunter), goal, "after {turns} turns");
        // The hunter senses no enemy on the way. Keep it from giving up.
        let mut senses = app.world_mut().get_mut::<Senses>(hunter).unwrap();
        senses.in_vain = 0;
        wait(&mut app, 1);
        turns += 1;
        assert!(
            turns <= 150,
            "the hunter only got to {}",
            app.place_of(hunter)
        );
    }
}
