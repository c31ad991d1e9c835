//! Hunters, and friends with the mind `Follows`, that follow the player up or down the stairs, one per turn.
//!
//! ```text
//! sees the player leave --walks--> beside the stairs --one turn on the stairs--> comes out (one per turn)
//! ```
//!
//! All followers are disabled until they come out. A player who turns back before then meets the followers that
//! are already on the stairs. The others are wherever they have got to by then.

use std::mem;

use bevy::ecs::entity::{EntityMapper, MapEntities};
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

use super::calm::forget_where_it_struck;
use super::populate::LevelLore;
use crate::game::being::{
    Actor, ActorId, Awareness, Clock, Depth, Faction, Follows, Happening, Health, Hunts,
    HuntsBySound, LeftAt, Native, Occasion, Occupancy, Player, Senses, State, TICKS_PER_TURN,
    player_of, tell, trigger,
};
use crate::game::mind::{BreaksDoors, Doors, Flees, Guards, known_footing, opens_doors};
use crate::game::saved::{Mix, Scribe};
use crate::game::sense::makes_out_at;
use crate::map::TileMap;
use crate::path::{PathFinder, Search, Ways};
use crate::vision::{MapMemory, Position, Viewshed};

/// The maximum number of steps that a hunter walks to the stairs in order to follow the player. A closed door counts as
/// two steps, or more for a creature that breaks it.
const LONGEST_WAY: u32 = 20;

/// The creatures that are on the stairs behind the player or walking there.
#[derive(Resource, Clone, Debug, Default)]
#[component(map_entities)]
pub(crate) struct Followers {
    /// The followers, in the order in which they come out.
    pub(crate) all: Vec<Follower>,
    /// The cell where followers come out. If it is occupied, they use the nearest free cell.
    pub(crate) arrival: IVec2,
    /// The level that the followers come from, and the stairs by which the player left it.
    pub(crate) origin: (u32, IVec2),
    /// The tick until which the stairs are occupied.
    pub(crate) taken_until: u64,
}

/// A creature that is on the stairs or walking there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Follower {
    pub(crate) entity: Entity,
    /// The tick at which the creature comes out if the stairs are free. It spends the turn before that on the stairs.
    pub(crate) tick: u64,
    /// Whether the player has turned back and met the creature on the stairs. It then acts at once, so that a player who
    /// keeps taking the stairs does not avoid blows. Any other follower gives the player a turn.
    pub(crate) is_met: bool,
}

impl MapEntities for Followers {
    fn map_entities<E: EntityMapper>(&mut self, mapper: &mut E) {
        for follower in &mut self.all {
            follower.entity.map_entities(mapper);
        }
    }
}

impl Follower {
    fn is_on_stairs(&self, now: u64) -> bool {
        self.tick <= now + TICKS_PER_TURN
    }
}

impl Followers {
    /// Writes the followers into a check value.
    pub(crate) fn write(&self, scribe: &Scribe, mix: &mut Mix) {
        mix.value(&(self.arrival, self.origin, self.taken_until));
        for follower in &self.all {
            mix.value(&(scribe.id(follower.entity), follower.tick, follower.is_met));
        }
    }

    /// Returns the tick at which the next follower comes out.
    pub(crate) fn next(&self) -> Option<u64> {
        self.all.first().map(|it| it.tick.max(self.taken_until))
    }
}

/// Returns the hunters and friends that follow the player when it leaves by the stairs on `from`. A hunter follows if it sees the
/// player leave or expects the player on the stairs, and if it is beside the stairs or can walk there. Guards and
/// fleeing creatures stay behind. The followers are sorted by arrival time, then by distance, then by ID.
pub(super) fn followers(world: &mut World, player: Entity, from: IVec2, now: u64) -> Vec<Follower> {
    type Hunter = (
        Entity,
        &'static Actor,
        &'static Awareness,
        &'static Health,
        &'static Senses,
        Option<&'static Flees>,
        Option<&'static Follows>,
    );
    type GoesAfter = (
        Or<(With<Hunts>, With<HuntsBySound>, With<Follows>)>,
        Without<Guards>,
        Without<Player>,
    );
    let side = world.get::<Faction>(player).copied();
    let mut hunters = world.query_filtered::<Hunter, GoesAfter>();
    let hunters = hunters
        .iter(world)
        .filter(|(_, _, _, health, senses, flees, _)| {
            // A creature that cannot move because it is being watched stays behind.
            !senses.watched && flees.is_none_or(|flees| health.percent() >= flees.below)
        });
    let hunters = hunters.filter(|(entity, _, awareness, .., follows)| match **awareness {
        Awareness::Hunting { last_known } => {
            let is_after_it = (last_known - from).abs().max_element() <= 1;
            is_after_it || makes_out_at(world, *entity, player, from)
        }
        // A friend that saw the player leave.
        _ => {
            let friend = follows.filter(|_| world.get::<Faction>(*entity) == side.as_ref());
            friend.is_some_and(|it| it.kind.is_empty())
                && makes_out_at(world, *entity, player, from)
        }
    });
    let mut found: Vec<(u64, usize, ActorId, Entity)> = hunters
        .filter_map(|(entity, actor, ..)| {
            let walk = Walk::to(world, entity, from)?;
            let beside = walk.ends(actor.due.max(now)).unwrap_or(now);
            Some((beside + TICKS_PER_TURN, walk.0.len(), actor.id, entity))
        })
        .collect();
    found.sort_unstable();
    let follower = |(tick, _, _, entity)| Follower {
        entity,
        tick,
        is_met: false,
    };
    found.into_iter().map(follower).collect()
}

