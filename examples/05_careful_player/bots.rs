//! The bots, and what the rash one does.

use bevy::prelude::*;
use fogbound::game::{Action, Witnessed};
use fogbound::grid::Direction;

use crate::care::Care;
use crate::eyes::Screen;
use crate::shadow::Shadow;
use crate::ways::{Ways, is_frontier};

/// How a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plays to live.
    Careful,
    /// Attacks all it sees, never rests and hurries down.
    Rash,
    /// Plays to live, and uses the dark.
    Shadow,
}

/// Somebody at the keyboard.
pub enum Bot {
    Careful(Box<Care>),
    Rash(Ways),
    Shadow(Box<Shadow>),
}

impl Bot {
    pub fn new(style: Style) -> Self {
        match style {
            Style::Careful => Self::Careful(Box::default()),
            Style::Rash => Self::Rash(Ways::default()),
            Style::Shadow => Self::Shadow(Box::default()),
        }
    }

    /// What it does now, given the screen and what it has perceived since it acted last.
    pub fn decide(&mut self, screen: &Screen, log: &[Witnessed]) -> Action {
        match self {
            Self::Careful(care) => care.decide(screen, log),
            Self::Rash(ways) => rush(ways, screen),
            Self::Shadow(shadow) => shadow.decide(screen, log),
        }
    }
}

/// Walks up to the nearest monster in view, or else to the stairs, or to where the known ends.
fn rush(ways: &mut Ways, screen: &Screen) -> Action {
    ways.measure(screen, |_| Some(0));
    let foe = screen.foes.iter().map(|foe| foe.at);
    let down = |cell| screen.leads_on(cell);
    let foe = foe
        .filter(|&at| ways.to(at).is_some())
        .min_by_key(|&at| ways.to(at));
    if foe.is_none() && down(screen.here) {
        return Action::TAKE_STAIRS;
    }
    let goal = foe
        .or_else(|| ways.nearest(screen, down))
        .or_else(|| ways.nearest(screen, |cell| is_frontier(screen, cell)));
    let next = goal.and_then(|goal| ways.way_to(goal).first().copied());
    step(screen, next).unwrap_or(Action::WAIT)
}

/// A step onto a cell beside the player, or a blow at the monster there.
pub fn step(screen: &Screen, next: Option<IVec2>) -> Option<Action> {
    let next = next?;
    let way = Direction::from_delta(next - screen.here)?;
    Some(match screen.foe_at(next) {
        Some(_) => Action::attack(way),
        None => Action::step(way),
    })
}
