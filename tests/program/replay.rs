//! Replays: going forwards and backwards shows the game as it was and never changes it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use fogbound::control::WizardMode;
use fogbound::dungeon::LevelSource;
use fogbound::dungeon::random::stream;
use fogbound::frontend::text;
use fogbound::game::{Clock, Fate, GameSetup, fingerprint};
use fogbound::journal::{DataFolder, End, Journal, JournalError, Record, Replay};
use fogbound::modes::Modes;
use rand::Rng;

use crate::common::every_other_dark;
use crate::common::files::empty_folder;
use crate::common::seeds::on_all_cores;
use crate::saved::{
    begun, bent, check, checks, continued, explore, file, file_beside, is_alive, kill, play,
    played, replayed,
};

/// Creates an empty folder. Each test needs its own `name`.
fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("replay-{name}"))
}

/// Has a bot play a long and eventful game, and returns its journal.
fn explored(folder: &Path, seed: u64, commands: usize) -> PathBuf {
    explore(&mut begun(folder, every_other_dark(seed)), commands);
    file(folder)
}

/// Returns a game on a map.
fn on_map(map: &str, seed: u64) -> GameSetup {
    GameSetup {
        source: LevelSource::drawn("a map", map).unwrap(),
        ..every_other_dark(seed)
    }
}

#[test]
fn every_place_in_a_replay_is_the_same_on_any_route_to_it() {
    let games = on_all_cores(0..4, |seed| {
        let folder = folder(&format!("places-{seed}"));
        let file = explored(&folder, seed, 600);
        let before = fs::read(&file).unwrap();
        let journal = Journal::read(&file).unwrap();
        let checks = checks(&journal);
        let (is_long, is_deep) = (checks.len() > 400, journal.last().1 > 1);
        let mut app = text::app();
        let world = app.world_mut();
        let mut replay = Replay::begin(world, journal).unwrap();
        let mut random = stream(seed, "places", 0);
        let mut visit = |replay: &mut Replay, place: usize| {
            replay.go_to(world, place).unwrap();
            assert_eq!(replay.at(), place.min(replay.len()));
            let check = fingerprint(world);
            assert_eq!(check, checks[replay.at()], "{seed}: {place}");
            assert_eq!(
                world.resource::<Clock>().turn(),
                replay.moment(replay.at()).0
            );
        };
        visit(&mut replay, usize::MAX);
        for _ in 0..30 {
            let place = random.next_u32() as usize % checks.len();
            visit(&mut replay, place);
            visit(&mut replay, place.saturating_sub(1));
        }
        visit(&mut replay, 0);
        while replay.step(app.world_mut()).unwrap() {
            let at = replay.at();
            assert_eq!(check(&mut app), checks[at], "{seed}: forwards {at}");
        }
        assert_eq!(replay.at(), checks.len() - 1);
        let count = |app: &App| app.world().entities().count_spawned();
        let with = count(&app);
        replay.finish(app.world_mut());
        assert!(
            count(&app) < with,
            "{seed}: the snapshots of the replay still exist"
        );
        assert_eq!(
            fs::read(&file).unwrap(),
            before,
            "{seed}: the file has changed"
        );
        (is_long, is_deep)
    });
    let long = games.iter().filter(|(is_long, _)| *is_long).count();
    let deep = games.iter().filter(|(_, is_deep)| *is_deep).count();
    assert!(long > 1 && deep > 0, "{long} {deep}");
}

/// Returns the part of the screen above the lines that only a replay shows.
fn above(screen: &str) -> String {
    let lines: Vec<&str> = screen.lines().collect();
    let strip = lines
        .iter()
        .position(|it| it.starts_with("Replay  "))
        .unwrap();
    lines[..strip].join("\n")
}

