//! A mistake in a file of tiles, vaults or depths is reported in one line: file, line and column, what is wrong, and what
//! would be accepted. A file without mistakes changes the game by data alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fogbound::dungeon::{
    Builder, Builders, DEPTHS, Depths, Odds, Stands, Stock, TILES, VAULTS, Vault,
};
use fogbound::game::bestiary::{Bestiary, MonsterFiles};
use fogbound::game::{Things, unknown_names};
use fogbound::grid::Grid;
use fogbound::map::{AsciiMap, DataError, Tile, TileColors, TileMap, TileSet, write_ascii};
use fogbound::{IVec2, UVec2};

/// The file of a vault.
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

/// Tiles that the game does not have: reeds hide whoever walks in, and bend.
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

// A table has two lines for each mistake: the mistake, and indented below it how the message begins after the file's
// name and a colon. In the first line, \n stands for the end of a line.

/// Each entry begins in line 3 of a file of tiles.
const TILE_MISTAKES: &str = r##"
"Moss": (glyph: '♣')
    3:1: tile: found `"Moss"`; expected a name in lower case and double quotes, of 1 to 24 Latin letters, such as "moss"
moss: (glyph: '♣')
    3:1: tile: found `moss`; expected a name in lower case and double quotes
"moss": (glyph: '♣'),\n"moss": (glyph: '♠')
    4:1: the tile "moss" is here a second time; the first is at 3:
"moss": '♣'
    3:9: expected opening `(` for struct `Tile`
"moss": (glyph: '♣' walkable: true)
    3:21: expected comma
"moss": (walkable: true)
    3:9: the field `glyph` is missing, which the new tile "moss" needs
"rubbel": (percent: 150)
    3:11: the field `glyph` is missing, which the new tile "rubbel" needs (did you mean "rubble"?)
"moss": (glyph: '♣', walkabel: true)
    3:22: unknown field `walkabel` (did you mean `walkable`?); the fields are description, glyph, drawn, mass, colors,
"moss": (glyph: '♣', poison: 3)
    3:22: unknown field `poison`; the fields are description, glyph,
"moss": (glyph: '♣', glyph: '♠')
    3:22: the field `glyph` is here a second time; the first is at 3:10

"moss": (glyph: "♣")
    3:17: glyph: found `"♣"`; expected a character in single quotes that every screen can show, no letter, no digit and no @
"moss": (glyph: 'm')
    3:17: glyph: found `'m'`; expected a character in single quotes
"moss": (glyph: '7')
    3:17: glyph: found `'7'`; expected a character in single quotes
"moss": (glyph: '@')
    3:17: glyph: found `'@'`; expected a character in single quotes
"moss": (glyph: '☃')
    3:17: glyph: found `'☃'`; expected a character in single quotes
"moss": (glyph: '♣', drawn: '苔')
    3:29: drawn: found `'苔'`; expected a character in single quotes that every screen can show, such as '.'
"moss": (glyph: '#')
    3:17: glyph: '#' is that of the tile "wall"; every tile has one of its own
"floor": (glyph: ',')
    3:18: glyph: ',' is that of the tile "rubble"; every tile has one of its own
"moss": (glyph: '♣'),\n"slime": (glyph: '♣')
    3:17: glyph: '♣' is that of the tile "slime"; every tile has one of its own

"moss": (glyph: '♣', opaque: "yes")
    3:30: opaque: found `"yes"`; expected true or false
"moss": (glyph: '♣', percent: 20)
    3:31: percent: found `20`; expected a whole number from 50 to 1000
"moss": (glyph: '♣', percent: 99.5)
    3:31: percent: found `99.5`; expected a whole number from 50 to 1000
"moss": (glyph: '♣', description: "мох")
    3:35: description: found `"мох"`; expected a text in double quotes, of at most 240 signs that every screen can show
"moss": (glyph: '♣', stairs: "sideways")
    3:30: stairs: found `"sideways"`; expected one of "up", "down"
"moss": (glyph: '♣', flame: (radius: 21))
    3:38: flame.radius: found `21`; expected a whole number from 1 to 20
"moss": (glyph: '♣', flame: (radios: 3))
    3:30: unknown field `radios` (did you mean `radius`?); the fields are radius, color, in_wall
"moss": (glyph: '♣', colors: (lit: "white"))
    3:36: colors.lit: found `"white"`; expected a colour as "#rrggbb"
