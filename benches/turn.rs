//! Measures turns with 100, 1,000 and 10,000 awake monsters on levels large enough for them, and each step of a turn.
//!
//! ```text
//! cargo bench --no-default-features --bench turn
//! cargo bench --no-default-features --bench turn -- steps
//! cargo bench --no-default-features --bench turn -- steps 1000 AtWar
//! cargo bench --no-default-features --bench turn -- things
//! ```
//!
//! A turn is the time between two of the player's commands: a creature of normal speed acts once per turn, a bat twice,
//! and an ooze every other turn. With the `steps` argument, the benchmark instead prints a table of mean times over
//! many turns. Add numbers of monsters or names of moods to measure only those. With the `things` argument, it compares turns
//! of 100 monsters with and without 1,000 things that lie about, and then with the same number of things of which some
//! act when a monster steps on them, and so wake and call others.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use bevy::prelude::*;
use divan::Bencher;
use fogbound::dungeon::LevelSource;
use fogbound::dungeon::random::stream;
use fogbound::game::{
    Action, Actor, Awareness, Clock, Faction, GameSetup, Health, Occasion, Player, PlayerCommand,
    Things, Turn, TurnSystems, spawn_thing,
};
use fogbound::map::{Tile, TileMap};
use fogbound::vision::{ObjectKind, Position, Recomputations, VisionSystems};
use rand::RngExt;
use rand::seq::SliceRandom;

mod crowd;

fn main() {
    let asks_for = |word: &str| std::env::args().any(|argument| argument == word);
    if asks_for("steps") {
        print_steps();
    } else if asks_for("things") {
        compare_with_things();
    } else {
        divan::main();
    }
}

/// The numbers of monsters, each with the side length of a square level. All levels have about the same number of cells
/// per monster.
const CROWDS: [(usize, u32); 3] = [(100, 81), (1_000, 256), (10_000, 810)];

/// What the monsters are doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// The monsters wander, unaware of any enemy.
    AtLarge,
    /// All monsters are hunting an enemy that they last saw up to ten cells away.
    Hunting,
    /// Two factions fill the level and fight wherever they meet.
    AtWar,
}

const MOODS: [Mood; 3] = [Mood::AtLarge, Mood::Hunting, Mood::AtWar];

/// A level full of awake monsters of all kinds, with a player who cannot die.
struct Crowd {
    app: App,
    mood: Mood,
}

impl Crowd {
    fn new(count: usize, side: u32, mood: Mood) -> Self {
        let mut app = crowd::begin(GameSetup {
            source: LevelSource::Drawn(Box::new(crowd::level(count, UVec2::splat(side)))),
            ..default()
        });
        let world = app.world_mut();
        let mut bodies = world.query::<(&mut Health, Has<Player>)>();
        for (mut health, _) in bodies.iter_mut(world).filter(|(_, is_player)| *is_player) {
            *health = Health::new(i32::MAX / 2, 0);
        }
        let mut crowd = Self { app, mood };
        if mood == Mood::AtWar {
            let world = crowd.app.world_mut();
            let mut all =
                world.query_filtered::<(&Actor, &mut Faction, &mut Health), Without<Player>>();
            for (actor, mut faction, mut health) in all.iter_mut(world) {
                faction.0 = 1 + (actor.id.0 % 2) as u16;
                // No monster may die before the next turn.
                *health = Health::new(1_000_000, 0);
            }
        }
        // Let the monsters spread out over the ticks of a turn and over the level.
        for _ in 0..10 {
            crowd.turn();
        }
        crowd
    }

    fn turn(&mut self) {
        self.app
            .world_mut()
            .write_message(PlayerCommand::Act(Action::WAIT));
        self.app.update();
    }

