//! What every page can do: search, and copy a seed; what the screens say that stay beside the map.

use std::sync::{Arc, Mutex};

use bevy::prelude::*;
use fogbound::frontend::text;
use fogbound::game::{Game, GameSetup, Health, LightRule, Player};
use fogbound::journal::{DataFolder, Entry};
use fogbound::modes::{Clipboard, Modes, Saves, Settings, open_title};
use fogbound::view::{MessageLog, Screen};
use ratatui::style::Color;

use crate::common::files::empty_folder;
use crate::common::{AppExt, drawn, whole_game};

/// Types keys, and returns the screen.
fn play(app: &mut App, keys: &str) -> String {
    text::type_keys(app, keys).unwrap()
}

fn top(app: &App) -> &'static str {
    app.world().resource::<Modes>().names().next_back().unwrap()
}

/// Returns what stands to the right of the mark before the chosen entry.
fn chosen(shown: &str) -> String {
    let row = shown.lines().find_map(|it| it.split_once('►'));
    let (_, row) = row.unwrap_or_else(|| panic!("no entry is chosen:\n{shown}"));
    row.trim().to_owned()
}

/// Chooses an entry of the menu on top, and returns the screen.
fn choose(app: &mut App, entry: &str) -> String {
    let mut shown = play(app, "");
    for _ in 0..20 {
        if chosen(&shown).starts_with(entry) {
            return play(app, "<Enter>");
        }
        shown = play(app, "<Down>");
    }
    panic!("no entry {entry}:\n{shown}");
}

const ROOM: &str = "#########\n#@......#\n#.......#\n#########";

fn room() -> App {
    let mut app = whole_game(drawn(ROOM));
    let mut screen = app.world_mut().resource_mut::<Screen>();
    screen.resize(UVec2::new(120, 40));
    app.update();
    app
}

/// Gives the app a clipboard, and returns what is copied to it.
fn clipboard(app: &mut App, works: bool) -> Arc<Mutex<Vec<String>>> {
    let copied = Arc::<Mutex<Vec<String>>>::default();
    let all = copied.clone();
    app.insert_resource(Clipboard(Box::new(move |text| {
        if !works {
            return Err("nobody listens".to_owned());
        }
        all.lock().unwrap().push(text.to_owned());
        Ok(())
    })));
    copied
}

#[test]
fn a_search_finds_words_in_names_and_texts_and_goes_round() {
    let mut app = room();
    let first = chosen(&play(&mut app, "?"));
    let shown = play(&mut app, "/oIL");
    assert!(shown.contains("/ oIL█"), "{shown}");
    assert_ne!(chosen(&shown), first, "{shown}");
    let shown_text = shown.to_lowercase();
    assert!(shown_text.contains("oil"), "{shown}");
    // Each Tab goes to the next place, and at last the first comes again.
    let places: Vec<String> = (0..60).map(|_| play(&mut app, "<Tab>")).collect();
    assert!(places.contains(&shown), "the search never comes back");
    assert!(places.iter().any(|it| chosen(it) != chosen(&shown)));
    // Escape ends the search, then the page.
    play(&mut app, "<Escape>");
    assert_eq!(top(&app), "help");
    play(&mut app, "<Escape>");
    assert_eq!(top(&app), "play");
}

#[test]
fn what_is_typed_in_a_search_does_nothing_else_and_can_be_taken_back() {
    let mut app = room();
    for open in ["?", "M", "<Escape>"] {
        play(&mut app, open);
        if open == "<Escape>" {
            choose(&mut app, "Keys");
        }
        let name = top(&app);
        let shown = play(&mut app, "/Qzzxj?");
        assert_eq!(top(&app), name, "{shown}");
        assert!(shown.contains("/ Qzzxj?█"), "{shown}");
        let shown = play(&mut app, &"<Backspace>".repeat(9));
        assert!(shown.contains("/ █"), "{shown}");
        let shown = play(&mut app, "<Enter>");
        assert!(shown.contains("/ search"), "{shown}");
        assert_eq!(top(&app), name);
        play(&mut app, "<Escape><Escape>");
        let game = top(&app);
        assert!(["play", "menu"].contains(&game), "{game}");
        if game == "menu" {
            play(&mut app, "<Escape>");
        }
    }
}

#[test]
fn a_key_names_the_seed_and_copies_it_where_that_is_possible() {
    let mut app = room();
    let seed = app.world().resource::<Game>().setup.seed;
    let hint = |app: &App| {
        let log = app.world().resource::<MessageLog>();
        log.last_hint().map(|it| it.1.to_owned())
    };
    play(&mut app, "<F9>");
    assert_eq!(hint(&app), Some(format!("Seed {seed}.")));
    let copied = clipboard(&mut app, true);
    play(&mut app, "<F9>");
    assert_eq!(hint(&app), Some(format!("Seed {seed} is copied.")));
    assert_eq!(*copied.lock().unwrap(), [seed.to_string()]);
    clipboard(&mut app, false);
    play(&mut app, "<F9>");
    let why = format!("Seed {seed}. It is not copied: nobody listens.");
    assert_eq!(hint(&app), Some(why));
}

