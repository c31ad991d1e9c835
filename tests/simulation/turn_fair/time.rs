//! Time is charged for what was done, and running costs breath.

use bevy::prelude::*;
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::{Action, Awareness, Breath, Clock, Happening};
use fogbound::grid::Direction::{East, North, South, West};

use crate::common::AppExt;
use crate::common::arena::{self, arena, attacks, distance, events, wait};

/// Ticks that pass while the player does this.
fn ticks(app: &mut App, action: Action) -> u64 {
    let before = app.world().resource::<Clock>().tick;
    app.act(action);
    app.world().resource::<Clock>().tick - before
}

#[test]
fn time_follows_what_was_done_and_not_what_was_meant() {
    let drawing = "
#########
#..@+...#
#..k....#
#########";
    let mut app = arena(drawing);
    assert_eq!(ticks(&mut app, Action::run(West)), 60);
    assert_eq!(ticks(&mut app, Action::run(East)), 60);
    assert_eq!(ticks(&mut app, Action::run(East)), 100, "it opens the door");
    let kobold = app.entities::<With<MonsterKind>>()[0];
    app.put(kobold, (3, 2));
    let (player, at) = arena::player(&mut app);
    assert_eq!(at, IVec2::new(3, 1));
    assert_eq!(ticks(&mut app, Action::run(South)), 100, "it strikes");
    assert_eq!(attacks(&events(&mut app), player), 1);
    assert_eq!(
        ticks(&mut app, Action::run(North)),
        0,
        "a wall that is seen"
    );
}

#[test]
fn running_costs_breath_and_the_breathless_walk() {
    let corridor = format!(
        "{}\n#@{}#\n{}",
        "#".repeat(62),
        ".".repeat(59),
        "#".repeat(62)
    );
    let mut app = arena(&corridor);
    let (player, _) = arena::player(&mut app);
    for step in 1..=12 {
        assert_eq!(ticks(&mut app, Action::run(East)), 60);
        assert_eq!(app.part::<Breath>(player).now, 12 - step);
    }
    events(&mut app);
    assert_eq!(ticks(&mut app, Action::run(East)), 100);
    let told = events(&mut app);
    assert!(told.iter().any(|it| it.what == Happening::OutOfBreath));
    // It comes back while one walks, and twice as quickly while one rests.
    let breath = |app: &App| app.part::<Breath>(player).now;
    (0..7).for_each(|_| app.step(East));
    assert_eq!(breath(&app), 2);
    wait(&mut app, 20);
    assert_eq!(breath(&app), 12);
    wait(&mut app, 20);
    assert_eq!(breath(&app), 12, "and no more than there is");
}

/// A runner leaves behind who is no quicker than a walker.
#[test]
fn running_outpaces_a_troll() {
    let corridor = format!(
        "{}\n#.T@{}#\n{}",
        "#".repeat(65),
        ".".repeat(60),
        "#".repeat(65)
    );
    let mut app = arena(&corridor);
    let troll = app.entities::<With<MonsterKind>>()[0];
    let (player, begin) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: begin };
    app.world_mut().entity_mut(troll).insert(hunting);
    (0..12).for_each(|_| app.act(Action::run(East)));
    let lead = distance(app.place_of(troll), app.place_of(player));
    assert!(lead >= 5, "{lead} cells");
}
