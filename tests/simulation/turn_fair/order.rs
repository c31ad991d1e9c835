//! The player acts first. The other creatures see what the player did and then decide what to do.

use bevy::prelude::*;
use fogbound::game::mind::Hunts;
use fogbound::game::{Action, Actor, Awareness, GameEvent, Happening, Player, Turn, TurnSystems};
use fogbound::grid::Direction::{East, West};

use super::COURT;
use crate::common::AppExt;
use crate::common::arena::{arena, attacks, creature, events, wait};

#[test]
fn others_decide_after_seeing_the_players_deed() {
    let mut app = arena(COURT);
    let hunting = Awareness::Hunting {
        last_known: IVec2::new(2, 2),
    };
    let hunter = creature(&mut app, (4, 2), (Hunts::default(), hunting));
    // The player steps beside the creature, which strikes at once.
    app.step(East);
    assert_eq!(attacks(&events(&mut app), hunter), 1);
    // The player steps away, and the creature follows without striking.
    app.step(West);
    assert_eq!(attacks(&events(&mut app), hunter), 0);
    assert_eq!(app.place_of(hunter), IVec2::new(3, 2));
    // The player stays, and the creature strikes every turn.
    wait(&mut app, 5);
    assert_eq!(attacks(&events(&mut app), hunter), 5);
}

/// No turn passes without an action by the player. Creatures that are due at the same tick wait until the player has
/// acted.
#[test]
fn creatures_due_with_the_player_act_after_it() {
    #[derive(Resource, Default)]
    struct Order(Vec<&'static str>);

    let mut app = arena(COURT);
    let _other = creature(&mut app, (9, 3), ());
    app.init_resource::<Order>();
    let note = |events: &mut Messages<GameEvent>, order: &mut Order, player: Entity| {
        for event in events.drain().filter(|it| it.what == Happening::Waited) {
            order.0.push(if event.actor == player {
                "player"
            } else {
                "other"
            });
        }
    };
    app.add_systems(
        Turn,
        (move |mut events: ResMut<Messages<GameEvent>>,
               mut order: ResMut<Order>,
               player: Single<Entity, With<Player>>| {
            note(&mut events, &mut order, *player);
        })
        .after(TurnSystems::Act)
        .before(TurnSystems::Settle),
    );
    for _ in 0..3 {
        app.act(Action::WAIT);
    }
    assert_eq!(
        app.world().resource::<Order>().0,
        ["player", "other"].repeat(3)
    );
}

/// Between two commands, every creature of normal speed has exactly one turn.
#[test]
fn normal_speed_means_one_turn_per_player_turn() {
    let mut app = arena(COURT);
    let hunting = Awareness::Hunting {
        last_known: IVec2::new(2, 2),
    };
    let hunter = creature(&mut app, (3, 2), (Hunts::default(), hunting));
    events(&mut app);
    for turns in [1, 2, 7] {
        wait(&mut app, turns);
        assert_eq!(attacks(&events(&mut app), hunter), turns as usize);
    }
}

/// An intent set before the creature's turn has no effect.
#[test]
fn intents_set_too_early_are_dropped() {
    let mut app = arena(COURT);
    let slow = creature(&mut app, (8, 3), ());
    app.world_mut().get_mut::<Actor>(slow).unwrap().due += 250;
    let early = fogbound::game::Intent(Some(Action::step(East)));
    app.world_mut().entity_mut(slow).insert(early);
    wait(&mut app, 5);
    assert_eq!(app.place_of(slow), IVec2::new(8, 3));
}
