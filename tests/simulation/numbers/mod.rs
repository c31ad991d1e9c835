//! The numbers of creatures: they always equal the creature's own numbers and what is in force now.

mod generated;
mod model;

use bevy::prelude::*;
use fogbound::fov::{Cone, Sight};
use fogbound::game::bestiary::{MonsterFiles, replace_monsters};
use fogbound::game::mind::LooksAhead;
use fogbound::game::{
    Action, ActorId, Arrange, Awareness, Blinded, Breath, Defence, Fate, Game, GameSetup, Health,
    Hearing, Inventory, Lantern, LightRule, Melee, PlayerCommand, Things, Wearer, carry_out,
    spawn_thing,
};
use fogbound::vision::Viewshed;

use crate::common::assets::{living, notices};
use crate::common::{AppExt, drawn, simulation};

const HALL: &str = "
###########
#.........#
#.@.....b.#
#.........#
###########
";

const BEAST: &str = "health: 100, regeneration: 0, sight: (radius: 8)";

/// Returns the files of these things, in this order, and of the monster `b`.
fn files(things: &[&str], beast: &str) -> MonsterFiles {
    let things = things.iter().enumerate();
    let things = things.map(|(number, text)| (format!("things/{number}.ron"), (*text).to_owned()));
    let beast = format!("(name: \"beast\", glyph: 'b', {beast})");
    MonsterFiles::recorded(things.chain([("beast.ron".to_owned(), beast)]))
}

fn setup(things: &[&str], beast: &str) -> GameSetup {
    GameSetup {
        monsters: files(things, beast),
        light: LightRule::Off,
        sight: Sight::default().with_radius(6),
        ..drawn(HALL)
    }
}

/// Returns a game in which the player carries one of each thing, in this order.
fn game(things: &[&str], beast: &str) -> App {
    let mut app = simulation(setup(things, beast));
    assert_eq!(notices(&mut app), [""; 0]);
    give_all(&mut app);
    app
}

/// Makes the player pick up one of each thing.
fn give_all(app: &mut App) {
    let kinds: Vec<_> = app.world().resource::<Things>().items().collect();
    let kinds: Vec<_> = kinds.into_iter().map(|(kind, _)| kind).collect();
    for kind in kinds {
        let player = app.player().unwrap();
        let here = app.place_of(player);
        spawn_thing(app.world_mut(), kind, here);
        app.act(Action::PICK_UP);
    }
}

/// Replaces the files of all things and of the beast, as saving them during the game does.
fn reload(app: &mut App, things: &[&str], beast: &str) {
    replace_monsters(app.world_mut(), files(things, beast));
}

/// Returns the file of a thing that is worn and has these changes.
fn hat(name: &str, slot: &str, changes: &[(&str, i32)]) -> String {
    let change =
        |(number, by): &(&str, i32)| format!("(verb: \"change\", number: \"{number}\", by: {by})");
    let changes: Vec<String> = changes.iter().map(change).collect();
    let changes = changes.join(", ");
    format!("(name: \"{name}\", sign: '[', worn: \"{slot}\", on: {{ \"wear\": [{changes}] }})")
}

/// Returns the file of a thing that can be used again and again.
fn wand(name: &str, effect: &str) -> String {
    format!("(name: \"{name}\", sign: '-', keeps: true, on: {{ \"use\": [{effect}] }})")
}

fn health(app: &mut App) -> [i32; 2] {
    let player = app.player().unwrap();
    let health = app.part::<Health>(player);
    [health.now(), health.max()]
}

fn breath(app: &mut App) -> [u32; 2] {
    let player = app.player().unwrap();
    let breath = app.part::<Breath>(player);
    [breath.now(), breath.max()]
}

fn set_health(app: &mut App, now: i32) {
    let player = app.player().unwrap();
    let mut health = app.world_mut().get_mut::<Health>(player).unwrap();
    health.set_now(now);
}

fn is_worn(app: &mut App) -> Vec<bool> {
    let player = app.player().unwrap();
    let pack = app.part::<Inventory>(player).iter();
    pack.map(|(_, it)| it.worn).collect()
}

