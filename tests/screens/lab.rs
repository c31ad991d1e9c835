//! A scene on the screen follows its file.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use fogbound::frontend::text;
use fogbound::lab::{Lab, Props};
use fogbound::modes::open_rehearsal;
use fogbound::view::{Palette, Screen};
use ratatui::style::Color;

use crate::common::files::empty_folder;

fn scene(facts: &str) -> String {
    format!("#######\n#@...w#\n#######\nlight: day\nw: wolf, hunting\n{facts}\n")
}

/// Returns an app that shows a scene in the lab.
fn lab(file: &Path, folder: &Path) -> App {
    let mut app = text::app();
    text::play(&mut app, &default());
    let props = Box::new(|| Ok(Props::default()));
    let opened = Lab::open(
        file,
        None,
        Box::new(text::app),
        props,
        &folder.join("journals"),
    );
    let (lab, journal) = opened.map_err(|errors| panic!("{errors:?}")).unwrap();
    open_rehearsal(app.world_mut(), journal, Box::new(lab)).unwrap();
    app
}

/// Returns the colour of the row that holds `text`.
fn color_of(app: &App, text: &str) -> Color {
    let screen = app.world().resource::<Screen>();
    let lines = screen.text();
    let row = lines.lines().position(|it| it.contains(text)).unwrap();
    screen.buffer()[(0, row as u16)].fg
}

/// Updates the app until the screen shows `text`, for at most ten seconds. Returns the screen.
fn until_shown(app: &mut App, text: &str) -> String {
    let end = Instant::now() + Duration::from_secs(10);
    loop {
        app.update();
        let screen = app.world().resource::<Screen>().text();
        if screen.contains(text) {
            return screen;
        }
        assert!(Instant::now() < end, "no {text:?} in\n{screen}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_scene_plays_again_when_its_file_changes_and_stays_when_the_file_is_broken() {
    let folder = empty_folder("lab");
    let file = folder.join("live.scene");
    fs::write(&file, scene("after 3: w dead")).unwrap();
    let mut app = lab(&file, &folder);
    text::type_keys(&mut app, "<Space><End>").unwrap();
    until_shown(&mut app, "Failed: after 3: w dead");
    text::type_keys(&mut app, "<Home>").unwrap();

    fs::write(&file, scene("after 3: w deed")).unwrap();
    let screen = until_shown(&mut app, "unexpected `deed`");
    assert!(
        screen.contains("Turn 0 of 3"),
        "the old scene has gone\n{screen}"
    );
    text::type_keys(&mut app, "<End>").unwrap();
    until_shown(&mut app, "Failed: after 3: w dead");

    fs::write(&file, scene("after 5: w alive")).unwrap();
    let screen = until_shown(&mut app, "of 5");
    assert!(
        !screen.contains("deed") && screen.contains("The scene's fact holds."),
        "{screen}"
    );
    text::type_keys(&mut app, "<End>").unwrap();
    until_shown(&mut app, "Held: after 5: w alive");
}

/// What fails with one seed of several may still hold for the share that the scene asks for.
#[test]
fn only_a_fact_about_every_seed_fails_with_one() {
    let folder = empty_folder("lab-colours");
    let file = folder.join("shares.scene");
    let facts = "seeds: 1-4\nafter 2: w dead\nafter 3 in 0-50%: w dead\nafter 3: @ alive";
    fs::write(&file, scene(facts)).unwrap();
    let mut app = lab(&file, &folder);
    text::type_keys(&mut app, "<Space><End>").unwrap();
    until_shown(&mut app, "Not with this seed: ");
    let palette = Palette::default();
    let rows = [
        ("Fails on turn 2: ", palette.warning()),
        ("Not with this seed: ", palette.text()),
        ("Held: ", palette.text()),
    ];
    for (row, color) in rows {
        assert_eq!(color_of(&app, row), color, "{row}");
    }
}
