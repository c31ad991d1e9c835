//! Journeys: the player moves automatically, one ordinary command at a time, until something happens.

use bevy::ecs::message::MessageCursor;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::alarm::{Alarm, Situation};
use super::explore::{Explorer, NoStep};
use super::goal::{CameIntoView, Goal, Stopped};
use super::outlook::{Outlook, Queries};
use super::rush::Rush;
use crate::game::{
    Action, Affect, Clock, Fate, GameEvent, Happening, Player, PlayerCommand, TICKS_PER_TURN,
    player_of, run_now,
};
use crate::grid::Direction;
use crate::vision::MapMemory;

/// The player's journey, if there is one.
#[derive(Resource, Debug, Default)]
pub struct Journey {
    explorer: Explorer,
    going: Option<Going>,
    /// The last refusal: the goal, the tick and the reason. Setting out for the same goal again during that tick means
    /// that the player insists.
    refused: Option<(Goal, u64, NoStep)>,
    /// The last refusal that the player has overridden: the goal, the depth, the tick at which the player was last on its
    /// way, and the reason. After an interruption, it need not insist again.
    overruled: Option<(Goal, u32, u64, NoStep)>,
    /// The level, and the situation when the player last looked around.
    last: Option<(u32, Situation)>,
}

/// The state of a journey.
#[derive(Debug)]
struct Going {
    goal: Goal,
    runs: bool,
    /// The reason for the refusal that the player overrides by insisting, or `None` if the player is not insisting.
    insists: Option<NoStep>,
    rush: Option<Rush>,
    /// The tick until which a player that is not out of breath waits.
    waits_until: Option<u64>,
    /// The situation before the last step, or `None` before the first step.
    before: Option<Situation>,
    /// The number of visits to each cell since the player last learnt something. Many visits to one cell mean that the
    /// player is going in circles, for example because a creature in its way keeps appearing and disappearing.
    visits: HashMap<IVec2, u32>,
    /// The number of known cells when the player last learnt something.
    known: usize,
    /// The player's cell before the last step, and whether that step opened a door. If the player has not moved and the
    /// step did not open a door, the player has bumped into something and stops.
    stood: Option<(IVec2, bool)>,
}

impl Journey {
    /// Begins a journey. The player runs if `runs` is set, and walks otherwise.
    pub fn set_out(&mut self, goal: Goal, runs: bool) {
        self.going = Some(Going {
            goal,
            runs,
            insists: None,
            rush: match goal {
                Goal::Rush(way) => Some(Rush::new(way)),
                _ => None,
            },
            waits_until: None,
            before: None,
            visits: HashMap::new(),
            known: 0,
            stood: None,
        });
    }

    pub fn stop(&mut self) {
        self.going = None;
    }

    /// Returns whether the player is on a journey. The app must keep updating until the journey ends.
    pub fn is_on_the_way(&self) -> bool {
        self.going.is_some()
    }
}

/// How long, in ticks, a rest takes if the player is not out of breath.
const WAIT: u64 = 20 * TICKS_PER_TURN;

/// How long, in ticks, what the player has insisted on stands after an interruption.
const STANDS: u64 = 20 * TICKS_PER_TURN;

/// The maximum number of visits to the same cell while the player learns nothing new.
const ROUNDS: u32 = 3;

/// Makes the explorer record what the player currently perceives, and forgets earlier messages about enemies that have come
/// into view. During a game this happens automatically; in a replay, call this function after each command.
pub fn look(world: &mut World) {
    if let Some(mut news) = world.get_resource_mut::<Messages<CameIntoView>>() {
        news.clear();
    }
    if let Some(mut journey) = world.get_resource_mut::<Journey>() {
        journey.stop();
        run_now(world, go_on);
    }
}

/// Makes the explorer forget everything and record what the player currently perceives, without any messages about it.
/// Call this function when the world is not the one that the explorer has seen, for example after a replay. Otherwise,
/// what the player overruled at another time would still count.
pub fn look_again(world: &mut World) {
    world.insert_resource(Journey::default());
    look(world);
    if let Some(mut news) = world.get_resource_mut::<Messages<CameIntoView>>() {
        news.clear();
    }
    if let Some(mut stops) = world.get_resource_mut::<Messages<Stopped>>() {
        stops.clear();
    }
}

