//! The simulation plugin, and the order of a turn.

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

use super::chronicle::Chronicler;
use super::command::PlayerCommand;
use super::fingerprint::KnownPrints;
use super::run::{PendingAction, begin_game, obey, regenerate, run_turns};
use super::snapshot::Shelved;
use super::tiles::follow_tiles;
use crate::dungeon::Builders;
use crate::game::being::TurnSystems::*;
use crate::game::being::{
    Clock, Due, GameEvent, Occupancy, Phase, Turn, find_due, hide_again, let_pass, sync_occupancy,
};
use crate::game::deed::{resolve_intents, see_cracks};
use crate::game::effect::{run_effects, trigger_on_turn};
use crate::game::level::{
    Game, arrive, burn_out, change_level, come_for_beacon, count_idle, feel_air, keep_count,
    pass_turns, ripen, see_fog, shine_ahead, spring, tend_flames,
};
use crate::game::saved::{SaveComponent, SaveResource, SavedComponents, SavedResources, Unsaved};
use crate::game::sense::{
    MapBefore, Startling, Witnessed, Witnessing, call, feel_around, forget, keep_ghosts,
    look_around, note_map, notice, see_ground, sense, spread_noises, startle, witness,
};
use crate::game::{being, bestiary, deed, effect, level, mind};
use crate::vision::{VisionPlugin, VisionSystems};

/// The plugin for the whole simulation. Send [`PlayerCommand`]s to it, and read its components and [`GameEvent`]s.
///
/// [`begin_game`](super::begin_game) starts a game, and commands are carried out in [`Update`]. Add plugins with minds,
/// actions, builders or things after this plugin and before a game starts.
pub struct SimulationPlugin;

impl Plugin for SimulationPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(VisionPlugin::in_schedule(Turn))
            .init_resource::<Builders>()
            .add_message::<PlayerCommand>()
            .add_message::<GameEvent>()
            .add_message::<Witnessed>();
        app.world_mut().register_disabling_component::<Shelved>();
        app.leave_out::<Shelved>();
        being::plugin(app);
        level::plugin(app);
        set_aside(app);
        order_turn(app);
        fill_turn(app);
        // Reload the tiles and the bestiary in the same update, so that a sleeping app is woken only once.
        app.add_systems(PreUpdate, follow_tiles.after(bestiary::reload_when_changed))
            .add_systems(
                Update,
                (
                    run_turns.run_if(resource_exists::<Game>),
                    // At this point, resumed and replayed games have their check values.
                    warn_unsaved,
                )
                    .chain(),
            );
        deed::plugin(app);
        mind::plugin(app);
        bestiary::plugin(app);
        effect::plugin(app);
    }
}

/// Adds what need not be saved, because nothing of it matters between commands.
fn set_aside(app: &mut App) {
    fn add<T: Resource + Default>(app: &mut App) {
        app.init_resource::<T>().leave_out_resource::<T>();
    }
    add::<Chronicler>(app);
    add::<Due>(app);
    add::<Occupancy>(app);
    add::<PendingAction>(app);
    add::<SavedComponents>(app);
    add::<SavedResources>(app);
    add::<Unsaved>(app);
    add::<KnownPrints>(app);
    add::<Witnessing>(app);
    add::<Startling>(app);
    add::<MapBefore>(app);
}

/// Sets the order of sensing, deciding and acting.
fn order_turn(app: &mut App) {
    let steps = (
        Begin,
        Sense,
        Notice,
        Consider,
        Decide,
        Command,
        Act,
        Witness,
        Settle,
        Shine,
        VisionSystems::MarkDirty,
    );
    let of_others = (Sense, Notice, Decide, Settle);
    app.configure_sets(Turn, steps.chain())
        .configure_sets(Turn, of_others.run_if(is_others))
        .configure_sets(
            Turn,
            Act.run_if(|clock: Res<Clock>| clock.phase != Phase::Look),
        )
        // Most systems have little to do, and nearly all of them run in a fixed order, so handing them to threads would
        // take longer than running them. Systems with heavy work split that work themselves.
        .edit_schedule(Turn, |turn| {
            turn.set_executor(SingleThreadedExecutor::new());
        });
}

/// Reports what is not saved.
fn warn_unsaved(mut unsaved: ResMut<Unsaved>, mut notices: MessageWriter<bestiary::Notice>) {
    for line in unsaved.take_warnings() {
        warn!("{line}");
        notices.write(bestiary::Notice(line));
    }
}

fn is_others(clock: Res<Clock>) -> bool {
    clock.is_others()
}

/// Adds the systems of the turn, except for those that minds and deeds add themselves.
fn fill_turn(app: &mut App) {
    let begin = (
        note_map,
        sync_occupancy,
        arrive,
        come_for_beacon,
        regenerate,
        hide_again,
        let_pass,
        find_due,
        // This uses the light and the player's position at the end of the player's own turn.
        see_cracks.run_if(is_others),
    );
    app.add_systems(
        Turn,
        (
            begin.chain().in_set(Begin),
            (sense, feel_around).chain().in_set(Sense),
            (notice, call).chain().in_set(Notice),
            (
                witness,
                (trigger_on_turn, run_effects).chain().run_if(is_others),
            )
                .chain()
                .in_set(Consider),
            (obey, forget).in_set(Command),
            (resolve_intents, spring, run_effects, change_level)
                .chain()
                .in_set(Act),
            // Events must be perceived in the world as it is at this point.
            (witness, startle).in_set(Witness),
            (
                pass_turns,
                run_effects,
                ripen,
                burn_out,
                keep_count,
                spread_noises,
            )
                .chain()
                .in_set(Settle),
            (tend_flames, shine_ahead, look_around)
                .chain()
                .in_set(Shine),
            mind::turn_head.in_set(Settle).after(ripen),
            (
                keep_ghosts,
                (see_ground, count_idle, see_fog, feel_air).chain(),
            )
                .after(VisionSystems::Remember),
        ),
    );
}

/// Starts games in an app.
pub trait BeginGame {
    /// Starts `game`, as [`begin_game`] does.
    fn begin_game(&mut self, game: Game) -> &mut Self;
}

impl BeginGame for App {
    fn begin_game(&mut self, game: Game) -> &mut Self {
        begin_game(self.world_mut(), game);
        self
    }
}
