//! Runs the cases in `tests/program/cases`, whose files specify what is typed and what the program must print.
//!
//! A file begins with a line that states its subject. A case begins with `## ` and the promise that it tests. Each case
//! runs in a new, empty folder. A case consists of these kinds of lines:
//!
//! - `file NAME`, followed by lines that start with `| `: writes a file with these lines.
//! - `< `: a line of standard input for the commands up to the next expectations.
//! - `$ `: optional environment variables and the arguments of a command. Quotes keep a word together. `TEXT` and
//!   `GAME` stand for common arguments. `{a b}` runs the command once with each of these words, and `{}` in an
//!   expectation stands for that word. The expectations below a group of commands apply to every command in the group.
//! - `wrong: `: the exit status is 2, and the only output is one line on standard error that contains these parts,
//!   which are separated by ` | `.
//! - `status: `: the exit status, if it is not 0. `lines: `: the number of lines on standard output.
//! - `err: `: a line on standard error that contains these parts. There must be one such expectation for each line.
//! - `out: `, `not: `: standard output contains all of these parts, or none of them.
//! - `> `: a line of standard output. The output must consist of exactly the lines given this way. A final `|` marks
//!   trailing blanks.
//! - `same`, `differ`: the outputs of the commands in the group are all the same, or all different.
//! - `# `: a comment.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::cli::{Answer, answer_of, command};
use crate::common::files::empty_folder;
use crate::common::seeds::on_all_cores;

/// Short forms of common arguments.
const SHORT: [(&str, &str); 2] = [
    ("TEXT", "--frontend text"),
    ("GAME", "--frontend text --seed 7"),
];

/// A group of commands, and the expectations that apply to each of them.
#[derive(Default)]
struct Group<'a> {
    input: String,
    commands: Vec<&'a str>,
    expected: Vec<(&'a str, &'a str)>,
}

impl<'a> Group<'a> {
    /// Runs the commands. The error describes how the output differs from the expectations.
    fn run(&self, folder: &Path) -> Result<(), String> {
        if self.commands.is_empty() || self.expected.is_empty() {
            let what = "a command without expectations, or expectations without a command";
            return Err(format!("{what}: {:?} {:?}", self.commands, self.expected));
        }
        let mut shown: Vec<String> = Vec::new();
        for line in &self.commands {
            for (line, word) in alternatives(line) {
                let answer = run(folder, &line, &self.input);
                self.check(&answer, word).map_err(|why| {
                    format!(
                        "$ {line}\n  {why}\n  status {}\n{}{}",
                        answer.status, answer.out, answer.err
                    )
                })?;
                shown.push(answer.out);
            }
        }
        let all = shown.len();
        shown.sort();
        shown.dedup();
        match (self.expects("same"), self.expects("differ")) {
            (true, _) if shown.len() != 1 => Err(format!("{:?}: not the same", self.commands)),
            (_, true) if shown.len() != all => Err(format!("{:?}: the same", self.commands)),
            _ => Ok(()),
        }
    }

    fn of<'b>(&'b self, kind: &'b str) -> impl Iterator<Item = &'a str> + 'b {
        let expected = self.expected.iter().filter(move |(it, _)| *it == kind);
        expected.map(|(_, text)| *text)
    }

    fn expects(&self, kind: &str) -> bool {
        self.of(kind).next().is_some()
    }

    fn check(&self, answer: &Answer, word: &str) -> Result<(), String> {
        let has = |text: &str, parts: &str| {
            let parts = parts.replace("{}", word);
            let missing = parts.split(" | ").find(|part| !text.contains(part.trim()));
            missing.map_or(Ok(()), |part| Err(format!("without {part:?}")))
        };
        for parts in self.of("wrong") {
            has(answer.wrong()?, parts)?;
        }
        let is_wrong = self.expects("wrong");
        let status = self
            .of("status")
            .next()
            .map_or(2 * i32::from(is_wrong), |it| it.parse().unwrap());
        if answer.status != status {
            return Err(format!("expected status {status}"));
        }
        let errors: Vec<&str> = answer.err.lines().collect();
        if !is_wrong && errors.len() != self.of("err").count() {
            return Err("unexpected lines on standard error".to_owned());
        }
        for (line, parts) in errors.into_iter().zip(self.of("err")) {
            has(line, parts)?;
        }
        for parts in self.of("out") {
            has(&answer.out, parts)?;
        }
        if let Some(part) = self
            .of("not")
            .flat_map(|it| it.split(" | "))
            .find(|it| answer.out.contains(it))
        {
            return Err(format!("with {part:?}"));
        }
        if let Some(count) = self.of("lines").next()
            && answer.out.lines().count() != count.parse::<usize>().unwrap()
        {
            return Err(format!("not {count} lines"));
        }
        let exact: String = self
            .of(">")
            .map(|it| format!("{}\n", it.strip_suffix('|').unwrap_or(it)))
            .collect();
        match exact.is_empty() || exact == answer.out {
            true => Ok(()),
            false => Err(format!("not\n{exact}")),
        }
    }
}

