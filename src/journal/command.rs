//! Converts commands to and from the text that a journal stores.

use std::str::FromStr;

use bevy::prelude::*;

use super::arrange;
use crate::game::deed::kind_named;
use crate::game::{Action, Actor, ActorId, Aim, PlayerCommand, actor_with};
use crate::grid::Direction;
use crate::map::read_cell;

/// Returns a command as text. An actor is written as its [`ActorId`], which is the same in every run, or as `nobody` if
/// it no longer exists.
pub(super) fn write(world: &World, command: &PlayerCommand) -> String {
    match *command {
        PlayerCommand::Act(Action { kind, aim }) => {
            format!("{:?} {}", kind.name(), write_aim(world, aim))
        }
        PlayerCommand::ChangeRadius(by) => format!("radius {by}"),
        PlayerCommand::StretchRadius(by) => format!("stretch {by}"),
        PlayerCommand::NextAlgorithm => "algorithm".to_owned(),
        PlayerCommand::ChooseBoon(number) => format!("boon {number}"),
        // These two commands end the journal and are never written.
        PlayerCommand::NewDungeon => "new-dungeon".to_owned(),
        PlayerCommand::Again => "again".to_owned(),
        PlayerCommand::Conjure { glyph, at } => format!("conjure {glyph} {},{}", at.x, at.y),
        PlayerCommand::Arrange(change) => format!("arrange {}", arrange::write(change)),
    }
}

fn write_aim(world: &World, aim: Aim) -> String {
    match aim {
        Aim::Here => "here".to_owned(),
        Aim::Way(way) => format!("way {}", name_of(way)),
        Aim::Cell(cell) => format!("cell {},{}", cell.x, cell.y),
        Aim::Target { who, follows } => {
            let id = world.get::<Actor>(who).map(|it| it.id.0);
            let id = id.map_or_else(|| "nobody".to_owned(), |id| id.to_string());
            let follows = if follows { " follows" } else { "" };
            format!("whom {id}{follows}")
        }
        Aim::Amount(amount) => format!("amount {amount}"),
        Aim::Thing { place, at } => format!("thing {place} {},{}", at.x, at.y),
    }
}

/// Reads a command from the text that a journal stores, for the game in this world.
///
/// # Errors
///
/// If the command is invalid. The error says why.
pub fn read(world: &World, line: &str) -> Result<PlayerCommand, String> {
    if let Some(quoted) = line.strip_prefix('"') {
        let (name, aim) = quoted
            .split_once("\" ")
            .ok_or_else(|| format!("invalid action `{line}`"))?;
        let kind = kind_named(world, name).ok_or_else(|| format!("unknown action `{name}`"))?;
        let aim = read_aim(world, aim)?;
        return Ok(PlayerCommand::Act(Action::new(kind, aim)));
    }
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok(match word {
        // The name of this action in old journals.
        "close-door" => return read(world, "\"close a door\" here"),
        "radius" => PlayerCommand::ChangeRadius(number(rest)?),
        "stretch" => PlayerCommand::StretchRadius(number(rest)?),
        "algorithm" => PlayerCommand::NextAlgorithm,
        "boon" => PlayerCommand::ChooseBoon(number(rest)?),
        "conjure" => {
            let (glyph, at) = rest.split_once(' ').unwrap_or((rest, ""));
            PlayerCommand::Conjure {
                glyph: number(glyph)?,
                at: read_cell(at)?,
            }
        }
        "arrange" => PlayerCommand::Arrange(arrange::read(rest)?),
        _ => return Err(format!("unknown command `{line}`")),
    })
}

fn read_aim(world: &World, words: &str) -> Result<Aim, String> {
    let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
    Ok(match word {
        "here" => Aim::Here,
        "way" => {
            let way = Direction::ALL.into_iter().find(|it| name_of(*it) == rest);
            Aim::Way(way.ok_or_else(|| format!("unknown direction `{rest}`"))?)
        }
        "cell" => Aim::Cell(read_cell(rest)?),
        "whom" => {
            let (id, follows) = rest.split_once(' ').unwrap_or((rest, ""));
            let who = match id {
                "nobody" => Entity::PLACEHOLDER,
                id => actor_with(world, ActorId(number(id)?)).unwrap_or(Entity::PLACEHOLDER),
            };
            Aim::Target {
                who,
                follows: follows == "follows",
            }
        }
        "amount" => Aim::Amount(number(rest)?),
        "thing" => {
            let (place, at) = rest.split_once(' ').unwrap_or((rest, ""));
            Aim::Thing {
                place: number(place)?,
                at: read_cell(at)?,
            }
        }
        _ => return Err(format!("unknown target `{words}`")),
    })
}

fn name_of(way: Direction) -> String {
    format!("{way:?}").to_lowercase()
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("unexpected value `{text}`"))
}
