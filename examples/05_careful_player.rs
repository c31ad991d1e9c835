//! Is the dungeon fair? The careful bot plays many games, and a table shows what each kind of monster did to the bot.
//!
//! ```text
//! cargo run --release --example 05_careful_player
//! cargo run --release --example 05_careful_player -- 100
//! cargo run --release --example 05_careful_player -- 100 my-assets
//! ```
//!
//! The arguments are the number of games and a folder that contains your own monsters. The last lines list the monsters
//! that break the rules of balance: no monster may be harmless, and none may kill an unhurt careful player before the
//! third level in more than one game in ten. To compare bots with each other, run `fogbound bots --temperament
//! careful,blind,bright,rash`.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use bevy::prelude::*;
use fogbound::explorer::{Bot, Temperament};
use fogbound::fov::Sight;
use fogbound::game::bestiary::{Bestiary, MonsterFiles, MonsterKind};
use fogbound::game::{
    BeginGame, Clock, Depth, Fate, Game, GameEvent, GameSetup, Happening, Health, LightRule,
    Player, SimulationPlugin, Witnessed, begin_game, carry_out,
};

/// The maximum number of turns in a game.
const TURNS: u64 = 12_000;
/// The number of turns without a blow after which a fight is over.
const LULL: u64 = 10;

/// The harm that one kind of monster did to the player in all games.
#[derive(Clone, Copy, Default)]
struct Harm {
    /// The number of games in which the monster did damage.
    games: u32,
    health: i32,
    killed: u32,
    /// The number of players that the monster killed before the third level even though they began their last fight
    /// unhurt.
    killed_unhurt: u32,
    cried: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u32 = arguments.next().map_or(Ok(60), |it| it.parse())?;
    let setup = GameSetup {
        light: LightRule::Dark,
        sight: Sight::default().unlimited(),
        monsters: match arguments.next() {
            Some(folder) => MonsterFiles::with_folder(Path::new(&folder))?,
            None => MonsterFiles::built_in(),
        },
        ..default()
    };
    let mut app = App::new();
    app.add_plugins(SimulationPlugin)
        .begin_game(Game::new(setup.clone())?);
    let world = app.world_mut();
    let mut harms: BTreeMap<String, Harm> = BTreeMap::new();
    for seed in 0..games.into() {
        let game = GameSetup {
            seed,
            ..setup.clone()
        };
        begin_game(world, Game::new(game)?);
        play(world, &mut harms);
    }
    let mut kinds: Vec<_> = world.resource::<Bestiary>().iter().cloned().collect();
    kinds.sort_by_key(|kind| (kind.appears.depths.0, kind.name.clone()));
    println!("{games} games of the careful bot\n");
    println!(
        "monster          depths  hurt in  health a game  cries  killed  unhurt before level 3"
    );
    let (mut harmless, mut deadly) = (Vec::new(), Vec::new());
    for kind in &kinds {
        let harm = harms.get(&kind.name).copied().unwrap_or_default();
        let (first, last) = kind.appears.depths;
        println!(
            "{:<16} {:>6}  {:>7}  {:>13.1}  {:>5}  {:>6}  {:>22}",
            kind.name,
            format!("{first}-{last}"),
            harm.games,
            f64::from(harm.health) / f64::from(harm.games.max(1)),
            harm.cried,
            harm.killed,
            harm.killed_unhurt,
        );
        if harm.health == 0 && harm.cried == 0 {
            harmless.push(kind.name.as_str());
        }
        if harm.killed_unhurt * 10 > games {
            deadly.push(kind.name.as_str());
        }
    }
    println!("\nharmless: {}", harmless.join(", "));
    println!("too deadly too early: {}", deadly.join(", "));
    Ok(())
}

/// Plays one game and records what each kind of monster did.
fn play(world: &mut World, harms: &mut BTreeMap<String, Harm>) {
    let mut bot = Bot::new(Temperament::Careful);
    let mut players = world.query_filtered::<(Entity, &Health), With<Player>>();
    let mut hurt_by: BTreeMap<String, i32> = BTreeMap::new();
    let (mut last_blow, mut percent) = (None, 100);
    while world.resource::<Clock>().turn() < TURNS
        && let Ok((player, health)) = players.single(world)
    {
        let turn = world.resource::<Clock>().turn();
        if last_blow.is_none_or(|blow| turn > blow + LULL) {
            percent = health.percent();
        }
        let Some(command) = bot.next(world) else {
            break;
        };
        carry_out(world, command);
        world.resource_mut::<Messages<Witnessed>>().clear();
        let events: Vec<GameEvent> = world.resource_mut::<Messages<_>>().drain().collect();
        for event in events {
            let kind = |who| world.get::<MonsterKind>(who).map(|it| it.0.clone());
            match event.what {
                Happening::Hit { target, damage, .. } | Happening::Burned { target, damage }
                    if target == player =>
                {
                    last_blow = Some(turn);
                    *hurt_by
                        .entry(kind(event.actor).unwrap_or_default())
                        .or_default() += damage;
                }
                Happening::Cried { .. } => {
                    let name = kind(event.actor).unwrap_or_default();
                    harms.entry(name).or_default().cried += 1;
                }
                _ => {}
            }
        }
    }
    for (name, health) in hurt_by {
        let harm = harms.entry(name).or_default();
        (harm.games, harm.health) = (harm.games + 1, harm.health + health);
    }
    let killer = world
        .resource::<Fate>()
        .death()
        .and_then(|it| it.killer.clone());
    if let Some(name) = killer {
        let is_unfair = percent >= 90 && world.resource::<Depth>().0 < 3;
        let harm = harms.entry(name).or_default();
        harm.killed += 1;
        harm.killed_unhurt += u32::from(is_unfair);
    }
}
