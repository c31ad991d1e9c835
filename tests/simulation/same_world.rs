//! The same seed and commands give the same world with any number of threads and any entity IDs. A world's fingerprint
//! covers everything that can make a difference later.

use std::ops::Range;

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, TaskPoolBuilder};
use fogbound::dungeon::random::stream;
use fogbound::game::bestiary::{MonsterKind, reload_monsters};
use fogbound::game::mind::{Errand, Guards, Hunts, RaisesAlarm};
use fogbound::game::{
    Action, Awareness, BeginGame, Clock, Death, Depth, Fate, Game, GameSetup, Health, Noises,
    Player, PlayerCommand, Senses, SimulationPlugin, Things, fingerprint,
};
use fogbound::grid::Direction;
use fogbound::map::{Tile, TileMap};
use fogbound::vision::{MapMemory, Moment, ObjectKind, Position, Sharing, Viewshed};

use crate::common::arena::player;
use crate::common::assets::Assets;
use crate::common::process::in_own_process;
use crate::common::restless;
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built, built_small, drawn, on_one_thread, simulation};

/// Checks games with four task threads, however many cores there are.
///
/// The first app of a process starts the threads for the whole process, so `test` runs in its own process.
fn on_several_threads(test: &str, seeds: Range<u64>, check: impl Fn(u64) + Sync) {
    in_own_process(module_path!(), test, || {
        let pool = || TaskPoolBuilder::new().num_threads(4).build();
        assert_eq!(ComputeTaskPool::get_or_init(pool).thread_num(), 4);
        on_all_cores(seeds, check);
    });
}

/// Makes the next entities reuse IDs in a different order.
fn churn(world: &mut World) {
    let all: Vec<Entity> = (0..1000).map(|_| world.spawn_empty().id()).collect();
    let (odd, even): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.index_u32() % 2 == 1);
    for entity in odd.into_iter().chain(even) {
        world.despawn(entity);
    }
}

/// Plays `commands` commands and returns the fingerprints taken along the way.
fn played(setup: GameSetup, sharing: Option<usize>, churns: bool, commands: u32) -> Vec<u64> {
    let seed = setup.seed;
    let mut app = App::new();
    if churns {
        churn(app.world_mut());
    }
    app.add_plugins(SimulationPlugin)
        .begin_game(Game::new(setup).unwrap())
        .insert_resource(Sharing { at_least: sharing });
    if churns {
        churn(app.world_mut());
    }
    app.update();
    let mut app = on_one_thread(app);
    let mut dice = stream(seed, "the same world", 0);
    let mut heading = Direction::North;
    let mut prints = Vec::new();
    for number in 0..commands {
        let command = restless::any_command(&mut app, &mut dice, &mut heading);
        if churns && number % 50 == 0 {
            churn(app.world_mut());
        }
        app.command([command]);
        if number % 20 == 0 {
            prints.push(fingerprint(app.world_mut()));
        }
    }
    prints.push(fingerprint(app.world_mut()));
    prints
}

#[test]
fn threads_and_entity_ids_make_no_difference() {
    let test = "threads_and_entity_ids_make_no_difference";
    on_several_threads(test, 0..10, |seed| {
        // Some levels have the default size, with all their monsters.
        let setup = || match seed % 8 {
            0 => built(seed),
            _ => built_small(seed),
        };
        let usual = played(setup(), None, false, 400);
        for (sharing, churns) in [(usize::MAX, true), (1, true), (1, false)] {
            let other = played(setup(), Some(sharing), churns, 400);
            let same = usual.iter().zip(&other).take_while(|(a, b)| a == b).count();
            assert!(
                usual == other,
                "seed {seed}, shared from {sharing}, entities churned: {churns}: \
                 differs after {} commands",
                same * 20
            );
        }
    });
}

const HALL: &str = "
##############
#@...........#
#>...r.......#
##############";

/// Returns a game with a rat that is hunting the player.
fn game() -> App {
    let mut app = simulation(drawn(HALL));
    let rat = rat(&mut app);
    app.world_mut().entity_mut(rat).insert(Awareness::Hunting {
        last_known: IVec2::new(1, 1),
    });
    app.act(Action::WAIT);
    app
}

fn rat(app: &mut App) -> Entity {
    let world = app.world_mut();
    let mut all = world.query_filtered::<Entity, (With<MonsterKind>, Allow<Disabled>)>();
    all.iter(world).next().unwrap()
}

