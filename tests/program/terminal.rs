//! The terminal, as far as the built binary shows it without one; and how many colours are printed.
#![cfg(feature = "terminal")]

use std::collections::BTreeSet;
use std::process::Stdio;

use crate::common::cli::{command, fogbound};

const GAME: [&str; 4] = ["--seed", "7", "--keys", "ooo"];

/// The numbers that set colours and attributes, as they are written: `38;5;200` is one.
fn numbers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for sequence in text.split("\u{1b}[").skip(1) {
        let (numbers, _) = sequence.split_once('m').unwrap();
        let mut numbers = numbers.split(';');
        while let Some(number) = numbers.next() {
            let more = match (number, number.starts_with(['3', '4'])) {
                ("38" | "48", _) => match numbers.next().unwrap() {
                    "5" => format!(";5;{}", numbers.next().unwrap()),
                    _ => format!(
                        ";2;{}",
                        numbers.by_ref().take(3).collect::<Vec<_>>().join(";")
                    ),
                },
                _ => String::new(),
            };
            found.insert(format!("{number}{more}"));
        }
    }
    found
}

fn printed(colors: &[&str]) -> String {
    let text = ["--frontend", "text", "--ansi"];
    fogbound(text.iter().chain(&GAME).chain(colors)).text()
}

#[test]
fn only_colors_that_there_are_are_printed() {
    let all = printed(&[]);
    assert_eq!(printed(&["--colors", "truecolor"]), all);
    assert_eq!(printed(&["--colors", "auto"]), all);
    assert!(
        numbers(&all)
            .iter()
            .all(|it| it == "0" || it.contains(";2;"))
    );
    let some = printed(&["--colors", "256"]);
    let in_cube = |it: &String| {
        let index = it.rsplit(';').next().unwrap().parse::<u8>();
        it.contains(";5;") && index.is_ok_and(|it| it >= 16)
    };
    assert!(
        numbers(&some).iter().all(|it| it == "0" || in_cube(it)),
        "{:?}",
        numbers(&some)
    );
    assert!(numbers(&some).len() > 8);
    let of = |ranges: &[std::ops::Range<u8>], attributes: &[&str], text: &str| {
        let numbers = numbers(text);
        let few = numbers.iter().all(|it| {
            let number = it.parse::<u8>().unwrap_or(u8::MAX);
            attributes.contains(&it.as_str()) || ranges.iter().any(|range| range.contains(&number))
        });
        assert!(few, "{numbers:?}");
        numbers.len()
    };
    let sixteen = of(
        &[30..38, 90..98, 40..48],
        &["0"],
        &printed(&["--colors", "16"]),
    );
    let eight = of(&[30..38, 40..48], &["0", "1"], &printed(&["--colors", "8"]));
    let none = of(
        &[],
        &["0", "1", "2", "4", "7"],
        &printed(&["--colors", "none"]),
    );
    assert!(
        sixteen > 5 && eight > 4 && none >= 3,
        "{sixteen}, {eight}, {none}"
    );
}

#[test]
fn what_is_no_terminal_is_told_kindly() {
    let mistake = fogbound(["--frontend", "terminal", "--seed", "7"]).mistake();
    for words in [
        "--frontend terminal: ",
        "standard output is not a terminal",
        "--frontend text",
        "--tell",
    ] {
        assert!(mistake.contains(words), "{mistake}");
    }
}

#[test]
fn options_that_are_for_text_are_refused_in_a_terminal() {
    for (option, told) in [
        (vec!["--keys", "-"], "--keys -: "),
        (vec!["--screen", "80x24"], "--screen: "),
        (vec!["--ansi"], "--ansi: "),
        (vec!["--tell"], "--tell: "),
        (vec!["--screenshot", "a.txt"], "--screenshot: "),
    ] {
        let arguments = ["--frontend", "terminal"].into_iter().chain(option);
        let mistake = fogbound(arguments).mistake();
        assert!(mistake.starts_with(told), "{mistake}");
        assert!(mistake.contains("--frontend text"), "{mistake}");
    }
    let mistake = fogbound(["--colors", "32"]).mistake();
    assert!(
        mistake.contains("auto, truecolor, 256, 16, 8, none"),
        "{mistake}"
    );
}

/// Where standard output is no terminal, `auto` prints, whatever the environment says of one.
#[test]
fn a_pipe_gets_text() {
    let mut command = command();
    command.args(["--seed", "7"]).env("TERM", "xterm-256color");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(out.contains('@') && !out.contains('\u{1b}'), "{out}");
}
