//! The plugins that every front end shares.

use bevy::prelude::*;

use crate::acts::ActsPlugin;
use crate::control::ControlPlugin;
use crate::game::SimulationPlugin;
use crate::game::bestiary::Notice;
use crate::journal::JournalPlugin;
use crate::mistakes::Mistakes;
use crate::modes::ModesPlugin;
use crate::view::ViewPlugin;

/// The plugins for the simulation, journal, controls, view, modes and acts. They need Bevy's `TaskPoolPlugin`, `TimePlugin`
/// and `InputPlugin`, which are part of `DefaultPlugins`. To start a game, call [`begin_game`](crate::game::begin_game)
/// or open the [title](crate::modes::open_title).
///
/// Add your plugins after this one.
pub struct GamePlugins;

impl Plugin for GamePlugins {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            SimulationPlugin,
            JournalPlugin,
            ControlPlugin,
            ViewPlugin,
            ModesPlugin,
            ActsPlugin,
        ))
        .add_systems(Startup, report_mistakes);
    }
}

/// Reports mistakes made by plugins in the message log and in the program's log.
fn report_mistakes(mistakes: Option<Res<Mistakes>>, mut notices: MessageWriter<Notice>) {
    for mistake in mistakes.iter().flat_map(|it| it.iter()) {
        error!("{mistake}");
        notices.write(Notice(mistake.to_owned()));
    }
}
