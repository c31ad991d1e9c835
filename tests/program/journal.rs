//! Saved games continue as if they had never been interrupted, or are refused with a reason.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use fogbound::dungeon::LevelSource;
use fogbound::dungeon::random::stream;
use fogbound::explorer::Temperament;
use fogbound::frontend::text;
use fogbound::game::bestiary::{MonsterFiles, reload_monsters};
use fogbound::game::{BeginGame, Game, GameSetup, reload_tiles};
use fogbound::journal::{
    DataFolder, End, Journal, JournalError, Record, Recordings, Replay, resume,
};
use fogbound::map::TileSet;
use fogbound::modes::{self, open_title, open_watch, record_game};
use fogbound::view::{MessageLog, Screen};
use rand::Rng;

use crate::common::every_other_dark;
use crate::common::files::empty_folder;
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::saved::{
    app, begun, bent, check, continued, explore, file, is_alive, journal, kill, once_unlocked,
    play, resealed,
};

/// Creates an empty folder. Each test needs its own `name`.
fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("journal-{name}"))
}

/// Returns the setup of a game. With some seeds, the player is in a cage with ogres and dies.
fn seeded(seed: u64) -> GameSetup {
    let setup = every_other_dark(seed);
    if seed <= 20 || seed % 4 != 1 {
        return setup;
    }
    let cage = "##########\n#O....@.O#\n#........#\n#O......O#\n##########";
    GameSetup {
        source: LevelSource::drawn("a cage", cage).unwrap(),
        ..setup
    }
}

/// Returns random keys: mostly steps, and sometimes something else.
fn keys(seed: u64, count: usize) -> Vec<&'static str> {
    const ALL: &str = "h j k l y u b n Tx<Escape> j k l o o o . r c [ ] > x<Tab><Escape>";
    let all: Vec<&str> = ALL.split(' ').collect();
    let mut random = stream(seed, "keys", 0);
    let mut next = || all[random.next_u32() as usize % all.len()];
    (0..count).map(|_| next()).collect()
}

/// Asserts that two games have the same world and show the same screen. The selected entry on the death screen and the
/// hint for the last key are not saved, so they are ignored.
fn assert_same(one: &mut App, other: &mut App, when: &str) {
    assert_eq!(check(one), check(other), "{when}");
    if is_alive(one) {
        let [one, other] = [one, other].map(|app| {
            // No key has been pressed in a continued game, so it shows no hint.
            app.world_mut().resource_mut::<MessageLog>().dismiss_hint();
            app.update();
            app.world().resource::<Screen>()
        });
        assert_eq!(one.text(), other.text(), "{when}");
        assert!(one.ansi() == other.ansi(), "{when}: different colours");
    }
}

#[test]
fn a_continued_game_is_the_same_as_an_uninterrupted_one() {
    // Among these few seeds are games on the usual levels and two in a cage.
    let games = games_asked_for().map_or(18..26, |games| 0..games);
    let deaths = on_all_cores(games.clone(), |seed| {
        let folder = folder(&format!("left-{seed}"));
        let keys = keys(seed, 60);
        let (first, rest) = keys.split_at((seed as usize * 7) % 55);
        // Play the same game, uninterrupted and without saving.
        let mut uninterrupted = text::app();
        uninterrupted.begin_game(Game::new(seeded(seed)).unwrap());
        play(&mut begun(&folder, seeded(seed)), &first.concat());
        play(&mut uninterrupted, &first.concat());
        let mut app = continued(&folder).unwrap();
        play(&mut app, "");
        play(&mut uninterrupted, "");
        assert_same(&mut app, &mut uninterrupted, &format!("{seed}: continued"));
        // A rest comes first: exploring again to overrule a refusal counts only if the player has not left in between.
        let rest = format!("R{}", rest.concat());
        play(&mut app, &rest);
        play(&mut uninterrupted, &rest);
        assert_same(&mut app, &mut uninterrupted, &format!("{seed}: later"));
        // Continue the game a second time.
        drop(app);
        let is_dead = !is_alive(&uninterrupted);
        assert_eq!(journal(&folder).end, is_dead.then_some(End::Died), "{seed}");
        let mut app = continued(&folder).unwrap();
        play(&mut app, "");
        assert_eq!(check(&mut app), check(&mut uninterrupted), "{seed}: again");
        drop(app);
        // Replay the whole game, comparing each check value.
        let mut app = text::app();
        let mut replay = Replay::begin(app.world_mut(), journal(&folder)).unwrap();
        replay.go_to(app.world_mut(), usize::MAX).unwrap();
        assert_eq!(replay.at(), replay.len());
        u64::from(is_dead)
    });
    let deaths: u64 = deaths.into_iter().sum();
    assert!((1..games.end - games.start).contains(&deaths), "{deaths}");
}