    /// Makes every monster that has given up the hunt, or has not started it, hunt again.
    fn stir(&mut self) {
        if self.mood != Mood::Hunting {
            return;
        }
        let world = self.app.world_mut();
        let mut all =
            world.query_filtered::<(&Actor, &Position, &mut Awareness), Without<Player>>();
        let tick = world.resource::<Clock>().tick;
        let map = world.resource::<TileMap>().clone();
        for (actor, position, mut awareness) in all.iter_mut(world) {
            if !matches!(*awareness, Awareness::Hunting { .. }) {
                let mut dice = stream(tick, "rumours", u64::from(actor.id.0));
                let mut offset = || dice.random_range(-10..=10);
                let mut rumour = || position.0 + IVec2::new(offset(), offset());
                let mut last_known = rumour();
                // Find a cell where an enemy could have been.
                while !map.is_walkable(last_known) {
                    last_known = rumour();
                }
                *awareness = Awareness::Hunting { last_known };
            }
        }
    }
}

/// Measures the time from one player command to the next.
fn measure(bencher: Bencher, (count, side): (usize, u32), mood: Mood) {
    let mut crowd = Crowd::new(count, side, mood);
    bencher.bench_local(|| {
        crowd.stir();
        crowd.turn();
    });
}

#[divan::bench(args = CROWDS, max_time = 5)]
fn at_large(bencher: Bencher, crowd: (usize, u32)) {
    measure(bencher, crowd, Mood::AtLarge);
}

#[divan::bench(args = CROWDS, max_time = 5)]
fn hunting(bencher: Bencher, crowd: (usize, u32)) {
    measure(bencher, crowd, Mood::Hunting);
}

#[divan::bench(args = CROWDS, max_time = 5)]
fn at_war(bencher: Bencher, crowd: (usize, u32)) {
    measure(bencher, crowd, Mood::AtWar);
}

/// The number of things that lie about.
const THINGS: usize = 1_000;

/// How many parts of the games are compared, and the turns in each. The part with the median ratio is printed, because
/// other work on the machine disturbs some of them.
const PARTS: usize = 21;
const PART: u32 = 100;

/// Puts things of all kinds on the floor of a level, each on a cell of its own. Without `traps`, none of them acts when it
/// is stepped on.
fn scatter(world: &mut World, traps: bool) {
    let things = world.resource::<Things>();
    let acts = |kind| {
        let item = things.item(kind);
        item.is_some_and(|it| it.responds_to(Occasion::STEP))
    };
    let kinds = things.items().map(|it| it.0);
    let kinds: Vec<ObjectKind> = kinds.filter(|it| traps || !acts(*it)).collect();
    let map = world.resource::<TileMap>();
    let floor = map
        .positions()
        .filter(|cell| map.tile(*cell) == Tile::FLOOR);
    let mut floor: Vec<IVec2> = floor.collect();
    floor.shuffle(&mut stream(1, "things", 0));
    assert!(floor.len() >= THINGS, "the level has too little floor");
    for (number, cell) in floor.into_iter().take(THINGS).enumerate() {
        spawn_thing(world, kinds[number % kinds.len()], cell);
    }
}

/// Prints the ratio of turns with things to turns without. The games run side by side, turn by turn.
fn compare_with_things() {
    let (count, side) = CROWDS[0];
    let rows = [false, true].map(|traps| MOODS.map(|mood| (mood, traps)));
    for (mood, traps) in rows.into_iter().flatten() {
        let mut games = [Crowd::new(count, side, mood), Crowd::new(count, side, mood)];
        scatter(games[1].app.world_mut(), traps);
        let mut parts: Vec<[f64; 2]> = (0..PARTS).map(|_| part_of_each(&mut games)).collect();
        parts.sort_by(|a, b| (a[1] / a[0]).total_cmp(&(b[1] / b[0])));
        let ratio = |at: usize| parts[at][1] / parts[at][0];
        let [without, with] = parts[PARTS / 2];
        println!(
            "{mood:?}: {without:.3} ms without things, {with:.3} ms with {THINGS}{}, ratio {:.3} (quartiles {:.3} and {:.3})",
            if traps { ", some of them traps" } else { "" },
            ratio(PARTS / 2),
            ratio(PARTS / 4),
            ratio(PARTS * 3 / 4),
        );
    }
}

