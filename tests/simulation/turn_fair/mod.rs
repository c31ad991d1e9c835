//! Turns are fair: creatures act in a fixed order, and neither walking, stairs nor doors shake off a hunter.

mod blows;
mod doors;
mod order;
mod stairs;
mod walking;

const COURT: &str = "
##############
#............#
#.@..........#
#............#
#............#
##############";
