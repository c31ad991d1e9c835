//! What led to the end of a game: who hunted the player first, and what lit the player then.

use bevy::prelude::*;

use crate::game::{Happening, Perceived, State, Visibility};
use crate::view::{PointOfView, Scene, Told};

/// The number of turns after which a hunt no longer counts as the beginning of the end.
const FORGOTTEN: u64 = 60;

/// The hunts of the last turns, of which the player has been told, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Downfall(Vec<Hunt>);

/// A creature that the player saw when it began to hunt.
#[derive(Clone, Debug)]
struct Hunt {
    /// The seed of the game.
    seed: u64,
    turn: u64,
    /// What the log said.
    words: String,
    /// What lit the player.
    light: Option<String>,
}

impl Downfall {
    /// Says who hunted the player first in the last turns before `turn` of the game with this seed, and what lit the player
    /// then.
    pub(super) fn words(&self, seed: u64, turn: u64) -> Option<String> {
        let turns = turn.saturating_sub(FORGOTTEN)..=turn;
        let recent = |it: &&Hunt| it.seed == seed && turns.contains(&it.turn);
        let first = self.0.iter().filter(recent).min_by_key(|it| it.turn);
        let Hunt {
            turn, words, light, ..
        } = first?;
        let light = light.as_ref().map(|it| format!(" You were {it}."));
        let light = light.unwrap_or_default();
        Some(format!("It began on turn {turn}. {words}{light}"))
    }
}

/// Says what lights the player, such as `lit by your lantern`; `None` in a world without darkness.
pub(super) fn light_words(scene: &Scene, eyes: &PointOfView) -> Option<String> {
    match (scene.lit_by(eyes), scene.visibility(eyes)) {
        (Some(lit), _) => Some(lit),
        (None, Some(Visibility::Hidden)) => Some("in the dark".to_owned()),
        _ => None,
    }
}

/// Records who begins to hunt the player.
pub(super) fn follow(mut told: MessageReader<Told>, scene: Scene, mut downfall: ResMut<Downfall>) {
    for it in told.read() {
        let hunts = matches!(
            it.event.what,
            Happening::StateChanged {
                to: State::Hunting,
                ..
            }
        );
        if !hunts || !matches!(it.how, Perceived::Seen { actor: true, .. }) {
            continue;
        }
        let Some(seed) = scene.game.as_ref().map(|it| it.setup.seed) else {
            continue;
        };
        let turn = scene.clock.turn();
        downfall.0.retain(|it| it.turn + FORGOTTEN >= turn);
        let light = scene.player().and_then(|eyes| light_words(&scene, &eyes));
        downfall.0.push(Hunt {
            seed,
            turn,
            words: it.words.clone(),
            light,
        });
    }
}
