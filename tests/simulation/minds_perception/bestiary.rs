//! What tests ask of the monsters that come with the game.

use fogbound::game::bestiary::{Bestiary, MonsterFiles};

/// The letters of all of them.
pub fn letters() -> Vec<char> {
    let all = Bestiary::without_minds(&MonsterFiles::built_in());
    let letters: Vec<char> = all.iter().map(|monster| monster.glyph).collect();
    assert!(letters.len() >= 5);
    letters
}
