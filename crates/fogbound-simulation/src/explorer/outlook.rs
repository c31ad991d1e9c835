//! What the player perceives and remembers at one moment.

use bevy::ecs::query::QueryData;
use bevy::prelude::*;

use super::known::{Known, cost};
use crate::game::bestiary::MadeBy;
use crate::game::deed::{Odds, kind_named, makes_way, odds, odds_of_shots};
use crate::game::mind::Guards;
use crate::game::{
    ActionKind, Actor, ActorId, Awareness, Blinded, Breath, Camouflage, Clock, Depth, End, Faction,
    Game, Ghosts, Ground, Health, Inventory, Lantern, LanternNumbers, Numbers, Oil, Player, Quest,
    Senses, State, TICKS_PER_TURN, Things, makes_out,
};
use crate::grid::Direction;
use crate::map::{Density, Stairs, Tile, TileMap};
use crate::path::Ways;
use crate::vision::{LightMap, MapMemory, Position, Viewshed};

/// What the player perceives and remembers at one moment. Journeys and bots read no other information about the world.
pub(super) struct Outlook<'w> {
    /// The player's cell.
    pub(super) here: IVec2,
    /// What the player remembers about the level.
    pub(super) memory: Known<'w>,
    /// Where the player last saw the creatures on the level.
    pub(super) ghosts: &'w Ghosts,
    pub(super) health: Health,
    pub(super) breath: Option<Breath>,
    pub(super) lantern: Option<Lantern>,
    pub(super) oil: Option<Oil>,
    /// What the player carries.
    pub(super) pack: Option<&'w Inventory>,
    pub(super) things: &'w Things,
    /// What the player has seen of the level by light.
    ground: Option<&'w Ground>,
    /// Whether light falls on the player, apart from its own lantern.
    pub(super) is_lit: bool,
    /// The cell of a creature that the player has just felt.
    pub(super) felt: Option<IVec2>,
    pub(super) tick: u64,
    pub(super) depth: u32,
    pub(super) is_blind: bool,
    /// Whether the player has the beacon.
    pub(super) goes_back: bool,
    /// How many things that wait to be chosen are on the level, as its plan says.
    pub(super) gifts: usize,
    /// The enemies that the player sees, nearest first.
    pub(super) foes: Vec<Creature>,
    /// The other creatures that the player sees, except those that make way.
    pub(super) others: Vec<Creature>,
    /// The cells of friends that the player sees and that change places with it.
    pub(super) passable: Vec<IVec2>,
    pub(super) map: &'w TileMap,
    light: &'w LightMap,
    /// What the player sees.
    pub(super) viewshed: &'w Viewshed,
    numbers: LanternNumbers,
    /// The action that closes a door beside the player, if the game has one.
    pub(super) closing: Option<ActionKind>,
}

/// A creature in view, as the screen and the look command describe it.
#[derive(Clone, Debug)]
pub(super) struct Creature {
    pub(super) entity: Entity,
    pub(super) id: ActorId,
    pub(super) name: String,
    pub(super) at: IVec2,
    pub(super) is_enemy: bool,
    /// Whether the creature changes places with the player.
    pub(super) makes_way: bool,
    /// Whether creatures of this kind never leave their cell.
    pub(super) is_rooted: bool,
    /// The creature's awareness of the player. The screen shows it as a colour behind the creature's letter.
    pub(super) state: State,
    /// Whether the creature hunts the player and goes after it, as the screen shows.
    pub(super) hunts: bool,
    /// Whether light falls on the creature, apart from the player's lantern.
    pub(super) is_lit: bool,
    /// The player's odds against the creature, or `None` for a friend.
    pub(super) mine: Option<Odds>,
    /// The creature's odds against the player, or `None` for a friend or a creature without a melee attack.
    pub(super) its: Option<Odds>,
    /// The odds of the creature's shots at the player, or `None` if it does not shoot.
    pub(super) shots: Option<Odds>,
    /// The percentage points that the creature still loses against a player that it only feels, but that has just struck.
    pub(super) given_away: i32,
}

/// The queries that an outlook needs.
pub(super) struct Queries {
    players: QueryState<Body, With<Player>>,
    others: QueryState<Other, Without<Player>>,
}

impl FromWorld for Queries {
    fn from_world(world: &mut World) -> Self {
        Self {
            players: world.query_filtered(),
            others: world.query_filtered(),
        }
    }
}

#[derive(QueryData)]
struct Body {
    entity: Entity,
    at: &'static Position,
    memory: &'static MapMemory,
    ghosts: &'static Ghosts,
    ground: Option<&'static Ground>,
    oil: Option<&'static Oil>,
    viewshed: &'static Viewshed,
    faction: &'static Faction,
    health: &'static Health,
    breath: Option<&'static Breath>,
    lantern: Option<&'static Lantern>,
    pack: Option<&'static Inventory>,
    senses: Option<&'static Senses>,
    is_blind: Has<Blinded>,
}

#[derive(QueryData)]
struct Other {
    entity: Entity,
    actor: &'static Actor,
    name: &'static Name,
    at: &'static Position,
    faction: &'static Faction,
    camouflage: Option<&'static Camouflage>,
    awareness: Option<&'static Awareness>,
    made_by: Option<&'static MadeBy>,
    guards: Option<&'static Guards>,
}

