//! Effects: what happens when something happens to a creature, as its data file says.
//!
//! ```text
//! a deed, a state change, a turn -> Triggered -> run_effects: conditions, chance -> a verb changes the world
//! ```
//!
//! Each verb has its own file and one line in `plugin`. A verb is a struct whose fields are the parameters in data
//! files. A plugin adds a verb in the same way:
//!
//! ```
//! use bevy::prelude::*;
//! use fogbound_simulation::game::Health;
//! use fogbound_simulation::game::effect::{AddVerb, Incident, Verb};
//! use fogbound_simulation::game::mind::Within;
//!
//! /// Gives the creature back some of its health.
//! #[derive(Reflect, Default)]
//! #[reflect(Default)]
//! struct Mend {
//!     /// The number of points.
//!     #[reflect(@Within::new(1, 99))]
//!     points: i32,
//! }
//!
//! impl Verb for Mend {
//!     fn act(&self, world: &mut World, incident: &Incident) {
//!         if let Some(mut health) = world.get_mut::<Health>(incident.who) {
//!             health.now = health.max.min(health.now + self.points);
//!         }
//!     }
//! }
//!
//! # let mut app = App::new();
//! app.add_verb::<Mend>("mend");
//! ```

mod cells;
mod conditions;
mod drop_disguise;
mod flee;
mod light;
mod noise;
mod run;
mod spawn;
mod split;

use bevy::prelude::*;

pub use super::being::{
    AddVerb, Condition, Effect, Fear, Incident, Occasion, ReflectVerb, Responses, Sound, Verb,
};
pub use drop_disguise::DropDisguise;
pub use flee::Flee;
pub use light::ChangeLight;
pub use noise::{Around, MakeNoise};
pub(crate) use run::{run_effects, trigger_on_turn};
pub use spawn::Spawn;
pub use split::Split;

pub(crate) fn plugin(app: &mut App) {
    app.add_verb::<MakeNoise>("noise")
        .add_verb::<Spawn>("spawn")
        .add_verb::<Split>("split")
        .add_verb::<Flee>("flee")
        .add_verb::<ChangeLight>("light")
        .add_verb::<DropDisguise>("reveal");
}
