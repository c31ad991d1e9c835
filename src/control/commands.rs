//! From what a key asks for to what the game does.

use bevy::app::AppExit;
use bevy::prelude::*;

use super::Control;
use crate::game::{Action, PlayerCommand};

/// A key has asked for this.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked(pub(super) Control);

/// Passes on what was asked, in order.
pub(super) fn issue_commands(
    mut asked: MessageReader<Asked>,
    mut commands: MessageWriter<PlayerCommand>,
    mut exit: MessageWriter<AppExit>,
) {
    for &Asked(control) in asked.read() {
        let command = match control {
            Control::Leave => {
                exit.write(AppExit::Success);
                return;
            }
            Control::Wait => PlayerCommand::Act(Action::Wait),
            Control::CloseDoor => PlayerCommand::CloseDoor,
            Control::ShorterSight => PlayerCommand::ChangeRadius(-1),
            Control::LongerSight => PlayerCommand::ChangeRadius(1),
            Control::NextAlgorithm => PlayerCommand::NextAlgorithm,
            Control::NewDungeon => PlayerCommand::NewDungeon,
            step => match step.direction() {
                Some(direction) => PlayerCommand::Act(Action::Step(direction)),
                None => continue,
            },
        };
        commands.write(command);
    }
}
