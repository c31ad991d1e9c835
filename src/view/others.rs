//! Sentences about what others do, as the player sees, feels or hears it.

use super::sentences::easier_or_harder;
use crate::game::{Affect, GameEvent, Happening, Sound, State};

/// Says what the player sees another creature do. `target` is empty if there is no target.
pub(super) fn of_other(event: &GameEvent, (actor, target): (&str, &str)) -> Option<String> {
    Some(match event.what {
        Happening::Hit {
            damage,
            shot: false,
            parting,
            ..
        } => {
            let leaving = match (parting, target) {
                (false, _) => "",
                (true, "you") => " as you step away",
                (true, _) => " as it steps away",
            };
            format!("{actor} hits {target} for {damage}{leaving}.")
        }
        Happening::Hit {
            damage, shot: true, ..
        } => format!("{actor} shoots {target} for {damage}."),
        Happening::Missed { covered: true, .. } => {
            format!("{actor} shoots at {target} and hits what is in between.")
        }
        Happening::Missed { shot: true, .. } => format!("{actor} shoots at {target} and misses."),
        Happening::Missed { shot: false, .. } => format!("{actor} misses {target}."),
        Happening::Bumped { .. } if !target.is_empty() => format!("{actor} bumps into {target}."),
        Happening::Burned { damage, .. } if actor == "something" => {
            format!("something burns {target} for {damage}.")
        }
        Happening::Burned { damage, .. } => format!("the fire burns {target} for {damage}."),
        Happening::TookStairs { .. } => format!("{actor} has followed you."),
        Happening::Died { .. } => format!("{actor} dies."),
        Happening::Affected(Affect::Changed(change)) => {
            easier_or_harder(&format!("{actor} is"), change)?
        }
        Happening::Affected(Affect::Blinded) => format!("{actor} is blinded."),
        Happening::Affected(Affect::Shoved) => format!("{actor} is shoved away."),
        Happening::Affected(Affect::Pulled) => format!("{actor} is pulled away."),
        Happening::Affected(Affect::Healed(_)) => format!("{actor} looks better."),
        Happening::Cried { .. } => format!("{actor} raises the alarm!"),
        Happening::Sounded { like, .. } => match like {
            Sound::Voice | Sound::Cry => format!("{actor} cries out."),
            _ => format!("{actor} makes a noise."),
        },
        Happening::StateChanged { from, to } => match (from, to) {
            (_, State::Hunting) => format!("{actor} has noticed you!"),
            (_, State::Noticing) => format!("{actor} looks up."),
            (State::Hunting, State::Searching) => format!("{actor} has lost you and is searching."),
            (State::Asleep, _) => format!("{actor} wakes up."),
            (_, State::Searching) => format!("{actor} is searching for something."),
            (_, State::Unaware) => format!("{actor} gives up."),
            (_, State::Asleep) => return None,
        },
        _ => return None,
    })
}

/// Says what an unseen creature does to the player.
pub(super) fn of_pain(event: &GameEvent, from: &str) -> Option<String> {
    Some(match event.what {
        Happening::Hit {
            damage,
            shot: false,
            ..
        } => format!("Something hits you from the {from} for {damage}."),
        Happening::Hit {
            damage, shot: true, ..
        } => format!("Something shoots you from the {from} for {damage}."),
        Happening::Missed { covered: true, .. } => {
            format!("Something shoots at you from the {from} and hits what is in between.")
        }
        Happening::Missed { shot: true, .. } => {
            format!("Something shoots at you from the {from} and misses.")
        }
        Happening::Missed { shot: false, .. } => {
            format!("Something strikes at you from the {from} and misses.")
        }
        Happening::Burned { damage, .. } => format!("Fire burns you from the {from} for {damage}."),
        Happening::Bumped { .. } => format!("Something bumps into you from the {from}."),
        _ => return None,
    })
}

/// Says what the player hears but does not see.
pub(super) fn of_noise(event: &GameEvent, from: &str) -> Option<String> {
    let what = match event.what {
        Happening::Stepped { runs: false, .. } => "footsteps",
        Happening::Stepped { runs: true, .. } => "running feet",
        Happening::Bumped { .. } => "a bump",
        Happening::Hit { .. } | Happening::Missed { .. } => "fighting",
        Happening::Cried { .. } => "a cry of alarm",
        Happening::Sounded { like, .. } => match like {
            Sound::Voice => "a voice",
            Sound::Cry => "a cry of alarm",
            Sound::Steps => "footsteps",
            Sound::Running => "running feet",
            Sound::Door => "a door",
            Sound::Fight => "fighting",
            Sound::Fall => "something fall",
            Sound::Bell => "a bell",
        },
        _ => return None,
    };
    Some(format!("You hear {what} to the {from}."))
}
