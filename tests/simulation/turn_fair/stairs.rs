//! Taking stairs does not shake off hunters.

use bevy::prelude::*;
use fogbound::game::mind::Hunts;
use fogbound::game::{Action, Actor, Awareness, GameEvent, Happening};
use fogbound::grid::Direction::East;

use crate::common::AppExt;
use crate::common::arena::{self, arena, attacks, creature, distance, events, wait};

const LANDING: &str = "
##########
#........#
#..@>....#
#........#
##########";

/// Returns a game with the player on the stairs and a hunter at `cell`. Also returns the hunter.
fn chased_from(cell: (i32, i32), hunter: impl Bundle) -> (App, Entity) {
    let mut app = arena(LANDING);
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunter = creature(&mut app, cell, (hunting, hunter));
    events(&mut app);
    (app, hunter)
}

fn is_here(app: &mut App, who: Entity) -> bool {
    app.entities::<With<Actor>>().contains(&who)
}

#[test]
fn an_adjacent_hunter_follows_a_turn_later() {
    let (mut app, hunter) = chased_from((5, 2), Hunts::default());
    app.act(Action::TAKE_STAIRS);
    assert!(!is_here(&mut app, hunter), "not at once");
    let (player, arrival) = arena::player(&mut app);
    wait(&mut app, 1);
    assert!(is_here(&mut app, hunter));
    assert_eq!(distance(app.place_of(hunter), arrival), 1);
    let record = events(&mut app);
    let came = |it: &GameEvent| it.actor == hunter && it.what == Happening::TookStairs { depth: 2 };
    assert!(record.iter().any(came));
    wait(&mut app, 5);
    let record = events(&mut app);
    assert!(attacks(&record, hunter) >= 4, "the hunter stopped striking");
    assert_eq!(app.place_of(player), arrival);
}

#[test]
fn only_creatures_that_hunt_and_roam_follow() {
    let guard = (Hunts::default(), fogbound::game::mind::Guards::default());
    let (mut guarded, keeps) = chased_from((5, 2), guard);
    let (mut rooted, harmless) = chased_from((5, 2), ());
    for (app, who) in [(&mut guarded, keeps), (&mut rooted, harmless)] {
        app.act(Action::TAKE_STAIRS);
        wait(app, 3);
        assert!(!is_here(app, who));
    }
    for awareness in [Awareness::Unaware, Awareness::Asleep] {
        let (mut app, hunter) = chased_from((5, 2), Hunts::default());
        app.world_mut().entity_mut(hunter).insert(awareness);
        app.act(Action::TAKE_STAIRS);
        wait(&mut app, 3);
        assert!(!is_here(&mut app, hunter), "{awareness:?}");
    }
}

/// A player who keeps taking the stairs meets the same follower again and again.
#[test]
fn dancing_on_the_stairs_does_not_avoid_blows() {
    let mut app = arena(
        "
##########
#........#
#..@>....#
#....<...#
##########",
    );
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunter = creature(&mut app, (3, 2), (hunting, Hunts::default()));
    events(&mut app);
    for _ in 0..40 {
        app.act(Action::TAKE_STAIRS);
    }
    let struck = attacks(&events(&mut app), hunter);
    assert!(struck >= 10, "{struck} blows in 40 turns");
}

