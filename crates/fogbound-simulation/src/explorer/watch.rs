//! What makes somebody who walks by itself stop and look.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::game::ActorId;

/// Why somebody stops who walks by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// An enemy has come into view.
    CameIntoView(Entity),
    /// An enemy in view has begun to hunt.
    Hunts(Entity),
    /// It has been hurt.
    Hurt,
    /// It has been struck or shot at, in vain.
    Attacked,
    /// Stairs, or something worth having, on this cell, seen for the first time.
    Found(IVec2),
}

/// Who the enemies are that the player sees, and whether they hunt.
pub(super) type Enemies = BTreeMap<ActorId, (Entity, bool)>;

/// What the player sees of its enemies, and how it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Watch {
    pub(super) enemies: Enemies,
    pub(super) health: i32,
    /// The cells of stairs and of things worth having that it knows of, row before column.
    pub(super) landmarks: BTreeSet<(i32, i32)>,
}

impl Watch {
    /// What there is to be alarmed about, compared with `before`: first an enemy that is new, then one that hunts, a wound,
    /// stairs or something worth having. Those who were in view already, and did no more than that, are no news.
    pub(super) fn alarm(&self, before: &Self) -> Option<Alarm> {
        let came = self
            .enemies
            .iter()
            .find(|(id, _)| !before.enemies.contains_key(id));
        let hunts = self.enemies.iter().find(|(id, (_, hunts))| {
            *hunts && before.enemies.get(id).is_some_and(|(_, hunted)| !hunted)
        });
        match (came, hunts) {
            (Some((_, (enemy, _))), _) => Some(Alarm::CameIntoView(*enemy)),
            (None, Some((_, (enemy, _)))) => Some(Alarm::Hunts(*enemy)),
            (None, None) if self.health < before.health => Some(Alarm::Hurt),
            (None, None) => {
                let found = self.landmarks.difference(&before.landmarks).next();
                found.map(|(y, x)| Alarm::Found(IVec2::new(*x, *y)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who is in view, by number, and whether they hunt.
    fn watch(enemies: &[(u32, bool)], health: i32) -> Watch {
        let enemies = enemies
            .iter()
            .map(|&(id, hunts)| (ActorId(id), (entity(id), hunts)));
        Watch {
            enemies: enemies.collect(),
            health,
            landmarks: BTreeSet::new(),
        }
    }

    fn entity(id: u32) -> Entity {
        Entity::from_raw_u32(id).expect("a small number")
    }

    #[test]
    fn news_alarms_and_what_was_known_does_not() {
        let before = watch(&[(1, false), (2, true)], 9);
        let alarm = |enemies: &[(u32, bool)], health| watch(enemies, health).alarm(&before);
        assert_eq!(alarm(&[(1, false), (2, true)], 9), None);
        assert_eq!(alarm(&[(2, false)], 10), None);
        assert_eq!(
            alarm(&[(1, true), (2, true)], 9),
            Some(Alarm::Hunts(entity(1)))
        );
        let came = Some(Alarm::CameIntoView(entity(3)));
        assert_eq!(alarm(&[(1, true), (3, false)], 1), came);
        assert_eq!(alarm(&[(3, true)], 9), came);
        assert_eq!(alarm(&[(1, false)], 8), Some(Alarm::Hurt));
        let mut later = watch(&[], 9);
        later.landmarks.insert((4, 7));
        assert_eq!(later.alarm(&before), Some(Alarm::Found(IVec2::new(7, 4))));
        assert_eq!(before.alarm(&later), Some(Alarm::CameIntoView(entity(1))));
    }
}