#[test]
fn a_worn_cap_that_changes_its_file_is_taken_off_without_a_trace() {
    let cap = |by| hat("cap", "cloak", &[("health", by)]);
    let mut app = game(&[&cap(20)], BEAST);
    assert_eq!(health(&mut app), [30, 30]);
    app.act(Action::wear(0));
    assert_eq!(health(&mut app), [50, 50]);
    reload(&mut app, &[&cap(1000)], BEAST);
    assert_eq!(health(&mut app), [1030, 1030], "it changes at once");
    app.act(Action::wear(0));
    assert_eq!(health(&mut app), [30, 30]);
    let player = app.player().unwrap();
    assert!(app.world().get::<Wearer>(player).is_none());
}

#[test]
fn what_is_missing_stays_missing_whatever_is_put_on_and_taken_off() {
    let cap = hat("cap", "cloak", &[("health", 20), ("breath", 30)]);
    let hood = hat("hood", "boots", &[("health", -50), ("breath", -40)]);
    let mut app = game(&[&cap, &hood], BEAST);
    app.act(Action::wear(1));
    assert_eq!((health(&mut app), breath(&mut app)), ([1, 1], [0, 0]));
    app.act(Action::wear(1));
    assert_eq!((health(&mut app), breath(&mut app)), ([30, 30], [12, 12]));
    set_health(&mut app, 10);
    for _ in 0..3 {
        app.act(Action::wear(0));
        assert_eq!(health(&mut app), [30, 50]);
        app.act(Action::wear(1));
        assert_eq!(health(&mut app), [1, 1]);
        app.act(Action::wear(0));
        assert_eq!(health(&mut app), [1, 1]);
        app.act(Action::wear(1));
        assert_eq!(health(&mut app), [10, 30]);
    }
    let player = app.player().unwrap();
    app.world_mut()
        .get_mut::<Breath>(player)
        .unwrap()
        .set_now(2);
    app.act(Action::wear(1));
    assert_eq!(breath(&mut app), [0, 0]);
    app.act(Action::wear(0));
    assert_eq!(breath(&mut app)[1], 2);
    app.act(Action::wear(1));
    app.act(Action::wear(0));
    // Putting things on takes no breath and restores none.
    assert_eq!(breath(&mut app), [2, 12]);
}

#[test]
fn a_wound_under_a_cap_is_still_there_without_it_and_nobody_dies_of_a_hat() {
    let cap = hat("cap", "cloak", &[("health", 20)]);
    let mut app = game(&[&cap], BEAST);
    app.act(Action::wear(0));
    set_health(&mut app, 5);
    for _ in 0..3 {
        app.act(Action::wear(0));
        assert_eq!(health(&mut app), [1, 30], "45 points are missing");
        app.act(Action::wear(0));
        assert_eq!(health(&mut app), [5, 50], "nothing is gained");
    }
    let player = app.player().unwrap();
    let healed = app.world_mut().get_mut::<Health>(player).unwrap().heal(20);
    assert_eq!((healed, health(&mut app)), (20, [25, 50]));
    app.act(Action::wear(0));
    assert_eq!(health(&mut app), [5, 30]);
    assert!(app.world().resource::<Fate>().is_alive());
}

#[test]
fn the_last_point_can_be_lost_whatever_keeps_the_player_at_one_point() {
    let hood = hat("hood", "boots", &[("health", -50)]);
    let fierce = "health: 100, accuracy: 100, damage: (1, 1), minds: { \"Hunts\": () }";
    for (is_worn, is_hurt) in [(false, false), (true, false), (true, true)] {
        let mut app = game(&[&hood], fierce);
        let beast = living(&mut app, "beast")[0];
        if is_hurt {
            set_health(&mut app, 7);
        }
        if is_worn {
            app.act(Action::wear(0));
        }
        app.put(beast, (3, 2));
        let hunting = Awareness::Hunting {
            last_known: IVec2::new(2, 2),
        };
        app.world_mut().entity_mut(beast).insert(hunting);
        for _ in 0..20 {
            app.act(Action::WAIT);
        }
        let is_alive = app.world().resource::<Fate>().is_alive();
        assert_eq!(is_alive, !is_worn, "{:?}", health(&mut app));
        assert_eq!(health(&mut app)[0] == 0, is_worn);
    }
}

