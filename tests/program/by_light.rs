//! Heart, oil and ground in saved games.

use bevy::prelude::*;
use fogbound::frontend::text;
use fogbound::game::{
    Action, ActorId, Arrange, BeginGame, Game, GameSetup, Ground, Health, Heart, Lantern, Oil,
    PlayerCommand,
};
use fogbound::grid::Direction::{East, North};
use fogbound::journal::Replay;

use crate::common::files::empty_folder;
use crate::common::{AppExt, dark, drawn, tick};
use crate::saved::{begun, check, checks, continued, journal, play};

/// A passage with a torch beside the player and a flask.
const PASSAGE: &str = "
#!############################
#@..]........................#
##############################";

fn setup() -> GameSetup {
    dark(drawn(PASSAGE))
}

/// Returns commands with which a hurt player draws oil from the torch, takes the flask, sees new ground, feels its way
/// in the dark, and lights what it felt.
fn commands() -> Vec<PlayerCommand> {
    let health = Arrange::Health {
        who: ActorId::PLAYER,
        health: 5,
    };
    let hurt = [health, Arrange::Oil(100)].map(PlayerCommand::Arrange);
    let walk = |steps: usize| vec![Action::step(East); steps];
    let set = |to: [Lantern; 2]| to.map(Action::set_lantern).to_vec();
    let actions = [
        vec![Action::tend(North)],
        walk(7),
        set([Lantern::Narrowed, Lantern::Shut]),
        walk(12),
        set([Lantern::Narrowed, Lantern::Open]),
        walk(1),
    ];
    let actions = actions.into_iter().flatten().map(PlayerCommand::Act);
    hurt.into_iter().chain(actions).collect()
}

/// The time, and what the player has won and burnt.
#[derive(Clone, Debug, PartialEq)]
struct Gains {
    tick: u64,
    health: i32,
    heart: Heart,
    oil: Oil,
    ground: Ground,
    check: u64,
}

fn gains(app: &mut App) -> Gains {
    let player = app.player().unwrap();
    Gains {
        tick: tick(app),
        health: app.part::<Health>(player).now(),
        heart: *app.part(player),
        oil: *app.part(player),
        ground: app.part::<Ground>(player).clone(),
        check: check(app),
    }
}

/// Carries out the commands. Returns what the player has after each of them.
fn after_each(app: &mut App, commands: &[PlayerCommand]) -> Vec<Gains> {
    play(app, "");
    let mut carry_out = |command: &PlayerCommand| {
        app.command([*command]);
        gains(app)
    };
    commands.iter().map(&mut carry_out).collect()
}

/// Asserts that the game wins health by heart, burns and draws oil, takes a flask, and has a slow step in the dark.
fn assert_eventful(all: &[Gains]) {
    let any = |is_so: fn(&Gains, &Gains) -> bool| all.windows(2).any(|it| is_so(&it[0], &it[1]));
    assert!(any(
        |one, next| next.health == one.health + 1 && next.ground != one.ground
    ));
    assert!(any(|one, next| one.oil.turns() == next.oil.turns() + 1));
    assert!(any(|one, next| next.oil.turns() == one.oil.turns() + 49));
    assert!(any(|one, next| next.oil.turns() > one.oil.turns() + 100));
    assert!(any(
        |one, next| next.tick == one.tick + 200 && next.ground == one.ground
    ));
    assert_ne!(all.last().unwrap().heart, Heart::default());
}

#[test]
fn a_game_with_heart_oil_and_dark_steps_can_be_continued_after_every_command_and_replayed() {
    let commands = commands();
    let mut whole = text::app();
    whole.begin_game(Game::new(setup()).unwrap());
    let expected = after_each(&mut whole, &commands);
    assert_eventful(&expected);
    for stop in 1..commands.len() {
        let folder = empty_folder(&format!("by-light-{stop}"));
        let (first, rest) = commands.split_at(stop);
        let mut app = begun(&folder, setup());
        assert_eq!(after_each(&mut app, first), expected[..stop]);
        drop(app);
        let mut app = continued(&folder).unwrap();
        assert_eq!(gains(&mut app), expected[stop - 1], "continued: {stop}");
        assert_eq!(
            after_each(&mut app, rest),
            expected[stop..],
            "later: {stop}"
        );
        drop(app);
        let journal = journal(&folder);
        let known = checks(&journal);
        let mut app = text::app();
        let mut replay = Replay::begin(app.world_mut(), journal).unwrap();
        for place in [commands.len(), stop, commands.len()] {
            replay.go_to(app.world_mut(), place).unwrap();
            assert_eq!(check(&mut app), known[place]);
            assert_eq!(gains(&mut app), expected[place - 1], "replayed: {stop}");
        }
    }
}
