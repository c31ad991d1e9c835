//! The scenes in `tests/scenes`.

use std::fs;
use std::path::{Path, PathBuf};

use fogbound::frontend::text;
use fogbound::lab::{Journals, Props, check, read_all};

/// Plays every scene in the folder, and reports all that failed.
#[test]
fn every_scene_holds() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenes"));
    let mut files = Vec::new();
    add_scenes(folder, &mut files);
    files.sort();
    let journals = Journals::Latest(Path::new(env!("CARGO_TARGET_TMPDIR")).join("scenes"));
    let (mut scenes, mut failures) = (Vec::new(), Vec::new());
    read_all(&files, &Props::default(), |scene| match scene {
        Ok(scene) => scenes.push(scene),
        Err(mistakes) => failures.extend(mistakes.iter().map(ToString::to_string)),
    });
    check(&scenes, &text::app, &journals, |_, checked| {
        match checked {
            Ok(checked) => {
                let failed = checked.failures.into_iter();
                failures
                    .extend(failed.map(|it| format!("{}\n{}", it.lines.join("\n"), it.picture)));
            }
            Err(mistakes) => failures.extend(mistakes.iter().map(ToString::to_string)),
        }
        true
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(files.len() > 100, "only {} scenes", files.len());
}

fn add_scenes(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_scenes(&path, files);
        } else if path.extension().is_some_and(|it| it == "scene") {
            files.push(path);
        }
    }
}
