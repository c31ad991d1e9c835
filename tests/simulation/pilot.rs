//! The pilot plays whole games by what the player knows.

use bevy::prelude::*;
use fogbound::explorer::Pilot;
use fogbound::fov::Sight;
use fogbound::game::{
    Action, ActionKind, Awareness, Camouflage, Clock, Death, Fate, GameEvent, GameSetup, Health,
    Melee, Player, PlayerCommand, State, Witnessed, carry_out, fingerprint, makes_out,
};
use fogbound::grid::Direction;
use fogbound::map::{Tile, TileMap};
use fogbound::vision::{LightMap, Position, Viewshed};

use crate::common::arena::creature;
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built, built_small, depth, drawn, on_one_thread, simulation};

/// Has the pilot do the next thing; none if the game is over.
fn go_on(app: &mut App, pilot: &mut Pilot) -> Option<Action> {
    let world = app.world_mut();
    let command = pilot.next(world)?;
    carry_out(world, command);
    world.resource_mut::<Messages<GameEvent>>().clear();
    world.resource_mut::<Messages<Witnessed>>().clear();
    match command {
        PlayerCommand::Act(action) => Some(action),
        other => panic!("the pilot asks for {other:?}"),
    }
}

/// A game that the pilot plays for so many turns at most.
fn played(setup: GameSetup, turns: u64) -> App {
    let mut app = on_one_thread(simulation(setup));
    let mut pilot = Pilot::default();
    let mut timeless = 0;
    while app.world().resource::<Clock>().turn() < turns {
        let before = app.world().resource::<Clock>().tick;
        if go_on(&mut app, &mut pilot).is_none() {
            break;
        }
        let has_passed = app.world().resource::<Clock>().tick > before;
        timeless = if has_passed { 0 } else { timeless + 1 };
        assert!(timeless < 3, "it tries in vain what cannot be done");
    }
    app
}

fn set_health(app: &mut App, now: i32) {
    let player = app.player().unwrap();
    app.world_mut().get_mut::<Health>(player).unwrap().now = now;
}

/// An enemy that does as much harm as a monster may.
fn enemy(app: &mut App, cell: (i32, i32), health: i32, damage: (i32, i32)) -> Entity {
    let melee = Melee {
        accuracy: 90,
        damage,
    };
    let parts = (Health::new(health, 0), melee, Awareness::default());
    creature(app, cell, parts)
}

fn is(action: Option<Action>, kind: ActionKind) -> bool {
    action.is_some_and(|it| it.kind == kind)
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let of = |seed| {
        let mut app = played(built(seed), 400);
        fingerprint(app.world_mut())
    };
    assert_eq!(of(3), of(3));
    assert_ne!(of(3), of(4));
}

#[test]
fn games_end_or_get_on() {
    let depths = on_all_cores(0..20, |seed| {
        let app = played(built_small(seed), 1500);
        let turn = app.world().resource::<Clock>().turn();
        let is_over = turn >= 1500 || !app.world().resource::<Fate>().is_alive();
        assert!(is_over, "seed {seed}: nothing is left to do in turn {turn}");
        depth(&app)
    });
    let deepest = depths.into_iter().max().unwrap();
    assert!(deepest > 3, "nobody got below level {deepest}");
}

#[test]
fn what_it_cannot_perceive_changes_nothing() {
    let map = "
####################
#@.......#.........#
#........#.........#
#........#.........#
#........+.........#
####################
";
    let mut alone = simulation(drawn(map));
    let mut watched = simulation(drawn(map));
    // It would flee from that one at once if it knew of it.
    let unseen = enemy(&mut watched, (17, 1), 40, (9, 9));
    let last_known = IVec2::new(1, 1);
    watched
        .world_mut()
        .entity_mut(unseen)
        .insert(Awareness::Hunting { last_known });
    let mut pilots = [Pilot::default(), Pilot::default()];
    let mut count = 0;
    loop {
        let player = watched.player().unwrap();
        let at = watched.place_of(unseen);
        if watched.part::<Viewshed>(player).sees(at) {
            break;
        }
        let [one, other] = &mut pilots;
        assert_eq!(go_on(&mut alone, one), go_on(&mut watched, other));
        count += 1;
        assert!(count < 100, "it never opens the door");
    }
    assert!(count > 4, "it saw the other room at once");
    // From then on they differ: nobody goes near that one without need.
    let [one, other] = &mut pilots;
    let differs = (0..20).any(|_| go_on(&mut alone, one) != go_on(&mut watched, other));
    assert!(differs, "it does not mind what it sees");
}

