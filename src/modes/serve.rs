//! Controls that mean the same thing in several modes.

use bevy::prelude::*;

use super::mode::Then;
use super::settings::Settings;
use crate::control::{Bindings, Control, Gait, WizardCommand, WizardMode};
use crate::game::deed::known_strikers;
use crate::game::{Action, Game, Lantern, LightRule, Player, PlayerCommand};
use crate::view::{Display, MessageLog, ShowsExposure, keys_of};

/// A request for a picture of the screen.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakePicture;

/// Carries out a control that means the same thing in several modes.
pub(super) fn serve(control: Control, world: &mut World) -> Then {
    let is_wizard = world.resource::<WizardMode>().is_on;
    let command = match control {
        Control::ShorterSight if is_wizard => PlayerCommand::StretchRadius(-1),
        Control::LongerSight if is_wizard => PlayerCommand::StretchRadius(1),
        Control::ShorterSight
        | Control::LongerSight
        | Control::ShutLantern
        | Control::OpenLantern => match (lantern(world), control) {
            (Some(lantern), _) => return set_lantern(control, lantern, world),
            // In a world with darkness, light decides how far the player sees. The game refuses this action and says
            // why.
            (None, Control::ShorterSight) if !is_dark(world) => PlayerCommand::ChangeRadius(-1),
            (None, Control::LongerSight) if !is_dark(world) => PlayerCommand::ChangeRadius(1),
            (None, _) => PlayerCommand::Act(Action::set_lantern(Lantern::Shut)),
        },
        Control::NextAlgorithm if is_wizard => PlayerCommand::NextAlgorithm,
        _ => return serve_screen(control, world),
    };
    Then::Do(command)
}

/// Returns whether the game has darkness.
fn is_dark(world: &World) -> bool {
    let game = world.get_resource::<Game>();
    game.is_some_and(|it| it.setup.light != LightRule::Off)
}

/// Returns the setting of the player's lantern, if the player has one.
fn lantern(world: &mut World) -> Option<Lantern> {
    let mut players = world.query_filtered::<&Lantern, With<Player>>();
    players.single(world).ok().copied()
}

fn set_lantern(control: Control, lantern: Lantern, world: &mut World) -> Then {
    let wanted = match control {
        Control::ShorterSight => lantern.closed(),
        Control::ShutLantern => Some(Lantern::Shut).filter(|it| *it != lantern),
        Control::OpenLantern => Some(Lantern::Open).filter(|it| *it != lantern),
        _ => lantern.opened(),
    };
    match wanted {
        Some(wanted) => Then::Do(PlayerCommand::Act(Action::set_lantern(wanted))),
        None => {
            hint(
                world,
                format!("Your lantern is already {}.", lantern.name()),
            );
            Then::Stay
        }
    }
}

fn serve_screen(control: Control, world: &mut World) -> Then {
    match control {
        Control::ChangeGait => {
            let gait = world.resource::<Gait>().other();
            world.insert_resource(gait);
        }
        Control::Exposure => {
            let mut shows = world.resource_mut::<ShowsExposure>();
            shows.0 = !shows.0;
            if shows.0 {
                hint_at_strikers(world);
            }
        }
        Control::Wizard => {
            let mut mode = world.resource_mut::<WizardMode>();
            mode.is_on = !mode.is_on;
        }
        Control::Larger | Control::Smaller | Control::FullScreen => serve_window(control, world),
        Control::Picture => {
            world.write_message(TakePicture);
        }
        Control::Own(own) => {
            if let Some(command) = world.resource::<Bindings>().command(own) {
                return Then::Do(command);
            }
        }
        Control::Reveal | Control::NextEyes | Control::NextOverlay | Control::NextKind
            if world.resource::<WizardMode>().is_on =>
        {
            world.write_message(match control {
                Control::Reveal => WizardCommand::Reveal,
                Control::NextEyes => WizardCommand::NextEyes,
                Control::NextOverlay => WizardCommand::NextOverlay,
                _ => WizardCommand::NextKind,
            });
        }
        Control::Conjure if world.resource::<WizardMode>().is_on => {
            let look = keys_of(world.resource::<Bindings>(), Control::Look);
            hint(
                world,
                format!("To conjure a monster, look ({look}) at a cell first."),
            );
        }
        _ => {}
    }
    Then::Stay
}

/// Zooms, or fills the screen with the window. Only a window can do so.
fn serve_window(control: Control, world: &mut World) {
    let zooms = control != Control::FullScreen;
    if !world.resource::<Display>().zooms {
        let why = match zooms {
            true => "Change the font size in your terminal.",
            false => "Only a window can fill the screen.",
        };
        return hint(world, why.to_owned());
    }
    let mut settings = world.resource_mut::<Settings>();
    let warning = if zooms {
        let by = if control == Control::Larger { 1 } else { -1 };
        settings.zoom_by(by);
        settings.save(|kept, now| kept.zoom = now.zoom)
    } else {
        settings.toggle_full_screen()
    };
    if let Some(warning) = warning {
        world.resource_mut::<MessageLog>().say(warning);
    }
}

/// Shows the response to a key that had no effect.
pub(super) fn hint(world: &mut World, words: String) {
    world.resource_mut::<MessageLog>().hint(words);
}

/// Names the enemies beside the player that strike it if it steps away.
fn hint_at_strikers(world: &mut World) {
    let mut players = world.query_filtered::<Entity, With<Player>>();
    let Ok(player) = players.single(world) else {
        return;
    };
    let strikers = known_strikers(world, player);
    let names = strikers.iter().filter_map(|it| world.get::<Name>(*it));
    let names: Vec<String> = names.map(|it| format!("the {it}")).collect();
    if !names.is_empty() {
        let names = names.join(" and ");
        hint(world, format!("Stepping away from {names} costs a blow."));
    }
}