/// A creature's path to a cell beside the stairs, with the cost of each step in ticks. The path is empty if the
/// creature is already there.
struct Walk(Vec<(IVec2, u64)>);

impl Walk {
    /// Finds a path over the cells that the creature knows, regardless of other actors. Returns `None` if there is no
    /// path or if it is too long.
    fn to(world: &World, creature: Entity, stairs: IVec2) -> Option<Self> {
        let here = world.get::<Position>(creature)?.0;
        if (here - stairs).abs().max_element() <= 1 {
            return Some(Self(Vec::new()));
        }
        let memory = world.get::<MapMemory>(creature)?;
        let actor = world.get::<Actor>(creature)?;
        let breaks = world.get::<BreaksDoors>(creature);
        let doors = Doors::of(opens_doors(world, creature), breaks, State::Hunting);
        let footing = known_footing(memory, doors);
        let mut finder = PathFinder::default();
        finder.set_door_cost(doors.usual_cost());
        let route = finder.path(here, stairs, LONGEST_WAY, [], footing);
        let mut way = route.to_goal()?;
        way.pop();
        let cost = |cell: IVec2| {
            let tile = memory.tile(cell)?;
            let open = tile.opens_to().filter(|_| !tile.is_walkable());
            // All turns but the last are spent on opening or breaking the door.
            let opening = match open {
                Some(_) => actor.delay() * u64::from(doors.usual_cost() - 1),
                None => 0,
            };
            let percent = u64::from(open.unwrap_or(tile).percent());
            Some((cell, opening + (actor.delay() * percent / 100).max(1)))
        };
        way.into_iter().map(cost).collect::<Option<_>>().map(Self)
    }

    /// Returns the tick at which a creature that starts at tick `begin` can take the stairs, or `None` if it is already
    /// beside them.
    fn ends(&self, begin: u64) -> Option<u64> {
        let time: u64 = self.0.iter().map(|(_, time)| time).sum();
        (time > 0).then_some(begin + time)
    }

    /// Returns the cell that a creature has reached at tick `now` if it started at tick `begin`, and the tick of its
    /// next step. Returns `None` before the first step.
    fn at(&self, begin: u64, now: u64) -> Option<(IVec2, u64)> {
        let mut tick = begin;
        let mut reached = None;
        for &(cell, time) in self.0.iter() {
            if tick > now {
                break;
            }
            tick += time;
            reached = Some((cell, tick));
        }
        reached
    }
}

/// Ends the pursuit when the player takes the stairs on `from`. Followers that are on the same stairs meet the player
/// there. Followers that are on other stairs come out on the level that the player is leaving.
///
/// Followers that are still walking are placed on the cells that they have reached, on the level that the player left as
/// `left` says. Returns the followers that meet the player, and those that are still walking.
pub(super) fn end_pursuit(
    world: &mut World,
    from: IVec2,
    now: u64,
    left: LeftAt,
) -> (Vec<Follower>, Vec<Entity>) {
    let since = left.tick;
    let Followers {
        all,
        arrival,
        origin: (_, stairs),
        ..
    } = mem::take(&mut *world.resource_mut::<Followers>());
    let is_on_stairs = |it: &Follower| it.is_on_stairs(now);
    let (mut met, walking): (Vec<_>, Vec<_>) = all.into_iter().partition(is_on_stairs);
    for it in &mut met {
        (it.tick, it.is_met) = (now, true);
    }
    if from != arrival {
        for Follower { entity, .. } in mem::take(&mut met) {
            let free = free_cell(world, arrival).unwrap_or(arrival);
            come_out(world, entity, free, (arrival, now, false));
        }
    }
    let walking: Vec<Entity> = walking.into_iter().map(|it| it.entity).collect();
    for &entity in &walking {
        let Some(begin) = world.get::<Actor>(entity).map(|it| it.due.max(since)) else {
            continue;
        };
        let walk = Walk::to(world, entity, stairs);
        let place = walk.and_then(|it| it.at(begin, now));
        let (at, next) = place.map_or((None, begin), |(at, next)| (Some(at), next));
        if let (Some(at), Some(mut position)) = (at, world.get_mut::<Position>(entity)) {
            position.0 = at;
        }
        if let Some(mut actor) = world.get_mut::<Actor>(entity) {
            // The remaining delay is stored relative to `since`, because `wake` adds the time that has passed.
            actor.due = since + next.saturating_sub(now);
        }
        if let Ok(mut body) = world.get_entity_mut(entity) {
            body.insert((Awareness::Hunting { last_known: stairs }, left));
        }
    }
    (met, walking)
}

