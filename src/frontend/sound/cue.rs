//! Which sound belongs to an event, and from where it comes.

use bevy::prelude::*;

use crate::game::{Happening, Lantern, Perceived, State};
use crate::grid::Direction;
use crate::view::Told;

/// The sounds of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Noise {
    /// A step of the player.
    Step,
    /// A door that opens, closes or is struck.
    Door,
    /// A blow that somebody else takes, or that misses.
    Blow,
    /// A wound of the player.
    Wound,
    /// A shot.
    Shot,
    /// A thing that flies or falls.
    Throw,
    /// A flame or a lantern that is lit.
    Lit,
    /// A flame or a lantern that is put out.
    PutOut,
    /// A creature that has noticed the player.
    Noticed,
    /// Something that is taken or used.
    Taken,
    /// A noise from somewhere out of view.
    Heard,
    /// Stairs.
    Stairs,
    /// A death.
    Death,
}

impl Noise {
    /// All sounds.
    pub const ALL: [Self; 13] = [
        Self::Step,
        Self::Door,
        Self::Blow,
        Self::Wound,
        Self::Shot,
        Self::Throw,
        Self::Lit,
        Self::PutOut,
        Self::Noticed,
        Self::Taken,
        Self::Heard,
        Self::Stairs,
        Self::Death,
    ];
}

/// A sound to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// The sound.
    pub noise: Noise,
    /// The loudness in the left and the right ear, from 0 to 1.
    pub ears: [f32; 2],
}

/// The largest number of sounds that begin in a frame.
const MOST: usize = 4;

/// How far away a noise seems to be whose distance the player does not know, in cells.
const SOMEWHERE: f32 = 8.0;

/// The distance at which a sound is half as loud as beside the player, in cells.
const HALF: f32 = 8.0;

impl Cue {
    /// Returns the sounds for what the player was told in a frame: the first few, and none twice.
    pub fn of_all<'a>(told: impl IntoIterator<Item = &'a Told>) -> Vec<Self> {
        let mut cues: Vec<Self> = Vec::new();
        for cue in told.into_iter().filter_map(Self::of) {
            if cues.len() < MOST && cues.iter().all(|it| it.noise != cue.noise) {
                cues.push(cue);
            }
        }
        cues
    }

    /// Returns the sound for something that the player was told, or `None` if it has none.
    pub fn of(told: &Told) -> Option<Self> {
        let (noise, offset) = match told.how {
            Perceived::Seen { .. } => {
                let offset = (told.event.at - told.from).as_vec2();
                (noise_of(told)?, offset)
            }
            // Only the direction is known. What made the noise is in the log, if the player can tell.
            Perceived::Heard { from } => (Noise::Heard, towards(from)),
            Perceived::Felt { from } => (noise_of(told)?, towards(from)),
            Perceived::Nothing => return None,
        };
        Some(Self {
            noise,
            ears: ears(offset),
        })
    }
}

fn towards(from: Direction) -> Vec2 {
    from.delta().as_vec2().normalize_or_zero() * SOMEWHERE
}

/// Returns the loudness in the left and the right ear of a sound at this offset. The sum of their squares depends only
/// on the distance, so a sound is as loud from the side as from the front.
fn ears(offset: Vec2) -> [f32; 2] {
    let loudness = HALF / (HALF + offset.length());
    let side = offset.normalize_or_zero().x;
    [(1.0 - side) / 2.0, (1.0 + side) / 2.0].map(|share: f32| loudness * share.sqrt())
}

