//! The files that `new` writes: templates with a name, checked by the loaders.

use bevy::prelude::World;

use crate::cli::assets::{Assets, MOD, check_mod};
use crate::dungeon::{Builders, DEPTHS, Dungeon, Stock, THEMES, TILES, VAULTS};
use crate::files::{DataError, printable, set_key};
use crate::game::bestiary::{Bestiary, MonsterFiles, load_monsters};
use crate::game::{BOONS, Boons, Goals, QUEST, Things};
use crate::map::{START_GLYPH, TileSet, is_letter, is_shown};

const MONSTER: &str = include_str!("monster.ron");
const TILE: &str = include_str!("tile.ron");
const DEPTH: &str = include_str!("depth.ron");

/// How the template of a level begins, and how it begins if it changes a level.
const WHOLE_PLAN: &str = "// The plan of the whole dungeon, which replaces the game's plan. Levels are numbered from 1 without gaps, up to 99. The\n// beacon is on the last level.\n";
const ONE_LEVEL: &str =
    "// Changes to single levels of the dungeon. All other levels stay as they are.\n";
const VAULT: &str = include_str!("vault.txt");
const THING: &str = include_str!("thing.ron");
const BOON: &str = include_str!("boon.ron");
const SCENE: &str = include_str!("scene.scene");
const THEME: &str = include_str!("theme.ron");
const QUEST_FILE: &str = include_str!("quest.ron");
const MOD_FILE: &str = include_str!("mod.ron");

/// A file to write.
pub(super) struct Draft {
    /// The name of the file in the folder.
    pub file: String,
    pub text: String,
    /// Whether the file already exists, so that the text contains everything that the user wrote there.
    pub is_extended: bool,
    /// Commands to try, in which `DIR` stands for the folder.
    pub commands: [String; 2],
}

/// Drafts a new monster.
///
/// # Errors
///
/// Returns why the name or the user's file cannot be used.
pub(super) fn monster(world: &mut World, assets: &Assets, name: &str) -> Result<Draft, String> {
    let added = world.resource::<MonsterFiles>();
    let files = assets.monsters.clone().and_added(added);
    load_monsters(world, files.clone());
    let bestiary = world.resource::<Bestiary>();
    let file = format!("{}.ron", file_name(name));
    for ((other, _), (path, monster)) in bestiary.texts().zip(bestiary.by_file()) {
        if other == file || monster.name == name {
            return Err(format!(
                "name: {name:?} is taken by {path}; expected a name that no other monster has"
            ));
        }
    }
    let glyph = free_letter(bestiary, name)?;
    let text = MONSTER.replace("GLYPH", &format!("{glyph:?}"));
    let text = text.replace("NAME", &format!("{name:?}"));
    let owned = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
    let mut all: Vec<_> = bestiary.texts().map(owned).chain(files.things()).collect();
    all.push((file.clone(), text.clone()));
    load_monsters(world, MonsterFiles::recorded(all));
    accepted(world.resource::<Bestiary>().errors(), &file)?;
    Ok(Draft {
        file: format!("monsters/{file}"),
        text,
        is_extended: false,
        commands: [
            "fogbound monsters --assets DIR".to_owned(),
            on_a_map(glyph, "....x<Tab>"),
        ],
    })
}

/// Drafts a new thing.
///
/// # Errors
///
/// Returns why the name or the user's file cannot be used.
pub(super) fn thing(world: &mut World, assets: &Assets, name: &str) -> Result<Draft, String> {
    let added = world.resource::<MonsterFiles>();
    let files = assets.monsters.clone().and_added(added);
    load_monsters(world, files.clone());
    let things = world.resource::<Things>();
    let file = format!("things/{}.ron", file_name(name));
    let is_taken = |(other, _): (&str, &str)| other == file;
    if things.named(name).is_some() || things.texts().any(is_taken) {
        return Err(format!(
            "name: {name:?} is taken; expected a name that no other thing has"
        ));
    }
    let sign = free_sign(world, &assets.tiles()).map_err(|why| format!("sign: {why}"))?;
    let text = THING.replace("SIGN", &format!("{sign:?}"));
    let text = text.replace("NAME", &format!("{name:?}"));
    let bestiary = world.resource::<Bestiary>();
    let owned = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
    let mut all: Vec<_> = bestiary.texts().map(owned).chain(files.things()).collect();
    all.push((file.clone(), text.clone()));
    load_monsters(world, MonsterFiles::recorded(all));
    accepted(world.resource::<Things>().errors(), &file)?;
    Ok(Draft {
        file,
        text,
        is_extended: false,
        commands: [
            "fogbound monsters --assets DIR".to_owned(),
            "fogbound --assets DIR --seed 1".to_owned(),
        ],
    })
}

