//! Things, which lie still and can be seen and remembered.

use std::sync::Arc;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use rand::Rng;

use super::actor::{Actor, OnLevel};
use super::item::{Held, Hidden, Item, Lasts, Piece, Spent, Trap};
use super::occasion::Occasion;
use super::occupancy::Occupancy;
use crate::dungeon::random::weighted;
use crate::files::DataError;
use crate::map::{PictureId, START_GLYPH, Tile, is_shown};
use crate::mistakes::NoteMistake;
use crate::vision::{LiesStill, ObjectKind, Position};

/// A kind of thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thing {
    /// The article before the name. May be empty.
    pub article: &'static str,
    /// The name, in lower case.
    pub name: String,
    /// The glyph.
    pub glyph: char,
    /// The red, green and blue components of the colour while the thing is visible. `None` stands for the palette's
    /// colour for things. A remembered thing always has the palette's colour.
    pub color: Option<(u8, u8, u8)>,
    /// How often the thing is placed in generated levels, relative to other things. Built-in things have a weight of 1.
    /// A thing with a weight of 0 is never placed.
    pub weight: u16,
    /// What the thing can do, unless it is mere scenery.
    pub item: Option<Arc<Item>>,
    /// What a place is remembered by in which the thing stands, such as `fountain`, if people would remember it.
    pub landmark: Option<String>,
    /// What a window draws in place of the glyph.
    pub picture: Option<PictureId>,
}

impl Thing {
    /// Creates a thing that is as common as the built-in ones.
    pub fn new(article: &'static str, name: impl Into<String>, glyph: char) -> Self {
        Self {
            article,
            name: name.into(),
            glyph,
            color: None,
            weight: 1,
            item: None,
            landmark: None,
            picture: None,
        }
    }

    /// Returns the name of what a place in a pack holds, with the number of things, or of uses that are left.
    pub fn name_of(&self, held: Held) -> String {
        match (held.count, &self.item) {
            (2.., Some(item)) => format!("{} {}", held.count, item.plural),
            (_, Some(item)) if item.charges > 0 => {
                let left = item.charges.saturating_sub(held.spent);
                format!("{} ({left} left)", self.name)
            }
            _ => self.name.clone(),
        }
    }

    /// Returns the name without the article. The name of a corpse includes the word `dead`, as in `dead rat`.
    pub fn full_name(&self) -> String {
        match self.is_corpse() {
            true => format!("dead {}", self.name),
            false => self.name.clone(),
        }
    }

    pub fn is_corpse(&self) -> bool {
        self.article == DEAD
    }
}

/// The catalogue of things, indexed by [`ObjectKind`]. Numbers in the lower half of the range are for scenery. Those in the
/// upper half are for corpses and, above them, for things from files. Of several things on a cell, the one with the
/// highest number is drawn.
#[derive(Resource, Clone, Debug)]
pub struct Things {
    furniture: Vec<Thing>,
    corpses: Vec<Thing>,
    corpses_of: HashMap<String, ObjectKind>,
    /// The things from files.
    items: Vec<Thing>,
    /// The errors in those files.
    errors: Vec<DataError>,
}

/// The number of the first kind of corpse.
const CORPSES: u16 = 1 << 15;

/// The number of the first thing from a file.
const ITEMS: u16 = 3 << 14;

/// The built-in things: article, name, glyph, landmark and picture.
const FURNITURE: [(&str, &str, char, Option<&str>, &str); 3] = [
    ("some", "bones", '%', None, "bones"),
    ("a", "dry fountain", '&', Some("fountain"), "fountain"),
    ("a", "broken pillar", '|', Some("pillar"), "pillar"),
];

/// What stands before the name of the creature, for a corpse.
const DEAD: &str = "a dead";

/// The glyph of corpses.
const CORPSE: char = '%';

impl Default for Things {
    fn default() -> Self {
        let thing = |(article, name, glyph, landmark, picture): (_, _, _, Option<&str>, _)| Thing {
            landmark: landmark.map(str::to_owned),
            picture: PictureId::named(picture),
            ..Thing::new(article, name, glyph)
        };
        Self {
            furniture: FURNITURE.into_iter().map(thing).collect(),
            corpses: Vec::new(),
            corpses_of: HashMap::new(),
            items: Vec::new(),
            errors: Vec::new(),
        }
    }
}

