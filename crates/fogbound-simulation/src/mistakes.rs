//! What plugins got wrong when they added something to an app.

use bevy::app::App;
use bevy::ecs::resource::Resource;

/// What plugins got wrong: a key that was taken, a builder without a name, colours that cannot be read. A line each,
/// that says what is wrong and what would be accepted.
///
/// The game goes on without what is wrong. Whoever starts it says so: `cli::run` on standard error, with exit status 2;
/// an app that is started otherwise, in its log.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Mistakes(Vec<String>);

impl Mistakes {
    /// All of them, in the order in which they were made.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Notes mistakes of plugins.
pub trait NoteMistake {
    /// Notes what a plugin got wrong, in one line.
    fn note_mistake(&mut self, line: impl Into<String>) -> &mut Self;
}

impl NoteMistake for App {
    fn note_mistake(&mut self, line: impl Into<String>) -> &mut Self {
        let mut mistakes = self.world_mut().get_resource_or_init::<Mistakes>();
        mistakes.0.push(line.into());
        self
    }
}
