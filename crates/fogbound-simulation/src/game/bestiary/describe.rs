//! Types in words, for messages to people who do not write Rust.

use std::any::TypeId;

use bevy::reflect::enums::EnumInfo;
use bevy::reflect::{TypeInfo, TypeRegistry};

/// What a file can hold where a value of this type is wanted.
pub(super) fn describe(info: &TypeInfo, registry: &TypeRegistry) -> String {
    let inner = |id: TypeId, path: &str| match registry.get(id) {
        Some(registration) => describe(registration.type_info(), registry),
        None => path.to_owned(),
    };
    if let Some(words) = simple(info.type_id()) {
        return words;
    }
    match info {
        TypeInfo::Tuple(tuple) => {
            let parts = tuple
                .iter()
                .map(|field| inner(field.ty().id(), field.type_path()));
            format!("({})", parts.collect::<Vec<_>>().join(", "))
        }
        TypeInfo::Enum(info) => match option_of(info) {
            Some((id, path)) => format!("{}, or None", inner(id, path)),
            None => format!("one of {}", info.variant_names().join(", ")),
        },
        TypeInfo::List(list) => format!(
            "[...], each {}",
            inner(list.item_ty().id(), list.item_ty().path())
        ),
        TypeInfo::Struct(info) => {
            let fields = info.field_names().iter().map(|name| format!("{name}: ..."));
            format!("({})", fields.collect::<Vec<_>>().join(", "))
        }
        TypeInfo::TupleStruct(tuple) => {
            let parts = tuple
                .iter()
                .map(|field| inner(field.ty().id(), field.type_path()));
            format!("({})", parts.collect::<Vec<_>>().join(", "))
        }
        _ => format!("a {}", info.type_path_table().short_path()),
    }
}

/// The types that files are full of.
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

/// What an `Option` may hold, if this is one.
fn option_of(info: &EnumInfo) -> Option<(TypeId, &'static str)> {
    let table = info.type_path_table();
    if (table.module_path(), table.ident()) != (Some("core::option"), Some("Option")) {
        return None;
    }
    let some = info.variant("Some")?.as_tuple_variant().ok()?;
    let field = some.field_at(0)?;
    Some((field.ty().id(), field.type_path()))
}
