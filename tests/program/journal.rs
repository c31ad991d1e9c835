//! Saved games: they go on as if they had never been left, whatever has become of the file.

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

use crate::common::files::empty_folder;
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::{every_other_dark, on_one_thread};
use crate::saved::{
    app, begun, bent, check, continued, explore, file, is_alive, journal, kill, once_unlocked,
    play, resealed,
};

/// An empty folder; `name` is to be used by one test only.
fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("journal-{name}"))
}

/// Some games are in a cage with ogres, in which the player dies.
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

/// Keys that somebody might type who does not think: steps above all, and now and then something else.
fn keys(seed: u64, count: usize) -> Vec<&'static str> {
    const ALL: &str = "h j k l y u b n Tx<Escape> j k l o o o . r c [ ] > x<Tab><Escape>";
    let all: Vec<&str> = ALL.split(' ').collect();
    let mut random = stream(seed, "keys", 0);
    let mut next = || all[random.next_u32() as usize % all.len()];
    (0..count).map(|_| next()).collect()
}

/// Whether the two are at the same place: in the world, and on the screen. Which entry of a menu the dead had come to is
/// not kept, and neither is an answer to the last key, which is no message.
fn assert_same(one: &mut App, other: &mut App, when: &str) {
    assert_eq!(check(one), check(other), "{when}");
    if is_alive(one) {
        let [one, other] = [one, other].map(|app| {
            // A hint answers the last key, and a game that goes on has had none.
            app.world_mut().resource_mut::<MessageLog>().dismiss_hint();
            app.update();
            app.world().resource::<Screen>()
        });
        assert_eq!(one.text(), other.text(), "{when}");
        assert!(one.ansi() == other.ansi(), "{when}: other colours");
    }
}

#[test]
fn a_game_that_goes_on_is_the_one_that_was_left() {
    let games = games_asked_for().unwrap_or(30);
    let deaths = on_all_cores(0..games, |seed| {
        let folder = folder(&format!("left-{seed}"));
        let keys = keys(seed, 60);
        let (first, rest) = keys.split_at((seed as usize * 7) % 55);
        // The same, never left, and not saved.
        let mut never_left = on_one_thread(text::app());
        never_left.begin_game(Game::new(seeded(seed)).unwrap());
        play(&mut begun(&folder, seeded(seed)), &first.concat());
        play(&mut never_left, &first.concat());
        let mut app = continued(&folder).unwrap();
        play(&mut app, "");
        play(&mut never_left, "");
        assert_same(&mut app, &mut never_left, &format!("{seed}: goes on"));
        play(&mut app, &rest.concat());
        play(&mut never_left, &rest.concat());
        assert_same(&mut app, &mut never_left, &format!("{seed}: later"));
        // And a second time.
        drop(app);
        let is_dead = !is_alive(&never_left);
        assert_eq!(journal(&folder).end, is_dead.then_some(End::Died), "{seed}");
        let mut app = continued(&folder).unwrap();
        play(&mut app, "");
        assert_eq!(check(&mut app), check(&mut never_left), "{seed}: again");
        drop(app);
        // And every turn of it, compared with its check value.
        let mut app = on_one_thread(text::app());
        let mut replay = Replay::begin(app.world_mut(), journal(&folder)).unwrap();
        replay.go_to(app.world_mut(), usize::MAX).unwrap();
        assert_eq!(replay.at(), replay.len());
        u64::from(is_dead)
    });
    let deaths: u64 = deaths.into_iter().sum();
    assert!((1..games).contains(&deaths), "{deaths}");
}

/// What was told of wounds is not told again.
#[test]
fn whoever_is_wounded_goes_on_without_a_word_of_it() {
    let mut warned = 0;
    for turns in 1..16 {
        let folder = folder(&format!("wounded-{turns}"));
        let setup = GameSetup {
            seed: 3,
            source: LevelSource::drawn("a cell", "#####\n#k@k#\n#####").unwrap(),
            ..GameSetup::default()
        };
        let mut never_left = app(&folder);
        never_left.begin_game(Game::new(setup.clone()).unwrap());
        let waits = ".".repeat(turns);
        play(&mut begun(&folder, setup), &waits);
        let screen = play(&mut never_left, &waits);
        if !is_alive(&never_left) {
            break;
        }
        warned += usize::from(screen.contains("You are badly hurt"));
        let mut app = continued(&folder).unwrap();
        play(&mut app, "");
        assert_same(&mut app, &mut never_left, &format!("{turns}"));
    }
    assert!(warned > 0);
}

