//! What the player has been told, for front ends that show it in another way than on the screen.

use bevy::prelude::*;

use super::deed_words::AllDeedWords;
use super::noise::Noise;
use crate::game::{GameEvent, Happening, Perceived, State};

/// Sent when the log has told the player of an event, or the map has shown the player's own step.
///
/// A front end that makes sounds reads only these messages, so that a sound never tells anything else.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Told {
    /// What happened.
    pub event: GameEvent,
    /// How the player perceived it.
    pub how: Perceived,
    /// The cell of the player.
    pub from: IVec2,
    /// Whether the player did it.
    pub is_own: bool,
    /// The sentence of the log, if it has one.
    pub words: String,
    /// Its sound, if the player sees or feels it and it has one.
    pub noise: Option<Noise>,
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
