//! Duels: a bot at full health and one group of a kind, on a small map that somebody drew.

use std::error::Error;

use bevy::prelude::*;
use fogbound::dungeon::{Level, LevelSource};
use fogbound::game::bestiary::{Monster, MonsterKind};
use fogbound::game::{Depth, GameSetup};
use fogbound::map::AsciiMap;

use crate::bots::Style;
use crate::games::play;
use crate::judge::Record;

/// The stairs are on the far side, and the way there leads past the monsters, who begin in one of the
/// places 1 to 4.
const MAP: &str = "
###########################################
#..........#########............###########
#..........#########..3.........#.........#
#..........+.......+....#...#...+.........#
#.@........#######.#............#......>..#
#..........#     #.#........2...#.........#
#..........#     #.#....#...#...#.........#
#####+######     #.#............#####+#####
    #.#          #.#.....1......#   #.#
    #.#          #.#######+######   #.#
    #.#   ########.#     #.#        #.#
    #.#   #........#     #.#        #.#
    #.#   #.########     #.#  #######.#
####'######.###       ####.####.......#
#.............#########.......#.#######
#.............+.......+..4....'.#
#....\"\"\".....#########.......####
#.............#       #.......#
###############       #########";

/// A duel that takes longer has no winner, and the player has survived.
const TURNS: u64 = 400;

/// How a number of duels with a kind came out.
#[derive(Clone, Default)]
pub struct Score {
    pub duels: u32,
    pub won: u32,
    pub lost: u32,
    pub taken: i32,
    pub cries: u32,
}

impl Score {
    pub fn add(&mut self, record: &Record) {
        self.duels += 1;
        match record.killer {
            Some(_) => self.lost += 1,
            None => self.won += 1,
        }
        self.taken += record.taken.values().sum::<i32>();
        self.cries += u32::from(!record.cried.is_empty());
    }

    /// How much health a duel cost on average.
    pub fn cost(&self) -> f64 {
        f64::from(self.taken) / f64::from(self.duels.max(1))
    }
}

/// One duel with the least group of this kind. It ends when all of the group are dead, or the player is, or
/// has got away by the stairs.
pub fn duel(kind: &Monster, style: Style, seed: u64) -> Result<Record, Box<dyn Error>> {
    let level = Level::from_ascii(AsciiMap::parse("the map of duels", &draw(kind, seed))?)?;
    let setup = GameSetup {
        seed,
        source: LevelSource::Drawn(Box::new(level)),
        ..default()
    };
    play(setup, style, TURNS, |world| {
        let mut left = world.query::<&MonsterKind>();
        world.resource::<Depth>().0 > 1 || left.iter(world).next().is_none()
    })
}

/// The map with the group around one of its places.
fn draw(kind: &Monster, seed: u64) -> String {
    let place = char::from(b'1' + (seed % 4) as u8);
    let mut rows: Vec<Vec<char>> = MAP
        .trim_matches('\n')
        .lines()
        .map(|row| row.chars().collect())
        .collect();
    let mut centre = IVec2::ZERO;
    for (y, row) in (0..).zip(&mut rows) {
        for (x, sign) in (0..).zip(row) {
            if *sign == place {
                centre = IVec2::new(x, y);
            }
            if sign.is_ascii_digit() {
                *sign = '.';
            }
        }
    }
    // The group stands in a spiral of sorts: the place itself, and what is free beside it.
    let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| IVec2::new(x, y)));
    let mut cells: Vec<IVec2> = around.map(|offset| centre + offset).collect();
    cells.sort_by_key(|cell| (*cell - centre).length_squared());
    let mut left = kind.appears.group.0.max(1);
    for cell in cells {
        let sign = &mut rows[cell.y as usize][cell.x as usize];
        if *sign == '.' && left > 0 {
            *sign = kind.glyph;
            left -= 1;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    rows.join("\n")
}
