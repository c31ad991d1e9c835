//! Tests of the monsters that come with the game.

use std::fs;

use bevy::prelude::*;
use fogbound::game::Hue;
use fogbound::game::bestiary::Bestiary;
use fogbound::view::Palette;

use crate::common::{built, simulation};

#[test]
fn every_built_in_file_is_a_monster() {
    let app = simulation(built(1));
    let bestiary = app.world().resource::<Bestiary>();
    assert_eq!(bestiary.errors(), []);
    assert_eq!(bestiary.warnings().next(), None);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/monsters");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path
            .file_stem()
            .unwrap()
            .to_str()
            .unwrap()
            .replace('-', " ");
        assert!(
            bestiary.get(&name).is_some(),
            "{path:?} is not a monster of the game"
        );
        let description = &bestiary.get(&name).unwrap().description;
        assert!(
            (30..=160).contains(&description.len()) && description.ends_with('.'),
            "{path:?} needs a description of a sentence or two: {description:?}"
        );
        names.push(name);
    }
    assert!(names.len() >= 18, "only {names:?}");
    assert_eq!(bestiary.iter().count(), names.len());
}

#[test]
fn no_two_monsters_share_senses_and_minds() {
    let app = simulation(built(1));
    let bestiary = app.world().resource::<Bestiary>();
    let mut traits: Vec<String> = bestiary
        .iter()
        .map(|it| {
            format!(
                "{:?} {} {:?}",
                it.sight,
                it.hearing,
                it.minds.names().collect::<Vec<_>>()
            )
        })
        .collect();
    let all = traits.len();
    traits.sort();
    traits.dedup();
    assert_eq!(traits.len(), all);
}

#[test]
fn every_depth_has_at_least_four_kinds_of_monster() {
    let app = simulation(built(1));
    let bestiary = app.world().resource::<Bestiary>();
    for depth in 1..=12 {
        let here = bestiary.iter().filter(|monster| {
            let (first, last) = monster.appears.depths;
            (first..=last).contains(&depth) && monster.appears.weight > 0
        });
        let count = here.count();
        assert!(count >= 4, "{count} kinds at depth {depth}");
    }
}

#[test]
fn every_palette_defines_the_colour_of_every_monster() {
    let app = simulation(built(1));
    for monster in app.world().resource::<Bestiary>().iter() {
        let Some(Hue::Named(color)) = &monster.color else {
            panic!("{}: {:?}", monster.name, monster.color);
        };
        for name in Palette::NAMES {
            let palette = Palette::built_in(name).unwrap();
            assert!(
                palette.named(color).is_some(),
                "{}: {color} in {name}",
                monster.name
            );
        }
    }
}