/// How long, in ticks, an enemy may be out of view without being news when it comes back.
const JUST_SEEN: u64 = 5 * TICKS_PER_TURN;

impl<'w> Outlook<'w> {
    /// Returns what the player perceives now, or `None` if there is no player or no level.
    pub(super) fn of(world: &'w mut World) -> Option<Self> {
        let mut queries = Queries::from_world(world);
        Self::with(world, &mut queries)
    }

    /// Like [`of`](Self::of), with queries that were made earlier: making them takes longer than asking them.
    pub(super) fn with(
        world: &'w World,
        Queries { players, others }: &mut Queries,
    ) -> Option<Self> {
        let player = players.single(world).ok()?;
        let (here, viewshed) = (player.at.0, player.viewshed);
        let (map, light): (_, &LightMap) = (world.get_resource()?, world.get_resource()?);
        let numbers = world.get_resource::<Numbers>()?;
        let things = world.get_resource::<Things>()?;
        let depth = world.get_resource::<Depth>()?.0;
        let made_out = others
            .iter(world)
            .filter(|it| makes_out((map, light), viewshed, here, it.at.0, it.camouflage));
        let creatures = made_out.map(|it| {
            let is_enemy = it.faction.is_hostile_to(*player.faction);
            let odds = |one, other| is_enemy.then(|| odds(world, one, other)).flatten();
            Creature {
                entity: it.entity,
                id: it.actor.id,
                name: it.name.to_string(),
                at: it.at.0,
                is_enemy,
                makes_way: makes_way(world, player.entity, it.entity),
                is_rooted: it.made_by.is_some_and(|MadeBy(it)| it.minds.are_rooted()),
                state: it.awareness.map_or(State::Unaware, |it| it.state()),
                hunts: it.awareness.is_some_and(|awareness| {
                    let holds_back = |guards: &Guards| guards.holds_back(*awareness, it.at.0);
                    awareness.state() == State::Hunting && !it.guards.is_some_and(holds_back)
                }),
                is_lit: light.level_without(player.entity, it.at.0) > 0,
                mine: odds(player.entity, it.entity),
                its: odds(it.entity, player.entity),
                shots: is_enemy
                    .then(|| odds_of_shots(world, it.entity, player.entity))
                    .flatten(),
                given_away: numbers.blows.given_away,
            }
        });
        let (mut foes, others): (Vec<_>, Vec<_>) = creatures.partition(|it| it.is_enemy);
        let (passable, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|it| it.makes_way);
        foes.sort_by_key(|it| it.nearness(here));
        Some(Self {
            here,
            memory: Known::new(player.memory, player.ground, player.oil)
                .with_pack(things, player.pack),
            pack: player.pack,
            things,
            ghosts: player.ghosts,
            health: *player.health,
            breath: player.breath.copied(),
            lantern: player.lantern.copied(),
            oil: player.oil.copied(),
            ground: player.ground,
            is_lit: !light.is_lit_world() || light.level_without(player.entity, here) > 0,
            felt: player.senses.and_then(|it| it.felt).map(|it| it.at),
            tick: world.get_resource::<Clock>()?.tick,
            depth,
            is_blind: player.is_blind,
            goes_back: {
                let quest = world.get_resource::<Quest>()?;
                match quest.goals.end {
                    End::Out => quest.has_taken || quest.is_done,
                    End::Here => false,
                    End::Level(level) => quest.is_done && depth > level,
                }
            },
            gifts: world
                .get_resource::<Game>()
                .map_or(0, |it| it.gifts(things, depth)),
            foes,
            others,
            passable: passable.into_iter().map(|it| it.at).collect(),
            map,
            light,
            viewshed,
            numbers: numbers.lantern,
            closing: kind_named(world, "close a door"),
        })
    }

    /// Makes the player take no notice of things.
    pub(super) fn leave_things(&mut self) {
        self.pack = None;
        self.memory = self.memory.with_pack(self.things, None);
    }

    /// Returns whether the player sees a creature on a cell.
    pub(super) fn is_taken(&self, cell: IVec2) -> bool {
        let mut all = self.foes.iter().chain(&self.others);
        all.any(|it| it.at == cell)
    }

    /// Returns the nearest enemy in view that hunts the player and can hurt it.
    pub(super) fn hunter(&self) -> Option<&Creature> {
        let hunts = |it: &&Creature| it.hunts && it.can_hurt() && !it.is_stone();
        self.foes.iter().find(hunts)
    }

    /// Returns whether the player had an enemy in view a few turns ago, before it came into view again.
    pub(super) fn has_just_seen(&self, enemy: Entity) -> bool {
        let at = self
            .foes
            .iter()
            .find(|it| it.entity == enemy)
            .map(|it| it.at);
        let mut known = self.ghosts.in_view().filter(|it| Some(it.at) == at);
        known.any(|it| {
            it.seen_before
                .is_some_and(|then| then + JUST_SEEN >= self.tick)
        })
    }

