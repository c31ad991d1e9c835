//! ASCII maps are read as they are drawn, and mistakes are reported with their positions.

use bevy::math::{IVec2, UVec2};
use fogbound::map::{AsciiMap, MAX_SIDE, TextPosition, Tile};
use proptest::prelude::*;

fn parse(text: &str) -> AsciiMap {
    AsciiMap::parse("test.txt", text).expect("the map is valid")
}

fn complaint(text: &str) -> String {
    let error = AsciiMap::parse("test.txt", text).expect_err("the map is invalid");
    error.to_string()
}

fn complaint_about_bytes(bytes: &[u8]) -> String {
    let error = AsciiMap::read_from("test.txt", bytes).expect_err("the map is invalid");
    error.to_string()
}

#[test]
fn every_character_stands_for_its_tile() {
    let drawn = parse("#.+'=\"<> @rG");
    let tiles: Vec<_> = drawn.map.iter().map(|(_, tile)| tile).collect();
    assert_eq!(
        tiles,
        [
            Tile::WALL,
            Tile::FLOOR,
            Tile::CLOSED_DOOR,
            Tile::OPEN_DOOR,
            Tile::WINDOW,
            Tile::FOLIAGE,
            Tile::STAIRS_UP,
            Tile::STAIRS_DOWN,
            Tile::ROCK,
            Tile::FLOOR,
            Tile::FLOOR,
            Tile::FLOOR,
        ]
    );
    assert_eq!(drawn.start, Some(IVec2::new(9, 0)));
    assert_eq!(
        drawn.creatures,
        [(IVec2::new(10, 0), 'r'), (IVec2::new(11, 0), 'G')]
    );
}

#[test]
fn x_is_the_column_and_y_the_row_from_the_top_left() {
    let drawn = parse("###\n#.@\n");
    assert_eq!(drawn.map.size(), UVec2::new(3, 2));
    assert_eq!(drawn.start, Some(IVec2::new(2, 1)));
    assert_eq!(drawn.map.tile(IVec2::new(1, 1)), Tile::FLOOR);
    assert_eq!(drawn.map.tile(IVec2::new(1, 0)), Tile::WALL);
}

#[test]
fn short_lines_are_padded_with_rock() {
    let drawn = parse("..\n\n....\n.");
    assert_eq!(drawn.map.size(), UVec2::new(4, 4));
    assert_eq!(
        drawn.map.row(0),
        [Tile::FLOOR, Tile::FLOOR, Tile::ROCK, Tile::ROCK]
    );
    assert_eq!(drawn.map.row(1), [Tile::ROCK; 4]);
    assert_eq!(parse(" ").map.size(), UVec2::ONE);
}

#[test]
fn line_ends_and_a_byte_order_mark_make_no_difference() {
    let plain = parse("#.#\n.@r\n");
    for same in [
        "#.#\n.@r",
        "#.#\r\n.@r\r\n",
        "\u{feff}#.#\n.@r\n",
        "#.#\r\n.@r\n",
    ] {
        assert_eq!(parse(same), plain, "{same:?}");
    }
}

#[test]
fn invalid_utf8_is_reported_with_its_position() {
    let message = complaint_about_bytes(b"...\n..\xff.\n");
    assert!(message.starts_with("test.txt:2:3: "), "{message}");
    assert!(
        message.contains("0xff") && message.contains("UTF-8"),
        "{message}"
    );
    // Try UTF-16, which some editors call Unicode.
    assert!(complaint_about_bytes(b"\xff\xfe#\0.\0").starts_with("test.txt:1:1: "));
    // Try a character that is cut off by the end of the file.
    assert!(complaint_about_bytes(b".\xc3").starts_with("test.txt:1:2: "));
}

#[test]
fn the_largest_map_is_read_and_a_larger_one_is_refused() {
    let side = MAX_SIDE as usize;
    let row = format!("{}\r\n", ".".repeat(side));
    let largest = AsciiMap::read_from("test.txt", row.repeat(side).as_bytes());
    assert_eq!(largest.map(|it| it.map.size()), Ok(UVec2::splat(MAX_SIDE)));

    let wide = complaint(&format!("{}\n", ".".repeat(side + 1)));
    assert!(wide.starts_with("test.txt:1:4097: "), "{wide}");
    assert!(wide.contains("4096"), "{wide}");
    let tall = complaint(&".\n".repeat(side + 1));
    assert!(tall.starts_with("test.txt:4097:1: "), "{tall}");
}

#[test]
fn an_endless_source_is_refused() {
    let error = AsciiMap::read_from("endless", std::io::repeat(b'.')).expect_err("it is endless");
    assert!(error.to_string().contains("4096"), "{error}");
}

#[test]
fn unreadable_files_are_reported() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let error = AsciiMap::read(folder).expect_err("a directory is not a map");
    assert!(error.to_string().contains("directory"), "{error}");
    let error = AsciiMap::read("no/such/map.txt").expect_err("the file does not exist");
    assert!(
        error
            .to_string()
            .starts_with("no/such/map.txt: there is no such file"),
        "{error}"
    );
    assert_eq!(error.place, None::<TextPosition>);
}

#[test]
fn a_name_with_a_line_break_stays_on_one_line() {
    let error = AsciiMap::parse("two\nlines\x1b[31m", "").expect_err("empty");
    assert!(!error.to_string().contains(['\n', '\x1b']), "{error:?}");
}

proptest! {
    #[test]
    fn a_written_map_is_read_back_unchanged(
        lines in prop::collection::vec("[-#.+'=\"<> a-zA-Z]{0,20}", 1..12),
        start in any::<prop::sample::Index>(),
    ) {
        let mut text = lines.join("\n").replace('-', " ");
        prop_assume!(!text.trim_matches('\n').is_empty());
        // Turn one of the characters into the start.
        let at = start.index(text.len());
        if &text[at..=at] != "\n" {
            text.replace_range(at..=at, "@");
        }
        let drawn = parse(&text);
        let written = drawn.to_ascii();
        prop_assert_eq!(&parse(&written), &drawn);
        let width = drawn.map.size().x as usize;
        prop_assert!(written.lines().all(|line| line.chars().count() == width));
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_line(text in any::<String>()) {
        let answer = AsciiMap::parse("test.txt", &text);
        if let Err(error) = answer {
            prop_assert!(!error.to_string().contains(['\n', '\r', '\x1b']));
        }
    }
}
