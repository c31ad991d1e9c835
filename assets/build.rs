//! Generates the lists of monster, thing, vault, lesson and licence files for the library.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let assets = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let lists = [
        list("MONSTERS", &assets, ("monsters", ""), ".ron")?,
        list("THINGS", &assets, ("things", "things/"), ".ron")?,
        list("VAULTS", &assets, ("vaults", ""), ".txt")?,
        list("LESSON", &assets, ("lesson", "lesson/"), ".scene")?,
        licences(&assets)?,
    ];
    let file = Path::new(&variable("OUT_DIR")?).join("lists.rs");
    fs::write(file, lists.concat())
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}

/// Returns the source code of a constant that lists the files with the given extension in a folder. The listed names begin
/// with `prefix`. Hidden files and editor backups are left out.
fn list(
    constant: &str,
    assets: &Path,
    (folder, prefix): (&str, &str),
    ending: &str,
) -> io::Result<String> {
    println!("cargo::rerun-if-changed={folder}");
    let mut names = Vec::new();
    for entry in fs::read_dir(assets.join(folder))? {
        let name = entry?.file_name().into_string();
        names.extend(
            name.ok()
                .filter(|it| it.ends_with(ending) && !it.starts_with('.')),
        );
    }
    names.sort();
    let mut list = format!(
        "/// The files in `{folder}`, sorted by name.\npub const {constant}: &[File] = &[\n"
    );
    for name in names {
        let path = format!("assets/{folder}/{name}");
        let file = assets.join(folder).join(&name);
        let name = format!("{prefix}{name}");
        let line =
            format!("    File {{ name: {name:?}, path: {path:?}, text: include_str!({file:?}) }},");
        writeln!(list, "{line}").map_err(io::Error::other)?;
    }
    list.push_str("];\n");
    Ok(list)
}

/// Returns the source code of a constant that lists the licences: every file in the folder, or in a folder in it, whose
/// name begins with `LICENSE`.
fn licences(assets: &Path) -> io::Result<String> {
    println!("cargo::rerun-if-changed=.");
    let mut folders = vec![assets.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.is_dir() && folder == assets {
                folders.push(path);
            } else if name.starts_with("LICENSE") {
                files.push((path, name));
            }
        }
    }
    files.sort();
    let mut list =
        "/// The licences, sorted by path.\npub const LICENCES: &[File] = &[\n".to_owned();
    for (file, name) in files {
        let path = file.strip_prefix(assets).map_err(io::Error::other)?;
        let path = path.to_string_lossy().replace('\\', "/");
        let path = format!("assets/{path}");
        let line =
            format!("    File {{ name: {name:?}, path: {path:?}, text: include_str!({file:?}) }},");
        writeln!(list, "{line}").map_err(io::Error::other)?;
    }
    list.push_str("];\n");
    Ok(list)
}
