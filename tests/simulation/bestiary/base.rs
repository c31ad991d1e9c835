//! Files that say only what is different from another monster or thing.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::game::bestiary::{Bestiary, Monster, MonsterFiles, reload_monsters};
use fogbound::game::{GameSetup, Things};

use crate::common::assets::{Assets, living, monster, notices, unbegun};
use crate::common::{drawn, simulation};

/// Starts a game with files, each with its name and text.
fn with(folder: &str, files: &[(&str, &str)]) -> (Assets, App) {
    let assets = Assets::new(folder);
    std::fs::create_dir(assets.path("../things")).unwrap();
    for (name, text) in files {
        assets.write(name, text);
    }
    let monsters = assets.files();
    (assets, begun(monsters))
}

fn begun(monsters: MonsterFiles) -> App {
    let mut app = unbegun(GameSetup {
        monsters,
        ..drawn("###\n#@#\n###")
    });
    app.update();
    app
}

/// Returns everything about a monster but its name, letter and file.
fn nature(it: &Monster) -> String {
    let minds: Vec<&str> = it.minds.names().collect();
    let numbers = (
        it.health,
        it.regeneration,
        it.accuracy,
        it.damage,
        it.defence,
        it.speed,
    );
    let senses = (
        it.sight,
        it.dark_sight,
        it.light,
        it.hearing,
        it.faction,
        &it.color,
    );
    let life = (&it.description, &it.seems, &it.carries, &it.appears);
    format!("{numbers:?} {senses:?} {life:?} {minds:?} {:?}", it.on)
}

fn errors(app: &App) -> Vec<String> {
    let errors = app.world().resource::<Bestiary>().errors();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn a_file_with_a_base_alone_defines_the_same_monster() {
    let all = Bestiary::without_minds(&MonsterFiles::built_in());
    for (_, base) in all.by_file() {
        let name = &base.name;
        // A file of the same name is based on the game's own one.
        let file = format!("{}.ron", name.replace(' ', "-"));
        let text = format!("(base: {name:?})");
        let (_assets, app) = with("base-alone", &[(&file, &text)]);
        assert_eq!(errors(&app), [""; 0], "{name}");
        let (_assets, plain) = with("base-none", &[]);
        assert_eq!(nature(monster(&app, name)), nature(monster(&plain, name)));
        assert_eq!(monster(&app, name).text(), text);
    }
}

#[test]
fn a_saved_game_holds_whole_files() {
    let files = [
        (
            "hound.ron",
            "(name: \"hound\", glyph: 'H', base: \"jackal\", health: 7, minds: { \"Wanders\": None, \"Sleeps\": () }, on: { \"death\": [(verb: \"noise\", loudness: 9)] })",
        ),
        (
            "pup.ron",
            "(name: \"pup\", glyph: 'P', base: \"hound\", sight: None, on: { \"hit\": [(verb: \"flee\", turns: 3)] })",
        ),
    ];
    let (_assets, app) = with("base-whole", &files);
    assert_eq!(errors(&app), [""; 0]);
    let texts = app.world().resource::<Bestiary>().texts();
    let texts = texts.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let mut texts: BTreeMap<String, String> = texts.collect();
    assert!(texts.values().all(|it| !it.contains("base:")));
    texts.remove("jackal.ron");
    let again = begun(MonsterFiles::recorded(texts));
    for name in ["hound", "pup"] {
        assert_eq!(nature(monster(&again, name)), nature(monster(&app, name)));
    }
    let pup = monster(&app, "pup");
    assert_eq!((pup.health, pup.sight), (7, None));
    let minds: Vec<&str> = pup.minds.names().collect();
    assert!(
        minds.contains(&"Sleeps") && !minds.contains(&"Wanders"),
        "{minds:?}"
    );
    let occasions: Vec<&str> = pup.on.iter().map(|(it, _)| it.name).collect();
    assert_eq!(occasions, ["hit", "death", "turn"]);
}

#[test]
fn a_change_of_the_base_reaches_living_monsters_of_both_kinds() {
    let assets = Assets::new("base-reload");
    assets.write("rat.ron", "(base: \"rat\", health: 20)");
    assets.write(
        "king.ron",
        "(name: \"rat king\", glyph: 'K', base: \"rat\", defence: 3)",
    );
    let mut app = simulation(GameSetup {
        monsters: assets.files(),
        ..drawn("######\n#@.K.#\n######")
    });
    notices(&mut app);
    let king = living(&mut app, "rat king")[0];
    let health = |app: &App| {
        app.world()
            .get::<fogbound::game::Health>(king)
            .unwrap()
            .max()
    };
    assert_eq!(health(&app), 20);
    assets.write("rat.ron", "(base: \"rat\", health: 33)");
    reload_monsters(app.world_mut());
    assert_eq!(health(&app), 33);
    let told = ["The rat has changed.", "The rat king has changed."];
    assert_eq!(notices(&mut app), told);
    // A mistake in the base is told once, and changes neither.
    assets.write("rat.ron", "(base: \"rat\", healt: 40)");
    reload_monsters(app.world_mut());
    assert_eq!(health(&app), 33);
    let told = notices(&mut app);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("rat.ron:1:15: unknown field `healt`"),
        "{told:?}"
    );
}