#[test]
fn a_thing_that_can_no_longer_be_worn_is_no_longer_worn() {
    let one = hat("one", "cloak", &[("health", 20)]);
    let two = hat("two", "boots", &[("health", 300)]);
    let mut app = game(&[&one, &two], BEAST);
    app.act(Action::wear(0));
    app.act(Action::wear(1));
    assert_eq!(health(&mut app), [350, 350]);
    // Without effects, it is still worn.
    let bare = "(name: \"two\", sign: '[', worn: \"boots\")";
    reload(&mut app, &[&one, bare], BEAST);
    assert_eq!(
        (health(&mut app), is_worn(&mut app)),
        ([50, 50], vec![true, true])
    );
    let unworn = "(name: \"one\", sign: '[')";
    reload(&mut app, &[unworn, &two], BEAST);
    assert_eq!(
        (health(&mut app), is_worn(&mut app)),
        ([330, 330], vec![false, true])
    );
    reload(&mut app, &[&one, &two], BEAST);
    assert_eq!(
        is_worn(&mut app),
        [false, true],
        "it does not put itself on"
    );
    assert_eq!(health(&mut app), [330, 330]);
    // Of two things in the same place of the body, the first in the pack stays on.
    app.act(Action::wear(0));
    let moved = hat("two", "cloak", &[("health", 300)]);
    reload(&mut app, &[&one, &moved], BEAST);
    assert_eq!(
        (health(&mut app), is_worn(&mut app)),
        ([50, 50], vec![true, false])
    );
    let swapped = [
        hat("one", "hand", &[]),
        hat("two", "lens", &[("health", -7)]),
    ];
    reload(&mut app, &[&swapped[0], &swapped[1]], BEAST);
    app.act(Action::wear(1));
    assert_eq!(
        (health(&mut app), is_worn(&mut app)),
        ([23, 23], vec![true, true])
    );
    // A file with mistakes changes nothing.
    reload(&mut app, &[&swapped[0], "("], BEAST);
    assert_eq!(
        (health(&mut app), is_worn(&mut app)),
        ([23, 23], vec![true, true])
    );
}

#[test]
fn other_effects_of_wearing_happen_once_when_the_thing_is_put_on() {
    let mask = "(name: \"mask\", sign: '[', worn: \"lens\", on: { \"wear\": [(verb: \"heal\", amount: 3), \
                (verb: \"change\", number: \"health\", by: 100, turns: 3)] })";
    let mut app = game(&[mask], BEAST);
    set_health(&mut app, 10);
    app.act(Action::wear(0));
    assert_eq!(health(&mut app), [113, 130]);
    app.act(Action::wear(0));
    assert_eq!(health(&mut app), [113, 130], "it lasts for three turns");
    reload(&mut app, &[mask], BEAST);
    app.act(Action::WAIT);
    assert_eq!(health(&mut app), [13, 30]);
}

#[test]
fn changes_that_pass_leave_no_trace_in_any_order() {
    let short = wand(
        "short",
        "(verb: \"change\", number: \"health\", by: -900, turns: 2)",
    );
    let long = wand(
        "long",
        "(verb: \"change\", number: \"health\", by: 1000, turns: 5)",
    );
    let mut app = game(&[&short, &long], BEAST);
    set_health(&mut app, 25);
    app.act(Action::use_thing(0));
    assert_eq!(health(&mut app), [1, 1]);
    app.act(Action::use_thing(1));
    assert_eq!(
        health(&mut app),
        [1025, 1030],
        "the first change has passed"
    );
    app.act(Action::use_thing(0));
    assert_eq!(health(&mut app), [125, 130]);
    for _ in 0..6 {
        app.act(Action::WAIT);
    }
    assert_eq!(health(&mut app), [25, 30]);
}

