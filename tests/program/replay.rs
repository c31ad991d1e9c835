//! A game is watched again: forth and back, and nothing of it changes by that.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use fogbound::control::WizardMode;
use fogbound::dungeon::LevelSource;
use fogbound::dungeon::random::stream;
use fogbound::explorer::Bot;
use fogbound::frontend::text;
use fogbound::game::{BeginGame, Clock, Death, Fate, Game, GameSetup, fingerprint};
use fogbound::journal::{DataFolder, End, Journal, JournalError, Record, Replay, Seal};
use fogbound::modes::{Modes, Saves, open_replay, record_game};
use rand::Rng;

use crate::common::files::empty_folder;
use crate::common::seeds::on_all_cores;
use crate::common::{every_other_dark, on_one_thread};
use crate::unlocked::continue_game;

/// An empty folder; `name` is to be used by one test only.
fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("replay-{name}"))
}

/// Plays a game that is saved in this folder, and gives its file.
fn played(folder: &Path, setup: GameSetup, keys: &str) -> PathBuf {
    let mut app = text::app();
    app.insert_resource(Saves(Some(DataFolder::new(folder))));
    app.begin_game(Game::new(setup).unwrap());
    record_game(app.world_mut());
    text::type_keys(&mut app, keys).unwrap();
    drop(app);
    newest(folder, &[])
}

/// The only journal in a folder that is none of these.
fn newest(folder: &Path, known: &[&Path]) -> PathBuf {
    let files = fs::read_dir(folder.join("games")).unwrap();
    let files = files.map(|it| it.unwrap().path());
    let is_journal = |it: &PathBuf| it.extension().is_some_and(|it| it == "journal");
    let mut files = files.filter(|it| is_journal(it) && !known.contains(&it.as_path()));
    let file = files.next().unwrap();
    assert_eq!(files.next(), None);
    file
}

/// A long game in which much happens: the explorer plays it.
fn explored(folder: &Path, seed: u64, commands: usize) -> PathBuf {
    let mut app = on_one_thread(text::app());
    app.insert_resource(Saves(Some(DataFolder::new(folder))));
    app.begin_game(Game::new(every_other_dark(seed)).unwrap());
    record_game(app.world_mut());
    text::type_keys(&mut app, "").unwrap();
    let mut bot = Bot::default();
    for _ in 0..commands {
        let Some(command) = bot.next(app.world_mut()) else {
            break;
        };
        app.world_mut().write_message(command);
        app.update();
    }
    drop(app);
    newest(folder, &[])
}

/// The check values of a journal, that of the beginning first.
fn checks(journal: &Journal) -> Vec<u64> {
    let done = journal.records.iter().filter_map(|it| match it {
        Record::Done { check, .. } => Some(*check),
        _ => None,
    });
    [journal.check].into_iter().chain(done).collect()
}

#[test]
fn every_place_of_a_game_is_as_it_was_whichever_way_one_comes_to_it() {
    let games = on_all_cores(0..8, |seed| {
        let folder = folder(&format!("places-{seed}"));
        let file = explored(&folder, seed, 600);
        let before = fs::read(&file).unwrap();
        let journal = Journal::read(&file).unwrap();
        let checks = checks(&journal);
        let (is_long, is_deep) = (checks.len() > 400, journal.last().1 > 1);
        let mut app = on_one_thread(text::app());
        let world = app.world_mut();
        let mut replay = Replay::begin(world, journal).unwrap();
        let mut random = stream(seed, "places", 0);
        let mut visit = |replay: &mut Replay, place: usize| {
            replay.go_to(world, place).unwrap();
            assert_eq!(replay.at(), place.min(replay.len()));
            let check = checks[replay.at()];
            assert_eq!(fingerprint(world), check, "{seed}: {place}");
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
            assert_eq!(
                fingerprint(app.world_mut()),
                checks[at],
                "{seed}: forth {at}"
            );
        }
        assert_eq!(replay.at(), checks.len() - 1);
        let count = |app: &App| app.world().entities().count_spawned();
        let with = count(&app);
        replay.finish(app.world_mut());
        assert!(count(&app) < with, "{seed}: its snapshots are still there");
        assert_eq!(
            fs::read(&file).unwrap(),
            before,
            "{seed}: the file has changed"
        );
        (is_long, is_deep)
    });
    let long = games.iter().filter(|(is_long, _)| *is_long).count();
    let deep = games.iter().filter(|(_, is_deep)| *is_deep).count();
    assert!(long > 4 && deep > 1, "{long} {deep}");
}

