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
mod kind_of_place;
mod knows;
mod look_around;
mod looking;
mod measure;
mod naming;
mod noise;
mod notice;
mod occasions;
mod perceive;
mod sounds;
mod startle;
mod survey;
mod touch;

use bevy::prelude::*;

use super::being::{Turn, TurnPart, TurnSystems};
use super::saved::SaveResource;
use crate::vision::VisionSystems;
use look_around::MapBefore;
use perceive::Witnessing;
use startle::Startling;

pub(crate) use conditions::{is_vain, may_with_others};
pub use exposure::{Exposure, Hider, KnownMap, Visibility, Watcher};
pub(crate) use haunt::{glimpse, is_made_out_from, keep_ghosts};
pub(crate) use knows::{felt_at, is_unknown_to_player, known_at, makes_out_at, sees};
pub use knows::{is_stone, known_tile, knows_of};
pub(crate) use looking::line_of_sight;
pub use looking::{makes_out, watches};
pub(crate) use notice::{is_in_beam, patience_of};
pub(crate) use perceive::witness_now;
pub use perceive::{Perceived, Viewer, Witnessed, perceive};
pub(crate) use touch::feel;

/// Registers what creatures perceive with, and the systems that make them perceive.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MapBefore>()
        .init_resource::<Startling>()
        .init_resource::<Witnessing>()
        .leave_out_resource::<MapBefore>()
        .leave_out_resource::<Startling>()
        .leave_out_resource::<Witnessing>()
        .add_message::<Witnessed>()
        .add_systems(
            Turn,
            (
                look_around::note_map.in_set(TurnPart::NoteMap),
                (looking::sense, touch::feel_around)
                    .chain()
                    .in_set(TurnSystems::Sense),
                (notice::notice, call::call)
                    .chain()
                    .in_set(TurnSystems::Notice),
                perceive::witness.in_set(TurnPart::WitnessOthers),
                look_around::forget.in_set(TurnSystems::Command),
                // Events must be perceived in the world as it is at this point.
                (perceive::witness, startle::startle).in_set(TurnSystems::Witness),
                noise::spread_noises.in_set(TurnPart::SpreadNoises),
                look_around::look_around.in_set(TurnPart::LookAround),
                keep_ghosts.after(VisionSystems::Remember),
                (ground::see_ground, survey::name_places).in_set(TurnPart::SeeGround),
            ),
        );
}
