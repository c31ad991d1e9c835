//! The simulation: a clock, turns, actors and what they do. It knows no key and no screen.
//!
//! ```text
//! PlayerCommand (message) -> run_turns -> Turn schedule, one run per tick:
//!     the player, if due, acts first and alone, and the world is seen anew; then of all others
//!     Sense:  who is due looks through its own eyes
//!     Notice: and makes up its mind: unaware, noticing, hunting, searching
//!     Decide: minds turn that into an Intent
//!     Act:    intents are resolved one by one, in the order of ActorId; GameEvents tell what happened
//!     Settle: noises reach ears
//!     See, Remember: crate::vision
//! ```
//!
//! The same seed and the same commands give the same world on every machine.

mod act;
mod action;
mod actor;
mod awareness;
pub mod bestiary;
mod body;
mod calm;
mod clock;
mod combat;
mod doors;
mod due;
mod events;
mod fate;
mod fingerprint;
mod followers;
mod judge;
mod level;
pub mod minds;
mod nearby;
mod noise;
mod occupancy;
pub mod paths;
mod perceive;
mod player;
mod plugin;
mod populate;
mod random;
mod sense;
mod senses;
mod stairs;
mod things;
mod touch;
mod turn;

pub use action::{Action, Intent, Obstacle, PlayerCommand};
pub use actor::{Actor, ActorId, Blocks, Conduct, NORMAL_SPEED, Native, OnLevel, Player};
pub use awareness::{Awareness, State};
pub use body::{Appearance, Breath, Camouflage, Defence, Faction, Health, Melee};
pub use clock::{Clock, TICKS_PER_TURN};
pub use events::{GameEvent, Happening};
pub use fate::{Death, Fate};
pub use fingerprint::fingerprint;
pub use level::{Game, GameError, GameSetup};
pub use noise::Noises;
pub use occupancy::Occupancy;
pub use perceive::{Perceived, Viewer, Witnessed, perceive};
pub use player::MAX_RADIUS;
pub use plugin::SimulationPlugin;
pub use random::decision_rng;
pub use sense::makes_out;
pub use senses::{Heard, Hearing, Senses, Sighting};
pub use things::{Thing, Things};
pub use turn::{Turn, TurnSystems};