/// The screen without what only a replay shows.
fn above(screen: &str) -> String {
    let lines: Vec<&str> = screen.lines().collect();
    let strip = lines
        .iter()
        .position(|it| it.starts_with("Replay  "))
        .unwrap();
    lines[..strip].join("\n")
}

#[test]
fn keys_go_forth_and_back_and_look_through_other_eyes() {
    let folder = folder("keys");
    let file = explored(&folder, 7, 300);
    let before = fs::read(&file).unwrap();
    let journal = Journal::read(&file).unwrap();
    let (checks, last) = (checks(&journal), journal.last().0);
    let mut app = text::app();
    open_replay(app.world_mut(), &file, 0).unwrap();
    let mut type_keys = |keys: &str| {
        let screen = text::type_keys(&mut app, keys).unwrap();
        (screen, fingerprint(app.world_mut()))
    };
    let (first, check) = type_keys("");
    assert!(
        first.contains(&format!("Turn 0 of {last}, level 1")),
        "{first}"
    );
    assert_eq!(check, checks[0]);
    let (third, check) = type_keys("<Right><Right><Right>");
    assert_eq!(check, checks[3]);
    // Back, and forth again: the very same screen.
    let (second, check) = type_keys("<Left>");
    assert_eq!(check, checks[2]);
    assert_ne!(above(&second), above(&third));
    assert_eq!(type_keys("<Left><Right><Right>").0, third);
    // What only looks changes nothing.
    for look in [
        "e",
        "e",
        "v",
        "v",
        "v",
        "E",
        "E",
        "<Up>",
        "<Down>",
        "<Space><Space>",
        "?<Escape>",
        "m<Escape>",
    ] {
        assert_eq!(type_keys(look).1, checks[3], "{look}");
    }
    // The end, and by its turn.
    let (end, check) = type_keys("<End>");
    assert_eq!(check, *checks.last().unwrap());
    assert!(end.contains("the end, level"), "{end}");
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
    // Events are notable: each of them brings a warning or another level, or is the end.
    type_keys("<Home>");
    let mut seen = Vec::new();
    for _ in 0..50 {
        let (screen, _) = type_keys("<Tab>");
        seen.push(screen);
    }
    seen.dedup();
    assert!(
        seen.len() > 3 && seen.last().unwrap().contains("the end"),
        "{}",
        seen.len()
    );
    // It is left for the title, and nothing has been written.
    type_keys("<Escape>");
    assert_eq!(
        app.world().resource::<Modes>().names().collect::<Vec<_>>(),
        ["title"]
    );
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_creature_tells_what_it_sees_and_wants_and_the_truth_is_beside_the_knowledge() {
    let folder = folder("eyes");
    let map = "##########\n#@.....k.#\n#####.####\n#r.......#\n##########";
    let setup = GameSetup {
        source: LevelSource::drawn("two rooms", map).unwrap(),
        ..every_other_dark(3)
    };
    let file = played(&folder, setup, "....");
    let mut app = text::app();
    open_replay(app.world_mut(), &file, 2).unwrap();
    let mine = text::type_keys(&mut app, "").unwrap();
    // The rat is in the other room.
    assert!(!mine.contains("#r"), "{mine}");
    let both = text::type_keys(&mut app, "v").unwrap();
    assert!(
        both.contains("what is known") && both.contains("what is"),
        "{both}"
    );
    let kobold = text::type_keys(&mut app, "vve").unwrap();
    assert!(kobold.contains("eyes of a kobold"), "{kobold}");
    assert!(
        kobold.contains("minds:") && kobold.contains("remembers"),
        "{kobold}"
    );
    let rat = text::type_keys(&mut app, "e").unwrap();
    assert!(
        rat.contains("eyes of a rat") && rat.contains("sees no enemy"),
        "{rat}"
    );
    // And the player's again.
    assert_eq!(text::type_keys(&mut app, "e").unwrap(), mine);
}

/// The same journal with another check value in its middle.
fn bent(file: &Path) -> (String, u64) {
    let text = fs::read_to_string(file).unwrap();
    let number = text.matches("\n= ").count() / 2;
    let (mut seal, mut count, mut turn) = (Seal::default(), 0, 0);
    let lines = text.lines().map(|it| {
        let mut line = it[..it.len() - 10].to_owned();
        if line.starts_with("= ") {
            count += 1;
            if count == number {
                turn = line.split(' ').nth(1).unwrap().parse().unwrap();
                let last = if line.ends_with('0') { "1" } else { "0" };
                line.replace_range(line.len() - 1.., last);
            }
        }
        seal.close(&line)
    });
    (lines.collect(), turn)
}

#[test]
fn a_replay_that_goes_astray_says_where_and_goes_back() {
    let folder = folder("astray");
    let file = played(&folder, every_other_dark(5), "oooo");
    let (text, turn) = bent(&file);
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
        assert_eq!(fingerprint(app.world_mut()), checks[at - 1]);
        replay.step(app.world_mut()).unwrap();
        assert_eq!(fingerprint(app.world_mut()), checks[at]);
        assert!(replay.step(app.world_mut()).is_err());
        replay.go_to(app.world_mut(), at).unwrap();
        assert_eq!(fingerprint(app.world_mut()), checks[at]);
    }
    let mut app = text::app();
    open_replay(app.world_mut(), &file, 0).unwrap();
    let screen = text::type_keys(&mut app, "<End>").unwrap();
    let told = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains(&format!("in turn {turn} the game went another way")),
        "{screen}"
    );
}

