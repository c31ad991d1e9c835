//! Players that read only words explore whole levels, and get as deep as the same player reading the map.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bevy::prelude::*;
use fogbound::dungeon::{Builder, LevelSource};
use fogbound::explorer::{Bot, Temperament};
use fogbound::game::bestiary::MadeBy;
use fogbound::game::{Fate, GameSetup};
use fogbound::grid::Direction;
use fogbound::map::Tile;
use fogbound::tell::{Answer, Detail};
use fogbound::view::compass;
use fogbound::vision::MapMemory;

use super::Told;
use super::read::read;
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::simple_player::{End, play};
use crate::common::{AppExt, built, dark, depth, undrawn_game};

/// The ground that a player has read of, counted from where it came to the level.
#[derive(Default)]
struct Reader {
    known: BTreeMap<(i32, i32), String>,
    at: IVec2,
    /// Cells that could not be reached.
    given_up: Vec<(i32, i32)>,
}

/// The words for tiles that a walker goes onto or through. Everything else is taken for an obstacle.
fn is_open(name: &str, walkable: &[String]) -> bool {
    walkable.iter().any(|it| it == name)
}

impl Reader {
    fn read(&mut self, lines: &[String]) {
        let words = read(lines);
        if words.view.is_empty() {
            return;
        }
        self.at = words.at;
        let cells = words.view.into_iter();
        self.known
            .extend(cells.map(|((y, x), name)| ((y + words.at.y, x + words.at.x), name)));
    }