"moss": (glyph: '♣', colors: (lit: "#ffffff"))
    3:30: the field `colors.ground` is missing
"moss": (glyph: '♣', in_time: (turns: 0, becomes: "floor"))
    3:39: in_time.turns: found `0`; expected a whole number from 1 to 100000
"moss": (glyph: '♣', in_time: (turns: 5))
    3:31: the field `in_time.becomes` is missing

"moss": (glyph: '♣', trampled: "flor")
    3:32: trampled: found `"flor"`; expected the name of a tile of this file or of the game (did you mean "floor"?)
"moss": (glyph: '♣', kindled: "a bonfire on the beach")
    3:31: kindled: found `"a bonfire on the beach"`; expected the name of a tile of this file or of the game
"moss": (glyph: '♣', opens_to: floor)
    3:32: opens_to: found `floor`; expected the name of a tile in double quotes
"moss": (glyph: '♣', like: "flor")
    3:28: like: found `"flor"`; expected the name of a tile of this file or of the game
"moss": (glyph: '♣', seems: "wall")
    3:29: seems: the tile "wall" differs in what is seen and walked; expected one that is opaque and walkable as this one is
"moss": (glyph: '♣', opens_to: "wall")
    3:32: opens_to: the tile "wall" cannot be walked on; expected one that can
"moss": (glyph: '♣', put_out: "floor")
    3:31: put_out: nothing burns in it; expected a tile with `flame`
"moss": (glyph: '♣', taken: (leaves: "wall"))
    3:29: taken: "wall" cannot be left; expected a tile that can be walked on
"moss": (glyph: '♣', trampled: "wall")
    3:32: trampled: found "wall"; expected a tile that can be walked on and is not trampled itself
"##;

/// Each is a change of [`ROOM`].
const VAULT_MISTAKES: &str = r#"
----\n =>
    5:1: found `#####`; expected `key: value`, a comment or ----
---- => ---
    5:1: found `---`; expected `key: value`, a comment or ----
depths: 2-5 => depth: 2-5
    3:1: unknown key `depth`; the keys are name, note, depths, weight, stands, turns, and the digits 0 to 9
depths: 2-5 => depths: 2-5\n// Again.\ndepths: 3
    5:1: the key `depths` is here a second time; the first is in line 3
name: the quiet room\n =>
    4:1: the key `name` is missing above here
depths: 2-5\n => \n
    5:1: the key `depths` is missing above here
the quiet room => The Quiet Room
    1:7: name: found `The Quiet Room`; expected 1 to 32 lower-case letters and blanks
note: It is quiet, and somebody is there. => note:
    2:6: note: found ``; expected a sentence of at most 240 letters
depths: 2-5 => depths: 5-2
    3:9: depths: found `5-2`; expected first-last, two levels from 1 to 99, the first not below the second, such as 2-5
depths: 2-5 => depths:   0-3
    3:11: depths: found `0-3`; expected first-last
depths: 2-5 => depths: 2-100
    3:9: depths: found `2-100`; expected first-last
depths: 2-5 => depths: 1-4294967297
    3:9: depths: found `1-4294967297`; expected first-last
depths: 2-5 => depths: deep
    3:9: depths: found `deep`; expected first-last
2-5 => 2-5\nweight: 0
    4:9: weight: found `0`; expected a whole number from 1 to 100
2-5 => 2-5\nstands: here
    4:9: stands: found `here`; expected anywhere, near or far
2-5 => 2-5\nturns: maybe
    4:8: turns: found `maybe`; expected yes or no

1: any monster => 1: some monster
    4:4: 1: found `some monster`; expected `any monster`, `deep monster` or `monster NAME`, each with `, asleep` or without;
1: any monster => 1: any monster, awake
    4:4: 1: found `any monster, awake`; expected `any monster`
1: any monster => 1: thing
    4:4: 1: found `thing`; expected `any monster`
1: any monster => 1: tile floor or flor
    4:4: 1: there is no tile `flor`
@.1.@ => @.12@
    7:4: nothing above says what `2` is; expected a line such as `2: any monster`
@.1.@ => @...@
    4:4: `1` is nowhere in the drawing; draw it or leave it out

@.1.@ => @°1♣@
    7:4: unknown character '♣'; expected the glyph of a tile, a letter of a monster, a digit, @ or a blank