impl Things {
    /// Returns the entry for `kind`.
    pub fn get(&self, kind: ObjectKind) -> Option<&Thing> {
        let (list, first) = match kind.0 {
            ITEMS.. => (&self.items, ITEMS),
            CORPSES.. => (&self.corpses, CORPSES),
            _ => (&self.furniture, 0),
        };
        list.get(usize::from(kind.0 - first))
    }

    /// Returns what things of a kind can do, unless they are mere scenery.
    pub fn item(&self, kind: ObjectKind) -> Option<&Arc<Item>> {
        self.get(kind)?.item.as_ref()
    }

    /// Iterates over the things from files that can be placed or carried, each with its kind.
    pub fn items(&self) -> impl Iterator<Item = (ObjectKind, &Thing)> {
        (ITEMS..).map(ObjectKind).zip(&self.items)
    }

    /// Iterates over the names and contents of the files in use, in the order of their names. The names begin with
    /// `things/`.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let items = self.items.iter().filter_map(|it| it.item.as_ref());
        items.map(|item| (&*item.file, &*item.text))
    }

    /// Replaces the things from files. A kind that was there before keeps its number.
    pub(crate) fn replace_items(&mut self, items: impl IntoIterator<Item = Thing>) {
        for item in items {
            let has_room = self.items.len() < usize::from(u16::MAX - ITEMS);
            match self.items.iter_mut().find(|it| it.name == item.name) {
                Some(old) => *old = item,
                None if has_room => self.items.push(item),
                None => {}
            }
        }
    }

    /// Removes the things from files. Called when a new game begins.
    pub(crate) fn forget_items(&mut self) {
        self.items.clear();
    }

    pub fn errors(&self) -> &[DataError] {
        &self.errors
    }

    pub(crate) fn note_errors(&mut self, errors: Vec<DataError>) {
        self.errors = errors;
    }

    /// Returns whether `kind` is a corpse.
    pub fn is_corpse(&self, kind: ObjectKind) -> bool {
        (CORPSES..ITEMS).contains(&kind.0)
    }

    /// Returns all entries: first the scenery, then the corpses, then the things from files.
    pub fn iter(&self) -> impl Iterator<Item = &Thing> {
        let lists = [&self.furniture, &self.corpses, &self.items];
        lists.into_iter().flatten()
    }

    /// Returns the thing with this name. Ignores corpses.
    pub fn named(&self, name: &str) -> Option<ObjectKind> {
        let in_list = |list: &[Thing]| list.iter().position(|it| it.name == name);
        let scenery = in_list(&self.furniture).map(|number| ObjectKind(number as u16));
        scenery.or_else(|| Some(ObjectKind(ITEMS + in_list(&self.items)? as u16)))
    }

    /// Adds a kind of thing. Levels generated from now on may contain it.
    ///
    /// The catalogue holds up to 32,768 kinds. If the catalogue is full, this function discards the new thing and
    /// returns the last kind.
    pub fn add(&mut self, thing: Thing) -> ObjectKind {
        if self.furniture.len() < usize::from(CORPSES) {
            self.furniture.push(thing);
        }
        ObjectKind(self.furniture.len() as u16 - 1)
    }

    /// Chooses a kind at random by weight. Returns `None` if all weights are 0.
    pub(crate) fn choose(&self, dice: &mut impl Rng) -> Option<ObjectKind> {
        let weights = self.furniture.iter().map(|thing| u32::from(thing.weight));
        let chosen = weighted(weights, dice);
        Some(ObjectKind(chosen? as u16))
    }

    /// Returns the corpse of a creature with this name. Adds the corpse to the catalogue the first time that a creature
    /// with this name dies. The catalogue has room for 16,384 corpses.
    pub fn corpse_of(&mut self, name: &str) -> Option<ObjectKind> {
        if let Some(&corpse) = self.corpses_of.get(name) {
            return Some(corpse);
        }
        let number = u16::try_from(self.corpses.len()).ok()?;
        let kind = CORPSES.checked_add(number).filter(|it| *it < ITEMS);
        let kind = ObjectKind(kind?);
        self.corpses.push(Thing {
            picture: PictureId::named("corpse"),
            ..Thing::new(DEAD, name, CORPSE)
        });
        self.corpses_of.insert(name.to_owned(), kind);
        Some(kind)
    }

    /// Removes all corpses. Called when a new game begins.
    pub(crate) fn forget_the_dead(&mut self) {
        self.corpses.clear();
        self.corpses_of.clear();
    }
}

