//! A mistake in a tile, vault or depth file is reported on one line that gives the file, the line, the column, what is
//! wrong, and what would be accepted. A valid file changes the game without any code changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bevy::app::App;
use fogbound::dungeon::{
    Builder, Builders, Chances, DEPTHS, Depths, FogPlan, Stands, Stock, TILES, VAULTS, Vault,
};
use fogbound::game::bestiary::{Bestiary, MonsterFiles, load_monsters};
use fogbound::game::{SimulationPlugin, Things, unknown_names};
use fogbound::grid::Grid;
use fogbound::map::{AsciiMap, DataError, Tile, TileColors, TileMap, TileSet, write_ascii};
use fogbound::{IVec2, UVec2};

/// The name of a vault file.
const ROOM_FILE: &str = "vaults/quiet-room.txt";

/// A vault without mistakes.
const ROOM: &str = "\
name: the quiet room
note: It is quiet, and somebody is there.
depths: 2-5
1: any monster
----
#####
@.1.@
#####
";

/// Custom tiles: reeds are opaque until they are trampled.
const REEDS: &str = r##"{
    "reeds": (
        description: "Higher than a head, and they rustle.",
        glyph: '♠',
        drawn: '♣',
        mass: true,
        opaque: true,
        walkable: true,
        colors: (lit: "#102030", ground: "#405060", remembered: "#708090", remembered_ground: "#A0b0C0"),
        trampled: "bent reeds",
    ),
    "bent reeds": (glyph: '♣', walkable: true, percent: 150, like: "foliage"),
}"##;

/// Mistakes and the messages about them. The file explains its own format.
const MISTAKES: &str = include_str!("mistakes.txt");

/// The escapes in `mistakes.txt` for characters that the file cannot contain literally.
const ESCAPES: [(&str, &str); 8] = [
    ("(nothing)", ""),
    ("\\n", "\n"),
    ("\\r", "\r"),
    ("\\t", "\t"),
    ("\\u{0}", "\0"),
    ("\\u{1b}", "\u{1b}"),
    ("\\u{200b}", "\u{200b}"),
    ("\\u{feff}", "\u{feff}"),
];

/// Reads text that contains a mistake, treating the text as a file of the given kind. Returns the file's name and all
/// messages about the file.
fn messages(kind: &str, written: &str) -> (&'static str, Vec<String>) {
    let lines = |errors: Vec<DataError>| errors.iter().map(ToString::to_string).collect();
    let tiles = |text: &str| (TILES, lines(TileSet::with(TILES, text).expect_err(text)));
    let depths = |text: &str| {
        let read = Depths::read(DEPTHS, text, &Builders::default());
        (DEPTHS, lines(read.expect_err(text)))
    };
    let vault = |text: &str| {
        let read = Vault::read(ROOM_FILE, text, TileSet::default());
        (ROOM_FILE, lines(vec![read.expect_err(text)]))
    };
    match kind {
        "an entry that begins in line 3 of a file of tiles" => {
            tiles(&format!("// Mine.\n{{\n{written}\n}}"))
        }
        "a file of tiles" => tiles(written),
        "a change of the quiet room, FROM => TO" => {
            let (from, to) = written.split_once(" =>").expect("FROM => TO");
            vault(&room_with(from, to.strip_prefix(' ').unwrap_or(to)))
        }
        "the file of a vault" => vault(written),
        "a level that begins in line 2 of a file of depths" => {
            depths(&format!("{{\n{written}\n}}"))
        }
        "a file of depths" => depths(written),
        "a map" => {
            let error = AsciiMap::parse("map.txt", written).expect_err(written);
            ("map.txt", vec![error.to_string()])
        }
        _ => panic!("unknown kind of file: {kind}"),
    }
}