#[test]
fn one_can_play_on_from_any_turn_as_a_new_game() {
    for place in [0, 1, 7] {
        let folder = folder(&format!("on-{place}"));
        let file = played(&folder, every_other_dark(5), "oooooo");
        let before = fs::read(&file).unwrap();
        let old = Journal::read(&file).unwrap();
        let mut app = text::app();
        app.insert_resource(Saves(Some(DataFolder::new(&folder))));
        open_replay(app.world_mut(), &file, 0).unwrap();
        let steps = "<Right>".repeat(place);
        text::type_keys(&mut app, &format!("{steps}p..h")).unwrap();
        assert_eq!(app.world().resource::<Modes>().names().next(), Some("play"));
        let now = fingerprint(app.world_mut());
        drop(app);
        assert_eq!(fs::read(&file).unwrap(), before);
        let new = newest(&folder, &[&file]);
        let journal = Journal::read(&new).unwrap();
        assert_eq!(checks(&journal)[..=place], checks(&old)[..=place]);
        assert!(checks(&journal).len() > place + 2);
        assert!(journal.header.is_branch);
        // It goes on like any other.
        let mut app = text::app();
        continue_game(app.world_mut(), &new).unwrap();
        assert_eq!(fingerprint(app.world_mut()), now);
    }
}

/// A game that was taken over is no high score, nor is one that was taken over from that.
#[test]
fn a_game_taken_over_from_a_replay_is_no_high_score() {
    let folder = folder("no-score");
    let mut file = played(&folder, every_other_dark(5), "oooo");
    let mut known = vec![file.clone()];
    for _ in 0..2 {
        let mut app = text::app();
        app.insert_resource(Saves(Some(DataFolder::new(&folder))));
        open_replay(app.world_mut(), &file, 0).unwrap();
        text::type_keys(&mut app, "<Right>p.").unwrap();
        *app.world_mut().resource_mut::<Fate>() = Fate::Died(Death {
            killer: None,
            at: IVec2::ZERO,
            depth: 1,
            turn: 1,
        });
        app.update();
        app.update();
        drop(app);
        let all: Vec<&Path> = known.iter().map(PathBuf::as_path).collect();
        file = newest(&folder, &all);
        let journal = Journal::read(&file).unwrap();
        assert_eq!((journal.end, journal.score), (Some(End::Died), None));
        known.push(file.clone());
    }
    assert_eq!(DataFolder::new(&folder).best(), []);
    // The game itself is one.
    let mut app = text::app();
    app.insert_resource(Saves(Some(DataFolder::new(&folder))));
    continue_game(app.world_mut(), &known[0]).unwrap();
    *app.world_mut().resource_mut::<Fate>() = Fate::Died(Death {
        killer: None,
        at: IVec2::ZERO,
        depth: 1,
        turn: 1,
    });
    app.update();
    app.update();
    assert_eq!(DataFolder::new(&folder).best().len(), 1);
}

