//! Each kind of action has one file for its rules and one for its words. Minds and the explorer choose among actions; no
//! other file names one. So an action can be added, or removed, by those two files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::names_in_code::{FOLDERS, sources};

/// The actions that others turn into, or that begin them: a step into a door opens it, and a step of someone who is held turns into a struggle. The screens also walk
/// and wait.
const BASIC: [&str; 9] = [
    "STEP",
    "RUN",
    "WAITING",
    "BUMP",
    "STRUGGLING",
    "ATTACK",
    "SHOOT",
    "OPEN_DOOR",
    "BREAK_DOOR",
];

/// The rooms in which creatures and the player decide what to do.
const CHOOSERS: [&str; 2] = ["/game/mind/", "/explorer/"];

/// Returns the names that a file adds to `Action`, by kind of action: the kind, and what creates such actions.
fn names(text: &str) -> Vec<(String, Vec<String>)> {
    let Some((_, block)) = text.split_once("\nimpl Action {\n") else {
        return Vec::new();
    };
    let block = block.split("\n}\n").next().unwrap_or_default();
    let lines: Vec<&str> = block.lines().collect();
    let name = |line: &str| {
        let rest = line.trim().strip_prefix("pub const ")?;
        let rest = rest.strip_prefix("fn ").unwrap_or(rest);
        let end = rest.find([':', '('])?;
        Some(rest[..end].to_owned())
    };
    let all: Vec<(String, String)> = lines
        .iter()
        .enumerate()
        .filter_map(|(i, line)| Some((name(line)?, lines[i..].iter().take(2).copied().collect())))
        .collect();
    let kinds = all
        .iter()
        .filter(|(_, text)| text.contains("ActionKind::new("));
    let kinds: Vec<String> = kinds.map(|(name, _)| name.clone()).collect();
    kinds
        .into_iter()
        .map(|kind| {
            let uses = format!("Self::{kind},");
            let made = all.iter().filter(|(_, text)| text.contains(&uses));
            let made = made.map(|(name, _)| name.clone());
            (kind.clone(), made.chain([kind.clone()]).collect())
        })
        .collect()
}

/// Returns whether a text names one of the `Action`'s constants or functions.
fn mentions(text: &str, names: &[String]) -> bool {
    let mut after = text.split("Action::").skip(1);
    after.any(|rest| {
        let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_');
        names
            .iter()
            .any(|it| *it == rest[..end.unwrap_or(rest.len())])
    })
}

#[test]
fn no_third_file_names_an_action() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in FOLDERS {
        sources(&root.join(folder), &mut files);
    }
    let files: Vec<(String, String)> = files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("the file can be read");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code: Vec<&str> = code
                .lines()
                .filter(|it| !it.trim().starts_with("//"))
                .collect();
            (
                path.display().to_string().replace('\\', "/"),
                code.join("\n"),
            )
        })
        .collect();
    let (mut wrong, mut alone, mut kinds) = (Vec::new(), BTreeSet::new(), 0);
    for (deed, text) in files
        .iter()
        .filter(|(path, _)| path.contains("/game/deed/"))
    {
        let file = deed.rsplit('/').next().unwrap_or_default();
        let words = format!("/src/acts/{file}");
        for (kind, names) in names(text) {
            kinds += 1;
            let others: Vec<&str> = files
                .iter()
                .filter(|(path, text)| {
                    path != deed && !path.ends_with(&words) && mentions(text, &names)
                })
                .map(|(path, _)| path.as_str())
                .collect();
            if others.is_empty() {
                alone.insert(kind.clone());
            }
            let others = others
                .into_iter()
                .filter(|path| !CHOOSERS.iter().any(|room| path.contains(room)));
            if !BASIC.contains(&kind.as_str()) {
                wrong.extend(others.map(|it| format!("{kind}: {it}")));
            }
        }
    }
    assert!(kinds > 20, "{kinds}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    for kind in ["SEARCHING", "CLOSE_DOOR"] {
        assert!(
            alone.contains(kind),
            "{kind} is chosen by a mind or a bot: {alone:?}"
        );
    }
}
