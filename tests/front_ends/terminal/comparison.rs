//! Tests of the comparison itself, which must detect every wrong cell and every forbidden sequence.

use vt100::Color;

use super::game::is_within;
use crate::support::emulator::{Emulator, Protocol, Size};
use crate::support::screen::Screen;

const SIZE: Size = Size::new(10, 2);

fn shown(bytes: &str) -> Screen {
    let mut emulator = Emulator::new(SIZE, Protocol::Plain);
    emulator.feed(bytes.as_bytes());
    assert_eq!(emulator.problems(), [""; 0]);
    emulator.screen()
}

#[test]
fn a_wrong_glyph_color_background_or_attribute_is_detected() {
    let right = shown("\x1b[31m@\x1b[0m\x1b[2;1Hl");
    for wrong in [
        "\x1b[31m%\x1b[0m\x1b[2;1Hl",
        "\x1b[32m@\x1b[0m\x1b[2;1Hl",
        "\x1b[31;44m@\x1b[0m\x1b[2;1Hl",
        "\x1b[31;1m@\x1b[0m\x1b[2;1Hl",
        "\x1b[31m@\x1b[0m\x1b[2;2Hl",
        "\x1b[31m@",
    ] {
        let found = shown(wrong).differences(&right);
        assert!((1..=2).contains(&found.len()), "{wrong:?}: {found:?}");
    }
    assert_eq!(right.differences(&right), [""; 0]);
    let found = shown("\x1b[32m@\x1b[0m\x1b[2;1Hl").differences(&right);
    assert_eq!(
        found,
        ["column 0, row 0: '@' color 2 on default instead of '@' color 1 on default"]
    );
}

#[test]
fn a_color_beyond_the_depth_is_detected() {
    let cell = |bytes| shown(bytes).cells()[0];
    assert!(is_within("8", &cell("\x1b[31;44;1m@")));
    assert!(!is_within("8", &cell("\x1b[91;44m@")));
    assert!(!is_within("8", &cell("\x1b[31;44;2m@")));
    assert!(is_within("none", &cell("\x1b[7;4m@")));
    assert!(!is_within("none", &cell("\x1b[31m@")));
    assert!(!is_within("256", &cell("\x1b[38;5;9;48;5;17m@")));
    assert!(!is_within("truecolor", &cell("\x1b[38;5;99;48;5;17m@")));
    assert_eq!(cell("\x1b[38;5;99m@").fore, Color::Idx(99));
}

#[test]
fn a_sequence_that_some_terminals_do_not_know_is_detected() {
    for unknown in [
        "\x1b[5m",
        "\x1b[38;5m",
        "\x1b[3J",
        "\x1b[K",
        "\x1b[4b",
        "\x1b[?1004h",
        "\x1b[9;9H",
        "\x1b]0;title\x07",
        "\x1b(0",
        "\x1b[>1u",
        "\t",
        "\x1b[31m\x1b[2J",
    ] {
        let mut emulator = Emulator::new(SIZE, Protocol::Plain);
        emulator.feed(unknown.as_bytes());
        assert_ne!(emulator.problems(), [""; 0], "{unknown:?}");
    }
}

#[test]
fn sequences_are_understood_in_any_pieces() {
    let written = "\x1b[?1049h\x1b[>5u\x1b[38;2;1;2;3mä@\x1b[2;1H\x1b[0ml\x1b[6n";
    let mut whole = Emulator::new(SIZE, Protocol::Kitty);
    assert_eq!(whole.feed(written.as_bytes()), b"\x1b[2;2R");
    let mut cut = Emulator::new(SIZE, Protocol::Kitty);
    let answers: Vec<u8> = written.bytes().flat_map(|byte| cut.feed(&[byte])).collect();
    assert_eq!(answers, b"\x1b[2;2R");
    assert_eq!(cut.screen(), whole.screen());
    assert_eq!(cut.modes(), whole.modes());
    assert_eq!(cut.modes().flags(), 5);
    cut.feed(b"\x1b[?1049l");
    assert_eq!(
        (cut.modes().flags(), &cut.modes().alternate_flags[..]),
        (0, &[5][..])
    );
}