#[test]
fn a_continued_game_does_not_repeat_warnings_about_wounds() {
    let mut warned = 0;
    for turns in 1..16 {
        let folder = folder(&format!("wounded-{turns}"));
        let setup = GameSetup {
            seed: 3,
            source: LevelSource::drawn("a cell", "#####\n#k@k#\n#####").unwrap(),
            ..GameSetup::default()
        };
        let mut uninterrupted = app(&folder);
        uninterrupted.begin_game(Game::new(setup.clone()).unwrap());
        let waits = ".".repeat(turns);
        play(&mut begun(&folder, setup), &waits);
        let screen = play(&mut uninterrupted, &waits);
        if !is_alive(&uninterrupted) {
            break;
        }
        warned += usize::from(screen.contains("You are badly hurt"));
        let mut app = continued(&folder).unwrap();
        play(&mut app, "");
        assert_same(&mut app, &mut uninterrupted, &format!("{turns}"));
    }
    assert!(warned > 0);
}

/// The program may end after a command but before the command's messages appear.
#[test]
fn a_continued_game_reports_what_was_not_reported_yet() {
    let reported = on_all_cores(0..16, |seed| {
        let folder = folder(&format!("untold-{seed}"));
        // The player leaves the first room by exploring and only then takes single steps.
        let mut keys = keys(seed, 80);
        keys.retain(|it| "hjklyubn.".contains(it));
        let keys: String = keys.into_iter().take(5 + seed as usize).collect();
        let screen = play(&mut begun(&folder, seeded(seed)), &format!("ooo{keys}"));
        let file = file(&folder);
        let text = fs::read_to_string(&file).unwrap();
        let done = text.rfind("\n= ").unwrap() + 1;
        let end = done + text[done..].find('\n').unwrap() + 1;
        let is_reported = text[end..].contains('"');
        fs::write(&file, &text[..end]).unwrap();
        let mut app = continued(&folder).unwrap();
        assert_eq!(play(&mut app, ""), screen, "{seed}");
        drop(app);
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{seed}");
        usize::from(is_reported)
    });
    let reported: usize = reported.into_iter().sum();
    assert!(reported > 2, "{reported}");
}

/// Plays a short game, and returns its folder and the bytes of its journal.
fn short_game(name: &str) -> (PathBuf, Vec<u8>) {
    let folder = folder(name);
    play(&mut begun(&folder, seeded(5)), &keys(3, 25).concat());
    let bytes = fs::read(file(&folder)).unwrap();
    (folder, bytes)
}

#[test]
fn the_list_of_games_shows_what_their_journals_say() {
    let (folder, bytes) = short_game("listed");
    let file = file(&folder);
    let whole = String::from_utf8(bytes.clone()).unwrap();
    let begins = whole.find("\n= ").unwrap();
    for end in (begins + 80..bytes.len()).step_by(61) {
        fs::write(&file, &bytes[..end]).unwrap();
        let journal = Journal::parse(&bytes[..end]).unwrap();
        let (slots, broken) = DataFolder::new(&folder).slots();
        assert!(broken.is_empty(), "{end}: {broken:?}");
        let slot = &slots[0];
        assert_eq!((slot.turn, slot.depth), journal.last(), "{end}");
        assert_eq!((slot.seed, slot.end), (5, journal.end));
    }
    for (broken, wanted) in [
        (whole.replacen("journal 2", "journal 7", 1), "format 7"),
        (whole.replacen("rules 2", "rules 99", 1), "rules 99"),
        ("PNG\n".to_owned(), "not a journal"),
        (whole[..begins].to_owned(), "before the game begins"),
    ] {
        fs::write(&file, broken).unwrap();
        let (slots, broken) = DataFolder::new(&folder).slots();
        let is_reported = broken[0].1.to_string().contains(wanted);
        assert!(slots.is_empty() && is_reported, "{broken:?}");
    }
}