    /// Returns whether the player has seen a cell by light.
    pub(super) fn is_known_ground(&self, cell: IVec2) -> bool {
        self.ground.is_some_and(|it| it.contains(cell))
    }

    /// Returns whether the player would be in the dark with its lantern shut.
    pub(super) fn could_hide(&self) -> bool {
        self.lantern.is_some() && !self.is_lit
    }

    /// Returns whether no light falls on the player. The beam of its lantern does not.
    pub(super) fn is_in_the_dark(&self) -> bool {
        self.could_hide() && self.lantern != Some(Lantern::Open)
    }

    /// Returns whether the player is in the dark and gives no light.
    pub(super) fn is_hidden(&self) -> bool {
        self.could_hide() && self.lantern == Some(Lantern::Shut)
    }

    /// Returns how much oil is left, as a percentage. A player that needs no oil has plenty.
    pub(super) fn oil_percent(&self) -> i32 {
        self.oil.map_or(100, |it| it.percent())
    }

    /// Returns whether the player remembers a burning brazier or torch on a cell, whose oil it has room for.
    pub(super) fn is_oil_to_draw(&self, cell: IVec2) -> bool {
        let Some(tile) = self.memory.tile(cell).filter(|it| it.put_out().is_some()) else {
            return false;
        };
        let turns = match tile.flame() {
            Some(flame) if flame.is_in_wall => self.numbers.torch,
            Some(_) => self.numbers.brazier,
            None => return false,
        };
        turns > 0 && self.oil.is_some_and(|it| it.has_room_for(turns))
    }

    pub(super) fn sees(&self, cell: IVec2) -> bool {
        self.light.sees(self.map.opacities(), self.viewshed, cell)
    }

    /// Iterates over the cells on which the player sees thick fog, in row order.
    pub(super) fn thick_fog(&self) -> impl Iterator<Item = IVec2> {
        let air = self.map.air().iter();
        let thick = air.filter(|(cell, it)| it.fog >= Density::DENSE && self.sees(*cell));
        thick.map(|(cell, _)| cell)
    }

    /// Returns how many more steps the player can run.
    pub(super) fn breath(&self) -> u32 {
        self.breath.map_or(0, |it| it.now())
    }

    /// Returns whether the player remembers the way onward on a cell: the stairs down or the beacon or, on the way back,
    /// the stairs up.
    pub(super) fn leads_on(&self, cell: IVec2) -> bool {
        let Some(tile) = self.memory.tile(cell) else {
            return false;
        };
        if self.goes_back {
            return tile.stairs() == Some(Stairs::Up);
        }
        tile.stairs() == Some(Stairs::Down) || self.memory.is_beacon(cell)
    }

    /// Returns whether the player remembers usable stairs on a cell. Without the beacon, the stairs up on the first
    /// level are not usable.
    pub(super) fn are_stairs(&self, cell: IVec2) -> bool {
        let stairs = self.memory.tile(cell).and_then(Tile::stairs);
        stairs.is_some_and(|it| it == Stairs::Down || self.depth > 1 || self.goes_back)
    }

    pub(super) fn is_walkable(&self, cell: IVec2) -> bool {
        self.memory.tile(cell).is_some_and(Tile::is_walkable)
    }

    /// Measures the paths from a cell over known cells, except cells for which `blocks` returns true. Creatures do not
    /// block paths unless `blocks` says so.
    pub(super) fn ways(&self, from: IVec2, blocks: impl Fn(IVec2) -> bool) -> Ways {
        Ways::measure(from, |cell| {
            cost(self.memory, cell).filter(|_| !blocks(cell))
        })
    }

    /// Returns the number of directions from which a cell can be entered.
    pub(super) fn openness(&self, cell: IVec2) -> usize {
        let around = Direction::ALL.iter().map(|way| cell + way.delta());
        around.filter(|it| self.is_walkable(*it)).count()
    }
}

impl Creature {
    /// Returns whether the creature knows that an enemy is near.
    pub(super) fn is_alert(&self) -> bool {
        !matches!(self.state, State::Asleep | State::Unaware)
    }

    /// Returns whether no blow of the player can hurt the creature now.
    pub(super) fn is_stone(&self) -> bool {
        self.is_enemy && self.mine.is_none()
    }

    pub(super) fn can_hurt(&self) -> bool {
        let attacks = [self.its, self.shots];
        attacks.into_iter().flatten().any(|it| it.damage.1 > 0)
    }

    /// Returns a key that sorts creatures by their distance from a cell.
    fn nearness(&self, cell: IVec2) -> (i32, i32, i32, i32) {
        let at = self.at;
        (distance(at, cell), at.distance_squared(cell), at.y, at.x)
    }

    /// Returns whether the creature sees the player and does not only feel it.
    pub(super) fn sees_player(&self) -> bool {
        self.its.is_some_and(|it| it.penalty.is_none())
    }

    pub(super) fn is_beside(&self, cell: IVec2) -> bool {
        distance(self.at, cell) <= 1
    }
}

/// Returns the distance between two cells in steps, where a diagonal step counts as one.
pub(super) fn distance(one: IVec2, other: IVec2) -> i32 {
    (one - other).abs().max_element()
}
