//! Light and darkness, computed with the same field of view as sight.
//!
//! ```text
//! Light, position, map, Ambient -> LightMap -> visible cells in a field of view
//! ```

mod ambient;
mod faces;
mod flames;
mod follow;
mod lamp;
mod layers;
mod light_map;
mod parts;
mod single_cell;
mod source;
mod update;
mod visible;

pub use ambient::Ambient;
pub use light_map::{Illumination, LightMap};
pub use source::{Light, LightShape, level_at};
pub(crate) use update::light_up;
pub(crate) use visible::Looker;
