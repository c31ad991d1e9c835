//! The verb `change`: a number of a creature changes, for good, for a while, or as long as it wears a thing.

use bevy::prelude::*;

use super::cells::concerned;
use super::words::turns;
use crate::game::being::{
    Affect, Area, Change, Happening, Incident, Number, Occasion, PassingChanges, TICKS_PER_TURN,
    Verb, Within, change_for, change_for_good, place_of, prolong, tell,
};

/// Changes a number of creatures.
#[derive(Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct ChangeNumber {
    /// The name of the number, as for boons.
    pub number: String,
    /// What is added to it.
    #[reflect(@Within::new(-1000, 1000))]
    pub by: i32,
    /// How long the change lasts, in turns. With 0, it lasts for good or, for a thing that is worn, until the creature
    /// takes the thing off.
    #[reflect(@Within::new(0, 9999))]
    pub turns: u32,
}

impl Default for ChangeNumber {
    fn default() -> Self {
        Self {
            number: String::new(),
            by: 1,
            turns: 0,
        }
    }
}

impl ChangeNumber {
    fn change(&self) -> Option<Change> {
        let number = Number::named(&self.number)?;
        Some(Change {
            number,
            by: self.by,
        })
    }
}

impl Verb for ChangeNumber {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(change) = self.change() else {
            return;
        };
        // A thing changes only the one who puts it on.
        let whom = match incident.occasion == Occasion::WEAR {
            true => vec![incident.who],
            false => concerned(world, incident),
        };
        let until = incident.tick + u64::from(self.turns) * TICKS_PER_TURN;
        for who in whom {
            match self.turns {
                0 => change_for_good(world, who, &[change]),
                // What takes place on every turn does not add up with itself.
                _ if incident.occasion.each_turn && prolong(world, who, change, until) => {}
                _ => {
                    let passing = world.get::<PassingChanges>(who);
                    let is_old = passing.is_some_and(|it| it.has(change));
                    // What is only renewed is no news.
                    let is_done = change_for(world, who, change, until) && !is_old;
                    if let Some(at) = place_of(world, who).filter(|_| is_done) {
                        tell(world, who, at, Happening::Affected(Affect::Changed(change)));
                    }
                }
            }
        }
    }

    fn while_worn(&self) -> Option<Change> {
        self.change().filter(|_| self.turns == 0)
    }

    fn check(&self) -> Result<(), String> {
        if Number::named(&self.number).is_some() {
            return Ok(());
        }
        let names = Number::names().map(|it| format!("{it:?}")).join(", ");
        Err(format!(
            "number: found {:?}; expected one of {names}",
            self.number
        ))
    }

    fn words(&self, _area: Area) -> Option<String> {
        let long = match self.turns {
            0 => String::new(),
            long => format!(" for {}", turns(long)),
        };
        Some(format!("{}{long}", self.change()?.words()))
    }
}
