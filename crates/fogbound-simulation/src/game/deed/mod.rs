//! Actions. Each kind of action has a deed, which decides what the action turns into and how long it takes, and then
//! carries the action out.
//!
//! ```text
//! Intent -> resolve: judge returns the resulting action -> time is charged -> carry_out -> GameEvent
//! ```
//!
//! A new kind of action needs one file, named here by its `mod` line and its line in `DEEDS`; its words and its key
//! need one file in the front end. The modules `walking`, `blow`, `parting`, `follow`, `hand`, `pack`, `gather` and
//! `take` are shared by several kinds.

mod attack;
mod blow;
mod break_door;
mod breathe;
mod bump;
mod close_door;
mod cry;
mod drop;
mod follow;
mod gather;
mod hand;
mod kinds;
mod lantern;
mod odds;
mod open_door;
mod pack;
mod parting;
mod pick_up;
mod resolve;
mod search;
mod struggle;
mod take;
mod take_stairs;
mod tend;
mod throw;
mod use_thing;
mod walk;
mod walking;
mod wear;
mod zap;

use bevy::prelude::*;

pub(crate) use blow::{Blow, burn, dissolve, scorch, sear, vanish};
pub(crate) use gather::pick_up;
pub(crate) use kinds::judge;
pub use kinds::{AddDeed, Deed, Doer, kind_named};
pub use odds::{Odds, odds, odds_of_shots};
pub(crate) use pack::take_out;
use parting::Parting;
pub use parting::{known_strikers, strikes_when_left};
pub(crate) use take_stairs::stairs_lead_to;
pub(crate) use walk::makes_way;

use super::being::{Turn, TurnPart};
use super::saved::SaveComponent;
pub use super::sense::{known_tile, knows_of};

/// Every kind of action.
const DEEDS: &[fn(&mut App)] = &[
    walk::plugin,
    struggle::plugin,
    bump::plugin,
    attack::plugin,
    open_door::plugin,
    close_door::plugin,
    break_door::plugin,
    breathe::plugin,
    cry::plugin,
    take_stairs::plugin,
    lantern::plugin,
    tend::plugin,
    search::plugin,
    pick_up::plugin,
    drop::plugin,
    use_thing::plugin,
    zap::plugin,
    wear::plugin,
    throw::plugin,
];

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Turn, resolve::resolve_intents.in_set(TurnPart::Resolve));
    app.save::<Parting>();
    for deed in DEEDS {
        deed(app);
    }
}
