//! Journeys over random levels with fires, wedged doors and hunters: none is longer than the known ground allows, none
//! gives up while known ground leads on, and none goes on while a hunter in view comes nearer.

use std::collections::BTreeMap;

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::explorer::{Goal, Journey, NoStep, Stopped};
use fogbound::game::bestiary::MadeBy;
use fogbound::game::mind::Guards;
use fogbound::game::{
    Actor, ActorId, Arrange, Awareness, Camouflage, Lantern, Melee, Player, PlayerCommand, State,
    is_stone, makes_out,
};
use fogbound::grid::{BitGrid, Direction};
use fogbound::map::{Tile, TileMap};
use fogbound::vision::{LightMap, MapMemory, Position, Viewshed};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use crate::common::arena::distance;
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::{AppExt, built_small, dark, tick, undrawn_game};

/// How many journeys are made on each level.
const JOURNEYS: usize = 9;

#[test]
fn journeys_end_in_time_and_never_ignore_a_hunter() {
    let counts = std::sync::Mutex::new(BTreeMap::<String, usize>::new());
    on_all_cores(0..games_asked_for().unwrap_or(120), |seed| {
        let setup = match seed % 3 {
            0 => built_small(seed),
            _ => dark(built_small(seed)),
        };
        let mut walk = Walk::new(undrawn_game(setup), seed);
        let mut dice = stream(seed, "journeys", 0);
        for _ in 0..JOURNEYS {
            walk.trouble(&mut dice);
            let goal = walk.goal(&mut dice);
            let end = walk.go(goal);
            *counts.lock().unwrap().entry(end).or_default() += 1;
        }
    });
    let counts = counts.into_inner().unwrap();
    println!("{counts:?}");
    // The levels really have what the journeys are about.
    for word in ["Closed", "Nears", "Done", "Hunted", "CameIntoView"] {
        let found = counts.keys().any(|it| it.contains(word));
        assert!(found, "no journey ended with {word}: {counts:?}");
    }
}

/// A player on journeys.
struct Walk {
    app: App,
    seed: u64,
    player: Entity,
    stops: MessageCursor<Stopped>,
    /// The cells on which the player has been.
    been: Vec<IVec2>,
}

impl Walk {
    fn new(mut app: App, seed: u64) -> Self {
        app.make_player_tough();
        let player = app.player().unwrap();
        let stops = app.world().resource::<Messages<Stopped>>();
        let stops = stops.get_cursor_current();
        let been = vec![app.place_of(player)];
        Self {
            app,
            seed,
            player,
            stops,
            been,
        }
    }

    fn memory(&self) -> &MapMemory {
        self.app.part::<MapMemory>(self.player)
    }

    fn here(&self) -> IVec2 {
        self.app.place_of(self.player)
    }

    fn change(&mut self, change: Arrange) {
        self.app.command([PlayerCommand::Arrange(change)]);
    }

    /// Sets a fire, wedges a door, turns the lantern or sends a monster after the player.
    fn trouble(&mut self, dice: &mut impl Rng) {
        let set = self.app.map().tile_set();
        let tiles = |walk: &Self, suits: &dyn Fn(Tile) -> bool| -> Vec<IVec2> {
            let known = walk.memory().known_cells();
            let known =
                known.filter(|(cell, it)| *cell != walk.here() && it.tile().is_some_and(suits));
            known.map(|(cell, _)| cell).collect()
        };
        for _ in 0..3 {
            let (at, tile) = match dice.random_range(0..4) {
                0 => (tiles(self, &|it| it.opens_to().is_some()), "wedged door"),
                1 => (tiles(self, &|it| it.closes_to().is_some()), "fire"),
                _ => (tiles(self, &|it| it == Tile::FLOOR), "fire"),
            };
            if let Some(&at) = at.choose(dice) {
                let glyph = set.get(tile).unwrap().glyph();
                self.change(Arrange::Tile { at, glyph });
            }
        }
        if dice.random_ratio(1, 3) {
            let lantern = [Lantern::Open, Lantern::Shut, Lantern::Narrowed];
            self.change(Arrange::Lantern(*lantern.choose(dice).unwrap()));
        }
        let world = self.app.world_mut();
        let mut actors = world.query_filtered::<&Actor, Without<Player>>();
        let actors: Vec<ActorId> = actors.iter(world).map(|it| it.id).collect();
        if let (Some(&who), true) = (actors.choose(dice), dice.random_ratio(2, 3)) {
            let last_known = self.here();
            let awareness = Awareness::Hunting { last_known };
            self.change(Arrange::Awareness { who, awareness });
        }
    }

    fn goal(&self, dice: &mut impl Rng) -> Goal {
        let cells: Vec<IVec2> = self.memory().known_cells().map(|(cell, _)| cell).collect();
        match dice.random_range(0..10) {
            0..5 => Goal::Explore,
            5..7 => Goal::Travel(*cells.choose(dice).unwrap()),
            7..9 => Goal::Rush(*Direction::ALL.choose(dice).unwrap()),
            _ => Goal::Rest,
        }
    }

