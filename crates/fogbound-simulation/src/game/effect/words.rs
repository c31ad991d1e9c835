//! Words for the generated descriptions of effects.

use super::super::being::{Condition, Effect, Occasion};
use crate::game::being::{Area, Item, Whom};

/// Returns a number of cells in words.
pub(super) fn cells(count: u32) -> String {
    match count {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    }
}

/// Returns a number of turns in words.
pub(super) fn turns(count: u32) -> String {
    match count {
        1 => "1 turn".to_owned(),
        count => format!("{count} turns"),
    }
}

/// Says where an effect takes place, such as `within 2 cells`.
pub(super) fn within(area: Area) -> String {
    match area {
        Area::Itself => "on your cell".to_owned(),
        Area::Cell => "on the cell".to_owned(),
        Area::Line => "along the line".to_owned(),
        Area::Cone(far) => format!("within {} ahead", cells(far)),
        Area::Burst(far) => format!("within {} in the open", cells(far)),
        Area::Hearing(far) => format!("within {} on foot", cells(far)),
        Area::Round(far) => format!("within {}", cells(far)),
    }
}

/// Says what an effect does, as the end of a sentence that begins with "it".
fn words(effect: &Effect) -> Option<String> {
    let mut words = effect.verb()?.words(effect.area())?;
    match effect.whom() {
        Whom::Everyone => {}
        Whom::Others => words += ", but not you",
        Whom::Enemies => words += ", but not your side",
    }
    let conditions = effect.conditions().iter().map(|it| match it {
        Condition::Dark => "in the dark",
        Condition::Lit => "in the light",
        Condition::Hurt => "if you are badly hurt",
        Condition::Alone => "if you are alone",
        Condition::Seen => "if an enemy sees you",
        Condition::Unseen => "if no enemy sees you",
        Condition::Close => "if an enemy is beside you",
    });
    for condition in conditions {
        words = format!("{words} {condition}");
    }
    if effect.chance() < 100 {
        words = format!("{words} ({}%)", effect.chance());
    }
    Some(words)
}

/// Says what a thing does, from its effects: one sentence for each occasion.
pub fn what_it_does(item: &Item) -> Vec<String> {
    let occasions = [
        (Occasion::Use, "Used, it"),
        (Occasion::Throw, "Thrown, it"),
        (Occasion::Wear, "Worn, it"),
        (Occasion::Step, "Stepped on, it"),
    ];
    let sentence = |(occasion, begins): (Occasion, &str)| {
        let effects: Vec<String> = item.effects(occasion).iter().filter_map(words).collect();
        let (last, rest) = effects.split_last()?;
        Some(match rest {
            [] => format!("{begins} {last}."),
            rest => format!("{begins} {} and {last}.", rest.join(", ")),
        })
    };
    occasions.into_iter().filter_map(sentence).collect()
}