/// Returns the sound of an event.
fn noise_of(told: &Told) -> Option<Noise> {
    Some(match told.event.what {
        Happening::Stepped { silent: false, .. } if told.is_own => Noise::Step,
        Happening::OpenedDoor
        | Happening::ClosedDoor { .. }
        | Happening::StruckDoor { .. }
        | Happening::DoorHeld { .. } => Noise::Door,
        Happening::Hit { .. } | Happening::Burned { .. } if told.is_at_player => Noise::Wound,
        Happening::Scorched { .. } | Happening::Seared { .. } if told.is_own => Noise::Wound,
        Happening::Hit { shot: true, .. } | Happening::Missed { shot: true, .. } => Noise::Shot,
        Happening::Hit { .. } | Happening::Missed { .. } => Noise::Blow,
        Happening::Threw(_) | Happening::Dropped(_) => Noise::Throw,
        Happening::Tended { burns: true, .. } | Happening::BreathedFire => Noise::Lit,
        Happening::Tended { burns: false, .. } => Noise::PutOut,
        Happening::SetLantern(Lantern::Shut) => Noise::PutOut,
        Happening::SetLantern(_) => Noise::Lit,
        Happening::StateChanged {
            to: State::Hunting, ..
        }
        | Happening::Cried { .. } => Noise::Noticed,
        Happening::TookTreasure { .. }
        | Happening::TookOil { .. }
        | Happening::TookBeacon
        | Happening::PickedUp { .. }
        | Happening::Used(_)
        | Happening::PutOn(_)
        | Happening::TookOff(_) => Noise::Taken,
        Happening::Sounded { .. } => Noise::Heard,
        Happening::TookStairs { .. } | Happening::CameUp { .. } | Happening::CameOut => {
            Noise::Stairs
        }
        Happening::Died { .. } => Noise::Death,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameEvent;

    fn told(what: Happening, at: IVec2, how: Perceived) -> Told {
        Told {
            event: GameEvent {
                actor: Entity::PLACEHOLDER,
                at,
                actor_at: at,
                actor_hidden: None,
                target_hidden: None,
                what,
            },
            how,
            from: IVec2::new(10, 10),
            is_own: false,
            is_at_player: false,
        }
    }

    const SEEN: Perceived = Perceived::Seen {
        actor: true,
        target: true,
    };

    fn ears_of(at: IVec2) -> [f32; 2] {
        Cue::of(&told(Happening::OpenedDoor, at, SEEN))
            .unwrap()
            .ears
    }

    #[test]
    fn a_sound_comes_from_its_side_and_fades_with_distance() {
        let [left, right] = ears_of(IVec2::new(14, 10));
        assert!(right > 0.5 && left == 0.0, "{left} {right}");
        let [left, right] = ears_of(IVec2::new(6, 10));
        assert!(left > 0.5 && right == 0.0, "{left} {right}");
        let [left, right] = ears_of(IVec2::new(10, 4));
        assert_eq!(left, right);
        assert!(ears_of(IVec2::new(10, 12))[0] > ears_of(IVec2::new(10, 20))[0]);
        assert!(ears_of(IVec2::new(10, 10))[0] > 0.7);
    }

    #[test]
    fn a_noise_out_of_view_gives_away_only_its_direction() {
        let heard = |what, at| {
            let how = Perceived::Heard {
                from: Direction::East,
            };
            Cue::of(&told(what, at, how)).unwrap()
        };
        let near = heard(Happening::OpenedDoor, IVec2::new(11, 10));
        let cry = Happening::Cried { loudness: 9 };
        let far = heard(cry, IVec2::new(90, 40));
        assert_eq!(near, far);
        assert_eq!(near.noise, Noise::Heard);
        let nothing = told(Happening::OpenedDoor, IVec2::ZERO, Perceived::Nothing);
        assert_eq!(Cue::of(&nothing), None);
    }

    #[test]
    fn a_frame_has_few_sounds_and_none_twice() {
        let all = [
            Happening::OpenedDoor,
            Happening::OpenedDoor,
            Happening::TookBeacon,
            Happening::CameOut,
            Happening::BreathedFire,
            Happening::SetLantern(Lantern::Shut),
        ];
        let told = all.map(|what| told(what, IVec2::ONE, SEEN));
        let noises: Vec<Noise> = Cue::of_all(&told).iter().map(|it| it.noise).collect();
        let expected = [Noise::Door, Noise::Taken, Noise::Stairs, Noise::Lit];
        assert_eq!(noises, expected);
    }

    #[test]
    fn only_the_player_hears_its_steps_and_feels_its_wounds() {
        let step = Happening::Stepped {
            from: IVec2::ZERO,
            runs: false,
            silent: false,
            feels: None,
            gropes: false,
        };
        let mut step = told(step, IVec2::ONE, SEEN);
        assert_eq!(Cue::of(&step), None);
        step.is_own = true;
        assert_eq!(Cue::of(&step).map(|it| it.noise), Some(Noise::Step));
        let hit = Happening::Hit {
            target: Entity::PLACEHOLDER,
            damage: 2,
            shot: true,
            parting: false,
            loudness: 5,
        };
        let mut hit = told(hit, IVec2::ONE, SEEN);
        assert_eq!(Cue::of(&hit).map(|it| it.noise), Some(Noise::Shot));
        hit.is_at_player = true;
        assert_eq!(Cue::of(&hit).map(|it| it.noise), Some(Noise::Wound));
    }
}