/// The program may end between a command and what is said of it.
#[test]
fn what_was_not_told_yet_is_told_when_the_game_goes_on() {
    let told = on_all_cores(0..16, |seed| {
        let folder = folder(&format!("untold-{seed}"));
        // Explorers get away from the first room; only then come single steps.
        let mut keys = keys(seed, 80);
        keys.retain(|it| "hjklyubn.".contains(it));
        let keys: String = keys.into_iter().take(5 + seed as usize).collect();
        let screen = play(&mut begun(&folder, seeded(seed)), &format!("ooo{keys}"));
        let file = file(&folder);
        let text = fs::read_to_string(&file).unwrap();
        let done = text.rfind("\n= ").unwrap() + 1;
        let end = done + text[done..].find('\n').unwrap() + 1;
        let is_told = text[end..].contains('"');
        fs::write(&file, &text[..end]).unwrap();
        let mut app = continued(&folder).unwrap();
        assert_eq!(play(&mut app, ""), screen, "{seed}");
        drop(app);
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{seed}");
        usize::from(is_told)
    });
    let told: usize = told.into_iter().sum();
    assert!(told > 2, "{told}");
}

/// A journal of a short game, and its file.
fn short_game(name: &str) -> (PathBuf, Vec<u8>) {
    let folder = folder(name);
    play(&mut begun(&folder, seeded(5)), &keys(3, 25).concat());
    let bytes = fs::read(file(&folder)).unwrap();
    (folder, bytes)
}

/// What the list of games shows is what the journal tells.
#[test]
fn a_list_shows_where_a_game_is() {
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
        (whole.replacen("rules 1", "rules 99", 1), "rules 99"),
        ("PNG\n".to_owned(), "no journal"),
        (whole[..begins].to_owned(), "before the game has begun"),
    ] {
        fs::write(&file, broken).unwrap();
        let (slots, broken) = DataFolder::new(&folder).slots();
        let is_told = broken[0].1.to_string().contains(wanted);
        assert!(slots.is_empty() && is_told, "{broken:?}");
    }
}

fn commands(journal: &Journal) -> usize {
    let done = |record: &&Record| matches!(record, Record::Done { .. });
    journal.records.iter().filter(done).count()
}

