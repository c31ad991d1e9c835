//! A pack shares what one of its members sees.

use bevy::prelude::*;
use fogbound::game::mind::{Hunts, Pack, Sleeps};
use fogbound::game::{Awareness, State};

use crate::common::AppExt;
use crate::common::arena::{
    self, arena, changes, creature, distance, events, state, wait, wait_until,
};

/// A hall, and a lower passage from which the hall cannot be seen.
const HALL: &str = "
####################
#..................#
#.@......#.........#
#........#.........#
####.###############
#..................#
####################";

/// Returns how close a creature at (13, 5) comes to the player within 15 turns while another creature at (6, 2) sees
/// the player. Also returns the state of the first creature at the end.
fn fellow(pack: impl Bundle, other: impl Bundle) -> (i32, State) {
    let mut app = arena(HALL);
    // The spotter stays where it is.
    let sees = creature(&mut app, (6, 2), pack);
    let unseeing = creature(&mut app, (13, 5), (Hunts::default(), other));
    assert!(wait_until(&mut app, sees, State::Hunting, 30));
    wait(&mut app, 15);
    let (player, here) = arena::player(&mut app);
    assert_eq!(here, app.place_of(player));
    (
        distance(app.place_of(unseeing), here),
        state(&app, unseeing),
    )
}

#[test]
fn pack_members_come_for_what_one_of_them_sees() {
    let pack = Pack { call: 12 };
    assert_eq!(fellow(pack, pack), (1, State::Hunting));
    let far = (13 - 2, State::Unaware);
    assert_eq!(fellow(pack, ()), far, "outside the pack");
    let stranger = (pack, Name::new("a stranger"));
    assert_eq!(fellow(pack, stranger), far, "of another pack");
    assert_eq!(fellow(Pack { call: 6 }, pack), far, "too far away");
    assert_eq!(fellow((), pack), far, "a spotter without a pack");
    let (stays, sleeps) = fellow(pack, (pack, Sleeps, Awareness::Asleep));
    assert_eq!((stays, sleeps), (11, State::Asleep), "asleep");
}

#[test]
fn a_call_alerts_once_and_keeps_the_position_current() {
    let mut app = arena(HALL);
    let pack = Pack { call: 30 };
    let sees = creature(&mut app, (6, 2), pack);
    let member = creature(&mut app, (18, 5), pack);
    assert!(wait_until(&mut app, sees, State::Hunting, 30));
    arena::walk(&mut app, (4, 3));
    wait(&mut app, 1);
    let known = Awareness::Hunting {
        last_known: IVec2::new(4, 3),
    };
    assert_eq!(*app.part::<Awareness>(member), known);
    let news = changes(&events(&mut app), member);
    assert_eq!(news, [(State::Unaware, State::Hunting)]);
}

/// Once the spotter is gone, the pack knows nothing newer than the spotter's last report.
#[test]
fn a_pack_without_a_spotter_searches_the_reported_place() {
    let mut app = arena(HALL);
    let pack = Pack { call: 12 };
    let sees = creature(&mut app, (6, 2), pack);
    let member = creature(&mut app, (13, 5), (pack, Hunts { patience: 5 }));
    assert!(wait_until(&mut app, sees, State::Hunting, 30));
    wait(&mut app, 1);
    app.world_mut().entity_mut(sees).despawn();
    let player = app.player().unwrap();
    app.put(player, (18, 1));
    assert!(wait_until(&mut app, member, State::Searching, 30));
    let Awareness::Searching { around, .. } = *app.part::<Awareness>(member) else {
        unreachable!()
    };
    assert_eq!(around, IVec2::new(2, 2));
    assert!(
        distance(app.place_of(member), around) <= 1,
        "the creature is not at the reported place"
    );
}