fn commands(journal: &Journal) -> usize {
    let done = |record: &&Record| matches!(record, Record::Done { .. });
    journal.records.iter().filter(done).count()
}

#[test]
fn a_truncated_journal_is_valid_up_to_its_last_command() {
    let (folder, bytes) = short_game("cut");
    let whole = Journal::parse(&bytes).unwrap();
    assert!(commands(&whole) > 20 && whole.torn == 0);
    let text = String::from_utf8(bytes.clone()).unwrap();
    let begins = text.find("\n= ").unwrap();
    // Try lengths that include commands, all of them near the ends of lines, and some lengths within the header.
    let near_end = |end: &usize| text[end - 2..(end + 2).min(text.len())].contains('\n');
    let among = (begins + 2..bytes.len()).filter(|end| end % 5 == 0 || near_end(end));
    on_all_cores((0..begins).step_by(97).chain(among), |end| {
        let cut = Journal::parse(&bytes[..end]);
        let Ok(cut) = cut else {
            assert!(end < begins + 60, "{end}: {:?}", cut.unwrap_err());
            return;
        };
        // Only the last command may be missing.
        let lines = text[..end].matches("\n= ").count() - 1;
        assert!(
            commands(&cut) == lines || commands(&cut) + 1 == lines,
            "{end}"
        );
        assert_eq!(cut.records[..], whole.records[..cut.records.len()]);
        assert_eq!(cut.whole + cut.torn, end as u64);
    });
    // Continue some of these games, which keeps a copy of the truncated file.
    let file = file(&folder);
    let mut tried = 0;
    for end in (begins + 80..bytes.len()).step_by(97) {
        fs::write(&file, &bytes[..end]).unwrap();
        let cut = Journal::parse(&bytes[..end]).unwrap();
        let copy = PathBuf::from(format!("{}.torn-1", file.display()));
        let _ = fs::remove_file(&copy);
        let mut app = text::app();
        let resumed = once_unlocked(|| resume(app.world_mut(), &file)).unwrap();
        assert_eq!(resumed.warning.is_some(), cut.torn > 0, "{end}");
        assert_eq!(copy.exists(), cut.torn > 0, "{end}");
        if cut.torn > 0 {
            assert_eq!(fs::read(&copy).unwrap(), &bytes[..end]);
            tried += 1;
        }
        play(&mut app, "lh");
        drop(app);
        let longer = Journal::read(&file).unwrap();
        assert_eq!(longer.records[..cut.records.len()], cut.records[..]);
        assert!(commands(&longer) > commands(&cut) && longer.torn == 0);
    }
    assert!(tried > 10);
}

#[test]
fn a_changed_bit_is_detected_and_the_file_is_not_overwritten() {
    let (folder, bytes) = short_game("flipped");
    let file = file(&folder);
    let mut random = stream(1, "flips", 0);
    let mut damaged = 0;
    for _ in 0..1000 {
        let bit = random.next_u32() as usize % (bytes.len() * 8);
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let error = match Journal::parse(&changed) {
            Err(error) => error,
            // Without its last line ending, the journal just ends in an unfinished line.
            Ok(journal) => {
                assert!(bit / 8 == bytes.len() - 1 && journal.torn > 0, "{bit}");
                continue;
            }
        };
        damaged += usize::from(matches!(error, JournalError::Damaged { .. }));
        assert!(!error.to_string().contains('\n'), "{error}");
        fs::write(&file, &changed).unwrap();
        if bit.is_multiple_of(50) {
            assert_eq!(continued(&folder).err(), Some(error));
        }
        assert_eq!(fs::read(&file).unwrap(), changed);
    }
    assert!(damaged > 950, "{damaged}");
}

#[test]
fn an_error_about_a_damaged_line_names_the_turn_before_it() {
    let (_, bytes) = short_game("named");
    let text = String::from_utf8(bytes).unwrap();
    let at = text.rfind("\n= ").unwrap();
    let (turn, _) = Journal::parse(&text.as_bytes()[..=at]).unwrap().last();
    let line = text[..at].matches('\n').count() + 2;
    let mut changed = text.into_bytes();
    changed[at + 12] ^= 1;
    let error = Journal::parse(&changed).unwrap_err();
    assert_eq!(error, JournalError::Damaged { line, turn });
}

