//! Studying monsters, and the boons that knowledge earns.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use rand::RngExt;

use super::game::Game;
use crate::dungeon::random::stream;
use crate::game::being::{
    Actor, ActorId, Awareness, Boon, Camouflage, Chosen, Did, FactKind, Faction, GameEvent,
    Numbers, Player, Quest, State, Study, StudyNumbers, change_for_good, find_player, player_of,
    tell,
};
use crate::game::sense::makes_out;
use crate::map::TileMap;
use crate::vision::{LightMap, Position, Viewshed};

impl FactKind {
    /// The actor has studied the kind of the target, and knows it from now on.
    pub const STUDIED: Self = Self::new("studied");

    /// The actor can choose a boon from now on.
    pub const EARNED_BOON: Self = Self::new("earned a boon");

    /// The actor chose a boon. The amount is its place in the game's list of boons.
    pub const CHOSE_BOON: Self = Self::new("chose a boon");
}

type Student = (
    Entity,
    &'static Position,
    &'static Viewshed,
    &'static Faction,
    &'static mut Study,
    &'static Chosen,
);

/// A creature and its cell.
type Place = (Entity, &'static Position);
type Other = (With<Actor>, Without<Player>);

/// A creature that may be studied.
#[derive(QueryData)]
pub(crate) struct Subject {
    entity: Entity,
    actor: &'static Actor,
    at: &'static Position,
    name: &'static Name,
    side: &'static Faction,
    awareness: Option<&'static Awareness>,
    camouflage: Option<&'static Camouflage>,
}

/// Adds the time that has passed to each kind of enemy that the player watches now: an enemy that the player sees by
/// light and that does not know of the player. However many of a kind are in view, its time counts once.
pub(crate) fn study(
    In(ticks): In<u64>,
    (map, light): (Res<TileMap>, Res<LightMap>),
    (game, numbers, mut quest): (Res<Game>, Res<Numbers>, ResMut<Quest>),
    mut students: Query<Student, With<Player>>,
    (places, subjects): (Query<Place, Other>, Query<Subject>),
    mut events: MessageWriter<GameEvent>,
) {
    let Ok((player, eye, viewshed, side, mut study, chosen)) = students.single_mut() else {
        return;
    };
    let eye = eye.0;
    let mut seen = BTreeSet::new();
    let mut calm: BTreeMap<&str, (ActorId, Entity)> = BTreeMap::new();
    // Few of the creatures are in view.
    let in_view = places.iter().filter(|(_, at)| viewshed.has_in_view(at.0));
    let in_view = in_view.filter_map(|(entity, _)| subjects.get(entity).ok());
    for it in in_view.filter(|it| side.is_hostile_to(*it.side)) {
        if !makes_out((&map, &light), viewshed, eye, it.at.0, it.camouflage) {
            continue;
        }
        let name = it.name.as_str();
        seen.insert(name);
        let state = it.awareness.map_or(State::Unaware, |it| it.state());
        let is_lit =
            !light.is_lit_world() || light.seen_from(map.opacities(), eye, it.at.0).level > 0;
        if is_lit && matches!(state, State::Asleep | State::Unaware) {
            let one = (it.actor.id, it.entity);
            let first = calm.entry(name).or_insert(one);
            *first = (*first).min(one);
        }
    }
    for name in seen {
        if !study.has_seen(name) {
            study.see(name);
        }
    }
    for (name, (_, who)) in calm {
        if study.knows(name) || ticks == 0 {
            continue;
        }
        let waited = is_waiting(&game, &numbers, &study, chosen);
        if study.watch(name, ticks, numbers.study.turns) {
            quest.kinds = study.count();
            let mut tell = |what| events.write(GameEvent::of(player, eye, None, what));
            tell(Did::of(FactKind::STUDIED).to(who));
            if !waited && is_waiting(&game, &numbers, &study, chosen) {
                tell(Did::of(FactKind::EARNED_BOON));
            }
        }
    }
}

/// Returns how many choices the player has earned so far and not made.
fn choices_left(numbers: &Numbers, study: &Study, chosen: &Chosen) -> usize {
    let StudyNumbers { kinds, first, .. } = numbers.study;
    // The first choice comes sooner than the others.
    let ahead = kinds.saturating_sub(first);
    let earned = (study.count() + ahead).checked_div(kinds).unwrap_or(0);
    (earned as usize).saturating_sub(chosen.0.len())
}

fn is_waiting(game: &Game, numbers: &Numbers, study: &Study, chosen: &Chosen) -> bool {
    !offer(game, numbers, study, chosen).is_empty()
}

/// Returns the boons from which the player can choose one now. The list is empty if no choice waits.
pub fn offer<'a>(
    game: &'a Game,
    numbers: &Numbers,
    study: &Study,
    chosen: &Chosen,
) -> Vec<&'a Boon> {
    if choices_left(numbers, study, chosen) == 0 {
        return Vec::new();
    }
    let boons = game.setup.boons.iter();
    let mut left: Vec<&Boon> = boons.filter(|it| !chosen.0.contains(&it.name)).collect();
    let mut dice = stream(game.setup.seed, "boons", chosen.0.len() as u64);
    let mut offered = Vec::new();
    while !left.is_empty() && offered.len() < numbers.study.choices as usize {
        offered.push(left.swap_remove(dice.random_range(0..left.len())));
    }
    offered
}

/// Returns the boons from which the player of this world can choose one now.
pub fn boons_on_offer(world: &World) -> Vec<&Boon> {
    let player = player_of(world).and_then(|it| world.get_entity(it).ok());
    let learned = player.and_then(|it| Some((it.get::<Study>()?, it.get::<Chosen>()?)));
    match (learned, world.get_resource::<Game>()) {
        (Some((study, chosen)), Some(game)) => {
            offer(game, world.resource::<Numbers>(), study, chosen)
        }
        _ => Vec::new(),
    }
}

/// Gives the player one of the boons on offer, counted from 0. Returns whether there is such a boon.
pub(crate) fn choose_boon(world: &mut World, index: usize) -> bool {
    let Some(&boon) = boons_on_offer(world).get(index) else {
        return false;
    };
    let boons = &world.resource::<Game>().setup.boons;
    let number = boons.iter().position(|it| it.name == boon.name);
    number.is_some_and(|number| give_boon(world, number))
}

/// Gives the player a boon, by its place in the game's list of boons. Returns whether there is such a boon.
pub(crate) fn give_boon(world: &mut World, number: usize) -> bool {
    let boons = &world.resource::<Game>().setup.boons;
    let boon = boons.iter().nth(number).cloned();
    let (Some(boon), Some((player, at))) = (boon, find_player(world)) else {
        return false;
    };
    change_for_good(world, player, &boon.changes);
    if let Some(mut chosen) = world.get_mut::<Chosen>(player) {
        chosen.0.push(boon.name);
    }
    tell(
        world,
        player,
        at,
        Did::of(FactKind::CHOSE_BOON).amount(number as u32),
    );
    true
}

/// Makes the player know the kind of a creature. Returns whether it did not know it.
pub(crate) fn learn(world: &mut World, who: Entity) -> bool {
    let kind = world.get::<Name>(who).map(Name::to_string);
    let (Some(kind), Some((player, _))) = (kind, find_player(world)) else {
        return false;
    };
    let Some(mut study) = world.get_mut::<Study>(player) else {
        return false;
    };
    let is_new = !study.knows(&kind);
    study.learn(&kind);
    let count = study.count();
    world.resource_mut::<Quest>().kinds = count;
    is_new
}
