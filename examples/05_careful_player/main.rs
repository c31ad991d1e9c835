//! Is the dungeon fair? Bots play it by what a player knows, and three tables tell how they fare.
//!
//! ```text
//! cargo run --release --example 05_careful_player
//! cargo run --release --example 05_careful_player -- 100 3000
//! cargo run --release --example 05_careful_player -- 100 3000 my-assets
//! ```
//!
//! The arguments are how many games each bot plays, for how many turns at most, and a folder of assets with monsters and
//! levels of one's own. The careful bot plays
//! to live: it explores with care, fights where only one monster can reach it, rests, and flees to the
//! stairs. The rash bot attacks all it sees, never rests and hurries down. The shadow is the careful bot with a hand
//! on its lantern.
//!
//! The first table compares the careful and the rash bot by depth. The second one tells what each kind of monster did to the
//! careful bot. The third one has both bots meet each kind alone, so that rare kinds are judged as well.
//! A table of light compares the careful bot with the shadow: how deep they get, with the standard error, in how many of its
//! turns each is seen, and from how far away it is noticed. It takes some hundreds of games to tell them apart. The last
//! lines name the kinds that break the rules of balance: no monster is harmless, and none kills an unhurt careful player
//! before the third level in more than one game in ten.

mod assets;
mod bots;
mod care;
mod danger;
mod duels;
mod eyes;
mod games;
mod judge;
mod shadow;
mod tables;
mod ways;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How the games are played if no argument says otherwise: for long enough to come out with the beacon.
const GAMES: u32 = 60;
const TURNS: u32 = 12_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let told = read(&arguments).and_then(|(games, turns)| {
        let assets = assets::read(arguments.get(2).map(Path::new))?;
        tables::print(games, turns, &assets).map_err(|error| format!("cannot play: {error}"))
    });
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("05_careful_player: {error}");
            ExitCode::from(2)
        }
    }
}

fn read(arguments: &[String]) -> Result<(u32, u32), String> {
    let number = |at: usize, usual: u32| match arguments.get(at) {
        None => Ok(usual),
        Some(text) => match text.parse() {
            Ok(number @ 1..=100_000) => Ok(number),
            _ => Err(format!(
                "expected [GAMES [TURNS [FOLDER]]], each number from 1 to 100000; found {text:?}"
            )),
        },
    };
    match arguments.get(3) {
        Some(extra) => Err(format!(
            "expected [GAMES [TURNS [FOLDER]]]; found {extra:?} after them"
        )),
        None => Ok((number(0, GAMES)?, number(1, TURNS)?)),
    }
}

/// Does all jobs, as many at a time as there are processors. The results come in the order of the jobs.
fn do_all<Job: Sync, Done: Send>(
    jobs: &[Job],
    work: impl Fn(&Job) -> Result<Done, Box<dyn Error>> + Sync,
) -> Result<Vec<Done>, String> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, |number| number.get());
    let worker = || -> Result<Vec<(usize, Done)>, String> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(number) else {
                return Ok(done);
            };
            done.push((number, work(job).map_err(|error| error.to_string())?));
        }
    };
    let mut all: Vec<(usize, Done)> = Vec::new();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        for thread in threads {
            match thread.join() {
                Ok(done) => all.extend(done?),
                Err(_) => return Err("a game ended in a panic".to_owned()),
            }
        }
        Ok(())
    })?;
    all.sort_by_key(|&(number, _)| number);
    Ok(all.into_iter().map(|(_, done)| done).collect())
}
