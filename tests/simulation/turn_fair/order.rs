//! The player acts first. The other creatures see what the player did and then decide what to do.

use bevy::prelude::*;
use fogbound::game::{Action, Actor, GameEvent, Happening, Player, Turn, TurnSystems};
use fogbound::grid::Direction::East;

use super::COURT;
use crate::common::AppExt;
use crate::common::arena::{arena, creature, wait};

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