/// Returns a character that neither a tile nor a thing has.
fn free_sign(world: &World, tiles: &TileSet) -> Result<char, String> {
    let things = world.resource::<Things>();
    let is_free = |it: &char| {
        is_shown(*it)
            && !it.is_alphanumeric()
            && *it != START_GLYPH
            && tiles.from_glyph(*it).is_none()
            && !things.iter().any(|thing| thing.glyph == *it)
    };
    let sign = ('!'..=char::MAX).find(is_free);
    sign.ok_or_else(|| "other tiles and things have taken all characters".to_owned())
}

/// Drafts a new boon, after those in the user's file or, if there is none, after the game's own.
///
/// # Errors
///
/// Returns why the name or the user's file cannot be used.
pub(super) fn boon(assets: &Assets, name: &str) -> Result<Draft, String> {
    if assets.boons.named(name).is_some() {
        return Err(format!(
            "name: {name:?} is taken; expected a name that no other boon has"
        ));
    }
    let own = assets.boons.text();
    let before = own.unwrap_or(fogbound_assets::BOONS.text);
    let new = BOON.replace("NAME", &format!("{name:?}"));
    let no_place = || format!("{BOONS}: no place for a new entry; add one yourself");
    let text = add_item(before, &new).ok_or_else(no_place)?;
    let read = Boons::read(BOONS, &text).map_err(|errors| {
        let first = accepted(&errors, BOONS).err();
        first.unwrap_or_else(no_place)
    })?;
    if read.iter().count() != assets.boons.iter().count() + 1 {
        return Err(no_place());
    }
    Ok(Draft {
        file: BOONS.to_owned(),
        text,
        is_extended: own.is_some(),
        commands: [
            "fogbound monsters --assets DIR".to_owned(),
            "fogbound --assets DIR --seed 1".to_owned(),
        ],
    })
}

/// Drafts a new theme for levels.
///
/// # Errors
///
/// Returns why the name cannot be used.
pub(super) fn theme(world: &World, assets: &Assets, name: &str) -> Result<Draft, String> {
    let file = format!("{THEMES}{}.ron", file_name(name));
    if assets.last(&file).is_some() {
        return Err(format!(
            "name: {name:?} is taken; expected a name that no other theme has"
        ));
    }
    let text = THEME.replace("NAME", &format!("{:?}", file_name(name)));
    checked(assets, world.resource(), &file, &text)?;
    Ok(Draft {
        file,
        text,
        is_extended: false,
        commands: [
            "fogbound new depth NAME --assets DIR".replace("NAME", "hall"),
            "fogbound dungeon --assets DIR --seed 1".to_owned(),
        ],
    })
}

/// Drafts what the game is about. The name is what a victory is called.
///
/// # Errors
///
/// Returns why the name cannot be used, or that there is such a file.
pub(super) fn quest(assets: &Assets, name: &str) -> Result<Draft, String> {
    if assets.goals.text().is_some() {
        return Err(format!("{QUEST} is there already; a game has one"));
    }
    let text = QUEST_FILE.replace("TITLE", "\"Go down to level 3, and come out again.\"");
    let text = text.replace("NAME", &format!("{name:?}"));
    Goals::read(QUEST, &text).map_err(|errors| {
        let first = accepted(&errors, QUEST).err();
        first.unwrap_or_else(|| "name: found a text that no quest can have".to_owned())
    })?;
    Ok(Draft {
        file: QUEST.to_owned(),
        text,
        is_extended: false,
        commands: [
            "fogbound --assets DIR --seed 1".to_owned(),
            "fogbound bots --assets DIR --games 10".to_owned(),
        ],
    })
}

