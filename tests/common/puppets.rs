//! Creatures that do whatever a test requires.

use bevy::prelude::*;
use fogbound::game::{Action, Intent, Turn, TurnSystems};

/// Repeats the same action every turn, whatever the creature senses.
#[derive(Component, Clone, Copy)]
pub struct Puppet(pub Action);

fn pull(mut puppets: Query<(&Puppet, &mut Intent)>) {
    for (puppet, mut intent) in &mut puppets {
        intent.0 = Some(puppet.0);
    }
}

/// Adds the systems that control puppets.
pub fn with_puppets(mut app: App) -> App {
    app.add_systems(Turn, pull.in_set(TurnSystems::Decide));
    app
}
