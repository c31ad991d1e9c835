//! Of Bevy only the vectors, under the same name: all that fogbound's `grid` and `fov` need.

pub use bevy_math as math;
