//! How a viewer perceives events. Only this module decides that. The message log, the screen and everything else that
//! shows a viewer's perspective rely on this module.

use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::looking::makes_out;
use super::noise::is_heard;
use crate::game::being::{
    Camouflage, Did, GameEvent, Happening, Hearing, Player, Shows, Wearer, acuity, run_now,
};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::{LightMap, Position, Viewshed};

/// How a viewer perceives an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perceived {
    /// The viewer sees the event.
    Seen {
        /// Whether the viewer sees the acting creature.
        actor: bool,
        /// Whether the viewer sees the target. Also `true` if there is no target.
        target: bool,
    },
    /// The viewer hears the event but does not see it.
    Heard {
        /// The direction of the noise.
        from: Direction,
    },
    /// The event affects the viewer, but the viewer does not see which actor caused it.
    Felt {
        /// The direction of the blow or shot.
        from: Direction,
    },
    /// The viewer does not notice the event.
    Nothing,
}

/// An actor that perceives events.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    /// The actor.
    pub entity: Entity,
    /// The viewer's cell.
    pub at: IVec2,
    /// What the viewer sees, or `None` if it is blind.
    pub viewshed: Option<&'a Viewshed>,
    /// The sharpness of the viewer's hearing, as a percentage of normal hearing, or 0 for a deaf viewer.
    pub acuity: u32,
}

impl Viewer<'_> {
    /// Returns whether the viewer sees an actor with this camouflage at `at`.
    fn identifies(
        &self,
        scene: (&TileMap, &LightMap),
        at: IVec2,
        hidden: Option<&Camouflage>,
    ) -> bool {
        let sees = |viewshed| makes_out(scene, viewshed, self.at, at, hidden);
        self.viewshed.is_some_and(sees)
    }
}

/// Computes how `viewer` perceives `event`, given the current map and light.
///
/// A viewer sees its own actions and everything in its view, and feels anything else that happens to it. It hears every
/// other event whose noise reaches it, and knows the direction of the noise. State changes make no noise.
pub fn perceive(
    event: &GameEvent,
    viewer: &Viewer,
    (map, light): (&TileMap, &LightMap),
) -> Perceived {
    let sees_actor = event.actor == viewer.entity
        || viewer.identifies((map, light), event.actor_at, event.actor_hidden.as_ref());
    let target = event.what.target();
    let sees_target = target.is_none_or(|target| {
        target == viewer.entity
            || event.actor == viewer.entity
            || viewer.identifies((map, light), event.at, event.target_hidden.as_ref())
    });
    let direction_of = |at: IVec2| Direction::towards(at - viewer.at);
    if !sees_actor
        && target == Some(viewer.entity)
        && let Some(from) = direction_of(event.actor_at)
    {
        return Perceived::Felt { from };
    }
    let happens_in_view = match event.what {
        // The viewer knows what it killed.
        Happening::Died { by } if by == viewer.entity => true,
        // A voice that comes from elsewhere does not give away its owner.
        Happening::Sounded { .. } if event.at != event.actor_at => event.actor == viewer.entity,
        _ if target.is_some() => sees_actor || sees_target,
        // Seeing the door is enough to see it open, close or break.
        Happening::Did(Did {
            shows: Shows::Place,
            ..
        }) => {
            sees_actor
                || viewer
                    .viewshed
                    .is_some_and(|view| light.sees(map.opacities(), view, event.at))
        }
        // A flame that goes out or lights up is seen if its cell is in view.
        Happening::Did(Did {
            shows: Shows::Flame,
            ..
        }) => {
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

/// Sent when the player perceives an event.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Witnessed {
    /// What happened.
    pub event: GameEvent,
    /// How the player perceived it.
    pub how: Perceived,
}

/// Cursors that mark which events the player's senses have handled. At the end of a command, they have handled all of
/// them.
#[derive(Resource, Default)]
pub(crate) struct Witnessing {
    events: MessageCursor<GameEvent>,
    pub(super) witnessed: MessageCursor<Witnessed>,
}

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
    Option<&'static Wearer>,
);

/// Passes new events through the player's senses. This function must run before anything else changes, because it uses
/// the current state of those senses.
pub(crate) fn witness(
    mut witnessing: ResMut<Witnessing>,
    events: Res<Messages<GameEvent>>,
    eyes: PlayerEyes,
    mut witnessed: MessageWriter<Witnessed>,
) {
    let new = witnessing.events.read(&events);
    let (Ok((entity, at, viewshed, hearing, wearer)), Some(map)) =
        (eyes.players.single(), eyes.map)
    else {
        return;
    };
    let player = Viewer {
        entity,
        at: at.0,
        viewshed,
        acuity: hearing.map_or(0, |ears| acuity(ears, wearer)),
    };
    let perceived = new.map(|&event| Witnessed {
        event,
        how: perceive(&event, &player, (&map, &eyes.light)),
    });
    witnessed.write_batch(perceived.filter(|it| it.how != Perceived::Nothing));
}

/// Passes new events through the player's senses outside a [`Turn`](crate::game::Turn).
pub(crate) fn witness_now(world: &mut World) {
    run_now(world, witness);
}