#[test]
fn keys_go_forwards_and_backwards_and_change_the_point_of_view() {
    let folder = folder("keys");
    let file = explored(&folder, 7, 300);
    let before = fs::read(&file).unwrap();
    let journal = Journal::read(&file).unwrap();
    let (checks, last) = (checks(&journal), journal.last().0);
    let mut app = replayed(&folder, &file, 0);
    let mut type_keys = |keys: &str| {
        let screen = play(&mut app, keys);
        (screen, check(&mut app))
    };
    let (first, check) = type_keys("");
    assert!(
        first.contains(&format!("Turn 0 of {last}, level 1")),
        "{first}"
    );
    assert_eq!(check, checks[0]);
    let (third, check) = type_keys("<Right><Right><Right>");
    assert_eq!(check, checks[3]);
    // Going back and then forwards again gives the same screen.
    let (second, check) = type_keys("<Left>");
    assert_eq!(check, checks[2]);
    assert_ne!(above(&second), above(&third));
    assert_eq!(type_keys("<Left><Right><Right>").0, third);
    // Keys that only show other views change nothing.
    for look in "e e v v v E E <Up> <Down> <Space><Space> ?<Escape> m<Escape>".split(' ') {
        assert_eq!(type_keys(look).1, checks[3], "{look}");
    }
    // Go to the end, then to a turn.
    let (end, check) = type_keys("<End>");
    assert_eq!(check, *checks.last().unwrap());
    assert!(end.contains("(end), level"), "{end}");
    let (turn, check) = type_keys("t2<Enter>");
    assert!(turn.contains("Turn 2 of"), "{turn}");
    let place = journal.records.iter().filter_map(|it| match it {
        Record::Done { turn, check, .. } => Some((*turn, *check)),
        _ => None,
    });
    assert_eq!(
        Some(check),
        place.clone().find(|it| it.0 >= 2).map(|it| it.1)
    );
    // Notable events are warnings, new levels and the end.
    type_keys("<Home>");
    let mut seen = Vec::new();
    for _ in 0..50 {
        let (screen, _) = type_keys("<Tab>");
        seen.push(screen);
    }
    seen.dedup();
    assert!(
        seen.len() > 3 && seen.last().unwrap().contains("(end)"),
        "{}",
        seen.len()
    );
    // Escape returns to the title, and nothing has been written.
    type_keys("<Escape>");
    assert_eq!(
        app.world().resource::<Modes>().names().collect::<Vec<_>>(),
        ["title"]
    );
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_replay_shows_the_minds_of_creatures_and_the_actual_level() {
    let folder = folder("eyes");
    let map = "##########\n#@.....k.#\n#####.####\n#r.......#\n##########";
    let file = played(&folder, on_map(map, 3), "....");
    let mut app = replayed(&folder, &file, 2);
    let mine = play(&mut app, "");
    // The rat is in another room, out of the player's sight.
    assert!(!mine.contains("#r"), "{mine}");
    for (keys, parts) in [
        ("v", ["Known", "Actual", "known / actual"]),
        ("vve", ["eyes of a kobold", "hunting", "remembers"]),
        ("", ["eyes of a kobold", "kobold (", "decided: "]),
        ("e", ["eyes of a rat", "sees no enemy", "remembers"]),
    ] {
        let screen = play(&mut app, keys);
        assert!(parts.iter().all(|it| screen.contains(it)), "{screen}");
        // Numbers, and when a creature acts, are for those who make the game.
        let for_makers = ["kobold #", "rat #", "acts in", "minds:"];
        assert!(!for_makers.iter().any(|it| screen.contains(it)), "{screen}");
    }
    // Return to the player's view.
    assert_eq!(play(&mut app, "e"), mine);
}

#[test]
fn a_diverging_replay_names_the_turn_and_can_go_back() {
    let folder = folder("astray");
    let file = played(&folder, every_other_dark(5), "oooo");
    let (text, turn) = bent(&fs::read_to_string(&file).unwrap());
    fs::write(&file, text).unwrap();
    let journal = Journal::read(&file).unwrap();
    let checks = checks(&journal);
    let mut app = text::app();
    let mut replay = Replay::begin(app.world_mut(), journal).unwrap();
    for _ in 0..2 {
        let error = replay.go_to(app.world_mut(), usize::MAX).unwrap_err();
        assert!(
            matches!(error, JournalError::Astray { turn: at, .. } if at == turn),
            "{error}"
        );
        let at = replay.at();
        assert!(at > 2 && at < replay.len());
        replay.go_to(app.world_mut(), at - 1).unwrap();
        assert_eq!(check(&mut app), checks[at - 1]);
        replay.step(app.world_mut()).unwrap();
        assert_eq!(check(&mut app), checks[at]);
        assert!(replay.step(app.world_mut()).is_err());
        replay.go_to(app.world_mut(), at).unwrap();
        assert_eq!(check(&mut app), checks[at]);
    }
    let screen = play(&mut replayed(&folder, &file, 0), "<End>");
    let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = format!("the replay diverges in turn {turn}");
    assert!(words.contains(&expected), "{screen}");
}

#[test]
fn a_new_game_can_continue_from_any_turn() {
    for place in [0, 1, 7] {
        let folder = folder(&format!("on-{place}"));
        let old = played(&folder, every_other_dark(5), "oooooo");
        let before = fs::read(&old).unwrap();
        let mut app = replayed(&folder, &old, 0);
        play(&mut app, &format!("{}p..h", "<Right>".repeat(place)));
        assert_eq!(app.world().resource::<Modes>().names().next(), Some("play"));
        let now = check(&mut app);
        drop(app);
        assert_eq!(fs::read(&old).unwrap(), before);
        let new = file_beside(&folder, std::slice::from_ref(&old));
        let journals = [&old, &new].map(|it| Journal::read(it).unwrap());
        let [old_checks, new_checks] = journals.each_ref().map(checks);
        assert_eq!(new_checks[..=place], old_checks[..=place]);
        assert!(new_checks.len() > place + 2 && journals[1].header.is_branch);
        // The new game can be continued like any other game.
        fs::remove_file(&old).unwrap();
        assert_eq!(check(&mut continued(&folder).unwrap()), now);
    }
}

/// A game that is continued from a replay is not a high score. The same is true of a game that is continued from that
/// game's replay.
#[test]
fn a_game_continued_from_a_replay_is_not_a_high_score() {
    let folder = folder("no-score");
    let mut known = vec![played(&folder, every_other_dark(5), "oooo")];
    for number in 0..2 {
        let mut app = replayed(&folder, &known[number], 0);
        play(&mut app, "<Right>p.");
        kill(&mut app);
        drop(app);
        let file = file_beside(&folder, &known);
        let journal = Journal::read(&file).unwrap();
        assert_eq!((journal.end, journal.score), (Some(End::Died), None));
        known.push(file);
    }
    assert_eq!(DataFolder::new(&folder).scores(&[]).entries, []);
    // The original game counts as a high score.
    known[1..]
        .iter()
        .for_each(|it| fs::remove_file(it).unwrap());
    kill(&mut continued(&folder).unwrap());
    assert_eq!(DataFolder::new(&folder).scores(&[]).entries.len(), 1);
}

/// The panel, the death screen, the report, the journal and the list of games all name the same turn.
#[test]
fn the_turn_of_a_death_is_the_same_everywhere() {
    for seed in 0..4 {
        let folder = folder(&format!("turn-{seed}"));
        let mut app = begun(&folder, on_map("#######\n#r.@.k#\n#######", seed));
        let screen = play(&mut app, &".".repeat(300));
        let turn = app.world().resource::<Fate>().death().unwrap().turn;
        assert_eq!(app.world().resource::<Clock>().turn(), turn);
        assert!(screen.contains(&format!("turn {turn}.")), "{screen}");
        let panel = format!("Turn {turn}");
        assert!(screen.lines().any(|it| it.ends_with(&panel)), "{screen}");
        drop(app);
        let file = file(&folder);
        assert_eq!(Journal::read(&file).unwrap().last().0, turn);
        let report = fs::read_to_string(file.with_extension("txt")).unwrap();
        assert!(report.contains(&format!("Turn    {turn}\n")), "{report}");
    }
}

#[test]
fn a_replay_cannot_be_continued_after_the_players_death() {
    let folder = folder("dead");
    let file = played(&folder, on_map("#####\n#k@k#\n#####", 3), &".".repeat(60));
    assert_eq!(Journal::read(&file).unwrap().end, Some(End::Died));
    let mut app = replayed(&folder, &file, 0);
    let screen = play(&mut app, "<End>p");
    assert!(screen.contains("The game is over here."), "{screen}");
    assert!(!is_alive(&app));
    let screen = play(&mut app, "<Left>p");
    assert!(!screen.contains("Replay") && is_alive(&app), "{screen}");
}

#[test]
fn a_report_of_the_death_is_written_once_beside_the_journal() {
    let folder = folder("morgue");
    let setup = GameSetup {
        source: LevelSource::drawn("a cell", "#######\n#r.@.k#\n#######").unwrap(),
        seed: 3,
        ..GameSetup::default()
    };
    let file = played(&folder, setup, &format!("{}<Right>", ".".repeat(60)));
    let report = fs::read_to_string(file.with_extension("txt")).unwrap();
    for part in [
        "Seed    3",
        "Level   1",
        "What the killer saw when it noticed you in turn",
        "Met: kobold, rat",
        "#######\n#",
        "You die",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    play(&mut continued(&folder).unwrap(), "l");
    assert_eq!(fs::read_dir(folder.join("games")).unwrap().count(), 2);
}

/// Plays a game and removes the end of its last command from the journal.
fn unfinished(folder: &Path) -> PathBuf {
    let file = played(folder, every_other_dark(5), "oo.");
    let text = fs::read_to_string(&file).unwrap();
    let last = text.rfind("\n= ").unwrap();
    fs::write(&file, &text[..=last]).unwrap();
    file
}

#[test]
fn an_unfinished_command_is_carried_out_at_the_end_on_request() {
    let folder = folder("unfinished");
    let file = unfinished(&folder);
    let mut app = replayed(&folder, &file, 0);
    play(&mut app, "<End>");
    let before = check(&mut app);
    let screen = play(&mut app, "<Right>");
    assert!(screen.contains("\"wait\" here"), "{screen}");
    assert_eq!(check(&mut app), before);
    play(&mut app, "<Right>");
    let after = check(&mut app);
    assert_ne!(after, before);
    // The command is carried out only once, and the replay can go back from there.
    play(&mut app, "<Right><Right>");
    assert_eq!(check(&mut app), after);
    play(&mut app, "<Left><Right>");
    assert_eq!(check(&mut app), before);
}

#[test]
fn a_replay_plays_at_the_chosen_speed() {
    let folder = folder("speed");
    let file = explored(&folder, 7, 200);
    let journal = Journal::read(&file).unwrap();
    let checks = checks(&journal);
    let mut app = replayed(&folder, &file, 0);
    // Frames take ten milliseconds instead of one.
    let frame = TimeUpdateStrategy::ManualDuration(Duration::from_millis(10));
    app.insert_resource(frame);
    let pass = |app: &mut App, seconds: usize| (0..100 * seconds).for_each(|_| app.update());
    play(&mut app, "<Space>");
    let mut at = 0;
    for (key, steps) in [("", 5), ("<Up>", 10), ("<Down><Down>", 2)] {
        play(&mut app, key);
        pass(&mut app, 1);
        let now = check(&mut app);
        let now = checks.iter().position(|it| *it == now).unwrap();
        assert!(
            (steps - 1..=steps + 1).contains(&(now - at)),
            "{key}: {at} to {now}"
        );
        at = now;
    }
    // The replay waits while another screen is open, and does not catch up afterwards.
    play(&mut app, "?");
    pass(&mut app, 3);
    play(&mut app, "<Escape>");
    let now = check(&mut app);
    let now = checks.iter().position(|it| *it == now).unwrap();
    assert!(now - at <= 1, "{at} to {now}");
    play(&mut app, "<Space>");
    let stopped = check(&mut app);
    pass(&mut app, 2);
    assert_eq!(check(&mut app), stopped);
}

/// After an unfinished command or a divergence, a new game continues from the last place that the journal confirms.
#[test]
fn a_new_game_continues_only_from_a_place_in_the_journal() {
    let folder = folder("beyond");
    let file = unfinished(&folder);
    let astray = folder.join("astray.journal");
    fs::write(&astray, bent(&fs::read_to_string(&file).unwrap()).0).unwrap();
    for (name, file, keys) in [
        ("unfinished", &file, "<End><Right><Right>p.l"),
        ("astray", &astray, "<End>p.l"),
    ] {
        let own = folder.join(name);
        let mut app = replayed(&own, file, 0);
        play(&mut app, keys);
        let now = check(&mut app);
        drop(app);
        assert_eq!(check(&mut continued(&own).unwrap()), now, "{keys}");
    }
}

#[test]
fn wizard_mode_ends_with_the_game() {
    let folder = folder("wizard");
    played(&folder, every_other_dark(5), "<F2>..");
    let mut app = continued(&folder).unwrap();
    let is_wizard = |app: &App| app.world().resource::<WizardMode>().is_on;
    assert!(is_wizard(&app));
    play(&mut app, ".<Escape><Up><Up><Up><Enter>y");
    assert!(!is_wizard(&app));
    assert_eq!(app.world().resource::<Clock>().turn(), 0);
}
