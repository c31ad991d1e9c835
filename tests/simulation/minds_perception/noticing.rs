//! Tests of noticing, sleep and camouflage. The odds are tested in `numbers`.

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::mind::{Hunts, Shoots, Sleeps};
use fogbound::game::{
    Action, Awareness, Camouflage, Faction, Hearing, Melee, Senses, State, makes_out,
};
use fogbound::grid::Direction::{East, West};
use fogbound::vision::Viewshed;

use crate::common::AppExt;
use crate::common::arena::{
    self, arena, attacks, changes, creature, ears, events, look, state, wait, wait_until, walk,
};

#[test]
fn an_unseen_player_is_never_noticed() {
    let mut app = arena(
        "
############
#@.........#
#.######.###
#.#.......##
############",
    );
    let hidden = creature(&mut app, (5, 3), (Hunts::default(), ears()));
    let far = creature(&mut app, (10, 1), (Hunts::default(), ears()));
    wait(&mut app, 200);
    for creature in [hidden, far] {
        assert_eq!(state(&app, creature), State::Unaware);
    }
    assert!(changes(&events(&mut app), far).is_empty());
}

const STUDY: &str = "
##########
#........#
#.@......#
#........#
##########
#........#
##########";

#[test]
fn sleepers_sleep_on_when_they_hear_and_see_nothing() {
    let mut app = arena(STUDY);
    let sleeper = creature(&mut app, (7, 5), (Sleeps, Hunts::default(), ears()));
    wait(&mut app, 1);
    assert_eq!(state(&app, sleeper), State::Asleep);
    // The player runs in the next room, behind a wall.
    for _ in 0..100 {
        app.act(Action::run(East));
        app.act(Action::run(West));
    }
    assert_eq!(state(&app, sleeper), State::Asleep);
    assert_eq!(app.place_of(sleeper), IVec2::new(7, 5));
}

#[test]
fn noise_wakes_sleepers_and_they_come_to_look() {
    let mut app = arena(STUDY);
    let sleeper = creature(&mut app, (8, 3), (Sleeps, Hunts::default(), ears()));
    let deaf = creature(&mut app, (7, 5), (Sleeps, Hunts::default()));
    wait(&mut app, 1);
    events(&mut app);
    // The mere presence of the player seldom wakes a sleeper, so it is the noise that wakes this one.
    app.act(Action::cry(40));
    wait(&mut app, 1);
    let woken = changes(&events(&mut app), sleeper);
    assert_eq!(woken, [(State::Asleep, State::Searching)]);
    assert!(wait_until(&mut app, sleeper, State::Hunting, 5));
    assert_eq!(state(&app, deaf), State::Asleep);
}

#[test]
fn a_blow_wakes_a_sleeper_and_reveals_the_attacker() {
    let mut app = arena(STUDY);
    let sleeper = creature(&mut app, (3, 2), (Sleeps, Hunts::default()));
    wait(&mut app, 1);
    app.world_mut()
        .entity_mut(sleeper)
        .insert(Awareness::Asleep);
    app.act(Action::attack(East));
    wait(&mut app, 1);
    assert_eq!(state(&app, sleeper), State::Hunting);
}

