//! Fog and smoke: how they move, what they hide, and what keeps them.

mod kept;
mod rule;
mod seen;
