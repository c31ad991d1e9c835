//! Time also passes on levels that the player has left. The scenes in `tests/scenes/left-levels` show that wounds heal
//! there, searches end, and hunters calm down.

use bevy::prelude::*;
use fogbound::game::bestiary::{MonsterKind, reload_monsters};
use fogbound::game::mind::{Guards, Hunts};
use fogbound::game::{Action, Actor, Awareness, Clock, Depth, GameSetup, PlayerCommand, State};
use fogbound::grid::Direction::*;
use fogbound::map::{Tile, TileMap};
use fogbound::vision::MapMemory;

use crate::common::arena::{arena, changes, creature, events, player, record, state, wait};
use crate::common::assets::Assets;
use crate::common::{AppExt, built, drawn, simulation};

/// A hall with stairs on the left. All levels look alike.
const HALL: &str = "
####################
#@>................#
##<#################
####################";

/// Returns a game with the player on the stairs and a deaf and blind creature with the given awareness.
fn left_with(awareness: Awareness) -> (App, Entity) {
    let mut app = arena(HALL);
    app.step(East);
    let other = creature(&mut app, (18, 1), (Hunts { patience: 10 }, awareness));
    app.world_mut()
        .entity_mut(other)
        .remove::<fogbound::vision::Viewshed>();
    events(&mut app);
    (app, other)
}

/// Takes the stairs, waits for some turns and comes back. Using the stairs twice takes two more turns.
fn away(app: &mut App, turns: u32) {
    app.act(Action::TAKE_STAIRS);
    assert_eq!(app.world().resource::<Depth>().0, 2);
    let (player, _) = player(app);
    wait(app, turns);
    app.put(player, (2, 2));
    app.act(Action::TAKE_STAIRS);
    assert_eq!(app.world().resource::<Depth>().0, 1);
}

#[test]
fn a_search_that_ends_while_the_player_is_away_is_no_event() {
    let searching = Awareness::Searching {
        around: IVec2::new(18, 1),
        until: 1_500,
    };
    let (mut app, other) = left_with(searching);
    away(&mut app, 30);
    assert_eq!(state(&app, other), State::Unaware);
    assert_eq!(changes(&events(&mut app), other), []);
}

#[test]
fn turns_keep_their_timing_while_the_player_is_away() {
    let (mut app, other) = left_with(Awareness::Unaware);
    let due = |app: &App| app.part::<Actor>(other).due;
    let before = due(&app) - app.world().resource::<Clock>().tick;
    away(&mut app, 7);
    assert_eq!(due(&app) - app.world().resource::<Clock>().tick, before);
}

fn conjure(app: &mut App, glyph: char) -> Entity {
    let known = app.entities::<With<MonsterKind>>();
    let (_, here) = player(app);
    let map = app.map();
    let free = map.positions().find(|&cell| {
        let far = (cell - here).abs().max_element() > 3;
        far && map.tile(cell) == Tile::FLOOR
    });
    let at = free.unwrap();
    app.command([PlayerCommand::Conjure { glyph, at }]);
    let all = app.entities::<With<MonsterKind>>();
    *all.iter().find(|it| !known.contains(it)).unwrap()
}

fn knows_the_plan(app: &App, creature: Entity) -> bool {
    let memory = app.part::<MapMemory>(creature);
    let map: &TileMap = app.map();
    map.iter()
        .all(|(cell, tile)| memory.tile(cell) == Some(tile))
}

fn go_down(app: &mut App) {
    let (player, _) = player(app);
    let stairs = app
        .map()
        .iter()
        .find(|(_, tile)| *tile == Tile::STAIRS_DOWN);
    let (stairs, _) = stairs.unwrap();
    app.put(player, stairs.into());
    app.act(Action::TAKE_STAIRS);
}

/// The plan that natives know is the plan of the current level.
#[test]
fn a_new_monster_knows_the_plan_of_its_level() {
    // With this seed, no creature changes the level by opening a door before the check.
    let mut app = simulation(built(3));
    app.make_player_tough();
    go_down(&mut app);
    assert_eq!(app.world().resource::<Depth>().0, 2);
    let below = conjure(&mut app, 'f');
    assert!(knows_the_plan(&app, below));
    app.act(Action::TAKE_STAIRS);
    assert_eq!(app.world().resource::<Depth>().0, 1);
    let above = conjure(&mut app, 'f');
    assert!(knows_the_plan(&app, above));
}

const RAT: &str = "(name: \"rat\", glyph: 'r', health: 10, sight: (radius: 3), MINDS)";

