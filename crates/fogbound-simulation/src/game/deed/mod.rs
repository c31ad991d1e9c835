//! Actions. Each kind of action has a deed, which decides what the action turns into and how long it takes, and then
//! carries the action out.
//!
//! ```text
//! Intent -> resolve: judge returns the resulting action -> time is charged -> carry_out -> GameEvent
//! ```
//!
//! A new kind of action needs one file, named here by its `mod` line and its line in `plugin`; its words need one file in
//! the front end. The modules `walking`, `blow`, `parting`, `follow`, `hand`, `pack`, `gather` and `take` are shared by
//! several kinds.

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
mod take;
mod take_stairs;
mod tend;
mod throw;
mod use_thing;
mod walk;
mod walking;
mod wear;

use bevy::prelude::*;

pub use blow::{SCORCHED, SEARED};
pub(crate) use blow::{dissolve, scorch, sear};
pub use gather::FOUND;
pub(crate) use kinds::judge;
pub use kinds::{AddDeed, Deed, Doer, kind_named};
pub use odds::{Odds, odds, odds_of_shots};
use parting::Parting;
pub use parting::{known_strikers, strikes_when_left};
pub use search::FOUND_SECRET;
pub use take::{LEFT_OIL, TOOK_BEACON, TOOK_OIL, TOOK_TREASURE};
pub use take_stairs::CAME_OUT;
pub(crate) use take_stairs::stairs_lead_to;

use super::being::{Action, Turn, TurnPart, is_others};
use super::saved::SaveComponent;
pub use super::sense::{known_tile, knows_of};

pub(crate) fn plugin(app: &mut App) {
    // `see_cracks` uses the light and the player's position at the end of the player's own turn.
    let see_cracks = search::see_cracks.run_if(is_others);
    app.add_systems(
        Turn,
        (
            see_cracks.in_set(TurnPart::SeeCracks),
            resolve::resolve_intents.in_set(TurnPart::Resolve),
        ),
    );
    app.save::<Parting>()
        .add_deed(Action::WAITING, walk::Wait)
        .add_deed(Action::STEP, walk::Walk { runs: false })
        .add_deed(Action::RUN, walk::Walk { runs: true })
        .add_deed(Action::BUMP, bump::Bump)
        .add_deed(Action::ATTACK, attack::Attack { shot: false })
        .add_deed(Action::SHOOT, attack::Attack { shot: true })
        .add_deed(Action::OPEN_DOOR, open_door::OpenDoor)
        .add_deed(Action::CLOSE_DOOR, close_door::CloseDoor)
        .add_deed(Action::BREAK_DOOR, break_door::BreakDoor)
        .add_deed(Action::DRAW_BREATH, breathe::DrawBreath)
        .add_deed(Action::BREATHING, breathe::Breathe)
        .add_deed(Action::CRY, cry::Cry)
        .add_deed(Action::STAIRS, take_stairs::TakeStairs)
        .add_deed(Action::LANTERN, lantern::SetLantern)
        .add_deed(Action::TEND, tend::Tend)
        .add_deed(Action::SEARCHING, search::Search)
        .add_deed(Action::PICKING_UP, pick_up::PickUp)
        .add_deed(Action::DROP, drop::Drop)
        .add_deed(Action::USE, use_thing::UseThing)
        .add_deed(Action::WEAR, wear::WearThing)
        .add_deed(Action::THROW, throw::ThrowThing);
}
