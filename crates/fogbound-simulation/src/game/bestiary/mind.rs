//! The minds in a monster file: components that are named in the file and read through Bevy's type registry.
//!
//! The loader does not depend on particular minds: a file can name any registered component. Fields that the file
//! leaves out get their values from the component's `Default`.

use std::any::TypeId;
use std::sync::Arc;

use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy::reflect::{PartialReflect, TypeInfo, TypeRegistration};

use super::files::MonsterError;
use super::names::{Meant, Named};
use crate::files::data::{
    Faults, MINDS, NameOf, Pair, Part, Registry, Value, breach, complete, read_struct, read_value,
};
use crate::files::{TextPosition, brief, did_you_mean};
use crate::game::mind::{MindFacts, ReflectMind};

/// The maximum number of minds in a file. The limit is needed because each faulty mind gets its own message.
const MOST: usize = 64;

/// The minds of a monster, and any other components named in its file.
#[derive(Clone, Debug, Default)]
pub struct Minds(Vec<Mind>);

/// A component of a monster, ready to be inserted into entities.
#[derive(Clone, Debug)]
pub(super) struct Mind {
    type_id: TypeId,
    /// The file that names the mind.
    pub(super) file: Arc<str>,
    /// The place of the mind's name in the file.
    pub(super) place: TextPosition,
    /// What the game knows about the mind, or `None` for any other component.
    pub(super) facts: Option<MindFacts>,
    // This must always be dereferenced (`*value`), because `Arc` itself implements `Reflect`.
    value: Arc<dyn Reflect>,
}

impl Minds {
    /// Returns the mind of type `T`, with the field values from the file.
    pub fn get<T: Reflect>(&self) -> Option<&T> {
        let mind = self
            .0
            .iter()
            .find(|mind| mind.type_id == TypeId::of::<T>())?;
        (*mind.value).downcast_ref()
    }

    /// Iterates over the short type names of the minds, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(Mind::name)
    }

    /// Returns the names in the fields of the minds. `part` is the part of the file with the minds.
    pub(super) fn names_in(&self, part: Part) -> Vec<Named> {
        self.iter().flat_map(|it| it.names_in(part)).collect()
    }

    /// Iterates over the minds, in the order of the file.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Mind> {
        self.0.iter()
    }

    /// Inserts all minds into an entity.
    pub(super) fn put_on(&self, entity: &mut EntityWorldMut, registry: Registry) {
        self.change_on(&Self::default(), entity, registry);
    }

    /// Replaces an entity's `old` minds with these minds. If a mind is in both, only the fields that a file can set are
    /// changed, so the mind keeps the rest of its state.
    pub(super) fn change_on(&self, old: &Self, entity: &mut EntityWorldMut, registry: Registry) {
        let reflected = |mind: &Mind| registry.get_type_data::<ReflectComponent>(mind.type_id);
        for mind in &old.0 {
            if !self.0.iter().any(|it| it.type_id == mind.type_id)
                && let Some(component) = reflected(mind)
            {
                component.remove(entity);
            }
        }
        for mind in &self.0 {
            let same = |it: &&Mind| it.type_id == mind.type_id && it.is_like(mind);
            if old.0.iter().any(|it| same(&it)) {
                continue;
            }
            let Some(component) = reflected(mind) else {
                continue;
            };
            let had = old.0.iter().any(|it| it.type_id == mind.type_id);
            if had && !component.contains(&*entity) {
                // The entity no longer has the component. For example, a creature that reveals itself loses its
                // camouflage.
                continue;
            }
            let value = (*mind.value).as_partial_reflect();
            if !mind.set_fields_of(component, entity) {
                component.insert(entity, value, registry);
            }
        }
    }

    /// Reads `{ "Name": (field: value), ... }` and adds any errors to `faults`.
    pub(super) fn read(value: &Value, registry: Option<Registry>, faults: &mut Faults) -> Self {
        let pairs = faults.or(pairs(value), Vec::new());
        let Some(registry) = registry else {
            return Self::default();
        };
        for name in value.taken_away() {
            faults.note(registered(name, registry).map(drop));
        }
        let mut minds: Vec<Mind> = Vec::new();
        for entry in pairs {
            let mind = read_mind(entry, registry).and_then(|mind| {
                if minds.iter().any(|it| it.type_id == mind.type_id) {
                    let name = entry.key.quoted();
                    let second = format_args!("the mind {name} is listed twice");
                    return Err(entry.key.error(second));
                }
                Ok(mind)
            });
            minds.extend(faults.or(mind.map(Some), None));
        }
        Self(minds)
    }
}

/// Splits the text into pairs of a mind's name and the mind's fields.
fn pairs<'a>(value: &Value<'a>) -> Result<Vec<Pair<'a>>, MonsterError> {
    let part = value.part;
    if part.text().starts_with('{') {
        let pairs = value.pairs()?;
        return match pairs.len() {
            ..=MOST => Ok(pairs),
            found => Err(part.error(format_args!(
                "minds: found {found}; expected at most {MOST}"
            ))),
        };
    }
    let found = part.quoted();
    Err(part.error(format_args!(
        "minds: found {found}; expected each mind with its fields in parentheses, {MINDS}"
    )))
}

