//! What changes a creature's numbers now, and what they come to.
//!
//! ```text
//! changes for good, passing changes, what it wears now, blindness -> renew -> Wearer, Health, Breath, Viewshed
//! ```
//!
//! A creature's own numbers never change because of what is in force. [`renew`] adds up what is in force again
//! whenever that changes, so nothing has to be taken back, and a change can begin and end in any order.

use std::collections::BTreeMap;

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::actor::{Actor, Player};
use super::body::{Breath, Defence, Health, Melee};
use super::events::{Did, FactKind, tell};
use super::fight::{Per, Quota};
use super::item::Inventory;
use super::number::{Change, Number};
use super::occasion::Occasion;
use super::queries::place_of;
use super::senses::Hearing;
use super::things::Things;
use crate::vision::{ObjectKind, Viewshed};

/// A sum of changes for each number that they change.
type Sums = BTreeMap<Number, i64>;

/// All changes of a creature's numbers that are in force now, added up.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wearer {
    /// The changes for good alone.
    for_good: Sums,
    /// All changes in force.
    now: Sums,
}

/// A creature that wears something.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct Wears;

/// A creature that sees nothing for a while.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Blinded {
    /// The tick at which it can see again.
    pub until: u64,
}

/// Changes of a creature's numbers that pass, each with the tick at which it ends.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PassingChanges(pub(super) Vec<(u64, Change)>);

impl PassingChanges {
    pub(crate) fn has(&self, change: Change) -> bool {
        self.0.iter().any(|(_, it)| *it == change)
    }
}

impl Wearer {
    /// Returns the sum of all changes of a number, as far as an `i32` can hold it.
    pub fn points(&self, number: Number) -> i32 {
        let sum = self.sum(number);
        sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// Returns a number in percent, which is 100 without any changes and never negative.
    pub fn percent(&self, number: Number) -> u32 {
        changed(100, self.sum(number))
    }

    /// Returns `amount` changed by a number in percent, rounded.
    pub fn scale(&self, number: Number, amount: u32) -> u32 {
        let scaled = (u64::from(amount) * u64::from(self.percent(number)) + 50) / 100;
        u32::try_from(scaled).unwrap_or(u32::MAX)
    }

    /// Returns how well the creature fights now, if it usually fights like this.
    pub fn melee(&self, usual: Melee) -> Melee {
        let [accuracy, damage] = [Number::Accuracy, Number::Damage].map(|it| self.points(it));
        let (least, most) = usual.damage;
        Melee {
            accuracy: usual.accuracy.saturating_add(accuracy),
            damage: (least.saturating_add(damage), most.saturating_add(damage)),
        }
    }

    /// Returns how well the creature hears now, if it usually hears like this.
    pub fn hearing(&self, usual: Hearing) -> Hearing {
        Hearing {
            acuity: changed(usual.acuity, self.sum(Number::Hearing)),
        }
    }

    fn sum(&self, number: Number) -> i64 {
        self.now.get(&number).copied().unwrap_or(0)
    }
}

/// Returns an amount that never becomes negative, changed by a sum.
fn changed(amount: u32, sum: i64) -> u32 {
    let changed = i64::from(amount).saturating_add(sum);
    changed.clamp(0, u32::MAX.into()) as u32
}

/// Adds a change to a sum. The sums of changes are kept whole, and only what is derived from them has limits.
fn add(sums: &mut Sums, Change { number, by }: Change) {
    let sum = sums.entry(number).or_default();
    *sum = sum.saturating_add(by.into());
    if *sum == 0 {
        sums.remove(&number);
    }
}

/// Returns a creature's number in percent, which is 100 without any changes.
pub(crate) fn percent(world: &World, who: Entity, number: Number) -> u32 {
    world
        .get::<Wearer>(who)
        .map_or(100, |it| it.percent(number))
}

/// Returns the acuity of a creature's hearing now.
pub(crate) fn acuity(usual: &Hearing, wearer: Option<&Wearer>) -> u32 {
    wearer.map_or(*usual, |it| it.hearing(*usual)).acuity
}

/// Returns how well a creature fights hand to hand now, or `None` if it does not.
pub(crate) fn melee(world: &World, who: Entity) -> Option<Melee> {
    let usual = *world.get::<Melee>(who)?;
    Some(match world.get::<Wearer>(who) {
        Some(wearer) => wearer.melee(usual),
        None => usual,
    })
}

/// Returns the percentage points that a creature's attackers lose now.
pub(crate) fn defence(world: &World, who: Entity) -> i32 {
    let usual = world.get::<Defence>(who).map_or(0, |it| it.0);
    let wearer = world.get::<Wearer>(who);
    usual.saturating_add(wearer.map_or(0, |it| it.points(Number::Defence)))
}

/// Changes the numbers of a creature for good.
pub(crate) fn change_for_good(world: &mut World, who: Entity, changes: &[Change]) {
    let Ok(mut body) = world.get_entity_mut(who) else {
        return;
    };
    let mut wearer = body.take::<Wearer>().unwrap_or_default();
    for change in changes {
        add(&mut wearer.for_good, *change);
    }
    body.insert(wearer);
    renew(world, who);
}

/// Computes a creature's numbers from what is in force now. Call this whenever something begins or ceases to be in force.
pub(crate) fn renew(world: &mut World, who: Entity) {
    let Ok(body) = world.get_entity(who) else {
        return;
    };
    let for_good = body.get().map(|it: &Wearer| it.for_good.clone());
    let for_good = for_good.unwrap_or_default();
    let mut now = for_good.clone();
    let passing = body.get::<PassingChanges>().into_iter();
    let passing = passing.flat_map(|it| &it.0).map(|(_, change)| *change);
    let worn = world.get_resource::<Things>().zip(body.get());
    let worn = worn
        .into_iter()
        .flat_map(|(things, pack)| worn_changes(things, pack));
    passing.chain(worn).for_each(|it| add(&mut now, it));
    let is_blind = body.contains::<Blinded>();
    let pack = body.get::<Inventory>();
    let wears = pack.is_some_and(|it| it.iter().any(|(_, held)| held.worn));
    let wore = body.contains::<Wears>();

    let wearer = Wearer { for_good, now };
    let sum = |number| wearer.sum(number);
    let mut body = world.entity_mut(who);
    match (wore, wears) {
        (false, true) => {
            body.insert(Wears);
        }
        (true, false) => {
            body.remove::<Wears>();
        }
        _ => {}
    }
    if let Some(actor) = body.get_mut::<Actor>() {
        actor
            .map_unchanged(|it| it.more())
            .set_if_neq(sum(Number::Speed));
    }
    if let Some(health) = body.get_mut::<Health>() {
        health
            .map_unchanged(|it| it.more())
            .set_if_neq(sum(Number::Health));
    }
    if let Some(breath) = body.get_mut::<Breath>() {
        breath
            .map_unchanged(|it| it.more())
            .set_if_neq(sum(Number::Breath));
    }
    if let Some(mut viewshed) = body.get_mut::<Viewshed>() {
        let sees = (is_blind, sum(Number::DarkSight));
        if (viewshed.is_blind(), viewshed.dark_sight_bonus()) != sees {
            viewshed.set_blind(sees.0);
            viewshed.set_dark_sight_bonus(sees.1);
        }
    }
    match wearer == Wearer::default() {
        true => body.remove::<Wearer>(),
        false => body.insert(wearer),
    };
}

/// Returns the changes that are in force because of what a creature wears.
fn worn_changes<'a>(things: &'a Things, pack: &'a Inventory) -> impl Iterator<Item = Change> + 'a {
    changes_by_thing(things, pack).map(|(_, change)| change)
}

fn changes_by_thing<'a>(
    things: &'a Things,
    pack: &'a Inventory,
) -> impl Iterator<Item = (ObjectKind, Change)> + 'a {
    let worn = pack.iter().filter(|(_, held)| held.worn);
    let worn = worn.filter_map(|(_, held)| Some((held.kind, things.item(held.kind)?)));
    worn.flat_map(|(kind, item)| {
        let effects = item.effects(Occasion::WEAR).iter();
        effects.filter_map(move |it| Some((kind, it.verb()?.while_worn()?)))
    })
}

