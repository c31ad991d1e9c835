//! Contains the body of each fuzz target, which passes the bytes to one of the game's parsers and checks what that
//! parser promises.
//!
//! Nothing in this file needs a fuzzer. `tests/repository/fuzz_corpus.rs` includes this file and runs every reader on
//! its corpus.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::{self, Debug};

use bevy::app::App;
use bevy::ecs::message::Messages;
use bevy::ecs::world::World;
use fogbound::acts::game_bindings;
use fogbound::control::{KeyFile, KeyQueue, KeyScript};
use fogbound::dungeon::{Level, LevelSource};
use fogbound::fov::{
    Algorithm, Cone, FieldOfView, IVec2, OpacityMap, Shape, Sight, UVec2, VisibleSet,
};
use fogbound::frontend::terminal::{Parser, Received};
use fogbound::game::bestiary::{
    Bestiary, MAX_MONSTER_SIGHT, Monster, MonsterFiles, Notice, can_be_shown, load_monsters,
};
use fogbound::game::{
    Game, GameEvent, GameSetup, PlayerCommand, SimulationPlugin, begin_game, carry_out, fingerprint,
};
use fogbound::journal::{Journal, Seal, read_command};
use fogbound::map::{AsciiMap, MAX_CREATURES, MAX_SIDE};
use fogbound::modes::Settings;
use fogbound::view::{ColorDepth, Display, Palette};