#[test]
fn camouflaged_creatures_can_be_made_out_only_from_nearby() {
    let mut app = arena(STUDY);
    let hidden = creature(
        &mut app,
        (7, 2),
        (Camouflage { within: 2 }, Hunts::default(), Faction(2)),
    );
    let other = creature(
        &mut app,
        (6, 3),
        (
            Faction(3),
            Melee {
                accuracy: 0,
                damage: (0, 0),
            },
        ),
    );
    let player = app.player().unwrap();
    for x in 2..7 {
        walk(&mut app, (x, 1));
        look(&mut app);
        let (eye, at) = (app.place_of(player), app.place_of(hidden));
        if at != IVec2::new(7, 2) || app.world().get::<Camouflage>(hidden).is_none() {
            break;
        }
        let sight = app.part::<Viewshed>(player);
        assert!(sight.sees(at), "the creature's cell is in plain view");
        let seen = makes_out(
            (app.map(), app.light()),
            sight,
            eye,
            at,
            app.world().get(hidden),
        );
        assert_eq!(seen, 7 - x <= 2, "from {eye}");
    }
    // Camouflage also deceives creatures, but only from afar.
    wait(&mut app, 1);
    let of_other = |app: &App| {
        let senses: &Senses = app.part(other);
        senses.enemies.iter().any(|enemy| enemy.who == hidden)
    };
    assert!(of_other(&app));
    app.put(other, (2, 3));
    app.world_mut()
        .entity_mut(hidden)
        .insert(Camouflage { within: 2 });
    look(&mut app);
    app.put(hidden, (8, 3));
    wait(&mut app, 1);
    assert!(!of_other(&app));
}

#[test]
fn attacking_ends_camouflage() {
    let mut app = arena(STUDY);
    let bow = Shoots {
        range: 7,
        keep: 0,
        ..Shoots::default()
    };
    let hidden = creature(&mut app, (7, 2), (Camouflage { within: 1 }, bow));
    assert!(wait_until(&mut app, hidden, State::Hunting, 40));
    wait(&mut app, 3);
    assert!(attacks(&events(&mut app), hidden) > 0);
    assert!(app.world().get::<Camouflage>(hidden).is_none());
}

/// A blow or a bump reveals a camouflaged creature for a while.
#[test]
fn camouflage_returns_three_turns_after_the_last_blow() {
    let is_hidden = |app: &App, who| app.world().get::<Camouflage>(who).is_some();
    let mut app = arena(STUDY);
    let (player, at) = arena::player(&mut app);
    let beside = at + IVec2::new(1, 0);
    let parts = (Camouflage { within: 0 }, Faction(2));
    let hidden = creature(&mut app, (beside.x, beside.y), parts);
    app.step(East);
    assert!(!is_hidden(&app, hidden), "bumped into");
    assert!(fogbound::game::deed::knows_of(
        app.world(),
        player,
        hidden,
        beside
    ));
    // Each blow against the creature reveals it again.
    wait(&mut app, 1);
    for _ in 0..3 {
        app.act(Action::attack(East));
        assert!(!is_hidden(&app, hidden), "struck");
        wait(&mut app, 1);
        assert!(!is_hidden(&app, hidden), "a turn later");
    }
    wait(&mut app, 2);
    assert!(is_hidden(&app, hidden), "left alone");
    assert!(!fogbound::game::deed::knows_of(
        app.world(),
        player,
        hidden,
        beside
    ));
}

#[test]
fn camouflage_returns_after_shooting() {
    let mut app = arena(STUDY);
    let bow = Shoots {
        range: 7,
        keep: 0,
        ..Shoots::default()
    };
    let hidden = creature(&mut app, (7, 2), (Camouflage { within: 1 }, bow));
    assert!(wait_until(&mut app, hidden, State::Hunting, 40));
    wait(&mut app, 3);
    assert!(app.world().get::<Camouflage>(hidden).is_none());
    app.world_mut().entity_mut(hidden).remove::<Shoots>();
    wait(&mut app, 4);
    assert_eq!(app.world().get(hidden), Some(&Camouflage { within: 1 }));
}

/// A loud cry does not wake creatures that are deaf or hard of hearing.
#[test]
fn the_deaf_hear_nothing() {
    let mut app = arena(STUDY);
    let blind = Viewshed::new(Sight::default().with_radius(0));
    let deaf = creature(&mut app, (7, 2), (Hunts::default(), blind.clone()));
    let hard = creature(
        &mut app,
        (7, 1),
        (Hunts::default(), blind, Hearing { acuity: 10 }),
    );
    app.act(Action::cry(30));
    wait(&mut app, 1);
    assert_eq!([state(&app, deaf), state(&app, hard)], [State::Unaware; 2]);
}