impl FactKind {
    /// Something that the actor wears has just made a difference. The outcome is the name of the number that it changes, and
    /// the target is who would have heard or noticed the actor.
    pub const WORN_HELPED: Self = Self::new("what it wears helped");
}

/// Returns what a creature wears that changes a number most, and by how much, if that helps it.
pub(crate) fn worn_for(world: &World, who: Entity, number: Number) -> Option<(ObjectKind, i32)> {
    world.get::<Wears>(who)?;
    let pack = world.get::<Inventory>(who)?;
    let all = changes_by_thing(world.resource(), pack);
    let all = all.filter(|(_, it)| it.number == number);
    let best = all.max_by_key(|(_, it)| it.by.unsigned_abs())?;
    let helps = match number {
        Number::Steps | Number::Noticed | Number::Dim | Number::Blindness => best.1.by < 0,
        _ => best.1.by > 0,
    };
    helps.then_some((best.0, best.1.by))
}

/// After how many turns it is said again that something worn helps with the same number.
const SAY_AGAIN: u32 = 15;

/// Tells the player that something that it wears has just made a difference. `to` is who would have heard or noticed it.
pub(crate) fn say_worn_helps(
    world: &mut World,
    who: Entity,
    (number, kind): (Number, ObjectKind),
    to: Option<Entity>,
) {
    let Some(at) = place_of(world, who).filter(|_| world.get::<Player>(who).is_some()) else {
        return;
    };
    let quota = Quota {
        most: 1,
        per: Per::Turns(SAY_AGAIN),
        key: format!("worn {}", number.name()).into(),
    };
    if quota.left(world, who) == 0 {
        return;
    }
    quota.spend(world, who);
    let did = Did::of(FactKind::WORN_HELPED)
        .with(kind)
        .outcome(number.name());
    tell(world, who, at, to.map_or(did, |to| did.to(to)));
}

/// Computes the numbers of all creatures that carry things again, after the files of things have been read. What cannot
/// be worn any more is no longer worn. Of several things that are now worn in the same place of the body, the first in
/// the pack stays on.
pub(crate) fn renew_wearers(world: &mut World) {
    let mut packs = world.query_filtered::<(Entity, &Inventory), Allow<Disabled>>();
    let things = world.resource::<Things>();
    let packs = packs
        .iter(world)
        .filter(|(_, pack)| pack.iter().any(|(_, it)| it.worn));
    let wearers = packs.map(|(who, pack)| (who, comes_off(things, pack)));
    for (who, places) in wearers.collect::<Vec<_>>() {
        for place in places {
            if let Some(mut pack) = world.get_mut::<Inventory>(who) {
                pack.set_worn(place, false);
            }
        }
        renew(world, who);
    }
}

/// Returns the places of a pack that hold a worn thing that cannot be worn there.
fn comes_off(things: &Things, pack: &Inventory) -> Vec<usize> {
    let mut taken = Vec::new();
    let worn = pack.iter().filter(|(_, held)| held.worn);
    let comes_off = worn.filter(|(_, held)| {
        let slot = things.item(held.kind).and_then(|it| it.worn);
        let is_free = slot.is_some_and(|it| !taken.contains(&it));
        taken.extend(slot);
        !is_free
    });
    comes_off.map(|(place, _)| place).collect()
}