/// Asserts that every message is a single line that begins with the file's name, and that `start` follows the name in
/// the first message.
#[track_caller]
fn check(kind: &str, written: &str, start: &str) {
    let (file, all) = messages(kind, written);
    for message in &all {
        assert!(message.starts_with(&format!("{file}:")), "{message}");
        assert!(
            !message.contains(|it: char| it.is_control() || it == '\u{200b}'),
            "{message:?}"
        );
    }
    let about = all[0][file.len()..].trim_start_matches([':', ' ']);
    assert!(
        about.starts_with(start),
        "{written}\nexpected {start}\n   found {about}"
    );
}

#[test]
fn a_mistake_is_reported_in_one_line_with_its_position() {
    let mut count = 0;
    for section in MISTAKES.split("\n== ").skip(1) {
        let (kind, table) = section.split_once('\n').unwrap();
        let lines: Vec<&str> = table.lines().filter(|it| !it.is_empty()).collect();
        for case in lines.chunks(2) {
            let unescape = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
            let written = ESCAPES.iter().fold(case[0].to_owned(), unescape);
            check(kind, &written, case[1].trim_start());
            count += 1;
        }
    }
    assert!(count > 120, "only {count}");
}

#[test]
fn oversized_files_are_refused() {
    let many = format!("{{{}}}", "\"moss\": (),".repeat(1025));
    let start = "1:1: found 1025 tiles; expected at most 1024";
    check("a file of tiles", &many, start);
    let level = |number: u32| format!("{number}: (name: \"a\", arrival: \"b\"),");
    let many = format!("{{{}}}", (1..=100).map(level).collect::<String>());
    let start = "1:1: found 100 levels; expected from 1 to 99";
    check("a file of depths", &many, start);
    let (header, _) = ROOM.split_once("#####").unwrap();
    for (drawing, size) in [("#".repeat(49), "49x1"), ("#\n".repeat(33), "1x33")] {
        let start = format!("6:1: the drawing has {size} cells; at most 48x32 are accepted");
        check(
            "the file of a vault",
            &format!("{header}{drawing}\n"),
            &start,
        );
    }
}

/// [`ROOM`] with `from` replaced by `to`.
#[track_caller]
fn room_with(from: &str, to: &str) -> String {
    assert_eq!(ROOM.matches(from).count(), 1, "{from}");
    ROOM.replace(from, to)
}

#[test]
fn all_mistakes_in_a_file_are_reported_at_once() {
    let places = |errors: Vec<DataError>| -> Vec<String> {
        let place = |it: &DataError| it.place.unwrap().to_string();
        errors.iter().map(place).collect()
    };
    let tiles = r#"{
"moss": (glyph: '♣', percent: 20),
"Slime": (glyph: '♠'),
"floor": (opens_to: "flor"),
}"#;
    let errors = TileSet::with(TILES, tiles).unwrap_err();
    assert_eq!(places(errors), ["2:31", "3:1", "4:21"]);
    let depths = r#"{
1: (name: "", arrival: "b", lit: 101),
3: (name: "a", builders: { "mazes": 1 }),
}"#;
    let errors = Depths::read(DEPTHS, depths, &Builders::default()).unwrap_err();
    assert_eq!(places(errors), ["2:11", "2:34", "3:1", "3:4", "3:28"]);
}

#[test]
fn a_file_alone_adds_tiles() {
    let set = TileSet::with(TILES, REEDS).unwrap();
    let reeds = set.get("reeds").unwrap();
    assert!(reeds.is_walkable() && reeds.is_opaque());
    assert_eq!((reeds.glyph(), reeds.kind().drawn), ('♠', '♣'));
    assert_eq!((reeds.percent(), reeds.flame()), (100, None));
    let colors = TileColors {
        lit: [0x10, 0x20, 0x30],
        ground: [0x40, 0x50, 0x60],
        remembered: [0x70, 0x80, 0x90],
        remembered_ground: [0xa0, 0xb0, 0xc0],
    };
    assert_eq!(reeds.kind().colors, colors);

    let bent = reeds.kind().trampled.unwrap();
    assert_eq!(Some(bent), set.get("bent reeds"));
    assert!(bent.is_walkable() && !bent.is_opaque());
    assert_eq!(bent.percent(), 150);
    assert_eq!(bent.kind().colors, Tile::FOLIAGE.kind().colors);

    // The built-in tiles are unchanged.
    assert_eq!(set.iter().count(), Tile::ALL.len() + 2);
    for tile in Tile::ALL {
        assert_eq!(set.get(tile.name()), Some(tile));
        assert_eq!(set.from_glyph(tile.glyph()), Some(tile));
        assert_eq!(set.own(tile).kind(), tile.kind());
    }
    assert_eq!(TileSet::default().get("reeds"), None);
}

