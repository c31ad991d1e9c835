use super::*;
use crossterm::event::{KeyEventKind, MouseButton, MouseEventKind};
use proptest::prelude::*;

const PLAIN: KeyModifiers = KeyModifiers::NONE;
const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
const ALT: KeyModifiers = KeyModifiers::ALT;
/// The byte sequences that terminals send for Ctrl-C.
const INTERRUPTS: [&[u8]; 3] = [b"\x03", b"\x1b[99;5u", b"\x1b[27;5;99~"];
/// Unfinished sequences.
const UNFINISHED: [&[u8]; 22] = [
    b"\x1b",
    b"\x1b[",
    b"\x1b[[",
    b"\x1b[1;",
    b"\x1b[<0;",
    b"\x1b[?",
    b"\x1b[?1u",
    b"\x1b[3$",
    b"\x1bO",
    b"\x1bO5",
    b"\x1b[M",
    b"\x1b[M  ",
    b"\x1b]",
    b"\x1b]11",
    b"\x1b]11;rgb:00",
    b"\x1bP1+r",
    b"\x1bP1+r\x1b",
    b"\x1b[200~hello",
    b"\x1b[200~hello\x1b[201",
    b"\x1b[200~\x1b[M",
    b"\xf0\x9f",
    b"\x1b[200~\xf0\x9f",
];

fn parse(parser: &mut Parser, bytes: &[u8]) -> Vec<Received> {
    let mut all = Vec::new();
    parser.read(bytes, |it| all.push(it));
    all
}

/// Returns what the parser emits for these bytes followed by a long pause.
fn received(bytes: &[u8]) -> Vec<Received> {
    let mut parser = Parser::default();
    let mut all = parse(&mut parser, bytes);
    while parser.patience().is_some() {
        parser.give_up(|it| all.push(it));
    }
    all
}

fn key(code: Code, modifiers: KeyModifiers) -> Received {
    Received::Event(Event::Key(KeyEvent::new(code, modifiers)))
}

fn keys(text: &str) -> Vec<Received> {
    text.chars().map(|it| key(Code::Char(it), PLAIN)).collect()
}

fn mouse(kind: MouseEventKind, column: u16, row: u16, modifiers: KeyModifiers) -> Received {
    Received::Event(Event::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers,
    }))
}

fn is_ctrl_c(received: &Received) -> bool {
    matches!(received, Received::Event(Event::Key(key)) if is_interrupt(key))
}

