//! The scenes in `tests/scenes`.

use std::fs;
use std::path::{Path, PathBuf};

use fogbound::frontend::text;
use fogbound::lab::{Journals, Lesson, Props, check, read_all};
use fogbound::modes::Course;

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

/// Each room of the lesson can be done as its own lines say.
#[test]
fn every_room_of_the_lesson_is_done_by_its_own_lines() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/lesson"));
    let mut files = Vec::new();
    add_scenes(folder, &mut files);
    files.sort();
    let props = Props::default();
    let lesson = Lesson::read(&[], &props).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(
        lesson.titles(),
        ["See", "Be seen", "Dark", "Things", "The way back"]
    );
    assert_eq!(files.len(), 5, "{files:?}");
    let mut scenes = Vec::new();
    read_all(&files, &props, |scene| scenes.push(scene.unwrap()));
    let journals = Journals::Latest(Path::new(env!("CARGO_TARGET_TMPDIR")).join("lesson"));
    let mut done = 0;
    check(&scenes, &text::app, &journals, |scene, checked| {
        let failures = checked.unwrap().failures;
        let lines = failures.iter().flat_map(|it| &it.lines);
        assert!(
            failures.is_empty(),
            "{}",
            lines.cloned().collect::<Vec<_>>().join("\n")
        );
        assert!(scene.claims() > 1, "{}", scene.file());
        done += 1;
        true
    });
    assert_eq!(done, 5);
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
