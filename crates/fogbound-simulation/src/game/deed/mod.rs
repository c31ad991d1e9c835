//! What can be done: one file for each kind of action, which says whether it can be done, how long it takes,
//! and what it does.
//!
//! ```text
//! Intent -> resolve: judge says what comes of it -> time is charged -> carry_out -> GameEvent
//! ```
//!
//! A new kind of action is one file and one line of `plugin`. `walking`, `blow` and `follow` are what several
//! kinds have in common.

mod arrive;
mod attack;
mod blow;
mod bump;
mod close_door;
mod cry;
mod follow;
mod kinds;
mod lantern;
mod odds;
mod open_door;
mod resolve;
mod search;
mod shoot;
mod shoot_at;
mod strike;
mod take;
mod take_stairs;
mod tend;
mod wait;
mod walk;
mod walking;

use bevy::prelude::*;

pub(crate) use kinds::judge;
pub use kinds::{AddDeed, Deed, Doer, kind_named};
pub use odds::{Odds, odds};
pub(crate) use resolve::resolve_intents;
pub(crate) use search::see_cracks;
pub(crate) use take_stairs::stairs_lead_to;

pub use super::sense::{believed, knows_of};

pub(crate) fn plugin(app: &mut App) {
    app.add_deed(wait::Wait)
        .add_deed(walk::Walk { runs: false })
        .add_deed(walk::Walk { runs: true })
        .add_deed(bump::Bump)
        .add_deed(attack::Attack)
        .add_deed(strike::Strike)
        .add_deed(shoot::Shoot)
        .add_deed(shoot_at::ShootAt)
        .add_deed(open_door::OpenDoor)
        .add_deed(close_door::CloseDoor)
        .add_deed(cry::Cry)
        .add_deed(take_stairs::TakeStairs)
        .add_deed(lantern::SetLantern)
        .add_deed(tend::Tend)
        .add_deed(search::Search);
}
