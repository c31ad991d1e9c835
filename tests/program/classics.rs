//! The ideas in `examples/classics`: each is said in short files, its scenes hold with twenty seeds, and without the idea one
//! of them fails.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::cli::fogbound;
use crate::common::files::empty_folder;

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/classics");

/// Returns the files in a folder and in those within it.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut files: Vec<PathBuf> = entries
        .flat_map(|it| match it.path() {
            path if path.is_dir() => files_in(&path),
            path => vec![path],
        })
        .collect();
    files.sort();
    files
}

/// Copies a folder, with a change of one of its files. Returns the scenes that fail then.
fn failing(folder: &str, change: Option<(&str, &str, &str)>) -> Vec<String> {
    let from = Path::new(CLASSICS).join(folder);
    let to = empty_folder(&format!("classic-{folder}-{}", change.is_some()));
    for file in files_in(&from) {
        let name = file.strip_prefix(&from).unwrap();
        let mut text = fs::read_to_string(&file).unwrap();
        if let Some((_, old, new)) = change.filter(|it| name == Path::new(it.0)) {
            assert!(text.contains(old), "{name:?}: {old}");
            text = text.replace(old, new);
        }
        fs::create_dir_all(to.join(name).parent().unwrap()).unwrap();
        fs::write(to.join(name), text).unwrap();
    }
    let answer = fogbound(["check", to.to_str().unwrap()]);
    assert!(answer.status < 2, "{folder}: {}", answer.err);
    let ok = |it: &&str| it.contains(": ok (") && it.contains(" 20 seeds");
    let held = answer.out.lines().filter(ok).count();
    let scenes = files_in(&to).into_iter();
    let scenes = scenes.filter(|it| it.extension().is_some_and(|it| it == "scene"));
    let scenes: Vec<String> = scenes.map(|it| it.display().to_string()).collect();
    let is_ok = |it: &String| answer.out.contains(&format!("{it}: ok ("));
    assert_eq!(scenes.iter().filter(|it| is_ok(it)).count(), held);
    scenes.into_iter().filter(|it| !is_ok(it)).collect()
}

/// The ideas, each with what makes it one: a file, and a part of it with what is there instead.
const IDEAS: [(&str, &str, &str, &str); 13] = [
    (
        "1-hound",
        "monsters/hound.ron",
        "\"Tracks\": (age: 80, stops: \"water\"),",
        "",
    ),
    (
        "1-hound",
        "monsters/hound.ron",
        "stops: \"water\"",
        "stops: \"\"",
    ),
    ("2-cyclops", "monsters/cyclops.ron", ", turns: 15", ""),
    (
        "3-thief",
        "monsters/thief.ron",
        "(verb: \"steal\", at: them)",
        "",
    ),
    (
        "3-thief",
        "monsters/thief.ron",
        "(verb: \"flee\", turns: 2, when: \"carries\")",
        "",
    ),
    (
        "4-necromancer",
        "monsters/necromancer.ron",
        ", per: turns(6)",
        "",
    ),
    (
        "5-ghost",
        "monsters/ghost.ron",
        "when: \"lit\"",
        "when: \"dark\"",
    ),
    (
        "6-lantern-boy",
        "monsters/lantern-boy.ron",
        "\"Follows\": (near: 1, far: 3), ",
        "",
    ),
    (
        "6-lantern-boy",
        "monsters/lantern-boy.ron",
        "\"hit\": [(verb: \"light\", radius: 0)],",
        "",
    ),
    ("7-gear", "things/bow.ron", "charges: 8", "charges: 3"),
    ("7-gear", "things/shield.ron", "turned blows", "defence"),
    (
        "8-library",
        "things/book-of-tides.ron",
        "tile: \"wet floor\", over: \"floor\"",
        "tile: \"rubble\", over: \"rubble\"",
    ),
    (
        "8-library",
        "monsters/eel.ron",
        "not on wet floor",
        "on rubble",
    ),
];

