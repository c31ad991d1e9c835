//! A player who goes by itself, one ordinary command at a time, until something happens.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::explore::{Explorer, NoStep};
use super::ghosts::Sighted;
use super::rush::Rush;
use super::watch::{Alarm, Enemies, Watch};
use crate::game::{
    Action, Actor, Awareness, Breath, Camouflage, Clock, Faction, Fate, GameEvent, Happening,
    Health, Player, PlayerCommand, Senses, State, makes_out,
};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::{Knowledge, LightMap, MapMemory, Position, Viewshed};

/// What the player does by itself, if anything.
#[derive(Resource, Debug, Default)]
pub struct Journey {
    explorer: Explorer,
    going: Option<Going>,
    /// What the player was told that it should not do, when, and why: one who sets out for the same at once insists.
    refused: Option<(Goal, u64, NoStep)>,
}

/// What one who goes by itself is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To know the level.
    Explore,
    /// To be on this cell.
    Travel(IVec2),
    /// To get on in one direction.
    Rush(Direction),
    /// To be well and in breath again.
    Rest,
}

/// How far it has got.
#[derive(Debug)]
struct Going {
    goal: Goal,
    runs: bool,
    /// Why not to, if the player was told so and has asked for the same again.
    insists: Option<NoStep>,
    rush: Option<Rush>,
    /// What was true before the last step; nothing before the first.
    watch: Option<Watch>,
    /// How often it has stood where since it last learnt something: one who comes to a cell again and again goes round in
    /// circles, because of somebody who is now in the way and now out of sight.
    visits: HashMap<IVec2, u32>,
    /// How many cells it knew then.
    known: usize,
    /// Where the player stood, and whether the step was to open a door: one who gets nowhere otherwise has bumped into
    /// something, and stops.
    stood: Option<(IVec2, bool)>,
}

/// The player has stopped going by itself, and not because it was told to.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Something is to be looked at.
    Alarmed(Alarm),
    /// There is nothing more to do for the goal, or nothing that can be done.
    NoStep {
        /// What it was after.
        goal: Goal,
        /// Why there is no step.
        why: NoStep,
        /// Whether it had done anything by then.
        has_begun: bool,
        /// What the creature is called that is the reason, if the player has seen it.
        by: Option<String>,
    },
}

impl Journey {
    /// Sets out, walking or running.
    pub fn set_out(&mut self, goal: Goal, runs: bool) {
        self.going = Some(Going {
            goal,
            runs,
            insists: None,
            rush: match goal {
                Goal::Rush(way) => Some(Rush::new(way)),
                _ => None,
            },
            watch: None,
            visits: HashMap::new(),
            known: 0,
            stood: None,
        });
    }

    /// Stops, for whatever reason.
    pub fn stop(&mut self) {
        self.going = None;
    }

    /// Whether the player is on its way: an app that has nothing else to do goes on updating.
    pub fn is_on_the_way(&self) -> bool {
        self.going.is_some()
    }
}

type Walker = (
    &'static Position,
    &'static MapMemory,
    &'static Viewshed,
    &'static Faction,
    &'static Health,
    Option<&'static Breath>,
    Option<&'static Senses>,
);

type Other = (
    Entity,
    &'static Actor,
    &'static Name,
    &'static Position,
    &'static Faction,
    Option<&'static Camouflage>,
    Option<&'static Awareness>,
);

type OtherItem<'a> = (
    Entity,
    &'a Actor,
    &'a Name,
    &'a Position,
    &'a Faction,
    Option<&'a Camouflage>,
    Option<&'a Awareness>,
);

/// What there is of a game that may not have begun.
#[derive(SystemParam)]
pub(super) struct Surroundings<'w> {
    map: Option<Res<'w, TileMap>>,
    light: Res<'w, LightMap>,
    fate: Option<Res<'w, Fate>>,
    clock: Option<Res<'w, Clock>>,
}

/// How often one who learns nothing new may come to the same cell.
const ROUNDS: u32 = 3;

