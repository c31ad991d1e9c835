//! A component or a resource that a plugin registers is saved with the game.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;
use fogbound::explorer::Bot;
use fogbound::frontend::text;
use fogbound::game::bestiary::Notice;
use fogbound::game::{
    Action, Actor, ActorId, BeginGame, Depth, Game, Of, SaveComponent, SaveResource,
    SimulationPlugin, Snapshot, Turn, TurnSystems, fingerprint,
};
use fogbound::journal::{DataFolder, Journal, Replay};
use fogbound::map::{Tile, TileMap};
use fogbound::modes::{Saves, record_game};
use fogbound::view::MessageLog;
use fogbound::vision::ObjectKind;

use crate::common::files::empty_folder;
use crate::common::{AppExt, built_small, every_other_dark, on_one_thread};
use crate::saved::continue_game;

/// The age of a creature: the number of turns it has lived through, multiplied by the number of years per turn.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Age(u32);

/// Adds the plugin, which makes all creatures on the level grow older by `years` per turn.
fn grow_older(app: &mut App, years: u32) {
    let grow = move |mut commands: Commands,
                     mut all: Query<(Entity, Option<&mut Age>), With<Actor>>| {
        for (entity, age) in &mut all {
            match age {
                Some(mut age) => age.0 += years,
                None => {
                    commands.entity(entity).insert(Age::default());
                }
            }
        }
    };
    app.add_systems(Turn, grow.in_set(TurnSystems::Settle));
}

/// Returns the whole game with the plugin, but does not register the plugin's component.
fn careless_game(folder: &Path, years: u32) -> App {
    let mut app = text::app();
    grow_older(&mut app, years);
    app.insert_resource(Saves(Some(DataFolder::new(folder))));
    on_one_thread(app)
}

/// Returns the whole game with the plugin, and registers the plugin's component.
fn aging_game(folder: &Path, years: u32) -> App {
    let mut app = careless_game(folder, years);
    app.save::<Age>();
    app
}

/// Returns the simulation with the plugin, but does not register the plugin's component.
fn simulation() -> App {
    let mut app = App::new();
    app.add_plugins(SimulationPlugin).add_message::<Notice>();
    grow_older(&mut app, 1);
    app
}

fn begin(mut app: App) -> App {
    app.begin_game(Game::new(built_small(4)).unwrap());
    for _ in 0..5 {
        app.act(Action::WAIT);
    }
    app
}

/// Returns the ages of all creatures on all levels.
fn ages(world: &mut World) -> BTreeMap<ActorId, Age> {
    let mut all = world.query_filtered::<(&Actor, &Age), Allow<Disabled>>();
    let all = all.iter(world).map(|(actor, age)| (actor.id, age.clone()));
    all.collect()
}

/// Removes and returns the notices about components that are not saved.
fn take_notices(app: &mut App) -> Vec<String> {
    let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
    let notices = notices.drain().map(|it| it.0);
    notices.filter(|it| it.contains("is not saved")).collect()
}

#[test]
fn the_component_of_creatures_and_things_changes_the_fingerprint() {
    let mut app = simulation();
    app.save::<Age>();
    let mut app = begin(app);
    let before = fingerprint(app.world_mut());
    let creature = app.entities::<With<Age>>()[0];
    app.world_mut().get_mut::<Age>(creature).unwrap().0 += 1;
    let other = fingerprint(app.world_mut());
    assert_ne!(before, other);
    let thing = app.entities::<(With<ObjectKind>, Without<Actor>)>()[0];
    app.world_mut().entity_mut(thing).insert(Age(7));
    let with_thing = fingerprint(app.world_mut());
    assert_ne!(with_thing, other);
    app.world_mut().entity_mut(thing).insert(Age(8));
    assert_ne!(fingerprint(app.world_mut()), with_thing);
}

