//! A hand-made level, and a comparison of the cells that a screen shows as visible with those that `fogbound sight`
//! computes.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::process::Stdio;

use super::palette::{background, is_dark};
use super::screen::{Cell, Screen};
use super::script::Place;
use crate::support::{Folder, command, game};

/// Tiles that can change, such as doors and flames.
const CHANGING: &str = "+'*°!¡";

/// A level that fits on the screen, and the player's memory of it.
pub struct Level {
    tiles: Vec<Vec<char>>,
    /// The remembered glyph of each cell that has been seen.
    known: HashMap<Place, char>,
    /// The letter of the creature on each cell that had one when the cell was last seen.
    creatures: HashMap<Place, char>,
}

impl Level {
    /// Reads the level from a map.
    pub fn new(map: &str) -> Self {
        let width = map
            .lines()
            .map(|line| line.chars().count())
            .max()
            .expect("a map has lines");
        let glyphs: Vec<Vec<char>> = map
            .lines()
            .map(|line| format!("{line:width$}").chars().collect())
            .collect();
        let tile = |glyph: char| {
            if glyph.is_alphabetic() || glyph == '@' {
                '.'
            } else {
                glyph
            }
        };
        let tiles = glyphs
            .iter()
            .map(|row| row.iter().map(|&glyph| tile(glyph)).collect())
            .collect();
        Self {
            tiles,
            known: HashMap::new(),
            creatures: HashMap::new(),
        }
    }

    /// Returns the cells of the level as the screen shows them. The map moves on the screen as the player learns more of
    /// it, so each call finds the level by looking for the place where the player could stand so that most cells match.
    /// Cells beyond the edge of the map on the screen are left out.
    pub fn cells(&self, screen: &Screen) -> HashMap<Place, Cell> {
        let player = screen.player().expect("the player is on the map");
        let starts = places(&self.tiles).filter(|&(x, y)| self.tiles[y][x] != '#');
        let best = starts.max_by_key(|start| self.likeness(screen, player, *start));
        self.cells_if(screen, player, best.expect("a level has floor"))
            .collect()
    }

    /// Returns the cells of the level as the screen shows them if the player stands on `start`.
    fn cells_if(
        &self,
        screen: &Screen,
        player: Place,
        start: Place,
    ) -> impl Iterator<Item = (Place, Cell)> {
        places(&self.tiles).filter_map(move |(x, y)| {
            let column = (player.0 + 2 * x).checked_sub(2 * start.0)?;
            let row = (player.1 + y).checked_sub(start.1)?;
            let cell = screen.cell(column, row)?;
            // Everything else on a screen is narrow.
            let is_map = cell.is_wide || cell.glyph == ' ';
            is_map.then_some(((x, y), cell))
        })
    }

    /// Returns how many cells on the screen look like the level, less those that do not, if the player stands on `start`.
    fn likeness(&self, screen: &Screen, player: Place, start: Place) -> isize {
        let shown = self.cells_if(screen, player, start);
        let shown = shown.filter(|(_, cell)| !" @".contains(cell.glyph));
        let shown = shown.filter(|(_, cell)| !cell.glyph.is_alphabetic());
        let is_alike = |((x, y), cell): (Place, Cell)| {
            let tile = below(self.tiles[y][x]);
            tile == cell.glyph || (CHANGING.contains(tile) && CHANGING.contains(cell.glyph))
        };
        shown.map(|it| if is_alike(it) { 1 } else { -1 }).sum()
    }

    /// Replaces the player's memory with what the screen shows.
    pub fn remember_all(&mut self, screen: &Screen) {
        self.known.clear();
        self.creatures.clear();
        for (at, cell) in self.cells(screen) {
            if cell.glyph != ' ' {
                self.see(at, cell.glyph);
            }
        }
    }

