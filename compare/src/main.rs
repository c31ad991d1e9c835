//! Times the fields of view of several crates, in one process and on the same maps. Prints tables in Markdown: the times,
//! how each crate compares with `symmetric` in speed and in the cells that it shows, and what views in cones cost.
//!
//! Run it with `cargo run --release` in this folder. An optional argument sets how often each measurement is repeated;
//! the best result counts. With the argument `libtcod`, the program prints views for `libtcod.py` instead.

mod cones;
mod contestants;
#[cfg(test)]
mod from_bracket;
mod libtcod;
mod maps;

use std::hint::black_box;
use std::time::{Duration, Instant};

use contestants::{Contestant, ENTRIES};
use maps::{Dice, Kind, Walls};

const SIDE: i32 = 129;
const EYE: (i32, i32) = (SIDE / 2, SIDE / 2);
const RADII: [u32; 3] = [8, 20, 60];
/// The number of maps of each random kind. The benchmark cycles through the maps, so the processor cannot learn the
/// branches of a single map.
const MAPS: u64 = 16;
/// The index of the last of our own contestants.
const CLOSURE: usize = 2;
/// The minimum duration of one measurement.
const STINT: Duration = Duration::from_millis(2);

/// One row of the table, with the views to time.
struct Row {
    name: String,
    maps: Vec<Walls>,
    /// The eyes on every map. One round computes the views of all eyes on all maps.
    eyes: Vec<(i32, i32)>,
    radius: u32,
}

fn main() {
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some("libtcod") {
        return libtcod::print_views();
    }
    let repeats = argument.and_then(|n| n.parse().ok()).unwrap_or(25);
    let rows = rows();
    let table: Vec<Vec<f64>> = rows.iter().map(|row| measure(row, repeats)).collect();
    print_times(&rows, &table);
    print_summary(&rows, &table);
    cones::print(repeats);
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for kind in Kind::ALL {
        for radius in RADII {
            let seeds = if matches!(kind, Kind::Random { .. }) {
                MAPS
            } else {
                1
            };
            rows.push(Row {
                name: format!("{}, radius {radius}", kind.name()),
                maps: (0..seeds)
                    .map(|seed| kind.build(SIDE, SIDE, seed))
                    .collect(),
                eyes: vec![EYE],
                radius,
            });
        }
    }
    rows.push(viewsheds());
    rows
}

/// Returns the row for a thousand creatures in rooms on a map of 80 × 50 cells.
fn viewsheds() -> Row {
    let rooms = Kind::Rooms.build(80, 50, 0);
    let mut dice = Dice(7);
    let mut eyes = Vec::new();
    while eyes.len() < 1000 {
        let eye = (dice.below(80) as i32, dice.below(50) as i32);
        if !rooms.is_opaque(eye.0, eye.1) {
            eyes.push(eye);
        }
    }
    Row {
        name: "1,000 viewsheds, radius 8".to_owned(),
        maps: vec![rooms],
        eyes,
        radius: 8,
    }
}

/// Returns each contestant's best time for one view, in nanoseconds.
fn measure(row: &Row, repeats: usize) -> Vec<f64> {
    let load = |(_, load): &contestants::Entry| row.maps.iter().map(load).collect::<Vec<_>>();
    let mut loaded: Vec<_> = ENTRIES.iter().map(load).collect();
    let mut best = vec![f64::INFINITY; loaded.len()];
    for _ in 0..repeats {
        for (maps, best) in loaded.iter_mut().zip(&mut best) {
            *best = best.min(time(maps, row));
        }
    }
    best
}

fn time(maps: &mut [Box<dyn Contestant>], row: &Row) -> f64 {
    let start = Instant::now();
    let mut views = 0;
    while start.elapsed() < STINT {
        // Run several rounds between two readings of the clock, because reading the clock takes time, too.
        for _ in 0..(64 / (maps.len() * row.eyes.len())).max(1) {
            for map in &mut *maps {
                for eye in &row.eyes {
                    map.view(black_box(*eye), black_box(row.radius));
                }
                views += row.eyes.len();
            }
        }
    }
    start.elapsed().as_nanos() as f64 / views as f64
}

fn print_times(rows: &[Row], table: &[Vec<f64>]) {
    println!("Nanoseconds per view, best of many measurements:\n");
    print!("| map |");
    for (name, _) in ENTRIES {
        print!(" {name} |");
    }
    println!(" fastest other | ratio |");
    println!("|---|{}", "---:|".repeat(ENTRIES.len() + 2));
    for (row, times) in rows.iter().zip(table) {
        print!("| {} |", row.name);
        times.iter().for_each(|time| print!(" {time:.0} |"));
        let (name, time) = fastest(times);
        println!(" {name} | {:.2} |", time / times[0]);
    }
}

fn print_summary(rows: &[Row], table: &[Vec<f64>]) {
    println!();
    for (index, (name, _)) in ENTRIES.iter().enumerate().take(CLOSURE + 1) {
        let ratios: Vec<f64> = table.iter().map(|t| fastest(t).1 / t[index]).collect();
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "`{name}` is {mean:.2} times as fast as the fastest other crate in each row (geometric mean), and at least {least:.2} times."
        );
    }

    println!(
        "\n| crate | geometric mean ratio | smallest ratio | same cells as `symmetric` | asymmetric pairs |"
    );
    println!("|---|---:|---:|---:|---:|");
    for (index, (name, _)) in ENTRIES.iter().enumerate() {
        let ratios: Vec<f64> = table.iter().map(|t| t[index] / t[0]).collect();
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let (same, views) = agreement(rows, index);
        println!(
            "| {name} | {mean:.1} | {least:.2} | {same} of {views} views | {:.2} % |",
            100.0 * asymmetry(index)
        );
    }
}