#[test]
fn journals_of_other_versions_are_refused() {
    let (_, bytes) = short_game("versions");
    let text = String::from_utf8(bytes).unwrap();
    let parse = |text: &str| Journal::parse(text.as_bytes()).map(|_| ()).unwrap_err();
    let older = text.replacen("fogbound journal 2", "fogbound journal 1", 1);
    let (error, this) = (parse(&older).to_string(), env!("CARGO_PKG_VERSION"));
    let expected = format!(
        "saved by Fogbound {this} (format 1), which can still play it; this is Fogbound {this} (format 2)"
    );
    assert_eq!(error, expected);
    assert_eq!(parse("PNG\n"), JournalError::Unknown);
    assert_eq!(parse(""), JournalError::Unknown);
    assert_eq!(parse(&text[..40]), JournalError::Short { line: 2 });
    // Resealing makes the change the only fault.
    assert_eq!(resealed(&text, str::to_owned), text);
    let with = |begins: &str, other: &str| {
        resealed(&text, |line| match line.starts_with(begins) {
            true => other.to_owned(),
            false => line.to_owned(),
        })
    };
    // A game from another version can be played unless the rules differ. The message names the version.
    let newer = with("version ", "version 9.0.1");
    let journal = Journal::parse(newer.as_bytes()).unwrap();
    assert_eq!(journal.header.version, "9.0.1");
    let rules = resealed(&newer, |line| line.replacen("rules 2", "rules 99", 1));
    let refused = "saved by Fogbound 9.0.1 (rules 99), which can still play it; this is Fogbound ";
    for (journal, expected) in [
        (rules, refused),
        (with("rules ", "ruled 1"), "the line `rules` is missing"),
        (with("seed ", "sown 5"), "the line `seed` is missing"),
        (with("seed ", "seed five"), "line 5: "),
        (
            with("dungeon ", "cave 3"),
            "one of `dungeon`, `built` and `drawn` is needed",
        ),
        (with("light ", "light dim"), "`dim`"),
        (
            resealed(&text, |line| match line.starts_with("text ") {
                true => line.replacen("rat", "cat", 1),
                false => line.to_owned(),
            }),
            "the text does not match its number",
        ),
    ] {
        let error = parse(&journal).to_string();
        assert!(error.contains(expected), "{error}");
    }
    let file = folder("nonsense").join("a.journal");
    fs::write(&file, with("> ", "> fly away")).unwrap();
    let error = resume(text::app().world_mut(), &file).unwrap_err();
    let is_reported = error.to_string().contains("unknown command `fly away`");
    assert!(is_reported, "{error}");
}

