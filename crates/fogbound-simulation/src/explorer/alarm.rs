//! The events that interrupt the player's journey.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::outlook::{Outlook, distance};
use crate::game::{ActorId, OilLevel, State};
use crate::vision::Knowledge;

/// The reason for interrupting a journey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// An enemy has come into view.
    CameIntoView(Entity),
    /// An enemy in view has begun to hunt the player.
    Hunts(Entity),
    /// An enemy in view has begun to look up.
    Notices,
    /// An enemy in view that hunts the player has come nearer.
    Nears(Entity),
    /// The player has been wounded.
    Hurt,
    /// An attack on the player has missed.
    Attacked,
    /// The player has struck a creature: a step towards a hunter in reach of a long weapon is a blow.
    Struck,
    /// The player has been blinded.
    Blinded,
    /// Fog gathers on the level, or the player has seen fog there for the first time.
    FogComes,
    /// Thick fog or smoke has closed around the player.
    Enveloped,
    /// The oil in the player's lantern has fallen to a level that the log warns of.
    Oil,
    /// The player has discovered stairs or something worth taking on the given cell.
    Found(IVec2),
}

/// An enemy in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Enemy {
    entity: Entity,
    at: IVec2,
    /// Whether it hunts the player and can hurt it.
    hunts: bool,
    /// Whether it is about to notice the player and can hurt it.
    notices: bool,
}

/// The enemies in view, and the player's own condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Situation {
    /// The player's cell.
    here: IVec2,
    /// The enemies in view.
    enemies: BTreeMap<ActorId, Enemy>,
    /// Those enemies that the player knew to be there before they came into view.
    expected: BTreeSet<ActorId>,
    health: i32,
    oil: OilLevel,
    /// The known cells of stairs and things worth taking, as pairs of a row and a column.
    landmarks: BTreeSet<(i32, i32)>,
}

impl Situation {
    pub(super) fn of(outlook: &Outlook) -> Self {
        let is_landmark = |knowledge: Knowledge| match knowledge {
            Knowledge::Seen { tile, .. } => tile.stairs().is_some() || tile.kind().taken.is_some(),
            _ => false,
        };
        let known = outlook.memory.known_cells();
        let known = known.filter(|(_, it)| is_landmark(*it));
        Self {
            landmarks: known.map(|(cell, _)| (cell.y, cell.x)).collect(),
            ..Self::in_view(outlook)
        }
    }

    /// Returns the situation without the landmarks, for which all known cells have to be searched.
    pub(super) fn in_view(outlook: &Outlook) -> Self {
        let enemies = outlook.foes.iter();
        let is_expected = |at: IVec2| {
            let mut known = outlook.ghosts.in_view();
            known.any(|it| it.at == at && it.found_again > 0)
        };
        Self {
            here: outlook.here,
            enemies: enemies
                .clone()
                .map(|it| {
                    let enemy = Enemy {
                        entity: it.entity,
                        at: it.at,
                        hunts: it.hunts && it.can_hurt() && !it.is_stone(),
                        notices: it.state == State::Noticing && it.can_hurt(),
                    };
                    (it.id, enemy)
                })
                .collect(),
            expected: enemies
                .filter(|it| is_expected(it.at))
                .map(|it| it.id)
                .collect(),
            health: outlook.health.now(),
            oil: outlook.oil.map_or(OilLevel::Enough, |it| it.level()),
            landmarks: BTreeSet::new(),
        }
    }

    /// Returns the enemies that have come into view since `before`, except those that stand where the player last saw them and
    /// do not hunt it.
    pub(super) fn newcomers(&self, before: &Self) -> impl Iterator<Item = Entity> {
        let is_new = |(id, it): &(&ActorId, &Enemy)| {
            !before.enemies.contains_key(id) && (it.hunts || !self.expected.contains(id))
        };
        self.enemies.iter().filter(is_new).map(|(_, it)| it.entity)
    }

