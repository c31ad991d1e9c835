//! A monster that keeps five cells away from you: it follows when you go and backs off when you come.

use bevy::prelude::*;
use fogbound::game::Action;
use fogbound::game::bestiary::AddMonster;
use fogbound::game::mind::{AddMind, Deciding, Mindful, Urge, Within};
use fogbound::grid::Direction;

/// Keeps at one distance from the nearest enemy it sees.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
pub struct Shadows {
    /// The distance, in steps of a king.
    #[reflect(@Within::new(1, 30))]
    pub distance: i32,
}

pub fn plugin(app: &mut App) {
    app.add_mind::<Shadows, _>(Urge::Duty, shadow)
        .add_monster("shade.ron", include_str!("shade.ron"));
}

fn shadow(deciding: Deciding, mut shades: Query<(&Shadows, Mindful)>) {
    for (shadows, mut creature) in &mut shades {
        // Asked only when it is this creature's turn and no stronger mind wants anything.
        let enemies = &creature.senses.enemies;
        let Some(enemy) = enemies.first().filter(|_| deciding.asks(&creature)) else {
            continue;
        };
        let (here, enemy) = (creature.position.0, enemy.at);
        let off = |cell: IVec2| ((cell - enemy).abs().max_element() - shadows.distance).abs();
        let steps = Direction::ALL.into_iter().filter(|way| {
            let there = here + way.delta();
            // What a step costs as far as the creature knows; nothing if it cannot be made.
            deciding.cost(&creature, there).is_some() && off(there) < off(here)
        });
        let best = steps.min_by_key(|way| (here + way.delta() - enemy).length_squared());
        creature.intend(best.map_or(Action::WAIT, Action::step));
    }
}
