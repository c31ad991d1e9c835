//! Counts the player's idle turns, which bring the fog, and tells the player what it perceives of fog and smoke.

use bevy::prelude::*;

use super::game::Game;
use crate::game::being::{
    Clock, Depth, Did, Enveloped, FactKind, FogTide, GameEvent, Happening, Numbers, Oil, Phase,
    Player, Quest,
};
use crate::grid::Direction;
use crate::map::{Density, TileMap};
use crate::vision::{LightMap, Position, Viewshed};

/// Counts the player's turns as idle or not. Runs at the end of the player's own turn, when the ground that it sees is
/// known. Nothing that others do changes the count.
pub(crate) fn count_idle(
    (clock, game, depth): (Res<Clock>, Option<Res<Game>>, Res<Depth>),
    (quest, numbers): (Res<Quest>, Res<Numbers>),
    mut tide: ResMut<FogTide>,
    players: Query<(Entity, &Position, Option<&Oil>), With<Player>>,
    mut events: MessageWriter<GameEvent>,
) {
    // An empty lantern hardly holds back the fog.
    let is_empty = players
        .iter()
        .any(|(.., oil)| oil.is_some_and(|it| it.turns() == 0));
    let pace = if is_empty { numbers.fog.empty } else { 1 };
    if clock.phase != Phase::Player || !tide.count(clock.turn(), quest.ground, pace) {
        return;
    }
    let plan = game.and_then(|game| game.fog(depth.0));
    let Some(plan) = plan.filter(|_| !(quest.is_done && quest.goals.returns)) else {
        (tide.idle, tide.gathers) = (0, false);
        return;
    };
    // The fog gathers again only after a quarter of the time, so that the log does not repeat itself.
    let gathers = match tide.gathers {
        true => u64::from(tide.idle) * 4 > u64::from(plan.after) * 3,
        false => tide.idle >= plan.after,
    };
    if gathers == tide.gathers {
        return;
    }
    tide.gathers = gathers;
    if let Ok((player, at, _)) = players.single() {
        let what = Happening::Gathered { ends: !gathers };
        events.write(GameEvent::of(player, at.0, None, what));
    }
}

/// Tells the player when it sees fog on a level for the first time, and from where.
pub(crate) fn see_fog(
    (map, light): (Option<Res<TileMap>>, Res<LightMap>),
    mut tide: ResMut<FogTide>,
    players: Query<(Entity, &Position, &Viewshed), With<Player>>,
    mut events: MessageWriter<GameEvent>,
) {
    let (Some(map), Ok((player, at, viewshed))) = (map, players.single()) else {
        return;
    };
    if tide.is_seen || map.air().volume().fog == 0 {
        return;
    }
    let sees = |cell: &IVec2| light.sees(map.opacities(), viewshed, *cell);
    let in_view = viewshed.field_of_view().iter();
    let seen = in_view.filter(|it| map.air().at(*it).fog > 0 && sees(it));
    let nearest = seen.min_by_key(|cell| ((*cell - at.0).length_squared(), cell.y, cell.x));
    if let Some(cell) = nearest {
        tide.is_seen = true;
        let from = Direction::towards(cell - at.0);
        let what = Happening::SawFog { from };
        events.write(GameEvent::of(player, at.0, None, what));
    }
}

impl FactKind {
    /// The air around an actor that was [enveloped](Happening::Enveloped) is thin again.
    pub const AIR_CLEARED: Self = Self::new("the air cleared");
}

/// The air on the player's cell is clear when it is no denser than this. Thicker air may close again at once.
const CLEARS: u8 = Density::DENSE / 2;

/// For how many turns the air must have been clear until that is news: between two banks of fog, it is for a moment.
const STAYS_CLEAR: u64 = 3;

/// Tells the player when thick fog or smoke closes around it, and when the air has cleared again.
pub(crate) fn feel_air(
    (map, clock): (Option<Res<TileMap>>, Res<Clock>),
    mut players: Query<(Entity, &Position, Option<&mut Enveloped>), With<Player>>,
    mut commands: Commands,
    mut events: MessageWriter<GameEvent>,
) {
    let (Some(map), Ok((player, at, enveloped))) = (map, players.single_mut()) else {
        return;
    };
    let air = map.air().at(at.0);
    let what = match enveloped {
        None if air.is_dense() => {
            commands.entity(player).insert(Enveloped::default());
            Happening::Enveloped(air)
        }
        Some(mut enveloped) => {
            let since = match air.total() <= CLEARS {
                true => enveloped.clear_since.or(Some(clock.turn())),
                false => None,
            };
            if since.is_none_or(|it| clock.turn() < it + STAYS_CLEAR) {
                enveloped.set_if_neq(Enveloped { clear_since: since });
                return;
            }
            commands.entity(player).remove::<Enveloped>();
            Did::of(FactKind::AIR_CLEARED).into()
        }
        None => return,
    };
    events.write(GameEvent::of(player, at.0, None, what));
}