#[test]
fn custom_tiles_work_in_maps_and_vaults() {
    const POND: &str = "#####\n#~♠.#\n#####\n";
    let set = TileSet::with(TILES, REEDS).unwrap();
    let rows: Vec<Vec<char>> = POND.lines().map(|row| row.chars().collect()).collect();
    let tile = |cell: IVec2| {
        set.from_glyph(rows[cell.y as usize][cell.x as usize])
            .unwrap()
    };
    let map = TileMap::from_tiles(Grid::from_fn(UVec2::new(5, 3), tile));
    let cell = IVec2::new(2, 1);
    assert_eq!(map.tile_set(), set);
    assert_eq!(map.tile(cell).name(), "reeds");
    assert!(map.is_walkable(cell) && map.is_opaque(cell));
    assert_eq!(write_ascii(&map, None, &[]), POND);
    // Without the file, the character is unknown.
    assert!(AsciiMap::parse("pond.txt", POND).is_err());

    let vault = room_with("@.1.@", "@♠1.@");
    Vault::read(ROOM_FILE, &vault, set).unwrap();
}

#[test]
fn like_may_name_a_tile_defined_later() {
    let text = r##"{
        "ash moss": (glyph: '♠', like: "moss"),
        "dry moss": (glyph: '♣', like: "wet moss"),
        "moss": (glyph: '♥', like: "zinc moss"),
        "wet moss": (glyph: '♦', like: "dry moss"),
        "zinc moss": (glyph: '☼', like: "water", colors: (lit: "#102030", ground: "#405060",
            remembered: "#708090", remembered_ground: "#A0b0C0")),
    }"##;
    let set = TileSet::with(TILES, text).unwrap();
    let colors = |name: &str| set.get(name).unwrap().kind().colors;
    assert_eq!(colors("zinc moss").lit, [0x10, 0x20, 0x30]);
    assert_eq!(colors("moss"), colors("zinc moss"));
    assert_eq!(colors("ash moss"), colors("zinc moss"));
    // Two tiles may also name each other in `like`.
    assert_eq!(colors("wet moss"), colors("dry moss"));
}

#[test]
fn a_changed_tile_keeps_its_identity() {
    let text = r#"{ "floor": (glyph: '`') }"#;
    let set = TileSet::with(TILES, text).unwrap();
    let floor = set.get("floor").unwrap();
    assert_eq!(floor, Tile::FLOOR);
    assert_eq!(set.own(Tile::FLOOR).glyph(), '`');
    assert_eq!(Tile::FLOOR.glyph(), '.', "the built-in tile is unchanged");
    assert_eq!(set.from_glyph('`'), Some(floor));
    assert_eq!(set.from_glyph('.'), None);
    // Everything that the file does not mention is unchanged.
    let (new, old) = (floor.kind(), Tile::FLOOR.kind());
    assert_eq!(new.colors, old.colors);
    assert_eq!(new.description, old.description);
    assert!(new.is_walkable && !new.is_opaque && new.is_mass);
    assert_eq!(
        TileSet::with(TILES, text).unwrap(),
        set,
        "the same text makes the same tiles"
    );
}

