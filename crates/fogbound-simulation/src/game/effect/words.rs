//! Words for the generated descriptions of effects.

pub(super) use crate::game::being::cells;
use crate::game::being::{Area, Bearer, Effect, Item, Occasion, words_of};

pub(super) fn turns(count: u32) -> String {
    match count {
        1 => "1 turn".to_owned(),
        count => format!("{count} turns"),
    }
}

/// Returns a name with its article, such as `an ooze`.
pub(super) fn a(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// Checks that a parameter names something.
///
/// # Errors
///
/// Says what is missing if the name is empty.
pub(super) fn required(field: &str, name: &str, what: &str) -> Result<(), String> {
    match name.is_empty() {
        true => Err(format!("{field} is missing; expected the name of {what}")),
        false => Ok(()),
    }
}

/// Says where an effect takes place, such as `within 2 cells`.
pub(super) fn within(area: Area) -> String {
    (area.shape.within)(area.far)
}

/// Says which of the creatures there an effect concerns, such as `, but only one that is a rat`.
fn only_words(effect: &Effect) -> String {
    let words = words_of(effect.only(), Bearer::Thing);
    match words.is_empty() {
        true => words,
        false => words
            .replace(" if the other ", ", but only one that ")
            .replace(" unless the other ", ", but not one that "),
    }
}

/// Says what an effect does, as the end of a sentence that begins with "it".
fn words(effect: &Effect) -> Option<String> {
    let mut words = effect.verb()?.words(effect.area())?;
    words += effect.whom().ends;
    words += &only_words(effect);
    words += &words_of(effect.tests(), Bearer::Thing);
    if let Some(quota) = effect.quota() {
        words += &quota.words();
    }
    if effect.chance() < 100 {
        words = format!("{words} ({}%)", effect.chance());
    }
    Some(words)
}

/// Says what a thing does, from its effects: one sentence for each occasion, in the order of its file.
pub fn what_it_does(item: &Item) -> Vec<String> {
    let sentence = |(occasion, effects): &(Occasion, Vec<Effect>)| {
        let begins = occasion.begins(Bearer::Thing);
        let effects: Vec<String> = effects.iter().filter_map(words).collect();
        let (last, rest) = effects.split_last()?;
        Some(match rest {
            [] => format!("{begins} {last}."),
            rest => format!("{begins} {} and {last}.", rest.join(", ")),
        })
    };
    item.on.iter().filter_map(sentence).collect()
}
