//! What passes after a while: blindness, changes of numbers, and hearing everyone.

use bevy::prelude::*;

use super::actor::Player;
use super::ask::place_of;
use super::clock::Clock;
use super::events::{Happening, tell};
use super::impressions::Affect;
use super::wearer::{Change, wear};
use crate::fov::Sight;
use crate::vision::Viewshed;

/// A creature that sees nothing for a while.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blinded {
    /// The tick at which it can see again.
    pub until: u64,
    /// How it sees then.
    pub(crate) sight: Sight,
    /// How far it sees in the dark then.
    pub(crate) dark_sight: u32,
}

/// A creature that hears for a while where everyone is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HearsAll {
    /// The tick at which that ends.
    pub until: u64,
}

/// Changes of a creature's numbers that pass, each with the tick at which it ends.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PassingChanges(Vec<(u64, Change)>);

/// Blinds a creature until a tick. A creature that is already blind stays so at least as long.
pub(crate) fn blind(world: &mut World, who: Entity, until: u64) {
    let Ok(mut body) = world.get_entity_mut(who) else {
        return;
    };
    if let Some(mut blinded) = body.get_mut::<Blinded>() {
        blinded.until = blinded.until.max(until);
        return;
    }
    let Some(mut viewshed) = body.get_mut::<Viewshed>() else {
        return;
    };
    let (sight, dark_sight) = (viewshed.sight(), viewshed.dark_sight());
    viewshed.set_sight(sight.with_radius(0));
    viewshed.set_dark_sight(0);
    body.insert(Blinded {
        until,
        sight,
        dark_sight,
    });
    notify(world, who, Affect::Blinded);
}

/// Changes a number of a creature until a tick.
pub(crate) fn change_for(world: &mut World, who: Entity, change: Change, until: u64) {
    wear(world, who, &[change]);
    let Ok(mut body) = world.get_entity_mut(who) else {
        return;
    };
    let mut passing = body.take::<PassingChanges>().unwrap_or_default();
    passing.0.push((until, change));
    body.insert(passing);
}

/// Ends what has passed by now.
pub(crate) fn let_pass(
    clock: Res<Clock>,
    blind: Query<(Entity, &Blinded)>,
    changed: Query<(Entity, &PassingChanges)>,
    hearing: Query<(Entity, &HearsAll)>,
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
}

fn see_again(world: &mut World, who: Entity) {
    let Some(blinded) = world.entity_mut(who).take::<Blinded>() else {
        return;
    };
    if let Some(mut viewshed) = world.get_mut::<Viewshed>(who) {
        // What was put on or taken off in the meantime counts, too.
        let since = viewshed.dark_sight();
        viewshed.set_sight(blinded.sight);
        viewshed.set_dark_sight(blinded.dark_sight.saturating_add(since));
    }
    notify(world, who, Affect::SeesAgain);
}

fn end_changes(world: &mut World, who: Entity, now: u64) {
    let Some(mut passing) = world.entity_mut(who).take::<PassingChanges>() else {
        return;
    };
    let ended = passing.0.extract_if(.., |(until, _)| *until <= now);
    let ended: Vec<Change> = ended.map(|(_, change)| change).collect();
    let undone: Vec<Change> = ended.iter().map(|it| it.opposite()).collect();
    wear(world, who, &undone);
    if !passing.0.is_empty() {
        world.entity_mut(who).insert(passing);
    }
    for change in ended {
        notify(world, who, Affect::ChangeEnds(change));
    }
}

/// Tells the player what happens to it.
fn notify(world: &mut World, who: Entity, affect: Affect) {
    let is_player = world.get::<Player>(who).is_some();
    if let Some(at) = place_of(world, who).filter(|_| is_player) {
        tell(world, who, at, Happening::Affected(affect));
    }
}
