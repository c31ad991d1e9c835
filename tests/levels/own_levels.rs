//! Levels whose plans name a theme, vaults, tiles and everything that appears on them.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use fogbound::dungeon::{Builders, Dungeon, LevelSource, Stock};
use fogbound::game::bestiary::{MonsterFiles, MonsterKind};
use fogbound::game::{GameSetup, Things};
use fogbound::map::{Tile, TileMap};
use fogbound::vision::ObjectKind;

use crate::common::{built, simulation};

const VAULT: &str = "name: the reading room\nnote: Shelves.\ndepths: 99\nE: monster eel\n----\n\
                     #####\n#.E.#\n@...#\n#####\n";

/// Returns a game on the first level, with this plan for it.
fn game(plan: &str, seed: u64) -> App {
    let files = [
        ("depths.ron", format!("{{ 1: (name: \"it\", arrival: \"It.\", {plan}) }}")),
        ("themes/wet.ron", "(lit: 100, crowd: 300, vaults: (0, 0), holds: [\"the reading room\"], tiles: { \"floor\": \"rubble\" })".to_owned()),
        ("vaults/reading-room.txt", VAULT.to_owned()),
    ];
    let files: BTreeMap<String, String> = files.map(|(name, text)| (name.to_owned(), text)).into();
    let (stock, errors) = Stock::read(&files, &Builders::default());
    assert_eq!(errors, [], "{plan}");
    let eel =
        "(name: \"eel\", glyph: 'E', health: 3, minds: { \"Wanders\": () }, appears: (weight: 0))";
    let rat = "(name: \"rat\", glyph: 'r', health: 3, minds: { \"Wanders\": () })";
    let ring = "(name: \"ring\", sign: '\"', appears: (depths: (9, 9)))";
    let salve = "(name: \"salve\", sign: '!', appears: (depths: (1, 9)))";
    let all = [
        ("eel.ron", eel),
        ("rat.ron", rat),
        ("things/ring.ron", ring),
        ("things/salve.ron", salve),
    ];
    let all = all.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let stock = Dungeon {
        stock,
        ..Dungeon::default()
    };
    simulation(GameSetup {
        seed,
        source: LevelSource::Dungeon(stock),
        monsters: MonsterFiles::recorded(all),
        ..built(seed)
    })
}

fn monsters(app: &mut App) -> BTreeSet<String> {
    let mut all = app.world_mut().query::<&MonsterKind>();
    all.iter(app.world()).map(|it| it.0.clone()).collect()
}

fn things(app: &mut App) -> BTreeSet<String> {
    let world = app.world_mut();
    let mut all = world.query::<&ObjectKind>();
    let kinds: Vec<ObjectKind> = all.iter(world).copied().collect();
    let things = world.resource::<Things>();
    let items = kinds.into_iter().filter(|it| things.item(*it).is_some());
    items
        .filter_map(|it| Some(things.get(it)?.name.clone()))
        .collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|it| (*it).to_owned()).collect()
}

#[test]
fn only_what_the_plan_names_appears_and_it_does_so_at_any_depth() {
    for seed in 1..6 {
        let mut usual = game("crowd: 300, things: 9", seed);
        assert_eq!(monsters(&mut usual), set(&["rat"]));
        assert_eq!(things(&mut usual), set(&["salve"]));
        let mut own = game("crowd: 300, things: 9, only: [\"eel\", \"ring\"]", seed);
        assert_eq!(monsters(&mut own), set(&["eel"]));
        assert_eq!(things(&mut own), set(&["ring"]));
        let mut nobody = game("crowd: 300, things: 9, only: []", seed);
        assert_eq!(monsters(&mut nobody), set(&[]));
        assert_eq!(things(&mut nobody), set(&[]));
    }
}

#[test]
fn a_theme_counts_where_the_plan_says_nothing() {
    for seed in 1..6 {
        let mut app = game("theme: \"wet\", crowd: 0", seed);
        // The eel of the vault that the theme holds, and nobody else.
        assert_eq!(monsters(&mut app), set(&["eel"]));
        let map = app.world().resource::<TileMap>();
        let count = |tile: Tile| map.iter().filter(|it| it.1 == tile).count();
        // The floor of the vault stays.
        assert_eq!(count(Tile::FLOOR), 7);
        assert!(count(Tile::RUBBLE) > 100);
    }
}