    /// Returns the most urgent change since `before`. From most to least urgent, the changes are a new enemy, an enemy
    /// that has begun to hunt, a wound, an enemy that looks up, a hunter that has come nearer, little oil, and stairs or
    /// something worth taking. Enemies that have not begun to hunt do not count if they were in view already, or stand
    /// where the player last saw them.
    pub(super) fn alarm(&self, before: &Self) -> Option<Alarm> {
        if let Some(enemy) = self.newcomers(before).next() {
            return Some(Alarm::CameIntoView(enemy));
        }
        let hunters = self.enemies.iter().filter(|(_, it)| it.hunts);
        let hunters = hunters.filter_map(|(id, now)| Some((now, before.enemies.get(id)?)));
        if let Some((now, _)) = hunters.clone().find(|(_, was)| !was.hunts) {
            return Some(Alarm::Hunts(now.entity));
        }
        if self.health < before.health {
            return Some(Alarm::Hurt);
        }
        let was_unaware = |id: &ActorId| {
            before
                .enemies
                .get(id)
                .is_some_and(|it| !it.notices && !it.hunts)
        };
        if self
            .enemies
            .iter()
            .any(|(id, it)| it.notices && was_unaware(id))
        {
            return Some(Alarm::Notices);
        }
        let nears = |(now, was): &(&Enemy, &Enemy)| {
            now.at != was.at && distance(now.at, self.here) < distance(was.at, before.here)
        };
        if let Some((now, _)) = hunters.clone().find(nears) {
            return Some(Alarm::Nears(now.entity));
        }
        if self.oil > before.oil {
            return Some(Alarm::Oil);
        }
        let (y, x) = self.landmarks.difference(&before.landmarks).next()?;
        Some(Alarm::Found(IVec2::new(*x, *y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a situation with the given enemies in view, as pairs of an ID and whether the enemy is hunting.
    fn situation(enemies: &[(u32, bool)], health: i32) -> Situation {
        let enemies = enemies
            .iter()
            .map(|&(id, hunts)| (ActorId(id), enemy(id, hunts, id as i32)));
        Situation {
            here: IVec2::ZERO,
            enemies: enemies.collect(),
            expected: BTreeSet::new(),
            health,
            oil: OilLevel::Enough,
            landmarks: BTreeSet::new(),
        }
    }

    fn enemy(id: u32, hunts: bool, x: i32) -> Enemy {
        let (entity, at) = (entity(id), IVec2::new(x, 0));
        Enemy {
            entity,
            at,
            hunts,
            notices: false,
        }
    }

    fn entity(id: u32) -> Entity {
        Entity::from_raw_u32(id).expect("a small number")
    }

    #[test]
    fn only_news_raises_an_alarm() {
        let before = situation(&[(1, false), (2, true)], 9);
        let alarm = |enemies: &[(u32, bool)], health| situation(enemies, health).alarm(&before);
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
        let mut found = situation(&[(1, false), (3, false)], 9);
        found.expected.insert(ActorId(3));
        assert_eq!(found.alarm(&before), None, "it is where it was");
        found.enemies.insert(ActorId(3), enemy(3, true, 3));
        assert_eq!(found.alarm(&before), came, "it hunts");
        let mut near = situation(&[(1, false), (2, true)], 9);
        near.enemies.insert(ActorId(2), enemy(2, true, 1));
        assert_eq!(near.alarm(&before), Some(Alarm::Nears(entity(2))));
        near.here = IVec2::new(-1, 0);
        assert_eq!(near.alarm(&before), None, "the player keeps its distance");
        let mut notices = before.clone();
        if let Some(enemy) = notices.enemies.get_mut(&ActorId(1)) {
            enemy.notices = true;
        }
        assert_eq!(notices.alarm(&before), Some(Alarm::Notices));
        assert_eq!(notices.alarm(&notices), None);
        let mut later = situation(&[], 9);
        later.landmarks.insert((4, 7));
        assert_eq!(later.alarm(&before), Some(Alarm::Found(IVec2::new(7, 4))));
        assert_eq!(before.alarm(&later), Some(Alarm::CameIntoView(entity(1))));
    }
}