    /// Goes on a journey. Returns how it ended.
    fn go(&mut self, goal: Goal) -> String {
        let what = format!("seed {}, {goal:?} from {}", self.seed, self.here());
        self.app
            .world_mut()
            .resource_mut::<Journey>()
            .set_out(goal, false);
        let (mut steps, mut known) = (0, 0);
        let mut must_stop = false;
        loop {
            let (before, at) = (self.hunters(), self.here());
            let began = tick(&self.app);
            self.app.update();
            let (moved, here) = (tick(&self.app) > began, self.here());
            assert!(!(must_stop && moved), "{what}: a hunter came nearer");
            self.been.push(here);
            let ground = self.memory().known_count();
            steps = if ground > known { 0 } else { steps + 1 };
            known = ground;
            assert!(
                steps <= self.longest(goal),
                "{what}: {steps} steps without news"
            );
            let nears = |(id, (was, hunts)): &(&ActorId, &(IVec2, bool))| {
                self.hunters().get(id).is_some_and(|(now, still)| {
                    *hunts && *still && now != was && distance(*now, here) < distance(*was, at)
                })
            };
            must_stop = moved && before.iter().any(|it| nears(&it));
            if !self.app.world().resource::<Journey>().is_on_the_way() {
                break;
            }
        }
        let stops = self.app.world().resource::<Messages<Stopped>>();
        let end = self.stops.read(stops).last().cloned();
        if let Some(Stopped::NoStep { goal, why, .. }) = &end {
            self.check_end(*goal, *why, &what);
        }
        match end {
            Some(Stopped::NoStep { why, .. }) => format!("{why:?}"),
            Some(Stopped::Alarmed(alarm)) => format!("{alarm:?}"),
            other => format!("{other:?}"),
        }
        .split('(')
        .next()
        .unwrap_or_default()
        .to_owned()
    }

    /// Returns how many steps a journey can have without news.
    fn longest(&self, goal: Goal) -> usize {
        let known = self.memory().known_cells();
        let ground = known.filter(|(_, it)| it.tile().is_some_and(Tile::is_passable));
        match goal {
            Goal::Rest => 80,
            _ => 2 * ground.count() + 4,
        }
    }

    /// Asserts that the player was not told too soon that nothing is left, or that there is no way.
    fn check_end(&self, goal: Goal, why: NoStep, what: &str) {
        match (goal, why) {
            (Goal::Explore, NoStep::Done) => {
                let memory = self.memory();
                let is_new = |cell: &IVec2| {
                    let unknown = memory.tile(*cell).is_none();
                    unknown && !self.been.iter().any(|it| distance(*it, *cell) <= 1)
                };
                let around = |cell: IVec2| Direction::ALL.map(|way| cell + way.delta());
                for cell in self.reached() {
                    let left = around(cell).into_iter().find(is_new);
                    assert_eq!(left, None, "{what}: {cell} leads on");
                }
            }
            (Goal::Travel(to), NoStep::NoWay) => {
                assert!(!self.reached().contains(&to), "{what}: there is a way");
            }
            _ => {}
        }
    }

    /// Returns the cells that known ground leads to. What was closed for a while is open if it is out of view.
    fn reached(&self) -> Vec<IVec2> {
        let map = self.app.map();
        let memory = self.memory();
        let is_open = |cell: IVec2| {
            memory.tile(cell).is_some_and(|tile| {
                let in_time = tile.kind().in_time.filter(|it| it.becomes.is_passable());
                tile.is_passable() || (in_time.is_some() && !self.sees(cell))
            })
        };
        let mut reached = vec![self.here()];
        let mut known = BitGrid::new(map.size());
        known.set(self.here(), true);
        let mut next = 0;
        while next < reached.len() {
            for way in Direction::ALL {
                let cell = reached[next] + way.delta();
                if map.contains(cell) && !known.contains(cell) && is_open(cell) {
                    known.set(cell, true);
                    reached.push(cell);
                }
            }
            next += 1;
        }
        reached
    }

    fn sees(&self, cell: IVec2) -> bool {
        let light = self.app.world().resource::<LightMap>();
        let viewshed = self.app.part::<Viewshed>(self.player);
        let is_beside = distance(cell, self.here()) <= 1;
        is_beside || light.sees(self.app.map().opacity(), viewshed, cell)
    }

    /// Returns the enemies in view that can hurt, each with its cell and whether it hunts the player.
    fn hunters(&self) -> BTreeMap<ActorId, (IVec2, bool)> {
        let world = self.app.world();
        let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
        let viewshed = self.app.part::<Viewshed>(self.player);
        let mut hunters = BTreeMap::new();
        let Some(mut all) = world.try_query_filtered::<(
            Entity,
            &Actor,
            &Position,
            &Awareness,
            Option<&Camouflage>,
            Option<&Guards>,
            &Melee,
            &MadeBy,
        ), Without<Player>>() else {
            return hunters;
        };
        for (entity, actor, at, awareness, hidden, guards, melee, MadeBy(monster)) in
            all.iter(world)
        {
            let is_seen = makes_out((map, light), viewshed, self.here(), at.0, hidden);
            let hurts = melee.damage.1 > 0 && monster.minds.may_strike();
            if is_seen && hurts && !is_stone(world, entity) {
                let holds_back = guards.is_some_and(|it| it.holds_back(*awareness, at.0));
                let hunts = awareness.state() == State::Hunting && !holds_back;
                hunters.insert(actor.id, (at.0, hunts));
            }
        }
        hunters
    }
}