#[test]
fn who_was_blind_sees_as_usual_afterwards_whatever_happened_meanwhile() {
    let flash = wand("flash", "(verb: \"blind\", turns: 3, shape: round(9))");
    let owl = hat("owl", "lens", &[("dark sight", 4)]);
    let mut app = game(&[&flash, &owl], BEAST);
    let (player, beast) = (app.player().unwrap(), living(&mut app, "beast")[0]);
    let looks = LooksAhead::new(90);
    app.world_mut().entity_mut(beast).insert(looks);
    app.act(Action::use_thing(0));
    let sees = |app: &App, who| {
        let viewshed = app.part::<Viewshed>(who);
        (viewshed.sight().radius, viewshed.dark_sight())
    };
    for who in [player, beast] {
        assert!(app.world().get::<Blinded>(who).is_some());
        assert_eq!(sees(&app, who), (Some(0), 0));
    }
    // Meanwhile, the player's radius shrinks, it puts on a lens, the beast's file changes, and the beast turns its head.
    carry_out(app.world_mut(), PlayerCommand::ChangeRadius(-2));
    app.act(Action::wear(1));
    let keen = "health: 100, regeneration: 0, sight: (radius: 3), dark_sight: 5";
    reload(&mut app, &[&flash, &owl], keen);
    for who in [player, beast] {
        assert_eq!(sees(&app, who), (Some(0), 0), "still blind");
    }
    app.world_mut().entity_mut(beast).insert(looks);
    let at = IVec2::new(9, 2);
    let hunting = Awareness::Hunting { last_known: at };
    for _ in 0..4 {
        app.world_mut().entity_mut(beast).insert(hunting);
        app.act(Action::WAIT);
    }
    assert!(app.world().get::<Blinded>(player).is_none());
    assert_eq!(app.world().resource::<Game>().sight.radius, Some(4));
    assert_eq!(sees(&app, player), (Some(4), 5));
    assert_eq!(sees(&app, beast), (Some(3), 5));
    let cone = app.part::<Viewshed>(beast).sight().cone;
    assert_eq!(cone, Some(Cone::new(IVec2::X, 90)));
}

#[test]
fn the_view_changes_as_soon_as_a_change_of_sight_passes() {
    for number in ["dark sight", "lantern"] {
        let drops = format!("(verb: \"change\", number: \"{number}\", by: 30, turns: 2)");
        let setup = GameSetup {
            light: LightRule::Dark,
            sight: Sight::default().unlimited(),
            ..setup(&[&wand("drops", &drops)], BEAST)
        };
        let mut app = simulation(setup);
        give_all(&mut app);
        let player = app.player().unwrap();
        let lantern = match number {
            "lantern" => Lantern::Open,
            _ => Lantern::Shut,
        };
        app.act(Action::set_lantern(lantern));
        let seen = |app: &App| app.part::<Viewshed>(player).visible().iter().count();
        let light = |app: &App| app.light().level(IVec2::new(9, 1));
        let usual = (seen(&app), light(&app));
        app.act(Action::use_thing(0));
        assert_ne!((seen(&app), light(&app)), usual);
        app.act(Action::WAIT);
        assert_eq!((seen(&app), light(&app)), usual, "{number}");
    }
}

#[test]
fn a_monster_keeps_its_wounds_and_what_changes_it_when_its_file_changes() {
    let hex = wand(
        "hex",
        "(verb: \"change\", number: \"health\", by: -40, turns: 9, shape: round(9), whom: others)",
    );
    let mut app = game(&[&hex], BEAST);
    let beast = living(&mut app, "beast")[0];
    let now = |app: &App| {
        let health = app.part::<Health>(beast);
        [health.now(), health.max()]
    };
    app.world_mut()
        .get_mut::<Health>(beast)
        .unwrap()
        .set_now(90);
    app.act(Action::use_thing(0));
    assert_eq!(now(&app), [50, 60]);
    for (own, with) in [
        (5, [1, 1]),
        (1000, [950, 960]),
        (45, [1, 5]),
        (100, [50, 60]),
    ] {
        reload(
            &mut app,
            &[&hex],
            &format!("health: {own}, regeneration: 0"),
        );
        assert_eq!(now(&app), with);
    }
    for _ in 0..10 {
        app.act(Action::WAIT);
    }
    assert_eq!(now(&app), [90, 100]);
}

