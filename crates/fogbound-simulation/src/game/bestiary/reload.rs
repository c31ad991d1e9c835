//! Loading the bestiary when a game starts, and reloading it when a file changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::effects::Vocabulary;
use super::files::{MonsterError, MonsterFiles};
use super::library::Bestiary;
use super::monster::Monster;
use super::names::{Meant, Named};
use super::spawn::{MadeBy, MonsterKind, change_monster};
use super::thing_file::{read_things, unknown_in_things};
use crate::game::being::{Clock, LeftAt, Terms, Thing, Things, renew_wearers};
use crate::map::TileMap;

/// A message for people who edit game files, such as an error in a file. It appears in the message log.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Notice(pub String);

/// Reads the bestiary from `files`. Errors do not stop the game: they are sent as [`Notice`]s and kept in
/// [`Bestiary::errors`].
///
/// Every new game calls this function with the files in its setup. Call it earlier to get the errors before a game
/// starts.
pub fn load_monsters(world: &mut World, files: MonsterFiles) {
    let are_loaded = world.resource::<Bestiary>().is_loaded_from(&files);
    world.insert_resource(files.clone());
    if are_loaded {
        return;
    }
    if let Some(mut things) = world.get_resource_mut::<Things>() {
        things.forget_items();
    }
    let errors = read(world);
    tell(world, errors);
    let things = world.get_resource::<Things>();
    if things.is_some_and(|it| it.errors().is_empty()) {
        world.resource_mut::<Bestiary>().note_loaded(files);
    }
}

/// Reads the files again and applies any changes to living monsters and to what is worn. A file with errors does not
/// change anything. Errors are sent as [`Notice`]s and logged.
///
/// This happens automatically whenever a file in the assets folder changes. Call this function to reload immediately.
pub fn reload_monsters(world: &mut World) {
    let mut files = world.resource::<MonsterFiles>().clone();
    if let Err(error) = files.look_again() {
        warn!("{error}");
        world.write_message(Notice(error.to_string()));
        return;
    }
    replace_monsters(world, files);
}

/// Reads the bestiary and the things from `files` instead of the current files, and applies any changes to living
/// monsters and to what is worn.
pub fn replace_monsters(world: &mut World, files: MonsterFiles) {
    let before = world.resource::<Bestiary>().clone();
    let things_before = world.get_resource::<Things>().map(texts_by_name);
    let unknown_before = unknown_names(world);
    world.insert_resource(files);
    let mut errors = read(world);
    let is_new = |it: &MonsterError| !unknown_before.contains(it);
    errors.extend(unknown_names(world).into_iter().filter(is_new));
    let now = world.resource::<Clock>().tick;
    // Monsters on levels that the player has left are disabled but still alive. Each monster keeps a copy of the
    // definition from which it was made, even if its file has since changed or been deleted.
    let mut living = world.query_filtered::<(Entity, &MonsterKind, &MadeBy), Allow<Disabled>>();
    let bestiary = world.resource::<Bestiary>();
    let change = |(entity, kind, MadeBy(old)): (Entity, &MonsterKind, &MadeBy)| {
        let new = bestiary.get(&kind.0)?;
        (!Arc::ptr_eq(old, new)).then(|| (entity, old.clone(), new.clone()))
    };
    let changed: Vec<_> = living.iter(world).filter_map(change).collect();
    for (entity, old, new) in changed {
        let left_at = world.get::<LeftAt>(entity).map(|left| left.tick);
        change_monster(world, entity, &old, &new, left_at.unwrap_or(now));
    }
    let news = describe(&before, world.resource::<Bestiary>());
    let things = world.get_resource::<Things>().map(texts_by_name);
    let of_things = things_before.zip(things);
    let of_things = of_things.map(|(before, after)| describe_things(&before, &after));
    tell(world, errors);
    for line in news.into_iter().chain(of_things.into_iter().flatten()) {
        world.write_message(Notice(line));
    }
}

/// Returns an error for each name in a monster file that is unknown in the current game.
fn unknown_names(world: &World) -> Vec<MonsterError> {
    let (map, things) = (
        world.get_resource::<TileMap>(),
        world.get_resource::<Things>(),
    );
    let known = map.zip(things);
    known.map_or_else(Vec::new, |(map, things)| {
        world
            .resource::<Bestiary>()
            .unknown_names(map.tile_set(), things)
    })
}

fn read(world: &mut World) -> Vec<MonsterError> {
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let terms = world.get_resource::<Terms>().cloned().unwrap_or_default();
    let vocabulary = Vocabulary {
        types: &registry,
        terms: &terms,
    };
    let mut errors = world.resource_scope(|world, mut bestiary: Mut<Bestiary>| {
        bestiary.read(world.resource::<MonsterFiles>(), Some(vocabulary))
    });
    if !world.contains_resource::<Things>() {
        return errors;
    }
    world.resource_scope(|world, mut things: Mut<Things>| {
        let files = world.resource::<MonsterFiles>();
        let (wrong, names) = read_things(&mut things, files, vocabulary);
        let is_late = |it: &Named| [Meant::Tiles, Meant::Counts].contains(&it.meant);
        let (late, names) = names.into_iter().partition(is_late);
        let mut bestiary = world.resource_mut::<Bestiary>();
        bestiary.note_names_in_things(late);
        let unknown = unknown_in_things(names, &things, &bestiary);
        let before = things.errors().to_vec();
        things.note_errors(wrong.into_iter().chain(unknown).collect());
        // An error is reported once, although the files of things are read again for every game.
        let new = things.errors().iter().filter(|it| !before.contains(it));
        errors.extend(new.cloned());
    });
    renew_wearers(world);
    errors
}

fn tell(world: &mut World, errors: Vec<MonsterError>) {
    for error in errors {
        warn!("{error}");
        world.write_message(Notice(error.to_string()));
    }
}

/// Returns the text of the file of each thing that has one, by the thing's name.
fn texts_by_name(things: &Things) -> BTreeMap<String, Arc<str>> {
    let items = things.items();
    let text = |thing: &Thing| Some((thing.name.clone(), thing.item.as_ref()?.text.clone()));
    items.filter_map(|(_, thing)| text(thing)).collect()
}

/// Describes the differences between two catalogues of things, in one sentence for each thing.
fn describe_things(
    before: &BTreeMap<String, Arc<str>>,
    after: &BTreeMap<String, Arc<str>>,
) -> Vec<String> {
    let changed = after
        .iter()
        .filter(|(name, text)| before.get(*name).is_some_and(|it| it != *text));
    let new = after.keys().filter(|it| !before.contains_key(*it));
    changed
        .map(|(name, _)| format!("The {name} has changed."))
        .chain(new.map(|it| format!("New thing: the {it}.")))
        .collect()
}

/// Describes the differences between two bestiaries, in one sentence for each monster.
fn describe(before: &Bestiary, after: &Bestiary) -> Vec<String> {
    let old = |it: &Arc<Monster>| before.get(&it.name);
    let is_other = |it: &&Arc<Monster>| old(it).is_some_and(|old| !Arc::ptr_eq(old, it));
    let changed = after.iter().filter(is_other);
    let new = after.iter().filter(|it| old(it).is_none());
    let gone = before.iter().filter(|it| after.get(&it.name).is_none());
    changed
        .map(|it| format!("The {} has changed.", it.name))
        .chain(new.map(|it| format!("New monster: the {}.", it.name)))
        .chain(gone.map(|it| format!("No file defines the {} any more.", it.name)))
        .collect()
}