#[test]
fn the_map_can_be_zoomed_and_sounds_turned_off_on_every_screen() {
    let mut app = room();
    for open in ["", "?", "M", "x", "m", "_", "<Escape>"] {
        play(&mut app, open);
        let name = top(&app);
        let log = |app: &App| {
            let log = app.world().resource::<MessageLog>();
            log.last_hint().map_or("", |it| it.1).to_owned()
        };
        app.world_mut().resource_mut::<MessageLog>().dismiss_hint();
        play(&mut app, "<F10>");
        // A program that was built without sounds says so.
        assert!(log(&app).to_lowercase().contains("sounds"), "{name}");
        let settings = |app: &App| {
            let settings = app.world().resource::<Settings>();
            (settings.map_zoom, settings.zoom, settings.full_screen)
        };
        for keys in ["+", "<Ctrl+NumpadAdd>", "<F11>"] {
            let before = settings(&app);
            play(&mut app, keys);
            assert_ne!(settings(&app), before, "{name}, {keys}");
            assert_eq!(top(&app), name);
        }
        play(&mut app, "-<Ctrl+Minus>");
        if name != "play" {
            play(&mut app, "<Escape>");
        }
        assert_eq!(top(&app), "play", "{open}");
    }
}

#[test]
fn every_score_says_when_it_was_played_with_which_seed_and_what_earned_it() {
    let folder = DataFolder::new(empty_folder("pages-scores"));
    let entry = |game: &str, seed, score| Entry {
        score,
        won: false,
        killer: Some("troll".to_owned()),
        level: 3,
        deepest: 4,
        turn: 77,
        hunted: 2,
        treasure: 30,
        parts: Vec::new(),
        seed,
        game: game.to_owned(),
        outcome: String::new(),
        mods: Vec::new(),
    };
    let entries = [entry("951782399-5.journal", 4711, 900), entry("", 12, 800)];
    folder.enter(&entries).unwrap();
    let mut app = text::app();
    app.insert_resource(Saves(Some(folder)));
    let copied = clipboard(&mut app, true);
    open_title(app.world_mut(), GameSetup::default());
    let shown = choose(&mut app, "High scores");
    for words in [
        "Begun 2000-02-28",
        "Seed 4711.",
        "killed by: troll",
        "turns 77",
    ] {
        assert!(shown.contains(words), "{words}:\n{shown}");
    }
    let shown = play(&mut app, "<Down>");
    assert!(shown.contains("Seed 12."), "{shown}");
    assert!(!shown.contains("Begun"), "{shown}");
    let shown = play(&mut app, "<Enter>");
    assert!(shown.contains("Seed 12 is copied."), "{shown}");
    assert_eq!(*copied.lock().unwrap(), ["12"]);
}

#[test]
fn the_question_for_a_seed_says_which_letters_it_leaves_out() {
    let mut app = text::app();
    open_title(app.world_mut(), GameSetup::default());
    choose(&mut app, "New game with a seed");
    assert_eq!(top(&app), "seed");
    let shown = play(&mut app, "4x");
    assert!(shown.contains("Seed: 4█"), "{shown}");
    assert!(shown.contains("'x' is left out"), "{shown}");
    let shown = play(&mut app, "2");
    assert!(shown.contains("Seed: 42█"), "{shown}");
    assert!(!shown.contains("left out"), "{shown}");
}

#[test]
fn the_place_of_death_stays_visible_and_the_report_says_how_it_began() {
    let map = "###############\n#@...........r#\n#.............#\n###############";
    let mut app = whole_game(GameSetup {
        light: LightRule::Dark,
        ..drawn(map)
    });
    let mut screen = app.world_mut().resource_mut::<Screen>();
    screen.resize(UVec2::new(140, 40));
    app.update();
    let before = walls(&app);
    assert!(before.len() > 8, "{before:?}");
    let player = app.entities::<With<Player>>()[0];
    let mut shown = String::new();
    for _ in 0..200 {
        let mut health = app.world_mut().get_mut::<Health>(player).unwrap();
        *health = Health::new(1, 0);
        shown = play(&mut app, ".");
        if top(&app) == "dead" {
            break;
        }
    }
    assert_eq!(top(&app), "dead", "{shown}");
    // The report, without the map beside it and the frame.
    let report = shown.lines().map(|it| it.chars().skip(76));
    let report: String = report.flat_map(|it| it.chain([' '])).collect();
    let one_line: Vec<&str> = report.split([' ', '│']).collect();
    let one_line = one_line.join(" ");
    let one_line = one_line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line.contains("It began on turn"), "{shown}");
    assert!(
        one_line.contains("has noticed you! You were lit by"),
        "{shown}"
    );
    // The map is to the left of the report, and as bright as before.
    let dead = walls(&app);
    let seen = before.iter().filter(|it| dead.contains(it)).count();
    assert_eq!(seen, before.len(), "{shown}");
}

/// Returns the walls on the screen, with their colours.
fn walls(app: &App) -> Vec<(u16, u16, Color)> {
    let buffer = app.world().resource::<Screen>().buffer();
    let places = buffer.area.positions().filter(|it| it.x < 60);
    let walls = places.filter(|it| buffer[*it].symbol() == "#");
    walls.map(|it| (it.x, it.y, buffer[it].fg)).collect()
}
