//! Throwing and using what a creature carries.

use bevy::prelude::*;
use rand::RngExt;

use super::add_mind::AddMind;
use super::deciding::{Deciding, Mindful, MindfulItem};
use super::register::{Need, RegisterMind};
use super::urge::Urge;
use crate::fov::{FieldOfView, VisibleSet};
use crate::game::being::{
    Action, Awareness, Flight, Inventory, Item, Occasion, Purpose, Sighting, State, THROW, Terrain,
    Things, Within,
};
use crate::grid::Rectangle;
use crate::map::Tile;

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

fn use_things(
    deciding: Deciding,
    things: Res<Things>,
    mut users: Query<(&Uses, Mindful, &Inventory)>,
) {
    for (uses, mut creature, pack) in users.iter_many_unique_mut(deciding.due()) {
        if !deciding.asks(&creature) || creature.awareness.state() != State::Hunting {
            continue;
        }
        let mut dice = deciding.dice("uses", &creature);
        if dice.random_range(0..100) >= uses.odds {
            continue;
        }
        let carried = pack.iter().filter(|(_, held)| !held.worn);
        let mut carried =
            carried.filter_map(|(place, held)| Some((place as u8, &**things.item(held.kind)?)));
        let action = carried.find_map(|(place, item)| {
            let is_used = helps(&creature, item, Occasion::Use);
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

/// Returns whether one of the effects on an occasion helps the creature itself now.
fn helps(creature: &MindfulItem, item: &Item, occasion: Occasion) -> bool {
    let is_hurt = creature.health.percent() < HURT;
    let enemy = creature.senses.enemies.first();
    let is_close = enemy.is_some_and(|it| creature.distance_to(it.at) <= 1);
    let mut purposes = item.effects(occasion).iter().filter_map(|it| it.purpose());
    purposes.any(|purpose| match purpose {
        Purpose::Heal => is_hurt,
        Purpose::Escape => is_hurt && is_close,
        Purpose::Shine | Purpose::Harm | Purpose::Hide => false,
    })
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
    let effects = item.effects(Occasion::Throw).iter();
    let effects = effects.filter_map(|it| Some((it.purpose()?, it.area())));
    let mut effects = effects.filter(|(purpose, _)| suits(*purpose)).peekable();
    effects.peek()?;
    // The effects may reach farther, but nothing beyond these cells decides whether they reach the two creatures.
    let bounds = Rectangle::from_corners(here, here).expanded(2 * THROW);
    let tile = |cell| creature.memory.tile(cell);
    let terrain = Terrain {
        bounds,
        tile: &tile,
        view: &|eye, sight| {
            let mut view = VisibleSet::new();
            let is_opaque = |cell| tile(cell).is_some_and(Tile::is_opaque);
            FieldOfView::new().compute_with(bounds, eye, sight, is_opaque, &mut view);
            view
        },
    };
    let lands = Flight::thrown(here, to, tile).lands;
    if lands == here {
        return None;
    }
    let works = effects.all(|(purpose, area)| {
        let reaches = |cell| terrain.reaches(area, here, lands, cell);
        reaches(to) && (purpose != Purpose::Harm || !reaches(here))
    });
    works.then_some(to)
}
