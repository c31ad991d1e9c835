//! Where thrown things land, and what is refused.

use bevy::prelude::*;
use fogbound::game::{Action, LightRule, Obstacle};
use fogbound::vision::{ObjectKind, Position};

use super::{gadget, game, here, pack, refusals};
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
        (Action::use_thing(0), Obstacle::Named("no use")),
        (Action::wear(0), Obstacle::Named("not worn")),
        (Action::use_thing(7), Obstacle::Named("no thing")),
        (Action::wear(200), Obstacle::Named("no thing")),
        (Action::drop(3), Obstacle::Named("no thing")),
        (Action::throw(1, far), Obstacle::Named("no thing")),
        (Action::throw(0, here(&app)), Obstacle::Named("no target")),
        (Action::PICK_UP, Obstacle::Named("nothing here")),
    ] {
        events(&mut app);
        let before = tick(&app);
        app.act(action);
        assert_eq!(refusals(&mut app), [why], "{action:?}");
        assert_eq!(tick(&app), before, "a refusal takes no time");
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
