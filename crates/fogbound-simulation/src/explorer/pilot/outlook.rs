//! What the player perceives and remembers at one moment.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use crate::explorer::explore::cost;
use crate::explorer::ghosts::Sighted;
use crate::game::deed::{Odds, odds};
use crate::game::{
    Actor, ActorId, Awareness, Breath, Camouflage, Clock, Depth, Faction, Health, Player, Quest,
    State, makes_out,
};
use crate::grid::Direction;
use crate::map::{Stairs, Tile, TileMap};
use crate::path::Ways;
use crate::vision::{LightMap, MapMemory, Position, Viewshed};

/// What the player perceives and remembers at one moment. Everything else of the pilot reads this and not the world.
pub(super) struct Outlook<'w> {
    /// The cell on which the player stands.
    pub(super) here: IVec2,
    /// What it remembers of the level.
    pub(super) memory: &'w MapMemory,
    pub(super) health: Health,
    /// How many steps it can still run.
    pub(super) breath: u32,
    pub(super) tick: u64,
    pub(super) depth: u32,
    /// Whether it has what it came for.
    pub(super) has_beacon: bool,
    /// How large the level is.
    pub(super) size: UVec2,
    /// The enemies that it makes out, the nearest first.
    pub(super) foes: Vec<Foe>,
    /// The cells on which it makes out somebody.
    pub(super) taken: HashSet<IVec2>,
    /// The creatures that it makes out, row by row.
    pub(super) sighted: Vec<Sighted>,
    /// How many cells of the level it knows.
    pub(super) known: usize,
    map: &'w TileMap,
    light: &'w LightMap,
    viewshed: &'w Viewshed,
}

/// An enemy in view, as the screen and a closer look tell of it.
#[derive(Clone, Debug)]
pub(super) struct Foe {
    pub(super) id: ActorId,
    pub(super) name: String,
    pub(super) at: IVec2,
    /// What it knows of the player: the sign behind its letter.
    pub(super) state: State,
    /// What the player's blows at it would be like.
    pub(super) mine: Option<Odds>,
    /// What its blows at the player would be like; none if it does not fight hand to hand.
    pub(super) its: Option<Odds>,
}

type Body = (
    Entity,
    &'static Position,
    &'static MapMemory,
    &'static Viewshed,
    &'static Health,
    Option<&'static Breath>,
    &'static Faction,
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

impl<'w> Outlook<'w> {
    /// What the player perceives now; none if there is no player or no level.
    pub(super) fn of(world: &'w mut World) -> Option<Self> {
        let mut players = world.query_filtered::<Body, With<Player>>();
        let mut others = world.query_filtered::<Other, Without<Player>>();
        let world: &'w World = world;
        let map = world.get_resource::<TileMap>()?;
        let light = world.resource::<LightMap>();
        let (player, here, memory, viewshed, health, breath, side) = players.single(world).ok()?;
        let here = here.0;
        let mut foes = Vec::new();
        let mut taken = HashSet::default();
        let mut sighted = Vec::new();
        for (who, actor, name, at, other, hidden, awareness) in others.iter(world) {
            if !makes_out((map, light), viewshed, here, at.0, hidden) {
                continue;
            }
            taken.insert(at.0);
            let is_enemy = other.is_hostile_to(*side);
            let is_asleep = awareness.is_some_and(|it| it.state() == State::Asleep);
            sighted.push(Sighted {
                at: at.0,
                name: name.to_string(),
                sleeps: is_asleep && is_enemy,
                is_asleep,
            });
            if is_enemy {
                foes.push(Foe {
                    id: actor.id,
                    name: name.to_string(),
                    at: at.0,
                    state: awareness.map_or(State::Unaware, |it| it.state()),
                    mine: odds(world, player, who),
                    its: odds(world, who, player),
                });
            }
        }
        sighted.sort_by_key(|it| (it.at.y, it.at.x));
        foes.sort_by_key(|foe| {
            let at = foe.at;
            (distance(at, here), at.distance_squared(here), at.y, at.x)
        });
        Some(Self {
            here,
            memory,
            health: *health,
            breath: breath.map_or(0, |breath| breath.now),
            tick: world.resource::<Clock>().tick,
            depth: world.resource::<Depth>().0,
            has_beacon: world.resource::<Quest>().has_beacon,
            size: map.size(),
            foes,
            taken,
            sighted,
            map,
            light,
            viewshed,
            known: memory.known_count(),
        })
    }

    /// Whether the player sees a cell now.
    pub(super) fn sees(&self, cell: IVec2) -> bool {
        self.light.sees(self.map.opacity(), self.viewshed, cell)
    }

    /// Whether the player stands on stairs that lead somewhere. None lead up from the first level.
    pub(super) fn on_stairs(&self) -> bool {
        self.are_stairs(self.here)
    }

    /// Whether a cell is remembered as one that leads on: the stairs down, or what the player has come for; once it has
    /// that, the stairs up.
    pub(super) fn leads_on(&self, cell: IVec2) -> bool {
        let Some(tile) = self.memory.tile(cell) else {
            return false;
        };
        if self.has_beacon {
            return tile.stairs() == Some(Stairs::Up);
        }
        tile.stairs() == Some(Stairs::Down) || tile.kind().taken.is_some_and(|it| it.is_goal)
    }

    /// Whether stairs that lead somewhere are remembered on a cell.
    pub(super) fn are_stairs(&self, cell: IVec2) -> bool {
        let stairs = self.memory.tile(cell).and_then(Tile::stairs);
        stairs.is_some_and(|it| it == Stairs::Down || self.depth > 1 || self.has_beacon)
    }

    /// Whether the player knows that one can stand on a cell, and sees nobody there.
    pub(super) fn is_free(&self, cell: IVec2) -> bool {
        self.memory.tile(cell).is_some_and(Tile::is_walkable) && !self.taken.contains(&cell)
    }

    /// The ways from a cell over all that is known, through everybody but those whom `blocks` names.
    pub(super) fn ways(&self, from: IVec2, blocks: impl Fn(IVec2) -> bool) -> Ways {
        Ways::measure(from, |cell| {
            cost(self.memory, cell).filter(|_| !blocks(cell))
        })
    }

    /// The direction to a cell beside the player.
    pub(super) fn way_to(&self, cell: IVec2) -> Option<Direction> {
        Direction::from_delta(cell - self.here)
    }

    /// From how many sides somebody can come to a cell.
    pub(super) fn openness(&self, cell: IVec2) -> usize {
        let around = Direction::ALL.map(|way| cell + way.delta());
        let open = |it: &&IVec2| self.memory.tile(**it).is_some_and(Tile::is_walkable);
        around.iter().filter(open).count()
    }
}

impl Foe {
    /// Whether it knows that somebody is about.
    pub(super) fn is_alert(&self) -> bool {
        !matches!(self.state, State::Asleep | State::Unaware)
    }

    /// Whether it fights hand to hand.
    pub(super) fn can_hurt(&self) -> bool {
        self.its.is_some_and(|it| it.damage.1 > 0)
    }

    pub(super) fn is_beside(&self, cell: IVec2) -> bool {
        distance(self.at, cell) <= 1
    }
}

/// How many steps of a king two cells are apart.
pub(super) fn distance(one: IVec2, other: IVec2) -> i32 {
    (one - other).abs().max_element()
}
