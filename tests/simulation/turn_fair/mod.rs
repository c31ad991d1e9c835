//! Turns are fair: creatures act in a fixed order. Scenes show that a hunter cannot be shaken off by walking, taking
//! stairs or closing doors.

mod order;
mod stairs;

const COURT: &str = "
##############
#............#
#.@..........#
#............#
#............#
##############";
