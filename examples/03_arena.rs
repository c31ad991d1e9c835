//! A headless arena, in which two monsters or two groups of monsters fight a thousand times.
//!
//! ```text
//! cargo run --example 03_arena
//! cargo run --example 03_arena -- 3 goblin 1 ogre
//! cargo run --example 03_arena -- 1 "stone mourner" 1 troll 200
//! ```
//!
//! The arguments are, for each side, the number of monsters and the kind of monster, then optionally the number of
//! fights. Without arguments, the pairs in a built-in list fight. Use the arena to measure the effect of a change to a
//! monster file. A thousand fights take a few seconds.

use std::error::Error;
use std::sync::Arc;

use bevy::prelude::*;
use fogbound::dungeon::{Level, LevelSource};
use fogbound::game::bestiary::{Bestiary, Monster, spawn_monster};
use fogbound::game::{
    Action, Actor, ActorId, BeginGame, Clock, Faction, Game, GameSetup, Health, OnLevel, Player,
    PlayerCommand, SimulationPlugin,
};
use fogbound::map::{AsciiMap, TileMap};
use fogbound::vision::{Lore, MapMemory, ObjectKind, Position};

/// The map of the arena. Time passes only when the player acts, so the player waits in a closed cell where no fighter
/// can see or hear it. One side starts on the cells marked `A`, and the other on those marked `B`. Each side's cells
/// are filled row by row.
const ARENA: &str = "
###########################
#.........................#
#.AA.......#...#.......BB.#
#.AA.....................B#
#.AA.......#...#.......BB.#
#A........................#
###########################
#@#########################";

/// The maximum number of turns in a fight. A longer fight is a draw.
const TURNS: u32 = 150;

const PAIRS: [[(usize, &str); 2]; 6] = [
    [(1, "rat"), (1, "kobold")],
    [(3, "jackal"), (1, "troll")],
    [(3, "goblin"), (1, "ogre")],
    [(2, "kobold slinger"), (2, "kobold")],
    [(1, "longbowman"), (1, "zombie")],
    [(1, "bat"), (1, "ooze")],
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut arena = Arena::new()?;
    println!(
        "{:>24} : {:<24} fights   won  lost  drawn  turns  health left",
        "", ""
    );
    match &arguments[..] {
        [] => {
            for [(one, left), (other, right)] in PAIRS {
                arena.report([(one, left), (other, right)], 1000)?;
            }
        }
        [one, left, other, right, rest @ ..] => {
            let fights = rest.first().map_or(Ok(1000), |fights| fights.parse())?;
            arena.report([(one.parse()?, left), (other.parse()?, right)], fights)?;
        }
        _ => return Err("expected nothing, or: COUNT MONSTER COUNT MONSTER [FIGHTS]".into()),
    }
    Ok(())
}

/// A game with the arena as its only level.
struct Arena {
    app: App,
    /// The starting cells of each side.
    places: [Vec<IVec2>; 2],
    /// The map of the whole arena, which every fighter knows from the start.
    lore: Lore,
    fighters: u32,
}

/// The results of all fights between two sides.
#[derive(Default)]
struct Score {
    won: u32,
    lost: u32,
    turns: u64,
    /// The sum, over all decided fights, of the winners' remaining health as a percentage of their full health.
    health: i32,
}

impl Arena {
    fn new() -> Result<Self, Box<dyn Error>> {
        let drawn = AsciiMap::parse("the arena", ARENA.trim_matches('\n'))?;
        let places = ['A', 'B'].map(|side| {
            let places = drawn.creatures.iter().filter(|(_, letter)| *letter == side);
            places.map(|&(cell, _)| cell).collect()
        });
        let mut level = Level::from_ascii(drawn)?;
        // The letters only mark starting cells, so remove the creatures that were read from them.
        level.creatures.clear();
        let game = Game::new(GameSetup {
            source: LevelSource::Drawn(Box::new(level)),
            ..default()
        })?;
        let mut app = App::new();
        app.add_plugins(SimulationPlugin).begin_game(game);
        app.update();
        let map = app.world().resource::<TileMap>();
        let lore = Arc::new(map.plan().clone());
        Ok(Self {
            app,
            places,
            lore,
            fighters: 0,
        })
    }

