//! Is the dungeon fair? Two players who press keys by a rule of their own go down as far as they get:
//! one is careful, the other rash.
//!
//! ```text
//! cargo run --release --example 05_careful_player
//! cargo run --release --example 05_careful_player -- 200 1500
//! ```
//!
//! The arguments are how many games each of them plays, and for how many turns at most. Both know what
//! is on the screen and nothing else: what they remember of the map, and whom they see. The careful one
//! leaves those alone who know nothing of it, meets several where only one can reach it, goes to the
//! stairs when it is badly hurt, and rests. The rash one walks up to all it sees and never rests.
//!
//! This is how a maker finds out whether a change in a monster's file makes the game too hard.

use std::collections::BTreeMap;
use std::error::Error;

use bevy::prelude::*;
use fogbound::game::paths::{Flood, PathFinder, Route};
use fogbound::game::{
    Action, Awareness, Camouflage, Clock, Faction, Fate, Game, GameSetup, Health, Player,
    PlayerCommand, SimulationPlugin, State, makes_out,
};
use fogbound::grid::Direction;
use fogbound::map::{Tile, TileMap};
use fogbound::vision::{MapMemory, Position, Viewshed};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(|it| it.parse::<u32>());
    let games = arguments.next().unwrap_or(Ok(60))?;
    let turns = arguments.next().unwrap_or(Ok(1500))?;
    println!("{games} games each, of {turns} turns at most");
    println!("  player   alive  mean depth   reached depth 2    3    4    5    6  killed most by");
    for style in [Style::Careful, Style::Rash] {
        let mut ends = Vec::new();
        for seed in 0..u64::from(games) {
            ends.push(play(style, seed, u64::from(turns))?);
        }
        let alive = ends.iter().filter(|end| end.killer.is_none()).count();
        let depths: u32 = ends.iter().map(|end| end.depth).sum();
        let share = |count: usize| format!("{:3} %", count * 100 / ends.len().max(1));
        print!(
            "{:>8}  {}  {:10.1}           ",
            format!("{style:?}"),
            share(alive),
            f64::from(depths) / f64::from(games.max(1)),
        );
        for depth in 2..=6 {
            print!(
                "{}",
                share(ends.iter().filter(|end| end.depth >= depth).count())
            );
        }
        let mut killers: BTreeMap<&str, u32> = BTreeMap::new();
        for killer in ends.iter().filter_map(|end| end.killer.as_deref()) {
            *killers.entry(killer).or_default() += 1;
        }
        let mut killers: Vec<_> = killers.into_iter().collect();
        killers.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let killers = killers.iter().take(4);
        let killers: Vec<String> = killers.map(|(name, n)| format!("{name} {n}")).collect();
        println!("  {}", killers.join(", "));
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Careful,
    Rash,
}

/// How a game ended.
struct End {
    depth: u32,
    killer: Option<String>,
}

fn play(style: Style, seed: u64, turns: u64) -> Result<End, Box<dyn Error>> {
    let mut app = App::new();
    let game = Game::new(GameSetup { seed, ..default() })?;
    app.add_plugins(SimulationPlugin { game });
    app.update();
    let mut mind = Mind {
        style,
        flood: Flood::default(),
        finder: PathFinder::default(),
        in_vain: 0,
        waited: 0,
    };
    let mut before = None;
    // A command that takes no time is a mistake of the player's; many in a row end the game.
    while app.world().resource::<Clock>().turn() < turns
        && app.world().resource::<Fate>().is_alive()
        && mind.in_vain < 20
    {
        let seen = look(&mut app);
        let action = mind.decide(&seen, app.world().resource::<TileMap>());
        app.world_mut().write_message(PlayerCommand::Act(action));
        app.update();
        let now = app.world().resource::<Clock>().tick;
        mind.in_vain = if before == Some(now) {
            mind.in_vain + 1
        } else {
            0
        };
        before = Some(now);
    }
    let death = app.world().resource::<Fate>().0.as_ref();
    Ok(End {
        depth: app.world().resource::<Game>().depth(),
        killer: death.map(|death| death.killer.clone()),
    })
}

/// What is on the screen.
struct Screen {
    here: IVec2,
    health: i32,
    memory: MapMemory,
    /// Who is in view: where, and what it is about.
    others: Vec<(IVec2, State)>,
}

fn look(app: &mut App) -> Screen {
    type You = (
        &'static Position,
        &'static Health,
        &'static MapMemory,
        &'static Viewshed,
    );
    type Other = (
        &'static Position,
        &'static Faction,
        &'static Awareness,
        Option<&'static Camouflage>,
    );
    let world = app.world_mut();
    let mut you = world.query_filtered::<You, With<Player>>();
    let mut all = world.query_filtered::<Other, Without<Player>>();
    let map = world.resource::<TileMap>();
    let mut screen = Screen {
        here: IVec2::ZERO,
        health: 0,
        memory: MapMemory::new(),
        others: Vec::new(),
    };
    if let Ok((position, health, memory, viewshed)) = you.single(world) {
        let here = position.0;
        let hostile = all
            .iter(world)
            .filter(|(at, side, _, camouflage)| {
                side.is_hostile_to(Faction::PLAYER)
                    && makes_out(map, viewshed, here, at.0, *camouflage)
            })
            .map(|(at, _, awareness, _)| (at.0, awareness.state()));
        screen.others = hostile.collect();
        screen
            .others
            .sort_by_key(|(at, _)| (distance(*at, here), at.y, at.x));
        (screen.here, screen.health) = (here, health.percent());
        screen.memory = memory.clone();
    }
    screen
}