#[test]
fn a_diverging_replay_names_the_turn() {
    let (folder, bytes) = short_game("astray");
    let (astray, turn) = bent(str::from_utf8(&bytes).unwrap());
    fs::write(file(&folder), &astray).unwrap();
    let error = continued(&folder).err().unwrap();
    let JournalError::Astray {
        turn: at,
        expected,
        found,
        ..
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!((at, expected & !0xf), (turn, found & !0xf));
    assert_eq!(fs::read_to_string(file(&folder)).unwrap(), astray);
}

#[test]
fn two_programs_cannot_play_the_same_game() {
    let folder = folder("locked");
    let mut app = begun(&folder, seeded(5));
    play(&mut app, "l");
    let mut other = text::app();
    let error = modes::continue_game(other.world_mut(), &file(&folder)).unwrap_err();
    assert_eq!(error, JournalError::Locked);
    drop(app);
    assert!(continued(&folder).is_ok());
}

/// Monster files that change and change back may have affected the game in between. When the game continues, the last
/// version applies.
#[test]
fn monsters_that_change_during_a_game_change_again_in_a_replay() {
    let (assets, folder) = (folder("assets"), folder("reloaded"));
    fs::create_dir(assets.join("monsters")).unwrap();
    let rat = include_str!("../../assets/monsters/rat.ron");
    let number = rat.split("health: ").nth(1).unwrap();
    let before = format!("health: {},", &number[..number.find(',').unwrap()]);
    let write = |health: &str| {
        let text = rat.replacen(&before, &format!("health: {health},"), 1);
        fs::write(assets.join("monsters/rat.ron"), text).unwrap();
    };
    write("7");
    let mut app = begun(
        &folder,
        GameSetup {
            monsters: MonsterFiles::with_folder(&assets).unwrap(),
            ..seeded(3)
        },
    );
    play(&mut app, &keys(1, 10).concat());
    for health in ["1", "7"] {
        write(health);
        reload_monsters(app.world_mut());
        play(&mut app, "");
    }
    play(&mut app, &keys(2, 10).concat());
    write("2");
    reload_monsters(app.world_mut());
    play(&mut app, "");
    let expected = check(&mut app);
    drop(app);
    // The asset folder no longer matters.
    fs::remove_dir_all(&assets).unwrap();
    let records = journal(&folder).records.into_iter();
    let reloads = records.filter(|it| matches!(it, Record::Reload(_)));
    assert_eq!(reloads.count(), 3);
    assert_eq!(check(&mut continued(&folder).unwrap()), expected);
}

#[test]
fn tiles_that_change_during_a_game_change_again_in_a_replay() {
    let (assets, folder) = (folder("tiles-assets"), folder("tiles"));
    let mut app = begun(
        &folder,
        GameSetup {
            monsters: MonsterFiles::with_folder(&assets).unwrap(),
            ..seeded(3)
        },
    );
    play(&mut app, "oo");
    let slow = "{\"floor\": (percent: 250), \"foliage\": (opaque: false)}";
    for text in [slow, "{}", slow] {
        fs::write(assets.join("tiles.ron"), text).unwrap();
        reload_tiles(app.world_mut());
        play(&mut app, "o.");
    }
    let expected = check(&mut app);
    // Change back to the game's own tiles, with no further commands.
    fs::remove_dir_all(&assets).unwrap();
    reload_tiles(app.world_mut());
    play(&mut app, "");
    drop(app);
    let records = journal(&folder).records.into_iter();
    let changes = records.filter(|it| matches!(it, Record::Tiles(_)));
    assert_eq!(changes.count(), 4);
    let mut app = continued(&folder).unwrap();
    assert_eq!(app.world().resource::<Game>().tiles(), TileSet::default());
    play(&mut app, ".");
    drop(app);
    let mut app = continued(&folder).unwrap();
    let mut replay = Replay::begin(app.world_mut(), journal(&folder)).unwrap();
    let last = replay.len();
    replay.go_to(app.world_mut(), last).unwrap();
    replay.go_to(app.world_mut(), last - 1).unwrap();
    assert_eq!(check(&mut app), expected);
}

/// Levels are built from files as they were when the program started, but tiles come from the file as it is now.
#[test]
fn a_game_that_begins_with_changed_tiles_is_continued_with_them() {
    let (assets, folder) = (folder("changed-tiles-assets"), folder("changed-tiles"));
    let map = "#########\n#@..\"..r#\n#########";
    let text = "{\"foliage\": (opaque: false), \"wall\": (glyph: '▒')}";
    for source in [
        LevelSource::drawn("a hall", map).unwrap(),
        LevelSource::default(),
    ] {
        fs::write(assets.join("tiles.ron"), text).unwrap();
        let mut game = Game::new(GameSetup {
            source,
            monsters: MonsterFiles::with_folder(&assets).unwrap(),
            ..seeded(4)
        })
        .unwrap();
        game.look_again();
        let mut app = app(&folder);
        app.begin_game(game);
        record_game(app.world_mut());
        play(&mut app, "lo.");
        let expected = check(&mut app);
        drop(app);
        fs::remove_file(assets.join("tiles.ron")).unwrap();
        assert_eq!(check(&mut continued(&folder).unwrap()), expected);
        fs::remove_dir_all(folder.join("games")).unwrap();
    }
}

#[test]
fn wizard_games_bot_games_and_games_that_cannot_be_won_are_not_high_scores() {
    let cage = LevelSource::drawn("a cage", "#####\n#.@.#\n#####").unwrap();
    let (played, watched) = (false, true);
    let games = [
        (LevelSource::default(), played, ".", 1),
        (LevelSource::default(), played, "<F2>.<F2>.", 0),
        (LevelSource::default(), watched, "<Right>p.", 0),
        (cage, played, ".", 0),
    ];
    for (source, watched, keys, entries) in games {
        let folder = folder("fair");
        let mut app = begun(
            &folder,
            GameSetup {
                source,
                ..seeded(8)
            },
        );
        if watched {
            open_watch(app.world_mut(), Temperament::default(), None, 100);
        }
        play(&mut app, keys);
        kill(&mut app);
        drop(app);
        assert_eq!(
            DataFolder::new(&folder).scores(&[]).entries.len(),
            entries,
            "{keys}"
        );
        assert_eq!(journal(&folder).end, Some(End::Died), "{keys}");
    }
}

/// A program that ends right after a death may not have added the score.
#[test]
fn a_missing_high_score_is_added_later() {
    let folder = folder("entered-later");
    let mut game = begun(&folder, seeded(8));
    play(&mut game, ".");
    kill(&mut game);
    drop(game);
    let hall = DataFolder::new(&folder);
    let best = hall.scores(&[]).entries;
    assert_eq!(best.len(), 1);
    let file = file(&folder);
    let text = fs::read_to_string(&file).unwrap();
    let score = text.rfind("\nscore ").unwrap() + 1;
    let cut = score + text[score..].find('\n').unwrap() + 1;
    for journal in [&text[..], &text[..cut]] {
        fs::write(&file, journal).unwrap();
        fs::remove_file(folder.join("best.ron")).unwrap();
        // The score is added only once, even if the title is opened again.
        for _ in 0..2 {
            let mut app = app(&folder);
            open_title(app.world_mut(), GameSetup::default());
            play(&mut app, "");
            assert_eq!(hall.scores(&[]).entries, best);
        }
    }
    // Continuing the game does not add a second score.
    play(&mut continued(&folder).unwrap(), "");
    assert_eq!(hall.scores(&[]).entries, best);
}

#[cfg(target_os = "linux")]
#[test]
fn the_title_reads_every_journal_once() {
    use notify::event::AccessKind;
    use notify::{EventKind, RecursiveMode, Watcher};

    let (folder, _) = short_game("read-once");
    let file = file(&folder);
    let last = folder.join("games/last");
    fs::write(&last, "").unwrap();
    let (sender, events) = std::sync::mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender).unwrap();
    watcher
        .watch(&folder.join("games"), RecursiveMode::NonRecursive)
        .unwrap();
    let mut app = app(&folder);
    open_title(app.world_mut(), GameSetup::default());
    play(&mut app, "<Down><Up>");
    // File events arrive in order, so opening this file marks the end.
    fs::File::open(&last).unwrap();
    let mut count = 0;
    for event in events {
        let event = event.unwrap();
        if matches!(event.kind, EventKind::Access(AccessKind::Open(_))) {
            if event.paths.contains(&last) {
                break;
            }
            count += usize::from(event.paths.contains(&file));
        }
    }
    assert_eq!(count, 1);
}

