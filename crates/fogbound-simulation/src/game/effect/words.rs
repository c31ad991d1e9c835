//! Words for the generated descriptions of effects.

pub(super) use crate::game::being::cells;
use crate::game::being::{Area, Bearer, Effect, Item, Occasion, words_of};

/// Returns a number of turns in words.
pub(super) fn turns(count: u32) -> String {
    match count {
        1 => "1 turn".to_owned(),
        count => format!("{count} turns"),
    }
}

/// Says where an effect takes place, such as `within 2 cells`.
pub(super) fn within(area: Area) -> String {
    (area.shape.within)(area.far)
}

/// Says what an effect does, as the end of a sentence that begins with "it".
fn words(effect: &Effect) -> Option<String> {
    let mut words = effect.verb()?.words(effect.area())?;
    words += effect.whom().ends;
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
