//! Creatures that do and think whatever a test requires.

use bevy::prelude::*;
use fogbound::game::{Action, Awareness, Intent, Turn, TurnSystems};

/// Repeats the same action every turn, whatever the creature senses.
#[derive(Component, Clone, Copy)]
pub struct Puppet(pub Action);

/// Keeps the same awareness, whatever the creature senses.
#[derive(Component, Clone, Copy)]
pub struct Mood(pub Awareness);

fn pull(mut puppets: Query<(&Puppet, &mut Intent)>) {
    for (puppet, mut intent) in &mut puppets {
        intent.0 = Some(puppet.0);
    }
}

fn forget(mut moods: Query<(&Mood, &mut Awareness)>) {
    for (mood, mut awareness) in &mut moods {
        *awareness = mood.0;
    }
}

/// Adds the systems that control puppets.
pub fn with_puppets(mut app: App) -> App {
    app.add_systems(Turn, (pull, forget).in_set(TurnSystems::Decide));
    app
}
