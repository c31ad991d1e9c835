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
/// else.
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
        let was_there = follows.seen.is_some_and(|cell| distance(cell) <= 1);
        follows.seen = leader.or(follows.seen.filter(|_| !was_there));
        let is_at_ease = creature.awareness.state() == State::Unaware;
        let Some(goal) = follows
            .seen
            .filter(|_| is_at_ease && deciding.asks(&creature))
        else {
            continue;
        };
        let sets_out = leader.is_none() || distance(goal) > follows.far;
        let is_on_the_way = errand.goal() == Some(goal) && distance(goal) > follows.near;
        let step = match sets_out || is_on_the_way {
            true => errand.step_towards(&deciding, &creature, goal),
            false => None,
        };
        creature.intend(step.unwrap_or(Action::WAIT));
    }
}
