//! Maps on which other projects test their fields of view, redrawn for these tests.

use fogbound_fov::{Algorithm, BresenhamLines, Cone, IVec2, Shape, Sight};

use crate::common::maps;
use crate::common::oracle::{self, Oracle, Walls};
use crate::common::trial::Trial;

/// Reads a map in which `#` is a wall and `@` is the eye.
fn read(rows: &[&str]) -> (Walls, (i64, i64)) {
    let (width, height) = (rows[0].len() as i64, rows.len() as i64);
    let glyphs: Vec<u8> = rows.concat().into_bytes();
    let eye = glyphs.iter().position(|glyph| *glyph == b'@');
    let eye = eye.expect("a map with an eye") as i64;
    let opaque = glyphs.iter().map(|glyph| *glyph == b'#').collect();
    let walls = Walls {
        width,
        height,
        opaque,
    };
    (walls, (eye % width, eye / width))
}

/// Returns a map turned and mirrored in all eight ways.
fn all_ways(walls: &Walls, eye: (i64, i64)) -> Vec<(Walls, (i64, i64))> {
    let mut ways = vec![(walls.clone(), eye), (walls.transposed(), (eye.1, eye.0))];
    for flip in 0..2 {
        for (walls, (x, y)) in ways.clone() {
            let (width, height) = (walls.width, walls.height);
            let flipped = |x: i64, y: i64| match flip {
                0 => (width - 1 - x, y),
                _ => (x, height - 1 - y),
            };
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let opaque = cells.map(|(x, y)| flipped(x, y));
            let opaque = opaque.map(|(x, y)| walls.is_opaque(x, y)).collect();
            let mirrored = Walls {
                width,
                height,
                opaque,
            };
            ways.push((mirrored, flipped(x, y)));
        }
    }
    ways
}

/// Every algorithm with its oracle.
const ORACLES: [(Algorithm, Oracle); 8] = [
    (Algorithm::Symmetric, oracle::symmetric),
    (Algorithm::Recursive, oracle::recursive),
    (Algorithm::Raycast, oracle::raycast),
    (
        Algorithm::Bresenham(BresenhamLines::DEFAULT),
        oracle::bresenham,
    ),
    (Algorithm::LineOfSight, oracle::line_of_sight),
    (Algorithm::Diamond, oracle::diamond),
    (Algorithm::Permissive, oracle::permissive),
    (Algorithm::Restrictive, oracle::restrictive),
];

/// Maps that cast more shadows than libtcod had reserved memory for, found by the author of its pull request 184. The
/// names give their sizes.
#[test]
fn maps_that_cast_many_shadows() {
    let maps: [&[&str]; 5] = [
        &["#..##", ".##.#", ".#..#", "#...#", "@...."],
        &[".#@", "#..", "#..", "...", "#..", "...", "...", "##."],
        &["#..@", "##..", ".#..", "....", "....", "###."],
        &[
            "##.", "...", "...", "#..", "...", "#..", "...", "##@", "..#",
        ],
        &[
            ".###", "....", "...#", "....", "...#", "....", "...#", "@.#.",
        ],
    ];
    for rows in maps {
        let (walls, eye) = read(rows);
        let ways = all_ways(&walls, eye);
        assert_eq!(ways.len(), 8);
        for (walls, eye) in ways {
            let map = maps::opacity(&walls);
            for (algorithm, oracle) in ORACLES {
                let mut trial = Trial::new(algorithm, oracle);
                for limit in [None, Some(3)] {
                    let mut sight = Sight::default();
                    sight.radius = limit;
                    trial.compare(&walls, &map, eye, sight);
                }
            }
        }
    }
}

/// What an eye in the top left corner sees, as in the tests of *Dungeon Crawl Stone Soup*: `x` is a visible wall, `#` a
/// hidden one, `.` visible floor and `~` hidden floor. The game shows cells up to 65 = 8² + 1 away, squared.
#[track_caller]
fn assert_crawl(rows: &[String]) {
    let picture: Vec<String> = rows.iter().map(|row| row.replace('x', "#")).collect();
    let picture: Vec<&str> = picture.iter().map(String::as_str).collect();
    let (walls, eye) = read(&picture);
    let map = maps::opacity(&walls);
    let sight = Sight::default()
        .unlimited()
        .with_algorithm(Algorithm::Permissive);
    let seen = maps::view(&map, IVec2::new(eye.0 as i32, eye.1 as i32), sight);
    let mut drawn = Vec::new();
    for (y, row) in (0..).zip(rows) {
        let glyph = |(x, glyph): (i32, char)| {
            let is_seen = x * x + y * y <= 65 && seen.contains(IVec2::new(x, y));
            match (glyph, is_seen) {
                ('@', _) => '@',
                ('x' | '#', true) => 'x',
                ('x' | '#', false) => '#',
                (_, true) => '.',
                (_, false) => '~',
            }
        };
        drawn.push((0..).zip(row.chars()).map(glyph).collect::<String>());
    }
    assert_eq!(drawn, rows, "\n{}\n", drawn.join("\n"));
}

