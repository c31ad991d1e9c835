//! From the world to what each creature knows of it, through its own eyes, ears and hands.
//!
//! ```text
//! viewsheds, noises, touch -> Senses -> notice, listen, call -> Awareness
//! GameEvent -> perceive -> Witnessed: what the player perceives of it
//! ```

mod call;
mod knows;
mod listen;
mod looking;
mod measure;
mod noise;
mod notice;
mod perceive;
mod sounds;
mod startle;
mod touch;

pub(crate) use call::call;
pub use knows::{believed, knows_of};
pub(crate) use knows::{felt_at, is_unknown_to_player, knows_no_wall, made_out, makes_out_there};
pub(crate) use listen::listen;
pub use looking::makes_out;
pub(crate) use looking::{MapBefore, could_see, forget, look_around, note_map, sense};
pub(crate) use noise::spread_noises;
pub use notice::chance_to_notice;
pub(crate) use notice::{notice, patience_of};
pub use perceive::{Perceived, Viewer, Witnessed, perceive};
pub(crate) use perceive::{Witnessing, witness, witness_now};
pub(crate) use startle::{Startling, startle};
pub(crate) use touch::{feel_around, learn};
