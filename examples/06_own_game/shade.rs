//! A monster that stays five cells away from you: it follows when you walk away and backs off when you approach.

use bevy::prelude::*;
use fogbound::game::Action;
use fogbound::game::bestiary::AddMonster;
use fogbound::game::mind::{AddMind, Deciding, Mindful, Urge, Within};
use fogbound::grid::Direction;

/// A mind that keeps its creature at a fixed distance from the nearest enemy that the creature sees.
#[derive(Component, Reflect)]
#[reflect(Component, Default)]
pub struct Shadows {
    /// The distance in cells. A diagonal step counts as one cell.
    #[reflect(@Within::new(1, 30))]
    pub distance: i32,
}

/// Supplies the values of fields that a monster file leaves out.
impl Default for Shadows {
    fn default() -> Self {
        Self { distance: 5 }
    }
}

pub fn plugin(app: &mut App) {
    app.add_mind::<Shadows, _>(Urge::Duty, shadow)
        .add_monster("shade.ron", include_str!("shade.ron"));
}

fn shadow(deciding: Deciding, mut shades: Query<(&Shadows, Mindful)>) {
    for (shadows, mut creature) in &mut shades {
        // Decide only on this creature's turn, and only if no more urgent mind has decided.
        let enemies = &creature.senses.enemies;
        let Some(enemy) = enemies.first().filter(|_| deciding.asks(&creature)) else {
            continue;
        };
        let (here, enemy) = (creature.position.0, enemy.at);
        let off = |cell: IVec2| ((cell - enemy).abs().max_element() - shadows.distance).abs();
        let steps = Direction::ALL.into_iter().filter(|way| {
            let there = here + way.delta();
            // `cost` returns `None` if the creature knows that it cannot walk there.
            deciding.cost(&creature, there).is_some() && off(there) < off(here)
        });
        let best = steps.min_by_key(|way| (here + way.delta() - enemy).length_squared());
        creature.intend(best.map_or(Action::WAIT, Action::step));
    }
}
