//! How the bot chooses one of several things that wait to be chosen.

use rand::RngExt;

use super::choose::Bot;
use super::temperament::Temperament;
use crate::dungeon::random::stream;
use crate::explorer::outlook::Outlook;
use crate::game::{Action, PLACES};
use crate::vision::{Knowledge, ObjectKind};

/// Below this percentage of its health, the bot does not go for what it has to choose.
const WELL: i32 = 60;

impl Bot {
    /// Returns whether something that waits to be chosen is on this level, as the level's plan says, and the bot wants it.
    pub(super) fn wants_gift(&self, outlook: &Outlook) -> bool {
        outlook.gifts > 0
            && !outlook.goes_back
            && !self.temperament.hurries()
            && self.temperament != Temperament::EmptyHanded
            && !self.gifted.contains(&outlook.depth)
    }

    /// Goes to the thing that it chooses among those that it knows of, and takes it. Chance decides, so that games show what
    /// each is worth.
    pub(super) fn choose_gift(&mut self, outlook: &Outlook, seed: u64) -> Option<Action> {
        if !self.wants_gift(outlook) || outlook.health.percent() < WELL {
            return None;
        }
        let waits = |kind: ObjectKind| outlook.things.item(kind).is_some_and(|it| it.waits);
        let mut known: Vec<_> = outlook
            .memory
            .known_cells()
            .filter_map(|(cell, known)| match known {
                Knowledge::Seen {
                    object: Some(kind), ..
                } if waits(kind) && outlook.is_walkable(cell) => Some((kind, cell)),
                _ => None,
            })
            .collect();
        known.sort_unstable_by_key(|(kind, cell)| (*kind, cell.y, cell.x));
        if known.len() < outlook.gifts {
            return None;
        }
        let mut dice = stream(seed, "pilot's choice", outlook.depth.into());
        let (_, cell) = known[dice.random_range(0..known.len() as u32) as usize];
        let pack = outlook.pack?;
        if pack.iter().count() == PLACES {
            let (place, _) = pack.iter().filter(|(_, held)| !held.worn).last()?;
            return Some(Action::drop(place as u8));
        }
        if cell == outlook.here {
            self.gifted.insert(outlook.depth);
            return Some(Action::PICK_UP);
        }
        let path = outlook.ways(outlook.here, |_| false).way(cell)?;
        self.follow(outlook, path)
    }
}
