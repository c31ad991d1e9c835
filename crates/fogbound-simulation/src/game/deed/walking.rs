//! Walking, running and waiting: the most common actions.

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::blow::conspicuous_until;
use super::kinds::Doer;
use super::parting::left_behind;
use crate::game::being::{
    Action, Actor, Awareness, Breath, Camouflage, Conduct, Depth, Faction, GameEvent, Groping,
    Ground, Happening, Hearing, Native, Noises, Number, Numbers, Occupancy, Player, Rooted, Senses,
    State, StepNumbers, Wearer, percent, run_now_with, say_worn_helps, worn_for,
};
use crate::game::mind::BoundToFog;
use crate::game::sense::makes_out_at;
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::{LightMap, Position, Viewshed};

/// The duration of a running step, as a percentage of the duration of a walking step.
const RUNNING: u64 = 60;

/// The data needed for walking and waiting, fetched once for many actors.
#[derive(SystemParam)]
pub(crate) struct Walking<'w, 's> {
    ground: Grounds<'w, 's>,
    walkers: Query<'w, 's, Walker>,
}

/// Everything that walking depends on or changes, apart from the walker.
#[derive(SystemParam)]
pub(crate) struct Grounds<'w, 's> {
    map: ResMut<'w, TileMap>,
    light: Res<'w, LightMap>,
    depth: Res<'w, Depth>,
    numbers: Res<'w, Numbers>,
    occupancy: ResMut<'w, Occupancy>,
    noises: ResMut<'w, Noises>,
    events: MessageWriter<'w, GameEvent>,
    sides: Query<'w, 's, &'static Faction, With<Actor>>,
}

#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Walker {
    entity: Entity,
    actor: &'static mut Actor,
    position: &'static mut Position,
    breath: Option<&'static mut Breath>,
    conduct: Option<&'static mut Conduct>,
    senses: Option<&'static mut Senses>,
    side: Option<&'static Faction>,
    hidden: Option<&'static Camouflage>,
    wearer: Option<&'static Wearer>,
    groping: Option<&'static mut Groping>,
    finding: Finding,
    is_silent: Has<BoundToFog>,
    is_player: Has<Player>,
    is_rooted: Has<Rooted>,
}

/// What decides whether an actor finds its way in the dark.
#[derive(QueryData)]
pub(super) struct Finding {
    native: Option<&'static Native>,
    ground: Option<&'static Ground>,
    viewshed: Option<&'static Viewshed>,
}

impl FindingItem<'_, '_> {
    /// Returns whether the actor must feel its way from one cell to the next: no light that it sees falls on the cell, its
    /// dark sight does not help, and it does not know the ground. Natives know their level.
    pub(super) fn feels_way(
        &self,
        (map, light, depth): (&TileMap, &LightMap, Depth),
        (from, to): (IVec2, IVec2),
    ) -> bool {
        // Nearly all actors are natives.
        self.native != Some(&Native(depth.0))
            && light.is_lit_world()
            && self.viewshed.is_some_and(|it| it.dark_sight() < 2)
            && !self.ground.is_some_and(|it| it.contains(to))
            && light.seen_from(map.opacities(), from, to).level == 0
    }
}

impl Walking<'_, '_> {
    /// Makes a creature wait or walk onto a free cell. Returns `false` without doing anything if `action` is any other
    /// action, or if the step may cost a parting blow.
    pub(super) fn does(&mut self, (entity, action): (Entity, Action), tick: u64) -> bool {
        let Ok(mut walker) = self.walkers.get_mut(entity) else {
            return false;
        };
        let ground = &mut self.ground;
        let runs = action.kind == Action::RUN;
        let way = action.aim.way().filter(|_| action.kind != Action::WAITING);
        let from = walker.position.0;
        let to = way.map(|way| from + way.delta());
        let can = match to {
            _ if walker.is_player || walker.is_rooted => false,
            None => action.kind == Action::WAITING,
            Some(to) => ground.occupancy.at(to).is_none() && ground.map.is_walkable(to),
        };
        let side = walker.side.copied();
        let step = to.zip(side).filter(|_| can);
        if !can || step.is_some_and(|(to, side)| ground.leaves_enemy(side, (from, to))) {
            return false;
        }
        let delay = walker.actor.delay();
        let breath = walker.breath.as_deref();
        let feels = to.is_some_and(|to| ground.feels_way(&walker.finding, (from, to)));
        let ticks = to.map_or(delay, |to| {
            let feels = feels.then(|| feeling(ground.numbers.steps, walker.wearer));
            step_ticks(delay, breath, (runs, feels), ground.map.tile(to))
        });
        walker.actor.spend(tick, ticks);
        forget_touch(walker.senses.take());
        ground.moves(walker, to, (runs, feels), tick);
        true
    }
}

impl Grounds<'_, '_> {
    /// Returns whether a step of an actor on this side leaves an enemy behind, which may strike it.
    fn leaves_enemy(&self, side: Faction, (from, to): (IVec2, IVec2)) -> bool {
        left_behind(from, to).any(|cell| {
            let other = self.occupancy.at(cell);
            let other = other.and_then(|it| self.sides.get(it).ok());
            other.is_some_and(|it| it.is_hostile_to(side))
        })
    }

    fn feels_way(&self, finding: &FindingItem, step: (IVec2, IVec2)) -> bool {
        finding.feels_way((&self.map, &self.light, *self.depth), step)
    }