/// Sequences, each with the key that it stands for.
const KEYS: [(&str, Code, KeyModifiers); 57] = [
    ("l", Code::Char('l'), PLAIN),
    ("L", Code::Char('L'), PLAIN),
    ("ж", Code::Char('ж'), PLAIN),
    ("\u{1f409}", Code::Char('\u{1f409}'), PLAIN),
    ("\r", Code::Enter, PLAIN),
    ("\n", Code::Enter, PLAIN),
    ("\t", Code::Tab, PLAIN),
    ("\x7f", Code::Backspace, PLAIN),
    ("\x08", Code::Backspace, PLAIN),
    ("\x16", Code::Char('v'), CONTROL),
    ("\0", Code::Char('@'), CONTROL),
    ("\x1b[A", Code::Up, PLAIN),
    ("\x1bOA", Code::Up, PLAIN),
    ("\x1b[1;2A", Code::Up, SHIFT),
    ("\x1b[2A", Code::Up, SHIFT),
    ("\x1b[a", Code::Up, SHIFT),
    ("\x1b[1;3B", Code::Down, ALT),
    ("\x1b[1;6C", Code::Right, SHIFT.union(CONTROL)),
    ("\x1b[E", Code::KeypadBegin, PLAIN),
    ("\x1bOE", Code::KeypadBegin, PLAIN),
    ("\x1b[Z", Code::BackTab, SHIFT),
    ("\x1b[1;2Z", Code::BackTab, SHIFT),
    ("\x1b[H", Code::Home, PLAIN),
    ("\x1b[1~", Code::Home, PLAIN),
    ("\x1b[7~", Code::Home, PLAIN),
    ("\x1bOH", Code::Home, PLAIN),
    ("\x1b[F", Code::End, PLAIN),
    ("\x1b[4~", Code::End, PLAIN),
    ("\x1b[2~", Code::Insert, PLAIN),
    ("\x1b[3~", Code::Delete, PLAIN),
    ("\x1b[5;2~", Code::PageUp, SHIFT),
    ("\x1b[6~", Code::PageDown, PLAIN),
    ("\x1bOP", Code::F(1), PLAIN),
    ("\x1bO2P", Code::F(1), SHIFT),
    ("\x1b[P", Code::F(1), PLAIN),
    ("\x1b[1;2P", Code::F(1), SHIFT),
    ("\x1b[[A", Code::F(1), PLAIN),
    ("\x1b[11~", Code::F(1), PLAIN),
    ("\x1b[[E", Code::F(5), PLAIN),
    ("\x1b[15~", Code::F(5), PLAIN),
    ("\x1b[21;5~", Code::F(10), CONTROL),
    ("\x1b[24~", Code::F(12), PLAIN),
    ("\x1b[27u", Code::Esc, PLAIN),
    ("\x1b[13u", Code::Enter, PLAIN),
    ("\x1b[9;2u", Code::BackTab, SHIFT),
    ("\x1b[118;3u", Code::Char('v'), ALT),
    ("\x1b[99;5u", Code::Char('c'), CONTROL),
    ("\x1b[99;69u", Code::Char('c'), CONTROL),
    ("\x1b[99:67;6u", Code::Char('c'), SHIFT.union(CONTROL)),
    // Ctrl-C on a Russian keyboard.
    ("\x1b[1089::99;5u", Code::Char('c'), CONTROL),
    ("\x1b[27;5;99~", Code::Char('c'), CONTROL),
    ("\x1b[49:33;2u", Code::Char('!'), SHIFT),
    ("\x1b[57400u", Code::Char('1'), PLAIN),
    ("\x1b[57414u", Code::Enter, PLAIN),
    ("\x1b[57417u", Code::Left, PLAIN),
    ("\x1b[57427u", Code::KeypadBegin, PLAIN),
    ("\x1b[57376u", Code::F(13), PLAIN),
];

#[test]
fn keys_are_parsed_in_every_encoding() {
    for (bytes, code, modifiers) in KEYS {
        assert_eq!(
            received(bytes.as_bytes()),
            [key(code, modifiers)],
            "{bytes:?}"
        );
    }
    let mut up = KeyEvent::new(Code::Up, PLAIN);
    up.kind = KeyEventKind::Release;
    let released = received(b"\x1b[1;1:3A");
    assert_eq!(released, [Received::Event(Event::Key(up))]);
}

#[test]
fn the_mouse_is_parsed_in_every_encoding() {
    let left = MouseEventKind::Down(MouseButton::Left);
    for (bytes, kind, column, row, modifiers) in [
        (b"\x1b[<0;5;3M".as_slice(), left, 4, 2, PLAIN),
        (b"\x1b[32;5;3M", left, 4, 2, PLAIN),
        (b"\x1b[M %#", left, 4, 2, PLAIN),
        (b"\x1b[M \x7f\xff", left, 94, 222, PLAIN),
        (b"\x1b[<16;5;3M", left, 4, 2, CONTROL),
        (
            b"\x1b[<0;5;3m",
            MouseEventKind::Up(MouseButton::Left),
            4,
            2,
            PLAIN,
        ),
        (
            b"\x1b[<2;1;1M",
            MouseEventKind::Down(MouseButton::Right),
            0,
            0,
            PLAIN,
        ),
        (b"\x1b[<35;5;3M", MouseEventKind::Moved, 4, 2, PLAIN),
        (b"\x1b[<64;5;3M", MouseEventKind::ScrollUp, 4, 2, PLAIN),
        (b"\x1b[97;5;3M", MouseEventKind::ScrollDown, 4, 2, PLAIN),
        (b"\x1b[<0;65535;1M", left, 65534, 0, PLAIN),
    ] {
        let expected = mouse(kind, column, row, modifiers);
        assert_eq!(received(bytes), [expected], "{}", bytes.escape_ascii());
    }
}

