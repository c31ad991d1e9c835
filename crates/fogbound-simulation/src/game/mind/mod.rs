//! How creatures decide what to do. Each mind consists of a component and a system, and has its own file.
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
mod breathe;
mod deciding;
mod douse;
mod errand;
mod flee;
mod fog;
mod guard;
mod hunt;
mod leave_fire;
mod light_flames;
mod look_ahead;
mod moth;
mod reasons;
mod register;
mod shoot;
mod sleep;
mod sound;
mod still;
mod urge;
mod uses;
mod wander;

pub use add_mind::AddMind;
pub use alarm::RaisesAlarm;
pub use deciding::{Deciding, Mindful, MindfulItem};
pub(crate) use deciding::{Doors, known_footing};
pub use errand::Errand;
pub(crate) use errand::Reconsidered;
pub use flee::Flees;
pub use guard::Guards;
pub use look_ahead::LooksAhead;
pub use reasons::record_reasons;
pub(crate) use register::MindFacts;
pub use register::{Need, ReflectMind, RegisterMind};
pub use shoot::Shoots;
pub use sleep::Sleeps;
pub use urge::Urge;
pub use uses::Uses;
pub use wander::Wanders;

use bevy::prelude::*;

use crate::game::being::{Camouflage, Turn, TurnSystems};

pub use super::being::{
    BoundToFog, BreaksDoors, Breathes, DousesFlames, DrawnToLight, Hunts, HuntsBySound,
    HurtByLight, LiesInWait, LightsFlames, OpensDoors, Pack, StillWhenWatched, Within,
};

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
    .register_mind::<OpensDoors>()
    .register_mind::<BreaksDoors>()
    .register_mind::<Pack>()
    .register_mind::<Camouflage>();
    sleep::plugin(app);
    still::plugin(app);
    leave_fire::plugin(app);
    uses::plugin(app);
    flee::plugin(app);
    alarm::plugin(app);
    shoot::plugin(app);
    breathe::plugin(app);
    douse::plugin(app);
    light_flames::plugin(app);
    ambush::plugin(app);
    guard::plugin(app);
    hunt::plugin(app);
    sound::plugin(app);
    wander::plugin(app);
    look_ahead::plugin(app);
    moth::plugin(app);
    fog::plugin(app);
    errand::plugin(app);
}
