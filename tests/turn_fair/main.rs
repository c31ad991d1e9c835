//! Turns are fair: who keeps walking is hit, who has the longer legs is not, and what is done takes the
//! time that it takes.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../common/arena.rs"]
mod arena;
#[path = "../common/mod.rs"]
mod common;

mod blows;
mod doors;
mod order;
mod stairs;
mod time;
mod walking;

const COURT: &str = "
##############
#............#
#.@..........#
#............#
#............#
##############";