/// Has the explorer take in what the player perceives now. In a game that is played this happens by itself; call it after
/// each command of a game that is played again.
pub fn look(world: &mut World) {
    if let Some(mut journey) = world.get_resource_mut::<Journey>() {
        journey.stop();
        // The system has no conditions that could fail it.
        let _ = world.run_system_cached(go_on);
    }
}

/// Takes the next step, or stops.
pub(super) fn go_on(
    mut journey: ResMut<Journey>,
    world: Surroundings,
    players: Query<Walker, With<Player>>,
    others: Query<Other, Without<Player>>,
    (mut events, them): (MessageReader<GameEvent>, Query<Entity, With<Player>>),
    mut commands: MessageWriter<PlayerCommand>,
    mut stopped: MessageWriter<Stopped>,
) {
    let attack = attack(&mut events, &them);
    let (Some(map), Some(clock), Ok(player)) = (world.map, world.clock, players.single()) else {
        journey.going = None;
        return;
    };
    let (here, memory, viewshed, side, health, breath, senses) = player;
    let here = here.0;
    let tick = clock.tick;
    if journey.going.is_none() && journey.explorer.has_looked(memory, tick) {
        return;
    }
    let made_out = |at: IVec2, hidden: Option<&Camouflage>| {
        makes_out((&map, &world.light), viewshed, here, at, hidden)
    };
    let (enemies, sighted) = look_at(others.iter(), side, made_out);
    // One that was felt counts if the player got nowhere because of it. Others strike, and go their way.
    let stood = journey.going.as_ref().and_then(|it| it.stood);
    let is_bumped = stood.is_some_and(|(stood, opened)| stood == here && !opened);
    let felt = senses.and_then(|it| it.felt).filter(|_| is_bumped);
    let felt = felt.map(|it| it.at);
    let sees = |cell: IVec2| world.light.sees(map.opacity(), viewshed, cell);
    journey
        .explorer
        .look(memory, (here, tick), &sighted, felt, sees);
    let Some(mut going) = journey.going.take() else {
        return;
    };
    if !world.fate.is_some_and(|fate| fate.is_alive()) {
        return;
    }
    let watch = Watch {
        health: health.now,
        landmarks: landmarks(memory),
        enemies,
    };
    let before = going.watch.take();
    let has_begun = before.is_some();
    if !has_begun {
        let refused = journey.refused.take();
        let refused = refused.filter(|(goal, when, _)| (*goal, *when) == (going.goal, tick));
        going.insists = refused.map(|(.., why)| why);
    }
    // A blow is one even where a wound closes in the same turn.
    let attack = attack.filter(|_| has_begun);
    if let Some(alarm) = before.and_then(|before| watch.alarm(&before)).or(attack) {
        stopped.write(Stopped::Alarmed(alarm));
        return;
    }
    if breath.is_some_and(|it| it.now == 0) {
        going.runs = false;
    }
    let is_rested = health.now >= health.max && breath.is_none_or(|it| it.now >= it.max);
    let step = going.step(&mut journey.explorer, memory, here, is_rested);
    let step = step.and_then(|action| going.get_on(memory, here, action));
    let why = match step {
        Ok(action) => {
            commands.write(PlayerCommand::Act(action));
            going.watch = Some(watch);
            journey.going = Some(going);
            return;
        }
        Err(why) => why,
    };
    let is_refused = matches!(
        why,
        NoStep::Blocked | NoStep::NearSleeper | NoStep::Hindered
    );
    if is_refused && going.insists.is_none() {
        journey.refused = Some((going.goal, tick, why));
    }
    let by = journey
        .explorer
        .hinderer(memory, here, going.destination(), why);
    stopped.write(Stopped::NoStep {
        goal: going.goal,
        why,
        has_begun,
        by: by.filter(|_| is_refused),
    });
}

/// Whether somebody has hit or missed the player; a hit counts for more.
fn attack(
    events: &mut MessageReader<GameEvent>,
    them: &Query<Entity, With<Player>>,
) -> Option<Alarm> {
    let attacks = events.read().filter_map(|event| match event.what {
        Happening::Hit { target, .. } if them.contains(target) => Some(Alarm::Hurt),
        Happening::Missed { target, .. } if them.contains(target) => Some(Alarm::Attacked),
        _ => None,
    });
    attacks.reduce(|one, other| if other == Alarm::Hurt { other } else { one })
}

