//! Hints for the first games: one line each, when it first matters. A hint depends only on what the player knows.

use super::exposure::Watchers;
use super::in_view::{InView, InViewKind};
use super::key_names::with_keys;
use super::scene::{PointOfView, Scene};
use crate::control::{Bindings, Gait};
use crate::game::{Lantern, OilLevel, State, Visibility};
use crate::vision::Knowledge;

/// Something that new players want to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The player's own light makes it bright, and an enemy sees it.
    Seen,
    /// Wounds, and how they heal.
    Wounds,
    /// A creature in view does not know of the player.
    Unaware,
    /// The lantern is shut, and it is dark.
    Dark,
    /// The oil is low.
    Oil,
    /// Fog gathers.
    Fog,
    /// A creature that was in view has left it.
    Ghost,
    /// Something that can be carried is in view.
    Thing,
    /// Running makes noise.
    Noise,
}

impl Hint {
    /// All hints, the most urgent first.
    pub const ALL: [Self; 9] = [
        Self::Seen,
        Self::Wounds,
        Self::Unaware,
        Self::Dark,
        Self::Oil,
        Self::Fog,
        Self::Ghost,
        Self::Thing,
        Self::Noise,
    ];

    /// Returns the hint's name in the settings file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Wounds => "wounds",
            Self::Unaware => "unaware",
            Self::Dark => "dark",
            Self::Oil => "oil",
            Self::Fog => "fog",
            Self::Ghost => "ghost",
            Self::Thing => "thing",
            Self::Noise => "noise",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Returns the hint's sentences, with the current keys.
    pub fn words(self, bindings: &Bindings) -> String {
        let words = match self {
            Self::Seen => {
                "Your light shows you to others from afar. {shorter-sight} closes your lantern by a step; {exposure} marks where you can be \
                 seen from."
            }
            Self::Wounds => {
                "Wounds heal as you see new ground by light, not while you rest. {explore} explores."
            }
            Self::Unaware => {
                "A creature that does not know of you can be surprised, or passed by in the dark. {next} looks at it."
            }
            Self::Dark => {
                "In the dark, you feel only the cells beside you, and few can see you. {longer-sight} opens your lantern."
            }
            Self::Oil => {
                "Your oil is low. {flame} beside a burning torch or brazier puts it out and takes its oil."
            }
            Self::Fog => {
                "Fog gathers where nothing new is seen. Light drives it off; {explore} finds new ground."
            }
            Self::Ghost => {
                "A dim letter shows where you last saw a creature. It may be elsewhere by now."
            }
            Self::Thing => {
                "Walk onto a thing to pick it up. {pack} opens your pack and says what each thing does."
            }
            Self::Noise => {
                "Running is fast, but it is loud and costs breath. {gait} switches between walking and running."
            }
        };
        with_keys(bindings, words)
    }

    /// Returns whether the hint matters now.
    fn matters(self, scene: &Scene, eyes: &PointOfView, sights: &[InView]) -> bool {
        let mut enemies = sights.iter().filter(|it| it.kind == InViewKind::Enemy);
        match self {
            Self::Seen => {
                let by_others = scene.light.level_without(eyes.entity, eyes.at);
                scene.visibility(eyes) == Some(Visibility::Bright)
                    && Visibility::in_light(by_others) != Visibility::Bright
                    && Watchers::of(sights).see > 0
            }
            Self::Wounds => scene.heart(eyes).is_some(),
            Self::Unaware => {
                enemies.any(|it| matches!(it.state, Some(State::Unaware | State::Asleep)))
            }
            Self::Dark => {
                scene.lantern_of(eyes.entity) == Some(Lantern::Shut)
                    && scene.visibility(eyes) == Some(Visibility::Hidden)
            }
            Self::Oil => eyes.oil.is_some_and(|it| it.level() != OilLevel::Enough),
            Self::Fog => scene.fog_gathers(eyes),
            Self::Ghost => eyes.ghosts.is_some_and(|it| it.iter().next().is_some()),
            Self::Thing => {
                let thing = |at| match eyes.memory.get(at) {
                    Knowledge::Seen { object, .. } => scene.things.item(object?),
                    _ => None,
                };
                sights
                    .iter()
                    .any(|it| it.who.is_none() && thing(it.at).is_some())
            }
            Self::Noise => *scene.gait == Gait::Running,
        }
    }
}

impl Scene<'_, '_> {
    /// Returns the most urgent hint that matters now and satisfies `is_new`.
    pub fn hint(&self, is_new: impl Fn(Hint) -> bool) -> Option<Hint> {
        let eyes = self.player().filter(|_| self.fate.is_alive())?;
        let sights = self.in_view(&eyes, false);
        let mut new = Hint::ALL.into_iter().filter(|it| is_new(*it));
        new.find(|it| it.matters(self, &eyes, &sights))
    }
}
