//! Files of data, read value by value, so that whatever is wrong with one is told with its place.

mod error;
mod part;
mod value;

pub use error::DataError;
pub(crate) use part::{Entry, MINDS, Part, Source};
pub(crate) use value::{Faults, Fields, Value, check_names, nearest};
