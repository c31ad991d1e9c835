//! Creatures that do what a test wants, and think what a test wants.

use bevy::prelude::*;
use fogbound::game::{Action, Awareness, Intent, Turn, TurnSystems};

/// Does the same every turn, whatever it senses.
#[derive(Component, Clone, Copy)]
pub struct Puppet(pub Action);

/// Thinks the same whenever something happens to it, whatever it senses.
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

/// Has the app's turns move the puppets.
pub fn with_puppets(mut app: App) -> App {
    app.add_systems(Turn, (pull, forget).in_set(TurnSystems::Decide));
    app
}
