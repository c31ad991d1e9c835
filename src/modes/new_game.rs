//! Begins new games.

use bevy::prelude::*;

use super::downfall::Downfall;
use super::mode::Then;
use crate::control::{Gait, WizardMode};
use crate::dungeon::LevelSource;
use crate::explorer::Journey;
use crate::game::{Game, GameSetup, begin_game};
use crate::view::{MessageLog, ShowsExposure};

/// The setup of games that begin on the title screen. Each of these games gets its own seed; the seed in the setup is
/// used only for the demo behind the title, if no game has been played yet.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct NewGames(pub(super) GameSetup);

/// The wizard-mode setting from before a game was resumed. Resuming a game restores the setting that was saved with it.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct WizardBefore(pub(super) WizardMode);

/// Begins a game, and removes what is left of the previous one.
pub(super) fn begin(world: &mut World, mut game: Game) {
    clear(world);
    world.insert_resource(Downfall::default());
    game.look_again();
    begin_game(world, game);
}

/// Removes what belongs to the current game: the journey, the messages, the gait, the marks on the cells from which the
/// player can be seen, and the wizard-mode setting.
pub(super) fn clear(world: &mut World) {
    world.insert_resource(Journey::default());
    world.resource_mut::<MessageLog>().clear();
    world.insert_resource(Gait::default());
    world.insert_resource(ShowsExposure::default());
    if let Some(WizardBefore(mode)) = world.remove_resource() {
        world.insert_resource::<WizardMode>(mode);
    }
}

/// Begins another game with the next seed.
pub(super) fn next_game(world: &mut World) -> Then {
    match world.get_resource::<Game>() {
        Some(game) => Then::Begin(Box::new(game.next())),
        None => Then::Stay,
    }
}

/// Returns the setup for new games or, if there is none, that of the current game.
fn setup(world: &World) -> GameSetup {
    let named = world.get_resource::<NewGames>().map(|it| it.0.clone());
    let played = world.get_resource::<Game>().map(|it| it.setup.clone());
    named.or(played).unwrap_or_default()
}

/// Returns the level that holds the beacon in the current game or, if there is no game, in new ones. Returns `None` if
/// there is no beacon.
pub(super) fn last_level(world: &World) -> Option<u32> {
    match &game_in_view(world)?.source {
        LevelSource::Dungeon(dungeon) => Some(dungeon.depth()),
        _ => None,
    }
}

/// Returns the settings of the current game or, if there is none, of new games.
pub(super) fn game_in_view(world: &World) -> Option<&GameSetup> {
    let new = world.get_resource::<NewGames>().map(|it| &it.0);
    world.get_resource::<Game>().map(|it| &it.setup).or(new)
}

/// Begins a game with this seed.
///
/// # Errors
///
/// Returns the reason if the game cannot begin.
pub(super) fn begin_with(world: &World, seed: u64) -> Result<Then, String> {
    let setup = GameSetup {
        seed,
        ..setup(world)
    };
    let game = Game::new(setup).map_err(|error| error.to_string())?;
    Ok(Then::Begin(Box::new(game)))
}

pub(super) fn demo_game(world: &mut World) -> Option<Game> {
    match world.get_resource::<Game>() {
        Some(game) => Some(game.next()),
        None => Game::new(setup(world)).ok(),
    }
}
