//! Where games come from.

use bevy::prelude::*;

use super::mode::Then;
use crate::control::{Gait, WizardMode};
use crate::dungeon::LevelSource;
use crate::explorer::Journey;
use crate::game::{Game, GameSetup, begin_game};
use crate::view::MessageLog;

/// What games that begin on the title are set up with, but for their seed. The seed is that of the game that plays by
/// itself behind the title, if no game was played before.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct NewGames(pub(super) GameSetup);

/// Whether a wizard played before a game went on in which one did, or not.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct WizardBefore(pub(super) WizardMode);

/// Begins a game: nothing of the one before is left to be read or walked.
pub(super) fn begin(world: &mut World, mut game: Game) {
    clear(world);
    game.look_again();
    begin_game(world, game);
}

/// Forgets what belongs to the game that was played.
pub(super) fn clear(world: &mut World) {
    world.resource_mut::<Journey>().stop();
    world.resource_mut::<MessageLog>().clear();
    world.insert_resource(Gait::default());
    if let Some(WizardBefore(mode)) = world.remove_resource() {
        world.insert_resource::<WizardMode>(mode);
    }
}

/// Begins another game, with the next seed.
pub(super) fn next_game(world: &mut World) -> Then {
    match world.get_resource::<Game>() {
        Some(game) => Then::Begin(Box::new(game.next())),
        None => Then::Stay,
    }
}

/// The setup of new games: that of the game before, if none was named.
fn setup(world: &World) -> GameSetup {
    let named = world.get_resource::<NewGames>().map(|it| it.0.clone());
    let played = world.get_resource::<Game>().map(|it| it.setup.clone());
    named.or(played).unwrap_or_default()
}

/// The level on which the beacon lies, in this game or else in those that begin on the title; none where there is none.
pub(super) fn last_level(world: &World) -> Option<u32> {
    let new = world.get_resource::<NewGames>().map(|it| &it.0.source);
    match world
        .get_resource::<Game>()
        .map(|it| &it.setup.source)
        .or(new)
    {
        Some(LevelSource::Dungeon(dungeon)) => Some(dungeon.depth()),
        _ => None,
    }
}

/// Begins a game with this seed, or says why that cannot be.
pub(super) fn begin_with(world: &World, seed: u64) -> Result<Then, String> {
    let setup = GameSetup {
        seed,
        ..setup(world)
    };
    let game = Game::new(setup).map_err(|error| error.to_string())?;
    Ok(Then::Begin(Box::new(game)))
}

/// The first game that plays by itself.
pub(super) fn demo_game(world: &mut World) -> Option<Game> {
    match world.get_resource::<Game>() {
        Some(game) => Some(game.next()),
        None => Game::new(setup(world)).ok(),
    }
}