#[test]
fn it_strikes_who_hunts_it_and_is_beside_it() {
    let mut app = simulation(drawn("#####\n#@..#\n#...#\n#####"));
    let foe = enemy(&mut app, (2, 1), 4, (1, 2));
    let at = IVec2::new(2, 1);
    app.world_mut()
        .entity_mut(foe)
        .insert(Awareness::Hunting { last_known: at });
    let action = go_on(&mut app, &mut Pilot::default());
    assert_eq!(action, Some(Action::attack(Direction::East)));
}

#[test]
fn it_does_not_fight_what_would_kill_it() {
    let mut app = simulation(drawn("############\n#@.........#\n############"));
    let player = app.player().unwrap();
    app.put(player, (5, 1));
    let foe = enemy(&mut app, (2, 1), 90, (9, 9));
    app.world_mut().entity_mut(foe).insert(Awareness::Hunting {
        last_known: IVec2::new(5, 1),
    });
    let action = go_on(&mut app, &mut Pilot::default());
    assert_eq!(action, Some(Action::run(Direction::East)));
}

#[test]
fn it_shuts_a_door_between_itself_and_what_would_kill_it() {
    let map = "
##############
#@....'......#
##############
";
    let mut app = simulation(drawn(map));
    let player = app.player().unwrap();
    app.put(player, (5, 1));
    let foe = enemy(&mut app, (9, 1), 90, (9, 9));
    app.world_mut().entity_mut(foe).insert(Awareness::Hunting {
        last_known: IVec2::new(5, 1),
    });
    go_on(&mut app, &mut Pilot::default());
    assert_eq!(app.map().tile(IVec2::new(6, 1)), Tile::CLOSED_DOOR);
}

#[test]
fn it_rests_when_it_is_hurt_and_nobody_is_there() {
    let mut app = simulation(drawn("########\n#@.....#\n#......+\n########"));
    set_health(&mut app, 8);
    let mut pilot = Pilot::default();
    for _ in 0..50 {
        assert!(is(go_on(&mut app, &mut pilot), Action::WAITING));
    }
    let player = app.player().unwrap();
    assert!(app.part::<Health>(player).now > 12);
    // With a hunter in view there is no rest.
    let foe = enemy(&mut app, (2, 1), 4, (1, 2));
    let last_known = app.place_of(player);
    app.world_mut()
        .entity_mut(foe)
        .insert(Awareness::Hunting { last_known });
    assert!(!is(go_on(&mut app, &mut pilot), Action::WAITING));
}

#[test]
fn it_goes_down_when_it_is_well_and_rests_before_if_not() {
    let map = "
##########
#@......>#
##########
";
    let mut app = simulation(drawn(map));
    set_health(&mut app, 20);
    let mut pilot = Pilot::default();
    let mut rests = 0;
    while depth(&app) == 1 {
        let action = go_on(&mut app, &mut pilot);
        rests += u32::from(is(action, Action::WAITING));
        assert!(action.is_some() && rests < 200, "it does not go down");
    }
    let player = app.player().unwrap();
    assert!(app.part::<Health>(player).now > 25);
}