#[test]
fn a_mouse_report_outside_the_screen_is_ignored() {
    for bytes in [
        "\x1b[<0;0;0M",
        "\x1b[<35;5;0M",
        "\x1b[<35;0;5M",
        "\x1b[<0;65537;1M",
        "\x1b[<0;4294967296;1M",
        "\x1b[M   ",
        "\x1b[M !  ",
        "\x1b[32;0;0M",
        "\x1b[0;1;1M",
        "\x1b[<256;1;1M",
    ] {
        let rest = received(format!("{bytes}l").as_bytes());
        let rest: Vec<_> = rest.into_iter().filter(|it| *it != keys(" ")[0]).collect();
        assert_eq!(rest, keys("l"), "{bytes:?}");
    }
}

#[test]
fn answers_are_not_keys() {
    for (bytes, answer) in [
        ("\x1b[0;0R", Answer::Cursor),
        ("\x1b[12;40R", Answer::Cursor),
        ("\x1b[?1u", Answer::Keyboard),
        ("\x1b[?0u", Answer::Keyboard),
        ("\x1b[?62;1;22c", Answer::Attributes),
    ] {
        assert_eq!(
            received(bytes.as_bytes()),
            [Received::Answer(answer)],
            "{bytes:?}"
        );
    }
    for bytes in [
        "\x1b]11;rgb:0000/0000/0000\x1b\\",
        "\x1b]4;1;rgb:ff/ff/ff\x07",
        "\x1bP>|xterm(390)\x1b\\",
        "\x1bP1+r436f=323536\x1b\\",
        "\x1b[>41;390;0c",
        "\x1b[?2026;2$y",
        "\x1b[?997;1n",
    ] {
        let all = received(format!("{bytes}l").as_bytes());
        // Ctrl-G may end the text of an answer. As a key, it has no effect.
        let all: Vec<_> = all
            .into_iter()
            .filter(|it| *it != key(Code::Char('g'), CONTROL))
            .collect();
        assert_eq!(all, keys("l"), "{bytes:?}");
    }
}

#[test]
fn escape_and_keys_in_quick_succession_are_keys() {
    let escape = || key(Code::Esc, PLAIN);
    for text in [
        "o", "[", "]", "O", "P", "_", "]4", "P0", "Ol", "O5l", "]l", "]1234567",
    ] {
        let expected: Vec<_> = [escape()].into_iter().chain(keys(text)).collect();
        assert_eq!(
            received(format!("\x1b{text}").as_bytes()),
            expected,
            "{text}"
        );
    }
    assert_eq!(received(b"\x1b"), [escape()]);
    assert_eq!(received(b"\x1b\x1b"), [escape(), escape()]);
    assert_eq!(
        received(b"\x1b[\x1b"),
        [escape(), keys("[").remove(0), escape()]
    );
    assert_eq!(received(b"\x1b\x1b[A"), [escape(), key(Code::Up, PLAIN)]);
    assert_eq!(received(b"\x1b\r"), [escape(), key(Code::Enter, PLAIN)]);
}

#[test]
fn a_sequence_may_arrive_in_pieces() {
    let whole = b"\x1b[1;2Ax\x1bOQ\xd0\xb6\x1b[<0;5;3M\x1b[M %#\x1b[200~a\x1b[201~\x1b]1;a\x1b\\l";
    let mut parser = Parser::default();
    let pieces = whole.chunks(1);
    let in_pieces: Vec<_> = pieces.flat_map(|it| parse(&mut parser, it)).collect();
    assert_eq!(in_pieces, received(whole));
    assert_eq!(parser.patience(), None);
}

#[test]
fn a_paste_is_text_and_ends_after_a_pause() {
    let paste = |text: &str| Received::Event(Event::Paste(text.to_owned()));
    let whole = "\x1b[200~Qy ж\r\x1b[A\x1b[31m\x1b[<0;5;3M\x1b[201~l";
    assert_eq!(
        received(whole.as_bytes()),
        [paste("Qy ж\n"), keys("l").remove(0)]
    );
    let mut parser = Parser::default();
    assert_eq!(parse(&mut parser, b"\x1b[200~hello"), []);
    assert_eq!(parser.patience(), Some(LONG));
    let mut all = Vec::new();
    parser.give_up(|it| all.push(it));
    assert_eq!(all, [paste("hello")]);
    assert_eq!(parse(&mut parser, b"l"), keys("l"));
    assert_eq!(received(b"\x1b[201~l"), keys("l"));
    // An answer may arrive within a paste.
    let answered = received(b"\x1b[200~a\x1b[1;1Rb\x1b[201~");
    assert_eq!(answered, [Received::Answer(Answer::Cursor), paste("ab")]);
}

