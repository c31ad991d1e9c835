//! From what a key asks for to what the game does.

use bevy::app::AppExit;
use bevy::prelude::*;

use super::asked::Asked;
use super::asks::Control;
use super::bindings::Bindings;
use crate::explorer::Journey;
use crate::game::{Action, PlayerCommand};
use crate::grid::Direction;

/// How the player goes when told to step.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gait {
    /// Quietly.
    #[default]
    Walking,
    /// In less time, but louder and easier to notice.
    Running,
}

/// What a wizard asks of the screen.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum WizardCommand {
    /// Show the whole map and everybody on it, or no longer.
    Reveal,
    /// Look through the next creature's eyes.
    NextEyes,
    /// Mark what those eyes see, then what they have seen, then nothing.
    NextOverlay,
    /// Point at the neighbouring cell.
    MovePointer(Direction),
    /// Choose the next kind of monster.
    NextKind,
    /// Put a monster of the chosen kind where the pointer is.
    Conjure,
}

/// Whether a wizard is at the keys, and what the keys that move do then.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WizardMode {
    /// A wizard is.
    pub is_on: bool,
    /// They move the pointer and not the player.
    pub is_pointing: bool,
}

/// Passes on what was asked, in order.
pub(super) fn issue_commands(
    mut asked: MessageReader<Asked>,
    (bindings, mut journey): (Res<Bindings>, ResMut<Journey>),
    mut gait: ResMut<Gait>,
    mut mode: ResMut<WizardMode>,
    mut commands: MessageWriter<PlayerCommand>,
    mut wizard: MessageWriter<WizardCommand>,
    mut exit: MessageWriter<AppExit>,
) {
    for &Asked(control) in asked.read() {
        // Whatever is asked for, the player first stops walking by itself.
        journey.stop();
        if let Some(way) = control.direction() {
            let action = match *gait {
                Gait::Walking => Action::step(way),
                Gait::Running => Action::run(way),
            };
            if mode.is_pointing {
                wizard.write(WizardCommand::MovePointer(way));
            } else {
                commands.write(PlayerCommand::Act(action));
            }
            continue;
        }
        match control {
            Control::Leave => {
                exit.write(AppExit::Success);
                return;
            }
            Control::Explore => journey.explore(),
            Control::ChangeGait => {
                *gait = match *gait {
                    Gait::Walking => Gait::Running,
                    Gait::Running => Gait::Walking,
                };
            }
            Control::Wizard => {
                mode.is_on = !mode.is_on;
                mode.is_pointing = false;
            }
            Control::Point if mode.is_on => mode.is_pointing = !mode.is_pointing,
            Control::Own(own) => {
                if let Some(command) = bindings.command(own) {
                    commands.write(command);
                }
            }
            _ => {}
        }
        if let Some(command) = player_command(control, mode.is_on) {
            commands.write(command);
        }
        if let Some(command) = wizard_command(control).filter(|_| mode.is_on) {
            wizard.write(command);
        }
    }
}

fn player_command(control: Control, is_wizard: bool) -> Option<PlayerCommand> {
    Some(match control {
        Control::ShorterSight if is_wizard => PlayerCommand::StretchRadius(-1),
        Control::LongerSight if is_wizard => PlayerCommand::StretchRadius(1),
        Control::Wait => PlayerCommand::Act(Action::WAIT),
        Control::TakeStairs => PlayerCommand::Act(Action::TAKE_STAIRS),
        Control::CloseDoor => PlayerCommand::CloseDoor,
        Control::ShorterSight => PlayerCommand::ChangeRadius(-1),
        Control::LongerSight => PlayerCommand::ChangeRadius(1),
        Control::NextAlgorithm if is_wizard => PlayerCommand::NextAlgorithm,
        Control::NewDungeon => PlayerCommand::NewDungeon,
        Control::Again => PlayerCommand::Again,
        _ => return None,
    })
}

fn wizard_command(control: Control) -> Option<WizardCommand> {
    Some(match control {
        Control::Reveal => WizardCommand::Reveal,
        Control::NextEyes => WizardCommand::NextEyes,
        Control::NextOverlay => WizardCommand::NextOverlay,
        Control::NextKind => WizardCommand::NextKind,
        Control::Conjure => WizardCommand::Conjure,
        _ => return None,
    })
}
