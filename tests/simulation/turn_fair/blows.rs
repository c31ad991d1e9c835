//! A blow still hits a target that moves but stays within reach. A shot still hits a target that moves but stays in
//! view.

use bevy::prelude::*;
use fogbound::game::mind::{AddMind, Deciding, Hunts, Mindful, Shoots, Urge};
use fogbound::game::{Action, Actor, ActorId, Awareness, Clock, Faction};
use fogbound::grid::Direction::{self, East, North, South, West};

use super::COURT;
use crate::common::AppExt;
use crate::common::arena::{self, arena, attacks, creature, events, wait};

/// The archer always shoots at the player's current cell.
#[test]
fn a_shot_follows_its_target() {
    let mut app = arena(COURT);
    let bow = Shoots {
        range: 12,
        keep: 0,
        ..default()
    };
    let hunting = Awareness::Hunting {
        last_known: IVec2::new(2, 2),
    };
    let archer = creature(&mut app, (8, 2), (bow, hunting));
    for way in [East, South, South, West, North, East] {
        app.step(way);
        assert_eq!(attacks(&events(&mut app), archer), 1);
    }
}

/// A mind that moves its creature by a fixed offset before attackers strike.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Dodges {
    x: i32,
    y: i32,
}

fn dodge(deciding: Deciding, mut dodgers: Query<(&Dodges, Mindful)>) {
    for (by, mut creature) in &mut dodgers {
        if deciding.asks(&creature) {
            let way = Direction::from_delta(IVec2::new(by.x, by.y));
            creature.intend(way.map_or(Action::WAIT, Action::step));
        }
    }
}

/// Returns a game with a striker at (6, 2) and its prey at (7, 2). The prey moves by an offset just before the blow.
fn duel(by: IVec2, striker: impl Bundle) -> (App, Entity, Entity) {
    let mut app = arena(COURT);
    app.add_mind::<Dodges, _>(Urge::Must, dodge);
    let tick = app.world().resource::<Clock>().tick;
    let mut first = Actor::new(ActorId(500), 100);
    first.due = tick;
    let prey = (first, Faction(7), Dodges { x: by.x, y: by.y });
    let prey = creature(&mut app, (7, 2), prey);
    let hunting = Awareness::Hunting {
        last_known: IVec2::new(7, 2),
    };
    let striker = creature(&mut app, (6, 2), (Hunts::default(), hunting, striker));
    // The player is on the striker's side, so it is not a target.
    let (player, _) = arena::player(&mut app);
    app.world_mut().entity_mut(player).insert(Faction::DUNGEON);
    events(&mut app);
    (app, prey, striker)
}

#[test]
fn a_blow_lands_while_its_target_is_in_reach() {
    // The prey moves to another cell beside the striker.
    let (mut app, prey, striker) = duel(IVec2::new(0, 1), ());
    wait(&mut app, 1);
    let record = events(&mut app);
    assert_eq!(app.place_of(prey), IVec2::new(7, 3));
    assert_eq!(attacks(&record, striker), 1);
    assert_eq!(app.place_of(striker), IVec2::new(6, 2));
}

#[test]
fn an_attacker_follows_a_target_that_moves_away() {
    let (mut app, prey, striker) = duel(IVec2::new(1, 0), ());
    wait(&mut app, 1);
    let record = events(&mut app);
    assert_eq!(app.place_of(prey), IVec2::new(8, 2));
    assert_eq!(
        attacks(&record, striker),
        0,
        "the striker struck an empty cell"
    );
    assert_eq!(app.place_of(striker), IVec2::new(7, 2));
}

#[test]
fn a_guard_does_not_follow_a_target_that_moves_away() {
    let mut post = fogbound::game::mind::Guards::default();
    post.radius = 0;
    let (mut app, _, striker) = duel(IVec2::new(1, 0), post);
    wait(&mut app, 1);
    assert_eq!(attacks(&events(&mut app), striker), 0);
    assert_eq!(app.place_of(striker), IVec2::new(6, 2));
}

#[test]
fn a_shot_lands_while_its_target_is_in_view_and_range() {
    let bow = |range| Shoots {
        range,
        keep: 0,
        ..default()
    };
    for (range, shots, steps) in [(2, 1, 0), (1, 0, 1)] {
        let (mut app, _, archer) = duel(IVec2::new(1, 0), bow(range));
        wait(&mut app, 1);
        assert_eq!(attacks(&events(&mut app), archer), shots, "range {range}");
        let place = IVec2::new(6 + steps, 2);
        assert_eq!(app.place_of(archer), place, "range {range}");
    }
}
