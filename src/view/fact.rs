//! What the words for a fact may depend on.

use bevy::prelude::*;

use super::key_names::key_of;
use crate::control::{Bindings, Control};
use crate::game::{Did, Game, Things};
use crate::map::Tile;

/// A fact as the player perceives it, for the [words](super::DeedWords) about it. It holds nothing that the player cannot
/// know.
pub struct Fact<'a> {
    /// What happened.
    pub did: &'a Did,
    /// The actor: `you`, a name such as `the rat`, or `something` if the player does not see it.
    pub who: &'a str,
    /// The target, named in the same way, or nothing if there is none.
    pub whom: &'a str,
    /// The direction that the fact comes from, if the player only hears or feels it.
    pub from: &'a str,
    /// The target's name, whether or not the player sees it now. Only a fact that needs a known target may use it.
    pub known_target: String,
    /// The fact's cell as the player remembers it.
    pub tile: Option<Tile>,
    /// The game, if there is one.
    pub game: Option<&'a Game>,
    pub(super) things: &'a Things,
    pub(super) bindings: &'a Bindings,
}

impl Fact<'_> {
    pub fn outcome(&self) -> &'static str {
        self.did.outcome
    }

    pub fn amount(&self) -> u32 {
        self.did.amount
    }

    /// Returns the thing with its article, such as `a flare`, or `None` if there is no thing.
    pub fn thing(&self) -> Option<String> {
        let thing = self.things.get(self.did.thing?)?;
        let named = format!("{} {}", thing.article, thing.name);
        Some(named.trim_start().to_owned())
    }

    /// Returns the thing's name without an article.
    pub fn thing_name(&self) -> Option<&str> {
        Some(&self.things.get(self.did.thing?)?.name)
    }

    /// Returns the name of the tile, or of rock if the player does not know it.
    pub fn tile_name(&self) -> &str {
        self.tile.map_or("solid rock", |tile| tile.name())
    }

    /// Returns the key for a control, as the screen names it.
    pub fn key(&self, control: Control) -> String {
        key_of(self.bindings, control)
    }
}
