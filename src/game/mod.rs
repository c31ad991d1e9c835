//! The simulation: a clock, turns, actors and what they do. It knows no key and no screen.
//!
//! ```text
//! PlayerCommand (message) -> run_turns -> Turn schedule, one run per tick:
//!     Decide: who is due turns what it senses into an Intent
//!     Act:    intents are resolved one by one, in the order of ActorId; GameEvents tell what happened
//!     See, Remember: crate::vision
//! ```
//!
//! The same seed and the same commands give the same world on every machine.

mod act;
mod action;
mod actor;
mod clock;
mod creatures;
mod events;
mod level;
mod minds;
mod occupancy;
mod player;
mod plugin;
mod random;
mod things;
mod turn;

pub use action::{Action, Intent, Obstacle, PlayerCommand};
pub use actor::{Actor, ActorId, Blocks, NORMAL_SPEED, OnLevel, Player};
pub use clock::{Clock, TICKS_PER_TURN};
pub use creatures::CreatureKind;
pub use events::{GameEvent, Happening};
pub use level::{Game, GameError, GameSetup};
pub use minds::Wanderer;
pub use occupancy::Occupancy;
pub use player::MAX_RADIUS;
pub use plugin::SimulationPlugin;
pub use random::decision_rng;
pub use things::{THINGS, Thing};
pub use turn::{Turn, TurnSystems};