/// Takes the next step of the journey, or ends the journey.
pub(super) fn go_on(
    world: &mut World,
    mut events: Local<MessageCursor<GameEvent>>,
    mut queries: Local<Queries>,
) {
    let news = news(world, &mut events);
    world.resource_scope(|world, mut journey: Mut<Journey>| {
        if !journey.is_on_the_way() && has_looked(world, &journey.explorer) {
            return;
        }
        let is_alive = world.get_resource::<Fate>().is_some_and(Fate::is_alive);
        let Some(outlook) = Outlook::with(world, &mut queries) else {
            journey.stop();
            return;
        };
        let newcomers = journey.newcomers(&outlook);
        let (action, stopped) = journey.next(&outlook, news, is_alive);
        let said = match stopped {
            Some(Stopped::Alarmed(Alarm::CameIntoView(enemy))) => Some(enemy),
            _ => None,
        };
        let mut others = newcomers;
        others.retain(|it| Some(*it) != said && !outlook.has_just_seen(*it));
        world.write_message_batch(others.into_iter().map(CameIntoView));
        if let Some(stopped) = stopped {
            world.write_message(stopped);
        }
        if let Some(action) = action {
            world.write_message(PlayerCommand::Act(action));
        }
    });
}

/// Returns whether the explorer has already recorded what the player currently perceives.
fn has_looked(world: &World, explorer: &Explorer) -> bool {
    let memory = player_of(world).and_then(|it| world.get::<MapMemory>(it));
    match (memory, world.get_resource::<Clock>()) {
        (Some(memory), Some(clock)) => explorer.has_looked(memory, clock.tick),
        _ => false,
    }
}

/// Returns the most urgent alarm about what has happened to the player: an attack that hit, one that missed, a
/// flash that blinds it, fog that comes, and thick air around the player.
fn news(world: &World, events: &mut MessageCursor<GameEvent>) -> Option<Alarm> {
    let news = events
        .read(world.resource())
        .flat_map(|event| {
            let is_blow = matches!(event.what, Happening::Hit { .. } | Happening::Missed { .. });
            let struck = is_blow.then_some((event.actor, Alarm::Struck));
            [struck, alarm_of(event)]
        })
        .flatten();
    let news: Vec<(Entity, Alarm)> = news.collect();
    let mine = news
        .into_iter()
        .filter(|(whom, _)| world.get::<Player>(*whom).is_some());
    let mine: Vec<Alarm> = mine.map(|(_, alarm)| alarm).collect();
    let urgent = [
        Alarm::Hurt,
        Alarm::Attacked,
        Alarm::Struck,
        Alarm::Blinded,
        Alarm::FogComes,
        Alarm::Enveloped,
    ];
    urgent.into_iter().find(|it| mine.contains(it))
}

/// Returns the alarm that an event raises, and the creature that the event concerns.
fn alarm_of(event: &GameEvent) -> Option<(Entity, Alarm)> {
    match event.what {
        Happening::Hit { target, .. } | Happening::Burned { target, .. } => {
            Some((target, Alarm::Hurt))
        }
        Happening::Missed { target, .. } => Some((target, Alarm::Attacked)),
        Happening::Affected(Affect::Blinded) => Some((event.actor, Alarm::Blinded)),
        Happening::Gathered { ends: false } | Happening::SawFog { .. } => {
            Some((event.actor, Alarm::FogComes))
        }
        Happening::Enveloped(_) => Some((event.actor, Alarm::Enveloped)),
        _ => None,
    }
}

impl Journey {
    /// Returns the enemies that have come into view on this level since the player last looked around.
    fn newcomers(&mut self, outlook: &Outlook) -> Vec<Entity> {
        let now = (outlook.depth, Situation::in_view(outlook));
        let last = self.last.take().filter(|(depth, _)| *depth == now.0);
        let newcomers = last.map(|(_, last)| now.1.newcomers(&last).collect());
        self.last = Some(now);
        newcomers.unwrap_or_default()
    }