/// The name of a target, which is also the name of its folder in the corpus, and the function that reads the bytes.
pub type Reader = (&'static str, fn(&[u8]));

/// Every reader.
pub const READERS: [Reader; 9] = [
    ("commands", commands),
    ("fov", fov),
    ("journal", journal),
    ("keys", keys),
    ("map", map),
    ("monsters", monsters),
    ("palette", palette),
    ("settings", settings),
    ("terminal", terminal),
];

/// Checks that an error's message is not empty, contains no control characters, and is short enough to read.
fn check_message(error: &impl fmt::Display) {
    const LONGEST: usize = 4_000;
    let message = error.to_string();
    assert!(!message.trim().is_empty());
    assert!(!message.contains(char::is_control), "{message:?}");
    assert!(message.chars().count() <= LONGEST, "{message}");
}

/// Reads the input twice and checks that both results are the same. If the result is an error, also checks the error
/// message.
fn read_twice<T, E>(read: impl Fn() -> Result<T, E>) -> Option<T>
where
    T: PartialEq + Debug,
    E: PartialEq + Debug + fmt::Display,
{
    let first = read();
    assert_eq!(first, read());
    first.inspect_err(check_message).ok()
}

/// Checks ASCII maps: a map that can be read can be written, and the written text reads back as the same map.
pub fn map(data: &[u8]) {
    let Some(drawn) = read_twice(|| AsciiMap::read_from("map", data)) else {
        return;
    };
    let size = drawn.map.size();
    assert!(size.min_element() >= 1 && size.max_element() <= MAX_SIDE);
    assert!(drawn.creatures.len() <= MAX_CREATURES);
    let written = drawn.to_ascii();
    assert_eq!(AsciiMap::parse("map", &written).as_ref(), Ok(&drawn));

    let Some(level) = read_twice(|| Level::from_ascii(drawn.clone())) else {
        return;
    };
    assert!(level.map.contains(level.start));
    let again = AsciiMap::parse("map", &level.to_ascii()).and_then(Level::from_ascii);
    assert_eq!(again, Ok(level));
}

/// The separator between two monster files in one input.
const NEXT_FILE: &str = "\n---\n";

/// Checks several monster files at once. Valid files give monsters within their limits, with different names and
/// glyphs. Invalid files give error messages. The same files always give the same result.
pub fn monsters(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let texts = text.split(NEXT_FILE).map(str::to_owned);
    let names = (0..).map(|number: u32| format!("{number:04}.ron"));
    let files = MonsterFiles::recorded(names.zip(texts));
    let without_minds = Bestiary::without_minds(&files);
    check_bestiary(&without_minds);
    WORLD.with_borrow_mut(|app| {
        let world = app.world_mut();
        let (bestiary, notices) = load(world, files.clone());
        check_bestiary(&bestiary);
        notices.iter().for_each(check_message);
        // A monster that can be read with its minds can also be read without them, unless another monster has the same
        // name or letter. The other monster may be one whose minds are invalid.
        let mut names = bestiary.iter().map(|it| &it.name);
        let is_known = |name: &String| without_minds.get(name).is_some();
        assert!(!without_minds.errors().is_empty() || names.all(is_known));
        let (again, _) = load(world, files);
        assert_eq!(bestiary.errors(), again.errors());
        assert!(bestiary.texts().eq(again.texts()));
        // Loading the files in use again gives the same monsters, without any error.
        let texts = bestiary.texts();
        let texts = texts.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let (whole, _) = load(world, MonsterFiles::recorded(texts));
        assert_eq!(whole.errors(), []);
        assert!(bestiary.texts().eq(whole.texts()));
    });
}

thread_local! {
    /// An app in which all of the game's minds are registered.
    static WORLD: RefCell<App> = RefCell::new({
        let mut app = App::new();
        app.add_plugins(SimulationPlugin);
        app
    });
}

/// Returns a bestiary made only from `files`, and the notices that the player would see.
fn load(world: &mut World, files: MonsterFiles) -> (Bestiary, Vec<String>) {
    world.insert_resource(Bestiary::default());
    load_monsters(world, files);
    let mut notices = world.resource_mut::<Messages<Notice>>();
    let notices = notices.drain().map(|Notice(line)| line).collect();
    (world.resource::<Bestiary>().clone(), notices)
}

fn check_bestiary(bestiary: &Bestiary) {
    bestiary.errors().iter().for_each(check_message);
    let mut names = BTreeSet::new();
    for monster in bestiary.iter() {
        check_monster(monster);
        assert!(names.insert(&monster.name), "two {}", monster.name);
        // Each letter stands for a monster that has it.
        let meant = bestiary.by_glyph(monster.glyph);
        assert_eq!(meant.map(|it| it.glyph), Some(monster.glyph));
    }
    assert_eq!(names.len(), bestiary.by_file().count());
}

fn check_monster(monster: &Monster) {
    let radius = monster.sight.map(|it| it.radius);
    let (first, last) = monster.appears.depths;
    let (least, most) = monster.appears.group;
    let (weakest, strongest) = monster.damage;
    let holds = [
        (1..=24).contains(&monster.name.chars().count()),
        monster.name.chars().all(can_be_shown),
        monster.description.chars().all(can_be_shown),
        monster.glyph.is_ascii_alphabetic(),
        (1..=9_999).contains(&monster.health),
        (0..=strongest).contains(&weakest) && strongest <= 999,
        (1..=1_000).contains(&monster.speed),
        radius.is_none_or(|it| it.is_some_and(|it| (1..=MAX_MONSTER_SIGHT).contains(&it))),
        (1..=last).contains(&first) && last <= 99,
        (1..=most).contains(&least) && most <= 20,
    ];
    assert!(holds.iter().all(|it| *it), "{holds:?}: {monster:?}");
}

/// Checks palettes: a palette can be reduced to any colour depth without losing the text of its file.
pub fn palette(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let first = Palette::from_ron(text);
    assert_eq!(first, Palette::from_ron(text));
    match first {
        Err(error) => {
            check_message(&error);
            check_message(&error.in_file("two\nlines"));
        }
        Ok(palette) => {
            assert_eq!(palette.text_of_file(), text);
            assert!((50..=100).contains(&palette.far()));
            for depth in ColorDepth::ALL {
                let shown = palette.in_depth(depth);
                assert_eq!(shown.depth(), depth);
                assert_eq!(shown.text_of_file(), text);
                assert_eq!(shown.in_depth(depth), shown);
            }
        }
    }
}

/// Checks key scripts and key files: a script types its keys, and a file that is written reads back as the same file.
pub fn keys(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    if let Some(script) = read_twice(|| text.parse::<KeyScript>()) {
        assert_eq!(script.is_empty(), text.is_empty());
        assert!(script.len() <= text.chars().count());
        let mut queue = KeyQueue::default();
        script.type_into(&mut queue);
        assert_eq!(queue.is_empty(), script.is_empty());
    }
    let mut bindings = game_bindings();
    if let Some(file) = read_twice(|| KeyFile::from_ron(text, &bindings)) {
        let written = file.to_ron(&bindings);
        assert_eq!(KeyFile::from_ron(&written, &bindings).as_ref(), Ok(&file));
        assert_eq!(file.apply(&mut bindings), Ok(()));
        // A script can type every key in the file.
        for key in file.keys.iter().flat_map(|(_, keys)| keys) {
            let script = key.to_string().parse::<KeyScript>();
            assert_eq!(script.map(|it| it.len()), Ok(1), "{key:?}");
        }
    }
}

/// Checks settings files: every setting is within its limits, and settings that are written read back as the same
/// settings.
pub fn settings(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let read = |text: &str| Settings::from_ron(text).map(|it| it.to_ron());
    let Some(written) = read_twice(|| read(text)) else {
        return;
    };
    assert_eq!(read(&written).as_ref(), Ok(&written));
    let settings = Settings::from_ron(text).expect("the same text was read before");
    let is_zoom = |it: u8| Display::ZOOMS.contains(&it);
    assert!(settings.zoom.is_none_or(is_zoom));
    let (least, most) = Display::MEMORY_BRIGHTNESS;
    assert!((least..=most).contains(&settings.memory_brightness));
    assert!(!settings.palette.is_empty());
}

/// Checks saved games: reads the bytes as they are, then again with a valid seal on each line, so that the fuzzer gets
/// past the seals.
pub fn journal(data: &[u8]) {
    check_journal(data);
    let mut seal = Seal::default();
    let text = String::from_utf8_lossy(data);
    let sealed: String = text.lines().map(|line| seal.close(line)).collect();
    check_journal(sealed.as_bytes());
}

fn check_journal(bytes: &[u8]) {
    let journal = match Journal::parse(bytes) {
        Ok(journal) => journal,
        Err(error) => {
            let again = Journal::parse(bytes).expect_err("the same bytes were an error before");
            assert_eq!(error, again);
            check_message(&error);
            return;
        }
    };
    assert_eq!(journal.whole + journal.torn, bytes.len() as u64);
    // Without its incomplete end, the journal reads the same.
    let whole = usize::try_from(journal.whole).expect("it is at most the number of bytes");
    let again = Journal::parse(&bytes[..whole]).expect("the whole part is a journal");
    assert_eq!((again.whole, again.torn), (journal.whole, 0));
    assert_eq!(again.unfinished, None);
    assert_eq!(again.header, journal.header);
    assert_eq!(again.check, journal.check);
    assert_eq!((again.records, again.end), (journal.records, journal.end));
}

/// The level on which commands are tried.
const HOUSE: &str = "\
#####################
#@..+...r....+...>..#
#...#...~....#......#
#...'...k....+..%...#
#####################";

/// How many lines of an input are carried out.
const MOST_COMMANDS: usize = 40;

/// Reads each line as a command of a journal and carries it out, in one small game. No command makes the game panic,
/// whatever cells, numbers and actors it names, and a command that can be read is written and read again as the same.
pub fn commands(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    WORLD.with_borrow_mut(|app| {
        let world = app.world_mut();
        let source = LevelSource::drawn("a house", HOUSE).expect("the map is valid");
        let game = Game::new(GameSetup {
            source,
            ..GameSetup::default()
        });
        begin_game(world, game.expect("the game is valid"));
        for line in text.lines().take(MOST_COMMANDS) {
            match read_command(world, line) {
                // These begin another game.
                Ok(PlayerCommand::NewDungeon | PlayerCommand::Again) => {}
                Ok(command) => {
                    assert_eq!(read_command(world, line), Ok(command), "{line}");
                    carry_out(world, command);
                    world.resource_mut::<Messages<GameEvent>>().clear();
                    fingerprint(world);
                }
                Err(why) => {
                    assert!(!why.contains(char::is_control) || line.contains(char::is_control))
                }
            }
        }
    });
}

/// Reads a map, an eye and a sight, and checks the view that each algorithm computes: no cell outside the shape is
/// visible, and `can_see` agrees with the whole view.
pub fn fov(data: &[u8]) {
    let [
        width,
        height,
        x,
        y,
        choice,
        radius,
        facing,
        degrees,
        bits @ ..,
    ] = data
    else {
        return;
    };
    let size = UVec2::new(u32::from(*width), u32::from(*height));
    // The eye may also be just off the map.
    let eye = IVec2::new(i32::from(*x) - 2, i32::from(*y) - 2);
    let mut map = OpacityMap::new(size, false);
    for (at, byte) in (0..).zip(bits) {
        for bit in 0..8 {
            let index = at * 8 + bit;
            let cell = IVec2::new(index % size.x.max(1) as i32, index / size.x.max(1) as i32);
            map.set(cell, byte >> bit & 1 != 0);
        }
    }
    let choice = usize::from(*choice);
    let mut sight = Sight::default()
        .with_algorithm(Algorithm::ALL[choice % 8])
        .with_shape(Shape::ALL[choice / 8 % 3]);
    sight.radius = Some(u32::from(*radius)).filter(|radius| *radius < 250);
    sight.walls = choice / 24 % 2 == 0;
    if choice >= 128 {
        let facing = IVec2::new(i32::from(facing & 15) - 7, i32::from(facing >> 4) - 7);
        sight = sight.with_cone(Cone::new(facing, 2 * u16::from(*degrees)));
    }

    let (mut engine, mut seen) = (FieldOfView::new(), VisibleSet::new());
    engine.compute(&map, eye, sight, &mut seen);
    assert_eq!(seen.contains(eye), map.contains(eye));
    // The ends of the rays that `raycast` casts are rounded.
    let rounded = sight.algorithm == Algorithm::Raycast && sight.shape == Shape::Circle;
    for cell in seen.iter() {
        assert!(map.contains(cell) && (rounded || sight.reaches(cell - eye)));
    }
    let target = IVec2::new(i32::from(*facing), i32::from(*degrees));
    assert_eq!(
        engine.can_see(&map, eye, target, sight),
        seen.contains(target)
    );
}

/// Checks terminal input: the input means the same whether it arrives all at once or byte by byte, giving up on
/// unfinished input leaves nothing unfinished, and Ctrl-C always gets through.
pub fn terminal(data: &[u8]) {
    let parse = |parser: &mut Parser, bytes: &[u8]| {
        let mut all = Vec::new();
        parser.read(bytes, |heard| all.push(heard));
        all
    };
    let (mut whole, mut pieces) = (Parser::default(), Parser::default());
    let all = parse(&mut whole, data);
    let mut again = Vec::new();
    for byte in data.chunks(1) {
        again.extend(parse(&mut pieces, byte));
    }
    assert_eq!(all, again);
    let fresh = |bytes: &[u8]| parse(&mut Parser::default(), bytes);
    for ctrl_c in [b"\x03".as_slice(), b"\x1b[99;5u"] {
        let end = parse(&mut whole.clone(), ctrl_c);
        assert_eq!(end.last(), fresh(ctrl_c).last());
    }
    // The first call ends an unfinished sequence, and the second call ends an unfinished paste.
    for _ in 0..2 {
        pieces.give_up(|heard| assert!(matches!(heard, Received::Event(_))));
    }
    assert_eq!(pieces.patience(), None);
    assert_eq!(parse(&mut pieces, b"l"), fresh(b"l"));
}