#[test]
fn every_idea_is_short_and_holds_with_twenty_seeds() {
    let mut folders: Vec<&str> = IDEAS.iter().map(|it| it.0).collect();
    folders.dedup();
    assert_eq!(folders.len(), 8);
    for folder in folders {
        for file in files_in(&Path::new(CLASSICS).join(folder)) {
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            assert!(lines <= 30, "{file:?}: {lines} lines");
        }
        assert_eq!(failing(folder, None), [""; 0]);
    }
}

#[test]
fn without_what_makes_an_idea_one_of_its_scenes_fails() {
    for (folder, file, old, new) in IDEAS {
        let failing = failing(folder, Some((file, old, new)));
        assert!(!failing.is_empty(), "{file} without {old}");
    }
}

/// The library is on the third level, with its own monsters and nothing else, its vault and its wet floor. Without what the
/// plan says, it is a level like any other.
#[test]
fn the_library_is_the_third_level_and_no_other() {
    let folder = format!("{CLASSICS}/8-library");
    let dungeon = |depth: &str, seed: &str, how: &[&str]| {
        let level = [
            "dungeon", "--assets", &folder, "--depth", depth, "--seed", seed,
        ];
        let answer = fogbound(level.into_iter().chain(how.iter().copied()));
        assert_eq!((answer.status, &*answer.err), (0, ""));
        answer.out
    };
    for seed in ["1", "2", "3", "4", "5"] {
        for (depth, is_library) in [("1", false), ("2", false), ("3", true)] {
            let map = dungeon(depth, seed, &[]);
            let is_wet = map.matches('`').count() > 200;
            let figures = dungeon(depth, seed, &["--figures"]);
            let has_room = figures.contains("the reading room");
            assert_eq!(
                (is_wet, has_room),
                (is_library, is_library),
                "{depth} {seed}"
            );
        }
    }
    let kinds = |depth: &str| {
        let table = dungeon(depth, "1", &["--monsters"]);
        let rows = table.lines().skip(2).filter(|it| !it.starts_with("all"));
        let name = |row: &str| row.get(..24).unwrap_or_default().trim().to_owned();
        rows.map(name).collect::<Vec<String>>()
    };
    let mut own = kinds("3");
    own.sort();
    assert_eq!(own, ["drowned reader", "eel"]);
    assert!(kinds("2").iter().all(|it| !own.contains(it)));
}

