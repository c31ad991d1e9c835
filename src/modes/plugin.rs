//! The modes' plugin, and functions that open its screens.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::answers::Answers;
use super::breath::end_runs;
use super::confirm::Confirm;
use super::course::Lesson;
use super::demo::Away;
use super::downfall::{self, Downfall};
use super::learn::follow_lesson;
use super::new_game::{self, NewGames};
use super::play::Play;
use super::rehearsal::Rehearsal;
use super::replay::ReplayScreen;
use super::resume::resume;
use super::saves::{self, Noted, Saves};
use super::serve::TakePicture;
use super::settings::{self, Settings};
use super::stack::{self, Modes};
use super::teach::{Teacher, find_hint, show_hint};
use super::title::TitleScreen;
use super::watch::WatchScreen;
use crate::control::ControlSystems;
use crate::explorer::{JourneyStep, Temperament};
use crate::game::{Fate, Game, GameSetup};
use crate::journal::{Journal, JournalError, Recordings};
use crate::view::{Screen, ViewSystems};

/// A plugin that makes the stack of [`Modes`] respond to keys and draw the screen. It needs the plugins of all earlier
/// modules.
pub struct ModesPlugin;

impl Plugin for ModesPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Modes>()
            .init_resource::<Answers>()
            .init_resource::<Settings>()
            .init_resource::<Saves>()
            .init_resource::<Noted>()
            .init_resource::<Away>()
            .init_resource::<Recordings>()
            .add_message::<TakePicture>()
            .init_resource::<Downfall>()
            .add_systems(PreUpdate, stack::answer.in_set(ControlSystems::Answer))
            .add_systems(
                PreUpdate,
                stack::open
                    .after(ControlSystems::Answer)
                    .before(JourneyStep),
            )
            .add_systems(
                PostUpdate,
                (
                    (
                        follow_lesson
                            .run_if(resource_exists::<Lesson>)
                            .before(stack::follow_fate)
                            .before(saves::note),
                        // In the lesson, nobody is dead for long.
                        stack::follow_fate.run_if(not(resource_exists::<Lesson>)),
                        downfall::follow,
                        settings::follow,
                        (end_runs, saves::note, stack::follow_saving).chain(),
                        stack::allow_motion.before(ViewSystems::Move),
                        // In the lesson, its own texts teach.
                        find_hint
                            .pipe(show_hint)
                            .run_if(resource_exists::<Teacher>)
                            .run_if(not(resource_exists::<Lesson>)),
                    )
                        .after(ViewSystems::Narrate)
                        .before(ViewSystems::Draw),
                    stack::draw
                        .in_set(ViewSystems::Draw)
                        .run_if(|screen: Res<Screen>| screen.is_drawn()),
                ),
            );
    }
}

/// Begins a game and shows it, in place of whatever was played and shown before. The game is not recorded.
pub fn begin(world: &mut World, game: Game) {
    world.resource_mut::<Modes>().only(Play::default());
    new_game::begin(world, game);
}

/// Continues the game in a file.
///
/// # Errors
///
/// Returns why the game cannot be resumed. After an error, the world must not be played.
pub fn continue_game(world: &mut World, file: &Path) -> Result<(), JournalError> {
    if let Some(question) = resume(world, file)? {
        world.resource_mut::<Modes>().push_now(*question);
    }
    Ok(())
}

/// Sets up games that begin on the title screen. The seed of each game is chosen there.
pub fn set_up_new_games(world: &mut World, setup: GameSetup) {
    world.insert_resource(NewGames(setup));
}

/// Opens the title screen. Games that begin there have this setup, but their own seeds. The demo behind the title uses
/// the setup's seed.
pub fn open_title(world: &mut World, setup: GameSetup) {
    set_up_new_games(world, setup);
    world.resource_mut::<Modes>().only(TitleScreen::default());
}

/// Opens a replay of the game in this file, at the first command on or after this turn.
///
/// # Errors
///
/// Returns an error if the file is not a journal with this game's format and rules, or if its game cannot begin.
pub fn open_replay(world: &mut World, file: &Path, turn: u64) -> Result<(), JournalError> {
    let mut screen = ReplayScreen::open(world, file)?;
    if turn > 0 {
        screen.go_to_turn(world, turn);
    }
    world.resource_mut::<Modes>().only(screen);
    Ok(())
}

/// Opens a rehearsal, beginning with this journal and its file. The screen plays it again from the start whenever it changes.
///
/// # Errors
///
/// Returns an error if the journal's game cannot begin.
pub fn open_rehearsal(
    world: &mut World,
    journal: (Journal, PathBuf),
    rehearsal: Box<dyn Rehearsal>,
) -> Result<(), JournalError> {
    let screen = ReplayScreen::rehearse(world, journal, rehearsal)?;
    world.resource_mut::<Modes>().only(screen);
    Ok(())
}

/// Ends the program because its window is to close. While a game is running, asks first, as the quit key does; a second
/// request ends the program.
pub fn ask_to_close(world: &mut World) {
    let modes = world.resource::<Modes>();
    let plays = modes.names().next() == Some("play") && world.resource::<Fate>().is_alive();
    let is_asking = modes.names().next_back() == Some("confirm");
    if plays && !is_asking {
        let question = Confirm::quit_game(world);
        world.resource_mut::<Modes>().push_now(*question);
    } else {
        world.write_message(AppExit::Success);
    }
}

/// Has a bot play the game that has just begun, at about `speed` commands per second. The bot stops no later than
/// turn `turns`.
pub fn open_watch(world: &mut World, bot: Temperament, speed: Option<u32>, turns: u64) {
    let screen = WatchScreen::new(world, bot, speed, turns);
    world.resource_mut::<Modes>().only(screen);
}