/// Returns the name and time of the fastest other crate.
fn fastest(times: &[f64]) -> (&'static str, f64) {
    let others = (0..times.len()).filter(|i| !ENTRIES[*i].0.starts_with("fogbound"));
    let best = others.min_by(|a, b| times[*a].total_cmp(&times[*b]));
    best.map_or(("none", f64::INFINITY), |index| {
        (ENTRIES[index].0, times[index])
    })
}

/// Returns the number of views in which the contestant shows exactly the cells that `symmetric` shows, and the total
/// number of views compared.
fn agreement(rows: &[Row], index: usize) -> (usize, usize) {
    let (mut same, mut views) = (0, 0);
    for row in rows {
        for walls in &row.maps {
            let (mut ours, mut theirs) = (ENTRIES[0].1(walls), ENTRIES[index].1(walls));
            for eye in row.eyes.iter().take(50) {
                ours.view(*eye, row.radius);
                theirs.view(*eye, row.radius);
                let mut cells =
                    (0..walls.height).flat_map(|y| (0..walls.width).map(move |x| (x, y)));
                same += usize::from(cells.all(|(x, y)| ours.sees(x, y) == theirs.sees(x, y)));
                views += 1;
            }
        }
    }
    (same, views)
}

/// Returns the share of asymmetric pairs, in which only one cell sees the other, among all pairs of floor cells in
/// which at least one cell sees the other.
fn asymmetry(index: usize) -> f64 {
    let (mut pairs, mut one_way) = (0u32, 0u32);
    for seed in 0..4 {
        let walls = Kind::Random { percent: 20 }.build(25, 25, 100 + seed);
        let cells = (0..25).flat_map(|y| (0..25).map(move |x| (x, y)));
        let floor: Vec<_> = cells.filter(|(x, y)| !walls.is_opaque(*x, *y)).collect();
        let mut contestant = ENTRIES[index].1(&walls);
        let sees: Vec<Vec<bool>> = floor
            .iter()
            .map(|eye| {
                contestant.view(*eye, 12);
                floor.iter().map(|(x, y)| contestant.sees(*x, *y)).collect()
            })
            .collect();
        for (a, seen_by_a) in sees.iter().enumerate() {
            for (b, seen_by_b) in sees.iter().enumerate().take(a) {
                let (there, back) = (seen_by_a[b], seen_by_b[a]);
                pairs += u32::from(there || back);
                one_way += u32::from(there != back);
            }
        }
    }
    f64::from(one_way) / f64::from(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the adapter on the page for users of bracket-lib, and that the page shows it.
    #[test]
    fn maps_of_bracket_can_be_used_as_they_are() {
        use bracket_pathfinding::prelude::Point;
        let page = include_str!("../../crates/fogbound-fov/BRACKET.md");
        let source = include_str!("from_bracket.rs");
        let shown = source.split("from here on.\n").nth(1);
        assert!(shown.is_some_and(|it| page.contains(it)));
        let mut dice = Dice(12);
        for seed in 0..200 {
            let walls = Kind::Random { percent: 15 }.build(40, 30, seed);
            let eye = (dice.below(40) as i32, dice.below(30) as i32);
            let map = contestants::BracketMap(walls.clone());
            let seen = from_bracket::field_of_view(Point::new(eye.0, eye.1), 9, &map);
            let mut ours = ENTRIES[0].1(&walls);
            ours.view(eye, 9);
            let cells = (0..30).flat_map(|y| (0..40).map(move |x| (x, y)));
            let expected: Vec<_> = cells.filter(|(x, y)| ours.sees(*x, *y)).collect();
            let seen: Vec<_> = seen.into_iter().map(|it| (it.x, it.y)).collect();
            assert_eq!(seen, expected);
        }
    }

    /// Compares `symmetric` with an independent implementation of the same algorithm.
    #[test]
    fn symmetric_agrees_with_the_crate_symmetric_shadowcasting() {
        let witness = ENTRIES
            .iter()
            .position(|(name, _)| *name == "symmetric-shadowcasting");
        let witness = witness.expect("the crate is among the entries");
        let mut dice = Dice(11);
        for seed in 0..2_000 {
            let (width, height) = (1 + dice.below(90) as i32, 1 + dice.below(90) as i32);
            let kind = Kind::Random {
                percent: dice.below(61),
            };
            let walls = kind.build(width, height, seed);
            let (mut ours, mut theirs) = (ENTRIES[0].1(&walls), ENTRIES[witness].1(&walls));
            for _ in 0..5 {
                let eye = (
                    dice.below(width as u64) as i32,
                    dice.below(height as u64) as i32,
                );
                let radius = dice.below(101) as u32;
                ours.view(eye, radius);
                theirs.view(eye, radius);
                for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
                    assert_eq!(ours.sees(x, y), theirs.sees(x, y), "{x},{y} from {eye:?}");
                }
            }
        }
    }
}