@.1.@ => @>1.@
    7:2: a vault has no stairs down; the level places it
@.1.@ => @^1.@
    7:2: a vault has no beacon; the level places it
@.1.@ => #.1.#
    5:1: the drawing has no entrance; at least one @ is needed at its outline
@.1.@ => @.1@#
    7:4: this entrance is inside; expected @ where the drawing ends or borders on a blank
@.1.@ => @.1..
    7:5: the vault is open here; expected walls all around but for its entrances
----\n##### => ----\n##=##
    6:3: the vault is open here
----\n##### => ----\n ####
    7:2: the vault is open here
@.1.@ => @1#.#
    7:4: nobody gets here from the entrances; expected a way over the four sides of cells
@.1.@ => @1?.@
    7:5: only a secret door leads here from the first entrance; expected a way without one
"#;

/// Each level begins in line 2 of a file of depths.
const DEPTH_MISTAKES: &str = r#"
2: (name: "a", arrival: "b")
    2:1: found the level `2`; expected 1: levels are numbered from 1 on
"1": (name: "a", arrival: "b")
    2:1: found the level `"1"`; expected 1
1: (name: "a", arrival: "b"),\n3: (name: "a", arrival: "b")
    3:1: found the level `3`; expected 2
1: (name: "a", arrival: "b"),\n1: (name: "a", arrival: "b")
    3:1: found the level `1`; expected 2
1: "the cellars"
    2:4: expected opening `(` for struct `Depth`
1: (name: "a" arrival: "b")
    2:15: expected comma
1: (name: "a")
    2:4: the field `arrival` is missing
1: (arrival: "b")
    2:4: the field `name` is missing
1: (name: "a", arival: "b")
    2:16: unknown field `arival` (did you mean `arrival`?); the fields are name, arrival, builders, lit, braziers,
1: (name: "a", name: "c", arrival: "b")
    2:16: the field `name` is here a second time; the first is at 2:5

1: (name: 1, arrival: "b")
    2:11: name: found `1`; expected a text in double quotes, of 1 to 160 signs that every screen can show
1: (name: "", arrival: "b")
    2:11: name: found `""`; expected a text in double quotes, of 1 to 160 signs
1: (name: "a", arrival: "Темно.")
    2:25: arrival: found `"Темно."`; expected a text in double quotes, of 1 to 160 signs
1: (name: "a", arrival: "b", lit: 101)
    2:35: lit: found `101`; expected a whole number from 0 to 100
1: (name: "a", arrival: "b", crowd: -1)
    2:37: crowd: found `-1`; expected a whole number from 0 to 1000
1: (name: "a", arrival: "b", deeper: "all")
    2:38: deeper: found `"all"`; expected a whole number from 0 to 100
1: (name: "a", arrival: "b", vaults: 3)
    2:38: vaults: found `3`; expected (least, most): two whole numbers from 0 to 20
1: (name: "a", arrival: "b", vaults: (3, 1))
    2:38: vaults: found `(3, 1)`; expected (least, most): two whole numbers from 0 to 20, the first not above the second
1: (name: "a", arrival: "b", builders: "bsp")
    2:40: expected opening `{`
1: (name: "a", arrival: "b", builders: { bsp: 1 })
    2:42: name: found `bsp`; expected a name in double quotes
1: (name: "a", arrival: "b", builders: { "mazes": 1 })
    2:42: builders: there is no builder `"mazes"` (did you mean "maze"?); the builders are bsp, rooms, caves, maze, mixed
1: (name: "a", arrival: "b", builders: { "bsp": 0 })
    2:49: `"bsp"`: found `0`; expected a whole number from 1 to 1000
1: (name: "a", arrival: "b", builders: { "bsp": "often" })
    2:49: `"bsp"`: found `"often"`; expected a whole number from 1 to 1000
1: (name: "a", arrival: "b", favours: { "rat": 1001 })
    2:48: `"rat"`: found `1001`; expected a whole number from 1 to 1000
"#;

/// The mistakes of a table, each with how its message begins.
fn mistakes(table: &str) -> Vec<(String, &str)> {
    let lines: Vec<&str> = table.lines().filter(|it| !it.is_empty()).collect();
    let pairs = lines.chunks(2);
    pairs
        .map(|it| (it[0].replace("\\n", "\n"), it[1].trim_start()))
        .collect()
}