/// The panel, the death screen, the report, the journal and the list of games name the same turn.
#[test]
fn the_turn_of_a_death_is_the_same_everywhere() {
    for seed in 0..4 {
        let folder = folder(&format!("turn-{seed}"));
        let setup = GameSetup {
            source: LevelSource::drawn("a cell", "#######\n#r.@.k#\n#######").unwrap(),
            seed,
            ..GameSetup::default()
        };
        let mut app = text::app();
        app.insert_resource(Saves(Some(DataFolder::new(&folder))));
        app.begin_game(Game::new(setup).unwrap());
        record_game(app.world_mut());
        let screen = text::type_keys(&mut app, &".".repeat(300)).unwrap();
        let turn = app.world().resource::<Fate>().death().unwrap().turn;
        assert_eq!(app.world().resource::<Clock>().turn(), turn);
        assert!(screen.contains(&format!("in turn {turn}.")), "{screen}");
        let panel = format!("Turn {turn}");
        assert!(screen.lines().any(|it| it.ends_with(&panel)), "{screen}");
        drop(app);
        let file = newest(&folder, &[]);
        assert_eq!(Journal::read(&file).unwrap().last().0, turn);
        let report = fs::read_to_string(file.with_extension("txt")).unwrap();
        assert!(report.contains(&format!("Turn    {turn}\n")), "{report}");
    }
}

#[test]
fn the_dead_do_not_play_on() {
    let folder = folder("dead");
    let setup = GameSetup {
        source: LevelSource::drawn("a cell", "#####\n#k@k#\n#####").unwrap(),
        ..every_other_dark(3)
    };
    let file = played(&folder, setup, &".".repeat(60));
    assert_eq!(Journal::read(&file).unwrap().end, Some(End::Died));
    let mut app = text::app();
    open_replay(app.world_mut(), &file, 0).unwrap();
    let screen = text::type_keys(&mut app, "<End>p").unwrap();
    assert!(screen.contains("The dead cannot play on"), "{screen}");
    assert!(!app.world().resource::<Fate>().is_alive());
    let screen = text::type_keys(&mut app, "<Left>p").unwrap();
    assert!(!screen.contains("Replay"), "{screen}");
    assert!(app.world().resource::<Fate>().is_alive());
}

/// The report of the death is written once, beside the journal.
#[test]
fn a_death_is_reported() {
    let folder = folder("morgue");
    let setup = GameSetup {
        source: LevelSource::drawn("a cell", "#######\n#r.@.k#\n#######").unwrap(),
        seed: 3,
        ..GameSetup::default()
    };
    let file = played(&folder, setup, &format!("{}<Right>", ".".repeat(60)));
    let report = file.with_extension("txt");
    let text = fs::read_to_string(&report).unwrap();
    assert!(
        text.contains("Seed    3") && text.contains("Level   1"),
        "{text}"
    );
    assert!(
        text.contains("What the killer saw when it noticed you, in turn"),
        "{text}"
    );
    assert!(text.contains("Met: kobold, rat"), "{text}");
    assert!(text.contains("#######\n#"), "{text}");
    assert!(text.contains("You die"), "{text}");
    let mut app = text::app();
    continue_game(app.world_mut(), &file).unwrap();
    text::type_keys(&mut app, "l").unwrap();
    let files = fs::read_dir(folder.join("games")).unwrap().count();
    assert_eq!(files, 2);
}

/// A game that was left within a command carries it out when somebody asks for that.
#[test]
fn the_command_that_was_not_finished_is_carried_out_at_the_end() {
    let folder = folder("unfinished");
    let file = played(&folder, every_other_dark(5), "oo.");
    let text = fs::read_to_string(&file).unwrap();
    let last = text.rfind("\n= ").unwrap();
    fs::write(&file, &text[..=last]).unwrap();
    let mut app = text::app();
    open_replay(app.world_mut(), &file, 0).unwrap();
    text::type_keys(&mut app, "<End>").unwrap();
    let before = fingerprint(app.world_mut());
    let screen = text::type_keys(&mut app, "<Right>").unwrap();
    assert!(screen.contains("\"wait\" here"), "{screen}");
    assert_eq!(fingerprint(app.world_mut()), before);
    text::type_keys(&mut app, "<Right>").unwrap();
    let after = fingerprint(app.world_mut());
    assert_ne!(after, before);
    // Once, and one can go back from there.
    text::type_keys(&mut app, "<Right><Right>").unwrap();
    assert_eq!(fingerprint(app.world_mut()), after);
    text::type_keys(&mut app, "<Left><Right>").unwrap();
    assert_eq!(fingerprint(app.world_mut()), before);
}

