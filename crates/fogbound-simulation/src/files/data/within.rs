//! Limits for values set in data files.

use std::any::TypeId;
use std::fmt;

use bevy::prelude::*;
use bevy::reflect::{ReflectRef, TypeInfo};

/// The minimum and maximum value that a monster file may give to a field of a component, both inclusive.
///
/// Attach the limits to a field as a reflection attribute, in built-in and custom minds alike:
///
/// ```
/// use bevy::prelude::*;
/// use fogbound_simulation::game::mind::Within;
///
/// /// Sings now and then.
/// #[derive(Component, Reflect, Default)]
/// #[reflect(Component, Default)]
/// struct Sings {
///     /// How far the song carries, in cells walked.
///     #[reflect(@Within::new(1, 40))]
///     loudness: u32,
/// }
/// ```
///
/// The limits apply to a number of any type, and to the parts of a tuple, list or option. In a tuple of two numbers, a
/// minimum and a maximum, the first must not exceed the second. Minds may rely on the limits for values from files, but
/// not for values set in Rust code.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within {
    /// The minimum value.
    pub least: i64,
    /// The maximum value.
    pub most: i64,
}

impl Within {
    /// Creates limits from two numbers in either order.
    pub const fn new(least: i64, most: i64) -> Self {
        if least <= most {
            Self { least, most }
        } else {
            Self {
                least: most,
                most: least,
            }
        }
    }

    /// Returns whether a value is within the limits. A value that contains no numbers is always within them.
    pub fn admits(self, value: &dyn PartialReflect) -> bool {
        if let Some(number) = number(value) {
            return (i128::from(self.least)..=i128::from(self.most)).contains(&number);
        }
        if let Some(&number) = value.try_downcast_ref::<f32>() {
            return self.admits_float(number.into());
        }
        if let Some(&number) = value.try_downcast_ref::<f64>() {
            return self.admits_float(number);
        }
        match value.reflect_ref() {
            ReflectRef::Tuple(tuple) => {
                let parts: Vec<_> = tuple.iter_fields().collect();
                let in_order = match &parts[..] {
                    [first, second] => number(*first) <= number(*second),
                    _ => true,
                };
                in_order && parts.into_iter().all(|part| self.admits(part))
            }
            ReflectRef::Array(array) => array.iter().all(|part| self.admits(part)),
            ReflectRef::List(list) => list.iter().all(|part| self.admits(part)),
            ReflectRef::Enum(option) => option.iter_fields().all(|part| self.admits(part.value())),
            _ => true,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "limits are small numbers")]
    fn admits_float(self, number: f64) -> bool {
        (self.least as f64..=self.most as f64).contains(&number)
    }

    /// Returns a description of the accepted values of this type.
    pub fn describe(self, info: &TypeInfo) -> String {
        match info {
            TypeInfo::Tuple(pair) if pair.field_len() == 2 => {
                let whole = match pair.iter().any(|part| is_float(part.type_id())) {
                    true => "",
                    false => "whole ",
                };
                format!("(least, most): two {whole}numbers {self}, the first not above the second")
            }
            TypeInfo::Opaque(number) if is_float(number.type_id()) => format!("a number {self}"),
            TypeInfo::Opaque(_) => format!("a whole number {self}"),
            _ => format!("numbers {self}"),
        }
    }
}

fn is_float(id: TypeId) -> bool {
    [TypeId::of::<f32>(), TypeId::of::<f64>()].contains(&id)
}

/// Formats the limits, for example as `from 1 to 40`.
impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {} to {}", self.least, self.most)
    }
}

/// Returns the value as an integer, if it is an integer of any type.
fn number(value: &dyn PartialReflect) -> Option<i128> {
    macro_rules! any_of {
        ($($integer:ty),*) => {
            $(if let Some(&number) = value.try_downcast_ref::<$integer>() {
                return i128::try_from(number).ok();
            })*
        };
    }
    any_of!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_apply_to_numbers_and_their_containers() {
        let limits = Within::new(-2, 40);
        for value in [-2, 0, 40] {
            assert!(limits.admits(&value) && limits.admits(&i64::from(value)));
            assert!(limits.admits(&f64::from(value)) && limits.admits(&Some(value)));
            assert!(limits.admits(&(value, value)) && limits.admits(&vec![value, 3]));
        }
        for value in [-3, 41, i32::MIN, i32::MAX] {
            assert!(!limits.admits(&value) && !limits.admits(&f64::from(value)));
            assert!(!limits.admits(&Some(value)) && !limits.admits(&vec![3, value]));
            assert!(!limits.admits(&(value, 40)) && !limits.admits(&[value]));
        }
        assert!(!limits.admits(&(4, 3)) && limits.admits(&(3, 4)));
        assert!(!limits.admits(&u64::MAX) && !limits.admits(&f32::NAN));
        assert!(limits.admits(&None::<u8>) && limits.admits(&"text".to_owned()));
    }
}
