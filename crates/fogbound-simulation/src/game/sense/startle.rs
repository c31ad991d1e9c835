//! Flames that go out or light up for no visible reason.

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;

use super::looking::makes_out;
use crate::game::being::{
    Awareness, Camouflage, Faction, GameEvent, Happening, Player, Senses, Shows, State,
};
use crate::map::TileMap;
use crate::vision::{Ambient, LightMap, Position, Viewshed};

/// A cursor that marks which events have been handled.
#[derive(Resource, Default)]
pub(crate) struct Startling(MessageCursor<GameEvent>);

type Watcher = (
    Entity,
    &'static Position,
    &'static Viewshed,
    &'static Faction,
    &'static Awareness,
    &'static mut Senses,
);

/// Makes watchers notice places where a flame was put out or lit, unless they saw a friend put it out or light it.
pub(crate) fn startle(
    mut startling: ResMut<Startling>,
    events: Res<Messages<GameEvent>>,
    (map, light, ambient): (Res<TileMap>, Res<LightMap>, Option<Res<Ambient>>),
    actors: Query<(&Position, &Faction, Option<&Camouflage>)>,
    mut watchers: Query<Watcher, Without<Player>>,
) {
    for event in startling.0.read(&events) {
        // In a world without darkness, flames do not matter.
        let shows_flame = matches!(event.what, Happening::Did(did) if did.shows == Shows::Flame);
        if !shows_flame || ambient.is_none() {
            continue;
        }
        let Ok((actor_at, side, hidden)) = actors.get(event.actor) else {
            continue;
        };
        for (watcher, at, view, faction, awareness, mut senses) in &mut watchers {
            let is_awake = awareness.state() != State::Asleep;
            if watcher == event.actor || !is_awake || !view.has_in_view(event.at) {
                continue;
            }
            let sees_friend = !faction.is_hostile_to(*side)
                && makes_out((&map, &light), view, at.0, actor_at.0, hidden);
            if !sees_friend {
                senses.startled = Some(event.at);
            }
        }
    }
}
