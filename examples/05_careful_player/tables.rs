//! Plays, counts and prints.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;
use fogbound::game::bestiary::{Bestiary, Monster};
use fogbound::game::{BeginGame, Game, GameSetup, SimulationPlugin};

use crate::bots::Style;
use crate::danger::calls;
use crate::do_all;
use crate::duels::{Score, duel};
use crate::games::play;
use crate::judge::Record;

const STYLES: [Style; 2] = [Style::Careful, Style::Rash];

/// All of them, the shadow last.
const ALL_STYLES: [Style; 3] = [Style::Careful, Style::Rash, Style::Shadow];

/// How many duels each bot has with each kind, at most; fewer if fewer games are asked for.
const DUELS: u32 = 40;

/// No kind may kill an unhurt careful player before the third level in more than this share of games.
const LIMIT: f64 = 0.1;

/// Plays all of it and prints the tables.
pub fn print(games: u32, turns: u32, assets: &GameSetup) -> Result<(), String> {
    let kinds = kinds(assets)?;
    println!("{games} games each, of {turns} turns at most");
    let jobs: Vec<(Style, u64)> = ALL_STYLES
        .into_iter()
        .flat_map(|style| (0..u64::from(games)).map(move |seed| (style, seed)))
        .collect();
    let records = do_all(&jobs, |&(style, seed)| {
        let setup = GameSetup {
            seed,
            ..assets.clone()
        };
        play(setup, style, turns.into(), |_| false)
    })?;
    let (careful, others) = records.split_at(games as usize);
    let (rash, shadow) = others.split_at(games as usize);
    print_depths([careful, rash]);
    print_beacon([careful, rash, shadow]);
    print_light([careful, shadow]);
    let deadly = print_kinds(&kinds, careful);
    let scores = print_duels(&kinds, games.min(DUELS))?;
    let harmless: Vec<String> = kinds
        .iter()
        .zip(&scores)
        .filter(|(kind, score)| is_harmless(kind, score, careful))
        .map(|(kind, _)| kind.name.clone())
        .collect();
    println!();
    println!("harmless: {}", list(&harmless));
    println!("too deadly too early: {}", list(&deadly));
    Ok(())
}

/// Whether a kind has neither cost the careful bot health nor called anybody, in its duels and its games.
fn is_harmless(kind: &Monster, duels: &Score, games: &[Record]) -> bool {
    let harms = |it: &Record| it.taken.contains_key(&kind.name) || it.cried.contains(&kind.name);
    duels.taken == 0 && duels.cries == 0 && !games.iter().any(harms)
}

/// All kinds of the bestiary, as it is with their minds.
fn kinds(assets: &GameSetup) -> Result<Vec<Arc<Monster>>, String> {
    let game = Game::new(assets.clone()).map_err(|error| error.to_string())?;
    let mut app = App::new();
    app.add_plugins(SimulationPlugin).begin_game(game);
    app.update();
    let bestiary = app.world().resource::<Bestiary>();
    let mut kinds: Vec<Arc<Monster>> = bestiary.iter().cloned().collect();
    kinds.sort_by_key(|kind| (kind.appears.depths.0, kind.name.clone()));
    Ok(kinds)
}

fn list(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}

fn share(count: usize, of: usize) -> String {
    match of {
        0 => "-".to_owned(),
        of => format!("{:.0} %", count as f64 * 100.0 / of as f64),
    }
}

fn mean(sum: f64, of: usize) -> f64 {
    sum / of.max(1) as f64
}

/// The standard error of a mean: how far it is from that of infinitely many games, usually.
fn error_of_mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count();
    let middle = mean(values.clone().sum(), count);
    let squares = values.map(|it| (it - middle) * (it - middle)).sum();
    (mean(squares, count.saturating_sub(1)) / count.max(1) as f64).sqrt()
}

/// How far each bot comes, and for how long it lives there.
fn print_depths(by_style: [&[Record]; 2]) {
    println!();
    println!("           careful                     rash");
    println!("depth   reached survived  turns   reached survived  turns");
    let deepest = by_style.iter().flat_map(|records| records.iter());
    let deepest = deepest.map(Record::depth).max().unwrap_or(1);
    for depth in 1..=deepest {
        print!("{depth:5}");
        for records in by_style {
            let here: Vec<&Record> = records.iter().filter(|it| it.depth() >= depth).collect();
            let survived = here
                .iter()
                .filter(|it| it.depth() > depth || it.killer.is_none());
            let turns: u64 = here.iter().map(|it| it.turns_at[depth as usize - 1]).sum();
            let turns = match here.len() {
                0 => "-".to_owned(),
                games => format!("{:.0}", mean(turns as f64, games)),
            };
            let survived = share(survived.count(), here.len());
            print!("   {:>7} {survived:>8} {turns:>6}", here.len());
        }
        println!();
    }
    println!();
    println!("  player     won   alive  mean depth  mean turns  killed most by");
    for (style, records) in STYLES.into_iter().zip(by_style) {
        let alive = records.iter().filter(|it| it.killer.is_none()).count();
        let depths: u32 = records.iter().map(Record::depth).sum();
        let turns: u64 = records.iter().map(Record::turns).sum();
        let mut killers: BTreeMap<&str, u32> = BTreeMap::new();
        for killer in records.iter().filter_map(|it| it.killer.as_deref()) {
            *killers.entry(killer).or_default() += 1;
        }
        let mut killers: Vec<(&str, u32)> = killers.into_iter().collect();
        killers.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let killers = killers
            .iter()
            .take(5)
            .map(|(name, count)| format!("{name} {count}"));
        println!(
            "{:>8}  {:>6}  {:>6}  {:>10.1}  {:>10.0}  {}",
            format!("{style:?}").to_lowercase(),
            share(records.iter().filter(|it| it.won).count(), records.len()),
            share(alive, records.len()),
            mean(depths.into(), records.len()),
            mean(turns as f64, records.len()),
            list(&killers.collect::<Vec<_>>()),
        );
    }
}