/// Scenes of single words, each with what makes it hold, and what is there instead when it must not.
const WORDS: [(&str, &str, &str); 46] = [
    (
        "hidden-from-the-panel",
        "(verb: \"hide\", within: 1,",
        "(verb: \"hide\", within: 20,",
    ),
    ("alert", "(verb: \"alert\"", "(verb: \"call\""),
    ("burnt", ", when: \"burnt\"", ""),
    ("erratic", "\"Erratic\": (odds: 100), ", ""),
    ("falls", "(verb: \"fall\"), ", ""),
    (
        "hides",
        "(verb: \"hide\", within: 1, turns: 10)",
        "(verb: \"noise\")",
    ),
    ("zaps", "charges: 2,", "charges: 1,"),
    ("renewed", "turns: 2, when", "turns: 0, when"),
    ("roots", "(verb: \"root\"", "(verb: \"hold\""),
    ("shields", "number: \"shield\"", "number: \"defence\""),
    ("shot-or-blow", ", when: \"not shot\"", ""),
    (
        "teleports",
        "(verb: \"teleport\", least: 9)",
        "(verb: \"blink\")",
    ),
    ("wakes", "(verb: \"wake\", shape", "(verb: \"call\", shape"),
    ("digs", "shape: ray(5)", "shape: line"),
    ("moth-to-the-brightest", ", when: \"it bright 6\"", ""),
    ("glows", "number: \"glow\"", "number: \"lantern\""),
    ("hears-near", ", within: 7", ""),
    ("bomb", "do: wait 4", "do: wait 1"),
    (
        "charms",
        "(verb: \"join\", turns: 10",
        "(verb: \"call\", turns: 10",
    ),
    ("gazes", "when: \"them sees\", ", ""),
    ("hatches", "at: it, ", ""),
    ("heals-the-hurt", ", when: \"them hurt\"", ""),
    ("hidden-snare", "hidden: 2,", ""),
    ("holds", "(verb: \"hold\", at: them, turns: 3)", ""),
    ("keeps-to-water", ", \"KeepsTo\": (tile: \"wet floor\")", ""),
    ("rusts", "worn: true", "thing: \"salve\""),
    (
        "spared",
        "\"wear\": [(verb: \"change\", number: \"lives\")],",
        "",
    ),
    ("boomerang", "@: carries boomerang", "@: carries pebble"),
    (
        "counts",
        "by: 100, per: turns(5), counts: \"cries\"",
        "by: 100, per: turns(5)",
    ),
    ("counts-anew", "(verb: \"count\", of: \"rest\")", ""),
    ("cursed-idol", "do: east", "do: wait"),
    ("drinks-blood", "of: Blow", "of: Points"),
    ("freezes", "over: \"water\", ", ""),
    ("freezes", "tile: \"rubble\"", "tile: \"ashes\""),
    (
        "goes-to-the-corpse",
        "(verb: \"go\", at: it, when: \"not it near 0\"),",
        "",
    ),
    ("goes-to-the-corpse", ", when: \"did\"", ""),
    (
        "goes-to-the-corpse",
        "when: \"it near 0\"",
        "when: \"it near 9\"",
    ),
    (
        "heals-whom-it-sees",
        "[\"hurt\", \"perceived\"]",
        "\"hurt\"",
    ),
    ("no-crowd", "not crowd 4", "not crowd 6"),
    ("only-my-rats", ", only: \"is rat\"", ""),
    ("only-the-hurt", ", only: \"hurt\"", ""),
    ("sticks", "wears leech ring; log", "carries salve; log"),
    ("toad", "turns: 5, when", "turns: 50, when"),
    ("vanishes", "(verb: \"vanish\", when: \"seen\")", ""),
    ("was-wolf", "kind: \"werewolf\"", "kind: \"shepherd\""),
    ("was-wolf", ", when: \"did\"", ""),
];

#[test]
fn without_its_lock_a_door_opens_and_without_tags_water_is_not_holy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    for (folder, file, old) in [
        ("locks", "tiles.ron", "opens_with: \"iron key\","),
        ("tags", "monsters/wight.ron", "tags: \"undead\", "),
    ] {
        let to = empty_folder(&format!("without-{folder}"));
        for from in files_in(&root.join(folder)) {
            let name = from.strip_prefix(root.join(folder)).unwrap();
            let mut text = fs::read_to_string(&from).unwrap();
            if name == Path::new(file) {
                assert!(text.contains(old), "{file}: {old}");
                text = text.replace(old, "");
            }
            fs::create_dir_all(to.join(name).parent().unwrap()).unwrap();
            fs::write(to.join(name), text).unwrap();
        }
        let answer = fogbound(["check", to.to_str().unwrap()]);
        assert_eq!(answer.status, 1, "{folder}: {}{}", answer.out, answer.err);
    }
}

#[test]
fn without_the_word_that_it_is_about_a_scene_of_a_word_fails() {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes/words");
    for (number, (scene, old, new)) in WORDS.into_iter().enumerate() {
        let to = empty_folder(&format!("word-{number}"));
        fs::create_dir(to.join("things")).unwrap();
        let mut found = false;
        let mut copy = |from: PathBuf, to: PathBuf| {
            let text = fs::read_to_string(from).unwrap();
            found |= text.contains(old);
            let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
            let text = text.replace(old, new).replace("../../../", root);
            fs::write(to, text).unwrap();
        };
        for thing in files_in(&from.join("things")) {
            let name = thing.file_name().unwrap().to_owned();
            copy(thing, to.join("things").join(name));
        }
        copy(from.join(format!("{scene}.scene")), to.join("it.scene"));
        assert!(found, "{scene}: {old}");
        let answer = fogbound(["check", to.join("it.scene").to_str().unwrap()]);
        assert_eq!(
            answer.status, 1,
            "{scene} without {old}: {}{}",
            answer.out, answer.err
        );
    }
}

