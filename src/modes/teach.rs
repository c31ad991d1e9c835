//! Shows each [`Hint`] once, below the messages, when it first matters. Hints are no messages: they are not part of the
//! game's record.

use bevy::prelude::*;

use super::settings::Settings;
use super::stack::Modes;
use crate::control::Bindings;
use crate::view::{Hint, MessageLog, Scene};

/// Shows hints to the player of this app.
#[derive(Resource, Debug, Default)]
pub struct Teacher {
    /// The hint on the screen, and for how many more inputs it stays.
    shown: Option<(Hint, u8)>,
}

/// The number of inputs after which a hint disappears.
const STAYS: u8 = 3;

/// Returns the hint that matters now and is new to the player. Returns `None` on other screens than play.
pub(super) fn find_hint(scene: Scene, modes: Res<Modes>, settings: Res<Settings>) -> Option<Hint> {
    let teaches = settings.hints && modes.is_playing() && scene.onlooker.0.is_none();
    teaches.then(|| scene.hint(|it| !settings.has_read(it)))?
}

/// Shows a new hint, unless another one is on the screen, and notes that the player has read it.
pub(super) fn show_hint(
    In(new): In<Option<Hint>>,
    (modes, bindings): (Res<Modes>, Res<Bindings>),
    mut teacher: ResMut<Teacher>,
    mut settings: ResMut<Settings>,
    mut log: ResMut<MessageLog>,
) {
    if !settings.hints || !modes.is_playing() {
        teacher.shown = None;
        return;
    }
    // Every input removes the line, which also shows responses to keys.
    let is_free = log.last_hint().is_none();
    let (hint, left) = match (teacher.shown, new) {
        (Some((hint, left @ 1..)), _) if is_free => (hint, left - 1),
        (None | Some((_, 0)), Some(new)) if is_free => {
            let warning = settings.read_hint(new);
            log.warn_if(warning);
            (new, STAYS)
        }
        (Some((_, 0)), None) if is_free => {
            teacher.shown = None;
            return;
        }
        _ => return,
    };
    teacher.shown = Some((hint, left));
    log.hint(format!("Hint: {}", hint.words(&bindings)));
}
