//! A player who goes by itself, one ordinary command at a time, until something happens.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::explore::{Explorer, NoStep};
use super::ghosts::Sighted;
use super::rush::Rush;
use super::watch::{Alarm, Watch};
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
    let attack = events.read().filter_map(|event| match event.what {
        Happening::Hit { target, .. } if them.contains(target) => Some(Alarm::Hurt),
        Happening::Missed { target, .. } if them.contains(target) => Some(Alarm::Attacked),
        _ => None,
    });
    let attack = attack.reduce(|one, other| if other == Alarm::Hurt { other } else { one });
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
    let mut watch = Watch {
        health: health.now,
        landmarks: landmarks(memory),
        ..Watch::default()
    };
    let mut sighted = Vec::new();
    for (entity, actor, name, at, other, hidden, awareness) in &others {
        if !makes_out((&map, &world.light), viewshed, here, at.0, hidden) {
            continue;
        }
        let state = awareness.map(|it| it.state());
        let is_enemy = other.is_hostile_to(*side);
        if is_enemy {
            let hunts = state == Some(State::Hunting);
            watch.enemies.insert(actor.id, (entity, hunts));
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
    let to = match going.goal {
        Goal::Travel(to) => Some(to),
        _ => None,
    };
    let explorer = &mut journey.explorer;
    let step = match (going.goal, going.insists, &mut going.rush) {
        (Goal::Explore | Goal::Travel(_), Some(why), _) => explorer.insist(memory, here, (to, why)),
        (Goal::Explore, ..) => explorer.explore(memory, here, |_| false),
        (Goal::Travel(to), ..) => explorer.travel(memory, here, to, |_| false),
        (Goal::Rush(_), _, Some(rush)) => rush.step(memory, here, |cell| explorer.holds(cell)),
        (Goal::Rest | Goal::Rush(_), ..) => {
            let is_rested = health.now >= health.max && breath.is_none_or(|it| it.now >= it.max);
            if is_rested {
                Err(NoStep::Done)
            } else {
                Ok(Action::WAIT)
            }
        }
    };
    let why = match step {
        Ok(action) => {
            let next = action.aim.cell(here);
            let opens = memory.tile(next).is_some_and(|tile| !tile.is_walkable());
            let (stood, opened) = going.stood.unwrap_or((IVec2::MAX, false));
            // A door is opened once.
            let known = memory.known_count();
            if known > going.known {
                going.known = known;
                going.visits.clear();
            }
            let visits = going.visits.entry(here).or_default();
            *visits += 1;
            let is_stuck = stood == here && (!opened || opens) || *visits > ROUNDS;
            if going.goal == Goal::Rest || !is_stuck {
                let way = Direction::from_delta(next - here).filter(|_| going.runs);
                commands.write(PlayerCommand::Act(way.map_or(action, Action::run)));
                going.watch = Some(watch);
                going.stood = Some((here, opens));
                journey.going = Some(going);
                return;
            }
            NoStep::Hindered
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
    let by = journey.explorer.hinderer(memory, here, to, why);
    let by = by.filter(|_| is_refused);
    stopped.write(Stopped::NoStep {
        goal: going.goal,
        why,
        has_begun,
        by,
    });
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
