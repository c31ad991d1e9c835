//! Puts offsets into words: exactly, with as few words as it takes.

use bevy::math::IVec2;

use crate::grid::Direction;
use crate::view::compass;

/// Returns an offset in words: `3 north, 1 east`, or `here`.
pub(super) fn offset_words(offset: IVec2) -> String {
    let part = |count: i32, (more, less): (&str, &str)| match count {
        0 => None,
        count if count > 0 => Some(format!("{count} {more}")),
        count => Some(format!("{} {less}", count.unsigned_abs())),
    };
    let parts = [
        part(offset.y, ("south", "north")),
        part(offset.x, ("east", "west")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => "here".to_owned(),
        false => parts.join(", "),
    }
}

/// Like [`offset_words`], but names the direction of a cell beside the player, because that is the step or blow that
/// reaches it: `beside you north-east`.
pub(super) fn place_words(offset: IVec2) -> String {
    match Direction::from_delta(offset) {
        Some(way) => format!("beside you {}", compass(way)),
        None => offset_words(offset),
    }
}

/// Reads what [`offset_words`] writes, and the direction of a cell beside the player. Counts may be negative, so that
/// programs need not choose between north and south.
pub(super) fn offset_of_words(words: &str) -> Option<IVec2> {
    let words = words.trim().to_ascii_lowercase();
    if words == "here" {
        return Some(IVec2::ZERO);
    }
    if let Some(way) = direction_of(&words) {
        return Some(way.delta());
    }
    let mut offset = IVec2::ZERO;
    let mut parts = words.split([' ', ',']).filter(|it| !it.is_empty());
    while let Some(count) = parts.next() {
        let count: i32 = count
            .parse()
            .ok()
            .filter(|it| (-9999..=9999).contains(it))?;
        offset += direction_of(parts.next()?)?.delta() * count;
    }
    (offset != IVec2::ZERO).then_some(offset)
}

/// Returns the direction with this name, such as `north-east`, also in the shape `northeast` or `ne`.
pub(super) fn direction_of(word: &str) -> Option<Direction> {
    let name = |way: &Direction| {
        let whole = compass(*way);
        let plain = whole.replace('-', "");
        let short: String = whole
            .split('-')
            .filter_map(|it| it.chars().next())
            .collect();
        [whole.to_owned(), plain, short].iter().any(|it| it == word)
    };
    Direction::ALL.into_iter().find(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_can_be_read_back_from_its_words() {
        for x in -20..=20 {
            for y in -20..=20 {
                let offset = IVec2::new(x, y);
                assert_eq!(offset_of_words(&offset_words(offset)), Some(offset));
            }
        }
        for way in Direction::ALL {
            assert_eq!(offset_of_words(compass(way)), Some(way.delta()));
        }
        for wrong in ["", "north 3", "3", "3 up", "99999 north", "3 north 2"] {
            assert_eq!(offset_of_words(wrong), None, "{wrong}");
        }
    }
}
