//! A creature that leaves the player's view leaves a ghost, and nothing that the player cannot perceive changes it.

use bevy::prelude::*;
use fogbound::game::{
    Action, Actor, ActorId, Appearance, Camouflage, Clock, GHOST_TURNS, GameSetup, Ghosts,
    Happening, Noises, PlayerCommand, Snapshot, TICKS_PER_TURN, makes_out, tell,
};
use fogbound::grid::Direction::*;
use fogbound::map::Tile;
use fogbound::vision::{Light, Position, Viewshed};

use crate::common::arena::{arena, creature, look, player, wait};
use crate::common::puppets::{Puppet, with_puppets};
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, dark, drawn, random_commands, simulation, tick};

/// Two parallel passages. From (1, 2), neither (9, 1) nor the right half of the lower passage is visible.
const BEND: &str = "
############
#@.........#
#.########.#
#..........#
############";

fn letter(glyph: char) -> Appearance {
    Appearance { glyph, color: None }
}

fn rat(app: &mut App, cell: (i32, i32)) -> Entity {
    creature(app, cell, (Name::new("rat"), letter('r')))
}

fn ghosts(app: &mut App) -> Ghosts {
    let (player, _) = player(app);
    app.part::<Ghosts>(player).clone()
}

/// Returns the cell, the name and the age in turns of each ghost.
fn known(app: &mut App) -> Vec<((i32, i32), String, u64)> {
    let now = tick(app);
    let ghosts = ghosts(app);
    let ghosts = ghosts.iter();
    ghosts
        .map(|it| (it.at.into(), it.name.clone(), it.age(now)))
        .collect()
}

/// Returns a game in which the player has seen a rat at (9, 1) and has just stepped out of its sight.
fn out_of_sight() -> (App, Entity) {
    let mut app = with_puppets(arena(BEND));
    let rat = rat(&mut app, (9, 1));
    assert_eq!(known(&mut app), [], "the rat is in view");
    app.step(South);
    assert_eq!(known(&mut app).len(), 1);
    (app, rat)
}

type Change = fn(&mut App, Entity, u64);

/// What may happen out of sight on each turn.
const UNSEEN: [(&str, Change); 7] = [
    ("nothing", |_, _, _| {}),
    ("it walks about", |app, rat, turn| {
        app.put(rat, [(9, 1), (10, 1), (8, 3), (9, 3)][turn as usize % 4]);
    }),
    ("it dies", |app, rat, turn| {
        if turn == 3 {
            let at = app.place_of(rat);
            let by = Happening::Died { by: rat };
            tell(app.world_mut(), rat, at, by);
            app.world_mut().despawn(rat);
        }
    }),
    ("it changes", |app, rat, turn| {
        let mut rat = app.world_mut().entity_mut(rat);
        rat.insert((Name::new(format!("king {turn}")), letter('K')));
        rat.insert(Camouflage { within: 0 });
    }),
    ("another one comes", |app, _, turn| {
        if turn == 0 {
            rat(app, (9, 3));
        }
    }),
    ("another one is fast", |app, _, turn| {
        if turn == 0 {
            let other = rat(app, (9, 3));
            let mut actor = Actor::new(ActorId(77), 700);
            actor.due = app.world().resource::<Clock>().tick + 13;
            let acts = Puppet(Action::step(North));
            app.world_mut().entity_mut(other).insert((actor, acts));
        }
    }),
    ("another one is loud", |app, _, _| {
        let mut noises = app.world_mut().resource_mut::<Noises>();
        noises.make(IVec2::new(9, 3), 30, None);
    }),
];

#[test]
fn nothing_out_of_sight_changes_a_ghost() {
    for (what, change) in UNSEEN {
        let (mut app, rat) = out_of_sight();
        let known_rat = |turns: u64| ((9, 1), "rat".to_owned(), turns);
        let mut turns = known(&mut app)[0].2;
        assert!(turns <= 1, "{turns} turns");
        let first = turns;
        while turns < GHOST_TURNS - 1 {
            assert_eq!(known(&mut app), [known_rat(turns)], "{what}");
            if app.world().get_entity(rat).is_ok() {
                change(&mut app, rat, turns - first);
            }
            wait(&mut app, 1);
            turns += 1;
        }
        assert_eq!(known(&mut app), [known_rat(turns)], "{what}");
        wait(&mut app, 1);
        assert_eq!(known(&mut app), [], "{what}: after a hundred turns");
    }
}

