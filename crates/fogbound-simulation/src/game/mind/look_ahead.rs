//! Looking only ahead.

use bevy::prelude::*;

use super::register::{Need, RegisterMind};
use crate::fov::Cone;
use crate::game::being::{Awareness, Conduct, Turn, TurnPart, TurnSystems, Within};
use crate::grid::Direction;
use crate::vision::{Position, Viewshed};

/// Limits a creature's field of view to a cone. The cone points towards the enemy that the creature is hunting, if
/// there is one, and otherwise in the direction of the creature's last step. Before the first step, the creature faces
/// south.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct LooksAhead {
    /// The full width of the cone, in degrees.
    #[reflect(@Within::new(0, 360))]
    pub degrees: u16,
}

impl Default for LooksAhead {
    fn default() -> Self {
        Self { degrees: 120 }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.register_mind::<LooksAhead>()
        .mind_needs::<LooksAhead>(&[Need::Sight])
        .add_systems(
            Turn,
            turn_head.in_set(TurnSystems::Settle).after(TurnPart::Ripen),
        );
}

type Looker = (
    &'static LooksAhead,
    &'static Position,
    &'static Conduct,
    &'static Awareness,
    &'static mut Viewshed,
);

/// Turns the heads of creatures that look only ahead.
fn turn_head(mut lookers: Query<Looker>) {
    for (looks, position, conduct, awareness, mut viewshed) in &mut lookers {
        let towards = match *awareness {
            Awareness::Hunting { last_known } => last_known - position.0,
            Awareness::Noticing { at } => at - position.0,
            _ => IVec2::ZERO,
        };
        let facing = if towards == IVec2::ZERO {
            conduct.heading.unwrap_or(Direction::South).delta()
        } else {
            towards
        };
        let mut sight = viewshed.own_sight();
        sight.cone = Some(Cone::new(facing, looks.degrees));
        if sight != viewshed.own_sight() {
            viewshed.set_sight(sight);
        }
    }
}