/// The first message. Every message is one line that begins with the file's name.
#[track_caller]
fn first(file: &str, errors: &[DataError]) -> String {
    for error in errors {
        let told = error.to_string();
        assert!(told.starts_with(&format!("{file}:")), "{told}");
        assert!(!told.contains(char::is_control), "{told:?}");
    }
    errors.first().expect("there is an error").to_string()
}

/// What is wrong with a file of tiles.
#[track_caller]
fn tiles_told(text: &str) -> String {
    let errors = TileSet::with(TILES, text).expect_err(text);
    first(TILES, &errors)
}

/// What is wrong with a vault.
#[track_caller]
fn vault_told(text: &str) -> String {
    let error = Vault::read(ROOM_FILE, text, TileSet::default()).expect_err(text);
    first(ROOM_FILE, &[error])
}

/// What is wrong with a file of depths.
#[track_caller]
fn depths_told(text: &str) -> String {
    let errors = Depths::read(DEPTHS, text, &Builders::default()).expect_err(text);
    first(DEPTHS, &errors)
}

/// Checks how a message begins after the file's name and a colon.
#[track_caller]
fn check(told: &str, file: &str, start: &str) {
    let start = format!("{file}:{start}");
    assert!(
        told.starts_with(&start),
        "\nexpected {start}\n   found {told}"
    );
}

/// [`ROOM`] with something else in place of `from`.
#[track_caller]
fn room_with(from: &str, to: &str) -> String {
    assert_eq!(ROOM.matches(from).count(), 1, "{from}");
    ROOM.replace(from, to)
}

#[test]
fn mistakes_in_tiles() {
    for (entry, start) in mistakes(TILE_MISTAKES) {
        let told = tiles_told(&format!("// Mine.\n{{\n{entry}\n}}"));
        check(&told, TILES, start);
    }
}

#[test]
fn mistakes_in_vaults() {
    for (change, start) in mistakes(VAULT_MISTAKES) {
        let (from, to) = change.split_once(" =>").expect("FROM => TO");
        let text = room_with(from, to.strip_prefix(' ').unwrap_or(to));
        check(&vault_told(&text), ROOM_FILE, start);
    }
}

#[test]
fn mistakes_in_depths() {
    for (level, start) in mistakes(DEPTH_MISTAKES) {
        let told = depths_told(&format!("{{\n{level}\n}}"));
        check(&told, DEPTHS, start);
    }
}

#[test]
fn files_that_hold_too_little_or_too_much() {
    let many = format!("{{{}}}", "\"moss\": (),".repeat(1025));
    let cases = [
        ("", "1:1: expected opening `{`"),
        ("[]", "1:1: expected opening `{`"),
        ("{} x", "1:4: non-whitespace trailing characters"),
        ("{\n\"moss\": (glyph: '♣'),\n", "3:1: unexpected end of RON"),
        (&many, "1:1: found 1025 tiles; expected at most 1024"),
    ];
    for (text, start) in cases {
        check(&tiles_told(text), TILES, start);
    }

    let level = |number: u32| format!("{number}: (name: \"a\", arrival: \"b\"),");
    let many = format!("{{{}}}", (1..=100).map(level).collect::<String>());
    let cases = [
        ("", "1:1: expected opening `{`"),
        ("// None.\n{}", "2:1: found 0 levels; expected from 1 to 99"),
        ("{\n1: (name: \"a\",\n", "3:1: unexpected end of RON"),
        (&many, "1:1: found 100 levels; expected from 1 to 99"),
    ];
    for (text, start) in cases {
        check(&depths_told(text), DEPTHS, start);
    }

    let (header, _) = ROOM.split_once("#####").unwrap();
    let blank = format!("{header}\n  \n");
    let wide = format!("{header}{}\n", "#".repeat(49));
    let tall = format!("{header}{}", "#\n".repeat(33));
    let cases = [
        ("", "1:1: there is no drawing; expected a line of hyphens"),
        (
            "name: a room\n// Later.\n",
            "2:1: there is no drawing; expected a line of hyphens",
        ),
        (&blank, "5:1: nothing is drawn below the line of hyphens"),
        (
            &wide,
            "6:1: the drawing has 49x1 cells; at most 48x32 are accepted",
        ),
        (
            &tall,
            "6:1: the drawing has 1x33 cells; at most 48x32 are accepted",
        ),
    ];
    for (text, start) in cases {
        check(&vault_told(text), ROOM_FILE, start);
    }
}

