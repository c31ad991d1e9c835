//! Which sound belongs to an event, and from where it comes.

use bevy::prelude::*;

use crate::game::Perceived;
use crate::grid::Direction;
use crate::view::{Noise, Told};

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

    /// Returns the same sound, this many times as loud.
    pub fn at(self, loudness: f32) -> Self {
        Self {
            ears: self.ears.map(|it| it * loudness),
            ..self
        }
    }

    /// Returns the sound for something that the player was told, or `None` if it has none.
    pub fn of(told: &Told) -> Option<Self> {
        let (noise, offset) = match told.how {
            Perceived::Seen { .. } => {
                let offset = (told.event.at - told.from).as_vec2();
                (told.noise?, offset)
            }
            // Only the direction is known. What made the noise is in the log, if the player can tell.
            Perceived::Heard { from } => (Noise::Heard, towards(from)),
            Perceived::Felt { from } => (told.noise?, towards(from)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameEvent, Happening};

    fn told(noise: Noise, at: IVec2, how: Perceived) -> Told {
        Told {
            event: GameEvent {
                actor: Entity::PLACEHOLDER,
                at,
                actor_at: at,
                actor_hidden: None,
                target_hidden: None,
                what: Happening::Waited,
            },
            how,
            from: IVec2::new(10, 10),
            is_own: false,
            words: String::new(),
            noise: Some(noise),
        }
    }

    const SEEN: Perceived = Perceived::Seen {
        actor: true,
        target: true,
    };

    fn ears_of(at: IVec2) -> [f32; 2] {
        Cue::of(&told(Noise::Door, at, SEEN)).unwrap().ears
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
    fn half_the_volume_is_half_as_loud_from_the_same_side() {
        let whole = Cue::of(&told(Noise::Door, IVec2::new(14, 12), SEEN)).unwrap();
        let half = whole.at(0.5);
        assert_eq!(half.ears.map(|it| it * 2.0), whole.ears);
        assert_eq!(half.noise, whole.noise);
    }

    #[test]
    fn a_noise_out_of_view_gives_away_only_its_direction() {
        let heard = |noise, at| {
            let how = Perceived::Heard {
                from: Direction::East,
            };
            Cue::of(&told(noise, at, how)).unwrap()
        };
        let near = heard(Noise::Door, IVec2::new(11, 10));
        let far = heard(Noise::Noticed, IVec2::new(90, 40));
        assert_eq!(near, far);
        assert_eq!(near.noise, Noise::Heard);
        let nothing = told(Noise::Door, IVec2::ZERO, Perceived::Nothing);
        assert_eq!(Cue::of(&nothing), None);
    }

    #[test]
    fn a_frame_has_few_sounds_and_none_twice() {
        let all = [
            Noise::Door,
            Noise::Door,
            Noise::Taken,
            Noise::Stairs,
            Noise::Lit,
            Noise::PutOut,
        ];
        let told = all.map(|noise| told(noise, IVec2::ONE, SEEN));
        let noises: Vec<Noise> = Cue::of_all(&told).iter().map(|it| it.noise).collect();
        let expected = [Noise::Door, Noise::Taken, Noise::Stairs, Noise::Lit];
        assert_eq!(noises, expected);
    }
}
