//! Wearing and throwing things, and what is refused.

use bevy::prelude::*;
use fogbound::game::{Action, Inventory, LightRule, Obstacle};
use fogbound::vision::{ObjectKind, Position};

use super::{gadget, game, give, here, pack, refusals, you};
use crate::common::arena::events;
use crate::common::{AppExt, tick};

const HALL: &str = "
#####################
#...................#
#.@.................#
#...................#
#####################
";

/// Returns the cells on which things lie.
fn lying(app: &mut App) -> Vec<IVec2> {
    let mut all = app.world_mut().query::<(&Position, &ObjectKind)>();
    let mut cells: Vec<IVec2> = all.iter(app.world()).map(|(at, _)| at.0).collect();
    cells.sort_unstable_by_key(|it| (it.y, it.x));
    cells
}

#[test]
fn only_what_is_there_can_be_used_worn_thrown_or_dropped() {
    let mut app = game(&[&gadget("")], "", HALL, LightRule::Off);
    let far = here(&app) + IVec2::X * 5;
    for (action, why) in [
        (Action::use_thing(0), Obstacle::NoUse),
        (Action::wear(0), Obstacle::NotWorn),
        (Action::use_thing(7), Obstacle::NoThing),
        (Action::wear(200), Obstacle::NoThing),
        (Action::drop(3), Obstacle::NoThing),
        (Action::throw(1, far), Obstacle::NoThing),
        (Action::throw(0, here(&app)), Obstacle::NoTarget),
        (Action::PICK_UP, Obstacle::NothingHere),
    ] {
        events(&mut app);
        let before = tick(&app);
        app.act(action);
        assert_eq!(refusals(&mut app), [why], "{action:?}");
        assert_eq!(tick(&app), before, "a refusal takes no time");
    }
}

#[test]
fn a_use_that_would_do_nothing_as_far_as_the_player_knows_is_refused() {
    let door = HALL.replace("@......", "@+.....");
    for (effect, map, is_refused) in [
        ("(verb: \"wedge\", shape: round(1))", HALL, true),
        ("(verb: \"wedge\", shape: round(1))", &door, false),
        ("(verb: \"heal\", amount: 3)", HALL, true),
        ("(verb: \"oil\", turns: 3)", HALL, true),
        (
            "(verb: \"see\", eyes: Creatures, shape: burst(1))",
            HALL,
            true,
        ),
        (
            "(verb: \"see\", eyes: Creatures, shape: burst(9))",
            super::HALL,
            false,
        ),
        (
            "(verb: \"heal\", amount: 3), (verb: \"hear\", turns: 3)",
            HALL,
            false,
        ),
    ] {
        let gadget = gadget(&format!("on: {{ \"use\": [{effect}] }}"));
        let mut app = game(&[&gadget], "", map, LightRule::Off);
        let before = tick(&app);
        app.act(Action::use_thing(0));
        assert_eq!(tick(&app) == before, is_refused, "{effect}");
        assert_eq!(pack(&app).is_empty(), !is_refused, "{effect}");
        if is_refused {
            assert_eq!(refusals(&mut app), [Obstacle::NoEffect], "{effect}");
        }
    }
}

#[test]
fn a_thrown_thing_flies_eight_cells_and_stops_before_a_wall() {
    for (to, lands) in [
        (IVec2::new(14, 2), IVec2::new(10, 2)),
        (IVec2::new(5, 3), IVec2::new(5, 3)),
        (IVec2::new(2, 0), IVec2::new(2, 1)),
        (IVec2::new(-500, 2), IVec2::new(1, 2)),
        (IVec2::splat(8192), IVec2::new(3, 3)),
    ] {
        let mut app = game(&[&gadget("")], "", HALL, LightRule::Off);
        app.act(Action::throw(0, to));
        assert_eq!(lying(&mut app), [lands], "{to}");
        assert_eq!(pack(&app), []);
    }
}

#[test]
fn one_thing_is_worn_in_each_place_of_the_body_and_taking_it_off_takes_all_back() {
    let worn = |name: &str, by: i32| {
        format!(
            "(name: \"{name}\", sign: '[', worn: \"cloak\", on: {{ \"wear\": [\
             (verb: \"change\", number: \"health\", by: {by}), (verb: \"change\", number: \"dark sight\", by: 2)] }})"
        )
    };
    let (one, two) = (worn("gadget", 5), worn("other", 9));
    let mut app = game(&[&one, &two], "", HALL, LightRule::Off);
    give(&mut app, "other");
    let max = |app: &App| {
        let player = you(app);
        let sight = app.part::<fogbound::vision::Viewshed>(player).dark_sight();
        (app.part::<fogbound::game::Health>(player).max(), sight)
    };
    let (usual, dark) = max(&app);
    let is_worn = |app: &App| -> Vec<bool> { pack(app).into_iter().map(|it| it.3).collect() };
    for (action, more, all) in [
        (Action::wear(0), (5, 2), [true, false]),
        (Action::wear(1), (9, 2), [false, true]),
        (Action::wear(1), (0, 0), [false, false]),
        (Action::wear(0), (5, 2), [true, false]),
    ] {
        app.act(action);
        assert_eq!(max(&app), (usual + more.0, dark + more.1), "{action:?}");
        assert_eq!(is_worn(&app), all, "{action:?}");
    }
    app.act(Action::drop(0));
    assert_eq!(max(&app), (usual, dark), "dropping takes it off");
    app.act(Action::wear(1));
    app.act(Action::throw(1, here(&app) + IVec2::X));
    assert_eq!(max(&app), (usual, dark), "so does throwing");
    let player = you(&app);
    assert_eq!(app.part::<Inventory>(player).iter().count(), 0);
}