#[test]
fn a_ghost_vanishes_when_its_cell_is_seen_without_the_creature() {
    let (mut app, rat) = out_of_sight();
    app.put(rat, (9, 3));
    wait(&mut app, 5);
    assert_eq!(known(&mut app).len(), 1);
    app.step(North);
    assert_eq!(known(&mut app), []);
    // A creature that is still there is in view again.
    app.put(rat, (9, 1));
    look(&mut app);
    app.step(South);
    app.step(North);
    assert_eq!(known(&mut app), []);
    let found = ghosts(&mut app).in_view().next().map(|it| it.found_again);
    assert_eq!(found, Some(1));
}

#[test]
fn a_ghost_vanishes_when_the_creature_is_seen_elsewhere() {
    let (mut app, rat) = out_of_sight();
    wait(&mut app, 5);
    app.put(rat, (1, 3));
    look(&mut app);
    assert_eq!(known(&mut app), []);
    // A creature of another kind is not taken for a rat.
    let (mut app, _) = out_of_sight();
    wait(&mut app, 5);
    creature(&mut app, (1, 3), (Name::new("imp"), letter('i')));
    assert_eq!(known(&mut app).len(), 1);
}

#[test]
fn a_creature_that_is_only_heard_leaves_no_ghost() {
    let mut app = arena(BEND);
    app.step(South);
    rat(&mut app, (9, 3));
    for _ in 0..5 {
        let mut noises = app.world_mut().resource_mut::<Noises>();
        noises.make(IVec2::new(9, 3), 30, None);
        wait(&mut app, 1);
        assert_eq!(known(&mut app), []);
    }
}

/// A hall. From the left end, everything is in view.
const HALL: &str = "
##############
#@...........#
##############";

#[test]
fn a_camouflaged_creature_leaves_a_ghost_where_its_cell_looks_empty() {
    let [there, gone] = [false, true].map(|leaves| {
        let mut app = arena(HALL);
        let hidden = rat(&mut app, (6, 1));
        let within = Camouflage { within: 2 };
        app.world_mut().entity_mut(hidden).insert(within);
        let mut all = Vec::new();
        for cell in [1, 2, 3, 4, 3, 2, 1] {
            let (player, _) = player(&mut app);
            app.put(player, (cell, 1));
            look(&mut app);
            all.push((cell, known(&mut app)));
            if leaves && all.len() == 5 {
                app.world_mut().despawn(hidden);
            }
        }
        let ghosts = all.iter().map(|(_, it)| it.len());
        assert_eq!(ghosts.collect::<Vec<_>>(), [0, 0, 0, 0, 1, 1, 1]);
        (app, all)
    });
    assert_eq!(there.1, gone.1);
    let mut app = gone.0;
    let (player, _) = player(&mut app);
    app.put(player, (4, 1));
    look(&mut app);
    assert_eq!(known(&mut app), [], "seen from nearby");
}

#[test]
fn a_creature_that_hides_again_leaves_a_ghost() {
    let mut app = arena(HALL);
    let hidden = rat(&mut app, (3, 1));
    let within = Camouflage { within: 1 };
    app.world_mut().entity_mut(hidden).insert(within);
    let (player, _) = player(&mut app);
    app.put(player, (2, 1));
    look(&mut app);
    // The blow reveals the rat for a few turns.
    app.act(Action::attack(East));
    app.put(player, (9, 1));
    look(&mut app);
    assert_eq!(ghosts(&mut app).in_view().count(), 1);
    wait(&mut app, 5);
    assert_eq!(ghosts(&mut app).in_view().count(), 0);
    assert_eq!(known(&mut app).len(), 1, "its cell only looks empty");
}

#[test]
fn a_creature_that_is_seen_to_die_leaves_no_ghost() {
    for is_seen in [true, false] {
        let mut app = simulation(dark(drawn(HALL)));
        app.act(Action::set_lantern(fogbound::game::Lantern::Shut));
        let bearer = rat(&mut app, (9, 1));
        let torch = Light::new(2);
        app.world_mut().entity_mut(bearer).insert(torch);
        wait(&mut app, 1);
        assert_eq!(ghosts(&mut app).in_view().count(), 1);
        if is_seen {
            let by = Happening::Died { by: bearer };
            tell(app.world_mut(), bearer, IVec2::new(9, 1), by);
        } else {
            app.put(bearer, (10, 1));
        }
        app.world_mut().entity_mut(bearer).remove::<Light>();
        if is_seen {
            app.world_mut().despawn(bearer);
        }
        wait(&mut app, 1);
        assert_eq!(known(&mut app).is_empty(), is_seen, "seen: {is_seen}");
    }
}

/// A hall with stairs on the left. All levels look alike.
const STAIRS: &str = "
####################
#@>................#
##<#################
####################";