/// Returns a game in which a rat with the given minds stands at the end of the hall.
fn game_with(assets: &Assets, minds: &str) -> (App, Entity) {
    assets.write("rat.ron", RAT.replace("MINDS", minds));
    let mut app = simulation(GameSetup {
        monsters: assets.files(),
        ..drawn(&HALL.replace("..#\n##<", "r.#\n##<"))
    });
    record(&mut app);
    let rat = app.entities::<With<MonsterKind>>()[0];
    app.step(East);
    (app, rat)
}

fn rewrite(app: &mut App, assets: &Assets, minds: &str) {
    assets.write("rat.ron", RAT.replace("MINDS", minds));
    reload_monsters(app.world_mut());
}

#[test]
fn a_monster_that_becomes_a_sleeper_while_the_player_is_away_sleeps() {
    let assets = Assets::new("left-sleeps");
    let (mut app, rat) = game_with(&assets, "minds: {}");
    app.act(Action::TAKE_STAIRS);
    rewrite(&mut app, &assets, "minds: {\"Sleeps\": ()}");
    let (player, _) = player(&mut app);
    wait(&mut app, 3);
    app.put(player, (2, 2));
    app.act(Action::TAKE_STAIRS);
    assert_eq!(state(&app, rat), State::Asleep);
}

#[test]
fn a_slow_monster_moves_once_its_speed_is_corrected() {
    for is_away in [false, true] {
        let assets = Assets::new("left-slow");
        let (mut app, rat) = game_with(&assets, "speed: 1, minds: {\"Wanders\": ()}");
        wait(&mut app, 2);
        let before = app.place_of(rat);
        let due = app.part::<Actor>(rat).due;
        assert!(due > app.world().resource::<Clock>().tick + 5_000, "{due}");
        if is_away {
            app.act(Action::TAKE_STAIRS);
            wait(&mut app, 30);
        }
        rewrite(&mut app, &assets, "speed: 100, minds: {\"Wanders\": ()}");
        if is_away {
            let (player, _) = player(&mut app);
            app.put(player, (2, 2));
            app.act(Action::TAKE_STAIRS);
        }
        wait(&mut app, 12);
        assert_ne!(app.place_of(rat), before, "away: {is_away}");
    }
}

#[test]
fn a_guard_whose_file_changes_keeps_its_post() {
    let assets = Assets::new("left-guard");
    let (mut app, rat) = game_with(&assets, "minds: {\"Guards\": (radius: 2)}");
    wait(&mut app, 1);
    let post = app.part::<Guards>(rat).post();
    assert_eq!(post, Some(app.place_of(rat)));
    app.put(rat, (10, 1));
    rewrite(&mut app, &assets, "minds: {\"Guards\": (radius: 3)}");
    let guard = app.part::<Guards>(rat);
    assert_eq!((guard.radius, guard.post()), (3, post));
    wait(&mut app, 12);
    assert_eq!(Some(app.place_of(rat)), post, "the guard goes back");
}

#[test]
fn a_new_guard_takes_its_post_where_it_stands() {
    let assets = Assets::new("left-new-guard");
    let (mut app, rat) = game_with(&assets, "minds: {}");
    rewrite(&mut app, &assets, "minds: {\"Guards\": (radius: 3)}");
    wait(&mut app, 1);
    assert_eq!(app.part::<Guards>(rat).post(), Some(app.place_of(rat)));
}

#[test]
fn a_recreated_file_changes_living_monsters() {
    let assets = Assets::new("left-again");
    let imp = |minds: &str| {
        RAT.replace("rat", "imp")
            .replace("'r'", "'i'")
            .replace("MINDS", minds)
    };
    assets.write("imp.ron", imp("minds: {\"Wanders\": ()}"));
    let mut app = simulation(GameSetup {
        monsters: assets.files(),
        ..drawn(&HALL.replace("..#\n##<", "i.#\n##<"))
    });
    let living = app.entities::<With<MonsterKind>>()[0];
    assets.remove("imp.ron");
    reload_monsters(app.world_mut());
    assets.write(
        "imp.ron",
        imp("speed: 50, minds: {\"Hunts\": (patience: 3)}"),
    );
    reload_monsters(app.world_mut());
    let imp = app.world().entity(living);
    assert_eq!(imp.get::<Hunts>(), Some(&Hunts { patience: 3 }));
    assert!(!imp.contains::<fogbound::game::mind::Wanders>());
    assert_eq!(imp.get::<Actor>().unwrap().speed, 50);
}

#[test]
fn a_changed_file_does_not_hide_a_revealed_monster() {
    let assets = Assets::new("left-revealed");
    let (mut app, rat) = game_with(&assets, "minds: {\"Camouflage\": (within: 1)}");
    app.world_mut()
        .entity_mut(rat)
        .remove::<fogbound::game::Camouflage>();
    rewrite(&mut app, &assets, "minds: {\"Camouflage\": (within: 2)}");
    let rat = app.world().entity(rat);
    assert!(!rat.contains::<fogbound::game::Camouflage>());
}