    /// Returns the first step of the shortest way to a cell beside an unknown one.
    fn step_to_unknown(&self, walkable: &[String]) -> Option<((i32, i32), Direction)> {
        let start = (self.at.y, self.at.x);
        let mut came: BTreeMap<(i32, i32), (i32, i32)> = BTreeMap::from([(start, start)]);
        let mut queue = VecDeque::from([start]);
        let around = |(y, x): (i32, i32)| {
            let all = Direction::ALL.into_iter();
            all.map(move |way| (y + way.delta().y, x + way.delta().x))
        };
        while let Some(cell) = queue.pop_front() {
            let is_edge = around(cell).any(|it| !self.known.contains_key(&it));
            if cell != start && is_edge && !self.given_up.contains(&cell) {
                let mut first = cell;
                while came[&first] != start {
                    first = came[&first];
                }
                let delta = IVec2::new(first.1 - start.1, first.0 - start.0);
                return Some((cell, Direction::from_delta(delta).unwrap()));
            }
            for next in around(cell) {
                let opens = self
                    .known
                    .get(&next)
                    .is_some_and(|it| is_open(it, walkable));
                if opens && !came.contains_key(&next) {
                    came.insert(next, cell);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

/// Explores a level without monsters by words. Returns the ground that the player has missed: a player who explores with
/// the explore command knows it.
fn explore_by_words(seed: u64) -> Vec<(i32, i32)> {
    let builders = Builder::ALL;
    let setup = || GameSetup {
        source: LevelSource::Built {
            builder: builders[seed as usize % builders.len()],
            size: (48, 28).into(),
        },
        ..dark(built(seed))
    };
    let empty = |detail| {
        let mut told = Told::begin(setup(), detail);
        for monster in told.app.entities::<With<MadeBy>>() {
            told.app.world_mut().despawn(monster);
        }
        told
    };
    let mut told = empty(Detail::Full);
    let tiles = told.app.map().tile_set();
    let opens = |it: &Tile| it.is_walkable() || it.opens_to().is_some();
    let walkable: Vec<String> = tiles
        .iter()
        .filter(opens)
        .map(|it| it.name().to_owned())
        .collect();
    let mut reader = Reader::default();
    reader.read(&told.report());
    let mut stuck = 0;
    while let Some((cell, way)) = reader.step_to_unknown(&walkable) {
        let before = reader.at;
        let known = reader.known.len();
        let lines = told.tell(compass(way));
        reader.read(&lines);
        let is_stuck = reader.at == before && reader.known.len() == known;
        stuck = if is_stuck { stuck + 1 } else { 0 };
        // A corner may stay unknown, and a locked door shut.
        if reader.at == IVec2::new(cell.1, cell.0) || stuck > 2 {
            reader.given_up.push(cell);
        }
        if !told.app.world().resource::<Fate>().is_alive() {
            break;
        }
    }
    let by_words = ground(&mut told);
    let mut other = empty(Detail::Brief);
    for _ in 0..200 {
        let lines = other.tell("explore");
        if lines.iter().any(|it| it.contains("explored everything")) {
            break;
        }
    }
    let by_key = ground(&mut other);
    by_key.difference(&by_words).copied().collect()
}

/// Returns the cells that the player knows and can go onto or through.
fn ground(told: &mut Told) -> BTreeSet<(i32, i32)> {
    let player = told.app.player().unwrap();
    let known = told.app.part::<MapMemory>(player).known_cells();
    let ground = known.filter(|(_, it)| it.tile().is_some_and(Tile::is_passable));
    ground.map(|(at, _)| (at.y, at.x)).collect()
}

#[test]
fn a_player_who_reads_only_words_explores_levels_completely() {
    let levels = games_asked_for().unwrap_or(10);
    let seeds: Vec<u64> = (0..levels).collect();
    let missed = on_all_cores(&seeds, |&seed| explore_by_words(seed));
    for (seed, missed) in missed.into_iter().enumerate() {
        assert!(missed.is_empty(), "seed {seed}: {missed:?}");
    }
}

/// Plays like the simple player, but reads only words. Returns the level on which the game ended.
fn play_by_words(seed: u64, turns: u64) -> u32 {
    let mut told = Told::begin(dark(built(seed)), Detail::Full);
    let mut lines = told.report();
    let (mut explored, mut rested, mut timeless) = (false, i32::MAX, 0);
    let mut turn = 0;
    loop {
        let words = read(&lines);
        let (now, max) = words.health.unwrap_or((1, 1));
        let enemies = words
            .creatures
            .iter()
            .filter(|it| !it.state.contains("on your side"));
        let enemies: Vec<_> = enemies.collect();
        let is_beside =
            |it: &&&super::read::Creature| it.offset.0.abs().max(it.offset.1.abs()) <= 1;
        let line = match enemies.iter().find(is_beside) {
            Some(_) => "attack",
            None if now < rested && now * 100 < max * 60 && enemies.is_empty() => {
                rested = now;
                "rest"
            }
            None if explored => "stairs-down",
            None => "explore",
        };
        let answer = told.obey(line);
        lines = told.report();
        let said = lines.join(" ");
        if !told.app.world().resource::<Fate>().is_alive() || said.contains("not found") {
            break;
        }
        explored = match line {
            "stairs-down" => said.contains("Set out again") || said.contains("the only way"),
            "explore" => said.contains("explored everything"),
            _ => explored,
        };
        let before = std::mem::replace(&mut turn, turn_of(&lines));
        timeless = if before == turn { timeless + 1 } else { 0 };
        let is_lost = !matches!(answer, Answer::Played) && timeless > 3;
        if turn >= turns || timeless > 8 || is_lost {
            break;
        }
    }
    depth(&told.app)
}

/// Reads the turn from the line about the player's health.
fn turn_of(lines: &[String]) -> u64 {
    let line = lines.iter().find(|it| it.starts_with("Health "));
    let turn = line.and_then(|it| it.rsplit("turn ").next());
    turn.map_or(0, |it| it.trim_end_matches('.').parse().unwrap())
}

#[test]
fn a_player_who_reads_only_words_gets_as_deep_as_one_who_reads_the_map() {
    let (games, turns) = games_asked_for().map_or((10, 700), |games| (games, 3_000));
    let seeds: Vec<u64> = (500..500 + games).collect();
    let by_words = on_all_cores(&seeds, |&seed| play_by_words(seed, turns));
    let by_map = on_all_cores(&seeds, |&seed| {
        let mut app = undrawn_game(dark(built(seed)));
        let (End::Over | End::Standstill(_)) = play(&mut app, false, turns);
        depth(&app)
    });
    let mean = |levels: &[u32]| f64::from(levels.iter().sum::<u32>()) / levels.len() as f64;
    let (words, map) = (mean(&by_words), mean(&by_map));
    println!("mean level by words {words:.2}, by the map {map:.2}");
    assert!(
        (words - map).abs() <= 0.5,
        "by words {words}, by the map {map}"
    );
    assert!(words > 1.5, "{words}");
}

/// A cell that the words have named keeps its name.
#[test]
fn a_place_keeps_its_name_in_words() {
    let mut told = Told::begin(dark(built(3)), Detail::Full);
    let mut bot = Bot::new(Temperament::Careful);
    let mut names: BTreeMap<(u32, i32, i32), String> = BTreeMap::new();
    for _ in 0..600 {
        let words = read(&told.report());
        let (level, place) = (depth(&told.app), words.place.unwrap_or_default());
        let short = place.split(", ").next().unwrap_or_default().to_owned();
        // A cell that has no place yet is told by its tile.
        if short.ends_with(|it: char| it.is_ascii_digit()) {
            let key = (level, words.at.y, words.at.x);
            let first = names.entry(key).or_insert_with(|| short.clone());
            assert_eq!(*first, short, "{key:?}");
        }
        let Some(command) = bot.next(told.app.world_mut()) else {
            break;
        };
        told.app.command([command]);
    }
    assert!(names.len() > 100, "{}", names.len());
}

#[test]
fn a_line_may_hold_several_words() {
    let mut told = Told::begin(crate::common::drawn("#####\n#@..#\n#####"), Detail::Normal);
    told.report();
    assert_eq!(told.obey("east east"), Answer::Played);
    let player = told.app.player().unwrap();
    assert_eq!(told.app.place_of(player), IVec2::new(3, 1));
}
