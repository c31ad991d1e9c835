//! Looking only ahead.

use bevy::prelude::*;

use super::register::{Need, RegisterMind};
use crate::fov::Cone;
use crate::game::being::{Awareness, Conduct, Due, Turn, TurnPart, TurnSystems, Within};
use crate::game::saved::SaveComponent;
use crate::grid::Direction;
use crate::vision::{Position, Viewshed};

/// Limits a creature's field of view to a cone. The cone points towards the enemy that the creature is hunting, if
/// there is one, and otherwise in the direction of the creature's last step. Before the first step, the creature faces
/// south.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct LooksAhead {
    /// The full width of the cone, in degrees.
    #[reflect(@Within::new(0, 360))]
    pub degrees: u16,
    /// How far the creature turns its head in one of its turns, in degrees. With 180, it looks anywhere at once.
    #[reflect(@Within::new(1, 180))]
    pub turns: u16,
    /// Where a head that turns slowly points, in degrees clockwise from east.
    #[reflect(ignore)]
    angle: Option<u16>,
}

impl Default for LooksAhead {
    fn default() -> Self {
        Self {
            degrees: 120,
            turns: 180,
            angle: None,
        }
    }
}

impl LooksAhead {
    /// Creates a mind that sees in a cone of this width in degrees, and looks anywhere at once.
    pub fn new(degrees: u16) -> Self {
        Self {
            degrees,
            ..default()
        }
    }

    /// Makes the head point in a direction at once.
    pub(crate) fn point(&mut self, way: Direction) {
        self.angle = Some(angle_of(way.delta()));
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.register_mind::<LooksAhead>()
        .mind_needs::<LooksAhead>(&[Need::Sight])
        .save::<LooksAhead>()
        .add_systems(
            Turn,
            turn_head.in_set(TurnSystems::Settle).after(TurnPart::Ripen),
        );
}

type Looker = (
    Entity,
    &'static mut LooksAhead,
    &'static Position,
    &'static Conduct,
    &'static Awareness,
    &'static mut Viewshed,
);

/// Turns the heads of creatures that look only ahead.
fn turn_head(due: Res<Due>, mut lookers: Query<Looker>) {
    for (who, mut looks, position, conduct, awareness, mut viewshed) in &mut lookers {
        let towards = match *awareness {
            Awareness::Hunting { last_known } => last_known - position.0,
            Awareness::Noticing { at } => at - position.0,
            _ => IVec2::ZERO,
        };
        let mut facing = if towards == IVec2::ZERO {
            conduct.heading.unwrap_or(Direction::South).delta()
        } else {
            towards
        };
        if looks.turns < HALF {
            let wanted = angle_of(facing);
            let now = looks.angle.unwrap_or(wanted);
            let acts = due.all().contains(&who);
            let next = if acts {
                turned(now, wanted, looks.turns)
            } else {
                now
            };
            if looks.angle != Some(next) {
                looks.angle = Some(next);
            }
            if next != wanted {
                facing = vector(next);
            }
        }
        let mut sight = viewshed.own_sight();
        sight.cone = Some(Cone::new(facing, looks.degrees));
        if sight != viewshed.own_sight() {
            viewshed.set_sight(sight);
        }
    }
}

const HALF: u16 = 180;
const WHOLE: u16 = 360;

/// Returns an angle after a turn of at most `most` degrees towards another, the shorter way round.
fn turned(now: u16, wanted: u16, most: u16) -> u16 {
    let clockwise = (wanted + WHOLE - now) % WHOLE;
    match clockwise {
        0 => now,
        ahead if ahead <= HALF => (now + ahead.min(most)) % WHOLE,
        ahead => (now + WHOLE - (WHOLE - ahead).min(most)) % WHOLE,
    }
}

/// Returns the sine of an angle in degrees, times 1,000, by the formula of Bhaskara I (7th century), which is off by at most
/// two thousandths. Whole numbers give the same result on every machine.
fn sine(degrees: u16) -> i32 {
    let (half, sign) = match degrees % WHOLE {
        it if it < HALF => (i32::from(it), 1),
        it => (i32::from(it - HALF), -1),
    };
    let product = half * (180 - half);
    sign * 4_000 * product / (40_500 - product)
}

/// Returns a vector in a direction, in degrees clockwise from east, where y grows to the south.
fn vector(degrees: u16) -> IVec2 {
    IVec2::new(sine(degrees + 90), sine(degrees))
}

/// Returns the direction of a vector, in degrees clockwise from east.
fn angle_of(facing: IVec2) -> u16 {
    let facing = facing.as_i64vec2();
    let along = |degrees: &u16| facing.dot(vector(*degrees).as_i64vec2());
    (0..WHOLE).max_by_key(along).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_and_vectors_belong_together() {
        for degrees in 0..WHOLE {
            let back = i32::from(angle_of(vector(degrees)));
            let apart = (back - i32::from(degrees)).rem_euclid(360);
            assert!(apart <= 2 || apart >= 358, "{degrees}: {back}");
        }
        let ways = [
            Direction::East,
            Direction::South,
            Direction::West,
            Direction::North,
        ];
        let angles = ways.map(|it| angle_of(it.delta()));
        assert_eq!(angles, [0, 90, 180, 270]);
    }

    #[test]
    fn a_head_turns_the_shorter_way_and_stops_where_it_wants() {
        for now in (0..WHOLE).step_by(7) {
            for wanted in (0..WHOLE).step_by(11) {
                let mut angle = now;
                let mut turns = 0;
                while angle != wanted {
                    angle = turned(angle, wanted, 20);
                    turns += 1;
                }
                let apart = (i32::from(wanted) - i32::from(now)).rem_euclid(360);
                let apart = apart.min(360 - apart);
                assert_eq!(turns, (apart + 19) / 20, "{now} to {wanted}");
            }
        }
    }
}