/// Drafts the file that says what mod a folder is.
///
/// # Errors
///
/// Returns why the name cannot be used, or that there is such a file.
pub(super) fn of_mod(assets: &Assets, name: &str) -> Result<Draft, String> {
    let folder = assets.folders().last();
    if folder.is_some_and(|it| it.join(MOD).exists()) {
        return Err(format!("{MOD} is there already; a folder has one"));
    }
    let text = MOD_FILE.replace("NAME", &format!("{name:?}"));
    check_mod(MOD, &text)?;
    Ok(Draft {
        file: MOD.to_owned(),
        text,
        is_extended: false,
        commands: [
            "fogbound mods --assets DIR".to_owned(),
            "fogbound --assets DIR --seed 1".to_owned(),
        ],
    })
}

/// Adds an item at the end of the list that a file consists of.
fn add_item(before: &str, new: &str) -> Option<String> {
    let end = before.rfind(']')?;
    let (items, rest) = before.split_at(end);
    let comma = match items.trim_end() {
        it if it.ends_with([',', '[']) => "",
        _ => ",",
    };
    let newline = match before.contains("\r\n") {
        true => "\r\n",
        false => "\n",
    };
    let new = new.lines().collect::<Vec<_>>().join(newline);
    Some(format!(
        "{}{comma}{newline}{new}{newline}{rest}",
        items.trim_end()
    ))
}

/// Drafts a new vault.
///
/// # Errors
///
/// Returns why the name or the user's file cannot be used.
pub(super) fn vault(world: &World, assets: &Assets, name: &str) -> Result<Draft, String> {
    let builders = world.resource();
    let (stock, _) = assets.stock(builders);
    let file = format!("{VAULTS}{}.txt", file_name(name));
    let mut others = stock.vaults_by_file();
    if let Some((other, _)) = others.find(|(other, vault)| *other == file || vault.name == name) {
        return Err(format!(
            "name: {name:?} is taken by {other}; expected a name that no other vault has"
        ));
    }
    let text = VAULT.replace("NAME\n// What", &format!("{}\n// What", printable(name)));
    let stock = checked(assets, builders, &file, &text)?;
    let command = format!(
        "fogbound dungeon --assets DIR --seed {}",
        seed_with(name, stock)
    );
    Ok(Draft {
        file,
        text,
        is_extended: false,
        commands: [command.clone(), format!("{command} --figures")],
    })
}

/// Returns a seed with this vault on the first level, or 1 if there is none among the first seeds.
fn seed_with(vault: &str, stock: Stock) -> u64 {
    const SEEDS: u64 = 60;
    let dungeon = Dungeon {
        stock,
        ..Dungeon::default()
    };
    let has_it = |seed: &u64| {
        let level = dungeon.level(*seed, 0);
        level.is_ok_and(|level| level.vaults.iter().any(|(name, _)| name == vault))
    };
    (1..=SEEDS).find(has_it).unwrap_or(1)
}

/// Drafts a new tile, in the user's tile file if there is one.
///
/// # Errors
///
/// Returns why the name or the user's file cannot be used.
pub(super) fn tile(world: &World, assets: &Assets, name: &str) -> Result<Draft, String> {
    let tiles = assets.tiles();
    if tiles.get(name).is_some() {
        return Err(format!(
            "name: {name:?} is taken; expected a name that no other tile has"
        ));
    }
    let glyph = free_sign(world, &tiles).map_err(|why| format!("glyph: {why}"))?;
    let text = TILE.replace("GLYPH", &format!("{glyph:?}"));
    let commands = [
        "fogbound dungeon --assets DIR --seed 1".to_owned(),
        on_a_map(glyph, "lllll"),
    ];
    let key = format!("{name:?}");
    let text = text.replace("NAME", &key);
    entry(world.resource(), assets, (TILES, &key, text), commands)
}