#[test]
fn the_parts_of_a_monster_keep_their_share_however_often_its_file_changes() {
    let swarm = |health: i32| {
        format!("health: {health}, regeneration: 0, on: {{ \"turn\": [(verb: \"split\")] }}")
    };
    let mut app = game(&[], &swarm(10));
    app.act(Action::WAIT);
    let all = |app: &mut App| {
        let mut all: Vec<i32> = living(app, "beast")
            .into_iter()
            .map(|it| app.part::<Health>(it).max())
            .collect();
        all.sort_unstable();
        all
    };
    let still = |health: i32| format!("health: {health}, regeneration: 0");
    reload(&mut app, &[], &still(10));
    let before = all(&mut app);
    assert_eq!(before.iter().sum::<i32>(), 10);
    assert!(before.len() > 1);
    for health in [1, 3, 9999, 7, 10] {
        reload(&mut app, &[], &still(health));
    }
    assert_eq!(all(&mut app), before);
    reload(&mut app, &[], &still(20));
    assert_eq!(
        all(&mut app),
        before.iter().map(|it| 2 * it).collect::<Vec<_>>()
    );
}

#[test]
fn a_scene_sets_health_with_all_that_changes_it() {
    let cap = hat("cap", "cloak", &[("health", 20)]);
    let mut app = game(&[&cap], BEAST);
    app.act(Action::wear(0));
    for (points, worn, bare) in [(12, [12, 50], [1, 30]), (90, [90, 90], [70, 70])] {
        let change = Arrange::Health {
            who: ActorId::PLAYER,
            health: points,
        };
        carry_out(app.world_mut(), PlayerCommand::Arrange(change));
        assert_eq!(health(&mut app), worn);
        app.act(Action::wear(0));
        assert_eq!(health(&mut app), bare);
        app.act(Action::wear(0));
        assert_eq!(health(&mut app), worn);
    }
}

#[test]
fn the_numbers_of_a_blow_and_of_hearing_follow_what_is_worn() {
    let far = hat(
        "far",
        "hand",
        &[
            ("accuracy", 9),
            ("damage", 2),
            ("defence", 4),
            ("hearing", -30),
        ],
    );
    let mut app = game(&[&far], BEAST);
    let (player, beast) = (app.player().unwrap(), living(&mut app, "beast")[0]);
    let arms = Melee {
        accuracy: 40,
        damage: (1, 3),
    };
    let part = (arms, Hearing::default(), Defence(5));
    app.world_mut().entity_mut(beast).insert((arms, Defence(0)));
    app.world_mut().entity_mut(player).insert(part);
    let odds = |app: &App, one, other| {
        let odds = fogbound::game::deed::odds(app.world(), one, other).unwrap();
        (odds.chance, odds.damage)
    };
    let hunting = Awareness::Hunting {
        last_known: IVec2::new(2, 2),
    };
    app.world_mut().entity_mut(beast).insert(hunting);
    assert_eq!(odds(&app, player, beast), (40, (1, 3)));
    assert_eq!(odds(&app, beast, player), (35, (1, 3)));
    app.act(Action::wear(0));
    assert_eq!(odds(&app, player, beast), (49, (3, 5)));
    assert_eq!(odds(&app, beast, player), (31, (1, 3)));
    let wearer = app.part::<Wearer>(player);
    assert_eq!(wearer.hearing(Hearing::default()).acuity, 70);
    app.act(Action::wear(0));
    assert_eq!(odds(&app, player, beast), (40, (1, 3)));
    assert_eq!(odds(&app, beast, player), (35, (1, 3)));
}
