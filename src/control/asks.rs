//! What keys can ask for.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use crate::grid::Direction;

/// What a key can ask for. What it means then is decided by the screen that has the keys: the keys that step choose an
/// entry of a menu, for example.
#[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Step north.
    North,
    /// Step north-east.
    NorthEast,
    /// Step east.
    East,
    /// Step south-east.
    SouthEast,
    /// Step south.
    South,
    /// Step south-west.
    SouthWest,
    /// Step west.
    West,
    /// Step north-west.
    NorthWest,
    /// Rush north: on and on, until something is worth a look.
    RushNorth,
    /// Rush north-east.
    RushNorthEast,
    /// Rush east.
    RushEast,
    /// Rush south-east.
    RushSouthEast,
    /// Rush south.
    RushSouth,
    /// Rush south-west.
    RushSouthWest,
    /// Rush west.
    RushWest,
    /// Rush north-west.
    RushNorthWest,
    /// Run one step north, however the player goes otherwise.
    RunNorth,
    /// Run one step north-east.
    RunNorthEast,
    /// Run one step east.
    RunEast,
    /// Run one step south-east.
    RunSouthEast,
    /// Run one step south.
    RunSouth,
    /// Run one step south-west.
    RunSouthWest,
    /// Run one step west.
    RunWest,
    /// Run one step north-west.
    RunNorthWest,
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

/// What a control is called in a file of keys, and what it does in a few words.
const NAMES: &[(Control, &str, &str)] = &[
    (Control::North, "north", "step north"),
    (Control::NorthEast, "north-east", "step north-east"),
    (Control::East, "east", "step east"),
    (Control::SouthEast, "south-east", "step south-east"),
    (Control::South, "south", "step south"),
    (Control::SouthWest, "south-west", "step south-west"),
    (Control::West, "west", "step west"),
    (Control::NorthWest, "north-west", "step north-west"),
    (Control::RushNorth, "rush-north", "rush north"),
    (Control::RushNorthEast, "rush-north-east", "rush north-east"),
    (Control::RushEast, "rush-east", "rush east"),
    (Control::RushSouthEast, "rush-south-east", "rush south-east"),
    (Control::RushSouth, "rush-south", "rush south"),
    (Control::RushSouthWest, "rush-south-west", "rush south-west"),
    (Control::RushWest, "rush-west", "rush west"),
    (Control::RushNorthWest, "rush-north-west", "rush north-west"),
    (Control::RunNorth, "run-north", "run one step north"),
    (
        Control::RunNorthEast,
        "run-north-east",
        "run one step north-east",
    ),
    (Control::RunEast, "run-east", "run one step east"),
    (
        Control::RunSouthEast,
        "run-south-east",
        "run one step south-east",
    ),
    (Control::RunSouth, "run-south", "run one step south"),
    (
        Control::RunSouthWest,
        "run-south-west",
        "run one step south-west",
    ),
    (Control::RunWest, "run-west", "run one step west"),
    (
        Control::RunNorthWest,
        "run-north-west",
        "run one step north-west",
    ),
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
        NAMES.iter().map(|(control, ..)| *control)
    }

    /// The control of the game that has this name in a file of keys.
    pub(super) fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, it, _)| *it == name).map(|it| it.0)
    }

    fn entry(self) -> (&'static str, &'static str) {
        if let Self::Own(own) = self {
            return (own.0, own.0);
        }
        let found = NAMES.iter().find(|(control, ..)| *control == self);
        found.map_or(("", ""), |(_, name, words)| (name, words))
    }

    /// What it is called in a file of keys.
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// What it does, in a few words.
    pub(super) fn words(self) -> &'static str {
        self.entry().1
    }

    /// The way it moves the player a step, if it does.
    pub fn direction(self) -> Option<Direction> {
        Some(match self {
            Self::North => Direction::North,
            Self::NorthEast => Direction::NorthEast,
            Self::East => Direction::East,
            Self::SouthEast => Direction::SouthEast,
            Self::South => Direction::South,
            Self::SouthWest => Direction::SouthWest,
            Self::West => Direction::West,
            Self::NorthWest => Direction::NorthWest,
            _ => return None,
        })
    }

    /// The way it has the player rush, if it does.
    pub fn rush(self) -> Option<Direction> {
        Some(match self {
            Self::RushNorth => Direction::North,
            Self::RushNorthEast => Direction::NorthEast,
            Self::RushEast => Direction::East,
            Self::RushSouthEast => Direction::SouthEast,
            Self::RushSouth => Direction::South,
            Self::RushSouthWest => Direction::SouthWest,
            Self::RushWest => Direction::West,
            Self::RushNorthWest => Direction::NorthWest,
            _ => return None,
        })
    }

    /// The way it has the player run a step, if it does.
    pub fn run(self) -> Option<Direction> {
        Some(match self {
            Self::RunNorth => Direction::North,
            Self::RunNorthEast => Direction::NorthEast,
            Self::RunEast => Direction::East,
            Self::RunSouthEast => Direction::SouthEast,
            Self::RunSouth => Direction::South,
            Self::RunSouthWest => Direction::SouthWest,
            Self::RunWest => Direction::West,
            Self::RunNorthWest => Direction::NorthWest,
            _ => return None,
        })
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
        self.direction().or(self.run()).is_some()
            || matches!(
                self,
                Self::Wait
                    | Self::Search
                    | Self::ShorterSight
                    | Self::LongerSight
                    | Self::Next
                    | Self::Previous
            )
    }
}