/// An update takes a millisecond.
#[test]
fn a_replay_plays_at_the_speed_that_is_chosen() {
    let folder = folder("speed");
    let file = explored(&folder, 7, 200);
    let journal = Journal::read(&file).unwrap();
    let checks = checks(&journal);
    let mut app = on_one_thread(text::app());
    // In frames ten times as long as usual.
    let frame = TimeUpdateStrategy::ManualDuration(Duration::from_millis(10));
    app.insert_resource(frame);
    let pass = |app: &mut App, seconds: usize| (0..100 * seconds).for_each(|_| app.update());
    open_replay(app.world_mut(), &file, 0).unwrap();
    text::type_keys(&mut app, "<Space>").unwrap();
    let mut at = 0;
    for (key, steps) in [("", 5), ("<Up>", 10), ("<Down><Down>", 2)] {
        text::type_keys(&mut app, key).unwrap();
        pass(&mut app, 1);
        let check = fingerprint(app.world_mut());
        let now = checks.iter().position(|it| *it == check).unwrap();
        assert!(
            (steps - 1..=steps + 1).contains(&(now - at)),
            "{key}: {at} to {now}"
        );
        at = now;
    }
    // While another screen is on top it waits, and does not catch up then.
    text::type_keys(&mut app, "?").unwrap();
    pass(&mut app, 3);
    text::type_keys(&mut app, "<Escape>").unwrap();
    let check = fingerprint(app.world_mut());
    let now = checks.iter().position(|it| *it == check).unwrap();
    assert!(now - at <= 1, "{at} to {now}");
    text::type_keys(&mut app, "<Space>").unwrap();
    let check = fingerprint(app.world_mut());
    pass(&mut app, 2);
    assert_eq!(fingerprint(app.world_mut()), check);
}

/// Beyond the end and where it went astray, too: the new game is one that goes on.
#[test]
fn one_plays_on_from_where_the_journal_is_and_not_from_beyond() {
    let folder = folder("beyond");
    let file = played(&folder, every_other_dark(5), "oo.");
    let text = fs::read_to_string(&file).unwrap();
    let last = text.rfind("\n= ").unwrap();
    fs::write(&file, &text[..=last]).unwrap();
    let astray = folder.join("astray.journal");
    fs::write(&astray, bent(&file).0).unwrap();
    for (number, (file, keys)) in [(&file, "<End><Right><Right>p.l"), (&astray, "<End>p.l")]
        .into_iter()
        .enumerate()
    {
        let own = folder.join(number.to_string());
        let mut app = text::app();
        app.insert_resource(Saves(Some(DataFolder::new(&own))));
        open_replay(app.world_mut(), file, 0).unwrap();
        text::type_keys(&mut app, keys).unwrap();
        let now = fingerprint(app.world_mut());
        drop(app);
        let mut app = text::app();
        continue_game(app.world_mut(), &newest(&own, &[])).unwrap();
        assert_eq!(fingerprint(app.world_mut()), now, "{keys}");
    }
}

/// What a wizard has left running is over when another game begins.
#[test]
fn a_wizards_game_makes_no_wizard_of_the_next() {
    let folder = folder("wizard");
    let file = played(&folder, every_other_dark(5), "<F2>..");
    let mut app = text::app();
    continue_game(app.world_mut(), &file).unwrap();
    let is_wizard = |app: &App| app.world().resource::<WizardMode>().is_on;
    assert!(is_wizard(&app));
    text::type_keys(&mut app, ".<Escape><Up><Up><Up><Enter>y").unwrap();
    assert!(!is_wizard(&app));
    assert_eq!(app.world().resource::<Clock>().turn(), 0);
}
