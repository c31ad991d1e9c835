//! If a thing is renamed, every file that still names it is reported.

use std::collections::BTreeSet;

use fogbound::game::Things;
use fogbound::game::bestiary::{Bestiary, MonsterFiles, load_monsters};
use fogbound::map::TileMap;

use crate::common::assets::notices;
use crate::common::{built, simulation};

/// Returns the files with effects that name a thing.
fn naming(things: &Things, bestiary: &Bestiary, name: &str) -> BTreeSet<String> {
    let items = things.items().filter_map(|(_, it)| it.item.as_ref());
    let of_things = items.map(|it| &it.on);
    let files = things.texts().map(|(file, _)| file);
    let of_monsters = bestiary.by_file().map(|(file, it)| (file, &it.on));
    let all = files.zip(of_things).chain(of_monsters);
    let names = all.filter(|(_, on)| {
        let mut verbs = on.iter().flat_map(|it| &it.1).filter_map(|it| it.verb());
        verbs.any(|it| it.things().contains(&name))
    });
    names.map(|(file, _)| file.to_owned()).collect()
}

#[test]
fn every_file_that_names_a_renamed_thing_is_reported() {
    let mut app = simulation(built(1));
    notices(&mut app);
    let world = app.world();
    let (things, bestiary) = (
        world.resource::<Things>().clone(),
        world.resource::<Bestiary>().clone(),
    );
    let texts: Vec<(String, String)> = things
        .texts()
        .chain(bestiary.texts())
        .map(|(file, text)| (file.to_owned(), text.to_owned()))
        .collect();
    let mut lights = 0;
    for (_, thing) in things.items() {
        let name = &*thing.name;
        let expected = naming(&things, &bestiary, name);
        let (old, new) = (format!("name: {name:?}"), "name: \"new name\"");
        let renamed = texts.iter().map(|(file, text)| {
            let text = match file.starts_with("things/") {
                true => text.replace(&old, new),
                false => text.clone(),
            };
            (file.clone(), text)
        });
        load_monsters(app.world_mut(), MonsterFiles::recorded(renamed));
        let mut lines = notices(&mut app);
        let world = app.world();
        let unknown = world.resource::<Bestiary>().unknown_names(
            world.resource::<TileMap>().tile_set(),
            world.resource::<Things>(),
        );
        lines.extend(unknown.iter().map(ToString::to_string));
        for file in &expected {
            let is_told = |it: &&String| it.starts_with(file) && it.contains(&format!("{name:?}"));
            let line = lines.iter().find(is_told);
            assert!(line.is_some(), "{name}: {file} is missing in {lines:#?}");
        }
        if ["light", "gloom"].contains(&name) {
            assert!(!expected.is_empty(), "{name}");
            lights += expected.len();
        }
    }
    assert!(lights > 3, "{lights}");
}
