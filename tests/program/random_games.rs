//! Random games, with random files of monsters and things, are the same however they are reached: played, replayed
//! command by command, replayed with jumps, or continued from any turn.

use std::fs;
use std::path::Path;

use bevy::prelude::*;
use fogbound::dungeon::LevelSource;
use fogbound::dungeon::random::stream;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::{GameSetup, LightRule};
use fogbound::journal::Journal;
use fogbound::modes::{Modes, open_replay};
use fogbound::view::{MessageLog, Screen};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use crate::common::built_small;
use crate::common::files::empty_folder;
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::verbs::glows;
use crate::saved::{begun, check, checks, file, file_beside, is_alive, play, replayed};

/// What happens on occasions in the files. Effects set off other effects, move, kill and create.
const EFFECTS: [&str; 24] = [
    r#"verb: "noise", loudness: 9"#,
    r#"verb: "spawn", kind: "mite""#,
    r#"verb: "split""#,
    r#"verb: "flee", turns: 3"#,
    r#"verb: "light", radius: 3"#,
    r#"verb: "light", radius: 2, turns: 4"#,
    r#"verb: "reveal""#,
    r#"verb: "darken", turns: 5, shape: burst(2)"#,
    r#"verb: "smoke", shape: burst(1)"#,
    r#"verb: "fire", shape: burst(1)"#,
    r#"verb: "douse", shape: burst(3)"#,
    r#"verb: "heal", amount: 3"#,
    r#"verb: "oil", turns: 30"#,
    r#"verb: "blind", turns: 2, shape: burst(2)"#,
    r#"verb: "change", number: "health", by: 7, turns: 4"#,
    r#"verb: "change", number: "defence", by: -9"#,
    r#"verb: "tell", shape: round(6)"#,
    r#"verb: "see", shape: round(1)"#,
    r#"verb: "hear", turns: 4"#,
    r#"verb: "place", thing: "snare""#,
    r#"verb: "shove", cells: 2, shape: burst(2)"#,
    r#"verb: "blink", far: 6"#,
    r#"verb: "mislead", shape: round(9)"#,
    r#"verb: "wedge", shape: round(1)"#,
];

/// Returns what happens on some of these occasions.
fn responses(dice: &mut ChaCha8Rng, occasions: &[&str]) -> String {
    let mut all = Vec::new();
    for occasion in occasions {
        if dice.random_range(0..3) == 0 {
            continue;
        }
        let mut effect = || {
            let chance = [20, 50, 100].choose(dice).unwrap();
            format!("({}, chance: {chance})", EFFECTS.choose(dice).unwrap())
        };
        all.push(format!("{occasion:?}: [{}, {}]", effect(), effect()));
    }
    all.join(", ")
}

const MINDS: [&str; 6] = [
    r#""Hunts": ()"#,
    r#""Hunts": (), "OpensDoors": ()"#,
    r#""HuntsBySound": ()"#,
    r#""Wanders": (), "Uses": ()"#,
    r#""Wanders": (), "HurtByLight": (level: 1, damage: 2)"#,
    r#""Hunts": (), "BoundToFog": (), "HurtByLight": (level: 1, damage: 3)"#,
];

/// Returns files of monsters and things with random effects.
fn files(seed: u64) -> MonsterFiles {
    let mut dice = stream(seed, "files", 0);
    let mut files = Vec::new();
    for name in ["mite", "qualm", "urchin", "vexer", "zealot"] {
        let glyph = name.chars().next().unwrap();
        let minds = MINDS.choose(&mut dice).unwrap();
        let on = responses(&mut dice, &["hit", "touch", "death", "notice", "turn"]);
        let damage = match minds.contains("Hunts") {
            true => "damage: (0, 2), accuracy: 60,",
            false => "",
        };
        let light = ["", "light: (radius: 2),"].choose(&mut dice).unwrap();
        let body = format!(
            "(name: {name:?}, glyph: '{glyph}', health: 4, {light} sight: (radius: 7), {damage} \
             minds: {{ {minds} }}, on: {{ {on} }}, \
             appears: (depths: (1, 12), weight: 9, group: (1, 2)))"
        );
        files.push((format!("{name}.ron"), body));
    }
    for (name, sign, rest, occasions) in [
        ("snare", '^', "stack: 0,", &["step"][..]),
        ("phial", '!', "stack: 3,", &["use", "throw", "step"]),
        ("orb", '*', "stack: 3, keeps: true,", &["use", "throw"]),
    ] {
        let on = responses(&mut dice, occasions);
        let body = format!(
            "(name: {name:?}, sign: '{sign}', {rest} on: {{ {on} }}, appears: (depths: (1, 12), weight: 40))"
        );
        files.push((format!("things/{name}.ron"), body));
    }
    let hood = r#"(name: "hood", sign: '[', worn: "cloak", on: { "wear": [
        (verb: "change", number: "health", by: -20), (verb: "change", number: "breath", by: -8),
    ] }, appears: (depths: (1, 12), weight: 40))"#;
    files.push(("things/hood.ron".to_owned(), hood.to_owned()));
    files.extend(glows());
    MonsterFiles::recorded(files)
}

fn setup(seed: u64) -> GameSetup {
    let setup = built_small(seed);
    GameSetup {
        light: [LightRule::Day, LightRule::Dark, LightRule::Dark][(seed % 3) as usize],
        source: match seed % 5 {
            0 => LevelSource::default(),
            _ => setup.source,
        },
        monsters: files(seed),
        ..setup
    }
}

