//! Picking up what lies about.

use bevy::prelude::*;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful};
use super::errand::Errand;
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::files::data::NameOf;
use crate::game::being::{Action, Inventory, State, Things, Within};
use crate::vision::{Knowledge, Viewshed};

/// A creature that goes to things that it sees, and picks them up. It leaves them where it dies.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
#[require(Errand, Inventory)]
pub struct Fetches {
    /// The name of the thing or, if it is empty, anything.
    #[reflect(@NameOf::Thing)]
    pub thing: String,
    /// How far away the thing can be, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(1, 64))]
    pub within: u32,
}

impl Default for Fetches {
    fn default() -> Self {
        Self {
            thing: String::new(),
            within: 8,
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Fetches, _>(Urge::Duty, fetch)
        .mind_needs::<Fetches>(&[Need::Sight]);
}

fn fetch(
    deciding: Deciding,
    things: Res<Things>,
    mut fetchers: Query<(Mindful, &mut Errand, &Fetches, &Inventory, &Viewshed)>,
) {
    for (mut creature, mut errand, fetches, pack, view) in
        fetchers.iter_many_unique_mut(deciding.due())
    {
        let is_at_ease = creature.awareness.state() == State::Unaware;
        if !is_at_ease || !deciding.asks(&creature) {
            continue;
        }
        let wanted = (!fetches.thing.is_empty()).then(|| things.named(&fetches.thing));
        let here = creature.position.0;
        let is_wanted = |cell: IVec2| {
            let Knowledge::Seen {
                object: Some(kind), ..
            } = creature.memory.get(cell)
            else {
                return None;
            };
            let stack = things.item(kind)?.stack;
            let fits = stack > 0 && pack.place_for(kind, stack).is_some();
            (fits && wanted.is_none_or(|it| it == Some(kind))).then_some(())
        };
        let near = view.field_of_view().iter().filter(|cell| {
            creature.distance_to(*cell).unsigned_abs() <= fetches.within
                && is_wanted(*cell).is_some()
        });
        let order = |cell: &IVec2| ((*cell - here).length_squared(), cell.y, cell.x);
        let Some(goal) = near.min_by_key(order) else {
            continue;
        };
        let step = match goal == here {
            true => Some(Action::PICK_UP),
            false => errand.step_towards(&deciding, &creature, goal),
        };
        if let Some(step) = step {
            creature.intend(step);
        }
    }
}