/// Parts of the game's own files: a scene, a file, and a part of it with what is there instead.
const CONTENT: [(&str, &str, &str, &str); 16] = [
    (
        "traits/few-jackals-shun-the-light",
        "monsters/jackal.ron",
        "turns: 1, when",
        "turns: 1, chance: 1, when",
    ),
    (
        "traits/three-jackals-dare",
        "monsters/jackal.ron",
        "\"not crowd 2\", ",
        "",
    ),
    (
        "traits/rats-come-to-corpses",
        "monsters/rat.ron",
        "(verb: \"go\"",
        "(verb: \"go\", chance: 1",
    ),
    (
        "traits/kobold-snatches-a-torch",
        "monsters/kobold.ron",
        "(verb: \"douse\"",
        "(verb: \"douse\", chance: 1",
    ),
    (
        "gifts/bars-fall",
        "things/gift.ron",
        "over: \"plinth\"",
        "over: \"rubble\"",
    ),
    (
        "gifts/bars-fall",
        "things/gift.ron",
        "waits: true",
        "waits: false",
    ),
    (
        "gifts/explore-leaves-the-choice",
        "things/gift.ron",
        "waits: true",
        "waits: false",
    ),
    ("gifts/hound", "things/hound-whistle.ron", ", most: 1", ""),
    (
        "gifts/hound-comes-back",
        "monsters/grey-hound.ron",
        ", leash: 6",
        "",
    ),
    (
        "gifts/candle",
        "things/grave-candle.ron",
        "\"lives\", by: 1",
        "\"lives\", by: -1",
    ),
    (
        "gifts/shield-names-itself",
        "things/mirror-shield.ron",
        "by: 1",
        "by: -1",
    ),
    (
        "gifts/veil",
        "things/shade-veil.ron",
        "within: 4",
        "within: 20",
    ),
    ("things/soles-hush", "things/felt-soles.ron", "-60", "10"),
    ("things/cloak-hides", "things/moth-cloak.ron", "-40", "10"),
    (
        "things/coat-turns",
        "things/leather-coat.ron",
        "\"defence\", by: 4",
        "\"defence\", by: -4",
    ),
    (
        "things/needle-goes-deep",
        "things/long-needle.ron",
        "\"surprise\", by: 100",
        "\"surprise\", by: -10",
    ),
];

#[test]
fn without_what_makes_the_game_s_own_content_a_scene_fails() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (number, (scene, file, old, new)) in CONTENT.into_iter().enumerate() {
        let to = empty_folder(&format!("content-{number}"));
        for folder in ["monsters", "things"] {
            fs::create_dir(to.join(folder)).unwrap();
        }
        // What is based on the file is read again, too.
        for from in files_in(&root.join("assets/things")) {
            let text = fs::read_to_string(&from).unwrap();
            if text.contains("base:") {
                fs::write(to.join("things").join(from.file_name().unwrap()), text).unwrap();
            }
        }
        let text = fs::read_to_string(root.join("assets").join(file)).unwrap();
        assert!(text.contains(old), "{file}: {old}");
        fs::write(to.join(file), text.replacen(old, new, 1)).unwrap();
        let scene = format!("tests/scenes/{scene}.scene");
        let answer = fogbound(["check", &scene, "--assets", to.to_str().unwrap()]);
        assert_eq!(
            answer.status, 1,
            "{scene} without {old} in {file}: {}{}",
            answer.out, answer.err
        );
    }
}
