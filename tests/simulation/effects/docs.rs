//! `docs/effects.md`, and the pages that continue it, are complete and correct.

use bevy::prelude::*;
use bevy::reflect::TypeInfo;
use fogbound::game::effect::{
    GENERATIONS, MOST_CHANGES, MOST_CREATURES, MOST_EFFECTS, MOST_ON_CELL, ReflectVerb, Terms,
};
use fogbound::game::mind::Within;

use super::{beast, game};

const PAGE: &str = include_str!("../../../docs/effects.md");
const VERBS: &str = include_str!("../../../docs/verbs.md");
const CONDITIONS: &str = include_str!("../../../docs/conditions.md");
const THINGS: &str = include_str!("../../../docs/things.md");

#[test]
fn every_verb_is_documented_with_its_limits_and_everything_else_as_it_describes_itself() {
    let app = game(
        &[&beast("")],
        "#####\n#@.b#\n#####",
        fogbound::game::LightRule::Off,
    );
    let mut wanted: Vec<String> = Vec::new();
    let terms = app.world().resource::<Terms>();
    let row = |name: &str, about: &str| format!("| `{name}` | {about}");
    wanted.extend(terms.occasions().iter().map(|it| row(it.name, it.about)));
    wanted.extend(terms.conditions().iter().map(|it| row(it.name, it.about)));
    wanted.extend(terms.areas().iter().map(|it| match it.has_distance {
        true => row(&format!("{}(n)", it.name), it.about),
        false => row(it.name, it.about),
    }));
    wanted.extend(terms.whom().iter().map(|it| row(it.name, it.about)));
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let mut names = Vec::new();
    for kind in registry.iter() {
        let (Some(verb), TypeInfo::Struct(info)) = (kind.data::<ReflectVerb>(), kind.type_info())
        else {
            continue;
        };
        names.push(verb.name);
        wanted.push(format!("| `{}` |", verb.name));
        for field in info.iter() {
            let within = field.get_attribute::<Within>();
            let limits = within.map_or_else(String::new, |it| format!(" a number {it}"));
            wanted.push(format!("| `{}.{}` |{limits}", verb.name, field.name()));
        }
    }
    assert!(names.len() >= 6, "{names:?}");
    for row in wanted {
        let row = format!("\n{row}");
        assert!(
            [PAGE, THINGS, CONDITIONS, VERBS]
                .iter()
                .any(|it| it.contains(&row)),
            "{row}"
        );
    }
}

#[test]
fn the_limits_are_documented() {
    for limit in [
        format!("| {GENERATIONS} generations of effects"),
        format!("| {MOST_EFFECTS} effects at one moment"),
        format!("| {MOST_ON_CELL} things on a cell"),
        format!("| {MOST_CREATURES} creatures on a level"),
        format!("| {MOST_CHANGES} changes for some turns"),
    ] {
        assert!(PAGE.contains(&format!("\n{limit}")), "{limit}");
    }
}

#[test]
fn the_documented_mistake_has_the_documented_message() {
    let swarm = include_str!("../../../examples/monsters/swarm.ron");
    let (line, text) = (1..)
        .zip(swarm.lines())
        .find(|(_, it)| it.contains("split"))
        .unwrap();
    let column = text.find("\"split\"").unwrap() + 1;
    assert!(PAGE.contains(&format!(
        "mine/monsters/swarm.ron:{line}:{column}: unknown verb \"spilt\""
    )));
}
