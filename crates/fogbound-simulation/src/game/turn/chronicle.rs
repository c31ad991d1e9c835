//! Whoever writes down what happens to a world from outside.

use bevy::prelude::*;

use super::command::PlayerCommand;

/// Writes down what is asked of a world, so that all of it can be done again.
pub trait Chronicle: Send + Sync + 'static {
    /// This command is about to be carried out.
    fn begins(&mut self, world: &mut World, command: &PlayerCommand);

    /// The command was carried out.
    fn ends(&mut self, world: &mut World);
}

/// Who writes down the game that is played, if anybody does. When another game begins, nobody does any more.
#[derive(Resource, Default)]
pub struct Chronicler(Option<Box<dyn Chronicle>>);

impl Chronicler {
    /// Has the game that is played written down from now on.
    pub fn new(chronicle: impl Chronicle) -> Self {
        Self(Some(Box::new(chronicle)))
    }

    /// Whether anybody does.
    pub fn is_there(&self) -> bool {
        self.0.is_some()
    }
}

/// Tells whoever writes down, if anybody does.
pub(crate) fn with_chronicler(world: &mut World, act: impl FnOnce(&mut dyn Chronicle, &mut World)) {
    // It looks at the world, so it cannot be in it meanwhile.
    let taken = world.resource_mut::<Chronicler>().0.take();
    let Some(mut chronicle) = taken else {
        return;
    };
    act(&mut *chronicle, world);
    world.resource_mut::<Chronicler>().0 = Some(chronicle);
}
