//! Plays a game with a bot.

use std::error::Error;

use bevy::ecs::message::MessageCursor;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use fogbound::game::{
    Action, Awareness, BeginGame, Clock, Faction, Fate, Game, GameSetup, Player, PlayerCommand,
    SimulationPlugin, State, TICKS_PER_TURN,
};
use fogbound::map::TileMap;
use fogbound::vision::{LightMap, Position, Viewshed};

use crate::bots::{Bot, Style};
use crate::eyes::Eyes;
use crate::judge::Record;

/// After so many commands in a row that took no time, the bot has lost its way.
const MOST_IN_VAIN: u32 = 20;

/// Whether anybody awake and hostile has the player in view.
fn is_seen(world: &mut World) -> bool {
    let mut players = world.query_filtered::<&Position, With<Player>>();
    let Ok(&Position(at)) = players.single(world) else {
        return false;
    };
    let mut others = world.query_filtered::<(&Viewshed, &Awareness, &Faction), Without<Player>>();
    let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
    others.iter(world).any(|(view, awareness, side)| {
        side.is_hostile_to(Faction::PLAYER)
            && awareness.state() != State::Asleep
            && light.sees(map.opacity(), view, at)
    })
}

/// Plays until the player is dead, for so many turns at most, or until `is_over`.
pub fn play(
    setup: GameSetup,
    style: Style,
    turns: u64,
    mut is_over: impl FnMut(&mut World) -> bool,
) -> Result<Record, Box<dyn Error>> {
    let mut app = App::new();
    app.add_plugins(SimulationPlugin)
        .begin_game(Game::new(setup)?);
    // Many games run side by side, each on a thread of its own.
    let mut schedules = app.world_mut().resource_mut::<Schedules>();
    for (_, schedule) in schedules.iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    app.update();
    let mut eyes = Eyes::new(app.world_mut());
    let mut events = MessageCursor::default();
    let mut bot = Bot::new(style);
    let mut record = Record::default();
    let mut in_vain = 0;
    loop {
        let log = eyes.read_log(app.world());
        let Some(screen) = eyes.look(app.world()) else {
            return Err("the player is gone".into());
        };
        let (turn, you) = (screen.turn, screen.you);
        record.look(&screen);
        if turn >= turns || in_vain >= MOST_IN_VAIN {
            return Ok(record);
        }
        let action = if in_vain > 0 {
            Action::WAIT
        } else {
            bot.decide(&screen, &log)
        };
        let tick = app.world().resource::<Clock>().tick;
        app.world_mut().write_message(PlayerCommand::Act(action));
        app.update();
        let now = app.world().resource::<Clock>().tick;
        in_vain = if now == tick { in_vain + 1 } else { 0 };
        let turns = now / TICKS_PER_TURN - turn;
        record.pass(turns);
        record.count_eyes(is_seen(app.world_mut()), turns);
        record.read(app.world(), &mut events, turn, you);
        if !app.world().resource::<Fate>().is_alive() || is_over(app.world_mut()) {
            record.won = app.world().resource::<Fate>().victory().is_some();
            return Ok(record);
        }
    }
}