/// The message about the unsaved game stays on the screen, and appears in every question before quitting.
#[test]
fn an_unsaved_game_is_reported_until_it_is_saved() {
    let folder = folder("unsaved");
    let in_the_way = folder.join("games");
    fs::write(&in_the_way, "a file").unwrap();
    let mut app = begun(&folder, seeded(5));
    let screen = play(&mut app, ".");
    assert!(screen.contains("The game cannot be saved: "), "{screen}");
    let last = |screen: &str| {
        let last = screen.trim_end().lines().next_back().unwrap();
        assert!(last.starts_with("This game is not saved: "), "{screen}");
    };
    for _ in 1..30 {
        last(&play(&mut app, "."));
    }
    let asks = |question: &str, what: &str| {
        let asked = format!("{what}? This game is not saved: ");
        assert!(question.contains(&asked), "{question}");
    };
    asks(&play(&mut app, "<Escape><Up><Enter>"), "Quit");
    // The title and the question before quitting from the title report the unsaved game, too.
    let title = play(&mut app, "<Escape><Escape><Up><Up><Enter>y<Down>");
    assert!(title.contains("New game"), "{title}");
    last(&title);
    asks(&play(&mut app, "<Escape>"), "Quit the game");
    let recordings = app.world().resource::<Recordings>().clone();
    assert!(recordings.unsaved().is_some());
    assert_eq!(fs::read_to_string(&in_the_way).unwrap(), "a file");
    // Saving works again.
    fs::remove_file(&in_the_way).unwrap();
    let title = play(&mut app, "<Escape>");
    assert!(!title.contains("not saved"), "{title}");
    assert_eq!((recordings.unsaved(), recordings.close()), (None, None));
    assert_eq!(commands(&journal(&folder)), 30);
    assert!(continued(&folder).is_ok());
}

