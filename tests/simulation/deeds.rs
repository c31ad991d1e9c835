//! What can be done is a list that others can add to: a kind of action of one's own is judged, takes its time
//! and is carried out like those of the game.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bevy::prelude::*;
use fogbound::game::deed::{AddDeed, Deed, Doer};
use fogbound::game::mind::{AddMind, Deciding, Mindful, Urge};
use fogbound::game::{Action, ActionKind, Aim, Happening, Obstacle, Occupancy};
use fogbound::grid::Direction::{self, East, North, West};
use fogbound::map::TileMap;
use fogbound::vision::Position;

use crate::common::arena::{self, arena, creature, events};
use crate::common::puppets;
use crate::common::{AppExt, tick};

const HALL: &str = "
############
#..........#
#.@........#
#..........#
############";

/// Leaps over one cell, in half the time of a step longer than a step takes.
struct Leap;

const LEAP: ActionKind = ActionKind::new("leap");

fn leap(way: Direction) -> Action {
    Action::new(LEAP, Aim::Way(way))
}

impl Deed for Leap {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::Terrain)?;
        let to = doer.at + 2 * way.delta();
        match world.resource::<Occupancy>().at(to) {
            Some(other) => Ok(Action::attack_whom(other, false)),
            None if world.resource::<TileMap>().is_walkable(to) => Ok(leap(way)),
            None => Err(Obstacle::Terrain),
        }
    }

    fn ticks(&self, _: &World, doer: &Doer, _: Aim) -> u64 {
        doer.delay * 3 / 2
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let to = doer.at + 2 * aim.way().unwrap().delta();
        world.get_mut::<Position>(doer.entity).unwrap().0 = to;
        world.resource_mut::<Occupancy>().place(doer.entity, to);
    }
}

/// What the player's action takes.
fn time_of(app: &mut App, action: Action) -> u64 {
    let before = tick(app);
    app.act(action);
    tick(app) - before
}

#[test]
fn the_player_can_use_an_added_deed() {
    let mut app = arena(HALL);
    let (player, _) = arena::player(&mut app);
    assert_eq!(time_of(&mut app, leap(East)), 0, "nobody knows how yet");
    app.add_deed(LEAP, Leap);
    assert_eq!(time_of(&mut app, leap(East)), 150);
    assert_eq!(app.place_of(player), IVec2::new(4, 2));
    assert_eq!(time_of(&mut app, leap(North)), 0, "a wall");
    let told = events(&mut app);
    let hindered = Happening::Hindered(Obstacle::Terrain);
    assert!(
        told.iter()
            .any(|it| it.what == hindered && it.at == IVec2::new(4, 1))
    );
}

#[test]
fn what_it_turns_into_takes_the_time_of_that() {
    let mut app = arena(HALL);
    app.add_deed(LEAP, Leap);
    let (player, _) = arena::player(&mut app);
    // Beyond a neighbour's reach a blow cannot be struck: it is judged again when it is done.
    creature(&mut app, (3, 2), ());
    assert_eq!(
        time_of(&mut app, Action::run(East)),
        100,
        "a run into an enemy is a blow"
    );
    assert_eq!(app.place_of(player), IVec2::new(2, 2));
}

/// Leaps about.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Leaps;

fn leap_about(deciding: Deciding, mut leapers: Query<Mindful, With<Leaps>>) {
    for mut creature in &mut leapers {
        if deciding.asks(&creature) {
            creature.intend(leap(West));
        }
    }
}

#[test]
fn a_mind_can_use_an_added_deed() {
    let mut app = arena(HALL);
    app.add_deed(LEAP, Leap)
        .add_mind::<Leaps, _>(Urge::Must, leap_about);
    let leaper = creature(&mut app, (9, 3), Leaps);
    app.act(Action::WAIT);
    assert_eq!(app.place_of(leaper), IVec2::new(7, 3));
    // It is not due again after a turn, but after one and a half.
    app.act(Action::WAIT);
    app.act(Action::WAIT);
    assert_eq!(app.place_of(leaper), IVec2::new(5, 3));
}

/// Counts how often an action of this kind is done, and does nothing else.
struct Counted(ActionKind, Arc<AtomicU32>);

impl Deed for Counted {
    fn judge(&self, _: &World, _: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        Ok(Action::new(self.0, aim))
    }

    fn carry_out(&self, _: &mut World, _: &Doer, _: Aim) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

/// A deed that takes the place of one of the game's does so for everybody.
#[test]
fn a_replaced_deed_applies_to_player_and_monsters() {
    for action in [Action::step(West), Action::run(West), Action::WAIT] {
        let mut app = puppets::with_puppets(arena(HALL));
        let count = Arc::new(AtomicU32::new(0));
        app.add_deed(action.kind, Counted(action.kind, count.clone()));
        let puppet = creature(&mut app, (9, 3), puppets::Puppet(action));
        let (player, _) = arena::player(&mut app);
        let places = [app.place_of(player), app.place_of(puppet)];
        for turn in 1..4 {
            assert_eq!(time_of(&mut app, action), 100);
            assert_eq!(count.load(Ordering::Relaxed), 2 * turn, "{action:?}");
        }
        let now = [app.place_of(player), app.place_of(puppet)];
        assert_eq!(now, places, "{action:?}");
    }
}

/// What a mind wants that nobody can do is a turn in vain, and the clock goes on.
#[test]
fn an_unknown_deed_wastes_the_turn() {
    let mut app = arena(HALL);
    app.add_mind::<Leaps, _>(Urge::Must, leap_about);
    let leaper = creature(&mut app, (9, 3), Leaps);
    let before = tick(&app);
    (0..3).for_each(|_| app.act(Action::WAIT));
    assert_eq!(app.place_of(leaper), IVec2::new(9, 3));
    assert_eq!(tick(&app) - before, 300);
}

/// Actions reach no further than their kind does, whatever they are aimed at.
#[test]
fn deeds_do_not_reach_distant_cells() {
    let mut app = arena(
        "
##########
#.@...'..#
#.....+..#
##########",
    );
    let (player, from) = arena::player(&mut app);
    let far = [IVec2::new(6, 1), IVec2::new(6, 2), IVec2::new(4, 1)];
    let kinds = [
        Action::STEP,
        Action::RUN,
        Action::BUMP,
        Action::ATTACK,
        Action::OPEN_DOOR,
        Action::CLOSE_DOOR,
    ];
    for kind in kinds {
        for cell in far {
            assert_eq!(
                time_of(&mut app, Action::new(kind, Aim::Cell(cell))),
                0,
                "{kind:?} {cell}"
            );
        }
    }
    assert_eq!(app.place_of(player), from);
    assert_eq!(app.map().tile(far[0]), fogbound::map::Tile::OPEN_DOOR);
    assert_eq!(app.map().tile(far[1]), fogbound::map::Tile::CLOSED_DOOR);
}
