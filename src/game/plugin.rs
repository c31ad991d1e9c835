//! The plugin, and the order of the turn.

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

use super::clock::Phase;
use super::due::{Due, find_due};
use super::followers::{Followers, arrive};
use super::level::{LevelLore, NextId};
use super::perceive::{Witnessed, Witnessing, witness};
use super::stairs::LeftLevels;
use super::turn::{PendingAction, run_turns};
use super::{
    Clock, Fate, Game, GameEvent, Noises, Occupancy, PlayerCommand, Things, Turn, TurnSystems, act,
    awareness, bestiary, combat, level, minds, noise, occupancy, player, sense, touch,
};
use crate::vision::{VisionPlugin, VisionSystems};

/// The whole simulation: feed it [`PlayerCommand`]s, read its components and [`GameEvent`]s.
///
/// The level is entered at [`Startup`]; commands are carried out in [`Update`].
pub struct SimulationPlugin {
    /// The game to play.
    pub game: Game,
}

impl Plugin for SimulationPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(VisionPlugin::in_schedule(Turn))
            .insert_resource(self.game.clone())
            .init_resource::<Clock>()
            .init_resource::<Due>()
            .init_resource::<Fate>()
            .init_resource::<Followers>()
            .init_resource::<LeftLevels>()
            .init_resource::<LevelLore>()
            .init_resource::<NextId>()
            .init_resource::<Noises>()
            .init_resource::<Occupancy>()
            .init_resource::<PendingAction>()
            .init_resource::<Things>()
            .init_resource::<Witnessing>()
            .add_message::<PlayerCommand>()
            .add_message::<GameEvent>()
            .add_message::<Witnessed>();
        order_turn(app);
        app.add_systems(Startup, level::start_first)
            .add_systems(Update, run_turns);
        player::plugin(app);
        minds::plugin(app);
        bestiary::plugin(app, self.game.monsters().clone());
    }
}

/// The rule of the game: who senses, decides and acts when.
fn order_turn(app: &mut App) {
    use TurnSystems::{Act, Begin, Decide, Notice, Sense, Settle};

    app.configure_sets(
        Turn,
        (
            Begin,
            Sense,
            Notice,
            Decide,
            Act,
            Settle,
            VisionSystems::MarkDirty,
        )
            .chain(),
    )
    .configure_sets(
        Turn,
        (Sense, Notice, Decide, Settle).run_if(|clock: Res<Clock>| clock.is_others()),
    )
    .configure_sets(
        Turn,
        Act.run_if(|clock: Res<Clock>| clock.phase != Phase::Look),
    )
    // Most of its many systems have next to nothing to do, and the order of nearly all is fixed; handing
    // them to threads one by one would take longer than they do. What is heavy shares its work itself.
    .edit_schedule(Turn, |turn| {
        turn.set_executor(SingleThreadedExecutor::new());
    })
    .add_systems(
        Turn,
        (
            (
                occupancy::sync_occupancy,
                arrive,
                combat::regenerate,
                find_due,
            )
                .chain()
                .in_set(Begin),
            (sense::sense, touch::feel_around).chain().in_set(Sense),
            awareness::notice.in_set(Notice),
            // What was sensed has been thought about; what happens now is sensed next.
            sense::forget.after(Decide).before(Act),
            act::resolve_intents.in_set(Act),
            // What happens is seen as the world is at that moment.
            witness.after(Notice).before(Decide),
            witness.after(Act).before(Settle),
            noise::spread_noises.in_set(Settle),
        ),
    );
}
