//! What somebody perceives of what happens: the one place that decides it, for the message log, the screen
//! and whoever else looks over somebody's shoulder.

use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::looking::makes_out;
use super::noise::is_heard;
use crate::game::being::{Camouflage, GameEvent, Happening, Hearing, Player};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::{LightMap, Position, Viewshed};

/// How somebody perceives an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perceived {
    /// It sees it happen.
    Seen {
        /// It makes out who does it.
        actor: bool,
        /// It makes out to whom it is done. True if it is done to nobody.
        target: bool,
    },
    /// It sees nothing of it and hears it.
    Heard {
        /// From which way the noise comes.
        from: Direction,
    },
    /// It is done to it, by somebody whom it does not make out.
    Felt {
        /// From which way the blow or the shot comes.
        from: Direction,
    },
    /// It knows nothing of it.
    Nothing,
}

/// Somebody to whom things happen, and before whose eyes.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    /// Who it is.
    pub entity: Entity,
    /// Where it stands.
    pub at: IVec2,
    /// What it sees; the blind have none.
    pub viewshed: Option<&'a Viewshed>,
    /// How well it hears, in percent of usual; 0: not at all.
    pub acuity: u32,
}

impl Viewer<'_> {
    /// Whether it makes out somebody at `at`, hidden as well as this.
    fn makes_out(
        &self,
        scene: (&TileMap, &LightMap),
        at: IVec2,
        hidden: Option<&Camouflage>,
    ) -> bool {
        let sees = |viewshed| makes_out(scene, viewshed, self.at, at, hidden);
        self.viewshed.is_some_and(sees)
    }
}

/// What `viewer` perceives of `event`, when it happens on `map` as it is now, by the `light` there is now.
///
/// One's own deeds and what one sees are known. Of what happens to one, the rest is felt. Of the rest, what
/// makes a noise that reaches one's ears is heard, and from about where. A change of state makes none.
pub fn perceive(
    event: &GameEvent,
    viewer: &Viewer,
    (map, light): (&TileMap, &LightMap),
) -> Perceived {
    let sees_actor = event.actor == viewer.entity
        || viewer.makes_out((map, light), event.actor_at, event.actor_hidden.as_ref());
    let target = event.what.target();
    let sees_target = target.is_none_or(|target| {
        target == viewer.entity
            || event.actor == viewer.entity
            || viewer.makes_out((map, light), event.at, event.target_hidden.as_ref())
    });
    let direction_of = |at: IVec2| Direction::towards(at - viewer.at);
    if !sees_actor
        && target == Some(viewer.entity)
        && let Some(from) = direction_of(event.actor_at)
    {
        return Perceived::Felt { from };
    }
    let happens_in_view = match event.what {
        // By one's own hand: one knows what one has done.
        Happening::Died { by } if by == viewer.entity => true,
        _ if target.is_some() => sees_actor || sees_target,
        // A door that turns is seen by whoever sees the door, whoever turns it.
        Happening::OpenedDoor | Happening::ClosedDoor { .. } => {
            sees_actor
                || viewer
                    .viewshed
                    .is_some_and(|view| light.sees(map.opacity(), view, event.at))
        }
        // A flame that goes out or comes on is seen by whoever has it in view.
        Happening::Tended { .. } => {
            sees_actor
                || viewer
                    .viewshed
                    .is_some_and(|view| view.has_in_view(event.at))
        }
        _ => sees_actor,
    };
    if happens_in_view {
        return Perceived::Seen {
            actor: sees_actor,
            target: sees_target,
        };
    }
    let loudness = event.what.loudness();
    let source = event.heard_from();
    if loudness == 0 || !is_heard(map, source, loudness, viewer.at, viewer.acuity) {
        return Perceived::Nothing;
    }
    direction_of(source).map_or(Perceived::Nothing, |from| Perceived::Heard { from })
}

/// The player has perceived something.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Witnessed {
    /// What happened.
    pub event: GameEvent,
    /// How the player perceived it.
    pub how: Perceived,
}

/// Which events were looked at already.
#[derive(Resource, Default)]
pub(crate) struct Witnessing(MessageCursor<GameEvent>);

#[derive(SystemParam)]
pub(crate) struct PlayerEyes<'w, 's> {
    map: Option<Res<'w, TileMap>>,
    light: Res<'w, LightMap>,
    players: Query<'w, 's, Perceiver, With<Player>>,
}

type Perceiver = (
    Entity,
    &'static Position,
    Option<&'static Viewshed>,
    Option<&'static Hearing>,
);

/// Looks at what has happened since the last time through the player's eyes, as they are now: so this runs
/// before anything else moves on.
pub(crate) fn witness(
    mut witnessing: ResMut<Witnessing>,
    events: Res<Messages<GameEvent>>,
    eyes: PlayerEyes,
    mut witnessed: MessageWriter<Witnessed>,
) {
    let new = witnessing.0.read(&events);
    let (Ok((entity, at, viewshed, hearing)), Some(map)) = (eyes.players.single(), eyes.map) else {
        return;
    };
    let player = Viewer {
        entity,
        at: at.0,
        viewshed,
        acuity: hearing.map_or(0, |ears| ears.acuity),
    };
    let perceived = new.map(|&event| Witnessed {
        event,
        how: perceive(&event, &player, (&map, &eyes.light)),
    });
    witnessed.write_batch(perceived.filter(|it| it.how != Perceived::Nothing));
}

/// Looks at what has happened outside of a [`Turn`].
pub(crate) fn witness_now(world: &mut World) {
    if let Err(error) = world.run_system_cached(witness) {
        warn!("nobody saw what happened: {error}");
    }
}