    /// Waits or walks onto a free cell, without the bookkeeping that all actions share.
    fn moves(
        &mut self,
        mut walker: WalkerItem,
        to: Option<IVec2>,
        (wants_to_run, feels): (bool, bool),
        tick: u64,
    ) {
        let entity = walker.entity;
        let wants_to_run = wants_to_run && !feels;
        let mut runs = wants_to_run;
        let breath = walker.breath.as_mut();
        if let Some(breath) = breath.filter(|breath| runs || breath.used() > 0) {
            runs = runs && breath.run();
            if !runs {
                breath.recover(walker.actor.delay(), to.is_none());
            }
        }
        let hidden = walker.hidden.copied();
        let Some(to) = to else {
            let waited = GameEvent::of(entity, walker.position.0, hidden, Happening::Waited);
            self.events.write(waited);
            return;
        };
        let from = std::mem::replace(&mut walker.position.0, to);
        if let Some(conduct) = &mut walker.conduct {
            conduct.heading = Direction::from_delta(to - from);
            conduct.struck_from = None;
            if runs {
                conduct.conspicuous_until = conspicuous_until(tick);
            }
        }
        self.occupancy.place(entity, to);
        if let Some(trampled) = self.map.tile(to).kind().trampled {
            self.map.set(to, trampled);
        }
        let groping = walker.groping.as_mut();
        let gropes = groping.is_some_and(|it| it.step(feels));
        let feels = feels.then_some(self.numbers.steps.dark_noise);
        let silent = walker.is_silent;
        let what = Happening::Stepped {
            from,
            runs,
            silent,
            feels,
            gropes,
        };
        let event = GameEvent::of(entity, to, hidden, what);
        let side = walker.side.copied();
        let loudness = event.what.loudness();
        let scale = |it: &Wearer| it.scale(Number::Steps, loudness);
        let loudness = walker.wearer.map_or(loudness, scale);
        if loudness > 0 {
            self.noises.make(to, loudness, side);
        }
        self.events.write(event);
    }
}

/// Clears what an actor felt. An actor knows what it felt only until its next action.
pub(super) fn forget_touch(senses: Option<Mut<Senses>>) {
    if let Some(mut senses) = senses.filter(|senses| senses.felt.is_some()) {
        senses.felt = None;
    }
}

pub(super) fn feeling(steps: StepNumbers, wearer: Option<&Wearer>) -> StepNumbers {
    let more = steps.dark.saturating_sub(100);
    let more = wearer.map_or(more, |it| it.scale(Number::Feeling, more));
    StepNumbers {
        dark: 100 + more,
        ..steps
    }
}

/// Returns how many ticks a step onto this tile takes, for an actor whose normal actions take `delay` ticks. Running is
/// faster while the actor has breath. An actor that feels its way cannot run.
pub(super) fn step_ticks(
    delay: u64,
    breath: Option<&Breath>,
    (runs, feels): (bool, Option<StepNumbers>),
    tile: Tile,
) -> u64 {
    let runs = runs && breath.is_none_or(|breath| breath.now() > 0);
    let percent = match feels {
        Some(steps) => u64::from(steps.dark.max(100)),
        None if runs => RUNNING,
        None => 100,
    };
    delay * percent * u64::from(tile.percent()) / 10_000
}

/// Waits or walks onto a free cell.
pub(super) fn moves(world: &mut World, doer: &Doer, to: Option<IVec2>, runs: bool) {
    let moves = |In((doer, to, runs)): In<(Doer, Option<IVec2>, bool)>, mut walking: Walking| {
        if let Ok(walker) = walking.walkers.get_mut(doer.entity) {
            let ground = &mut walking.ground;
            let feels = |to| ground.feels_way(&walker.finding, (walker.position.0, to));
            let feels = to.is_some_and(feels);
            ground.moves(walker, to, (runs, feels), doer.tick);
        }
    };
    run_now_with(world, moves, (*doer, to, runs));
    if let Some(to) = to {
        hush(world, doer, to, runs);
    }
}

/// Says what hushes the player's step, if one who is not aware of the player, and whom it perceives, would have been near
/// enough to hear the step otherwise.
fn hush(world: &mut World, doer: &Doer, to: IVec2, runs: bool) {
    let Some((kind, _)) = worn_for(world, doer.entity, Number::Steps) else {
        return;
    };
    let step = Happening::Stepped {
        from: doer.at,
        runs,
        silent: false,
        feels: None,
        gropes: false,
    };
    let usual = step.loudness();
    let hushed = usual * percent(world, doer.entity, Number::Steps) / 100;
    let mut others = world.query::<(Entity, &Actor, &Position, &Awareness, &Hearing)>();
    let far = |at: IVec2| (at - to).abs().max_element().unsigned_abs();
    let others = others.iter(world).filter(|(_, _, at, awareness, hearing)| {
        let is_calm = matches!(awareness.state(), State::Asleep | State::Unaware);
        hearing.acuity > 0 && is_calm && (hushed + 1..=usual).contains(&far(at.0))
    });
    let others: Vec<(u32, Entity, IVec2)> = others
        .map(|(who, it, at, ..)| (it.id.0, who, at.0))
        .collect();
    let perceived = |it: &&(u32, Entity, IVec2)| makes_out_at(world, doer.entity, it.1, it.2);
    if let Some((_, who, _)) = others.iter().filter(perceived).min_by_key(|it| it.0) {
        let (who, helps) = (*who, (Number::Steps, kind));
        say_worn_helps(world, doer.entity, helps, Some(who));
    }
}