/// Makes the first follower come out when it is due. If the stairs are occupied, the follower comes out beside them.
/// The follower acts as soon as it has looked around. The next one comes out a turn later.
pub(crate) fn arrive(world: &mut World) {
    let clock = *world.resource::<Clock>();
    let followers = world.resource::<Followers>();
    let is_time = followers.next().is_some_and(|tick| tick <= clock.tick);
    if !clock.is_others() || !is_time {
        return;
    }
    let arrival = followers.arrival;
    let cell = free_cell(world, arrival);
    let mut followers = world.resource_mut::<Followers>();
    followers.taken_until = clock.tick + TICKS_PER_TURN;
    // If there is no free cell, all followers stay on the stairs.
    let Some(cell) = cell else { return };
    let Follower { entity, is_met, .. } = followers.all.remove(0);
    if come_out(world, entity, cell, (arrival, clock.tick, is_met)) {
        let depth = world.resource::<Depth>().0;
        tell(world, entity, cell, Happening::TookStairs { depth });
        trigger(world, entity, Occasion::ARRIVE);
    }
}

/// Returns the free cell nearest to the stairs on `arrival`, where the next follower comes out.
pub(super) fn free_cell(world: &World, arrival: IVec2) -> Option<IVec2> {
    let is_free = |cell: IVec2| world.resource::<Occupancy>().at(cell).is_none();
    nearest(world.resource::<TileMap>(), arrival, is_free)
}

/// Places a follower that arrives by the stairs on a cell of the current level, and makes it act at once or give the
/// player a turn. Returns whether the follower still exists.
fn come_out(
    world: &mut World,
    who: Entity,
    cell: IVec2,
    (arrival, now, at_once): (IVec2, u64, bool),
) -> bool {
    let depth = world.resource::<Depth>().0;
    let answer = answer_tick(world, now);
    forget_where_it_struck(world, who);
    let Ok(mut follower) = world.get_entity_mut(who) else {
        return false;
    };
    follower.remove::<Disabled>();
    follower.insert(Position(cell));
    if let Some(mut actor) = follower.get_mut::<Actor>() {
        // The follower looks around first, because its last view was of another level.
        actor.due = now + 1;
        if !at_once {
            let delay = actor.delay();
            actor.spend(now, delay);
            actor.due = actor.due.max(answer);
        }
    }
    if let Some(mut viewshed) = follower.get_mut::<Viewshed>() {
        viewshed.mark_dirty();
        viewshed.look();
    }
    // The follower knows where the stairs lead. It knows nothing else about the level unless it is a native.
    if let Some(mut awareness) = follower.get_mut::<Awareness>()
        && awareness.state() == State::Hunting
    {
        *awareness = Awareness::Hunting {
            last_known: arrival,
        };
    }
    if let Some(mut follows) = follower.get_mut::<Follows>() {
        follows.go_to(arrival);
    }
    let is_at_home = follower.get::<Native>() == Some(&Native(depth));
    let memory = if is_at_home {
        MapMemory::knowing(world.resource::<LevelLore>().0.clone())
    } else {
        MapMemory::new()
    };
    world.entity_mut(who).insert(memory);
    world.resource_mut::<Occupancy>().place(who, cell);
    true
}

/// Returns the first tick at which someone who arrives by the stairs at tick `now` may act: the player acts once before
/// that, so that it can answer.
pub(super) fn answer_tick(world: &World, now: u64) -> u64 {
    let player = player_of(world).and_then(|it| world.get::<Actor>(it));
    player.map_or(0, |it| it.due).max(now + 1)
}

/// Returns the free walkable cell that is nearest to `cell` on foot. The path may lead through doors.
pub(crate) fn nearest(
    map: &TileMap,
    cell: IVec2,
    is_free: impl Fn(IVec2) -> bool,
) -> Option<IVec2> {
    let search = Search {
        most: 60,
        ..Search::from(cell)
    };
    let free = |at: IVec2| map.is_walkable(at) && is_free(at);
    let passable = |at: IVec2| map.tile(at).is_passable().then_some(1);
    if free(cell) {
        return Some(cell);
    }
    Ways::search(search, passable, free).1
}