/// Followers wait until there is room for them on the player's side of the walls.
#[test]
fn followers_never_arrive_behind_a_wall() {
    // The stairs lead to the only `<` on a level with the same map. That staircase is in a dead end beside sealed
    // rooms.
    let mut app = arena(
        "
##########
#........#
#..@>....#
#........#
##########
#...######
#####<...#
#...######
##########",
    );
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunters = [(3, 1), (4, 1), (5, 1), (3, 2), (5, 2)]
        .map(|cell| creature(&mut app, cell, (hunting, Hunts::default())));
    app.act(Action::TAKE_STAIRS);
    let (_, arrival) = arena::player(&mut app);
    assert_eq!(arrival, IVec2::new(5, 6));
    wait(&mut app, 6);
    let came = hunters.map(|it| is_here(&mut app, it));
    let came = hunters.iter().zip(came).filter(|(_, is_here)| *is_here);
    let here: Vec<IVec2> = came.map(|(&it, _)| app.place_of(it)).collect();
    assert!(
        here.len() >= 2 && here.iter().all(|at| at.y == 6),
        "{here:?}"
    );
    // As soon as there is room, more followers arrive.
    let (player, _) = arena::player(&mut app);
    app.put(player, (1, 1));
    wait(&mut app, 3);
    let came = hunters.into_iter().filter(|&it| is_here(&mut app, it));
    assert!(came.count() > here.len());
}

/// A long hall with the stairs at one end. All levels look alike.
const HALL: &str = "
######################################
#@>..................................#
##<###################################
######################################";

/// Returns a game in [`HALL`] with the player on the stairs, and the hunters. Each hunter is specified by its distance
/// and speed.
fn hunted(hunters: &[(i32, u32)]) -> (App, Vec<Entity>) {
    let mut app = arena(HALL);
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunters = hunters.iter().map(|&(distance, speed)| {
        let cell = (stairs.x + distance, stairs.y);
        let hunter = creature(&mut app, cell, (hunting, Hunts::default()));
        app.world_mut().get_mut::<Actor>(hunter).unwrap().speed = speed;
        hunter
    });
    let hunters = hunters.collect();
    events(&mut app);
    (app, hunters)
}

/// Takes the stairs. Returns the number of turns that each hunter takes to arrive, or `None` for a hunter that does not
/// arrive within `turns` turns.
fn arrivals(app: &mut App, hunters: &[Entity], turns: u32) -> Vec<Option<u32>> {
    app.act(Action::TAKE_STAIRS);
    let mut came = vec![None; hunters.len()];
    for turn in 1..=turns {
        wait(app, 1);
        for (hunter, came) in hunters.iter().zip(&mut came) {
            if came.is_none() && is_here(app, *hunter) {
                *came = Some(turn);
            }
        }
    }
    came
}

