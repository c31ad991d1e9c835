//! Light and darkness, by the same field of view as sight.
//!
//! ```text
//! Light, position, map, Ambient -> LightMap -> what of a field of view is visible
//! ```

mod ambient;
mod faces;
mod flames;
mod follow;
mod lamp;
mod layers;
mod light_map;
mod parts;
mod source;
mod update;
mod visible;

pub use ambient::Ambient;
pub use light_map::{Illumination, LightMap};
pub use source::{Light, LightShape, level_at};
pub(crate) use update::light_up;
pub(crate) use visible::Looker;