/// The seeds of the games in `tests/program/rules`, and the number of commands that the bot plays in each game.
const KEPT_GAMES: [(u64, usize); 2] = [(1, 500), (2, 300)];

/// This test fails when the same commands have different results. `FOGBOUND_NEW_RULES=1 cargo test --test program
/// the_rules` plays the kept games again under the current rules.
#[test]
fn the_rules_match_their_version() {
    let kept = |seed: u64| {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join(format!("tests/program/rules/{seed}.journal"))
    };
    if std::env::var_os("FOGBOUND_NEW_RULES").is_some() {
        for (seed, commands) in KEPT_GAMES {
            let folder = folder(&format!("rules-{seed}"));
            explore(&mut begun(&folder, every_other_dark(seed)), commands);
            fs::create_dir_all(kept(seed).parent().unwrap()).unwrap();
            fs::copy(file(&folder), kept(seed)).unwrap();
        }
    }
    for (seed, _) in KEPT_GAMES {
        let mut app = text::app();
        let replayed = Journal::read(&kept(seed)).and_then(|journal| {
            let mut replay = Replay::begin(app.world_mut(), journal)?;
            replay.go_to(app.world_mut(), usize::MAX)?;
            Ok(replay.len())
        });
        match replayed {
            Ok(commands) => assert!(commands > 100, "{commands}"),
            Err(error @ JournalError::Version { .. }) => panic!(
                "{error}\nThe version of the format or of the rules was raised: play the kept games again with \
                 FOGBOUND_NEW_RULES=1 cargo test --test program the_rules"
            ),
            Err(error) => panic!(
                "{error}\nThe same commands have other results, so players' saved games would diverge. If that is \
                 intended, raise RULES in src/journal/header.rs unless it was raised since the last release, and play \
                 the kept games again with FOGBOUND_NEW_RULES=1 cargo test --test program the_rules"
            ),
        }
    }
}

#[test]
fn a_new_game_has_a_new_file() {
    let folder = folder("slots");
    let mut app = begun(&folder, seeded(5));
    play(&mut app, "oo");
    let before = fs::read(file(&folder)).unwrap();
    // Start a new game from the menu.
    play(&mut app, "<Escape><Up><Up><Up><Enter>yl");
    drop(app);
    let (slots, broken) = DataFolder::new(&folder).slots();
    assert_eq!((slots.len(), broken.len()), (2, 0));
    let is_kept =
        |it: &&fogbound::journal::SavedGame| fs::read(&it.file).unwrap().starts_with(&before);
    assert_eq!(slots.iter().filter(is_kept).count(), 1);
    assert_ne!(slots[0].seed, slots[1].seed);
}

#[cfg(unix)]
#[test]
fn journals_that_others_can_change_and_links_are_not_continued() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let (folder, bytes) = short_game("own");
    let file = file(&folder);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o602)).unwrap();
    let error = continued(&folder).err().unwrap().to_string();
    assert!(
        error.contains("other users can change this file"),
        "{error}"
    );
    let (slots, broken) = DataFolder::new(&folder).slots();
    assert_eq!((slots.len(), broken.len()), (0, 1));
    // The journal of a replay may come from anyone.
    assert!(Journal::read(&file).is_ok());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    assert!(continued(&folder).is_ok());
    // Links are neither listed nor played.
    let link = file.with_file_name("1-1.journal");
    symlink(&file, &link).unwrap();
    assert_eq!(DataFolder::new(&folder).slots().0.len(), 1);
    let error = resume(text::app().world_mut(), &link).unwrap_err();
    assert!(error.to_string().contains("a link"), "{error}");
    fs::remove_file(&link).unwrap();
    fs::create_dir(&link).unwrap();
    let error = resume(text::app().world_mut(), &link).unwrap_err();
    assert!(error.to_string().contains("a folder"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), bytes);
}
