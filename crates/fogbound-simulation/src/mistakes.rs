//! Mistakes that plugins make when they add something to an app.

use bevy::app::App;
use bevy::ecs::resource::Resource;

/// Mistakes that plugins have made, such as requesting a key that is already taken, adding a builder without a name, or
/// setting unreadable colours. Each mistake is one line that says what is wrong and what would be accepted.
///
/// The game runs without the faulty part. `cli::run` prints the mistakes to standard error and exits with status 2; an
/// app that is started in another way logs them.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Mistakes(Vec<String>);

impl Mistakes {
    /// Iterates over the mistakes in the order in which they were made.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Lets plugins record their mistakes.
pub trait NoteMistake {
    /// Records a plugin's mistake, described on one line.
    fn note_mistake(&mut self, line: impl Into<String>) -> &mut Self;
}

impl NoteMistake for App {
    fn note_mistake(&mut self, line: impl Into<String>) -> &mut Self {
        let mut mistakes = self.world_mut().get_resource_or_init::<Mistakes>();
        mistakes.0.push(line.into());
        self
    }
}
