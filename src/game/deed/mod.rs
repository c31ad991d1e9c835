//! What can be done: whether it can, how long it takes, and what it does.

mod act;
mod bump;
mod combat;
mod doors;
mod judge;
mod take_stairs;

pub(crate) use act::resolve_intents;
pub(crate) use judge::judge;
pub(crate) use take_stairs::stairs_lead_to;
