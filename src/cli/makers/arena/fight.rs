//! A single fight.

use bevy::prelude::*;

use super::ground::{Field, Ground};
use super::sides::Side;
use crate::cli::error::CliError;
use crate::cli::makers::bots::Playing;
use crate::dungeon::LevelSource;
use crate::explorer::Temperament;
use crate::game::{
    Action, Actor, Clock, Depth, Faction, Fate, Game, GameEvent, Health, Native, Player,
    PlayerCommand, Witnessed, begin_game, carry_out,
};
use crate::vision::Position;

/// The factions of the sides if monsters fight monsters. No other creature belongs to them.
const FACTIONS: [Faction; 2] = [Faction(100), Faction(101)];

/// Everything that all fights have in common.
pub(super) struct Arena {
    /// A game with the monsters and the light of the fights.
    pub(super) game: Game,
    pub(super) ground: Ground,
    pub(super) sides: [Side; 2],
    /// The turn limit.
    pub(super) turns: u64,
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FightEnd {
    /// The side with this number killed the other side.
    WonBy(usize),
    /// The bot left the level.
    Left,
    /// There was no decision within the turn limit.
    Undecided,
}

/// The result of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fought {
    pub(super) end: FightEnd,
    pub(super) turns: u64,
    /// The remaining health of each side, as a percentage of its health before the fight.
    pub(super) health: [u64; 2],
}

impl Arena {
    /// Returns the number of the bot's side and the bot, if there is one.
    pub(super) fn bot(&self) -> Option<(usize, Temperament)> {
        let mut sides = self.sides.iter().enumerate();
        sides.find_map(|(number, side)| Some((number, side.bot()?)))
    }

    /// Has the sides fight once, in a world that has the game's plugins. The result depends only on the seed.
    pub(super) fn fight(&self, world: &mut World, seed: u64) -> Result<Fought, CliError> {
        let field = self.ground.field(seed, &self.sides)?;
        let mut game = self.game.clone();
        game.setup.seed = seed;
        game.setup.source = LevelSource::Drawn(Box::new(field.level.clone()));
        begin_game(world, game);
        let mut playing = self.bot().map(|(_, bot)| Playing::new(bot, self.turns));
        match playing {
            Some(_) => go_to_depth(world, self.ground.depth()),
            None => divide(world, &field),
        }
        let before = self.health(world);
        let end = loop {
            if let Some(end) = self.end(world) {
                break end;
            }
            match &mut playing {
                None => wait(world),
                Some(bot) => {
                    // The bot's death is noticed above, so if its game ends here, it does not know what to do.
                    if bot.go_on(world).is_some() && self.end(world).is_none() {
                        break FightEnd::Undecided;
                    }
                }
            }
        };
        let now = self.health(world);
        let percent = |side: usize| now[side] * 100 / before[side].max(1);
        Ok(Fought {
            end,
            turns: world.resource::<Clock>().turn(),
            health: [percent(0), percent(1)],
        })
    }

    /// Returns how the fight has ended, if it has.
    fn end(&self, world: &mut World) -> Option<FightEnd> {
        if world.resource::<Depth>().0 != self.ground.depth() {
            return Some(FightEnd::Left);
        }
        let is_over =
            world.resource::<Clock>().turn() >= self.turns || !world.resource::<Fate>().is_alive();
        match self.health(world) {
            [0, 0] => Some(FightEnd::Undecided),
            [_, 0] => Some(FightEnd::WonBy(0)),
            [0, _] => Some(FightEnd::WonBy(1)),
            _ => is_over.then_some(FightEnd::Undecided),
        }
    }

    /// Returns the total health of the living creatures on each side.
    fn health(&self, world: &mut World) -> [u64; 2] {
        let bot = self.bot().map(|(side, _)| side);
        let mut all = world.query_filtered::<(&Faction, &Health, Has<Player>), With<Actor>>();
        let mut sums = [0; 2];
        for (faction, health, is_player) in all.iter(world) {
            let side = match bot {
                None => FACTIONS.iter().position(|it| it == faction),
                Some(side) => Some(if is_player { side } else { 1 - side }),
            };
            if let Some(side) = side {
                sums[side] += u64::try_from(health.now()).unwrap_or(0);
            }
        }
        sums
    }
}

/// Makes the level of a drawn game a level at another depth, so that the stairs lead to other levels in both directions.
fn go_to_depth(world: &mut World, depth: u32) {
    world.insert_resource(Depth(depth));
    let mut natives = world.query::<&mut Native>();
    for mut native in natives.iter_mut(world) {
        native.0 = depth;
    }
}

/// Makes the monsters of the two sides enemies.
fn divide(world: &mut World, field: &Field) {
    let mut monsters = world.query_filtered::<(&Position, &mut Faction), Without<Player>>();
    for (at, mut faction) in monsters.iter_mut(world) {
        let side = field.cells.iter().position(|cells| cells.contains(&at.0));
        if let Some(side) = side {
            *faction = FACTIONS[side];
        }
    }
}

/// Lets a turn pass, and clears the events because there is no front end to do so.
fn wait(world: &mut World) {
    carry_out(world, PlayerCommand::Act(Action::WAIT));
    world.resource_mut::<Messages<Witnessed>>().clear();
    world.resource_mut::<Messages<GameEvent>>().clear();
}