fn distance(one: IVec2, other: IVec2) -> i32 {
    (one - other).abs().max_element()
}

/// Somebody at the keyboard.
struct Mind {
    style: Style,
    flood: Flood,
    finder: PathFinder,
    /// How many commands in a row took no time.
    in_vain: u32,
    /// For how many turns it has let the same foes come.
    waited: u32,
}

impl Mind {
    fn decide(&mut self, seen: &Screen, map: &TileMap) -> Action {
        let knows_of_us = |state: State| !matches!(state, State::Asleep | State::Unaware);
        let here = seen.here;
        let action = match self.style {
            Style::Rash => seen.others.first().map(|&(at, _)| self.fight(seen, at)),
            Style::Careful => {
                let awake = seen.others.iter().filter(|(_, state)| knows_of_us(*state));
                let foes: Vec<IVec2> = awake.map(|&(at, _)| at).collect();
                self.meet(seen, &foes)
            }
        };
        let rests = self.style == Style::Careful && seen.health < 85 && seen.others.is_empty();
        if let Some(action) = action {
            action
        } else if rests {
            Action::Wait
        } else if map.tile(here) == Tile::StairsDown {
            Action::TakeStairs
        } else {
            self.explore(seen)
        }
    }

    /// What the careful one does about those who know of it.
    fn meet(&mut self, seen: &Screen, foes: &[IVec2]) -> Option<Action> {
        let Some(&nearest) = foes.first() else {
            self.waited = 0;
            return None;
        };
        let here = seen.here;
        let near = distance(nearest, here);
        if seen.health < 35 && near > 1 && seen.memory.tile(here) == Some(Tile::StairsDown) {
            return Some(Action::TakeStairs);
        }
        let crowd = foes.iter().filter(|at| distance(**at, here) <= 3).count();
        if crowd > 1 && near > 1 && room_around(seen, here) > 2 {
            // To the next place where fewer can come at it, if that is near.
            let narrow = self.nearest(seen, 6, |cell| room_around(seen, cell) <= 2);
            if let Some(cell) = narrow {
                return Some(self.step_to(seen, cell));
            }
        }
        if near <= 1 {
            return Some(self.fight(seen, nearest));
        }
        // It lets them come, unless they do not: those who shoot, or stay where they are.
        self.waited += 1;
        Some(if self.waited <= 3 && near <= 3 {
            Action::Wait
        } else {
            self.fight(seen, nearest)
        })
    }

    fn fight(&mut self, seen: &Screen, foe: IVec2) -> Action {
        match Direction::from_delta(foe - seen.here) {
            Some(way) => Action::Attack(way),
            None => self.step_to(seen, foe),
        }
    }

    /// To where the known ends, or, if it does not, to the stairs down.
    fn explore(&mut self, seen: &Screen) -> Action {
        let ends = |cell: IVec2| {
            Direction::ALL
                .iter()
                .any(|way| seen.memory.tile(cell + way.delta()).is_none())
        };
        let hurries = self.style == Style::Rash;
        let stairs = |cell: IVec2| seen.memory.tile(cell) == Some(Tile::StairsDown);
        let goal = self
            .nearest(seen, 150, |cell| hurries && stairs(cell))
            .or_else(|| self.nearest(seen, 150, ends))
            .or_else(|| self.nearest(seen, 150, stairs));
        goal.map_or(Action::Wait, |cell| self.step_to(seen, cell))
    }

    fn step_to(&mut self, seen: &Screen, goal: IVec2) -> Action {
        let taken = seen.others.iter().map(|&(at, _)| at);
        let mut known = seen.memory.footing();
        let (Route::Found(way) | Route::NoWay(way) | Route::TooFar(way)) =
            self.finder
                .path(seen.here, goal, 200, taken, |start| known.at(start));
        let way = way
            .first()
            .and_then(|&next| Direction::from_delta(next - seen.here));
        way.map_or(Action::Wait, Action::Step)
    }

    /// The nearest cell on foot that `suits`, other than its own.
    fn nearest(
        &mut self,
        seen: &Screen,
        reach: u32,
        suits: impl Fn(IVec2) -> bool,
    ) -> Option<IVec2> {
        self.flood
            .fill(seen.here, reach, |cell| passable(seen, cell));
        let known = seen.memory.known_cells();
        let reached = known.filter_map(|(cell, _)| Some((self.flood.distance(cell)?, cell)));
        reached
            .filter(|&(way, cell)| way > 0 && suits(cell))
            .min_by_key(|&(way, cell)| (way, cell.y, cell.x))
            .map(|(_, cell)| cell)
    }
}

fn passable(seen: &Screen, cell: IVec2) -> Option<u32> {
    let tile = seen.memory.tile(cell)?;
    tile.is_passable().then_some(1)
}

/// From how many sides one can be come at.
fn room_around(seen: &Screen, cell: IVec2) -> usize {
    let sides = Direction::ALL.map(|way| passable(seen, cell + way.delta()));
    sides.iter().flatten().count()
}
