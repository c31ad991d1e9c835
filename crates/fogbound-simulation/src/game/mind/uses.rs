//! Throwing and using what a creature carries.

use bevy::prelude::*;
use rand::RngExt;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful, MindfulItem};
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::game::being::{
    Action, Awareness, Flight, Inventory, Item, Occasion, Party, Purpose, Sighting, State, THROW,
    Terrain, Things, Within,
};
use crate::game::sense::is_vain;
use crate::grid::Rectangle;

/// A creature that throws and uses what it carries. Each effect of a thing says what it is good for.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct Uses {
    /// The chance, as a percentage, that the creature uses something when something would help.
    #[reflect(@Within::new(0, 100))]
    pub odds: u32,
}

impl Default for Uses {
    fn default() -> Self {
        Self { odds: 50 }
    }
}

/// Below this percentage of its health, a creature heals itself, hides or escapes.
const HURT: i32 = 50;

pub(crate) fn plugin(app: &mut App) {
    app.add_mind::<Uses, _>(Urge::Survive, use_things)
        .mind_needs::<Uses>(&[Need::Enemies, Need::Field("odds")]);
}

/// A creature, and what it carries.
type User = (Entity, &'static Uses, Mindful, &'static Inventory);

fn use_things(deciding: Deciding, things: Res<Things>, mut users: ParamSet<(Query<User>, &World)>) {
    let mut willing = Vec::new();
    for (who, uses, creature, _) in users.p0().iter_many_unique_mut(deciding.due()) {
        if !deciding.asks(&creature) || creature.awareness.state() != State::Hunting {
            continue;
        }
        let mut dice = deciding.dice("uses", &creature);
        if dice.random_range(0..100) < uses.odds {
            willing.push(who);
        }
    }
    for who in willing {
        let purposes = purposes(users.p1(), who);
        let mut users = users.p0();
        let Ok((_, _, mut creature, pack)) = users.get_mut(who) else {
            continue;
        };
        let action = carried(pack, &things).find_map(|(place, item)| {
            let mut purposes = purposes.iter().filter(|it| it.0 == place);
            let is_used = purposes.any(|it| helps(&creature, it.1, it.2));
            match is_used.then(|| Action::use_thing(place)) {
                None => throw_at(&creature, item).map(|at| Action::throw(place, at)),
                action => action,
            }
        });
        if let Some(action) = action {
            creature.intend(action);
        }
    }
}

/// Iterates over what a creature carries and does not wear: the place of the pack, and what is there.
fn carried<'a>(pack: &'a Inventory, things: &'a Things) -> impl Iterator<Item = (u8, &'a Item)> {
    let carried = pack.iter().filter(|(_, held)| !held.worn);
    carried.filter_map(|(place, held)| {
        let item = things.item(held.kind)?;
        (!item.is_spent(held)).then_some((place as u8, &**item))
    })
}

/// Returns what it would be good for if a creature used the things that it carries, as far as it knows: places of its pack,
/// each with a purpose and whom it is about.
fn purposes(world: &World, who: Entity) -> Vec<(u8, Purpose, Party)> {
    let pack = world.get::<Inventory>(who).into_iter();
    let carried = pack.flat_map(|pack| carried(pack, world.resource()));
    let purposes = carried.flat_map(|(place, item)| {
        let effects = item.effects(Occasion::USE).iter();
        let effects = effects.filter(|it| !is_vain(world, who, it));
        effects.filter_map(move |it| Some((place, it.purpose()?, it.party())))
    });
    purposes.collect()
}

/// Returns whether it helps the creature to use a thing that is good for this and about this party.
fn helps(creature: &MindfulItem, purpose: Purpose, party: Party) -> bool {
    let is_hurt = creature.health.percent() < HURT;
    let enemy = creature.senses.enemies.first();
    let is_close = enemy.is_some_and(|it| creature.distance_to(it.at) <= 1);
    match purpose {
        Purpose::Heal => is_hurt,
        Purpose::Escape => is_hurt && is_close,
        Purpose::Harm => party == Party::Them && enemy.is_some(),
        Purpose::Shine | Purpose::Hide => false,
    }
}

/// Returns where the creature throws a thing, if that helps: harm at an enemy in view, light where it cannot see its
/// enemy, and what hides it at an enemy that it flees from. It throws nothing that would harm itself.
fn throw_at(creature: &MindfulItem, item: &Item) -> Option<IVec2> {
    let here = creature.position.0;
    let seen = creature.senses.enemies.first().map(|it: &Sighting| it.at);
    let believed = match *creature.awareness {
        Awareness::Hunting { last_known } => Some(last_known),
        _ => None,
    };
    let to = seen.or(believed)?;
    if !(2..=THROW).contains(&creature.distance_to(to)) {
        return None;
    }
    let is_hurt = creature.health.percent() < HURT;
    let suits = |purpose| match purpose {
        Purpose::Shine => seen.is_none(),
        Purpose::Harm => seen.is_some(),
        Purpose::Hide => seen.is_some() && is_hurt,
        Purpose::Heal | Purpose::Escape => false,
    };
    let effects = item.effects(Occasion::THROW).iter();
    let effects = effects.filter_map(|it| Some((it.purpose()?, it.area())));
    let mut effects = effects.filter(|(purpose, _)| suits(*purpose)).peekable();
    effects.peek()?;
    // The effects may reach farther, but nothing beyond these cells decides whether they reach the two creatures.
    let bounds = Rectangle::from_corners(here, here).expanded(2 * THROW);
    let tile = |cell| creature.memory.tile(cell);
    let lands = Flight::thrown(here, to, tile).lands;
    if lands == here {
        return None;
    }
    let works = Terrain::of_tiles(bounds, &tile, |terrain| {
        effects.all(|(purpose, area)| {
            let reaches = |cell| terrain.reaches(area, here, lands, cell);
            reaches(to) && (purpose != Purpose::Harm || !reaches(here))
        })
    });
    works.then_some(to)
}
