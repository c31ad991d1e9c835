//! The letters of the built-in monsters.

use fogbound::game::bestiary::{Bestiary, MonsterFiles};

/// Returns the letters of all built-in monsters.
pub fn letters() -> Vec<char> {
    let all = Bestiary::without_minds(&MonsterFiles::built_in());
    let letters: Vec<char> = all.iter().map(|monster| monster.glyph).collect();
    assert!(letters.len() >= 5);
    letters
}