#[test]
fn a_level_keeps_its_ghosts() {
    for (turns, lasts) in [(10, true), (GHOST_TURNS, false)] {
        let mut app = arena(STAIRS);
        let rat = rat(&mut app, (8, 1));
        // A wall hides the rat's cell when the player comes back.
        app.step(East);
        app.set_tile((6, 1), Tile::WALL);
        app.act(Action::TAKE_STAIRS);
        assert_eq!(known(&mut app), [], "on the new level");
        wait(&mut app, turns as u32);
        let (player, _) = player(&mut app);
        app.put(player, (2, 2));
        app.act(Action::TAKE_STAIRS);
        let known = known(&mut app);
        assert_eq!(known.len(), usize::from(lasts), "{known:?}");
        assert!(known.iter().all(|it| it.0 == (8, 1) && it.2 >= turns));
        assert!(app.world().get_entity(rat).is_ok());
    }
}

#[test]
fn a_snapshot_keeps_ghosts() {
    let (mut app, _) = out_of_sight();
    let before = ghosts(&mut app);
    let snapshot = Snapshot::take(app.world_mut()).unwrap();
    app.step(North);
    assert_ne!(ghosts(&mut app), before);
    snapshot.restore(app.world_mut());
    assert_eq!(ghosts(&mut app), before);
    wait(&mut app, 1);
    assert_eq!(known(&mut app).len(), 1);
}

/// Returns every other game in the dark.
fn mixed(seed: u64) -> GameSetup {
    let setup = built_small(seed);
    if seed % 2 == 1 { dark(setup) } else { setup }
}

fn commands(seed: u64) -> impl Iterator<Item = PlayerCommand> {
    let all = random_commands(seed + 4000, 150).into_iter();
    all.filter(|it| *it != PlayerCommand::NewDungeon)
}

#[test]
fn the_creatures_in_view_and_the_ghosts_match_what_the_player_sees() {
    let counts = on_all_cores(0..40, |seed| {
        let mut app = simulation(mixed(seed));
        app.make_player_tough();
        let mut count = 0;
        for command in commands(seed) {
            app.command([command]);
            let (player, here) = player(&mut app);
            let now = tick(&app);
            let ghosts = ghosts(&mut app);
            let world = app.world_mut();
            let mut others = world.query::<(&Actor, &Position, Option<&Camouflage>)>();
            let world = app.world();
            let scene = (app.map(), app.light());
            let view = app.part::<Viewshed>(player);
            let seen = others.iter(world).filter(|(actor, at, hidden)| {
                actor.id != ActorId::PLAYER && makes_out(scene, view, here, at.0, *hidden)
            });
            let mut seen: Vec<(i32, i32)> = seen.map(|(_, at, _)| at.0.into()).collect();
            let mut in_view: Vec<(i32, i32)> = ghosts.in_view().map(|it| it.at.into()).collect();
            seen.sort_unstable();
            in_view.sort_unstable();
            assert_eq!(in_view, seen, "seed {seed}");
            assert!(ghosts.in_view().all(|it| it.when == now), "seed {seed}");
            for ghost in ghosts.iter() {
                let age = now - ghost.when;
                assert!(age < GHOST_TURNS * TICKS_PER_TURN, "seed {seed}: {ghost:?}");
                assert_ne!(ghost.at, here, "seed {seed}");
                assert!(!seen.contains(&ghost.at.into()), "seed {seed}: {ghost:?}");
                count += 1;
            }
        }
        count
    });
    assert!(counts.iter().sum::<usize>() > 200, "{counts:?}");
}

/// Returns a cell of solid rock that nobody can see.
fn deep_in_rock(app: &App) -> Option<IVec2> {
    let map = app.map();
    let is_rock = |at: IVec2| map.get(at).is_some_and(|it| it == Tile::ROCK);
    let mut cells = map.positions();
    cells.find(|at| (-1..=1).all(|y| (-1..=1).all(|x| is_rock(*at + IVec2::new(x, y)))))
}

#[test]
fn a_hidden_creature_changes_no_ghost_in_whole_games() {
    let counts = on_all_cores(0..40, |seed| {
        let mut apps = [(); 2].map(|()| simulation(mixed(seed)));
        let Some(cell) = deep_in_rock(&apps[1]) else {
            return 0;
        };
        // It acts often, at moments when nobody else does.
        let mut actor = Actor::new(ActorId(1000), 730);
        actor.due = 7;
        let parts = (Name::new("rat"), letter('r'), actor);
        creature(&mut apps[1], cell.into(), parts);
        let mut count = 0;
        apps.iter_mut().for_each(AppExt::make_player_tough);
        for command in commands(seed) {
            let [one, other] = apps.each_mut().map(|app| {
                app.command([command]);
                ghosts(app)
            });
            assert_eq!(one, other, "seed {seed}");
            count += one.iter().count();
        }
        count
    });
    assert!(counts.iter().sum::<usize>() > 200, "{counts:?}");
}