#[test]
fn a_snapshot_restores_the_component() {
    let mut app = simulation();
    app.save::<Age>();
    let mut app = begin(app);
    let (then, print) = (ages(app.world_mut()), fingerprint(app.world_mut()));
    assert!(
        then.len() > 2 && then.values().any(|age| age.0 > 0),
        "{then:?}"
    );
    let snapshot = Snapshot::take(app.world_mut()).unwrap();
    for _ in 0..5 {
        app.act(Action::WAIT);
    }
    assert_ne!(ages(app.world_mut()), then);
    snapshot.restore(app.world_mut());
    snapshot.discard(app.world_mut());
    assert_eq!(ages(app.world_mut()), then);
    assert_eq!(fingerprint(app.world_mut()), print);
}

#[test]
fn the_component_stays_on_a_level_that_the_player_has_left() {
    let mut app = simulation();
    app.save::<Age>();
    let mut app = begin(app);
    let player = app.player().unwrap();
    let there = ages(app.world_mut());
    let mut take = |stairs: Tile| {
        let map = app.world().resource::<TileMap>();
        let (cell, _) = map.iter().find(|(_, tile)| *tile == stairs).unwrap();
        app.put(player, cell.into());
        app.act(Action::TAKE_STAIRS);
        (app.world().resource::<Depth>().0, ages(app.world_mut()))
    };
    let (below, away) = take(Tile::STAIRS_DOWN);
    let (above, back) = take(Tile::STAIRS_UP);
    assert_eq!((below, above), (2, 1));
    // Creatures that stayed on the level did not grow older in the meantime.
    let stayed: Vec<_> = there
        .iter()
        .filter(|(id, age)| away.get(*id) == Some(*age))
        .collect();
    assert!(stayed.len() > 1, "{there:?} {away:?}");
    for (id, age) in stayed {
        let now = back[id].0;
        assert!((age.0..age.0 + 12).contains(&now), "{id:?}: {age:?}, {now}");
    }
}

/// Has a bot play a game with the plugin, and returns the path of the game's journal.
fn played(folder: &Path, seed: u64) -> PathBuf {
    let mut app = aging_game(folder, 1);
    let file = play(&mut app, folder, seed);
    assert_eq!(warnings(&app), 0);
    file
}

fn play(app: &mut App, folder: &Path, seed: u64) -> PathBuf {
    app.begin_game(Game::new(every_other_dark(seed)).unwrap());
    record_game(app.world_mut());
    let mut bot = Bot::default();
    for _ in 0..150 {
        let Some(command) = bot.next(app.world_mut()) else {
            break;
        };
        app.command([command]);
    }
    let files = fs::read_dir(folder.join("games")).unwrap();
    let mut files = files.map(|it| it.unwrap().path());
    files
        .find(|it| it.extension().is_some_and(|it| it == "journal"))
        .unwrap()
}

#[test]
fn the_component_is_restored_in_continued_games_and_replays() {
    let folder = empty_folder("components-saved");
    let file = played(&folder, 3);
    let mut replayed = aging_game(&folder, 1);
    let journal = Journal::read(&file).unwrap();
    let mut replay = Replay::begin(replayed.world_mut(), journal).unwrap();
    replay.go_to(replayed.world_mut(), usize::MAX).unwrap();
    assert_eq!(replay.at(), replay.len());
    let then = ages(replayed.world_mut());
    assert!(then.values().any(|age| age.0 > 20), "{then:?}");
    let mut continued = aging_game(&folder, 1);
    continue_game(continued.world_mut(), &file).unwrap();
    assert_eq!(ages(continued.world_mut()), then);
}

#[test]
fn a_replay_detects_a_changed_plugin() {
    let folder = empty_folder("components-changed");
    let file = played(&folder, 5);
    let mut app = aging_game(&folder, 2);
    let journal = Journal::read(&file).unwrap();
    let mut replay = Replay::begin(app.world_mut(), journal).unwrap();
    let result = replay.go_to(app.world_mut(), usize::MAX);
    assert!(result.is_err() && replay.at() < 5, "{}", replay.at());
}

