//! The rules of the world: how creatures act, fight, see, hear and decide.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod air;
mod beginning_again;
mod bestiary;
mod bot;
mod by_light;
mod deeds;
mod effects;
mod explorer;
mod extremes;
mod fog;
mod ghosts;
mod journeys;
mod levels_left;
mod light;
mod minds_perception;
mod numbers;
mod perceive;
mod places;
mod quest;
mod random_play;
mod reasons;
mod same_seed;
mod same_world;
mod scenes;
mod sight;
mod snapshot;
mod soak;
mod study;
mod terrain;
mod things;
mod tiles_reload;
mod turn_fair;
mod turn_order;
mod way_back;