/// Blanks and comments before a value, a byte order mark, and the ends of lines on Windows do not count.
#[test]
fn a_mistake_is_where_its_own_text_begins() {
    let cases = [
        (
            "{\"moss\": /* soft */ (glyph: /* ♣ */ 'm')}",
            "1:37: glyph: found `'m'`",
        ),
        (
            "{\"moss\": (glyph:\n// A letter?\n  'm')}",
            "3:3: glyph: found `'m'`",
        ),
        (
            "\u{feff}{\"moss\": (glyph: 'm')}",
            "1:18: glyph: found `'m'`",
        ),
        (
            "\u{feff}{\r\n\"moss\": (glyph: 'm')}",
            "2:17: glyph: found `'m'`",
        ),
    ];
    for (text, start) in cases {
        check(&tiles_told(text), TILES, start);
    }
    let windows = format!("\u{feff}{}", room_with("2-5", "5-2").replace('\n', "\r\n"));
    let told = vault_told(&windows);
    check(&told, ROOM_FILE, "3:9: depths: found `5-2`;");
}

/// [`first`] checks that no message holds the characters that steer a terminal.
#[test]
fn what_a_message_quotes_stays_on_its_line() {
    let told = tiles_told("{\"mo\nss\": (glyph: '♣')}");
    check(&told, TILES, "1:2: tile: found `\"mo ss\"`;");
    let told = tiles_told("{\"mo\u{1b}[2Jss\": (glyph: '♣')}");
    check(&told, TILES, "1:2: tile: found `\"mo\\u{1b}[2Jss\"`;");
    let told = vault_told(&room_with("quiet room", "\u{1b}[2J room"));
    check(&told, ROOM_FILE, "1:7: name: found `the \\u{1b}[2J room`;");
    let told = vault_told(&room_with("@.1.@", "@\t1.@"));
    check(&told, ROOM_FILE, "7:2: unknown character '\\t';");
    let told = depths_told("{1: (name: \"\u{1b}[2J\", arrival: \"b\")}");
    check(&told, DEPTHS, "1:12: name: found `\"\\u{1b}[2J\"`;");
}