/// The enemies that the player makes out, with whether they hunt; and all whom it makes out, row by row.
fn look_at<'a>(
    others: impl Iterator<Item = OtherItem<'a>>,
    side: &Faction,
    made_out: impl Fn(IVec2, Option<&Camouflage>) -> bool,
) -> (Enemies, Vec<Sighted>) {
    let mut enemies = Enemies::default();
    let mut sighted = Vec::new();
    for (entity, actor, name, at, other, hidden, awareness) in others {
        if !made_out(at.0, hidden) {
            continue;
        }
        let state = awareness.map(|it| it.state());
        let is_enemy = other.is_hostile_to(*side);
        if is_enemy {
            let hunts = state == Some(State::Hunting);
            enemies.insert(actor.id, (entity, hunts));
        }
        let is_asleep = state == Some(State::Asleep);
        sighted.push(Sighted {
            at: at.0,
            name: name.to_string(),
            sleeps: is_asleep && is_enemy,
            is_asleep,
        });
    }
    sighted.sort_by_key(|it| (it.at.y, it.at.x));
    (enemies, sighted)
}

impl Going {
    /// The cell that it wants to get to, if that is what it is after.
    fn destination(&self) -> Option<IVec2> {
        match self.goal {
            Goal::Travel(to) => Some(to),
            _ => None,
        }
    }

    /// What to do next for the goal.
    fn step(
        &mut self,
        explorer: &mut Explorer,
        memory: &MapMemory,
        here: IVec2,
        is_rested: bool,
    ) -> Result<Action, NoStep> {
        let to = self.destination();
        match (self.goal, self.insists, &mut self.rush) {
            (Goal::Explore | Goal::Travel(_), Some(why), _) => {
                explorer.insist(memory, here, (to, why))
            }
            (Goal::Explore, ..) => explorer.explore(memory, here, |_| false),
            (Goal::Travel(to), ..) => explorer.travel(memory, here, to, |_| false),
            (Goal::Rush(_), _, Some(rush)) => rush.step(memory, here, |it| explorer.holds(it)),
            (Goal::Rest | Goal::Rush(_), ..) if is_rested => Err(NoStep::Done),
            (Goal::Rest | Goal::Rush(_), ..) => Ok(Action::WAIT),
        }
    }

    /// The action, as a run if it runs; unless it gets nowhere by what it does.
    fn get_on(
        &mut self,
        memory: &MapMemory,
        here: IVec2,
        action: Action,
    ) -> Result<Action, NoStep> {
        let next = action.aim.cell(here);
        let opens = memory.tile(next).is_some_and(|tile| !tile.is_walkable());
        let (stood, opened) = self.stood.unwrap_or((IVec2::MAX, false));
        let known = memory.known_count();
        if known > self.known {
            self.known = known;
            self.visits.clear();
        }
        let visits = self.visits.entry(here).or_default();
        *visits += 1;
        // A door is opened once.
        let is_stuck = stood == here && (!opened || opens) || *visits > ROUNDS;
        if is_stuck && self.goal != Goal::Rest {
            return Err(NoStep::Hindered);
        }
        self.stood = Some((here, opens));
        let way = Direction::from_delta(next - here).filter(|_| self.runs);
        Ok(way.map_or(action, Action::run))
    }
}

/// The stairs and the things worth having that the player knows of on this level.
fn landmarks(memory: &MapMemory) -> BTreeSet<(i32, i32)> {
    let is_landmark = |knowledge: Knowledge| match knowledge {
        Knowledge::Seen { tile, .. } => tile.stairs().is_some() || tile.kind().taken.is_some(),
        _ => false,
    };
    let known = memory.known_cells().filter(|(_, it)| is_landmark(*it));
    known.map(|(cell, _)| (cell.y, cell.x)).collect()
}
