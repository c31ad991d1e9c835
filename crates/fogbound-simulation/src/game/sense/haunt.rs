//! Keeps the ghosts of creatures that leave the player's view.

use bevy::ecs::query::QueryData;
use bevy::prelude::*;

use super::looking::makes_out;
use super::perceive::{Perceived, Witnessed};
use crate::game::being::{
    Actor, Appearance, Awareness, Camouflage, Faction, Ghosts, Happening, Player, Revealed,
    Sighted, State,
};
use crate::map::TileMap;
use crate::vision::{LightMap, Moment, Position, Viewshed};

type Eyes = (
    &'static Position,
    Option<&'static Viewshed>,
    &'static Faction,
    &'static mut Ghosts,
);

/// Another actor.
#[derive(QueryData)]
pub(crate) struct Other {
    actor: &'static Actor,
    at: &'static Position,
    name: &'static Name,
    appearance: &'static Appearance,
    faction: &'static Faction,
    awareness: Option<&'static Awareness>,
    camouflage: Option<&'static Camouflage>,
    revealed: Option<&'static Revealed>,
}

/// Records which creatures the player sees now. Runs after the player's memory has been written.
///
/// The time is that of the player's memory, which does not depend on when creatures out of view act.
pub(crate) fn keep_ghosts(
    (now, map, light): (Res<Moment>, Option<Res<TileMap>>, Res<LightMap>),
    mut witnessed: MessageReader<Witnessed>,
    mut players: Query<Eyes, With<Player>>,
    others: Query<Other, Without<Player>>,
) {
    let news = witnessed.read();
    let died = news.filter(|it| {
        let is_known = matches!(it.how, Perceived::Seen { .. });
        is_known && matches!(it.event.what, Happening::Died { .. })
    });
    let died: Vec<IVec2> = died.map(|it| it.event.actor_at).collect();
    let (Ok((here, viewshed, side, mut ghosts)), Some(map)) = (players.single_mut(), map) else {
        return;
    };
    let scene = (&*map, &*light);
    let sees = |at: IVec2, hidden: Option<&Camouflage>| {
        viewshed.is_some_and(|it| makes_out(scene, it, here.0, at, hidden))
    };
    let in_view = others.iter().filter(|it| sees(it.at.0, it.camouflage));
    let sighted = in_view.map(|it| Sighted {
        id: it.actor.id,
        at: it.at.0,
        name: it.name,
        appearance: it.appearance,
        is_enemy: it.faction.is_hostile_to(*side),
        state: it.awareness.map_or(State::Unaware, |it| it.state()),
        camouflage: it.camouflage.or(it.revealed.map(|it| &it.hidden)).copied(),
    });
    let sighted: Vec<Sighted> = sighted.collect();
    ghosts.look((here.0, now.0), (&sighted, &died), |ghost| {
        sees(ghost.at, ghost.camouflage.as_ref())
    });
}