    /// Returns the next step of the journey, and the reason if the journey ends.
    fn next(
        &mut self,
        outlook: &Outlook,
        news: Option<Alarm>,
        is_alive: bool,
    ) -> (Option<Action>, Option<Stopped>) {
        // A felt creature counts only if it has stopped the player. Other felt creatures attack and move away again.
        let stood = self.going.as_ref().and_then(|it| it.stood);
        let is_bumped = stood.is_some_and(|(stood, opened)| stood == outlook.here && !opened);
        self.explorer
            .look(outlook, outlook.felt.filter(|_| is_bumped));
        let Some(mut going) = self.going.take().filter(|_| is_alive) else {
            return (None, None);
        };
        let now = Situation::of(outlook);
        let before = going.before.take();
        let has_begun = before.is_some();
        if !has_begun {
            going.insists = self.last_refusal(going.goal, outlook);
        }
        let is_asked = has_begun || going.insists.is_some();
        if !is_asked {
            going.insists = self.still_overruled(going.goal, outlook);
        }
        if let Some(why @ (NoStep::NearSleeper | NoStep::Fog)) = going.insists {
            self.overruled = Some((going.goal, outlook.depth, outlook.tick, why));
        }
        // An attack is reported even if the wound heals in the same turn. A player that insists on going through fog
        // expects to be in it.
        let expects =
            |alarm: Alarm| alarm == Alarm::Enveloped && going.insists == Some(NoStep::Fog);
        let news = news.filter(|alarm| has_begun && !expects(*alarm));
        if let Some(alarm) = before.and_then(|before| now.alarm(&before)).or(news) {
            return (None, Some(Stopped::Alarmed(alarm)));
        }
        if let Some(why) = going.is_unwise(outlook, is_asked) {
            return (None, Some(self.refuse(outlook, &going, why, has_begun)));
        }
        match going.step(&mut self.explorer, outlook) {
            Ok(action) => {
                going.before = Some(now);
                self.going = Some(going);
                (Some(action), None)
            }
            Err(why) => {
                let strike = going.strike(&self.explorer, outlook, why);
                if let Some(action) = strike.filter(|_| !has_begun) {
                    let by = self.name_in_way(outlook, &going, why);
                    return (Some(action), Some(Stopped::Struck { by }));
                }
                (None, Some(self.refuse(outlook, &going, why, has_begun)))
            }
        }
    }

    /// Takes the last refusal, and returns its reason if the player insists on the same goal at once.
    fn last_refusal(&mut self, goal: Goal, outlook: &Outlook) -> Option<NoStep> {
        let (to, when, why) = self.refused.take()?;
        ((to, when) == (goal, outlook.tick)).then_some(why)
    }

    /// Returns the reason for an earlier refusal that the player has overridden a short while ago on its way to the same
    /// goal.
    fn still_overruled(&self, goal: Goal, outlook: &Outlook) -> Option<NoStep> {
        let (to, depth, when, why) = self.overruled?;
        let stands = (to, depth) == (goal, outlook.depth) && outlook.tick <= when + STANDS;
        stands.then_some(why)
    }

    /// Ends the journey because there is no step, and remembers the refusal.
    fn refuse(
        &mut self,
        outlook: &Outlook,
        going: &Going,
        why: NoStep,
        has_begun: bool,
    ) -> Stopped {
        let is_final = |why: NoStep| {
            let is_end = matches!(why, NoStep::Done | NoStep::PackFull | NoStep::NoWay);
            is_end || matches!(why, NoStep::Closed(_))
        };
        let is_refused = !is_final(why);
        let overrules = going.insists.filter(|it| it.is_about_the_way());
        if is_refused && (overrules.is_none() || has_begun || !why.is_about_the_way()) {
            self.refused = Some((going.goal, outlook.tick, why));
        }
        let by = self.name_in_way(outlook, going, why);
        Stopped::NoStep {
            goal: going.goal,
            why,
            has_begun,
            by: by.filter(|_| is_refused),
        }
    }

