//! What keys can ask for.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use crate::grid::Direction;

/// What a key can ask for. What it means then is decided by the screen that has the keys: the keys that step choose an
/// entry of a menu, for example.
#[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(opaque)]
pub enum Control {
    /// Step this way.
    Step(Direction),
    /// Rush this way: on and on, until something is worth a look.
    Rush(Direction),
    /// Run one step this way, however the player goes otherwise.
    Run(Direction),
    /// Let a turn pass.
    Wait,
    /// Rest until all is well again.
    Rest,
    /// Run from now on, or walk again.
    ChangeGait,
    /// Walk to what is unknown.
    Explore,
    /// Walk to a place that is chosen.
    Travel,
    /// Take the stairs up here, or walk to the nearest that are known.
    StairsUp,
    /// Take the stairs down here, or walk to the nearest that are known.
    StairsDown,
    /// Close a door beside the player.
    CloseDoor,
    /// Look around with a cursor.
    Look,
    /// Read what was said.
    Messages,
    /// Read how to play.
    Help,
    /// Yes; choose this; in play, take the stairs here.
    Confirm,
    /// Close what is open; in play, open the menu.
    Close,
    /// Leave the game, if that is meant.
    Leave,
    /// On to the next of several.
    Next,
    /// Back to the one before.
    Previous,
    /// Close the lantern by one step; without darkness and as a wizard, see one cell less far.
    ShorterSight,
    /// Open the lantern by one step; without darkness, see one cell further, if it was less far than at first; as a
    /// wizard, however far.
    LongerSight,
    /// Put out a flame beside the player, or light it.
    Tend,
    /// Search the walls around.
    Search,
    /// Show from where the player can be seen, or no longer.
    Exposure,
    /// Show everything larger.
    Larger,
    /// Show everything smaller.
    Smaller,
    /// Save a picture of the screen.
    Picture,
    /// Wizard: on or off.
    Wizard,
    /// Wizard: show the whole map, or no longer.
    Reveal,
    /// Wizard: look through the next creature's eyes.
    NextEyes,
    /// Wizard: mark what those eyes see, have seen, or nothing.
    NextOverlay,
    /// Wizard: see by the next algorithm.
    NextAlgorithm,
    /// Wizard: choose the next kind of monster.
    NextKind,
    /// Wizard: put a monster of that kind where the cursor is.
    Conjure,
    /// Something that a plugin has [added](super::AddControl).
    Own(OwnControl),
}

/// The name of a control that a plugin has added.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OwnControl(pub &'static str);

/// What a control without a direction is called in a file of keys, and what it does in a few words.
const NAMES: &[(Control, &str, &str)] = &[
    (Control::Wait, "wait", "wait a turn"),
    (Control::Rest, "rest", "rest until you are well"),
    (
        Control::ChangeGait,
        "gait",
        "run all the time, or walk again",
    ),
    (Control::Explore, "explore", "explore"),
    (Control::Travel, "travel", "travel to a place you choose"),
    (
        Control::StairsUp,
        "stairs-up",
        "stairs up: take them, or go there",
    ),
    (
        Control::StairsDown,
        "stairs-down",
        "stairs down: take them, or go there",
    ),
    (Control::CloseDoor, "close-door", "close a door beside you"),
    (Control::Look, "look", "look around"),
    (Control::Messages, "messages", "what was said"),
    (Control::Help, "help", "help"),
    (
        Control::Confirm,
        "confirm",
        "choose, yes; take the stairs here",
    ),
    (Control::Close, "close", "close; menu"),
    (Control::Leave, "leave", "leave the game"),
    (Control::Next, "next", "next creature"),
    (Control::Previous, "previous", "creature before"),
    (Control::ShorterSight, "shorter-sight", "close your lantern"),
    (Control::LongerSight, "longer-sight", "open your lantern"),
    (Control::Tend, "flame", "put out or light a flame"),
    (Control::Search, "search", "search the walls around you"),
    (Control::Exposure, "exposure", "who can see you"),
    (Control::Larger, "larger", "show all of it larger"),
    (Control::Smaller, "smaller", "show all of it smaller"),
    (Control::Picture, "picture", "save a picture"),
    (Control::Wizard, "wizard", "wizard"),
    (Control::Reveal, "reveal", "reveal"),
    (Control::NextEyes, "next-eyes", "eyes"),
    (Control::NextOverlay, "next-marks", "marks"),
    (Control::NextAlgorithm, "next-algorithm", "algorithm"),
    (Control::NextKind, "next-kind", "kind"),
    (Control::Conjure, "conjure", "conjure"),
];

impl Control {
    /// Every control of the game, those that step first and those of wizards last.
    pub fn all() -> impl Iterator<Item = Self> {
        let ways = [Self::Step, Self::Rush, Self::Run]
            .into_iter()
            .flat_map(|control| Direction::ALL.map(control));
        ways.chain(NAMES.iter().map(|(control, ..)| *control))
    }

    /// The control of the game that has this name in a file of keys.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::all().find(|it| it.name() == name)
    }

    /// What it is called in a file of keys.
    pub fn name(self) -> String {
        match self {
            Self::Step(way) => hyphenated(way),
            Self::Rush(way) => format!("rush-{}", hyphenated(way)),
            Self::Run(way) => format!("run-{}", hyphenated(way)),
            _ => self.entry().0.to_owned(),
        }
    }

    /// What it does, in a few words.
    pub(super) fn words(self) -> String {
        match self {
            Self::Step(way) => format!("step {}", hyphenated(way)),
            Self::Rush(way) => format!("rush {}", hyphenated(way)),
            Self::Run(way) => format!("run one step {}", hyphenated(way)),
            _ => self.entry().1.to_owned(),
        }
    }

    fn entry(self) -> (&'static str, &'static str) {
        if let Self::Own(own) = self {
            return (own.0, own.0);
        }
        let found = NAMES.iter().find(|(control, ..)| *control == self);
        found.map_or(("", ""), |(_, name, words)| (name, words))
    }

    /// Whether it is for wizards only.
    pub fn is_for_wizards(self) -> bool {
        matches!(
            self,
            Self::NextAlgorithm
                | Self::Wizard
                | Self::Reveal
                | Self::NextEyes
                | Self::NextOverlay
                | Self::NextKind
                | Self::Conjure
        )
    }

    /// Whether holding the key asks again and again.
    pub(super) fn repeats(self) -> bool {
        matches!(
            self,
            Self::Step(_)
                | Self::Run(_)
                | Self::Wait
                | Self::Search
                | Self::ShorterSight
                | Self::LongerSight
                | Self::Next
                | Self::Previous
        )
    }
}

/// The name of a direction, such as `north-east`.
fn hyphenated(way: Direction) -> String {
    let name = format!("{way:?}");
    let second = name.rfind(char::is_uppercase).filter(|at| *at > 0);
    let (first, second) = name.split_at(second.unwrap_or(name.len()));
    let dash = if second.is_empty() { "" } else { "-" };
    format!("{first}{dash}{second}").to_lowercase()
}
