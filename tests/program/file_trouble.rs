//! Files that went through an editor, a mail program, a wrong clock or a deletion.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fogbound::game::GameSetup;
use fogbound::journal::{DataFolder, Journal, Replay};
use fogbound::view::MessageLog;

use crate::common::cli::{fogbound, with_settings};
use crate::common::files::empty_folder;
use crate::saved::{app, begun, continued, file, play};

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("trouble-{name}"))
}

fn setup(seed: u64) -> GameSetup {
    GameSetup {
        seed,
        ..GameSetup::default()
    }
}

/// Replays a file to its end, and returns how many commands there are.
fn replayed(file: &Path) -> usize {
    let mut app = app(&folder("replay"));
    let journal = Journal::read(file).unwrap();
    let mut replay = Replay::begin(app.world_mut(), journal).unwrap();
    while replay.step(app.world_mut()).unwrap() {}
    replay.len()
}

#[test]
fn every_text_file_can_begin_with_a_byte_order_mark() {
    let folder = folder("mark");
    let files = [
        ("settings.ron", "(palette: \"high-contrast\")"),
        ("keys.ron", "(keys: {\"explore\": [\"z\"]})"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), format!("\u{feff}{text}")).unwrap();
    }
    let answer = with_settings(&folder, "z");
    assert_eq!((answer.status, answer.err.as_str()), (0, ""));
    assert!(!answer.out.contains("Turn 0"), "{}", answer.out);
    let assets = folder.join("assets/palettes");
    fs::create_dir_all(&assets).unwrap();
    let palette = include_str!("../../assets/palettes/default.ron");
    fs::write(assets.join("default.ron"), format!("\u{feff}{palette}")).unwrap();
    let assets = folder.join("assets");
    let answer = fogbound(["monsters", "--assets", assets.to_str().unwrap()]);
    assert_eq!(answer.err, "");
}

#[test]
fn a_saved_game_with_other_line_ends_replays_and_continues() {
    let folder = folder("ends");
    play(&mut begun(&folder, setup(5)), "oo");
    let file = file(&folder);
    let text = fs::read_to_string(&file).unwrap();
    let commands = replayed(&file);
    fs::write(&file, format!("\u{feff}{}", text.replace('\n', "\r\n"))).unwrap();
    assert_eq!(replayed(&file), commands);
    let mut app = continued(&folder).unwrap();
    play(&mut app, "...");
    drop(app);
    assert_eq!(replayed(&file), commands + 3);
}

#[test]
fn a_saved_game_that_is_deleted_during_play_is_written_again() {
    let folder = folder("deleted");
    let mut app = begun(&folder, setup(5));
    play(&mut app, "oo");
    let first = file(&folder);
    let commands = replayed(&first);
    fs::remove_dir_all(DataFolder::new(&folder).games()).unwrap();
    let screen = play(&mut app, "..");
    let log = app.world().resource::<MessageLog>();
    let said: Vec<String> = log.last(4).collect();
    assert!(
        said.iter().any(|it| it.contains("written again")),
        "{said:?}\n{screen}"
    );
    play(&mut app, ".");
    let said = app
        .world()
        .resource::<MessageLog>()
        .last(9)
        .filter(|it| it.contains("written again"));
    assert_eq!(said.count(), 1, "it is said once");
    drop(app);
    assert_eq!(file(&folder), first);
    assert_eq!(replayed(&first), commands + 3);
    // Another file that takes the place of the game's own is not touched.
    let mut app = continued(&folder).unwrap();
    fs::remove_file(&first).unwrap();
    fs::write(&first, "mine").unwrap();
    play(&mut app, ".");
    drop(app);
    assert_eq!(fs::read_to_string(&first).unwrap(), "mine");
    let games = fs::read_dir(DataFolder::new(&folder).games()).unwrap();
    let others: Vec<PathBuf> = games
        .map(|it| it.unwrap().path())
        .filter(|it| *it != first)
        .collect();
    assert_eq!(others.len(), 1);
    assert_eq!(replayed(&others[0]), commands + 4);
}

#[test]
fn a_date_in_the_future_does_not_make_a_game_the_last_one() {
    let folder = folder("future");
    for seed in [5, 6] {
        play(&mut begun(&folder, setup(seed)), ".");
    }
    let games = DataFolder::new(&folder);
    let (slots, _) = games.slots();
    let old = slots.iter().find(|it| it.seed == 5).unwrap();
    let late = SystemTime::now() + Duration::from_secs(400 * 24 * 60 * 60);
    let file = File::options().write(true).open(&old.file).unwrap();
    file.set_modified(late).unwrap();
    let new = slots.iter().find(|it| it.seed == 6).unwrap();
    let soon = SystemTime::now() + Duration::from_secs(5);
    let file = File::options().write(true).open(&new.file).unwrap();
    file.set_modified(soon).unwrap();
    let (slots, _) = games.slots();
    assert_eq!(slots[0].seed, 6);
}

#[cfg(unix)]
#[test]
fn a_link_among_the_saved_games_is_named() {
    let folder = folder("link");
    play(&mut begun(&folder, setup(5)), ".");
    let real = file(&folder);
    let link = real.with_file_name("other.journal");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let (slots, broken) = DataFolder::new(&folder).slots();
    assert_eq!(slots.len(), 1);
    assert_eq!(broken.len(), 1);
    assert_eq!(broken[0].0, link);
    assert!(broken[0].1.to_string().contains("link"), "{}", broken[0].1);
}

#[test]
fn no_message_is_long_whatever_a_file_contains() {
    let folder = folder("long");
    let vaults = folder.join("vaults");
    fs::create_dir_all(&vaults).unwrap();
    let noise: String = (0..2_000).map(|it| char::from(it as u8 % 31 + 1)).collect();
    let letters = "a".repeat(60_000);
    for text in [
        format!("name: {noise}"),
        format!("name: {letters}"),
        letters.clone(),
        noise.clone(),
        format!("name: den\nnote: n\ndepths: {letters}\n---\n#"),
    ] {
        fs::write(vaults.join("den.txt"), text).unwrap();
        let answer = fogbound([
            "dungeon",
            "--seed",
            "1",
            "--assets",
            folder.to_str().unwrap(),
        ]);
        let longest = answer.err.lines().map(|it| it.chars().count()).max();
        assert!(
            longest.is_some_and(|it| it < 700),
            "{longest:?}: {}",
            answer.err
        );
    }
    for arguments in [
        ["dungeon", "--builder", &letters],
        ["replay", &letters, "--check"],
    ] {
        let error = fogbound(arguments).mistake();
        assert!(error.chars().count() < 1_100, "{}", error.len());
    }
}
