//! Turns are fair: creatures act in a fixed order, and a hunter cannot be shaken off by walking, taking stairs or
//! closing doors.

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