/// Changes a component of the rat.
fn of_rat<C: Component<Mutability = bevy::ecs::component::Mutable>>(
    app: &mut App,
    change: impl FnOnce(&mut C),
) {
    let rat = rat(app);
    let mut entity = app.world_mut().entity_mut(rat);
    change(&mut entity.get_mut::<C>().unwrap());
}

fn give<B: Bundle>(app: &mut App, parts: B) {
    let rat = rat(app);
    app.world_mut().entity_mut(rat).insert(parts);
}

type Change = (&'static str, fn(&mut App));

/// One change for each part of a world. Components have derived hashes, so one component of each kind suffices.
const CHANGES: &[Change] = &[
    ("the time", |app| {
        app.world_mut().resource_mut::<Clock>().tick += 1
    }),
    ("a tile", |app| app.set_tile((7, 1), Tile::WINDOW)),
    ("a death", |app| {
        *app.world_mut().resource_mut::<Fate>() = Fate::Died(Death {
            killer: None,
            at: IVec2::ZERO,
            depth: 1,
            turn: 1,
        });
    }),
    ("an unheard noise", |app| {
        let mut noises = app.world_mut().resource_mut::<Noises>();
        noises.make(IVec2::new(3, 1), 5, None);
    }),
    ("the kinds of corpses", |app| {
        app.world_mut().resource_mut::<Things>().corpse_of("wyrm");
    }),
    ("the player's sight", |app| {
        app.command([PlayerCommand::ChangeRadius(-1)]);
    }),
    ("a thing", |app| {
        app.world_mut().spawn((ObjectKind(1), Position::new(8, 1)));
    }),
    ("a creature", |app| {
        let rat = rat(app);
        app.world_mut().despawn(rat);
    }),
    ("the id of the next monster", |app| {
        let at = IVec2::new(9, 1);
        app.command([PlayerCommand::Conjure { glyph: 'r', at }]);
        let world = app.world_mut();
        let mut all = world.query_filtered::<(Entity, &Position), With<MonsterKind>>();
        let (conjured, _) = all.iter(world).find(|(_, it)| it.0 == at).unwrap();
        world.despawn(conjured);
    }),
    ("a place", |app| of_rat::<Position>(app, |it| it.0.x += 1)),
    ("a wound", |app| {
        of_rat::<Health>(app, |it| it.set_now(it.now() - 1))
    }),
    ("a name", |app| give(app, Name::new("mouse"))),
    ("a state", |app| give(app, Awareness::Unaware)),
    ("eyes", |app| {
        of_rat::<Viewshed>(app, |it| it.set_sight(it.sight().with_radius(2)));
    }),
    ("the enemies it sees", |app| {
        of_rat::<Senses>(app, |it| it.enemies.clear())
    }),
    ("a mind's parameter", |app| {
        of_rat::<Hunts>(app, |it| it.patience += 1)
    }),
    ("a memory", |app| {
        of_rat::<MapMemory>(app, |it| it.see(IVec2::ONE, Tile::WINDOW, None, Moment(1)));
    }),
    ("the time of a memory", |app| {
        of_rat::<MapMemory>(app, |it| {
            it.see(IVec2::new(12, 1), Tile::FLOOR, None, Moment(7))
        });
    }),
    ("lore", |app| {
        let map = TileMap::new(UVec2::new(14, 4), Tile::FLOOR);
        give(
            app,
            MapMemory::knowing(std::sync::Arc::new(map.plan().clone())),
        );
    }),
];

#[test]
fn a_fingerprint_covers_every_part_of_a_world() {
    let same = fingerprint(game().world_mut());
    assert_eq!(same, fingerprint(game().world_mut()));
    for (what, change) in CHANGES {
        let mut app = game();
        change(&mut app);
        assert_ne!(same, fingerprint(app.world_mut()), "{what}");
    }
}

/// Compares worlds that differ only in the private state of minds.
#[test]
fn a_fingerprint_covers_the_state_of_minds() {
    // Change an errand, which is the path that the rat is following.
    let mut app = simulation(drawn(
        "
###############
#@............#
#####.#########
#........r....#
###############",
    ));
    give(
        &mut app,
        Awareness::Hunting {
            last_known: IVec2::new(9, 1),
        },
    );
    app.act(Action::WAIT);
    let print = fingerprint(app.world_mut());
    let before = std::mem::take(
        &mut *app
            .world_mut()
            .query::<&mut Errand>()
            .single_mut(app.world_mut())
            .unwrap(),
    );
    assert_ne!(before, Errand::default());
    assert_ne!(print, fingerprint(app.world_mut()), "an errand");

    // Change a post and a cry.
    let mut app = game();
    give(&mut app, (Guards::default(), RaisesAlarm::default()));
    let print = |app: &mut App| fingerprint(app.world_mut());
    let keep = |app: &mut App| {
        let rat = rat(app);
        let rat = app.world().entity(rat);
        (
            *rat.get::<Guards>().unwrap(),
            *rat.get::<RaisesAlarm>().unwrap(),
        )
    };
    app.act(Action::WAIT);
    let (guard, alarm) = keep(&mut app);
    let after = print(&mut app);
    assert!(guard.post().is_some() && alarm.has_cried());
    give(&mut app, Guards::default());
    assert_ne!(after, print(&mut app), "a post");
    give(&mut app, guard);
    assert_eq!(after, print(&mut app));
    give(&mut app, RaisesAlarm::default());
    assert_ne!(after, print(&mut app), "a cry");
}

/// The time until the next point of health is part of the world.
#[test]
fn a_fingerprint_covers_when_a_wound_heals() {
    let wounded = |turn: u32| {
        let mut app = game();
        for now in 0..3 {
            if now == turn {
                of_rat::<Health>(&mut app, |it| {
                    it.set_now(1);
                    it.regeneration = 100_000;
                });
            }
            app.act(Action::WAIT);
            // Reset the senses, so that only the time until healing differs.
            give(&mut app, Senses::default());
        }
        let health = {
            let rat = rat(&mut app);
            *app.part::<Health>(rat)
        };
        (health.now(), health.max(), fingerprint(app.world_mut()))
    };
    let (early, late) = (wounded(0), wounded(1));
    assert_eq!((early.0, early.1), (late.0, late.1));
    assert_ne!(early.2, late.2);
}

/// Changes a level and makes the player leave it. Returns the world's fingerprint.
fn left_after(change: fn(&mut App)) -> u64 {
    let mut app = game();
    let (player, _) = player(&mut app);
    app.put(player, (1, 2));
    change(&mut app);
    app.act(Action::TAKE_STAIRS);
    assert_eq!(app.world().resource::<Depth>().0, 2);
    // The level below is always the same.
    fingerprint(app.world_mut())
}

#[test]
fn a_fingerprint_covers_levels_the_player_left() {
    let changes: [Change; 6] = [
        ("its tiles", |app| app.set_tile((12, 1), Tile::WINDOW)),
        ("a creature there", |app| {
            of_rat::<Health>(app, |it| it.set_now(it.now() - 1))
        }),
        ("a thing there", |app| {
            let thing = (ObjectKind(1), Position::new(8, 1), fogbound::game::OnLevel);
            app.world_mut().spawn(thing);
        }),
        ("the player's memory of it", |app| {
            let (player, _) = player(app);
            let mut player = app.world_mut().entity_mut(player);
            let mut memory = player.get_mut::<MapMemory>().unwrap();
            memory.tell(IVec2::new(40, 40), Tile::FLOOR);
        }),
        ("a follower", |app| {
            let rat = rat(app);
            app.put(rat, (2, 2));
        }),
        ("no creature there", |app| {
            let rat = rat(app);
            app.world_mut().despawn(rat);
        }),
    ];
    let same = left_after(|_| {});
    assert_eq!(same, left_after(|_| {}));
    for (what, change) in changes {
        assert_ne!(same, left_after(change), "{what}");
    }
}

/// The monster files are part of the world: they decide which monsters the next level gets.
#[test]
fn a_fingerprint_covers_the_monster_files() {
    let assets = Assets::new("fingerprint");
    let setup = GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    };
    let mut app = simulation(setup);
    let before = fingerprint(app.world_mut());
    assets.write("wisp.ron", "(name: \"wisp\", glyph: 'W', health: 2)");
    reload_monsters(app.world_mut());
    assert_ne!(before, fingerprint(app.world_mut()));
    assert!(app.entities::<With<Player>>().len() == 1);
}
