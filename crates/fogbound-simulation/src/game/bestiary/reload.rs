//! Reading the bestiary when the game starts, and again when a file changes.

use std::sync::Arc;

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::spawn::change_monster;
use super::{Bestiary, MadeBy, Monster, MonsterError, MonsterFiles, MonsterKind};
use crate::game::being::{Clock, LeftAt};

/// Something that a maker should read, such as what is wrong with a file. The view shows it among
/// the messages of the game.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Notice(pub String);

/// Reads the bestiary from these files. What is broken is told as a [`Notice`] and is among
/// [`Bestiary::errors`]; the game goes on in any case.
///
/// A game that starts does this with the files of its setup. Call it before that if you want to know what is
/// broken.
pub fn load_monsters(world: &mut World, files: MonsterFiles) {
    world.insert_resource(files);
    let errors = read(world);
    tell(world, errors);
}

/// Looks at the files again: what has changed in them changes the monsters that live, too. A file
/// that is broken changes nothing; what is wrong with it is told as a [`Notice`] and in the log.
///
/// Called whenever a file of the folder of assets changes; call it to have it done at once.
pub fn reload_monsters(world: &mut World) {
    let mut files = world.resource::<MonsterFiles>().clone();
    if let Err(error) = files.look_again() {
        warn!("{error}");
        world.write_message(Notice(error.to_string()));
        return;
    }
    replace_monsters(world, files);
}

/// Reads the bestiary from these files, in place of those that it was read from: what is different in them changes the
/// monsters that live, too.
pub fn replace_monsters(world: &mut World, files: MonsterFiles) {
    let before = world.resource::<Bestiary>().clone();
    world.insert_resource(files);
    let errors = read(world);
    let now = world.resource::<Clock>().tick;
    // Those who wait on levels that the player has left are disabled, and live. Each has the definition it
    // was made by, whatever has become of its file meanwhile.
    let mut living = world.query_filtered::<(Entity, &MonsterKind, &MadeBy), Allow<Disabled>>();
    let bestiary = world.resource::<Bestiary>();
    let change = |(entity, kind, MadeBy(old)): (Entity, &MonsterKind, &MadeBy)| {
        let new = bestiary.get(&kind.0)?;
        (!Arc::ptr_eq(old, new)).then(|| (entity, old.clone(), new.clone()))
    };
    let changed: Vec<_> = living.iter(world).filter_map(change).collect();
    for (entity, old, new) in changed {
        let left_at = world.get::<LeftAt>(entity).map(|left| left.0);
        change_monster(world, entity, &old, &new, left_at.unwrap_or(now));
    }
    let news = describe(&before, world.resource::<Bestiary>());
    tell(world, errors);
    for line in news {
        world.write_message(Notice(line));
    }
}

fn read(world: &mut World) -> Vec<MonsterError> {
    let registry = world.resource::<AppTypeRegistry>().clone();
    world.resource_scope(|world, mut bestiary: Mut<Bestiary>| {
        bestiary.read(world.resource::<MonsterFiles>(), Some(&registry.read()))
    })
}

fn tell(world: &mut World, errors: Vec<MonsterError>) {
    for error in errors {
        warn!("{error}");
        world.write_message(Notice(error.to_string()));
    }
}

/// What is different, in a sentence a monster.
fn describe(before: &Bestiary, after: &Bestiary) -> Vec<String> {
    let old = |it: &Arc<Monster>| before.get(&it.name);
    let is_other = |it: &&Arc<Monster>| old(it).is_some_and(|old| !Arc::ptr_eq(old, it));
    let changed = after.iter().filter(is_other);
    let new = after.iter().filter(|it| old(it).is_none());
    let gone = before.iter().filter(|it| after.get(&it.name).is_none());
    changed
        .map(|it| format!("The {} has changed.", it.name))
        .chain(new.map(|it| format!("There is a new monster, the {}.", it.name)))
        .chain(gone.map(|it| format!("No file tells of the {} any more.", it.name)))
        .collect()
}
