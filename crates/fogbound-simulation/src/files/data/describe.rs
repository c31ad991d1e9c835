//! Descriptions of types in plain words, for messages to people who do not write Rust.

use std::any::TypeId;

use bevy::reflect::enums::EnumInfo;
use bevy::reflect::{TypeInfo, TypeRegistry};

/// Describes what a file may contain where a value of the given type is expected. Returns `None` if there is no short
/// description.
pub(crate) fn describe(info: &TypeInfo, registry: &TypeRegistry) -> Option<String> {
    if let Some(words) = simple(info.type_id()) {
        return Some(words);
    }
    let TypeInfo::Enum(info) = info else {
        return None;
    };
    match option_of(info) {
        Some(id) => {
            let inner = describe(registry.get(id)?.type_info(), registry)?;
            Some(format!("{inner}, or None"))
        }
        None => Some(format!("one of {}", info.variant_names().join(", "))),
    }
}

/// Describes a type that is common in files.
fn simple(id: TypeId) -> Option<String> {
    macro_rules! integers {
        ($($integer:ty),*) => {
            $(if id == TypeId::of::<$integer>() {
                return Some(format!("a whole number from {} to {}", <$integer>::MIN, <$integer>::MAX));
            })*
        };
    }
    integers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);
    let words = [
        (TypeId::of::<bool>(), "true or false"),
        (TypeId::of::<f32>(), "a number"),
        (TypeId::of::<f64>(), "a number"),
        (TypeId::of::<char>(), "a character in single quotes"),
        (TypeId::of::<String>(), "text in double quotes"),
    ];
    let found = words.into_iter().find(|(it, _)| *it == id);
    found.map(|(_, words)| words.to_owned())
}

/// Returns the inner type if the given type is an `Option`.
fn option_of(info: &EnumInfo) -> Option<TypeId> {
    let table = info.type_path_table();
    if (table.module_path(), table.ident()) != (Some("core::option"), Some("Option")) {
        return None;
    }
    let some = info.variant("Some")?.as_tuple_variant().ok()?;
    Some(some.field_at(0)?.ty().id())
}
