//! The game as every front end runs it.

use bevy::prelude::*;

use crate::control::ControlPlugin;
use crate::game::SimulationPlugin;
use crate::game::bestiary::Notice;
use crate::journal::JournalPlugin;
use crate::mistakes::Mistakes;
use crate::modes::ModesPlugin;
use crate::view::ViewPlugin;

/// Simulation, controls, view and modes together. Needs Bevy's `TaskPoolPlugin`, `TimePlugin` and
/// `InputPlugin`, all of which `DefaultPlugins` holds. [`begin_game`](crate::game::begin_game) begins a game, or the
/// [title](crate::modes::open_title) does.
///
/// Plugins of your own come after this one.
pub struct GamePlugins;

impl Plugin for GamePlugins {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            SimulationPlugin,
            JournalPlugin,
            ControlPlugin,
            ViewPlugin,
            ModesPlugin,
        ))
        .add_systems(Startup, tell_mistakes);
    }
}

/// Tells in the log of the game, and in that of the program, what plugins got wrong.
fn tell_mistakes(mistakes: Option<Res<Mistakes>>, mut notices: MessageWriter<Notice>) {
    for mistake in mistakes.iter().flat_map(|it| it.iter()) {
        error!("{mistake}");
        notices.write(Notice(mistake.to_owned()));
    }
}
