//! Describing how things stand when a fact does not hold.

use bevy::prelude::*;

use super::judge::{Moment, Struck, place_of};
use super::scene::{Fact, Outcome, RoleFact, Statement};
use crate::game::{Awareness, Ghosts, Lantern};
use crate::map::TileMap;
use crate::view::{Reader, latest_reason};
use crate::vision::MapMemory;

impl Moment<'_> {
    /// Describes a creature's state, with the cell that its thoughts are on.
    fn state_words(&self, role: usize, awareness: Awareness) -> String {
        let at = awareness.mind_on();
        let at = at.map_or_else(String::new, |it| format!(" {},{}", it.x, it.y));
        format!("is {}{at}", self.state_name(role, awareness))
    }

    /// Describes how things stand with what a statement is about, in a few words.
    pub(super) fn actually(&self, statement: &Statement) -> String {
        match &statement.fact {
            Fact::Role(who, fact) => {
                let roles = who.roles.iter().take(8);
                let words = roles
                    .map(|it| format!("{} {}", self.cast.0[*it].name, self.role_words(*it, fact)));
                words.collect::<Vec<_>>().join("; ")
            }
            Fact::Number(quantity, _) => self
                .number(quantity)
                .map_or_else(|| "it is gone".to_owned(), |it| format!("it is {it}")),
            Fact::Tile(spot, _) => {
                let tile = self
                    .cell(*spot)
                    .and_then(|it| self.world.resource::<TileMap>().get(it));
                tile.map_or_else(
                    || "there is no such cell".to_owned(),
                    |it| format!("it is {}", it.name()),
                )
            }
            Fact::Thing(spot, _) => {
                let things = self
                    .cell(*spot)
                    .map(|it| self.things_at(it))
                    .unwrap_or_default();
                if things.is_empty() {
                    "nothing lies there".to_owned()
                } else {
                    format!("there lies {}", things.join(", "))
                }
            }
            Fact::Log(_) => {
                let messages = self.messages();
                let last = messages.iter().rev().take(3).rev().cloned();
                format!("the last messages are {:?}", last.collect::<Vec<_>>())
            }
            Fact::Screen(_) => "the screen is otherwise".to_owned(),
            Fact::Obeyed => match self.messages().last() {
                Some(why) => format!("it was refused: {why}"),
                None => "it was refused".to_owned(),
            },
            Fact::Game(_) => match self.outcome() {
                Outcome::On => "the game goes on".to_owned(),
                Outcome::Lost => "the player is dead".to_owned(),
                Outcome::Won => "the player has won".to_owned(),
            },
        }
    }

    /// Describes how a role stands with respect to a fact.
    fn role_words(&self, role: usize, fact: &RoleFact) -> String {
        if !self.is_alive(role) && !matches!(fact, RoleFact::Struck(..)) {
            return "is dead".to_owned();
        }
        let entity = self.entities[role];
        let at = place_of(self.world, entity)
            .map_or_else(String::new, |it| format!("at {},{}", it.x, it.y));
        match fact {
            RoleFact::Because(..) => {
                let state = self.state_of(role);
                state.map_or_else(|| "has no state".to_owned(), |it| format!("is {it}"))
            }
            RoleFact::Decided(_) => {
                let reason = latest_reason(self.world, entity, Reader::Maker);
                reason.unwrap_or_else(|| "has not decided anything".to_owned())
            }
            RoleFact::State(..) => {
                let awareness = self.awareness(role);
                let words = awareness.map(|it| self.state_words(role, it));
                words.unwrap_or_else(|| "has no state".to_owned())
            }
            RoleFact::Lantern(_) => {
                let lantern = self.world.get::<Lantern>(entity);
                lantern.map_or_else(
                    || "has no lantern".to_owned(),
                    |it| format!("has its lantern {}", it.name()),
                )
            }
            RoleFact::Struck(_, target, _) => {
                let target = self.entities[*target];
                let blows = self
                    .struck
                    .iter()
                    .filter(|it| it.by == entity && it.target == target);
                let (hits, misses): (Vec<&Struck>, Vec<_>) = blows.partition(|it| it.is_hit);
                format!("has {} hits and {} misses", hits.len(), misses.len())
            }
            RoleFact::Remembers(spot, _) => {
                let memory = self.world.get::<MapMemory>(entity);
                let tile = memory
                    .zip(self.cell(*spot))
                    .and_then(|(memory, cell)| memory.tile(cell));
                tile.map_or_else(
                    || "remembers nothing there".to_owned(),
                    |it| format!("remembers {} there", it.name()),
                )
            }
            RoleFact::LastSaw(other, _) => {
                let ghosts = self.world.get::<Ghosts>(entity).into_iter();
                let kind = &self.cast.0[*other].kind;
                let cells = ghosts.flat_map(Ghosts::iter).filter(|it| it.name == *kind);
                let cells: Vec<String> = cells
                    .map(|it| format!("at {},{}", it.at.x, it.at.y))
                    .collect();
                match cells.is_empty() {
                    true => format!("remembers no {kind} out of view"),
                    false => format!("remembers a {kind} {}", cells.join(" and ")),
                }
            }
            RoleFact::Heard(_) => self.heard(entity).map_or_else(
                || "heard nothing".to_owned(),
                |it| format!("heard a noise from {},{}", it.x, it.y),
            ),
            RoleFact::SeesRole(other) => {
                let verb = if self.sees_role(role, *other) {
                    "sees"
                } else {
                    "does not see"
                };
                format!("{verb} {}", self.cast.0[*other].name)
            }
            RoleFact::SeesCell(spot) => {
                let sees = self.cell(*spot).is_some_and(|it| self.sees(role, it));
                if sees { "sees it" } else { "does not see it" }.to_owned()
            }
            _ if !self.is_here(role) => "is on another level".to_owned(),
            RoleFact::Alive => "is alive".to_owned(),
            _ => format!("is {at}"),
        }
    }
}