/// A corridor of one cell's width with a bend: the corridor ends behind `length` cells, and another corridor leads on
/// beside its end.
fn bend(length: usize) -> Vec<String> {
    let row = |text: String| format!("{text:#<10}");
    let walls = "x".repeat(length);
    let first = match length {
        9 => format!("@{}", ".".repeat(8)),
        _ => format!("@{}x", ".".repeat(length - 1)),
    };
    let second = match length {
        9 => format!("{}~", "x".repeat(9)),
        _ => format!("{walls}{}", ".".repeat(9 - length)),
    };
    let hidden = "#".repeat((2 * length - 1).min(10));
    let third = format!("{hidden}{}", "x".repeat(9_usize.saturating_sub(2 * length)));
    let mut rows: Vec<String> = [first, second, third].into_iter().map(row).collect();
    rows.resize(10, row(String::new()));
    rows
}

#[test]
fn permissive_sees_what_crawl_expects() {
    for length in 1..=9 {
        assert_crawl(&bend(length));
    }
    let pictures = [
        // An empty hall, with the hidden walls where the radius ends.
        "@........# .........# ........## ........## ........## .......### ......#### .....##### ..######## ##########",
        // The same hall with visible walls along its edge.
        "@.......x# .......xx# .......x## .......x## ......xx## .....xx### ....xx#### .xxxx##### xx######## ##########",
        // A diagonal wall that hides everything behind it.
        "@..x~~~~~# ..xx~~~~~# .xx~~~~~## xx~~~~~~## ~~~~~~~~## ~~~~~~~### ~~~~~~#### ~~~~~##### ~~######## ##########",
        // Two gaps at the end of a lane.
        "@.x####### x.x####### #..####### #...###### #....##### #.....#### #.....#### #....##### #.######## ##########",
        "@.x####### x.x####### #.x####### #..####### #..####### #...###### #...###### #....##### #.######## ##########",
    ];
    for picture in pictures {
        let rows: Vec<String> = picture.split(' ').map(str::to_owned).collect();
        assert_crawl(&rows);
    }
}

/// The tests of rot.js turn its shadowcasting by quarters, in a closet without floor and in a room.
#[test]
fn cones_of_a_quarter_and_a_half_turn_are_those_of_rot_js() {
    let closet = ["#####", "#####", "##@##", "#####", "#####"];
    let room = ["#####", "#...#", "#.@.#", "#...#", "#####"];
    // What lies before an eye that looks north, in a square of 5 × 5 cells.
    let quarter = ["xxxxx", " xxx ", "  x  ", "     ", "     "];
    let half = ["xxxxx", "xxxxx", "xxxxx", "     ", "     "];
    for (rows, reach) in [(closet, 1), (room, 2)] {
        for (degrees, ahead) in [(90, quarter), (180, half)] {
            for turns in 0..4 {
                let turned = |mut offset: IVec2| {
                    for _ in 0..turns {
                        offset = offset.perp();
                    }
                    offset
                };
                let (walls, _) = read(&rows);
                let eye = IVec2::splat(2);
                let cone = Cone::new(turned(IVec2::NEG_Y), degrees);
                for algorithm in [Algorithm::Recursive, Algorithm::Symmetric] {
                    let sight = Sight::default()
                        .with_algorithm(algorithm)
                        .with_shape(Shape::Square)
                        .with_cone(cone);
                    let seen = maps::view(&maps::opacity(&walls), eye, sight);
                    for (x, y) in (-2..=2).flat_map(|x: i32| (-2..=2).map(move |y: i32| (x, y))) {
                        let glyph = ahead[(y + 2) as usize].as_bytes()[(x + 2) as usize];
                        let is_near = i32::max(x.abs(), y.abs()) <= reach;
                        let cell = eye + turned(IVec2::new(x, y));
                        assert_eq!(
                            seen.contains(cell),
                            is_near && glyph == b'x',
                            "{cell} {cone:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Checks our side of the pictures for users of libtcod. The other side is checked by `compare/libtcod.py`.
#[test]
fn the_pictures_for_users_of_libtcod_show_our_views() {
    let page = include_str!("../../LIBTCOD.md");
    let sections: Vec<&str> = page.split("\n### ").skip(1).collect();
    let pictures = sections.iter().filter_map(|section| {
        let (name, _) = section.trim_start_matches('`').split_once('`')?;
        let (picture, _) = section.split_once("```text\n")?.1.split_once("\n```")?;
        Some((name, picture.lines().collect::<Vec<_>>()))
    });
    let mut count = 0;
    for (name, rows) in pictures {
        let as_walls = |row: &&str| row.replace(['x', 'o'], "#");
        let with_walls: Vec<String> = rows.iter().map(as_walls).collect();
        let with_walls: Vec<&str> = with_walls.iter().map(String::as_str).collect();
        let (walls, (x, y)) = read(&with_walls);
        let sight = Sight::default().unlimited();
        let sight = sight.with_algorithm(name.parse().expect("an algorithm"));
        let eye = IVec2::new(x as i32, y as i32);
        let seen = maps::view(&maps::opacity(&walls), eye, sight);
        for (y, row) in (0..).zip(rows) {
            for (x, glyph) in (0..).zip(row.chars()) {
                let is_ours = "@.#-o".contains(glyph);
                assert_eq!(seen.contains(IVec2::new(x, y)), is_ours, "{name} {x},{y}");
            }
        }
        count += 1;
    }
    assert_eq!(count, 4);
}
