//! Values in a data file that are read through Bevy's type registry, such as the fields of minds and verbs.

use bevy::prelude::*;
use bevy::reflect::serde::TypedReflectDeserializer;
use bevy::reflect::structs::{DynamicStruct, Struct, StructInfo};
use bevy::reflect::{
    NamedField, PartialReflect, ReflectFromReflect, ReflectRef, TypeInfo, TypeRegistration,
    TypeRegistry,
};

use super::describe::describe;
use super::error::DataError;
use super::part::Pair;
use super::value::{Faults, Value, check_names};
use super::within::Within;

/// Bevy's type registry, which is needed to read minds and verbs.
pub(crate) type Registry<'a> = &'a TypeRegistry;

/// Reads `(field: value, ...)`. Missing fields get their values from the type's default.
pub(crate) fn read_struct(
    whole: &Value,
    info: &'static StructInfo,
    registration: &TypeRegistration,
    registry: Registry,
) -> Result<Box<dyn Reflect>, DataError> {
    let entries = entries_of(whole, info)?;
    read_fields(whole, &entries, info, registration, registry)
}

/// Returns the entries of `(field: value, ...)`, all of which name fields of the struct.
fn entries_of<'a>(
    whole: &Value<'a>,
    info: &'static StructInfo,
) -> Result<Vec<Pair<'a>>, DataError> {
    let names = info.field_names();
    if !whole.part.text().contains('(') {
        let fields: Vec<String> = names.iter().map(|it| format!("{it}: ...")).collect();
        let fields = fields.join(", ");
        return Err(whole.wrong(format_args!("its fields in parentheses: ({fields})")));
    }
    let type_name = info.type_path_table().ident().unwrap_or_default();
    let entries = whole.part.fields(type_name)?;
    check_names(&entries, names)?;
    Ok(entries)
}

/// Reads the fields of a struct from entries whose names have been checked. Missing fields get their values from the
/// type's default.
pub(crate) fn read_fields(
    whole: &Value,
    entries: &[Pair],
    info: &'static StructInfo,
    registration: &TypeRegistration,
    registry: Registry,
) -> Result<Box<dyn Reflect>, DataError> {
    let (name, part) = (&whole.name, whole.part);
    let default = registration.data::<ReflectDefault>().map(|it| it.default());
    let default = default.as_ref().map(|it| it.reflect_ref().as_struct());
    let mut dynamic = match default {
        Some(Ok(default)) => default.to_dynamic_struct(),
        _ => DynamicStruct::default(),
    };
    for &Pair { key, value } in entries {
        let field = Value::new(format!("{name}.{}", key.text()), value);
        let value = read_field(&field, info.field(key.text()), registry)?;
        dynamic.insert_boxed(key.text(), value);
    }
    dynamic.set_represented_type(Some(registration.type_info()));
    complete(Box::new(dynamic), registration).ok_or_else(|| {
        let fields = info.field_names().join(", ");
        part.error(format_args!(
            "{name} has no default, so it needs all of its fields: {fields}"
        ))
    })
}

/// Reads `(field: value, ...)` into a struct. Fields that the text leaves out stay as they are.
pub(crate) fn set_fields(
    target: &mut dyn Struct,
    whole: &Value,
    registry: &TypeRegistry,
    faults: &mut Faults,
) {
    let Some(info) = target.get_represented_struct_info() else {
        return;
    };
    for Pair { key, value } in faults.or(entries_of(whole, info), Vec::new()) {
        let name = key.text();
        let field = Value::new(format!("{}.{name}", whole.name), value);
        let read = read_field(&field, info.field(name), registry);
        if let Some(value) = faults.or(read.map(Some), None)
            && let Some(target) = target.field_mut(name)
        {
            target.apply(&*value);
        }
    }
}

/// Reads the value of a field, which must be within the field's limits.
fn read_field(
    field: &Value,
    info: Option<&NamedField>,
    registry: &TypeRegistry,
) -> Result<Box<dyn PartialReflect>, DataError> {
    let Some(field_type) = info.and_then(|it| registry.get(it.ty().id())) else {
        let name = &field.name;
        return Err(field
            .part
            .error(format_args!("the type of {name} is not registered")));
    };
    let within = info.and_then(|it| it.get_attribute::<Within>());
    let value = read_value(field, field_type, within, registry)?;
    match breach_of(&*value, within, Some(field_type.type_info())) {
        Some(expected) => Err(field.wrong(expected)),
        None => Ok(value),
    }
}

pub(crate) fn read_value(
    field: &Value,
    registration: &TypeRegistration,
    within: Option<&Within>,
    registry: Registry,
) -> Result<Box<dyn PartialReflect>, DataError> {
    let info = registration.type_info();
    let seed = TypedReflectDeserializer::new(registration, registry);
    field.part.read_seed(seed).map_err(|error| {
        let limits = within.map(|it| it.describe(info));
        match limits.or_else(|| describe(info, registry)) {
            Some(expected) => field.wrong(expected),
            None => field.wrong(format_args!(
                "a {} ({})",
                info.type_path_table().short_path(),
                error.code
            )),
        }
    })
}

/// Describes the expected value if `value` violates the limits of its field or of a nested field. Otherwise, returns
/// `None`.
fn breach_of(
    value: &dyn PartialReflect,
    within: Option<&Within>,
    info: Option<&TypeInfo>,
) -> Option<String> {
    match within {
        Some(within) if !within.admits(value) => Some(match info {
            Some(info) => within.describe(info),
            None => format!("a number {within}"),
        }),
        _ => breach(value),
    }
}

/// Describes the expected value of the first nested field that violates its limits. Returns `None` if there is no such
/// field.
pub(crate) fn breach(value: &dyn PartialReflect) -> Option<String> {
    let named = |name: &str, expected: String| format!("{name}: {expected}");
    match value.reflect_ref() {
        ReflectRef::Struct(fields) => {
            let info = value.get_represented_type_info()?.as_struct().ok()?;
            (0..fields.field_len()).find_map(|index| {
                let name = fields.name_at(index)?;
                let within = info.field(name)?.get_attribute::<Within>();
                let expected = breach_of(fields.field_at(index)?, within, None)?;
                Some(named(name, expected))
            })
        }
        ReflectRef::TupleStruct(fields) => {
            let info = value.get_represented_type_info()?.as_tuple_struct().ok()?;
            (0..fields.field_len()).find_map(|index| {
                let within = info.field_at(index)?.get_attribute::<Within>();
                breach_of(fields.field(index)?, within, None)
            })
        }
        ReflectRef::Tuple(parts) => parts.iter_fields().find_map(breach),
        ReflectRef::List(list) => list.iter().find_map(breach),
        ReflectRef::Array(array) => array.iter().find_map(breach),
        ReflectRef::Enum(variant) => variant
            .iter_fields()
            .find_map(|field| breach(field.value())),
        _ => None,
    }
}

/// Converts a value to its concrete type, unless parts of the value are missing.
pub(crate) fn complete(
    value: Box<dyn PartialReflect>,
    registration: &TypeRegistration,
) -> Option<Box<dyn Reflect>> {
    match value.try_into_reflect() {
        Ok(value) => Some(value),
        Err(value) => registration
            .data::<ReflectFromReflect>()?
            .from_reflect(&*value),
    }
}
