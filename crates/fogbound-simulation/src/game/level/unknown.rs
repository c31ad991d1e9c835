//! Unknown names in vaults, level plans and monster files.

use crate::dungeon::{DEPTHS, Stock, Wanted};
use crate::files::{DataError, did_you_mean};
use crate::game::being::Things;
use crate::game::bestiary::Bestiary;

/// Returns errors for unknown monsters and things in custom vaults and level plans, and for unknown names in monster
/// files. What is unknown is left out, but the rest of each file is used.
pub fn unknown_names(stock: &Stock, bestiary: &Bestiary, things: &Things) -> Vec<DataError> {
    let monsters = || bestiary.iter().map(|it| it.name.as_str());
    let no_monster = |name: &str| {
        let hint = did_you_mean(name, monsters());
        format!("unknown monster {name:?}{hint}; it is left out")
    };
    let mut errors = bestiary.unknown_names(stock.tiles(), things);
    let is_own = |file: &str| stock.texts().contains_key(file);
    for (file, vault) in stock.vaults_by_file().filter(|(file, _)| is_own(file)) {
        for (place, wanted) in vault.wants() {
            let message = match wanted {
                Wanted::Monster(name) if bestiary.get(name).is_none() => no_monster(name),
                Wanted::Letter(letter) if bestiary.by_glyph(letter).is_none() => format!(
                    "no monster has the letter {letter:?}; it is left out. The letters are {}",
                    bestiary.known_glyphs()
                ),
                Wanted::Thing(name) if things.named(name).is_none() => {
                    let hint = did_you_mean(name, things.iter().map(|it| it.name.as_str()));
                    format!("unknown thing {name:?}{hint}; it is left out")
                }
                _ => continue,
            };
            let error = DataError {
                file: file.to_owned(),
                place: Some(place),
                message,
            };
            // Each unknown name is reported only once per file.
            let is_same = |it: &DataError| (&it.file, &it.message) == (&error.file, &error.message);
            if !errors.iter().any(is_same) {
                errors.push(error);
            }
        }
    }
    if !is_own(DEPTHS) {
        return errors;
    }
    for plan in stock.depths().iter() {
        let favoured = plan.favours.keys();
        for name in favoured.filter(|name| bestiary.get(name).is_none()) {
            errors.push(DataError {
                file: DEPTHS.to_owned(),
                place: plan.favours_at.get(name).copied(),
                message: format!("favours: {}", no_monster(name)),
            });
        }
    }
    errors
}