#[test]
fn all_that_is_wrong_with_a_file_is_told_at_once() {
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
fn a_file_adds_tiles_by_data_alone() {
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

    // The game's own tiles are there as before.
    assert_eq!(set.iter().count(), Tile::ALL.len() + 2);
    for tile in Tile::ALL {
        assert_eq!(set.get(tile.name()), Some(tile));
        assert_eq!(set.from_glyph(tile.glyph()), Some(tile));
        assert_eq!(set.own(tile).kind(), tile.kind());
    }
    assert_eq!(TileSet::default().get("reeds"), None);
}

#[test]
fn a_tile_of_a_makers_own_is_drawn_in_maps_and_vaults() {
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
    // Without the file, nobody knows the character.
    assert!(AsciiMap::parse("pond.txt", POND).is_err());

    let vault = room_with("@.1.@", "@♠1.@");
    Vault::read(ROOM_FILE, &vault, set).unwrap();
    let told = vault_told(&vault);
    check(&told, ROOM_FILE, "7:2: unknown character '♠';");
}

#[test]
fn a_tile_is_like_another_wherever_that_stands_in_the_file() {
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
    // Two that are like each other are like nothing else.
    assert_eq!(colors("wet moss"), colors("dry moss"));
}

#[test]
fn a_changed_tile_is_the_same_tile() {
    let text = r#"{ "floor": (glyph: '`') }"#;
    let set = TileSet::with(TILES, text).unwrap();
    let floor = set.get("floor").unwrap();
    assert_eq!(floor, Tile::FLOOR);
    assert_eq!(set.own(Tile::FLOOR).glyph(), '`');
    assert_eq!(Tile::FLOOR.glyph(), '.', "the game's own is as it was");
    assert_eq!(set.from_glyph('`'), Some(floor));
    assert_eq!(set.from_glyph('.'), None);
    // What the file does not name is as before.
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
fn a_vault_without_mistakes_is_read() {
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
fn depths_without_mistakes_are_read() {
    let text = r#"{
        // Only what must be there.
        1: (name: "the one", arrival: "It is damp."),
        2: (
            name: "the other",
            arrival: "It is dry.",
            builders: { "maze": 2, "caves": 1 },
            lit: 0, braziers: 100, torches: 7,
            crowd: 0, deeper: 100,
            favours: { "rat": 1000 },
            vaults: (0, 20),
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
    let odds = Odds {
        lit: 0,
        braziers: 100,
        torches: 7,
        vaults: (0, 20),
    };
    assert_eq!(other.odds, odds);
    assert_eq!((other.crowd, other.deeper), (0, 100));
    assert_eq!(other.favours.get("rat"), Some(&1000));
}

/// What comes of a maker's files, and what is told of them.
fn stock(files: &[(&str, &str)]) -> (Stock, Vec<String>) {
    let file = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let files: BTreeMap<String, String> = files.iter().map(file).collect();
    let (stock, errors) = Stock::read(&files, &Builders::default());
    (stock, errors.iter().map(ToString::to_string).collect())
}

#[test]
fn broken_files_are_left_out_and_the_games_own_are_kept() {
    let kennel = format!("{VAULTS}kennel.txt");
    let (stock, told) = stock(&[
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
    assert_eq!(told.len(), starts.len(), "{told:#?}");
    for (told, start) in told.iter().zip(starts) {
        assert!(told.starts_with(start), "{told}");
    }

    let own = Stock::default();
    assert_eq!(stock.tiles(), own.tiles());
    assert_eq!(stock.tiles().get("moss"), None);
    assert_eq!(stock.depths(), own.depths());
    // The vault without mistakes is the only one that differs.
    let in_force: Vec<&String> = stock.texts().keys().collect();
    assert_eq!(in_force, [ROOM_FILE]);
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
    let (stock, told) = stock(&[(ROOM_FILE, &text)]);
    let [told] = &told[..] else {
        panic!("not one message: {told:#?}")
    };
    let start =
        format!("{ROOM_FILE}: name: the vault of {VAULTS}kennel.txt is called \"the kennel\"");
    assert!(told.starts_with(&start), "{told}");
    assert_eq!(stock, Stock::default());
}

#[test]
fn a_makers_tiles_vaults_and_depths_work_together() {
    let vault = room_with("@.1.@", "@♠1.@");
    let (stock, told) = stock(&[
        (TILES, REEDS),
        (DEPTHS, "{ 1: (name: \"the fen\", arrival: \"Reeds.\") }"),
        (ROOM_FILE, &vault),
    ]);
    assert_eq!(told, [""; 0]);
    assert!(stock.tiles().get("reeds").is_some());
    assert_eq!(stock.depths().count(), 1);
    assert_eq!(stock.vaults().len(), Stock::default().vaults().len() + 1);
    assert_eq!(stock.texts().len(), 3);
}

/// Who and what they name is looked up when there are monsters and things.
#[test]
fn names_that_nobody_has_are_told_and_the_rest_is_used() {
    let den = "\
name: the den
note: Somebody lives there.
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
    let told = unknown_names(&stock, &bestiary, &Things::default());
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    let begins = [
        "vaults/den.txt:4:4: there is no thing \"bone\" (did you mean \"bones\"?); nothing will lie there",
        "vaults/den.txt:5:4: there is no monster \"goblinn\" (did you mean \"goblin\"?); nobody of that name",
        "vaults/den.txt:8:5: no monster has the letter 'Q'; nobody will be there. The letters are ",
        "depths.ron:2:61: favours: there is no monster \"unicorn\"; nobody of that name will be there",
    ];
    assert_eq!(told.len(), begins.len(), "{told:#?}");
    for (told, begin) in told.iter().zip(begins) {
        assert!(told.starts_with(begin), "{told}");
    }
}

#[test]
fn what_comes_with_the_game_names_nobody_who_is_not_there() {
    let assets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"));
    let names = fs::read_dir(assets.join(VAULTS)).unwrap();
    let names = names.map(|it| format!("{VAULTS}{}", it.unwrap().file_name().to_string_lossy()));
    let names = names.chain([DEPTHS.to_owned()]);
    let read = |name: String| (name.clone(), fs::read_to_string(assets.join(name)).unwrap());
    let (stock, errors) = Stock::read(&names.map(read).collect(), &Builders::default());
    assert_eq!((stock.texts().len(), errors), (56, Vec::new()));
    let bestiary = Bestiary::without_minds(&MonsterFiles::built_in());
    assert_eq!(unknown_names(&stock, &bestiary, &Things::default()), []);
}
