//! A player who goes by itself, one ordinary command at a time, until something happens.

use bevy::ecs::message::MessageCursor;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::alarm::{Alarm, Situation};
use super::explore::{Explorer, NoStep};
use super::outlook::Outlook;
use super::rush::Rush;
use crate::game::{Action, Clock, Fate, GameEvent, Happening, Player, PlayerCommand};
use crate::grid::Direction;
use crate::vision::MapMemory;

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
    before: Option<Situation>,
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
            before: None,
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
pub(super) fn go_on(world: &mut World, mut events: Local<MessageCursor<GameEvent>>) {
    let attack = attack(world, &mut events);
    world.resource_scope(|world, mut journey: Mut<Journey>| {
        if !journey.is_on_the_way() && has_looked(world, &journey.explorer) {
            return;
        }
        let is_alive = world.get_resource::<Fate>().is_some_and(Fate::is_alive);
        let Some(outlook) = Outlook::of(world) else {
            journey.stop();
            return;
        };
        match journey.next(&outlook, attack, is_alive) {
            Some(Ok(action)) => {
                world.write_message(PlayerCommand::Act(action));
            }
            Some(Err(stopped)) => {
                world.write_message(stopped);
            }
            None => {}
        }
    });
}

/// Whether the explorer has taken in what the player perceives now.
fn has_looked(world: &mut World, explorer: &Explorer) -> bool {
    let mut players = world.query_filtered::<&MapMemory, With<Player>>();
    let clock = world.get_resource::<Clock>();
    match (players.single(world), clock) {
        (Ok(memory), Some(clock)) => explorer.has_looked(memory, clock.tick),
        _ => false,
    }
}

/// Whether somebody has hit or missed the player; a hit counts for more.
fn attack(world: &mut World, events: &mut MessageCursor<GameEvent>) -> Option<Alarm> {
    let mut players = world.query_filtered::<(), With<Player>>();
    let attacks = events
        .read(world.resource())
        .filter_map(|event| match event.what {
            Happening::Hit { target, .. } => Some((target, Alarm::Hurt)),
            Happening::Missed { target, .. } => Some((target, Alarm::Attacked)),
            _ => None,
        });
    let mine = attacks.filter(|(target, _)| players.get(world, *target).is_ok());
    let mine = mine.map(|(_, alarm)| alarm);
    mine.reduce(|one, other| if other == Alarm::Hurt { other } else { one })
}

impl Journey {
    /// The next step of one who is on its way and perceives this, or why it stops.
    fn next(
        &mut self,
        outlook: &Outlook,
        attack: Option<Alarm>,
        is_alive: bool,
    ) -> Option<Result<Action, Stopped>> {
        // One that was felt counts if the player got nowhere because of it. Others strike, and go their way.
        let stood = self.going.as_ref().and_then(|it| it.stood);
        let is_bumped = stood.is_some_and(|(stood, opened)| stood == outlook.here && !opened);
        self.explorer
            .look(outlook, outlook.felt.filter(|_| is_bumped));
        let mut going = self.going.take().filter(|_| is_alive)?;
        let now = Situation::of(outlook);
        let before = going.before.take();
        let has_begun = before.is_some();
        if !has_begun {
            let refused = self.refused.take();
            let refused =
                refused.filter(|(goal, when, _)| (*goal, *when) == (going.goal, outlook.tick));
            going.insists = refused.map(|(.., why)| why);
        }
        // A blow is one even where a wound closes in the same turn.
        let attack = attack.filter(|_| has_begun);
        if let Some(alarm) = before.and_then(|before| now.alarm(&before)).or(attack) {
            return Some(Err(Stopped::Alarmed(alarm)));
        }
        match going.step(&mut self.explorer, outlook) {
            Ok(action) => {
                going.before = Some(now);
                self.going = Some(going);
                Some(Ok(action))
            }
            Err(why) => Some(Err(self.refuse(outlook, &going, why, has_begun))),
        }
    }

    /// Stops because there is no step, and keeps in mind what the player was told.
    fn refuse(
        &mut self,
        outlook: &Outlook,
        going: &Going,
        why: NoStep,
        has_begun: bool,
    ) -> Stopped {
        let is_refused = matches!(
            why,
            NoStep::Blocked | NoStep::NearSleeper | NoStep::Hindered
        );
        if is_refused && going.insists.is_none() {
            self.refused = Some((going.goal, outlook.tick, why));
        }
        let (memory, here) = (outlook.memory, outlook.here);
        let by = is_refused.then(|| {
            let to = going.destination();
            self.explorer.hinderer(memory, here, to, why)
        });
        Stopped::NoStep {
            goal: going.goal,
            why,
            has_begun,
            by: by.flatten(),
        }
    }
}

impl Going {
    /// The cell that it wants to get to, if that is what it is after.
    fn destination(&self) -> Option<IVec2> {
        match self.goal {
            Goal::Travel(to) => Some(to),
            _ => None,
        }
    }

    /// What to do next for the goal, at a run if it runs.
    fn step(&mut self, explorer: &mut Explorer, outlook: &Outlook) -> Result<Action, NoStep> {
        let (memory, here) = (outlook.memory, outlook.here);
        let breath = outlook.breath.map_or((1, 1), |it| (it.now, it.max));
        self.runs &= breath.0 > 0;
        let health = outlook.health;
        let is_rested = health.now >= health.max && breath.0 >= breath.1;
        let to = self.destination();
        let action = match (self.goal, self.insists, &mut self.rush) {
            (Goal::Explore | Goal::Travel(_), Some(why), _) => {
                explorer.insist(memory, here, (to, why))
            }
            (Goal::Explore, ..) => explorer.explore(memory, here),
            (Goal::Travel(to), ..) => explorer.travel(memory, here, to),
            (Goal::Rush(_), _, Some(rush)) => rush.step(memory, here, |it| explorer.holds(it)),
            (Goal::Rest | Goal::Rush(_), ..) if is_rested => Err(NoStep::Done),
            (Goal::Rest | Goal::Rush(_), ..) => Ok(Action::WAIT),
        };
        self.get_on(memory, here, action?)
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
