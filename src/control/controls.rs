//! The controls that keys can be bound to.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use crate::grid::Direction;

/// A control that a key can be bound to. The mode on top decides what the control means: in a menu, for example, the
/// step controls choose an entry.
#[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(opaque)]
pub enum Control {
    /// Step in this direction.
    Step(Direction),
    /// Keep moving in this direction until there is something worth looking at.
    Rush(Direction),
    /// Run one step in this direction, even if the player's gait is walking.
    Run(Direction),
    /// The [control](super::NewControl) with this name, which is also its name in a key file.
    Named(&'static str),
}

/// The controls of the game's screens. Each action brings its own.
impl Control {
    /// Let a turn pass.
    pub const WAIT: Self = Self::Named("wait");
    /// Rest until the breath is full, or wait for a while.
    pub const REST: Self = Self::Named("rest");
    /// Switch between walking and running.
    pub const CHANGE_GAIT: Self = Self::Named("gait");
    /// Explore unknown parts of the level.
    pub const EXPLORE: Self = Self::Named("explore");
    /// Choose a place and walk there.
    pub const TRAVEL: Self = Self::Named("travel");
    /// Look around with a cursor.
    pub const LOOK: Self = Self::Named("look");
    /// Open the message log.
    pub const MESSAGES: Self = Self::Named("messages");
    /// Open the help.
    pub const HELP: Self = Self::Named("help");
    /// Confirm or choose. During play, take the stairs at the player's position.
    pub const CONFIRM: Self = Self::Named("confirm");
    /// Close whatever is open. During play, open the menu.
    pub const CLOSE: Self = Self::Named("close");
    /// Ask whether to quit the game.
    pub const LEAVE: Self = Self::Named("leave");
    /// Select the next item.
    pub const NEXT: Self = Self::Named("next");
    /// Select the previous item.
    pub const PREVIOUS: Self = Self::Named("previous");
    /// Show or hide the cells from which the player can be seen.
    pub const EXPOSURE: Self = Self::Named("exposure");
    /// Open the book of monsters.
    pub const BOOK: Self = Self::Named("book");
    /// Choose a boon.
    pub const BOON: Self = Self::Named("boon");
    /// Open the pack.
    pub const PACK: Self = Self::Named("pack");
    /// Enlarge the map.
    pub const LARGER: Self = Self::Named("larger");
    /// Make the map smaller.
    pub const SMALLER: Self = Self::Named("smaller");
    /// Enlarge text.
    pub const LARGER_TEXT: Self = Self::Named("larger-text");
    /// Make text smaller.
    pub const SMALLER_TEXT: Self = Self::Named("smaller-text");
    /// Save a picture of the screen.
    pub const PICTURE: Self = Self::Named("picture");
    /// Fill the whole screen of the computer, or only the window again.
    pub const FULL_SCREEN: Self = Self::Named("full-screen");
    /// Copy the seed of the game, to share it.
    pub const COPY_SEED: Self = Self::Named("copy-seed");
    /// Turn sounds off or on.
    pub const MUTE: Self = Self::Named("mute");
    /// Turn wizard mode on or off.
    pub const WIZARD: Self = Self::Named("wizard");
    /// Wizard: show the whole map, or hide it again.
    pub const REVEAL: Self = Self::Named("reveal");
    /// Wizard: see through the next creature's eyes.
    pub const NEXT_EYES: Self = Self::Named("next-eyes");
    /// Wizard: switch between marking what the observed creature sees, what it has seen, and nothing.
    pub const NEXT_OVERLAY: Self = Self::Named("next-marks");
    /// Wizard: use the next field-of-view algorithm.
    pub const NEXT_ALGORITHM: Self = Self::Named("next-algorithm");
    /// Wizard: choose the next kind of monster.
    pub const NEXT_KIND: Self = Self::Named("next-kind");
    /// Wizard: put a monster of the chosen kind under the cursor.
    pub const CONJURE: Self = Self::Named("conjure");
}

impl Control {
    /// Iterates over the controls that have a direction.
    pub fn directed() -> impl Iterator<Item = Self> {
        let kinds = [Self::Step, Self::Rush, Self::Run].into_iter();
        kinds.flat_map(|control| Direction::ALL.map(control))
    }

    /// Returns the control's name in a key file.
    pub fn name(self) -> String {
        match self {
            Self::Step(way) => hyphenated(way),
            Self::Rush(way) => format!("rush-{}", hyphenated(way)),
            Self::Run(way) => format!("run-{}", hyphenated(way)),
            Self::Named(name) => name.to_owned(),
        }
    }

    /// Returns what a control that has a direction does, in a few words, and the name of any other.
    pub(super) fn words(self) -> String {
        match self {
            Self::Step(way) => format!("step {}", hyphenated(way)),
            Self::Rush(way) => format!("rush {}", hyphenated(way)),
            Self::Run(way) => format!("run one step {}", hyphenated(way)),
            Self::Named(name) => name.to_owned(),
        }
    }
}

/// Returns the name of a direction, such as `north-east`.
fn hyphenated(way: Direction) -> String {
    let name = format!("{way:?}");
    let second = name.rfind(char::is_uppercase).filter(|at| *at > 0);
    let (first, second) = name.split_at(second.unwrap_or(name.len()));
    let dash = if second.is_empty() { "" } else { "-" };
    format!("{first}{dash}{second}").to_lowercase()
}
