//! The tutorial in `docs/monsters.md` and the tables in `docs/behaviour.md` are correct.

use bevy::prelude::*;
use bevy::reflect::{TypeInfo, TypeRegistry};
use fogbound::game::GameSetup;
use fogbound::game::bestiary::Bestiary;
use fogbound::game::mind::{NameOf, ReflectMind, Within};

use crate::common::assets::{Assets, monster, notices};
use crate::common::{built, simulation};

const TUTORIAL: &str = include_str!("../../../docs/monsters.md");
const MINDS: &str = include_str!("../../../docs/behaviour.md");

/// Returns the tutorial's code blocks in the given language.
fn blocks(language: &str) -> Vec<&'static str> {
    let begin = format!("```{language}\n");
    let blocks = TUTORIAL.split(begin.as_str()).skip(1);
    blocks
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

/// Returns a game in which the wisp's file contains the given text, and the game's notices.
fn with_wisp(name: &str, text: &str) -> (App, Vec<String>) {
    let assets = Assets::new(name);
    assets.write("wisp.ron", text);
    let mut app = simulation(GameSetup {
        monsters: assets.files(),
        ..built(1)
    });
    let notices = notices(&mut app)
        .iter()
        .map(|it| assets.shorten(it))
        .collect();
    (app, notices)
}

#[test]
fn the_example_files_are_valid_monsters() {
    let files: Vec<&str> = blocks("ron")
        .into_iter()
        .filter(|it| it.starts_with("//"))
        .collect();
    assert_eq!(files.len(), 2);
    for (index, file) in files.into_iter().enumerate() {
        let (app, notices) = with_wisp(&format!("docs-{index}"), file);
        assert_eq!(notices, [""; 0]);
        assert_eq!(monster(&app, "wisp").glyph, 'W');
    }
}

#[test]
fn the_example_mistake_has_the_documented_message() {
    let file = blocks("ron")[1].replace("patience: 5", "patience: \"five\"");
    let (_, notices) = with_wisp("docs-mistake", &file);
    let [message] = &notices[..] else {
        panic!("{notices:?}")
    };
    assert!(
        TUTORIAL.contains(&format!("mine/monsters/{message}\n")),
        "{message}"
    );
}

#[test]
fn every_field_and_every_mind_is_documented() {
    let (app, notices) = with_wisp("docs-fields", "(x: 1)");
    let (_, fields) = notices[0].split_once("the fields are ").unwrap();
    for field in fields.split(", ") {
        assert!(TUTORIAL.contains(&format!("\n| `{field}` |")), "{field}");
    }
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let minds = registry
        .iter()
        .filter(|it| it.data::<ReflectMind>().is_some());
    let mut count = 0;
    for mind in minds {
        let name = mind.type_info().type_path_table().short_path();
        assert!(MINDS.contains(&format!("\n| `{name}")), "{name}");
        count += 1;
    }
    assert!(count >= 13, "{count}");
    assert!(app.world().resource::<Bestiary>().get("wisp").is_none());
}

/// Returns the table of the minds' limits, as the code defines them.
fn limits(registry: &TypeRegistry) -> String {
    let minds = registry
        .iter()
        .filter(|it| it.data::<ReflectMind>().is_some());
    let mut rows = Vec::new();
    for mind in minds {
        let TypeInfo::Struct(info) = mind.type_info() else {
            continue;
        };
        let default = mind.data::<ReflectDefault>().unwrap().default();
        let usual = default.reflect_ref().as_struct().unwrap();
        for field in info.iter() {
            let mind = info.type_path_table().short_path();
            if let Some(of) = field.get_attribute::<NameOf>() {
                rows.push(format!(
                    "| `{mind}.{}` | {} | `{:?}` |\n",
                    field.name(),
                    of.words(),
                    usual.field(field.name()).unwrap(),
                ));
                continue;
            }
            let within = || {
                let within = field.get_attribute::<Within>();
                within.unwrap_or_else(|| panic!("{mind}.{} has no limits", field.name()))
            };
            let accepted = match field.type_info() {
                Some(TypeInfo::Tuple(_)) => format!("(least, most) {}", within()),
                _ if field.is::<bool>() => "`true` or `false`".to_owned(),
                _ => format!("a number {}", within()),
            };
            rows.push(format!(
                "| `{mind}.{}` | {accepted} | `{:?}` |\n",
                field.name(),
                usual.field(field.name()).unwrap(),
            ));
        }
    }
    rows.sort();
    assert!(rows.len() >= 12, "{rows:?}");
    rows.concat()
}

#[test]
fn the_documented_limits_of_minds_match_the_code() {
    let app = simulation(built(1));
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let limits = limits(&registry);
    assert!(
        MINDS.contains(&format!("| --- | --- | --- |\n{limits}")),
        "docs/behaviour.md should have this table:\n{limits}"
    );
}
