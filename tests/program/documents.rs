//! The documents: they are short, their links lead somewhere, and the commands that they show work.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// All Markdown files that a reader may open.
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

/// The links, the anchors and the shell commands of a page.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
    /// The contents of each block marked `sh`.
    commands: Vec<String>,
}

impl Page {
    fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap();
        let mut page = Self::default();
        let mut heading: Option<String> = None;
        let mut is_shell = false;
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.anchors.extend(heading.take().map(|it| anchor(&it)));
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    is_shell = matches!(kind, CodeBlockKind::Fenced(it) if &*it == "sh");
                }
                Event::Text(text) if is_shell => page.commands.push(text.into_string()),
                Event::End(TagEnd::CodeBlock) => is_shell = false,
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                _ => {}
            }
        }
        page
    }
}

/// Returns the name that a heading has in links, by the rule of GitHub.
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
                && (anchor.is_empty() || Page::read(&target).anchors.contains(anchor));
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

/// Commands that need a tool, a compiler or more time than a test has, and what runs them instead.
#[cfg(unix)]
const ELSEWHERE: [(&str, &str); 0] = [];

/// The program `cargo` for the shell of the documents: it runs what `cargo test` has built, and notes the rest.
#[cfg(unix)]
const CARGO: &str = r#"#!/bin/sh
note() { echo "cargo $*" >> "$NOTES"; exit 0; }
case "$1" in
run)
    all="$*"
    shift
    program=fogbound
    while [ $# -gt 0 ]; do
        case "$1" in
        --) shift; break ;;
        --quiet | --release) shift ;;
        --example) program="examples/$2"; shift 2 ;;
        *) note "$all" ;;
        esac
    done
    exec "$BUILT/$program" "$@"
    ;;
sight | dungeon) exec "$BUILT/fogbound" "$@" ;;
*) note "$*" ;;
esac
"#;

/// Carries out every command as a reader would, from the top of a clone, in a shell without a display.
#[cfg(unix)]
#[test]
fn every_command_of_the_documents_works() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Command, Stdio};

    use crate::common::cli::command;
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
        for part in ["assets", "docs", "examples", "crates", "src", "tests", "fuzz"] {
            symlink(top.join(part), folder.join(part)).unwrap();
        }
        let notes = folder.join("notes");
        fs::write(&notes, "").unwrap();
        let mut failed = Vec::new();
        for script in Page::read(&file).commands {
            let mut shell = Command::new("sh");
            shell.args(["-e", "-c", &script]);
            shell.env_clear();
            let inherited = command();
            drop(inherited);
            shell
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
    let nowhere: Vec<_> = noted
        .into_iter()
        .filter(|it| !ELSEWHERE.iter().any(|(command, _)| it.starts_with(command)))
        .collect();
    assert!(nowhere.is_empty(), "{nowhere:#?}");
}
