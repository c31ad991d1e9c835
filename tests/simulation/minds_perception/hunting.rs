//! Changes of state are events. The scenes in `tests/scenes/hunting` cover the rest.

use fogbound::game::State;
use fogbound::game::mind::Hunts;

use crate::common::AppExt;
use crate::common::arena::{arena, changes, creature, events, wait_until};

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