/// Who came to the beacon, and how far back with it.
fn print_beacon(by_style: [&[Record]; 3]) {
    println!();
    for (style, records) in ALL_STYLES.into_iter().zip(by_style) {
        let took = records.iter().filter(|it| it.has_beacon);
        let mut fell: Vec<u32> = took
            .clone()
            .filter(|it| !it.won)
            .map(|it| it.last_depth)
            .collect();
        fell.sort_unstable();
        let fell: Vec<String> = fell.iter().map(u32::to_string).collect();
        println!(
            "{:>8}: took the beacon in {} games and came out with it in {}; the others were last on level {}",
            format!("{style:?}").to_lowercase(),
            took.count(),
            records.iter().filter(|it| it.won).count(),
            list(&fell),
        );
    }
}

/// What light does for those who care: how deep they get, and how often and from where they are seen.
fn print_light(by_style: [&[Record]; 2]) {
    println!();
    println!("  player   mean depth        deepest  turns seen  noticed at (mean, median)");
    for (name, records) in ["careful", "shadow"].into_iter().zip(by_style) {
        let depths: u32 = records.iter().map(Record::depth).sum();
        let deepest = records.iter().map(Record::depth).max().unwrap_or(0);
        let turns: u64 = records.iter().map(Record::turns).sum();
        let seen: u64 = records.iter().map(|it| it.turns_seen).sum();
        let mut noticed: Vec<i32> = records
            .iter()
            .flat_map(|it| it.noticed_at.clone())
            .collect();
        noticed.sort_unstable();
        let sum: i32 = noticed.iter().sum();
        println!(
            "{name:>8}  {:>11.2} ±{:.2}  {deepest:>7}  {:>10}  {:>6.1} {:>6}",
            mean(depths.into(), records.len()),
            error_of_mean(records.iter().map(|it| f64::from(it.depth()))),
            share(seen as usize, turns as usize),
            mean(sum.into(), noticed.len()),
            noticed.get(noticed.len() / 2).copied().unwrap_or(0),
        );
    }
}

/// What each kind did to the careful bot. Returns the kinds that kill too many who were unhurt.
fn print_kinds(kinds: &[Arc<Monster>], records: &[Record]) -> Vec<String> {
    println!();
    println!("                         met in  health taken  called          killed unhurt");
    println!("monster          depths   games  per game met      in  killed  before level 3");
    let mut deadly = Vec::new();
    for kind in kinds {
        let name = &kind.name;
        let met = records
            .iter()
            .filter(|it| it.met.contains(name) || it.taken.contains_key(name));
        let met = met.count();
        let taken: i32 = records.iter().filter_map(|it| it.taken.get(name)).sum();
        let killed = || records.iter().filter(|it| it.killer.as_ref() == Some(name));
        let unfair = killed().filter(|it| it.was_unfair()).count();
        let called = records.iter().filter(|it| it.cried.contains(name)).count();
        let (first, last) = kind.appears.depths;
        println!(
            "{name:<16} {:>6}  {met:>6}  {:>12.1}  {:>6}  {:>6}  {:>14}",
            format!("{first}-{last}"),
            mean(taken.into(), met),
            if calls(kind) {
                called.to_string()
            } else {
                String::new()
            },
            killed().count(),
            share(unfair, records.len()),
        );
        if unfair as f64 > LIMIT * records.len() as f64 {
            deadly.push(name.clone());
        }
    }
    deadly
}

/// How each bot fares against each kind alone. Returns how the careful one does.
fn print_duels(kinds: &[Arc<Monster>], duels: u32) -> Result<Vec<Score>, String> {
    let mut jobs: Vec<(usize, usize, u64)> = Vec::new();
    for kind in 0..kinds.len() {
        for style in 0..STYLES.len() {
            jobs.extend((0..u64::from(duels)).map(|seed| (kind, style, seed)));
        }
    }
    let records = do_all(&jobs, |&(kind, style, seed)| {
        duel(&kinds[kind], STYLES[style], seed)
    })?;
    let mut scores = vec![[Score::default(), Score::default()]; kinds.len()];
    for (&(kind, style, _), record) in jobs.iter().zip(&records) {
        scores[kind][style].add(record);
    }
    println!();
    println!("                          careful                        rash");
    println!(
        "{duels} duels each         won    lost  health  calls      won    lost  health  calls"
    );
    for (kind, scores) in kinds.iter().zip(&scores) {
        let number = kind.appears.group.0;
        print!("{:<19}", format!("{number} {}", kind.name));
        for score in scores {
            let of = |count: u32| share(count as usize, score.duels as usize);
            let cries = if calls(kind) {
                of(score.cries)
            } else {
                String::new()
            };
            print!(
                "  {:>6}  {:>6}  {:>6.1}  {cries:>5}",
                of(score.won),
                of(score.lost),
                score.cost(),
            );
        }
        println!();
    }
    Ok(scores.into_iter().map(|[careful, _]| careful).collect())
}
