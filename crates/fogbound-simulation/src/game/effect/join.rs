//! The verb `join`: monsters come over to the side of the creature.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use super::words::{turns, within};
use crate::game::being::{
    Actor, Area, Awareness, Clock, Did, FactKind, Faction, Incident, Player, Purpose, Sided, State,
    TICKS_PER_TURN, Verb, Within, place_of, tell,
};

impl FactKind {
    /// The actor has come over to another side.
    pub const JOINED: Self = Self::new("joined");
}

/// Makes monsters come over to the side of the creature that has the effect.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Join {
    /// For how many turns. With 0, for good.
    #[reflect(@Within::new(0, 9999))]
    pub turns: u32,
}

impl Verb for Join {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(side) = incident.side else {
            return;
        };
        for who in concerned(world, incident) {
            let own = world.get::<Faction>(who).copied();
            let Some(own) = own.filter(|it| *it != side && world.get::<Player>(who).is_none())
            else {
                continue;
            };
            // Who has changed sides before goes back to the first.
            let first = world.entity_mut(who).take::<Sided>();
            change_side(world, who, side);
            if self.turns > 0 {
                let back = first.map_or(own, |it| it.back);
                let until = incident.tick + u64::from(self.turns) * TICKS_PER_TURN;
                world.entity_mut(who).insert(Sided { back, until });
            }
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Harm)
    }

    fn words(&self, area: Area) -> Option<String> {
        let long = match self.turns {
            0 => "for good".to_owned(),
            long => format!("for {}", turns(long)),
        };
        let within = within(area);
        Some(format!("brings everyone {within} to your side {long}"))
    }
}

/// Puts a creature on a side. It forgets whom it was after.
fn change_side(world: &mut World, who: Entity, side: Faction) {
    let Some(at) = place_of(world, who) else {
        return;
    };
    world.entity_mut(who).insert(side);
    tell(world, who, at, Did::of(FactKind::JOINED));
    let awareness = world.get::<Awareness>(who);
    let from = awareness.map_or(State::Unaware, |it| it.state());
    if ![State::Unaware, State::Asleep].contains(&from) {
        world.entity_mut(who).insert(Awareness::Unaware);
    }
}

/// Lets monsters return to the sides that they left for a while, in the order of their IDs.
pub(super) fn return_to_sides(
    clock: Res<Clock>,
    changed: Query<(Entity, &Actor, &Sided)>,
    mut commands: Commands,
) {
    let over = changed.iter().filter(|(.., it)| it.until <= clock.tick);
    let mut over: Vec<_> = over
        .map(|(who, actor, it)| (actor.id, who, it.back))
        .collect();
    over.sort_unstable_by_key(|(id, ..)| *id);
    for (_, who, back) in over {
        commands.queue(move |world: &mut World| {
            world.entity_mut(who).remove::<Sided>();
            change_side(world, who, back);
        });
    }
}
