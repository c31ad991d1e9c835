//! What a player knows: its own body, its memory of the map, whom it makes out, and what it perceives.

use std::sync::Arc;

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;
use fogbound::game::bestiary::{MadeBy, Monster};
use fogbound::game::{
    Awareness, Breath, Camouflage, Clock, Depth, Faction, Health, Lantern, Player, Quest, State,
    TICKS_PER_TURN, Witnessed, makes_out,
};
use fogbound::map::{Stairs, Tile, TileMap};
use fogbound::vision::{LightMap, MapMemory, Position, Viewshed};

/// A monster in view.
#[derive(Clone)]
pub struct Foe {
    pub who: Entity,
    pub at: IVec2,
    /// Its kind. The bestiary is documented, so a player may know it by heart.
    pub kind: Arc<Monster>,
    /// What the screen says it is about.
    pub state: State,
}

/// What is on the screen.
pub struct Screen<'a> {
    pub you: Entity,
    pub here: IVec2,
    pub health: i32,
    pub max_health: i32,
    /// How many steps it can run.
    pub breath: u32,
    pub turn: u64,
    pub depth: u32,
    /// Whether it has what it came for.
    pub has_beacon: bool,
    pub memory: &'a MapMemory,
    pub view: &'a Viewshed,
    /// How the lantern is set, if there is one.
    pub lantern: Option<Lantern>,
    /// Monsters in view, the nearest first.
    pub foes: Vec<Foe>,
}

type You = (
    Entity,
    &'static Position,
    &'static Health,
    &'static Breath,
    &'static MapMemory,
    &'static Viewshed,
    Option<&'static Lantern>,
);
type Other = (
    Entity,
    &'static Position,
    &'static Faction,
    &'static Awareness,
    &'static MadeBy,
    Option<&'static Camouflage>,
);

/// Looks at the screen. The one place of the bots that reads the game.
pub struct Eyes {
    you: QueryState<You, With<Player>>,
    others: QueryState<Other, Without<Player>>,
    log: MessageCursor<Witnessed>,
}

impl Eyes {
    pub fn new(world: &mut World) -> Self {
        Self {
            you: world.query_filtered(),
            others: world.query_filtered(),
            log: MessageCursor::default(),
        }
    }

    /// The screen as it is now; nothing if there is no player.
    pub fn look<'a>(&mut self, world: &'a World) -> Option<Screen<'a>> {
        let (you, at, health, breath, memory, view, lantern) = self.you.single(world).ok()?;
        let here = at.0;
        let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
        let others = self.others.iter(world);
        let mut foes: Vec<Foe> = others
            .filter(|(_, at, side, _, _, hidden)| {
                side.is_hostile_to(Faction::PLAYER)
                    && makes_out((map, light), view, here, at.0, *hidden)
            })
            .map(|(who, at, _, awareness, kind, _)| Foe {
                who,
                at: at.0,
                kind: kind.0.clone(),
                state: awareness.state(),
            })
            .collect();
        foes.sort_by_key(|foe| (distance(foe.at, here), foe.at.y, foe.at.x));
        Some(Screen {
            you,
            here,
            health: health.now,
            max_health: health.max,
            breath: breath.now,
            turn: world.resource::<Clock>().tick / TICKS_PER_TURN,
            depth: world.resource::<Depth>().0,
            has_beacon: world.resource::<Quest>().has_beacon,
            memory,
            view,
            lantern: lantern.copied(),
            foes,
        })
    }

    /// What the player has perceived since this was asked last.
    pub fn read_log(&mut self, world: &World) -> Vec<Witnessed> {
        let log = world.resource::<Messages<Witnessed>>();
        self.log.read(log).copied().collect()
    }
}

impl Screen<'_> {
    /// How much health is left, in percent.
    pub fn percent(&self) -> i32 {
        self.health * 100 / self.max_health.max(1)
    }

    /// Whether a cell is remembered as one that leads on: the stairs down, or what the player has come for; once it has
    /// that, the stairs up.
    pub fn leads_on(&self, cell: IVec2) -> bool {
        let Some(tile) = self.memory.tile(cell) else {
            return false;
        };
        if self.has_beacon {
            return tile.stairs() == Some(Stairs::Up);
        }
        tile.stairs() == Some(Stairs::Down) || tile.kind().taken.is_some_and(|it| it.is_goal)
    }

    /// Whether stairs that lead anywhere are remembered on `cell`. None lead up from the first level.
    pub fn are_stairs(&self, cell: IVec2) -> bool {
        let stairs = self.memory.tile(cell).and_then(Tile::stairs);
        stairs.is_some_and(|it| it == Stairs::Down || self.depth > 1 || self.has_beacon)
    }

    pub fn foe_at(&self, cell: IVec2) -> Option<&Foe> {
        self.foes.iter().find(|foe| foe.at == cell)
    }

    /// Whether the straight line between two cells crosses nothing that is known to stop sight.
    pub fn is_open_between(&self, one: IVec2, other: IVec2) -> bool {
        let steps = distance(one, other);
        let offset = (other - one).as_vec2();
        (1..steps).all(|step| {
            let at = one.as_vec2() + offset * (step as f32 / steps as f32);
            let tile = self.memory.tile(at.round().as_ivec2());
            tile.is_some_and(|tile| !tile.is_opaque())
        })
    }
}

/// How far apart two cells are, in steps of a king.
pub fn distance(one: IVec2, other: IVec2) -> i32 {
    (one - other).abs().max_element()
}
