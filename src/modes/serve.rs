//! Controls that mean the same thing in several modes.

use bevy::prelude::*;

use super::mode::Then;
use super::settings::{Settings, Zoomed};
use crate::control::{Bindings, Control, Gait, WizardCommand, WizardMode};
use crate::game::deed::known_strikers;
use crate::game::{Game, PlayerCommand, player_of};
use crate::view::{Display, MessageLog, ShowsExposure, keys_of};

/// The controls that mean the same thing on every screen.
pub(super) const ON_EVERY_SCREEN: [Control; 7] = [
    Control::LARGER,
    Control::SMALLER,
    Control::LARGER_TEXT,
    Control::SMALLER_TEXT,
    Control::PICTURE,
    Control::FULL_SCREEN,
    Control::MUTE,
];

/// A request for a picture of the screen.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakePicture;

/// How a front end copies text for other programs, if it can. An error says in a few words why the text is not copied.
#[derive(Resource)]
pub struct Clipboard(pub Box<CopyText>);

type CopyText = dyn FnMut(&str) -> Result<(), String> + Send + Sync;

/// Carries out a control that means the same thing in several modes.
pub(super) fn serve(control: Control, world: &mut World) -> Then {
    match control {
        Control::CHANGE_GAIT => {
            let gait = world.resource::<Gait>().other();
            world.insert_resource(gait);
        }
        Control::EXPOSURE => {
            let mut shows = world.resource_mut::<ShowsExposure>();
            shows.0 = !shows.0;
            if shows.0 {
                hint_at_strikers(world);
            }
        }
        Control::WIZARD => {
            let mut mode = world.resource_mut::<WizardMode>();
            mode.is_on = !mode.is_on;
        }
        Control::LARGER => zoom_by(Zoomed::Map, 1, world),
        Control::SMALLER => zoom_by(Zoomed::Map, -1, world),
        Control::LARGER_TEXT => zoom_by(Zoomed::Text, 1, world),
        Control::SMALLER_TEXT => zoom_by(Zoomed::Text, -1, world),
        Control::FULL_SCREEN => fill_screen(world),
        Control::PICTURE => {
            world.write_message(TakePicture);
        }
        Control::COPY_SEED => {
            let words = world.get_resource::<Game>().map(|it| it.setup.seed);
            if let Some(words) = words.map(|seed| copy_seed(world, seed)) {
                hint(world, words);
            }
        }
        Control::MUTE => mute(world),
        Control::NEXT_ALGORITHM if world.resource::<WizardMode>().is_on => {
            return Then::Do(PlayerCommand::NextAlgorithm);
        }
        Control::REVEAL | Control::NEXT_EYES | Control::NEXT_OVERLAY | Control::NEXT_KIND
            if world.resource::<WizardMode>().is_on =>
        {
            world.write_message(match control {
                Control::REVEAL => WizardCommand::Reveal,
                Control::NEXT_EYES => WizardCommand::NextEyes,
                Control::NEXT_OVERLAY => WizardCommand::NextOverlay,
                _ => WizardCommand::NextKind,
            });
        }
        Control::CONJURE if world.resource::<WizardMode>().is_on => {
            let look = keys_of(world.resource::<Bindings>(), Control::LOOK);
            hint(
                world,
                format!("To conjure a monster, look ({look}) at a cell first."),
            );
        }
        _ => {
            let command = world.resource::<Bindings>().command(control);
            return command.map_or(Then::Stay, Then::Do);
        }
    }
    Then::Stay
}

/// Copies a seed, if the front end can. Returns what to tell the player.
pub(super) fn copy_seed(world: &mut World, seed: u64) -> String {
    let clipboard = world.get_resource_mut::<Clipboard>();
    match clipboard.map(|mut it| (it.0)(&seed.to_string())) {
        None => format!("Seed {seed}."),
        Some(Ok(())) => format!("Seed {seed} is copied."),
        Some(Err(why)) => format!("Seed {seed}. It is not copied: {why}."),
    }
}

/// Turns sounds off or on.
fn mute(world: &mut World) {
    if !cfg!(feature = "sound") {
        return hint(world, "This program was built without sounds.".to_owned());
    }
    let mut settings = world.resource_mut::<Settings>();
    let warning = settings.choose(|now| now.sound ^= true);
    let words = if settings.sound { "on" } else { "off" };
    world.resource_mut::<MessageLog>().warn_if(warning);
    hint(world, format!("Sounds are {words}."));
}

/// Zooms text or the map in a window by this many steps.
pub(super) fn zoom_by(what: Zoomed, by: i32, world: &mut World) {
    change_window(world, "Change the font size in your terminal.", |it| {
        it.zoom_by(what, by)
    });
}

/// Fills the screen with the window, or gives it its own size again.
fn fill_screen(world: &mut World) {
    let why = "Only a window can fill the screen.";
    change_window(world, why, |settings| {
        settings.choose(|now| now.full_screen ^= true)
    });
}

/// Changes a setting of windows, or says why there is nothing to change in a terminal.
fn change_window(
    world: &mut World,
    why: &str,
    change: impl FnOnce(&mut Settings) -> Option<String>,
) {
    if !world.resource::<Display>().zooms {
        return hint(world, why.to_owned());
    }
    let warning = change(&mut world.resource_mut::<Settings>());
    world.resource_mut::<MessageLog>().warn_if(warning);
}

/// Shows the response to a key that had no effect.
pub fn hint(world: &mut World, words: String) {
    world.resource_mut::<MessageLog>().hint(words);
}

/// Names the enemies beside the player that strike it if it steps away.
fn hint_at_strikers(world: &mut World) {
    let Some(player) = player_of(world) else {
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
