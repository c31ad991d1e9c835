//! The verb `blind`: creatures see nothing for a while.

use bevy::prelude::*;

use super::cells::concerned;
use super::words::{turns, within};
use crate::game::being::{
    Area, AreaShape, Incident, Number, Purpose, TICKS_PER_TURN, Verb, Within, blind, percent,
    say_worn_helps, worn_for,
};

/// Blinds creatures.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Blind {
    /// How long they see nothing, in turns.
    #[reflect(@Within::new(1, 999))]
    pub turns: u32,
}

impl Default for Blind {
    fn default() -> Self {
        Self { turns: 6 }
    }
}

impl Verb for Blind {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            let share = u64::from(percent(world, who, Number::Blindness));
            if let Some((kind, _)) = worn_for(world, who, Number::Blindness) {
                say_worn_helps(world, who, (Number::Blindness, kind), None);
            }
            let ticks = u64::from(self.turns) * TICKS_PER_TURN * share / 100;
            if ticks > 0 {
                blind(world, who, incident.tick + ticks);
            }
        }
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Harm)
    }

    fn words(&self, area: Area) -> Option<String> {
        let whom = if area == Area::ITSELF {
            "blinds you".to_owned()
        } else if area.shape == AreaShape::BURST {
            "blinds everyone who sees it".to_owned()
        } else {
            format!("blinds everyone {}", within(area))
        };
        Some(format!("{whom} for {}", turns(self.turns)))
    }
}
