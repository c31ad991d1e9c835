//! The words that data files use, besides minds and verbs: occasions, conditions, shapes of areas, which creatures an effect
//! concerns, and the places of the body where things are worn.

use bevy::prelude::*;

use super::area::AreaShape;
use super::condition::Condition;
use super::item::Slot;
use super::occasion::Occasion;
use super::whom::Whom;
use crate::mistakes::NoteMistake;

/// The occasions, conditions, shapes of areas, groups of creatures and places to wear things that data files can name, each kind in the order in
/// which they were added.
#[derive(Resource, Clone, Debug, Default)]
pub struct Terms {
    occasions: Vec<Occasion>,
    conditions: Vec<Condition>,
    areas: Vec<AreaShape>,
    whom: Vec<Whom>,
    slots: Vec<Slot>,
}

impl Terms {
    pub fn occasions(&self) -> &[Occasion] {
        &self.occasions
    }

    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    pub fn areas(&self) -> &[AreaShape] {
        &self.areas
    }

    /// Returns all groups of creatures that an effect can concern.
    pub fn whom(&self) -> &[Whom] {
        &self.whom
    }

    /// Returns all places of the body where things are worn.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }
}

/// Adds occasions, conditions, shapes of areas, and groups of creatures to an app. Each needs a name of its own among those
/// of its kind: lower-case letters, digits and `_`, and for occasions also spaces, with a letter first.
pub trait AddTerms {
    /// Adds an occasion, so that data files can respond to it.
    fn add_occasion(&mut self, occasion: Occasion) -> &mut Self;

    /// Adds a condition, so that data files can use it in `when`.
    fn add_condition(&mut self, condition: Condition) -> &mut Self;

    /// Adds a shape of areas, so that data files can use it in `shape`.
    fn add_area(&mut self, area: AreaShape) -> &mut Self;

    /// Adds a group of creatures that an effect can concern, so that data files can use it in `whom`.
    fn add_whom(&mut self, whom: Whom) -> &mut Self;

    /// Adds a place of the body, so that data files can use it in `worn`.
    fn add_slot(&mut self, slot: Slot) -> &mut Self;
}

impl AddTerms for App {
    fn add_occasion(&mut self, occasion: Occasion) -> &mut Self {
        add(
            self,
            "an effect's occasion",
            occasion,
            |it| &mut it.occasions,
            |it| it.name,
        )
    }

    fn add_condition(&mut self, condition: Condition) -> &mut Self {
        add(
            self,
            "an effect's condition",
            condition,
            |it| &mut it.conditions,
            |it| it.name,
        )
    }

    fn add_area(&mut self, area: AreaShape) -> &mut Self {
        add(
            self,
            "an effect's shape",
            area,
            |it| &mut it.areas,
            |it| it.name,
        )
    }

    fn add_whom(&mut self, whom: Whom) -> &mut Self {
        add(
            self,
            "an effect's whom",
            whom,
            |it| &mut it.whom,
            |it| it.name,
        )
    }

    fn add_slot(&mut self, slot: Slot) -> &mut Self {
        add(
            self,
            "a place to wear things",
            slot,
            |it| &mut it.slots,
            |it| it.name,
        )
    }
}

/// Adds a term to a list, unless its name is taken or cannot be written in data files.
fn add<'a, T>(
    app: &'a mut App,
    what: &str,
    term: T,
    list: fn(&mut Terms) -> &mut Vec<T>,
    name: fn(&T) -> &'static str,
) -> &'a mut App {
    let mut terms = app.world_mut().get_resource_or_init::<Terms>();
    let (list, new) = (list(&mut terms), name(&term));
    // Occasions are always written in quotes.
    let (others, accepted) = match what {
        "an effect's occasion" => (['_', ' '], "lower-case letters, digits, _ and spaces"),
        _ => (['_', '_'], "lower-case letters, digits and _"),
    };
    let is_accepted =
        |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || others.contains(&it);
    if !new.starts_with(|it: char| it.is_ascii_lowercase())
        || new.ends_with(' ')
        || !new.chars().all(is_accepted)
    {
        return app.note_mistake(format!(
            "{new:?} is not a valid name of {what}; accepted: {accepted}, with a letter first"
        ));
    }
    if list.iter().any(|it| name(it) == new) {
        return app.note_mistake(format!(
            "{what} called {new:?} already exists; accepted: another name"
        ));
    }
    list.push(term);
    app
}
