//! Turns are fair: nobody gains an advantage by the order of actions, by dancing on stairs or by closing doors.

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
