//! Tests that the documents are short, that their links work, and that the commands they show work.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use markdown::ParseOptions;
use markdown::mdast::{Image, InlineCode, Link, Node};

/// Returns all Markdown files that a reader may open.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for folder in [
        ".",
        "docs",
        "crates/fogbound-fov",
        "crates/fogbound-vision",
        ".github",
    ] {
        let files = fs::read_dir(folder).unwrap();
        let files = files.map(|file| file.unwrap().path());
        pages.extend(files.filter(|file| file.extension().is_some_and(|it| it == "md")));
    }
    pages.sort();
    assert!(pages.len() > 10, "{pages:?}");
    pages
}

/// The parts of a page that a reader follows.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
    steps: Vec<Step>,
}

/// A code block that the reader uses.
enum Step {
    /// The reader saves the block under the name that the previous paragraph gives, such as `mine/tiles.ron`.
    Save(String, String),
    /// The reader runs the block as commands.
    Run(String),
}

impl Page {
    fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap();
        let tree = markdown::to_mdast(&text, &ParseOptions::gfm()).unwrap();
        let mut page = Self::default();
        page.add(&tree);
        page
    }

    /// Adds the content of a part of the page, from top to bottom.
    fn add(&mut self, node: &Node) {
        if let Node::Link(Link { url, .. }) | Node::Image(Image { url, .. }) = node {
            self.links.push(url.clone());
        } else if let Node::Heading(_) = node {
            self.anchors.insert(anchor(&node.to_string()));
        }
        let parts = node.children().map(Vec::as_slice).unwrap_or_default();
        for (number, part) in parts.iter().enumerate() {
            if let Node::Code(code) = part {
                let before = number.checked_sub(1).map(|it| &parts[it]);
                match (code.lang.as_deref(), before.and_then(named_file)) {
                    (Some("sh"), _) => self.steps.push(Step::Run(code.value.clone())),
                    (_, Some(file)) => self.steps.push(Step::Save(file, code.value.clone())),
                    _ => {}
                }
            }
            self.add(part);
        }
    }
}

/// Returns the last file in `mine` that a paragraph names.
fn named_file(paragraph: &Node) -> Option<String> {
    let parts = paragraph.children()?.iter().rev();
    let mut code = parts.filter_map(|it| match it {
        Node::InlineCode(InlineCode { value, .. }) => Some(value),
        _ => None,
    });
    let file = code.find(|it| it.starts_with("mine/") && Path::new(it).extension().is_some());
    file.cloned()
}

/// Returns the anchor of a heading, following GitHub's rules.
fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn pages_are_short_enough_to_be_read() {
    let limit = |page: &Path| match page.to_str() {
        Some("./README.md") => Some(6_000),
        Some("./ARCHITECTURE.md") => Some(12_000),
        _ if page.starts_with("docs") => Some(10_000),
        _ => None,
    };
    let too_long: Vec<_> = pages()
        .into_iter()
        .map(|page| (fs::metadata(&page).unwrap().len(), page))
        .filter(|(size, page)| limit(page).is_some_and(|limit| *size > limit))
        .collect();
    assert!(too_long.is_empty(), "{too_long:?}");
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut broken = Vec::new();
    let mut read: HashMap<PathBuf, Page> = HashMap::new();
    for file in pages() {
        for link in Page::read(&file).links {
            if link.contains("://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => file.clone(),
                path => file.parent().unwrap().join(path),
            };
            let is_right = target.exists()
                && (anchor.is_empty() || {
                    let page = read.entry(target.clone());
                    let page = page.or_insert_with(|| Page::read(&target));
                    page.anchors.contains(anchor)
                });
            if !is_right {
                broken.push(format!("{}: {link}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn the_index_lists_every_page_of_docs() {
    let index = Page::read(Path::new("docs/README.md"));
    let pages = pages().into_iter().filter(|it| it.starts_with("docs"));
    let names = pages.map(|it| it.file_name().unwrap().to_str().unwrap().to_owned());
    let missing: Vec<_> = names
        .filter(|name| name != "README.md" && !index.links.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The beginnings of commands that need a compiler, a tool or a terminal, each with a description of what tests that
/// command instead.
#[cfg(unix)]
const ELSEWHERE: [(&str, &str); 7] = [
    ("cargo test", "`.ci/run`, and this test is part of it"),
    (
        "cargo run -- --frontend terminal",
        "tests/front_ends/terminal",
    ),
    (
        "cargo run --features gamepad",
        "Clippy in `.ci/run` checks that the feature compiles",
    ),
    (
        "cargo bench --no-default-features --bench ",
        "Clippy in `.ci/run` checks that they compile",
    ),
    (
        "cargo install --path . ",
        "`.ci/run` compiles the same features",
    ),
    (
        "cargo +nightly fuzz run ",
        "tests/repository/fuzz_corpus.rs",
    ),
    (
        "cargo new look",
        "`.ci/run` packs the crate; its README is a doctest",
    ),
];

/// A script that stands in for `cargo`. It runs what `cargo test` has built and records every other command.
#[cfg(unix)]
const CARGO: &str = r#"#!/bin/sh
note() { echo "cargo $*" >> "$NOTES"; exit 0; }
all="$*"
# A package that the reader makes.
if [ "$1" = new ]; then mkdir "$2"; fi
if ! [ -d assets ]; then exit 0; fi
program=fogbound
case "$1" in
run)
    while [ $# -gt 0 ]; do
        shift
        case "$1" in
        --) shift; break ;;
        --quiet | --release | "") ;;
        --example) shift; program="examples/$1" ;;
        *) note "$all" ;;
        esac
    done ;;
sight | dungeon) ;;
*) note "$all" ;;
esac
case "$all" in
*"--frontend terminal"*) note "$all" ;;
esac
exec "$BUILT/$program" "$@"
"#;