/// Returns one command for each word in the braces, together with that word.
fn alternatives(line: &str) -> Vec<(String, &str)> {
    let Some((before, rest)) = line.split_once('{') else {
        return vec![(line.to_owned(), "")];
    };
    let (words, after) = rest.split_once('}').unwrap();
    let words = words.split(' ');
    words
        .map(|word| (format!("{before}{word}{after}"), word))
        .collect()
}

/// Splits a line into words. Quotes keep a word together, and may enclose an empty word.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (part, number) in line.split('\'').zip(0..) {
        match number % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

fn run(folder: &Path, line: &str, input: &str) -> Answer {
    let mut line = format!("{line} ");
    for (short, long) in SHORT {
        line = line.replacen(&format!("{short} "), &format!("{long} "), 1);
    }
    let mut program = command();
    let words = words(&line);
    let is_variable = |word: &&String| word.starts_with("FOGBOUND_");
    for (name, value) in words
        .iter()
        .take_while(is_variable)
        .filter_map(|it| it.split_once('='))
    {
        program.env(name, value);
    }
    program
        .args(words.iter().skip_while(is_variable))
        .current_dir(folder);
    answer_of(program, input)
}

/// Runs a case. The error describes how the output differs from the expectations.
fn play(case: &str, folder: &Path) -> Result<(), String> {
    let mut group = Group::default();
    let mut file = PathBuf::new();
    for line in case
        .lines()
        .skip(1)
        .filter(|it| !it.is_empty() && !it.starts_with('#'))
    {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if ["file", "<", "$"].contains(&word) && !group.expected.is_empty() {
            group.run(folder)?;
            // Input stays in effect until new input replaces it.
            let input = if word == "$" {
                group.input
            } else {
                String::new()
            };
            group = Group {
                input,
                ..Group::default()
            };
        }
        match word {
            "file" => {
                file = folder.join(rest);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(&file, "").unwrap();
            }
            "|" => {
                let text = fs::read_to_string(&file).unwrap();
                fs::write(&file, format!("{text}{rest}\n")).unwrap();
            }
            "<" => group.input += &format!("{rest}\n"),
            "$" => group.commands.push(rest),
            kind => match kind.trim_end_matches(':') {
                kind @ ("wrong" | "status" | "lines" | "err" | "out" | "not" | ">" | "same"
                | "differ") => {
                    group.expected.push((kind, rest));
                }
                _ => return Err(format!("unknown line: {line}")),
            },
        }
    }
    group.run(folder)
}

#[test]
fn every_case_keeps_its_promise() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/cases");
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "terminal" && !cfg!(feature = "terminal") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let all = text.split("\n## ").skip(1).zip(1..);
        cases.extend(all.map(|(case, number)| (format!("{name}-{number}"), case.to_owned())));
    }
    assert!(cases.len() > 30, "{}", cases.len());
    let failures = on_all_cores(cases, |(name, case)| {
        let folder = empty_folder(&format!("case-{name}"));
        let failed = play(&case, &folder).err()?;
        Some(format!(
            "{name}: {}\n{failed}",
            case.lines().next().unwrap_or_default()
        ))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
