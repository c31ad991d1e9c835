//! What passes after a while: blindness, changes of numbers, and hearing everyone.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;

use super::actor::Player;
use super::body::{Camouflage, Faction};
use super::clock::Clock;
use super::events::{Did, FactKind, Happening, tell};
use super::fight::{Per, Quota};
use super::impressions::Affect;
use super::limits::{Limit, Limits, MOST_CHANGES};
use super::number::{Change, Number};
use super::queries::place_of;
use super::revealed::Revealed;
use super::wearer::{Blinded, PassingChanges, Wearer, renew};
use crate::vision::Viewshed;

/// A creature that hears for a while where everyone is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct HearsAll {
    /// The tick at which that ends.
    pub until: u64,
    /// How far away, in cells, or 0 for everyone on the level.
    pub within: u32,
}

impl Hash for HearsAll {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.until.hash(state);
        if self.within > 0 {
            self.within.hash(state);
        }
    }
}

/// A creature that an effect keeps, or kept, from acting.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stunned {
    /// The tick at which it can act again.
    pub until: u64,
}

/// A creature that cannot leave its cell on foot.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rooted {
    /// The tick at which it can.
    pub until: u64,
}

/// A creature that [`Camouflage`] hides for a while.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hiding {
    /// The tick at which that ends.
    pub until: u64,
}

/// A creature that is on another side than its own for a while.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sided {
    /// Its own side.
    pub back: Faction,
    /// The tick at which it returns to it.
    pub until: u64,
}

/// Blinds a creature until a tick. A creature that is already blind stays so at least as long.
pub(crate) fn blind(world: &mut World, who: Entity, until: u64) {
    let Ok(mut body) = world.get_entity_mut(who) else {
        return;
    };
    if let Some(mut blinded) = body.get_mut::<Blinded>() {
        blinded.until = blinded.until.max(until);
    } else if body.contains::<Viewshed>() {
        body.insert(Blinded { until });
        renew(world, who);
        notify(world, who, Affect::Blinded);
    }
}

/// Changes a number of a creature until a tick. Returns whether there was room for another change.
pub(crate) fn change_for(world: &mut World, who: Entity, change: Change, until: u64) -> bool {
    let Ok(mut body) = world.get_entity_mut(who) else {
        return false;
    };
    if body
        .get::<PassingChanges>()
        .is_some_and(|it| it.0.len() >= MOST_CHANGES)
    {
        world.resource_mut::<Limits>().reached = Some(Limit::Changes);
        return false;
    }
    let mut passing = body.take::<PassingChanges>().unwrap_or_default();
    passing.0.push((until, change));
    body.insert(passing);
    renew(world, who);
    true
}

/// Makes a change of a number of a creature last until a tick, at least. Returns whether it was in force.
pub(crate) fn prolong(world: &mut World, who: Entity, change: Change, until: u64) -> bool {
    let Some(mut passing) = world.get_mut::<PassingChanges>(who) else {
        return false;
    };
    let old = passing.0.iter_mut().find(|(_, it)| *it == change);
    let Some((end, _)) = old else {
        return false;
    };
    *end = until.max(*end);
    true
}

/// Takes up to this many points from what [shields](Number::Shield) a creature: first from what passes, and then from what
/// counts anew in each fight. Returns how many points.
pub(crate) fn take_shield(world: &mut World, who: Entity, damage: i32) -> i32 {
    let wearer = world.get::<Wearer>(who);
    let points = wearer.map_or(0, |it| it.points(Number::Shield));
    if points <= 0 || damage <= 0 {
        return 0;
    }
    let mut left = damage.min(points);
    let mut standing = points;
    if let Some(mut passing) = world.entity_mut(who).take::<PassingChanges>() {
        for (_, change) in &mut passing.0 {
            if change.number == Number::Shield {
                standing = standing.saturating_sub(change.by);
                let taken = change.by.clamp(0, left);
                change.by -= taken;
                left -= taken;
            }
        }
        let is_used_up = |it: &Change| it.number == Number::Shield && it.by == 0;
        passing.0.retain(|(_, it)| !is_used_up(it));
        if !passing.0.is_empty() {
            world.entity_mut(who).insert(passing);
        }
        renew(world, who);
    }
    let quota = Quota {
        most: standing.max(0).unsigned_abs(),
        per: Per::Fight,
        key: "shield".into(),
    };
    while left > 0 && quota.left(world, who) > 0 {
        quota.spend(world, who);
        left -= 1;
    }
    damage.min(points) - left
}

impl FactKind {
    /// The actor can leave its cell again.
    pub const FREED: Self = Self::new("freed");

    /// The actor can be seen again as anyone else.
    pub const SEEN_AGAIN: Self = Self::new("seen again");
}

/// Ends what has passed by now.
pub(crate) fn let_pass(
    clock: Res<Clock>,
    blind: Query<(Entity, &Blinded)>,
    changed: Query<(Entity, &PassingChanges)>,
    hearing: Query<(Entity, &HearsAll)>,
    rooted: Query<(Entity, &Rooted)>,
    hiding: Query<(Entity, &Hiding)>,
    mut commands: Commands,
) {
    let now = clock.tick;
    for (who, _) in blind.iter().filter(|(_, it)| it.until <= now) {
        commands.queue(move |world: &mut World| see_again(world, who));
    }
    for (who, it) in &changed {
        if it.0.iter().any(|(until, _)| *until <= now) {
            commands.queue(move |world: &mut World| end_changes(world, who, now));
        }
    }
    for (who, _) in hearing.iter().filter(|(_, it)| it.until <= now) {
        commands.queue(move |world: &mut World| {
            world.entity_mut(who).remove::<HearsAll>();
            notify(world, who, Affect::HearsAllEnds);
        });
    }
    for (who, _) in rooted.iter().filter(|(_, it)| it.until <= now) {
        commands.queue(move |world: &mut World| {
            world.entity_mut(who).remove::<Rooted>();
            notify(world, who, Did::of(FactKind::FREED));
        });
    }
    for (who, _) in hiding.iter().filter(|(_, it)| it.until <= now) {
        commands.queue(move |world: &mut World| {
            let mut body = world.entity_mut(who);
            body.remove::<(Hiding, Camouflage, Revealed)>();
            notify(world, who, Did::of(FactKind::SEEN_AGAIN));
        });
    }
}

fn see_again(world: &mut World, who: Entity) {
    world.entity_mut(who).remove::<Blinded>();
    renew(world, who);
    notify(world, who, Affect::SeesAgain);
}

fn end_changes(world: &mut World, who: Entity, now: u64) {
    let Some(mut passing) = world.entity_mut(who).take::<PassingChanges>() else {
        return;
    };
    let ended = passing.0.extract_if(.., |(until, _)| *until <= now);
    let ended: Vec<Change> = ended.map(|(_, change)| change).collect();
    if !passing.0.is_empty() {
        world.entity_mut(who).insert(passing);
    }
    renew(world, who);
    let still = world
        .get::<PassingChanges>(who)
        .cloned()
        .unwrap_or_default();
    let is_still = |change: &Change| still.has(*change);
    // What has been renewed in the meantime goes on.
    for change in ended.into_iter().filter(|it| !is_still(it)) {
        notify(world, who, Affect::ChangeEnds(change));
    }
}

fn notify(world: &mut World, who: Entity, what: impl Into<Happening>) {
    let is_player = world.get::<Player>(who).is_some();
    if let Some(at) = place_of(world, who).filter(|_| is_player) {
        tell(world, who, at, what);
    }
}
