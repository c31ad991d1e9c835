//! Opening and closing lanterns.

use bevy::prelude::*;

use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Did, Lantern, Obstacle, Quest, tell};

impl Action {
    /// The kind of action that [`set_lantern`](Self::set_lantern) creates.
    pub const LANTERN: ActionKind = ActionKind::new("set the lantern");

    /// Opens, narrows or shuts the actor's [`Lantern`].
    pub const fn set_lantern(to: Lantern) -> Self {
        Self::new(Self::LANTERN, Aim::Amount(to as u32))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::LANTERN, SetLantern);
}

/// The deed of setting a lantern to shut, narrowed to a beam, or open.
struct SetLantern;

fn setting(aim: Aim) -> Option<Lantern> {
    match aim {
        Aim::Amount(number) => Lantern::ALL.get(usize::try_from(number).ok()?).copied(),
        _ => None,
    }
}

impl Deed for SetLantern {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let now = world.get::<Lantern>(doer.entity);
        match setting(aim) {
            Some(wanted) if now.is_some_and(|now| *now != wanted) => {
                Ok(Action::set_lantern(wanted))
            }
            _ if world.resource::<Quest>().has_beacon => Err(Obstacle::Named("uncoverable")),
            _ => Err(Obstacle::Named("no lantern")),
        }
    }

    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.ticks_by_hand(world)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let (Some(wanted), Some(mut lantern)) = (setting(aim), world.get_mut(doer.entity)) else {
            return;
        };
        *lantern = wanted;
        tell(
            world,
            doer.entity,
            doer.at,
            Did::of(Action::LANTERN).amount(wanted as u32),
        );
    }
}
