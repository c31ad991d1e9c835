//! Shooting from a distance.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::flee::step_away;
use super::guard::Guards;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::files::data::NameOf;
use crate::fov::Sight;
use crate::game::being::{Action, Inventory, Sighting, State, Things, Within};

/// A creature that shoots at enemies it sees, and backs away from enemies that come near.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Shoots {
    /// The range of a shot, in cells, measured as the radius of a circle.
    #[reflect(@Within::new(0, 64))]
    pub range: u32,
    /// The distance that the creature keeps from enemies, in steps, where a diagonal step counts as one. The creature
    /// takes a step back from nearer enemies after each shot.
    #[reflect(@Within::new(0, 64))]
    pub keep: u32,
    /// The chance to hit a target that has no defence, as a percentage.
    #[reflect(@Within::new(0, 100))]
    pub accuracy: i32,
    /// The minimum and maximum damage of a hit.
    #[reflect(@Within::new(0, 999))]
    pub damage: (i32, i32),
    /// The thing that each shot takes from the creature's pack and leaves where the target stands. Without any left, the
    /// creature does not shoot. With an empty name, it never runs out.
    #[reflect(@NameOf::Thing)]
    pub thing: String,
}

impl Shoots {
    /// Returns the place of the pack from which the next shot comes, if shots take anything: `Some(None)` if nothing is
    /// left.
    pub(crate) fn next_shot(
        &self,
        things: &Things,
        pack: Option<&Inventory>,
    ) -> Option<Option<usize>> {
        (!self.thing.is_empty()).then(|| {
            let kind = things.named(&self.thing)?;
            let mut held = pack?.iter();
            held.find(|(_, held)| held.kind == kind)
                .map(|(place, _)| place)
        })
    }
}

impl Default for Shoots {
    fn default() -> Self {
        Self {
            range: 7,
            keep: 3,
            accuracy: 60,
            damage: (1, 3),
            thing: String::new(),
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    const NEEDS: &[Need] = &[
        Need::Enemies,
        Need::Field("range"),
        Need::Field("accuracy"),
        Need::Field("damage"),
    ];
    app.add_mind::<Shoots, _>(Urge::Shoot, shoot)
        .mind_needs::<Shoots>(NEEDS);
}

fn shoot(
    (deciding, things): (Deciding, Res<Things>),
    mut archers: Query<(&Shoots, Option<&Inventory>, Mindful, Option<&Guards>)>,
) {
    for (bow, pack, mut creature, guard) in archers.iter_many_unique_mut(deciding.due()) {
        if bow.next_shot(&things, pack) == Some(None) {
            continue;
        }
        if !deciding.asks(&creature) || creature.awareness.state() != State::Hunting {
            continue;
        }
        let Some(&Sighting { who, at: enemy }) = creature.senses.enemies.first() else {
            continue;
        };
        let too_near = creature.distance_to(enemy).unsigned_abs() < bow.keep;
        // A creature that backed away before it shot could step out of sight and back for ever.
        let has_shot = creature.conduct.struck_from == Some(creature.position.0);
        if too_near
            && has_shot
            && let Some(step) = step_away(&deciding, &creature, &[enemy])
        {
            creature.intend(step);
            continue;
        }
        let sight = Sight::default().with_radius(bow.range);
        if sight.reaches(enemy - creature.position.0) {
            let follows = guard.is_none_or(|guard| guard.has_leeway(creature.position.0));
            creature.intend(Action::shoot_target(who, follows));
        }
    }
}
