//! The reasons for decisions are told for every mind, but only if somebody asks, and they never change the game.

use bevy::prelude::*;
use fogbound::game::mind::{
    AddMind, Deciding, Flees, Hunts, HuntsBySound, Mindful, Pack, Shoots, Urge, Wanders,
    record_reasons,
};
use fogbound::game::{
    Action, Actor, Cause, PlayerCommand, Reason, Reasons, Sighting, State, fingerprint,
};
use fogbound::grid::Direction::{East, West};

use crate::common::arena::{arena, creature, ears, player, wait, wait_until, walk};
use crate::common::{AppExt, built_small, dark, random_commands, simulation};

/// A hall, and a lower passage from which the hall cannot be seen.
const HALL: &str = "
####################
#..................#
#.@......#.........#
#........#.........#
####.###############
#..................#
####################";

/// Returns an arena in which reasons are recorded.
fn hall() -> App {
    let mut app = arena(HALL);
    record_reasons(app.world_mut());
    app
}

#[track_caller]
fn reason(app: &App, who: Entity) -> Reason {
    let reasons = app.world().resource::<Reasons>();
    reasons.of(app.part::<Actor>(who).id).unwrap().clone()
}

#[test]
fn recording_reasons_changes_no_world() {
    let played = |seed, asks_at: Option<usize>| {
        let mut app = simulation(dark(built_small(seed)));
        let mut prints = Vec::new();
        for (number, command) in random_commands(seed, 500).into_iter().enumerate() {
            if asks_at == Some(number) {
                record_reasons(app.world_mut());
            }
            app.command([command]);
            prints.push(fingerprint(app.world_mut()));
        }
        let told = app.world().get_resource::<Reasons>().map(Reasons::count);
        assert_eq!(told.is_some(), asks_at.is_some());
        assert!(told.is_none_or(|told| told > 100), "{told:?}");
        prints
    };
    for seed in 0..6 {
        let usual = played(seed, None);
        assert_eq!(usual, played(seed, Some(0)), "seed {seed}");
        assert_eq!(usual, played(seed, Some(90)), "seed {seed}, asked later");
    }
}

#[test]
fn minds_are_listed_in_the_order_in_which_they_were_asked_until_one_decides() {
    let mut app = hall();
    let minds = (
        Wanders,
        Hunts::default(),
        Shoots::default(),
        Flees::default(),
    );
    let hunter = creature(&mut app, (6, 2), minds);
    wait(&mut app, 1);
    let idle = reason(&app, hunter);
    if idle.awareness.state() == State::Unaware {
        assert_eq!(idle.asked, ["Flees", "Shoots", "Hunts", "Wanders"]);
        assert_eq!(idle.decider(), Some("Wanders"));
    }
    assert!(wait_until(&mut app, hunter, State::Hunting, 30));
    let (player, at) = player(&mut app);
    let who = Sighting { who: player, at };
    let shot = reason(&app, hunter);
    assert_eq!(shot.cause, Some(Cause::Saw(who)));
    assert_eq!(shot.enemies, [who]);
    assert_eq!(
        (shot.undecided(), shot.decider()),
        (&["Flees"][..], Some("Shoots"))
    );
    // A creature whose minds choose nothing waits.
    let mindless = creature(&mut app, (12, 1), Flees::default());
    wait(&mut app, 1);
    let mindless = reason(&app, mindless);
    assert_eq!(
        (mindless.undecided(), mindless.decider()),
        (&["Flees"][..], None)
    );
    assert_eq!(mindless.action, Action::WAIT);
}

#[test]
fn every_change_of_awareness_has_its_cause() {
    // By ear: a blind hunter hears steps, loses them and gives up.
    let mut app = hall();
    let blind = creature(&mut app, (7, 5), (HuntsBySound::default(), ears()));
    app.act(Action::run(East));
    app.act(Action::run(West));
    wait(&mut app, 1);
    assert!(matches!(reason(&app, blind).cause, Some(Cause::Heard(_))));
    let far = player(&mut app).0;
    app.put(far, (18, 1));
    assert!(wait_until(&mut app, blind, State::Searching, 40));
    assert!(matches!(reason(&app, blind).cause, Some(Cause::Lost(_))));
    assert!(wait_until(&mut app, blind, State::Unaware, 40));
    assert_eq!(reason(&app, blind).cause, Some(Cause::GaveUp));

    // By word: a pack member hears what another one sees.
    let mut app = hall();
    let pack = Pack { call: 12 };
    let spotter = creature(&mut app, (6, 2), pack);
    let member = creature(&mut app, (13, 5), (pack, Hunts::default()));
    assert!(wait_until(&mut app, spotter, State::Hunting, 30));
    wait(&mut app, 1);
    let at = player(&mut app).1;
    let told = Cause::Told { by: spotter, at };
    assert_eq!(reason(&app, member).cause, Some(told));

    // By a blow.
    let mut app = hall();
    let victim = creature(&mut app, (3, 2), (Hunts::default(), ears()));
    walk(&mut app, (2, 2));
    app.act(Action::attack(East));
    wait(&mut app, 1);
    let from = player(&mut app).1;
    let cause = reason(&app, victim).cause;
    let saw = Sighting {
        who: player(&mut app).0,
        at: from,
    };
    let expected = [Some(Cause::Struck(from)), Some(Cause::Saw(saw))];
    assert!(expected.contains(&cause), "{cause:?}");
}

/// A mind that a plugin adds.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Dances;

fn dance(deciding: Deciding, mut dancers: Query<Mindful, With<Dances>>) {
    for mut creature in &mut dancers {
        if deciding.asks(&creature) {
            creature.intend(Action::step(West));
        }
    }
}

#[test]
fn a_plugins_mind_tells_its_reasons_without_any_code_for_it() {
    for asks_first in [true, false] {
        let mut app = arena(HALL);
        if asks_first {
            record_reasons(app.world_mut());
        }
        app.add_mind::<Dances, _>(Urge::Duty, dance);
        record_reasons(app.world_mut());
        let dancer = creature(&mut app, (12, 5), (Dances, Hunts::default()));
        wait(&mut app, 1);
        let reason = reason(&app, dancer);
        assert_eq!(reason.asked, ["Dances"]);
        assert_eq!(reason.action, Action::step(West));
    }
}

#[test]
fn a_new_game_forgets_the_reasons_of_the_last_one() {
    let mut app = simulation(built_small(3));
    record_reasons(app.world_mut());
    wait(&mut app, 3);
    let told = |app: &App| {
        let reasons = app.world().resource::<Reasons>();
        (reasons.count(), reasons.since(0).count())
    };
    let (before, _) = told(&app);
    assert!(before > 0);
    app.command([PlayerCommand::NewDungeon]);
    assert_eq!(told(&app), (before, 0));
}
