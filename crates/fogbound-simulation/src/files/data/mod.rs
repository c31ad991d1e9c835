//! Data files, parsed value by value so that messages can give the place of each value. `edit` changes single values.

mod choice;
mod describe;
mod edit;
mod error;
mod hint;
mod merge;
mod name_of;
mod part;
mod reader;
mod reflected;
mod value;
mod whole;
mod within;

pub use edit::{set_field, set_in_map, set_key};
pub use error::DataError;
pub(crate) use hint::MINDS;
pub use merge::{Merged, Node};
pub use name_of::NameOf;
pub use part::{Pair, Part, Source};
pub use reader::Reader;
pub(crate) use reader::{BASE, read_list};
pub(crate) use reflected::{Registry, breach, complete, read_fields, read_struct, read_value};
pub use value::Value;
pub(crate) use value::{Faults, check_names};
pub use whole::{TextError, error_at, parse_ron};
pub use within::Within;