#[test]
fn it_walks_round_what_sleeps() {
    // The short way leads past the sleeper, and a longer one does not.
    let map = "
#############
#@.........>#
#...........#
#.#########.#
#.#########.#
#...........#
#############
";
    let mut app = simulation(drawn(map));
    let foe = enemy(&mut app, (6, 2), 60, (8, 8));
    app.world_mut().entity_mut(foe).insert((
        Awareness::Asleep,
        Viewshed::new(Sight::default().with_radius(0)),
    ));
    let mut pilot = Pilot::default();
    while depth(&app) == 1 {
        let at = app.player().map(|it| app.place_of(it)).unwrap();
        let far = (at - IVec2::new(6, 2)).abs().max_element();
        assert!(far > 1, "it walks up to the sleeper");
        assert!(go_on(&mut app, &mut pilot).is_some());
    }
}

#[test]
fn who_stands_in_the_only_way_is_no_standstill() {
    // It is struck although it is strong, and killed in the end.
    let mut app = simulation(drawn("#########\n#@....+>#\n#########"));
    let foe = enemy(&mut app, (5, 1), 40, (5, 9));
    let mut pilot = Pilot::default();
    for _ in 0..600 {
        if depth(&app) > 1 {
            return;
        }
        assert!(go_on(&mut app, &mut pilot).is_some());
    }
    panic!("it does not get past {foe}");
}

#[test]
fn where_nothing_is_left_to_do_it_says_so() {
    let mut app = simulation(drawn("#####\n#@..#\n#####"));
    let mut pilot = Pilot::default();
    for _ in 0..20 {
        if go_on(&mut app, &mut pilot).is_none() {
            return;
        }
    }
    panic!("it finds something to do in a cell");
}

#[test]
fn the_dead_do_nothing() {
    let mut app = simulation(drawn("#####\n#@..+\n#####"));
    assert!(Pilot::default().next(app.world_mut()).is_some());
    *app.world_mut().resource_mut::<Fate>() = Fate::Died(Death {
        killer: None,
        at: IVec2::ONE,
        depth: 1,
        turn: 0,
    });
    assert_eq!(Pilot::default().next(app.world_mut()), None);
}

/// Whether the player sees somebody who hunts.
fn sees_a_hunter(app: &mut App) -> bool {
    let world = app.world_mut();
    let mut players = world.query_filtered::<(&Viewshed, &Position), With<Player>>();
    let mut others = world.query::<(&Awareness, &Position, Option<&Camouflage>)>();
    let Ok((viewshed, eye)) = players.single(world) else {
        return false;
    };
    let ground = (world.resource::<TileMap>(), world.resource::<LightMap>());
    others.iter(world).any(|(awareness, at, hidden)| {
        awareness.state() == State::Hunting && makes_out(ground, viewshed, eye.0, at.0, hidden)
    })
}

#[test]
fn it_stays_up_for_a_while_after_it_has_fled_up() {
    let calm_stays: usize = on_all_cores(1..=8, calm_stays_of).into_iter().sum();
    assert!(calm_stays >= 4, "only {calm_stays} stays");
}

/// Plays one game and counts how often the pilot went up and, unless a hunter in view drove it down, stayed there.
fn calm_stays_of(seed: u64) -> usize {
    let mut app = on_one_thread(simulation(built(seed)));
    let mut pilot = Pilot::default();
    let tick = |app: &App| app.world().resource::<Clock>().tick;
    let (mut came_up, mut calm_stays) = (None, 0);
    for _ in 0..4000 {
        let (before, is_driven) = (depth(&app), sees_a_hunter(&mut app));
        if go_on(&mut app, &mut pilot).is_none() {
            break;
        }
        if depth(&app) < before {
            came_up = Some(tick(&app));
        } else if depth(&app) > before
            && let Some(since) = came_up.take()
        {
            let stayed = tick(&app) - since;
            assert!(
                is_driven || stayed >= 1000,
                "seed {seed}: down again after {stayed} ticks, with no hunter in view"
            );
            calm_stays += usize::from(stayed >= 1000);
        }
    }
    calm_stays
}
