//! Opening and closing lanterns.

use bevy::prelude::*;

use super::kinds::{Deed, Doer};
use crate::game::being::{Action, Aim, Did, Lantern, Obstacle, Quest, tell};

/// The deed of setting a lantern to shut, narrowed to a beam, or open.
pub(super) struct SetLantern;

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