#[test]
fn a_valid_vault_is_read() {
    let read = |text: &str| Vault::read(ROOM_FILE, text, TileSet::default()).unwrap();
    let room = read(ROOM);
    assert_eq!(room.name, "the quiet room");
    assert_eq!(room.note, "It is quiet, and somebody is there.");
    assert_eq!(room.size(), UVec2::new(5, 3));
    assert_eq!((room.depths, room.weight), ((2, 5), 10));
    assert_eq!((room.stands, room.turns), (Stands::Anywhere, true));

    let windows = format!("\u{feff}{}", ROOM.replace('\n', "\r\n"));
    assert_eq!(read(&windows), room);
    assert_eq!(read(&room_with("2-5", "2")).depths, (2, 2));
    let far = read(&room_with(
        "2-5",
        "2-5\nweight: 100\nstands: far\nturns: no",
    ));
    assert_eq!(
        (far.weight, far.stands, far.turns),
        (100, Stands::Far, false)
    );
}

#[test]
fn valid_depths_are_read() {
    let text = r#"{
        // Only the required fields.
        1: (name: "the one", arrival: "It is damp."),
        2: (
            name: "the other",
            arrival: "It is dry.",
            builders: { "maze": 2, "caves": 1 },
            lit: 0, braziers: 100, torches: 7,
            crowd: 0, deeper: 100,
            favours: { "rat": 1000 },
            vaults: (0, 20), treasure: 5, fog: (after: 80, rate: 12),
        ),
    }"#;
    let depths = Depths::read(DEPTHS, text, &Builders::default()).unwrap();
    let [one, other] = depths.iter().collect::<Vec<_>>()[..] else {
        panic!("{depths:?}")
    };
    assert_eq!(
        (one.name.as_str(), one.arrival.as_str()),
        ("the one", "It is damp.")
    );
    assert_eq!(one.builders, [(Builder::default(), 1)]);
    assert_eq!((one.crowd, one.deeper, one.favours.len()), (100, 0, 0));
    assert_eq!(other.builders, [(Builder::MAZE, 2), (Builder::CAVES, 1)]);
    let odds = Chances {
        lit: 0,
        braziers: 100,
        torches: 7,
        vaults: (0, 20),
        treasure: 5,
    };
    assert_eq!(other.odds, odds);
    let (after, rate) = (80, 12);
    assert_eq!((one.fog, other.fog), (None, Some(FogPlan { after, rate })));
    assert_eq!((other.crowd, other.deeper), (0, 100));
    assert_eq!(other.favours.get("rat"), Some(&1000));
}

/// Reads custom files. Returns the stock and the messages about the files.
fn stock(files: &[(&str, &str)]) -> (Stock, Vec<String>) {
    let file = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let files: BTreeMap<String, String> = files.iter().map(file).collect();
    let (stock, errors) = Stock::read(&files, &Builders::default());
    (stock, errors.iter().map(ToString::to_string).collect())
}

#[test]
fn broken_files_are_skipped_and_the_built_in_ones_kept() {
    let kennel = format!("{VAULTS}kennel.txt");
    let (stock, messages) = stock(&[
        (TILES, "{\"moss\": (glyph: '♣', percent: 20)}"),
        (DEPTHS, "{}"),
        (&kennel, "name: the kennel\n"),
        (ROOM_FILE, ROOM),
    ]);
    let starts = [
        "tiles.ron:1:32: ",
        "depths.ron:1:1: ",
        "vaults/kennel.txt:1:1: ",
    ];
    assert_eq!(messages.len(), starts.len(), "{messages:#?}");
    for (message, start) in messages.iter().zip(starts) {
        assert!(message.starts_with(start), "{message}");
    }

    let own = Stock::default();
    assert_eq!(stock.tiles(), own.tiles());
    assert_eq!(stock.tiles().get("moss"), None);
    assert_eq!(stock.depths(), own.depths());
    // Only the valid vault is new.
    let accepted: Vec<&String> = stock.texts().keys().collect();
    assert_eq!(accepted, [ROOM_FILE]);
    let others: Vec<&Vault> = stock
        .vaults_by_file()
        .filter(|(file, _)| *file != ROOM_FILE)
        .map(|(_, vault)| vault)
        .collect();
    assert_eq!(others, own.vaults().iter().collect::<Vec<_>>());
    assert_eq!(stock.vaults().len(), own.vaults().len() + 1);
}