/// Plays some turns of both games side by side. Returns the milliseconds that a turn of each takes.
fn part_of_each(games: &mut [Crowd; 2]) -> [f64; 2] {
    let mut spent = [Duration::ZERO; 2];
    for turn in 0..PART {
        for place in 0..2 {
            let index = (turn as usize + place) % 2;
            games[index].stir();
            let start = Instant::now();
            games[index].turn();
            spent[index] += start.elapsed();
        }
    }
    spent.map(|it| it.as_secs_f64() * 1e3 / f64::from(PART))
}

const STEPS: [&str; 8] = [
    "begin", "sense", "notice", "decide", "act", "settle", "see", "remember",
];

/// A stopwatch that records when the last step ended, the number of ticks, and the total time of each step.
#[derive(Resource)]
struct Watch {
    since: Instant,
    ticks: u32,
    spent: [Duration; STEPS.len()],
}

/// Returns a system that records the end of step number `step`.
fn lap(step: usize) -> impl Fn(ResMut<Watch>) {
    move |mut watch| {
        let now = Instant::now();
        let spent = now - watch.since;
        watch.spent[step] += spent;
        watch.since = now;
    }
}

fn start(mut watch: ResMut<Watch>) {
    watch.since = Instant::now();
    watch.ticks += 1;
}

fn time_steps(app: &mut App) {
    use TurnSystems::{Act, Begin, Decide, Notice, Sense, Settle};
    use VisionSystems::{MarkDirty, Remember, See};

    app.insert_resource(Watch {
        since: Instant::now(),
        ticks: 0,
        spent: default(),
    })
    .add_systems(
        Turn,
        (
            start.before(Begin),
            lap(0).after(Begin).before(Sense),
            lap(1).after(Sense).before(Notice),
            lap(2).after(Notice).before(Decide),
            lap(3).after(Decide).before(Act),
            lap(4).after(Act).before(Settle),
            lap(5).after(Settle).before(MarkDirty),
            lap(6).after(See).before(Remember),
            lap(7).after(Remember),
        ),
    );
}

fn print_steps() {
    const TURNS: u32 = 200;
    println!("milliseconds per turn, mean of {TURNS} turns");
    print!(
        "{:>8} {:>9} {:>6} {:>6} {:>7}",
        "monsters", "mood", "ticks", "views", "whole"
    );
    for step in STEPS {
        print!(" {step:>8}");
    }
    println!(" {:>8}", "outside");
    let arguments: Vec<String> = std::env::args().collect();
    let is_wanted = |name: String, all: &[String]| {
        arguments.contains(&name) || !all.iter().any(|other| arguments.contains(other))
    };
    let counts = CROWDS.map(|(count, _)| count.to_string());
    let moods = MOODS.map(|mood| format!("{mood:?}"));
    for (count, side) in CROWDS {
        for mood in MOODS {
            if !is_wanted(count.to_string(), &counts) || !is_wanted(format!("{mood:?}"), &moods) {
                continue;
            }
            let mut crowd = Crowd::new(count, side, mood);
            time_steps(&mut crowd.app);
            crowd.turn();
            let mut watch = crowd.app.world_mut().resource_mut::<Watch>();
            (watch.spent, watch.ticks) = (default(), 0);
            let views = crowd.app.world().resource::<Recomputations>().0;
            let mut whole = Duration::ZERO;
            for _ in 0..TURNS {
                crowd.stir();
                let before = Instant::now();
                crowd.turn();
                whole += before.elapsed();
            }
            let world = crowd.app.world();
            let views = (world.resource::<Recomputations>().0 - views) / u64::from(TURNS);
            let ticks = f64::from(world.resource::<Watch>().ticks) / f64::from(TURNS);
            let milliseconds = |spent: Duration| (spent / TURNS).as_secs_f64() * 1e3;
            let name = format!("{mood:?}");
            print!(
                "{count:8} {name:>9} {ticks:6.1} {views:6} {:7.3}",
                milliseconds(whole)
            );
            let spent = world.resource::<Watch>().spent;
            for spent in spent {
                print!(" {:8.3}", milliseconds(spent));
            }
            println!(
                " {:8.3}",
                milliseconds(whole.saturating_sub(spent.iter().sum()))
            );
        }
    }
}
