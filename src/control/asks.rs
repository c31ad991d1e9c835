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
    /// Let a turn pass.
    Wait,
    /// Rest until the breath is full, or wait for a while.
    Rest,
    /// Switch between walking and running.
    ChangeGait,
    /// Explore unknown parts of the level.
    Explore,
    /// Choose a place and walk there.
    Travel,
    /// Take the stairs up at the player's position, or walk to the nearest known stairs up.
    StairsUp,
    /// Take the stairs down at the player's position, or walk to the nearest known stairs down.
    StairsDown,
    /// Close a door beside the player.
    CloseDoor,
    /// Look around with a cursor.
    Look,
    /// Open the message log.
    Messages,
    /// Open the help.
    Help,
    /// Confirm or choose. During play, take the stairs at the player's position.
    Confirm,
    /// Close whatever is open. During play, open the menu.
    Close,
    /// Ask whether to quit the game.
    Leave,
    /// Select the next item.
    Next,
    /// Select the previous item.
    Previous,
    /// Close the lantern one step further. Without darkness, or as a wizard, reduce the sight radius by one cell.
    ShorterSight,
    /// Open the lantern one step further. Without darkness, increase the sight radius by one cell, up to the radius at
    /// the start of the game; a wizard can increase it without limit.
    LongerSight,
    /// Shut the lantern at once.
    ShutLantern,
    /// Open the lantern at once.
    OpenLantern,
    /// Light or put out a flame beside the player.
    Tend,
    /// Search the walls around the player.
    Search,
    /// Show or hide the cells from which the player can be seen.
    Exposure,
    /// Open the book of monsters.
    Book,
    /// Choose a boon.
    Boon,
    /// Open the pack.
    Pack,
    /// Use something from the pack.
    UseThing,
    /// Throw something from the pack.
    Throw,
    /// Put something on, or take it off.
    Wear,
    /// Drop something.
    Drop,
    /// Pick up what lies here.
    PickUp,
    /// Zoom in.
    Larger,
    /// Zoom out.
    Smaller,
    /// Save a picture of the screen.
    Picture,
    /// Fill the whole screen of the computer, or only the window again.
    FullScreen,
    /// Turn wizard mode on or off.
    Wizard,
    /// Wizard: show the whole map, or hide it again.
    Reveal,
    /// Wizard: see through the next creature's eyes.
    NextEyes,
    /// Wizard: switch between marking what the observed creature sees, what it has seen, and nothing.
    NextOverlay,
    /// Wizard: use the next field-of-view algorithm.
    NextAlgorithm,
    /// Wizard: choose the next kind of monster.
    NextKind,
    /// Wizard: put a monster of the chosen kind under the cursor.
    Conjure,
    /// A control that a plugin has [added](super::AddControl).
    Own(OwnControl),
}

/// The name of a control that a plugin has added.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OwnControl(pub &'static str);

/// The controls without a direction, each with its name in a key file and a description of what it does.
const NAMES: &[(Control, &str, &str)] = &[
    (Control::Wait, "wait", "wait a turn"),
    (Control::Rest, "rest", "rest for breath, or wait 20 turns"),
    (
        Control::ChangeGait,
        "gait",
        "switch between walking and running",
    ),
    (Control::Explore, "explore", "explore"),
    (Control::Travel, "travel", "travel to a place you choose"),
    (
        Control::StairsUp,
        "stairs-up",
        "go to the stairs up, or take them",
    ),
    (
        Control::StairsDown,
        "stairs-down",
        "go to the stairs down, or take them",
    ),
    (Control::CloseDoor, "close-door", "close a door beside you"),
    (Control::Look, "look", "look around"),
    (Control::Messages, "messages", "message log"),
    (Control::Help, "help", "help"),
    (Control::Confirm, "confirm", "confirm; take the stairs here"),
    (Control::Close, "close", "cancel; open the menu"),
    (Control::Leave, "leave", "quit"),
    (Control::Next, "next", "next creature"),
    (Control::Previous, "previous", "previous creature"),
    (Control::ShorterSight, "shorter-sight", "close your lantern"),
    (Control::LongerSight, "longer-sight", "open your lantern"),
    (
        Control::ShutLantern,
        "shut-lantern",
        "shut your lantern at once",
    ),
    (
        Control::OpenLantern,
        "open-lantern",
        "open your lantern at once",
    ),
    (Control::Tend, "flame", "light or put out a flame"),
    (Control::Search, "search", "search the walls around you"),
    (
        Control::Exposure,
        "exposure",
        "show where you can be seen from",
    ),
    (Control::Book, "book", "book of monsters"),
    (Control::Boon, "boon", "choose a boon"),
    (Control::Pack, "pack", "open your pack"),
    (Control::UseThing, "use", "use something"),
    (Control::Throw, "throw", "throw something"),
    (Control::Wear, "wear", "put something on, or take it off"),
    (Control::Drop, "drop", "drop something"),
    (Control::PickUp, "pick-up", "pick up what lies here"),
    (Control::Larger, "larger", "zoom in"),
    (Control::Smaller, "smaller", "zoom out"),
    (Control::Picture, "picture", "save a picture"),
    (Control::FullScreen, "full-screen", "full screen"),
    (Control::Wizard, "wizard", "wizard mode"),
    (Control::Reveal, "reveal", "reveal"),
    (Control::NextEyes, "next-eyes", "eyes"),
    (Control::NextOverlay, "next-marks", "marks"),
    (Control::NextAlgorithm, "next-algorithm", "algorithm"),
    (Control::NextKind, "next-kind", "kind"),
    (Control::Conjure, "conjure", "conjure"),
];

impl Control {
    /// Iterates over every built-in control. The direction controls come first and the wizard controls last.
    pub fn all() -> impl Iterator<Item = Self> {
        let ways = [Self::Step, Self::Rush, Self::Run]
            .into_iter()
            .flat_map(|control| Direction::ALL.map(control));
        ways.chain(NAMES.iter().map(|(control, ..)| *control))
    }

    /// Returns the control that has this name in a key file.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::all().find(|it| it.name() == name)
    }

    /// Returns the control's name in a key file.
    pub fn name(self) -> String {
        match self {
            Self::Step(way) => hyphenated(way),
            Self::Rush(way) => format!("rush-{}", hyphenated(way)),
            Self::Run(way) => format!("run-{}", hyphenated(way)),
            _ => self.entry().0.to_owned(),
        }
    }

    /// Returns what the control does, in a few words.
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

    /// Returns whether the control belongs to wizard mode.
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

    /// Returns whether the control repeats while its key is held.
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

/// Returns the name of a direction, such as `north-east`.
fn hyphenated(way: Direction) -> String {
    let name = format!("{way:?}");
    let second = name.rfind(char::is_uppercase).filter(|at| *at > 0);
    let (first, second) = name.split_at(second.unwrap_or(name.len()));
    let dash = if second.is_empty() { "" } else { "-" };
    format!("{first}{dash}{second}").to_lowercase()
}
