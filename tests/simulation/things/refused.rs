//! A thing is refused only if its user knows that it would do nothing. Otherwise it is used up, even if something hidden keeps
//! it from working.

use bevy::prelude::*;
use fogbound::game::{Action, GameEvent, Happening, Health, Lantern, LightRule, Obstacle};
use fogbound::map::Tile;
use fogbound::vision::{Light, Position};

use super::monsters::{hunt, left, with_user};
use super::{HALL, gadget, game, here, pack, refusals, you};
use crate::common::AppExt;
use crate::common::arena::{events, wait};
use crate::common::assets::living;

/// A camouflaged beast that does not stand in a row with the player.
const LURKS: &str = "minds: { \"Camouflage\": (within: 0) }, sight: (radius: 20)";

/// A room in which the player is alone, with a door.
const CLOSET: &str = "\n####\n#@+#\n####\n";

/// Returns a game in which the player, who is hurt, has a gadget with these effects.
fn user(effects: &str, map: &str, light: LightRule) -> App {
    let gadget = gadget(&format!("on: {{ \"use\": [{effects}] }}"));
    let mut app = game(&[&gadget], LURKS, map, light);
    let player = you(&app);
    app.world_mut().entity_mut(player).insert(Health::new(9, 0));
    app.world_mut()
        .get_mut::<Health>(player)
        .unwrap()
        .set_now(5);
    refusals(&mut app);
    app
}

/// Returns whether using the gadget is refused. Then it is kept and takes no time.
#[track_caller]
fn is_refused(app: &mut App) -> bool {
    let ticks = app.ticks_of(Action::use_thing(0));
    let refused = refusals(app) == [Obstacle::Named("no effect")];
    assert_eq!(refused, ticks == 0);
    assert_eq!(refused, !pack(app).is_empty());
    refused
}

#[test]
fn a_condition_that_fails_as_far_as_the_player_knows_refuses_the_thing() {
    let heals = |when: &str| format!("(verb: \"heal\", amount: 1, when: {when})");
    for (when, lit, dark) in [
        ("\"lit\"", false, true),
        ("\"dark\"", true, false),
        ("[\"lit\", \"dark\"]", true, true),
        ("\"hurt\"", true, true),
        ("\"alone\"", false, false),
        // Nothing that the player perceives sees it or is beside it.
        ("\"seen\"", true, true),
        ("\"unseen\"", false, false),
        ("\"close\"", true, true),
    ] {
        for (is_dark, expected) in [(false, lit), (true, dark)] {
            let mut app = user(&heals(when), HALL, LightRule::Dark);
            if is_dark {
                app.act(Action::set_lantern(Lantern::Shut));
            }
            app.act(Action::WAIT);
            refusals(&mut app);
            assert_eq!(is_refused(&mut app), expected, "{when}, dark: {is_dark}");
        }
    }
}

#[test]
fn a_verb_that_does_nothing_as_far_as_the_player_knows_refuses_the_thing() {
    for (effect, expected) in [
        ("(verb: \"split\")", true),
        ("(verb: \"flee\")", true),
        ("(verb: \"reveal\")", true),
        ("(verb: \"blink\")", true),
        ("(verb: \"spawn\", kind: \"beast\")", true),
        ("(verb: \"shove\")", true),
        ("(verb: \"shove\", shape: burst(2), whom: others)", false),
        ("(verb: \"fire\")", true),
        ("(verb: \"fire\", floor: true)", false),
        ("(verb: \"wedge\", shape: round(1))", false),
        ("(verb: \"light\")", true),
        ("(verb: \"light\", radius: 3)", false),
        ("(verb: \"betray\", shape: round(1))", false),
        // One effect that may work is enough.
        ("(verb: \"split\"), (verb: \"noise\")", false),
    ] {
        let mut app = user(effect, CLOSET, LightRule::Day);
        // A lantern would decide how the player shines.
        let player = you(&app);
        app.world_mut()
            .entity_mut(player)
            .remove::<(Lantern, Light)>();
        assert_eq!(is_refused(&mut app), expected, "{effect}");
    }
    let mut app = user(
        "(verb: \"betray\", shape: round(1))",
        CLOSET,
        LightRule::Dark,
    );
    app.act(Action::set_lantern(Lantern::Shut));
    app.act(Action::WAIT);
    refusals(&mut app);
    assert!(is_refused(&mut app), "nothing lights the player");
}

/// What the player believes decides, and what is true decides what happens.
#[test]
fn a_thing_is_used_up_where_something_hidden_keeps_it_from_working() {
    // The only cell that the player could be taken to is taken.
    let mut app = user(
        "(verb: \"blink\")",
        "\n####\n#@.#\n####\n#b.#\n####\n",
        LightRule::Day,
    );
    let beast = living(&mut app, "beast")[0];
    app.world_mut().get_mut::<Position>(beast).unwrap().0 = IVec2::new(2, 1);
    wait(&mut app, 1);
    assert!(!is_refused(&mut app));
    assert_eq!(here(&app), IVec2::new(1, 1));
    // The door has been broken in the meantime.
    let mut app = user("(verb: \"wedge\", shape: round(1))", CLOSET, LightRule::Day);
    app.set_tile((2, 1), Tile::BROKEN_DOOR);
    assert!(!is_refused(&mut app));
    assert_eq!(app.map().tile(IVec2::new(2, 1)), Tile::BROKEN_DOOR);
}

/// A hunter with something that works only in the light does not waste its turns on it in the dark.
#[test]
fn a_monster_does_not_try_to_use_what_it_knows_to_be_in_vain() {
    for (when, uses) in [("lit", false), ("dark", true), ("unseen", false)] {
        let heals = format!("\"use\": [(verb: \"heal\", when: {when:?})]");
        let beside = HALL.replace("@......b", "@b......");
        let (mut app, beast) = with_user(&heals, 100, &beside, LightRule::Dark);
        app.act(Action::set_lantern(Lantern::Shut));
        app.act(Action::WAIT);
        let there = here(&app);
        hunt(&mut app, beast, there);
        app.world_mut()
            .get_mut::<Health>(beast)
            .unwrap()
            .set_now(10);
        events(&mut app);
        wait(&mut app, 3);
        let hindered =
            |it: &GameEvent| it.actor == beast && matches!(it.what, Happening::Hindered(_));
        assert!(!events(&mut app).iter().any(hindered), "{when}");
        assert_eq!(left(&app, beast) < 2, uses, "{when}");
    }
}