/// Drafts a new last level, in the user's plan if there is one, or a change of a level of the dungeon.
///
/// # Errors
///
/// Returns why the name or the user's file cannot be used.
pub(super) fn depth(
    world: &World,
    assets: &Assets,
    (name, level): (&str, Option<u32>),
) -> Result<Draft, String> {
    let builders = world.resource();
    let (stock, _) = assets.stock(builders);
    let count = match stock.texts().contains_key(DEPTHS) {
        true => stock.depths().count(),
        false => 0,
    };
    if count > 0 && stock.depths().iter().any(|it| it.name == name) {
        return Err(format!(
            "name: a level is already called {name:?}; accepted: another name"
        ));
    }
    let last = stock.depths().iter().count() as u32;
    if let Some(level) = level.filter(|level| *level > last) {
        return Err(format!(
            "--level: level {level} does not exist; accepted: 1 to {last}"
        ));
    }
    let key = level.map_or_else(|| (count + 1).to_string(), |it| it.to_string());
    let text = DEPTH.replace("NUMBER", &key);
    let text = match level {
        Some(level) => text
            .replace("        //base: 1,\n", &format!("        base: {level},\n"))
            .replace(WHOLE_PLAN, ONE_LEVEL),
        None => text,
    };
    let text = text.replace("NAME", &format!("{name:?}"));
    let commands = [
        format!("fogbound dungeon --assets DIR --seed 1 --depth {key}"),
        "fogbound --assets DIR --seed 1".to_owned(),
    ];
    entry(builders, assets, (DEPTHS, &key, text), commands)
}

/// Returns a new file with one entry, or the user's file with that entry added.
///
/// # Errors
///
/// If the program cannot read the user's file, which must not be changed then, or the new entry.
fn entry(
    builders: &Builders,
    assets: &Assets,
    (file, key, new): (&str, &str, String),
    commands: [String; 2],
) -> Result<Draft, String> {
    let before = assets.last(file);
    let (_, errors) = assets.stock_and_errors(builders);
    let is_in = |it: &&DataError| before.is_some_and(|before| before.path == it.file);
    if let Some(error) = errors.iter().find(is_in) {
        return Err(error.to_string());
    }
    let text = match before {
        None => new,
        Some(before) => add_entry(&before.text, key, &new)
            .ok_or_else(|| format!("{file}: no place for a new entry; add one yourself"))?,
    };
    checked(assets, builders, file, &text)?;
    Ok(Draft {
        file: file.to_owned(),
        text,
        is_extended: before.is_some(),
        commands,
    })
}

/// Adds the entry of a new file to the user's text. If that text already contains the explanations, they are not
/// repeated.
fn add_entry(before: &str, key: &str, new: &str) -> Option<String> {
    let (_, entry) = new.split_once(&format!("\n    {key}: "))?;
    let entry = entry.strip_suffix(",\n}\n")?;
    let is_told = before.contains("Remove the two slashes");
    let is_kept = |line: &&str| {
        let line = line.trim_start();
        !is_told || !(line.is_empty() || line.starts_with("// "))
    };
    let lines: Vec<&str> = entry.lines().filter(is_kept).collect();
    let newline = match before.contains("\r\n") {
        true => "\r\n",
        false => "\n",
    };
    set_key(before, key, &lines.join(newline))
}

/// Returns the stock with a new file in the folder.
///
/// # Errors
///
/// If the program cannot read that file together with the others.
fn checked(assets: &Assets, builders: &Builders, file: &str, text: &str) -> Result<Stock, String> {
    let assets = assets.with(file, text);
    let (stock, errors) = assets.stock_and_errors(builders);
    let path = assets.last(file).map_or(file, |it| &it.path);
    accepted(&errors, path)?;
    Ok(stock)
}

