//! How creatures decide what to do. Each mind has its own file, with the component that monster files name and the
//! systems that decide for the creatures that have it.
//!
//! There are two exceptions. Components that also change what a creature senses, such as [`Hunts`], are in `being`,
//! where `sense` can read them. Traits, such as [`OpensDoors`], have no system that decides: other minds, the senses,
//! the deeds or the levels read them.
//!
//! A mind reads only the senses, memory and body of its own creature, and writes only that creature's
//! [`Intent`](super::Intent). A creature may have several minds. They are asked in the order of their [`Urge`]s, and
//! the first mind that chooses an action decides. Fields that monster files can set declare their limits with
//! [`Within`].
//!
//! A custom mind consists of a component and a system. One line adds them:
//!
//! ```
//! use bevy::prelude::*;
//! use fogbound_simulation::game::{Action, mind::{AddMind, Deciding, Urge}};
//!
//! /// A creature that turns round and round.
//! #[derive(Component, Reflect, Default)]
//! #[reflect(Component, Default)]
//! struct Dances;
//!
//! fn dance(deciding: Deciding, mut dancers: Query<(Entity, &Dances)>) { /* … */ }
//!
//! # let mut app = App::new();
//! app.add_mind::<Dances, _>(Urge::Idle, dance);
//! ```

mod add_mind;
mod alarm;
mod ambush;
mod breaks_doors;
mod breathe;
mod deciding;
mod douse;
mod errand;
mod erratic;
mod fetches;
mod flee;
mod fog;
mod follows;
mod goes;
mod guard;
mod hunt;
mod hurt_by_light;
mod keeps_to;
mod leave_fire;
mod light_flames;
mod look_ahead;
mod moth;
mod opens_doors;
mod reasons;
mod register;
mod shoot;
mod sleep;
mod sound;
mod still;
mod tracks;
mod urge;
mod uses;
mod wander;

pub use add_mind::AddMind;
pub use alarm::RaisesAlarm;
pub use breaks_doors::BreaksDoors;
pub(crate) use breaks_doors::passes_door;
pub use breathe::Breathes;
pub use deciding::{Deciding, Mindful, MindfulItem};
pub(crate) use deciding::{Doors, known_footing};
pub use douse::DousesFlames;
pub use errand::Errand;
pub(crate) use errand::Reconsidered;
pub use erratic::Erratic;
pub use fetches::Fetches;
pub use flee::Flees;
pub use fog::BoundToFog;
pub use guard::Guards;
pub use hurt_by_light::HurtByLight;
pub use keeps_to::KeepsTo;
pub use light_flames::LightsFlames;
pub use look_ahead::LooksAhead;
pub use opens_doors::OpensDoors;
pub(crate) use opens_doors::has_key;
pub(crate) use opens_doors::opens_doors;
pub use reasons::record_reasons;
pub(crate) use register::MindFacts;
pub use register::{Need, ReflectMind, RegisterMind};
pub use shoot::Shoots;
pub use sleep::Sleeps;
pub use tracks::{Tracks, Trails};
pub use urge::Urge;
pub use uses::Uses;
pub use wander::Wanders;

use bevy::prelude::*;

use crate::game::being::{Camouflage, Turn, TurnSystems};

pub use super::being::{
    DrawnToLight, Follows, Hunts, HuntsBySound, LiesInWait, Pack, StillWhenWatched, Within,
};
pub use crate::files::data::NameOf;

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(
        Turn,
        (
            Urge::Must,
            Urge::Survive,
            Urge::Warn,
            Urge::Shoot,
            Urge::Duty,
            Urge::Hunt,
            Urge::Idle,
        )
            .chain()
            .in_set(TurnSystems::Decide),
    )
    .register_mind::<Pack>()
    .register_mind::<Camouflage>();
    opens_doors::plugin(app);
    breaks_doors::plugin(app);
    sleep::plugin(app);
    still::plugin(app);
    leave_fire::plugin(app);
    uses::plugin(app);
    flee::plugin(app);
    erratic::plugin(app);
    goes::plugin(app);
    alarm::plugin(app);
    shoot::plugin(app);
    breathe::plugin(app);
    douse::plugin(app);
    light_flames::plugin(app);
    ambush::plugin(app);
    follows::plugin(app);
    tracks::plugin(app);
    guard::plugin(app);
    hunt::plugin(app);
    sound::plugin(app);
    wander::plugin(app);
    look_ahead::plugin(app);
    moth::plugin(app);
    fetches::plugin(app);
    fog::plugin(app);
    keeps_to::plugin(app);
    hurt_by_light::plugin(app);
    errand::plugin(app);
}