    /// Makes two sides fight and prints a line of results.
    fn report(&mut self, sides: [(usize, &str); 2], fights: u32) -> Result<(), Box<dyn Error>> {
        let mut teams = Vec::new();
        for (places, (count, name)) in self.places.iter().zip(sides) {
            let monster = self.monster(name)?;
            if !(1..=places.len()).contains(&count) {
                let most = places.len();
                return Err(format!("{count} {name}: expected from 1 to {most} of them").into());
            }
            teams.push((count, monster));
        }
        let mut score = Score::default();
        for _ in 0..fights {
            self.fight(&teams, &mut score);
        }
        let [left, right] = sides.map(|(count, name)| format!("{count} {name}"));
        let decided = score.won + score.lost;
        println!(
            "{left:>24} : {right:<24} {fights:6} {:5} {:5} {:6} {:6.1} {:11} %",
            score.won,
            score.lost,
            fights - decided,
            score.turns as f64 / f64::from(fights.max(1)),
            score.health / decided.max(1) as i32,
        );
        Ok(())
    }

    fn monster(&self, name: &str) -> Result<Arc<Monster>, String> {
        let bestiary = self.app.world().resource::<Bestiary>();
        bestiary.get(name).cloned().ok_or_else(|| {
            let known: Vec<&str> = bestiary.iter().map(|it| it.name.as_str()).collect();
            format!(
                "unknown monster {name:?}; known monsters are {}",
                known.join(", ")
            )
        })
    }

    fn fight(&mut self, teams: &[(usize, Arc<Monster>)], score: &mut Score) {
        for (side, (count, monster)) in (0..).zip(teams) {
            for place in 0..*count {
                // Use factions other than the player's and the dungeon's.
                self.enter(
                    monster,
                    self.places[side][place],
                    Faction(100 + side as u16),
                );
            }
        }
        for turn in 1..=TURNS {
            self.app
                .world_mut()
                .write_message(PlayerCommand::Act(Action::WAIT));
            self.app.update();
            let [left, right] = [100, 101].map(|side| self.survivors(Faction(side)));
            if left.is_some() && right.is_some() && turn < TURNS {
                continue;
            }
            score.turns += u64::from(turn);
            match (left, right) {
                (Some(health), None) => {
                    score.won += 1;
                    score.health += health;
                }
                (None, Some(health)) => {
                    score.lost += 1;
                    score.health += health;
                }
                _ => {}
            }
            break;
        }
        self.clear();
    }

    fn enter(&mut self, monster: &Arc<Monster>, cell: IVec2, side: Faction) {
        self.fighters += 1;
        let world = self.app.world_mut();
        let tick = world.resource::<Clock>().tick;
        // ID 0 belongs to the player.
        let fighter = spawn_monster(world, ActorId(self.fighters), monster, cell);
        let mut fighter = world.entity_mut(fighter);
        fighter.insert((side, MapMemory::knowing(self.lore.clone())));
        if let Some(mut actor) = fighter.get_mut::<Actor>() {
            actor.due = tick;
        }
    }

    /// Returns the survivors' remaining health as a percentage of their full health, or `None` if there are no
    /// survivors.
    fn survivors(&mut self, side: Faction) -> Option<i32> {
        let world = self.app.world_mut();
        let mut all = world.query::<(&Faction, &Health)>();
        let health = all.iter(world).filter(|(it, _)| **it == side);
        let (now, max) = health.fold((0, 0), |(now, max), (_, health)| {
            (now + health.now, max + health.max)
        });
        (max > 0).then(|| now * 100 / max)
    }

    /// Removes all fighters and corpses.
    fn clear(&mut self) {
        let world = self.app.world_mut();
        let mut left = world.query_filtered::<Entity, (
            With<OnLevel>,
            Without<Player>,
            With<Position>,
            Or<(With<Actor>, With<ObjectKind>)>,
        )>();
        let left: Vec<Entity> = left.iter(world).collect();
        for entity in left {
            world.despawn(entity);
        }
    }
}
