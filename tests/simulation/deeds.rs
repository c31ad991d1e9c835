//! The list of deeds can be extended. Custom kinds of action are judged, timed and carried out like the built-in kinds.

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

/// A leap over one cell, which takes as long as one and a half steps.
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
            Some(other) => Ok(Action::attack_target(other, false)),
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

#[test]
fn the_player_can_use_an_added_deed() {
    let mut app = arena(HALL);
    let (player, _) = arena::player(&mut app);
    assert_eq!(app.ticks_of(leap(East)), 0, "not added yet");
    app.add_deed(LEAP, Leap);
    assert_eq!(app.ticks_of(leap(East)), 150);
    assert_eq!(app.place_of(player), IVec2::new(4, 2));
    assert_eq!(app.ticks_of(leap(North)), 0, "a wall");
    let record = events(&mut app);
    let hindered = Happening::Hindered(Obstacle::Terrain);
    assert!(
        record
            .iter()
            .any(|it| it.what == hindered && it.at == IVec2::new(4, 1))
    );
}

/// A mind that only leaps west.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Leaps;

fn leap_west(deciding: Deciding, mut leapers: Query<Mindful, With<Leaps>>) {
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
        .add_mind::<Leaps, _>(Urge::Must, leap_west);
    let leaper = creature(&mut app, (9, 3), Leaps);
    app.act(Action::WAIT);
    assert_eq!(app.place_of(leaper), IVec2::new(7, 3));
    // The creature is due again after one and a half turns, not after one.
    app.act(Action::WAIT);
    app.act(Action::WAIT);
    assert_eq!(app.place_of(leaper), IVec2::new(5, 3));
}

/// A deed that only counts how often it is carried out.
struct Counted(ActionKind, Arc<AtomicU32>);

impl Deed for Counted {
    fn judge(&self, _: &World, _: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        Ok(Action::new(self.0, aim))
    }

    fn carry_out(&self, _: &mut World, _: &Doer, _: Aim) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

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
            assert_eq!(app.ticks_of(action), 100);
            assert_eq!(count.load(Ordering::Relaxed), 2 * turn, "{action:?}");
        }
        let now = [app.place_of(player), app.place_of(puppet)];
        assert_eq!(now, places, "{action:?}");
    }
}

/// A creature whose mind intends an unknown deed loses its turn, and the clock keeps running.
#[test]
fn an_unknown_deed_wastes_the_turn() {
    let mut app = arena(HALL);
    app.add_mind::<Leaps, _>(Urge::Must, leap_west);
    let leaper = creature(&mut app, (9, 3), Leaps);
    let before = tick(&app);
    (0..3).for_each(|_| app.act(Action::WAIT));
    assert_eq!(app.place_of(leaper), IVec2::new(9, 3));
    assert_eq!(tick(&app) - before, 300);
}

/// Actions aimed at distant cells are refused.
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
            let action = Action::new(kind, Aim::Cell(cell));
            assert_eq!(app.ticks_of(action), 0, "{kind:?} {cell}");
        }
    }
    assert_eq!(app.place_of(player), from);
    assert_eq!(app.map().tile(far[0]), fogbound::map::Tile::OPEN_DOOR);
    assert_eq!(app.map().tile(far[1]), fogbound::map::Tile::CLOSED_DOOR);
}
