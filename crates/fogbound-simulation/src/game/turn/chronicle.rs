//! Recording the commands that a world receives.

use bevy::prelude::*;

use super::command::PlayerCommand;

/// A recorder of commands. Recorded commands can be carried out again later.
pub trait Chronicle: Send + Sync + 'static {
    /// Called before each command is carried out.
    fn begins(&mut self, world: &mut World, command: &PlayerCommand);

    /// Called after each command has been carried out.
    fn ends(&mut self, world: &mut World);
}

/// The current game's recorder, if there is one. The recorder is removed when another game begins.
#[derive(Resource, Default)]
pub struct Chronicler(Option<Box<dyn Chronicle>>);

impl Chronicler {
    /// Creates a recorder that records the game from now on.
    pub fn new(chronicle: impl Chronicle) -> Self {
        Self(Some(Box::new(chronicle)))
    }

    /// Returns whether the game is being recorded.
    pub fn is_there(&self) -> bool {
        self.0.is_some()
    }
}

/// Calls the recorder, if there is one.
pub(crate) fn with_chronicler(world: &mut World, act: impl FnOnce(&mut dyn Chronicle, &mut World)) {
    // The recorder needs access to the whole world, so take the recorder out of the world during the call.
    let taken = world.resource_mut::<Chronicler>().0.take();
    let Some(mut chronicle) = taken else {
        return;
    };
    act(&mut *chronicle, world);
    world.resource_mut::<Chronicler>().0 = Some(chronicle);
}
