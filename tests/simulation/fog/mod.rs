//! Fog that comes by itself. The scenes in `tests/scenes/fog` show its rules one by one.

mod kept;
mod patient;
mod unseen;
