//! What there is to know about creatures, what the player has learned, and the boons that this earned.

use bevy::prelude::*;

use super::lore::lore;
use super::scene::Scene;
use crate::game::{Awareness, Boon, Chosen, Number, Study, offer};

impl Scene<'_, '_> {
    fn student(&self) -> Option<(&Study, &Chosen)> {
        let player = self.players.single().ok()?;
        self.students.get(player).ok()
    }

    /// Returns what the player has learned about kinds of monsters.
    pub fn study(&self) -> Option<&Study> {
        self.student().map(|(study, _)| study)
    }

    pub fn knows_kind(&self, name: &str) -> bool {
        self.study().is_some_and(|it| it.knows(name))
    }

    /// Returns the boons from which the player can choose one now.
    pub fn boons_on_offer(&self) -> Vec<&Boon> {
        match (self.student(), &self.game) {
            (Some((study, chosen)), Some(game)) => offer(game, &self.numbers, study, chosen),
            _ => Vec::new(),
        }
    }

    pub fn chosen_boons(&self) -> &[String] {
        self.student().map_or(&[], |(_, chosen)| &chosen.0)
    }

    /// Returns a number of a creature in percent, which is 100 without any changes.
    pub(super) fn percent_of(&self, who: Entity, number: Number) -> u32 {
        let wearer = self.wearers.get(who);
        wearer.map_or(100, |it| it.percent(number))
    }

    /// Returns what there is to know about a creature's kind, in sentences.
    pub fn lore_of(&self, who: Entity) -> Option<Vec<String>> {
        let (.., kind, _, _, _) = self.creatures.get(who).ok()?;
        self.bestiary.get(&kind?.0).map(|it| lore(it))
    }

    /// Returns the description of a creature's kind, if it has one.
    pub fn description(&self, who: Entity) -> Option<&str> {
        let (.., kind, _, _, _) = self.creatures.get(who).ok()?;
        let monster = self.bestiary.get(&kind?.0)?;
        Some(monster.description.as_str()).filter(|it| !it.is_empty())
    }

    /// Returns what a creature knows about its enemies, if it has a mind.
    pub(super) fn awareness_of(&self, who: Entity) -> Option<Awareness> {
        let (_, _, _, _, awareness, ..) = self.creatures.get(who).ok()?;
        awareness.copied()
    }
}