#[test]
fn buffers_are_limited() {
    let many = "7;".repeat(100_000);
    for begun in ["\x1b[", "\x1b]1;", "\x1bP1+", "\x1b]", "\x1b[200~", "\x1bO"] {
        let mut parser = Parser::default();
        parse(&mut parser, format!("{begun}{many}").as_bytes());
        let kept = parser.paste.as_deref().unwrap_or_default();
        assert!(kept.len() <= LONGEST_PASTE && parser.pending.len() <= LONGEST_SEQUENCE);
    }
    assert_eq!(received(format!("\x1b[{many}Al").as_bytes()), keys("l"));
}

#[test]
fn invalid_text_is_skipped() {
    for bytes in [
        b"\xff".as_slice(),
        b"\x80",
        b"\xc0\xaf",
        b"\xe0\x80\x80",
        b"\xed\xa0\x80",
        b"\xf5\x80\x80\x80",
        b"\xf0\x9f",
        b"\xc2\x9b",
        b"\x9b",
    ] {
        let all = received(&[bytes, b"l"].concat());
        assert_eq!(all, keys("l"), "{}", bytes.escape_ascii());
    }
}

#[test]
fn ctrl_c_works_within_any_sequence() {
    for begun in UNFINISHED {
        for interrupt in INTERRUPTS {
            let mut parser = Parser::default();
            parse(&mut parser, begun);
            let all = parse(&mut parser, interrupt);
            assert!(
                all.last().is_some_and(is_ctrl_c),
                "{} {}",
                begun.escape_ascii(),
                interrupt.escape_ascii()
            );
        }
    }
}

#[test]
fn a_pause_ends_any_sequence() {
    for begun in UNFINISHED {
        let mut parser = Parser::default();
        parse(&mut parser, begun);
        for _ in 0..3 {
            parser.give_up(|_| {});
        }
        assert_eq!(parser.patience(), None, "{}", begun.escape_ascii());
        assert_eq!(parse(&mut parser, b"l"), keys("l"));
    }
}

#[test]
fn the_parser_survives_every_sequence_of_four_parameters() {
    const NUMBERS: [&str; 5] = ["", "0", "1", "65535", "4294967296"];
    let mut lists = vec![String::new()];
    for from in 0..4 {
        let longest = lists.clone().into_iter();
        let longer = longest.filter(|it| it.matches(';').count() == from);
        let longer = longer.flat_map(|list| NUMBERS.map(|it| format!("{list}{it};")));
        lists.extend(longer.collect::<Vec<_>>());
    }
    assert_eq!(lists.len(), 1 + 5 + 25 + 125 + 625);
    let mut parser = Parser::default();
    for mark in ["", "<", "=", ">", "?"] {
        for list in &lists {
            let list = list.strip_suffix(';').unwrap_or(list);
            for end in 0x40..=0x7e {
                let sequence = format!("\x1b[{mark}{list}{}", char::from(end));
                parse(&mut parser, sequence.as_bytes());
                let all = parse(&mut parser, b"\x03");
                assert!(all.last().is_some_and(is_ctrl_c), "{sequence:?}");
            }
        }
    }
}

proptest! {
    #[test]
    fn the_parser_survives_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0..200_usize) {
        let mut parser = Parser::default();
        let (front, back) = bytes.split_at(cut.min(bytes.len()));
        let mut all = parse(&mut parser, front);
        all.extend(parse(&mut parser, back));
        prop_assert_eq!(&all, &parse(&mut Parser::default(), &bytes));
        let end = parse(&mut parser, b"\x1b[99;5u");
        prop_assert!(end.last().is_some_and(is_ctrl_c));
        prop_assert_eq!(parser.patience(), None);
    }
}
