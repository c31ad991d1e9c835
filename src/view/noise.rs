//! The sounds that a front end may make.

use super::deed_words::AllDeedWords;
use crate::game::{Happening, State};

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

/// Returns the sound of an event that the player sees, feels or does.
pub(super) fn noise_of(
    what: &Happening,
    is_own: bool,
    is_at_player: bool,
    words: &AllDeedWords,
) -> Option<Noise> {
    Some(match what {
        Happening::Stepped { silent: false, .. } if is_own => Noise::Step,
        Happening::Hit { .. } | Happening::Burned { .. } if is_at_player => Noise::Wound,
        Happening::Hit { shot: true, .. } | Happening::Missed { shot: true, .. } => Noise::Shot,
        Happening::Hit { .. } | Happening::Missed { .. } => Noise::Blow,
        Happening::StateChanged {
            to: State::Hunting, ..
        }
        | Happening::Cried { .. } => Noise::Noticed,
        Happening::Sounded { .. } => Noise::Heard,
        Happening::TookStairs { .. } => Noise::Stairs,
        Happening::Died { .. } => Noise::Death,
        Happening::Did(did) => return words.noise(did, is_own),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use bevy::prelude::*;

    use super::*;

    #[test]
    fn only_the_player_hears_its_steps_and_feels_its_wounds() {
        let of = |what: &Happening, own, at_player| {
            noise_of(what, own, at_player, &AllDeedWords::default())
        };
        let step = Happening::Stepped {
            from: IVec2::ZERO,
            runs: false,
            silent: false,
            feels: None,
            gropes: false,
        };
        assert_eq!(of(&step, false, false), None);
        assert_eq!(of(&step, true, false), Some(Noise::Step));
        let hit = Happening::Hit {
            target: Entity::PLACEHOLDER,
            damage: 2,
            shot: true,
            parting: false,
            loudness: 5,
        };
        assert_eq!(of(&hit, false, false), Some(Noise::Shot));
        assert_eq!(of(&hit, false, true), Some(Noise::Wound));
    }
}