#[test]
fn a_component_that_is_neither_saved_nor_left_out_is_reported_once() {
    let mut app = simulation();
    app.register_type::<Age>();
    let mut app = begin(app);
    take_notices(&mut app);
    let mut lines = Vec::new();
    for _ in 0..3 {
        fingerprint(app.world_mut());
        app.update();
        lines.extend(take_notices(&mut app));
    }
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("components::Age"), "{lines:?}");

    let mut app = simulation();
    app.leave_out::<Age>();
    let mut app = begin(app);
    fingerprint(app.world_mut());
    app.update();
    assert_eq!(take_notices(&mut app), Vec::<String>::new());
}

/// Returns the number of messages that say that the component is not saved.
fn warnings(app: &App) -> usize {
    let log = app.world().resource::<MessageLog>();
    let words: Vec<String> = log.last(200).collect();
    words
        .iter()
        .filter(|it| it.contains("is not saved"))
        .count()
}

#[test]
fn the_log_reports_an_unsaved_component_in_new_and_continued_games() {
    for seed in [6, 7] {
        let folder = empty_folder("components-told");
        let mut app = careless_game(&folder, 1);
        let file = play(&mut app, &folder, seed);
        assert_eq!(warnings(&app), 1);
        drop(app);
        let mut continued = careless_game(&folder, 1);
        continue_game(continued.world_mut(), &file).unwrap();
        continued.update();
        // One message comes from the first game, the other from the continued game.
        assert_eq!(warnings(&continued), 2);
        let mut saved = aging_game(&folder, 1);
        saved.update();
        assert_eq!(warnings(&saved), 0);
    }
}

/// The number of turns that have passed in the whole game.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Turns(u32);

fn count_turns(app: &mut App) {
    let count = |mut turns: ResMut<Turns>| turns.0 += 1;
    app.init_resource::<Turns>()
        .add_systems(Turn, count.in_set(TurnSystems::Settle));
}

#[test]
fn an_unsaved_resource_is_reported_once() {
    let mut app = simulation();
    app.leave_out::<Age>();
    count_turns(&mut app);
    // Nothing in the simulation changes this one.
    app.init_resource::<Idle>();
    let mut app = begin(app);
    let mut lines = Vec::new();
    for _ in 0..3 {
        app.world_mut().resource_mut::<Idle>().0 += 1;
        app.act(Action::WAIT);
        fingerprint(app.world_mut());
        app.update();
        lines.extend(take_notices(&mut app));
    }
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("components::Turns"), "{lines:?}");
}

/// A resource of the program that the simulation doesn't know.
#[derive(Resource, Default)]
struct Idle(u32);

#[test]
fn a_saved_resource_is_not_reported_and_changes_the_fingerprint() {
    for leaves_out in [false, true] {
        let mut app = simulation();
        app.leave_out::<Age>();
        count_turns(&mut app);
        match leaves_out {
            true => app.leave_out_resource::<Turns>(),
            false => app.save_resource::<Turns>(Of::Game),
        };
        let mut app = begin(app);
        let before = fingerprint(app.world_mut());
        app.update();
        assert_eq!(take_notices(&mut app), Vec::<String>::new());
        app.world_mut().resource_mut::<Turns>().0 += 1;
        assert_eq!(fingerprint(app.world_mut()) == before, leaves_out);
    }
}

/// Every resource of the game's own that a long game changes is saved or left out.
#[test]
fn the_game_saves_all_of_its_own_state() {
    let folder = empty_folder("components-own");
    let mut app = text::app();
    app.insert_resource(Saves(Some(DataFolder::new(&folder))));
    play(&mut app, &folder, 3);
    app.update();
    let lines: Vec<String> = app.world().resource::<MessageLog>().last(200).collect();
    let unsaved: Vec<&String> = lines
        .iter()
        .filter(|it| it.contains("is not saved"))
        .collect();
    assert!(unsaved.is_empty(), "{unsaved:?}");
}