impl Mind {
    /// Returns the short name of the mind's type.
    pub(super) fn name(&self) -> &'static str {
        self.value()
            .reflect_type_info()
            .type_path_table()
            .short_path()
    }

    /// Returns the names in the fields. Each field says with [`NameOf`] what it names.
    fn names_in(&self, part: Part) -> Vec<Named> {
        let TypeInfo::Struct(info) = self.value().reflect_type_info() else {
            return Vec::new();
        };
        let Ok(fields) = self.value().reflect_ref().as_struct() else {
            return Vec::new();
        };
        let named = info.iter().filter_map(|field| {
            let of = *field.get_attribute::<NameOf>()?;
            let name = fields.field(field.name())?.try_downcast_ref::<String>()?;
            let meant = match of {
                NameOf::Monster => Meant::Monster,
                NameOf::Thing => Meant::Thing,
                NameOf::Tiles => Meant::Tiles,
            };
            (!name.is_empty()).then(|| Named::new(name, meant, part))
        });
        named.collect()
    }

    pub(super) fn value(&self) -> &dyn Reflect {
        &*self.value
    }

    /// Sets only those fields of an entity's component that a file can set. Returns whether this was possible, that is,
    /// whether the component is present, is mutable, and is a struct.
    fn set_fields_of(&self, component: &ReflectComponent, entity: &mut EntityWorldMut) -> bool {
        let components = entity.world().components();
        let info = components
            .get_id(self.type_id)
            .and_then(|id| components.get_info(id));
        if !info.is_some_and(|info| info.mutable()) {
            return false;
        }
        let Ok(new) = (*self.value).reflect_ref().as_struct() else {
            return false;
        };
        let Some(mut there) = component.reflect_mut(&mut *entity) else {
            return false;
        };
        let Ok(there) = there.reflect_mut().as_struct() else {
            return false;
        };
        (0..new.field_len()).all(|index| {
            let value = new.field_at(index).and_then(|it| it.reflect_clone().ok());
            let field = there
                .field_at_mut(index)
                .and_then(PartialReflect::try_as_reflect_mut);
            match (field, value) {
                (Some(field), Some(value)) => field.set(value).is_ok(),
                _ => false,
            }
        })
    }

    fn is_like(&self, other: &Self) -> bool {
        let other = (*other.value).as_partial_reflect();
        (*self.value).reflect_partial_eq(other) == Some(true)
    }
}

/// Returns what is registered under the name of a mind.
fn registered<'a>(
    key: Part,
    registry: Registry<'a>,
) -> Result<(String, &'a TypeRegistration), MonsterError> {
    let name: String = key.read().map_err(|_| {
        let found = key.quoted();
        key.error(format_args!(
            "found {found}; expected the name of a mind in double quotes"
        ))
    })?;
    let unknown = |what: String| {
        let minds = minds(registry).join(", ");
        key.error(format_args!("{what}; the minds are {minds}"))
    };
    let Some(registration) = find(&name, registry) else {
        let hint = did_you_mean(&name, minds(registry));
        let name = brief(&name);
        return Err(unknown(format!("unknown mind \"{name}\"{hint}")));
    };
    if registration.data::<ReflectComponent>().is_none() {
        return Err(unknown(format!(
            "\"{}\" is not a component that a file can use",
            brief(&name)
        )));
    }
    Ok((name, registration))
}

fn read_mind(entry: Pair, registry: Registry) -> Result<Mind, MonsterError> {
    let key = entry.key;
    let (name, registration) = registered(key, registry)?;
    let whole = Value::new(name, entry.value);
    let value = match registration.type_info() {
        TypeInfo::Struct(info) => read_struct(&whole, info, registration, registry)?,
        _ => complete(
            read_value(&whole, registration, None, registry)?,
            registration,
        )
        .ok_or_else(|| whole.wrong("all of its fields"))?,
    };
    if let Some(expected) = breach(value.as_partial_reflect()) {
        return Err(whole.wrong(expected));
    }
    Ok(Mind {
        type_id: registration.type_id(),
        file: key.file().into(),
        place: key.place(),
        facts: registration.data::<MindFacts>().cloned(),
        value: value.into(),
    })
}

/// Finds the type with the full or short path `name`. If types in several crates have the same short path, the type in
/// this crate is chosen.
fn find<'a>(name: &str, registry: Registry<'a>) -> Option<&'a TypeRegistration> {
    let this_crate = Some(env!("CARGO_CRATE_NAME"));
    let own = |it: &&TypeRegistration| it.type_info().type_path_table().crate_name() == this_crate;
    let short = |it: &&TypeRegistration| it.type_info().type_path_table().short_path() == name;
    // Older files may use paths from the time when the game was a single crate.
    let in_one_crate = || {
        let rest = name.strip_prefix("fogbound::")?;
        registry.get_with_type_path(&format!("{}::{rest}", env!("CARGO_CRATE_NAME")))
    };
    registry
        .get_with_type_path(name)
        .or_else(in_one_crate)
        .or_else(|| registry.get_with_short_type_path(name))
        .or_else(|| registry.iter().filter(short).find(own))
}

/// Returns the names of all minds, in alphabetical order.
fn minds(registry: Registry) -> Vec<&'static str> {
    let minds = registry
        .iter()
        .filter(|it| it.data::<ReflectMind>().is_some());
    let mut names: Vec<&str> = minds
        .map(|it| it.type_info().type_path_table().short_path())
        .collect();
    names.sort_unstable();
    names
}