/// Returns random keys.
fn keys(seed: u64, count: usize) -> Vec<&'static str> {
    const ALL: &str = "h j k l y u b n h j k l y u b n H L J . . g c o o > R [ ] Ia Ib Ic ea eb ec eh pa pb \
        ta<Right><Right><Enter> tb<Down><Down><Enter> tc<Left><Enter> <Less> x<Tab><Escape>";
    let all: Vec<&str> = ALL.split_whitespace().collect();
    let mut dice = stream(seed, "keys of a random game", 0);
    (0..count)
        .map(|_| *all.choose(&mut dice).unwrap())
        .collect()
}

/// What the player can tell at a moment: the world's check value, the log and the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Moment {
    check: u64,
    log: Vec<String>,
    screen: String,
}

fn moment(app: &mut App) -> Moment {
    // A hint answers a key, and nobody has pressed that key in a continued game.
    app.world_mut().resource_mut::<MessageLog>().dismiss_hint();
    app.update();
    Moment {
        check: check(app),
        log: app.world().resource::<MessageLog>().last(500).collect(),
        screen: app.world().resource::<Screen>().text(),
    }
}

/// Closes what a key has opened over the game.
fn close_all(app: &mut App) {
    for _ in 0..4 {
        if app.world().resource::<Modes>().names().count() < 2 {
            return;
        }
        play(app, "<Escape>");
    }
}

fn commands(file: &Path) -> usize {
    let text = fs::read_to_string(file).unwrap();
    // The first check value is that of the beginning.
    text.lines().filter(|it| it.starts_with("= ")).count() - 1
}

/// Goes to a place in a replay that is open, from the beginning or from the end.
fn go_to(app: &mut App, place: usize, len: usize) {
    let forwards = |by: usize| "<PageDown>".repeat(by / 50) + &"<Right>".repeat(by % 50);
    let back = |by: usize| "<PageUp>".repeat(by / 50) + &"<Left>".repeat(by % 50);
    let keys = match place % 2 {
        0 => format!("<Home>{}", forwards(place)),
        _ => format!("<End>{}", back(len - place)),
    };
    play(app, &keys);
}

/// Plays a random game, replays it in two ways, and continues it from several turns. Returns how many turns that were.
fn check_game(seed: u64, turns: usize) -> usize {
    let folder = empty_folder(&format!("random-games-{seed}"));
    let mut live = begun(&folder, setup(seed));
    let file = file(&folder);
    play(&mut live, "");
    let notices = live.world().resource::<MessageLog>().last(50);
    let errors: Vec<String> = notices.filter(|it| it.contains(".ron")).collect();
    assert_eq!(errors, [""; 0], "{seed}");
    let keys = keys(seed, 90);
    let mut moments = vec![(commands(&file), moment(&mut live))];
    for key in &keys {
        play(&mut live, key);
        close_all(&mut live);
        moments.push((commands(&file), moment(&mut live)));
        if !is_alive(&live) {
            break;
        }
    }
    drop(live);
    let journal = Journal::read(&file).unwrap();
    let checks = checks(&journal);
    let len = checks.len() - 1;

    // Straight, and with jumps.
    let mut app = replayed(&folder, &file, 0);
    let mut straight = vec![moment(&mut app)];
    for _ in 0..len {
        play(&mut app, "<Right>");
        straight.push(moment(&mut app));
    }
    let straight_checks: Vec<u64> = straight.iter().map(|it| it.check).collect();
    assert_eq!(straight_checks, checks, "{seed}: straight");
    let mut dice = stream(seed, "places", 0);
    for _ in 0..turns {
        let place = dice.random_range(0..=len);
        go_to(&mut app, place, len);
        let there = moment(&mut app);
        assert_eq!(there, straight[place], "{seed}: jumped to {place} of {len}");
    }

    // Continued from several turns, and played on as in the game.
    let mut known = vec![file.clone()];
    let mut continued = 0;
    for _ in 0..turns {
        let number = dice.random_range(0..moments.len());
        let (place, then) = &moments[number];
        // Keys that did nothing belong to the same place.
        if moments.get(number + 1).is_none_or(|it| it.0 == *place) {
            continue;
        }
        go_to(&mut app, *place, len);
        play(&mut app, "p");
        if app.world().resource::<Modes>().names().last() != Some("play") {
            // The game is over there.
            play(&mut app, "");
            continue;
        }
        let at = |what: &str| format!("{seed}: continued at {place} of {len}, {what}");
        let now = moment(&mut app);
        assert_eq!(now, *then, "{}", at("at once"));
        // What the explorer has been told before is not part of a game, so what begins a journey is left out.
        let later = keys[number.min(keys.len())..].iter().take(8);
        for (step, key) in later.take_while(|it| !"o>R".contains(**it)).enumerate() {
            play(&mut app, key);
            close_all(&mut app);
            let (_, then) = &moments[number + 1 + step];
            assert_eq!(
                moment(&mut app),
                *then,
                "{}",
                at(&format!("after {step}, {key}"))
            );
        }
        continued += 1;
        let branch = file_beside(&folder, &known);
        known.push(branch);
        open_replay(app.world_mut(), &file, 0).unwrap();
        play(&mut app, "");
    }
    continued
}

#[test]
fn a_random_game_is_the_same_on_any_route_to_it() {
    let (games, turns) = match games_asked_for() {
        Some(games) => (games, 20),
        None => (5, 3),
    };
    let continued = on_all_cores(0..games, |seed| check_game(seed, turns));
    let continued: usize = continued.into_iter().sum();
    assert!(continued > games as usize, "{continued}");
}
