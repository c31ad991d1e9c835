//! Fog and smoke: how they move, what they hide, and what keeps them.

mod rule;