/// Adds kinds of things to an app.
pub trait AddThing {
    /// Adds a kind of thing, which levels generated from now on may contain. Returns the kind, for use with
    /// [`spawn_thing`].
    fn add_thing(&mut self, thing: Thing) -> ObjectKind;
}

impl AddThing for App {
    fn add_thing(&mut self, thing: Thing) -> ObjectKind {
        let glyph = thing.glyph;
        let is_taken = glyph.is_ascii_alphabetic()
            || [START_GLYPH, ' '].contains(&glyph)
            || Tile::from_glyph(glyph).is_some();
        if is_taken || !is_shown(glyph) {
            self.note_mistake(format!(
                "the thing {:?} is drawn as {glyph:?}; accepted: a character of code page 437 that is not a letter \
                 or a tile",
                thing.name
            ));
        }
        let known = self.world_mut().get_resource_or_init::<Things>();
        if known.iter().any(|other| other.name == thing.name) {
            self.note_mistake(format!(
                "there is already a thing called {:?}; accepted: another name",
                thing.name
            ));
        }
        self.world_mut().get_resource_or_init::<Things>().add(thing)
    }
}

/// Puts a thing on a cell of the current level.
pub fn spawn_thing(world: &mut World, piece: impl Into<Piece>, cell: IVec2) -> Entity {
    let Piece { kind, spent } = piece.into();
    let entity = world.spawn(thing(kind, cell)).id();
    if spent > 0 {
        world.entity_mut(entity).insert(Spent(spent));
    }
    let item = world.resource::<Things>().item(kind);
    let is_hidden = item.is_some_and(|it| it.hidden > 0);
    let is_trap = item.is_some_and(|it| it.responds_to(Occasion::STEP));
    if is_hidden {
        world
            .entity_mut(entity)
            .remove::<ObjectKind>()
            .insert(Hidden(kind));
    }
    if is_trap {
        let stands = world.get_resource::<Occupancy>().and_then(|it| it.at(cell));
        let under = stands.and_then(|who| Some(world.get::<Actor>(who)?.id));
        world.entity_mut(entity).insert(Trap { under });
    }
    entity
}

/// Shows a thing that was hidden. Returns its cell and its kind, if it was.
pub(crate) fn uncover(world: &mut World, thing: Entity) -> Option<(IVec2, ObjectKind)> {
    let mut thing = world.get_entity_mut(thing).ok()?;
    let Hidden(kind) = thing.take()?;
    thing.insert(kind);
    Some((thing.get::<Position>()?.0, kind))
}

/// Moves a thing to another cell. This inserts a new position, because the indexes of things that [lie still](LiesStill)
/// do not notice a position that changes in place.
pub(crate) fn move_thing(world: &mut World, thing: Entity, cell: IVec2) {
    if let Ok(mut thing) = world.get_entity_mut(thing) {
        thing.insert(Position(cell));
    }
}

/// Puts a thing of this kind on a cell of the current level until a tick. Nobody can pick it up.
pub(crate) fn spawn_lasting(
    world: &mut World,
    kind: ObjectKind,
    cell: IVec2,
    until: u64,
) -> Entity {
    let entity = spawn_thing(world, kind, cell);
    world.entity_mut(entity).insert(Lasts { until });
    entity
}

/// Returns the components of a thing of this kind that lies on `cell`.
fn thing(kind: ObjectKind, cell: IVec2) -> impl Bundle {
    (kind, Position(cell), LiesStill, OnLevel)
}

/// Returns the things on a cell, each with the number of its kind.
pub(crate) fn lying_at(world: &mut World, at: IVec2) -> Vec<(Entity, u16)> {
    let mut things = world.query::<(Entity, &Position, &ObjectKind)>();
    let here = things.iter(world).filter(|(_, place, _)| place.0 == at);
    here.map(|(entity, _, kind)| (entity, kind.0)).collect()
}