#[test]
fn adjacent_hunters_arrive_one_a_turn_in_order_of_id() {
    let mut app = arena(LANDING);
    app.step(East);
    let (_, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunters = [(3, 1), (4, 1), (5, 1), (3, 2), (5, 2)]
        .map(|cell| creature(&mut app, cell, (hunting, Hunts::default())));
    assert_eq!(arrivals(&mut app, &hunters, 7), [1, 2, 3, 4, 5].map(Some));
    let cells: std::collections::BTreeSet<_> = app
        .blocked_cells()
        .into_iter()
        .map(|it| (it.x, it.y))
        .collect();
    assert_eq!(cells.len(), 6, "two share a cell");
}

#[test]
fn hunters_arrive_when_they_could_have_walked_there() {
    // At normal speed, each step to the stairs takes a turn.
    let (mut app, hunters) = hunted(&[(1, 100), (3, 100), (8, 100)]);
    assert_eq!(arrivals(&mut app, &hunters, 12), [1, 3, 8].map(Some));
    // The nearest hunters arrive first, whatever their IDs, and one hunter arrives per turn.
    let (mut app, hunters) = hunted(&[(4, 100), (2, 100), (3, 100), (1, 100)]);
    assert_eq!(arrivals(&mut app, &hunters, 12), [4, 2, 3, 1].map(Some));
    // These hunters are slower and faster than normal.
    let (mut app, hunters) = hunted(&[(5, 50), (6, 200)]);
    let came = arrivals(&mut app, &hunters, 12);
    assert_eq!(came, [Some(9), Some(3)]);
}

#[test]
fn hunters_too_far_away_or_without_a_path_give_up() {
    let (mut app, hunters) = hunted(&[(20, 100), (21, 100)]);
    assert_eq!(arrivals(&mut app, &hunters, 30), [Some(20), None]);
    let (mut app, hunters) = hunted(&[(6, 100)]);
    let at = app.place_of(hunters[0]);
    // The hunter does not know the cell in front of it.
    let mut memory = fogbound::vision::MapMemory::new();
    for x in 1..at.x - 1 {
        memory.tell(IVec2::new(x, 1), fogbound::map::Tile::FLOOR);
    }
    app.world_mut().entity_mut(hunters[0]).insert(memory);
    assert_eq!(arrivals(&mut app, &hunters, 12), [None]);
}

/// A player who comes straight back meets the hunters on their way, however far they have come.
#[test]
fn a_returning_player_meets_hunters_on_their_way() {
    for (away, met_at) in [(0, 6), (1, 5), (3, 3)] {
        let (mut app, hunters) = hunted(&[(8, 100)]);
        app.act(Action::TAKE_STAIRS);
        wait(&mut app, away);
        assert!(!is_here(&mut app, hunters[0]), "{away}");
        app.act(Action::TAKE_STAIRS);
        assert!(is_here(&mut app, hunters[0]), "{away}");
        let (_, stairs) = arena::player(&mut app);
        let left = distance(app.place_of(hunters[0]), stairs);
        assert_eq!(left, met_at, "{away}");
        // The hunter continues from there.
        wait(&mut app, 1);
        assert_eq!(distance(app.place_of(hunters[0]), stairs), met_at - 1);
    }
}

/// A follower does not take stairs that it has not seen the player take. The follower stays on the level in between and
/// is there when the player comes back.
#[test]
fn followers_arrive_on_the_level_they_saw_the_player_enter() {
    let mut app = arena(
        "
##############
#@>..........#
#............#
#..........<.#
##############",
    );
    app.step(East);
    let (player, stairs) = arena::player(&mut app);
    let hunting = Awareness::Hunting { last_known: stairs };
    let hunters = [(1, 1), (3, 1), (5, 1), (8, 1)]
        .map(|cell| creature(&mut app, cell, (hunting, Hunts::default())));
    app.act(Action::TAKE_STAIRS);
    // A turn later, the first hunter has arrived, and the player leaves by other stairs.
    wait(&mut app, 1);
    app.put(player, (2, 1));
    app.act(Action::TAKE_STAIRS);
    wait(&mut app, 5);
    assert_eq!(hunters.map(|it| is_here(&mut app, it)), [false; 4]);
    app.act(Action::TAKE_STAIRS);
    // The hunters on the stairs are on the second level. The hunter that is still walking is on the first.
    let second = hunters.map(|it| is_here(&mut app, it));
    assert_eq!(second, [true, true, true, false]);
    app.put(player, (11, 3));
    app.act(Action::TAKE_STAIRS);
    assert!(is_here(&mut app, hunters[3]));
}

/// A game restored from a snapshot taken while followers were on the stairs continues as it did before.
#[test]
fn snapshots_keep_followers() {
    use fogbound::game::{Snapshot, carry_out, fingerprint};
    let (mut app, hunters) = hunted(&[(1, 100), (2, 50), (6, 150), (9, 100)]);
    app.act(Action::TAKE_STAIRS);
    wait(&mut app, 1);
    let arrived = hunters.iter().filter(|it| is_here(&mut app, **it)).count();
    assert_eq!(arrived, 1);
    let world = app.world_mut();
    let print = fingerprint(world);
    let snapshot = Snapshot::take(world).unwrap();
    for actions in [[Action::WAIT; 12], [Action::TAKE_STAIRS; 12]] {
        let play = |world: &mut World| {
            actions.map(|it| {
                carry_out(world, fogbound::game::PlayerCommand::Act(it));
                fingerprint(world)
            })
        };
        let first = play(world);
        snapshot.restore(world);
        assert_eq!(fingerprint(world), print);
        assert_eq!(play(world), first);
        snapshot.restore(world);
    }
}
