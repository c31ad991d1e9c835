//! How each creature perceives the world through its own eyes, ears and touch.
//!
//! ```text
//! viewsheds, noises, touch -> Senses -> notice, call -> Awareness
//! GameEvent -> perceive -> Witnessed: what the player perceives
//! ```

mod call;
mod conditions;
mod exposure;
mod ground;
mod haunt;
mod knows;
mod look_around;
mod looking;
mod measure;
mod noise;
mod notice;
mod perceive;
mod sounds;
mod startle;
mod touch;

pub(crate) use call::call;
pub(crate) use conditions::{is_vain, may_happen};
pub use exposure::{Exposure, Hider, KnownMap, Visibility, Watcher};
pub use ground::TOOK_HEART;
pub(crate) use ground::see_ground;
pub(crate) use haunt::{glimpse, is_made_out_from, keep_ghosts};
pub(crate) use knows::{
    felt_at, is_unknown_to_player, known_at, makes_out_at, might_be_walkable, sees,
};
pub use knows::{is_stone, known_tile, knows_of};
pub(crate) use look_around::{MapBefore, forget, look_around, note_map};
pub(crate) use looking::{line_of_sight, sense};
pub use looking::{makes_out, watches};
pub(crate) use noise::spread_noises;
pub(crate) use notice::{is_in_beam, notice, patience_of};
pub use perceive::{Perceived, Viewer, Witnessed, perceive};
pub(crate) use perceive::{Witnessing, witness, witness_now};
pub(crate) use startle::{Startling, startle};
pub(crate) use touch::{feel_around, learn};
