//! A player who tries every command.

use bevy::prelude::*;
use fogbound::game::bestiary::Bestiary;
use fogbound::game::{Action, PlayerCommand};
use fogbound::grid::Direction;
use fogbound::map::Tile;
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::AppExt;
use super::arena::player;

/// Returns a random command of any kind, often one that leads to the stairs or takes them.
pub fn any_command(
    app: &mut App,
    dice: &mut impl rand::Rng,
    heading: &mut Direction,
) -> PlayerCommand {
    if dice.random_range(0..4) == 0 {
        *heading = *Direction::ALL.choose(dice).unwrap();
    }
    let way = *heading;
    let (_, here) = player(app);
    let mut cell = || {
        let size = app.map().size().as_ivec2();
        IVec2::new(
            dice.random_range(-1..=size.x),
            dice.random_range(-1..=size.y),
        )
    };
    let somewhere = cell();
    let to_stairs = || {
        let is_stairs = |&(_, tile): &(IVec2, Tile)| tile.stairs().is_some();
        let mut stairs = app.map().iter().filter(is_stairs);
        stairs.find_map(|(cell, _)| Direction::from_delta((cell - here).signum()))
    };
    PlayerCommand::Act(match dice.random_range(0..1000) {
        0..440 => Action::step(way),
        440..560 => Action::step(to_stairs().unwrap_or(way)),
        560..680 => Action::run(way),
        680..760 => Action::WAIT,
        760..800 => Action::attack(way),
        800..840 => Action::open_door(way),
        840..870 => Action::close_door(way),
        870..880 => Action::shoot(somewhere),
        880..885 => Action::cry(dice.random_range(0..60)),
        885..925 => Action::TAKE_STAIRS,
        925..955 => return PlayerCommand::Act(Action::CLOSE_A_DOOR),
        955..965 => return PlayerCommand::ChangeRadius(dice.random_range(-5..=5)),
        965..975 => return PlayerCommand::NextAlgorithm,
        975..978 => return PlayerCommand::NewDungeon,
        978..983 => {
            let glyphs: Vec<char> = app
                .world()
                .resource::<Bestiary>()
                .iter()
                .map(|monster| monster.glyph)
                .collect();
            return PlayerCommand::Conjure {
                glyph: *glyphs.choose(dice).unwrap(),
                at: somewhere,
            };
        }
        _ => return PlayerCommand::Again,
    })
}