#[test]
fn no_two_vaults_share_a_name() {
    let text = room_with("the quiet room", "the kennel");
    let (stock, messages) = stock(&[(ROOM_FILE, &text)]);
    let [message] = &messages[..] else {
        panic!("expected one message: {messages:#?}")
    };
    let name = "\"the kennel\" is already the name of the vault in";
    let start = format!("{ROOM_FILE}: name: {name} {VAULTS}kennel.txt;");
    assert!(message.starts_with(&start), "{message}");
    assert_eq!(stock, Stock::default());
}

#[test]
fn custom_tiles_vaults_and_depths_work_together() {
    let vault = room_with("@.1.@", "@♠1.@");
    let (stock, messages) = stock(&[
        (TILES, REEDS),
        (DEPTHS, "{ 1: (name: \"the fen\", arrival: \"Reeds.\") }"),
        (ROOM_FILE, &vault),
    ]);
    assert_eq!(messages, [""; 0]);
    assert!(stock.tiles().get("reeds").is_some());
    assert_eq!(stock.depths().count(), 1);
    assert_eq!(stock.vaults().len(), Stock::default().vaults().len() + 1);
    assert_eq!(stock.texts().len(), 3);
}

/// Names of monsters and things are looked up only after all monsters and things have been read.
#[test]
fn unknown_names_are_reported_and_the_rest_is_used() {
    let den = "\
name: the den
note: It is lived in.
depths: 1-12
1: thing bone
2: monster goblinn, asleep
----
#######
@.12Qr@
#..Q..#
#######
";
    let depths = r#"{
    1: (name: "unicorn", arrival: "b", favours: { "rat": 2, "unicorn": 3 }),
}"#;
    let (stock, errors) = stock(&[("vaults/den.txt", den), (DEPTHS, depths)]);
    assert_eq!(errors, [""; 0]);
    let bestiary = Bestiary::without_minds(&MonsterFiles::built_in());
    let messages = unknown_names(&stock, &bestiary, &shipped_things());
    let messages: Vec<String> = messages.iter().map(ToString::to_string).collect();
    let begins = [
        "vaults/den.txt:4:4: unknown thing \"bone\" (did you mean \"bones\"?); it is left out",
        "vaults/den.txt:5:4: unknown monster \"goblinn\" (did you mean \"goblin\"?); it is left out",
        "vaults/den.txt:8:5: no monster has the letter 'Q'; it is left out. The letters are ",
        "depths.ron:2:61: favours: unknown monster \"unicorn\"; it is left out",
    ];
    assert_eq!(messages.len(), begins.len(), "{messages:#?}");
    for (message, begin) in messages.iter().zip(begins) {
        assert!(message.starts_with(begin), "{message}");
    }
}

#[test]
fn the_built_in_files_name_only_what_exists() {
    let assets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"));
    let names = fs::read_dir(assets.join(VAULTS)).unwrap();
    let names = names.map(|it| format!("{VAULTS}{}", it.unwrap().file_name().to_string_lossy()));
    let names = names.chain([DEPTHS.to_owned()]);
    let read = |name: String| (name.clone(), fs::read_to_string(assets.join(name)).unwrap());
    let (stock, errors) = Stock::read(&names.map(read).collect(), &Builders::default());
    assert_eq!((stock.texts().len(), errors), (59, Vec::new()));
    let bestiary = Bestiary::without_minds(&MonsterFiles::built_in());
    assert_eq!(unknown_names(&stock, &bestiary, &shipped_things()), []);
}

/// Returns the scenery and the things that ship with the game.
fn shipped_things() -> Things {
    let mut app = App::new();
    app.add_plugins(SimulationPlugin);
    load_monsters(app.world_mut(), MonsterFiles::built_in());
    app.world().resource::<Things>().clone()
}