/// Runs every command as a reader would: from the top folder of a clone, in a shell without a display.
#[cfg(unix)]
#[test]
fn every_command_in_the_documents_works() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Command, Stdio};

    use crate::common::files::empty_folder;
    use crate::common::seeds::on_all_cores;

    let tools = empty_folder("documents-tools");
    let built = Path::new(env!("CARGO_BIN_EXE_fogbound")).parent().unwrap();
    fs::write(tools.join("cargo"), CARGO).unwrap();
    fs::set_permissions(tools.join("cargo"), fs::Permissions::from_mode(0o755)).unwrap();
    symlink(built.join("fogbound"), tools.join("fogbound")).unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", tools.display());
    let top = std::env::current_dir().unwrap();

    let run = |(number, file): (usize, PathBuf)| {
        let folder = empty_folder(&format!("documents-{number}"));
        for part in [
            ".git", "assets", "crates", "docs", "examples", "fuzz", "src", "tests",
        ] {
            symlink(top.join(part), folder.join(part)).unwrap();
        }
        fs::create_dir(folder.join("target")).unwrap();
        let notes = folder.join("notes");
        fs::write(&notes, "").unwrap();
        let mut failed = Vec::new();
        for step in Page::read(&file).steps {
            let script = match step {
                Step::Run(script) => script,
                Step::Save(name, text) => {
                    let file = folder.join(name);
                    fs::create_dir_all(file.parent().unwrap()).unwrap();
                    fs::write(file, text).unwrap();
                    continue;
                }
            };
            let mut shell = Command::new("sh");
            shell.args(["-e", "-c", &script]);
            shell
                .env_clear()
                .env("PATH", &path)
                .env("HOME", &folder)
                .env("BUILT", built)
                .env("NOTES", &notes)
                .current_dir(&folder)
                .stdin(Stdio::null());
            let output = shell.output().unwrap();
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                failed.push(format!("{}: {script}{said}", file.display()));
            }
        }
        let notes = fs::read_to_string(notes).unwrap();
        (failed, notes.lines().map(str::to_owned).collect::<Vec<_>>())
    };
    let answers = on_all_cores(pages().into_iter().enumerate(), run);
    let failed: Vec<_> = answers.iter().flat_map(|(failed, _)| failed).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    let noted: BTreeSet<_> = answers.iter().flat_map(|(_, noted)| noted).collect();
    let is_elsewhere = |it: &&&String| ELSEWHERE.iter().any(|(start, _)| it.starts_with(start));
    let nowhere: Vec<_> = noted.iter().filter(|it| !is_elsewhere(it)).collect();
    assert!(nowhere.is_empty(), "nothing runs these: {nowhere:#?}");
    for (start, _) in ELSEWHERE {
        let is_shown = noted.iter().any(|it| it.starts_with(start));
        assert!(is_shown, "no document shows `{start}`");
    }
}