#[test]
fn a_file_that_ends_anywhere_is_whole_to_its_last_command() {
    let (folder, bytes) = short_game("cut");
    let whole = Journal::parse(&bytes).unwrap();
    assert!(commands(&whole) > 20 && whole.torn == 0);
    let text = String::from_utf8(bytes.clone()).unwrap();
    let begins = text.find("\n= ").unwrap();
    // Each place of the commands, and some of what the game is played with.
    let ends = (0..begins).step_by(31).chain(begins..bytes.len());
    on_all_cores(ends, |end| {
        let cut = Journal::parse(&bytes[..end]);
        let Ok(cut) = cut else {
            assert!(end < begins + 60, "{end}: {:?}", cut.unwrap_err());
            return;
        };
        // All that was done before the end is there, and no more than one command is not.
        let lines = text[..end].matches("\n= ").count() - 1;
        assert!(
            commands(&cut) == lines || commands(&cut) + 1 == lines,
            "{end}"
        );
        assert_eq!(cut.records[..], whole.records[..cut.records.len()]);
        assert_eq!(cut.whole + cut.torn, end as u64);
    });
    // Some of them go on, and the file that they had is kept.
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
fn a_bit_that_has_changed_is_noticed_and_nothing_is_overwritten() {
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
            // The last end of line alone can be lost: the line is one that was not finished, then.
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
fn the_turn_is_named_before_which_a_line_is_damaged() {
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
fn what_another_version_has_written_is_refused() {
    let (_, bytes) = short_game("versions");
    let text = String::from_utf8(bytes).unwrap();
    let parse = |text: &str| Journal::parse(text.as_bytes()).map(|_| ()).unwrap_err();
    let older = text.replacen("fogbound journal 2", "fogbound journal 1", 1);
    let (error, this) = (parse(&older).to_string(), env!("CARGO_PKG_VERSION"));
    let expected = format!(
        "Fogbound {this} (format 1) wrote this game and can continue it; this is Fogbound {this} (format 2)"
    );
    assert_eq!(error, expected);
    assert_eq!(parse("PNG\n"), JournalError::Unknown);
    assert_eq!(parse(""), JournalError::Unknown);
    assert_eq!(parse(&text[..40]), JournalError::Short { line: 2 });
    // Sealed anew, so that nothing else is wrong with it.
    assert_eq!(resealed(&text, str::to_owned), text);
    let with = |begins: &str, other: &str| {
        resealed(&text, |line| match line.starts_with(begins) {
            true => other.to_owned(),
            false => line.to_owned(),
        })
    };
    // Another version of the program goes on, unless its rules are others. The message names it.
    let newer = with("version ", "version 9.0.1");
    let journal = Journal::parse(newer.as_bytes()).unwrap();
    assert_eq!(journal.header.version, "9.0.1");
    let rules = resealed(&newer, |line| line.replacen("rules 1", "rules 99", 1));
    let refused =
        "Fogbound 9.0.1 (rules 99) wrote this game and can continue it; this is Fogbound ";
    for (journal, told) in [
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
            "not the one that was stored",
        ),
    ] {
        let error = parse(&journal).to_string();
        assert!(error.contains(told), "{error}");
    }
    let file = folder("nonsense").join("a.journal");
    fs::write(&file, with("> ", "> fly away")).unwrap();
    let error = resume(text::app().world_mut(), &file).unwrap_err();
    let is_told = error.to_string().contains("`fly away` is no command");
    assert!(is_told, "{error}");
}

#[test]
fn a_game_that_goes_astray_says_where() {
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
fn two_programs_do_not_play_the_same_game() {
    let folder = folder("locked");
    let mut app = begun(&folder, seeded(5));
    play(&mut app, "l");
    let mut other = text::app();
    let error = modes::continue_game(other.world_mut(), &file(&folder)).unwrap_err();
    assert_eq!(error, JournalError::Locked);
    drop(app);
    assert!(continued(&folder).is_ok());
}

/// Those that change and change back have left their traces, and the last ones are in force when the game goes on.
#[test]
fn monsters_that_change_on_the_way_change_there_again() {
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
    // Whatever is there by then.
    fs::remove_dir_all(&assets).unwrap();
    let records = journal(&folder).records.into_iter();
    let reloads = records.filter(|it| matches!(it, Record::Reload(_)));
    assert_eq!(reloads.count(), 3);
    assert_eq!(check(&mut continued(&folder).unwrap()), expected);
}

#[test]
fn tiles_that_change_do_so_there_again() {
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
    // Back to what comes with the game, and nothing after that.
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

/// Its levels are made from files as they were when the program began, and its tiles by the file as it is now.
#[test]
fn a_game_that_begins_with_changed_tiles_does_so_again() {
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

/// Games in which a wizard or the explorer had a hand, and those in which nothing can be won, are none of the best.
#[test]
fn the_hall_of_the_best_is_for_fair_games() {
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
        assert_eq!(DataFolder::new(&folder).best().len(), entries, "{keys}");
        assert_eq!(journal(&folder).end, Some(End::Died), "{keys}");
    }
}

/// A program that ends right after a death has not entered it. The next one does.
#[test]
fn a_death_that_was_not_entered_is_entered_later() {
    let folder = folder("entered-later");
    let mut game = begun(&folder, seeded(8));
    play(&mut game, ".");
    kill(&mut game);
    drop(game);
    let hall = DataFolder::new(&folder);
    let best = hall.best();
    assert_eq!(best.len(), 1);
    let file = file(&folder);
    let text = fs::read_to_string(&file).unwrap();
    let score = text.rfind("\nscore ").unwrap() + 1;
    let cut = score + text[score..].find('\n').unwrap() + 1;
    for journal in [&text[..], &text[..cut]] {
        fs::write(&file, journal).unwrap();
        fs::remove_file(folder.join("best.ron")).unwrap();
        // Once, however often the title is opened.
        for _ in 0..2 {
            let mut app = app(&folder);
            open_title(app.world_mut(), GameSetup::default());
            play(&mut app, "");
            assert_eq!(hall.best(), best);
        }
    }
    // A death that is played again is the same one.
    play(&mut continued(&folder).unwrap(), "");
    assert_eq!(hall.best(), best);
}

/// Opening the title reads each journal once.
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
    // All that was opened before this is told of before it.
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

/// What is not saved is on the screen as long as it is so, and in every question whether to leave.
#[test]
fn what_is_not_saved_is_told_until_it_is() {
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
    asks(&play(&mut app, "<Escape><Up><Enter>"), "Leave");
    // On the title it is still so, and its own question knows.
    let title = play(&mut app, "<Escape><Escape><Up><Up><Enter>y<Down>");
    assert!(title.contains("New game"), "{title}");
    last(&title);
    asks(&play(&mut app, "<Escape>"), "Leave the game");
    let recordings = app.world().resource::<Recordings>().clone();
    assert!(recordings.unsaved().is_some());
    assert_eq!(fs::read_to_string(&in_the_way).unwrap(), "a file");
    // There is room again.
    fs::remove_file(&in_the_way).unwrap();
    let title = play(&mut app, "<Escape>");
    assert!(!title.contains("not saved"), "{title}");
    assert_eq!((recordings.unsaved(), recordings.close()), (None, None));
    assert_eq!(commands(&journal(&folder)), 30);
    assert!(continued(&folder).is_ok());
}

/// The games whose end is kept beside this file: their seeds, and how many commands the explorer plays.
const KEPT_GAMES: [(u64, usize); 2] = [(1, 500), (2, 300)];

/// Fails when the same commands lead to something else. `FOGBOUND_REFRESH=1 cargo test --test program the_rules` plays the
/// kept games anew, by the rules of today.
#[test]
fn the_rules_are_those_of_their_version() {
    let kept = |seed: u64| {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join(format!("tests/program/rules/{seed}.journal"))
    };
    if std::env::var_os("FOGBOUND_REFRESH").is_some() {
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
                "{error}\nThe version of the format or of the rules was raised: play the kept games anew with \
                 FOGBOUND_REFRESH=1 cargo test --test program the_rules"
            ),
            Err(error) => panic!(
                "{error}\nThe same commands lead to something else: saved games of players would go astray. If that is \
                 meant, raise RULES in src/journal/header.rs, unless it was raised since the last release, and play the \
                 kept games anew with FOGBOUND_REFRESH=1 cargo test --test program the_rules"
            ),
        }
    }
}

#[test]
fn another_game_has_another_file() {
    let folder = folder("slots");
    let mut app = begun(&folder, seeded(5));
    play(&mut app, "oo");
    let before = fs::read(file(&folder)).unwrap();
    // The menu, and a new game from it.
    play(&mut app, "<Escape><Up><Up><Up><Enter>yl");
    drop(app);
    let (slots, broken) = DataFolder::new(&folder).slots();
    assert_eq!((slots.len(), broken.len()), (2, 0));
    let is_kept = |it: &&fogbound::journal::Slot| fs::read(&it.file).unwrap().starts_with(&before);
    assert_eq!(slots.iter().filter(is_kept).count(), 1);
    assert_ne!(slots[0].seed, slots[1].seed);
}

/// Others could have changed it, or it leads elsewhere.
#[cfg(unix)]
#[test]
fn a_journal_is_ones_own_and_nobody_elses() {
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
    // To be watched it need not be one's own.
    assert!(Journal::read(&file).is_ok());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    assert!(continued(&folder).is_ok());
    // What leads elsewhere is neither listed nor played.
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
