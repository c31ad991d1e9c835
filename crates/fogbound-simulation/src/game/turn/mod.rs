//! The turn loop, the player's commands, snapshots and check values.

mod arrange;
mod chronicle;
mod command;
mod fingerprint;
mod run;
mod snapshot;
mod tiles;

use bevy::prelude::*;

use super::being::{Turn, TurnPart, TurnSystems};
use super::bestiary::{Notice, reload_when_changed};
use super::level::Game;
use super::saved::{SaveComponent, SaveResource, Unsaved};
use fingerprint::KnownPrints;
use run::PendingAction;
use snapshot::Shelved;

pub use chronicle::{Chronicle, Chronicler};
pub use command::{MAX_RADIUS, PlayerCommand};
pub use fingerprint::fingerprint;
pub use run::{BeginGame, begin_game, carry_out, run_turns};
pub use snapshot::Snapshot;
pub use tiles::{reload_tiles, replace_tiles};

/// Registers the player's commands, and what carries them out.
pub(crate) fn plugin(app: &mut App) {
    app.world_mut().register_disabling_component::<Shelved>();
    app.leave_out::<Shelved>();
    app.add_message::<PlayerCommand>()
        .init_resource::<Chronicler>()
        .init_resource::<PendingAction>()
        .init_resource::<KnownPrints>()
        .leave_out_resource::<Chronicler>()
        .leave_out_resource::<PendingAction>()
        .leave_out_resource::<KnownPrints>()
        // Reload the tiles and the bestiary in the same update, so that a sleeping app is woken only once.
        .add_systems(PreUpdate, tiles::follow_tiles.after(reload_when_changed))
        .add_systems(
            Update,
            (
                run_turns.run_if(resource_exists::<Game>),
                // At this point, resumed and replayed games have their check values.
                warn_unsaved,
            )
                .chain(),
        )
        .add_systems(
            Turn,
            (
                run::regenerate.in_set(TurnPart::Heal),
                run::obey.in_set(TurnSystems::Command),
            ),
        );
}

/// Reports what is not saved.
fn warn_unsaved(mut unsaved: ResMut<Unsaved>, mut notices: MessageWriter<Notice>) {
    for line in unsaved.take_warnings() {
        warn!("{line}");
        notices.write(Notice(line));
    }
}
