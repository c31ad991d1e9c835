//! The things that come with the game.

use bevy::prelude::*;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::{
    Action, Fate, Game, GameSetup, Inventory, Item, LightRule, Occasion, PlayerCommand, Snapshot,
    Things, begin_game, carry_out, fingerprint, spawn_thing,
};
use fogbound::grid::Direction;
use fogbound::vision::ObjectKind;

use super::{here, you};
use crate::common::assets::notices;
use crate::common::{AppExt, built, dark, depth, simulation, tick};

/// Returns all things that can be carried.
fn carried(app: &App) -> Vec<(ObjectKind, String, std::sync::Arc<Item>)> {
    let things = app.world().resource::<Things>();
    let all = things.items().filter_map(|(kind, thing)| {
        let item = thing.item.clone().filter(|it| it.stack > 0)?;
        Some((kind, thing.name.clone(), item))
    });
    all.collect()
}

#[test]
fn about_thirty_things_can_be_carried_and_each_does_something() {
    let mut app = simulation(built(1));
    assert_eq!(notices(&mut app), [""; 0]);
    let carried = carried(&app);
    assert!((25..=45).contains(&carried.len()), "{}", carried.len());
    for (_, name, item) in carried {
        let does = item.on.iter().any(|(_, effects)| !effects.is_empty());
        // What waits to be chosen lies in vaults only.
        assert!(does && (item.weight > 0 || item.waits), "{name}");
        let said = fogbound::game::effect::what_it_does(&item).join(" ");
        assert!(said.ends_with('.') && said.len() > 20, "{name}: {said}");
    }
}

/// Picks up one thing of each kind in turn, and uses, wears, takes off and throws it. The world then continues exactly
/// from a snapshot.
#[test]
fn every_thing_is_used_worn_thrown_and_repeats_exactly() {
    let kinds = carried(&simulation(dark(built(3)))).len();
    for number in 0..kinds {
        let play = || {
            let mut app = simulation(dark(built(3)));
            app.make_player_tough();
            let (kind, name, item) = carried(&app)[number].clone();
            for _ in 0..3 {
                let here = here(&app);
                spawn_thing(app.world_mut(), kind, here);
                app.act(Action::PICK_UP);
            }
            let player = you(&app);
            assert!(app.part::<Inventory>(player).count(kind) > 0, "{name}");
            let far = here(&app) + IVec2::new(2, 1);
            let uses = item.responds_to(Occasion::USE);
            let actions = [
                uses.then_some(Action::use_thing(0)),
                item.worn.map(|_| Action::wear(0)),
                item.worn.map(|_| Action::wear(0)),
                Some(Action::throw(0, far)),
                Some(Action::WAIT),
                Some(Action::step(Direction::East)),
            ];
            let run = |app: &mut App| -> Vec<u64> {
                let actions = actions.into_iter().flatten();
                let print = |action: Action| {
                    let before = tick(app);
                    app.act(action);
                    // What would do nothing here is refused.
                    let mut effects = item.effects(Occasion::USE).iter();
                    let may_be_idle = action.kind == Action::USE
                        && effects.all(|it| {
                            ["wedge", "see", "blind", "heal", "oil"].contains(&it.name())
                        });
                    let moves = action.kind == Action::STEP || may_be_idle;
                    assert!(moves || tick(app) > before, "{name}: {action:?}");
                    fingerprint(app.world_mut())
                };
                actions.map(print).collect()
            };
            let snapshot = Snapshot::take(app.world_mut()).unwrap();
            let first = run(&mut app);
            snapshot.restore(app.world_mut());
            assert_eq!(run(&mut app), first, "{name}");
            first
        };
        assert_eq!(play(), play());
    }
}

#[test]
fn things_carried_and_left_lying_survive_the_stairs() {
    let mut app = simulation(GameSetup {
        light: LightRule::Off,
        ..built(5)
    });
    app.make_player_tough();
    let kinds = carried(&app);
    for (kind, ..) in kinds.iter().take(16) {
        let here = here(&app);
        spawn_thing(app.world_mut(), *kind, here);
        app.act(Action::PICK_UP);
    }
    let before = super::pack(&app);
    assert_eq!(before.len(), 16);
    let player = you(&app);
    let stairs = |app: &App, tile| {
        let map = app.world().resource::<fogbound::map::TileMap>();
        map.positions().find(|it| map.tile(*it) == tile)
    };
    use fogbound::map::Tile;
    let down = stairs(&app, Tile::STAIRS_DOWN).unwrap();
    app.world_mut()
        .get_mut::<fogbound::vision::Position>(player)
        .unwrap()
        .0 = down;
    app.act(Action::drop(0));
    app.act(Action::TAKE_STAIRS);
    assert_eq!(depth(&app), 2);
    assert_eq!(super::pack(&app), before[1..]);
    let print = fingerprint(app.world_mut());
    app.act(Action::TAKE_STAIRS);
    assert_eq!(depth(&app), 1);
    assert_ne!(fingerprint(app.world_mut()), print);
    app.act(Action::PICK_UP);
    assert_eq!(super::pack(&app).len(), 16);
}

#[test]
fn luck_evens_out() {
    // Each kind lies somewhere within the first twelve levels of a few dungeons.
    let mut found = std::collections::BTreeMap::<String, u32>::new();
    let mut numbers = Vec::new();
    for seed in 0..12 {
        let mut app = simulation(built(seed));
        let mut number = 0;
        for depth in 1..=12_u32 {
            let world = app.world_mut();
            let game = world.resource::<Game>().clone();
            let things = world.resource::<Things>().clone();
            let bestiary = world
                .resource::<fogbound::game::bestiary::Bestiary>()
                .clone();
            for kind in game.things_at(depth, &bestiary, &things).unwrap() {
                if things
                    .item(kind)
                    .is_some_and(|it| it.stack > 0 && !it.waits)
                {
                    number += 1;
                    *found
                        .entry(things.get(kind).unwrap().name.clone())
                        .or_default() += 1;
                }
            }
        }
        numbers.push(number);
    }
    assert!(
        numbers.iter().all(|it| (48..=72).contains(it)),
        "{numbers:?}"
    );
    let kinds = carried(&simulation(built(0)));
    let kinds = kinds.iter().filter(|(_, _, item)| !item.waits).count();
    assert_eq!(found.len(), kinds, "{found:?}");
    let most = found.values().max().unwrap();
    assert!(*most < 100, "{found:?}");
}

#[test]
fn a_game_without_thing_files_has_no_things() {
    let mut app = simulation(built(1));
    let setup = GameSetup {
        monsters: MonsterFiles::recorded([]),
        ..built(1)
    };
    begin_game(app.world_mut(), Game::new(setup).unwrap());
    assert_eq!(carried(&app).len(), 0);
    carry_out(app.world_mut(), PlayerCommand::Act(Action::PICK_UP));
    assert!(app.world().resource::<Fate>().is_alive());
}