#[test]
fn things_have_bases_too() {
    let files = [
        (
            "../things/long-spear.ron",
            "(name: \"long spear\", base: \"spear\", description: None)",
        ),
        (
            "../things/pike.ron",
            "(name: \"pike\", base: \"long spear\", on: { \"hit\": [(verb: \"flee\", turns: 2)] })",
        ),
    ];
    let (_assets, app) = with("base-things", &files);
    let things = app.world().resource::<Things>();
    let item = |name: &str| things.item(things.named(name).unwrap()).unwrap().clone();
    let (spear, long, pike) = (item("spear"), item("long spear"), item("pike"));
    assert_eq!(things.errors(), []);
    assert_eq!((long.worn, long.description.as_str()), (spear.worn, ""));
    assert_eq!(format!("{:?}", long.on), format!("{:?}", spear.on));
    assert_eq!(pike.on.len(), spear.on.len() + 1);
    let mut texts = things.texts().filter(|(name, _)| name.contains("pike"));
    assert!(texts.all(|(_, text)| !text.contains("base")));
}

#[test]
fn mistakes_in_bases_are_told_where_they_are() {
    let cases: [(&[(&str, &str)], &str); 6] = [
        (
            &[("a.ron", "(name: \"hound\", glyph: 'H', base: \"jackl\")")],
            "a.ron:1:35: base: found \"jackl\" (did you mean \"jackal\"?); expected the name of another monster",
        ),
        (
            &[("a.ron", "(name: \"hound\", glyph: 'H', base: \"hound\")")],
            "a.ron:1:35: base: \"hound\" is itself based on this monster, or on more than 8 others; expected another monster",
        ),
        (
            &[
                ("a.ron", "(name: \"hound\", glyph: 'H', base: \"pup\")"),
                ("b.ron", "(name: \"pup\", glyph: 'P', base: \"hound\")"),
            ],
            "b.ron:1:33: base: \"hound\" is itself based on this monster, or on more than 8 others; expected another monster",
        ),
        (
            &[("a.ron", "(base: \"jackal\", health: 3)")],
            "a.ron:1:1: name: \"jackal\" is taken by assets/monsters/jackal.ron; expected a unique name",
        ),
        (
            &[("a.ron", "(name: \"hound\", glyph: 'H', base: 7)")],
            "a.ron:1:35: base: found `7`; expected the name of another monster",
        ),
        (
            &[(
                "a.ron",
                "(name: \"hound\", glyph: 'H', base: \"jackal\", helth: None)",
            )],
            "a.ron:1:45: unknown field `helth` (did you mean `health`?); the fields are",
        ),
    ];
    for (files, expected) in cases {
        let (assets, app) = with("base-mistakes", files);
        let errors: Vec<String> = errors(&app).iter().map(|it| assets.shorten(it)).collect();
        let is_told = errors.iter().any(|it| it.starts_with(expected));
        assert!(
            is_told && errors.len() <= files.len(),
            "{errors:#?}\nexpected {expected}"
        );
    }
}
