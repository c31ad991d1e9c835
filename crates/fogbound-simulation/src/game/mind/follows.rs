//! Following a friend.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::errand::Errand;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{Action, Follows, Player, State};
use crate::game::saved::SaveComponent;

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Follows, _>(Urge::Duty, follow)
        .mind_needs::<Follows>(&[Need::Sight])
        .register_required_components::<Follows, Errand>()
        .save::<Follows>();
}

/// Goes after the leader while the creature sees it, and to where it last saw it. Who hunts or is wary does something
/// else, unless the leader is beyond its leash.
fn follow(
    deciding: Deciding,
    mut followers: Query<(Mindful, &mut Errand, &mut Follows)>,
    leaders: Query<(&Name, Has<Player>)>,
) {
    for (mut creature, mut errand, mut follows) in followers.iter_many_unique_mut(deciding.due()) {
        let is_leader = |who: Entity| {
            leaders
                .get(who)
                .is_ok_and(|(name, is_player)| match follows.kind.is_empty() {
                    true => is_player,
                    false => name.as_str() == follows.kind,
                })
        };
        let mut friends = creature.senses.friends.iter();
        let leader = friends.find(|it| is_leader(it.who)).map(|it| it.at);
        let here = creature.position.0;
        let distance = |cell: IVec2| (cell - here).abs().max_element().unsigned_abs();
        follows.seen = leader.or(follows.seen);
        let Some(goal) = follows.seen else {
            continue;
        };
        let far = distance(goal);
        follows.comes = match leader {
            Some(_) => far > follows.far || follows.comes && far > follows.near,
            None => far > 0,
        };
        let is_free = follows.always || creature.awareness.state() == State::Unaware;
        follows.returns =
            follows.leash > 0 && (far > follows.leash || follows.returns && far > follows.near);
        if (is_free || follows.returns) && deciding.asks(&creature) {
            let step = match follows.comes {
                true => errand.step_towards(&deciding, &creature, goal),
                false => None,
            };
            if step.is_none() && !is_free {
                continue;
            }
            creature.intend(step.unwrap_or(Action::WAIT));
            // The leader is not there, or someone else is in the way.
            if leader.is_none() && far <= 1 && step.is_none() {
                follows.seen = None;
            }
        }
    }
}
