//! Turns are fair: who keeps walking is hit, who has the longer legs is not, and what is done takes the
//! time that it takes.

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
