//! Unknown names in vaults, level plans and monster files.

use crate::dungeon::{DEPTHS, Stock, TILES, Wanted};
use crate::files::{DataError, did_you_mean};
use crate::game::being::{Does, Goals, QUEST, Things};
use crate::game::bestiary::Bestiary;
use crate::map::{Tile, TileSet};

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
    for key in stock.tiles().iter().filter_map(Tile::opens_with) {
        if things.named(key).is_none() {
            let hint = did_you_mean(key, things.iter().map(|it| it.name.as_str()));
            errors.push(DataError {
                file: TILES.to_owned(),
                place: None,
                message: format!(
                    "opens_with: unknown thing {key:?}{hint}; nobody can open the tile"
                ),
            });
        }
    }
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
        let mut complain = |name: &String, message: String| {
            let (file, place) = plan.places.get(name).cloned().unzip();
            errors.push(DataError {
                file: file.unwrap_or_else(|| DEPTHS.to_owned()),
                place,
                message,
            });
        };
        let favoured = plan.favours.keys();
        for name in favoured.filter(|name| bestiary.get(name).is_none()) {
            complain(name, format!("favours: {}", no_monster(name)));
        }
        let all = plan.only.iter().flatten();
        let is_known =
            |name: &&String| bestiary.get(name).is_some() || things.named(name).is_some();
        for name in all.filter(|it| !is_known(it)) {
            let names = monsters().chain(things.iter().map(|it| it.name.as_str()));
            let hint = did_you_mean(name, names);
            let message = format!("only: unknown monster or thing {name:?}{hint}; it is left out");
            complain(name, message);
        }
        let vaults = || stock.vaults().iter().map(|it| it.name.as_str());
        for name in plan
            .holds
            .iter()
            .filter(|name| vaults().all(|it| it != **name))
        {
            let hint = did_you_mean(name, vaults());
            complain(
                name,
                format!("holds: unknown vault {name:?}{hint}; it is left out"),
            );
        }
        for (old, new) in &plan.tiles {
            let tiles = || stock.tiles().iter().map(|it| it.name());
            let [was, is] = [old, new].map(|it| stock.tiles().get(it));
            for name in [(old, was), (new, is)]
                .into_iter()
                .filter(|it| it.1.is_none())
            {
                let hint = did_you_mean(name.0, tiles());
                let message = format!("tiles: unknown tile {:?}{hint}; it is left out", name.0);
                complain(name.0, message);
            }
            if was
                .zip(is)
                .is_some_and(|(was, is)| was.is_passable() != is.is_passable())
            {
                complain(
                    new,
                    format!(
                        "tiles: {new:?} cannot replace {old:?}, because only one of them can be walked on; it is left out"
                    ),
                );
            }
        }
    }
    errors
}

/// Returns errors for goals of a custom file that nothing has: no monster, no thing and no tile. Such a goal cannot be met.
pub fn unknown_goals(
    goals: &Goals,
    tiles: TileSet,
    bestiary: &Bestiary,
    things: &Things,
) -> Vec<DataError> {
    let named = goals.iter().filter(|it| it.does != Does::Reach);
    let wrong = named.filter_map(|goal| {
        let monsters = || bestiary.iter().map(|it| it.name.as_str());
        let all_things = || things.iter().map(|it| it.name.as_str());
        let all_tiles = || tiles.iter().map(|it| it.name());
        let goal_tiles = || tiles.iter().filter(|it| it.is_goal()).map(|it| it.name());
        let (kind, known): (_, Vec<&str>) = match goal.does {
            Does::Take => (
                "thing or tile with `goal: true`",
                all_things().chain(goal_tiles()).collect(),
            ),
            Does::Use => ("thing", all_things().collect()),
            Does::Kill => ("monster", monsters().collect()),
            _ => ("monster or tile", monsters().chain(all_tiles()).collect()),
        };
        if known.contains(&goal.what.as_str()) {
            return None;
        }
        let hint = did_you_mean(&goal.what, known);
        Some(DataError {
            file: QUEST.to_owned(),
            place: goal.place,
            message: format!(
                "goals.what: unknown {kind} {:?}{hint}; this goal cannot be met",
                goal.what
            ),
        })
    });
    wrong.collect()
}