    /// Notes what a cell shows while it is seen. Creatures are not remembered with the tile, but where they were last
    /// seen is.
    fn see(&mut self, (x, y): Place, glyph: char) {
        if glyph.is_alphabetic() {
            self.creatures.insert((x, y), glyph);
        } else {
            self.creatures.remove(&(x, y));
        }
        let is_creature = glyph == '@' || glyph.is_alphabetic();
        let below = below(self.tiles[y][x]);
        self.known
            .insert((x, y), if is_creature { below } else { glyph });
    }

    /// Lists what is wrong with a screen. The lit cells must be exactly those that `sight` reports as visible with
    /// these options. All other cells must show what is remembered, or nothing if they were never seen.
    pub fn problems(
        &mut self,
        screen: &Screen,
        sight: &mut Sight,
        options: &[String],
    ) -> Vec<String> {
        let shown = self.cells(screen);
        let lit: HashSet<Place> = shown
            .iter()
            .filter(|(_, cell)| !is_dark(cell.back))
            .map(|(&at, _)| at)
            .collect();
        for &(x, y) in &lit {
            let glyph = shown[&(x, y)].glyph;
            if CHANGING.contains(glyph) {
                self.tiles[y][x] = glyph;
            }
        }
        let player = shown.iter().find(|(_, cell)| cell.glyph == '@');
        let eye = *player.expect("the player is on the map").0;
        let visible = sight.visible(&self.text(), eye, options);
        let mut problems = Vec::new();
        for at in lit.symmetric_difference(visible) {
            problems.push(format!(
                "cell {at:?} is {}",
                if lit.contains(at) { "lit" } else { "dark" }
            ));
        }
        for (at, cell) in shown.iter().filter(|(at, _)| !visible.contains(at)) {
            match self.known.get(at) {
                None if cell.glyph != ' ' || cell.back != background() => {
                    problems.push(format!("cell {at:?} was never seen and shows {cell}"));
                }
                // The letter of a creature may stay where it was last seen.
                Some(_) if self.creatures.get(at) == Some(&cell.glyph) => {}
                Some(known) if *known != cell.glyph => {
                    problems.push(format!(
                        "cell {at:?} was seen as {known:?} and shows {cell}"
                    ));
                }
                _ => {}
            }
        }
        for &(x, y) in visible {
            self.see((x, y), shown[&(x, y)].glyph);
        }
        problems
    }

    /// Returns the level as a map, with doors as they were last seen.
    fn text(&self) -> String {
        let lines = self
            .tiles
            .iter()
            .map(|row| row.iter().chain(&['\n']).collect::<String>());
        lines.collect()
    }
}

/// Returns the glyph that a screen shows for a tile.
fn below(tile: char) -> char {
    if tile == '.' { '·' } else { tile }
}

fn places(rows: &[Vec<char>]) -> impl Iterator<Item = Place> {
    rows.iter()
        .enumerate()
        .flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)))
}

/// A cache of answers from `fogbound sight`.
#[derive(Default)]
pub struct Sight {
    answers: HashMap<(String, Place, Vec<String>), HashSet<Place>>,
}

impl Sight {
    /// Returns the cells of a map that are visible from a place.
    fn visible(&mut self, map: &str, eye: Place, options: &[String]) -> &HashSet<Place> {
        let question = (map.to_owned(), eye, options.to_vec());
        self.answers
            .entry(question)
            .or_insert_with(|| ask(map, eye, options))
    }
}

fn ask(map: &str, (x, y): Place, options: &[String]) -> HashSet<Place> {
    let folder = Folder::new();
    let file = File::open(folder.write("map.txt", map)).expect("the file was just written");
    let mut command = command(game());
    command
        .args([
            "sight",
            "-",
            "--output",
            "mask",
            "--from",
            &format!("{x},{y}"),
        ])
        .args(options);
    let output = command
        .stdin(Stdio::from(file))
        .output()
        .expect("the game starts");
    assert!(output.status.success(), "{output:?}");
    let mask = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    let rows: Vec<Vec<char>> = mask.lines().map(|line| line.chars().collect()).collect();
    places(&rows).filter(|&(x, y)| rows[y][x] == '1').collect()
}