/// Drafts a new scene about the monster whose name is in the scene's name, or about a rat.
///
/// # Errors
///
/// Returns why the name cannot be used.
pub(super) fn scene(world: &mut World, assets: &Assets, name: &str) -> Result<Draft, String> {
    if !name.contains(char::is_alphanumeric) {
        return Err(format!(
            "name: found {name:?}; expected at least one letter"
        ));
    }
    let added = world.resource::<MonsterFiles>();
    let files = assets.monsters.clone().and_added(added);
    load_monsters(world, files);
    let names = world.resource::<Bestiary>().iter().map(|it| &*it.name);
    // A monster's file has hyphens where its name has spaces.
    let words = file_name(name);
    let is_named = |it: &&str| format!("-{words}-").contains(&format!("-{}-", file_name(it)));
    let monster = names.filter(is_named).max_by_key(|it| it.len());
    let monster = monster.unwrap_or("rat");
    let file = format!("{}.scene", file_name(name));
    Ok(Draft {
        text: SCENE.replace("M: NAME", &format!("M: {monster}")),
        commands: [
            format!("fogbound check DIR/{file}"),
            format!("fogbound lab DIR/{file}"),
        ],
        file,
        is_extended: false,
    })
}

/// Returns the first error in a file, in words for a name that was typed as an argument.
fn accepted(errors: &[DataError], file: &str) -> Result<(), String> {
    let Some(error) = errors.iter().find(|it| it.file == file) else {
        return Ok(());
    };
    let quotes = [", in double quotes", " in double quotes"];
    let message = error.message.clone();
    Err(quotes
        .iter()
        .fold(message, |it, words| it.replace(words, "")))
}

/// Returns the file name for a name, without its ending.
fn file_name(name: &str) -> String {
    let name = name.replace('\'', "");
    let words = name.split(|it: char| !it.is_alphanumeric());
    let words: Vec<&str> = words.filter(|it| !it.is_empty()).collect();
    match words.is_empty() {
        true => "new".to_owned(),
        false => words.join("-"),
    }
}

/// Returns a letter that no monster has: the first letter in the name that is free as a capital or small letter, or any
/// free letter.
fn free_letter(bestiary: &Bestiary, name: &str) -> Result<char, String> {
    let is_free = |it: &char| bestiary.by_glyph(*it).is_none() && bestiary.broken(*it).is_none();
    let own = name.chars().filter(char::is_ascii_alphabetic);
    let mut all = own
        .flat_map(|it| [it, it.to_ascii_uppercase()])
        .chain('a'..='z')
        .chain('A'..='Z')
        .chain(('\u{80}'..'\u{400}').filter(|it| is_letter(*it)));
    let found = all.find(is_free);
    found.ok_or_else(|| "glyph: other monsters have taken all letters".to_owned())
}

/// Returns a command that plays on a small map with this character.
fn on_a_map(glyph: char, keys: &str) -> String {
    format!(
        "printf '##########\\n#@...{glyph}...#\\n#........#\\n##########\\n' | \
         fogbound --assets DIR --map - --frontend text --keys '{keys}'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_entry_keeps_what_the_user_wrote_and_explains_each_field_once() {
        let new = TILE.replace("NAME", "\"moss\"").replace("GLYPH", "'['");
        let before = "// Mine.\r\n{\r\n    \"bog\": (glyph: ']'), // Wet.\r\n}\r\n// The end.\r\n";
        let one = add_entry(before, "\"moss\"", &new).unwrap();
        let (start, end) = before.split_at(before.find("}\r\n").unwrap());
        assert!(one.starts_with(start) && one.ends_with(end), "{one}");
        assert_eq!(one.lines().count(), one.matches("\r\n").count());
        assert!(one.contains("Whether it blocks sight."), "{one}");

        let other = new.replace("moss", "lichen").replace("'['", "'{'");
        let two = add_entry(&one, "\"lichen\"", &other).unwrap();
        assert_eq!(two.matches("Whether it blocks sight.").count(), 1, "{two}");
        assert_eq!(two.matches("//opaque: false,").count(), 2, "{two}");
    }
}