    /// Returns the name of the creature in the player's way, if the player has seen it.
    fn name_in_way(&self, outlook: &Outlook, going: &Going, why: NoStep) -> Option<String> {
        if matches!(why, NoStep::Hunted | NoStep::Beset) {
            return outlook.hunter().map(|it| it.name.clone());
        }
        let to = going.destination();
        self.explorer
            .hinderer(outlook.memory, outlook.here, to, why)
    }
}

impl Going {
    /// Returns the destination if the goal of the journey is to travel.
    fn destination(&self) -> Option<IVec2> {
        match self.goal {
            Goal::Travel(to) => Some(to),
            _ => None,
        }
    }

    /// Returns why it would be unwise to go on. `is_asked` means that the player has begun already, or insists. With a
    /// hunter beside it, the player must give a command for each step.
    fn is_unwise(&self, outlook: &Outlook, is_asked: bool) -> Option<NoStep> {
        let hunter = outlook.hunter();
        let is_beset = hunter.is_some_and(|it| it.is_beside(outlook.here));
        match self.goal {
            Goal::Explore | Goal::Rest if is_beset => Some(NoStep::Beset),
            Goal::Explore | Goal::Rest if hunter.is_some() && !is_asked => Some(NoStep::Hunted),
            Goal::Explore if outlook.is_blind && !is_asked => Some(NoStep::Blind),
            _ => None,
        }
    }

    /// Returns the next action towards the goal. If the player is running, a step is returned as a run.
    fn step(&mut self, explorer: &mut Explorer, outlook: &Outlook) -> Result<Action, NoStep> {
        let (memory, here) = (outlook.memory, outlook.here);
        let breath = outlook.breath.map_or((1, 1), |it| (it.now(), it.max()));
        self.runs &= breath.0 > 0;
        let full = breath.0 >= breath.1;
        let end = (full && self.stood.is_none()).then(|| outlook.tick + WAIT);
        self.waits_until = self.waits_until.or(end);
        let is_rested = full && self.waits_until.is_none_or(|end| outlook.tick >= end);
        let to = self.destination();
        let overrules = self.insists.filter(|it| it.is_about_the_way());
        let action = match (self.goal, overrules, &mut self.rush) {
            (Goal::Explore | Goal::Travel(_), Some(why), _) => {
                explorer.insist(memory, here, (to, why))
            }
            (Goal::Explore, ..) => explorer.explore(memory, here),
            (Goal::Travel(to), ..) => explorer.travel(memory, here, to),
            (Goal::Rush(_), _, Some(rush)) => rush.step(&memory, here, |it| explorer.holds(it)),
            (Goal::Rest | Goal::Rush(_), ..) if is_rested => Err(NoStep::Done),
            (Goal::Rest | Goal::Rush(_), ..) => Ok(Action::WAIT),
        };
        self.get_on(&memory, here, action?)
    }

    /// Returns a step that strikes the creature in the way, if the player insists and sees or feels the creature on an
    /// adjacent cell.
    fn strike(&self, explorer: &Explorer, outlook: &Outlook, why: NoStep) -> Option<Action> {
        let insists = self.insists.is_some() && matches!(why, NoStep::Blocked | NoStep::Hindered);
        let (memory, here) = (outlook.memory, outlook.here);
        let step = explorer.blocked_step(memory, here, self.destination());
        let step = step.filter(|_| insists)?;
        let at = step.aim.cell(here);
        let is_there = outlook.foes.iter().any(|it| it.at == at) || outlook.felt == Some(at);
        is_there.then_some(step)
    }

    /// Returns `action`, or an error if the player is stuck. If the player is running, a step is returned as a run.
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
        // A step that opens a door does not move the player, but a door needs to be opened only once.
        let is_stuck = stood == here && (!opened || opens) || *visits > ROUNDS;
        if is_stuck && self.goal != Goal::Rest {
            return Err(NoStep::Hindered);
        }
        self.stood = Some((here, opens));
        let way = Direction::from_delta(next - here).filter(|_| self.runs);
        Ok(way.map_or(action, Action::run))
    }
}
