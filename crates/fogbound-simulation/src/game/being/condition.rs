//! Conditions of effects.

use std::sync::Arc;

use bevy::prelude::*;

use super::occasion::Bearer;
use super::party::Party;
use super::verb::{Choice, Incident};
use crate::vision::Viewshed;

/// A condition for an effect, about the creature that has the effect or about another [party](Party). Two conditions are
/// the same if their names are.
///
/// A new condition is a constant that is registered with [`add_condition`](super::AddTerms::add_condition). Its fields
/// usually begin with those of [`PLAIN`](Self::PLAIN).
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The name in data files.
    pub name: &'static str,
    /// What follows the name.
    pub takes: Takes,
    /// Says when the condition holds for you, such as `if you are badly hurt`. `{}` stands for what follows the name.
    pub for_you: &'static str,
    /// Says when the condition holds for a monster, such as `while hurt`.
    pub for_it: &'static str,
    /// Says when the condition holds for another party, such as `if the other is hurt`.
    pub for_other: &'static str,
    /// When the condition holds, for the documentation.
    pub about: &'static str,
    /// What the condition can be about.
    pub subject: Subject,
    /// Returns whether the condition holds now, given what follows its name. The incident is that of the
    /// [party](Incident::of_party) that the condition is about. For the effect of a thing, this may depend only on what
    /// the [owner](Incident::owner) knows.
    pub holds: fn(&World, &Incident, &Argument) -> bool,
}

/// What a condition can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A cell, or the cell of a creature.
    Cell,
    /// A creature.
    Creature,
    /// Another creature than the one that has the effect.
    Other,
    /// Another creature, or a cell.
    Elsewhere,
    /// The creature that has the effect, even if it is dead.
    Own,
}

impl Subject {
    pub fn can_be(self, party: Party) -> bool {
        match self {
            Self::Cell => true,
            Self::Creature => party != Party::It,
            Self::Other => party == Party::Them,
            Self::Elsewhere => party != Party::Me,
            Self::Own => party == Party::Me,
        }
    }

    /// Returns whether the condition can hold if the creature that it is about does not exist.
    fn needs_no_body(self) -> bool {
        matches!(self, Self::Cell | Self::Elsewhere | Self::Own)
    }
}

/// What follows the name of a condition in a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A number up to the second, which is the first if it is left out.
    Number(u32, u32),
    /// The name of a monster.
    Monster,
    /// The name of a thing, or nothing.
    Thing,
    /// The name of a tile, or the last words of one.
    Tile,
}

/// What follows the name of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// Nothing.
    None,
    /// A number.
    Number(u32),
    /// A name.
    Name(Arc<str>),
}

impl Argument {
    /// Returns the number, or 0.
    pub fn number(&self) -> u32 {
        match self {
            Self::Number(number) => *number,
            _ => 0,
        }
    }

    /// Returns the name, if there is one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }
}

impl Condition {
    /// A condition without a name, which never holds.
    pub const PLAIN: Self = Self {
        name: "",
        takes: Takes::Nothing,
        for_you: "",
        for_it: "",
        for_other: "",
        about: "",
        subject: Subject::Creature,
        holds: |_, _, _| false,
    };
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Condition {}

/// What a file calls the kind of the player.
pub(crate) const YOU: &str = "you";

/// A condition as a data file uses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The condition.
    pub condition: Condition,
    /// Whom it is about.
    pub party: Party,
    /// Whether it must not hold.
    pub negated: bool,
    /// What follows its name.
    pub argument: Argument,
}

impl Test {
    /// Returns whether the test succeeds now. It does not if the owner of the effect does not know the party.
    pub fn succeeds(&self, world: &World, incident: &Incident) -> bool {
        let incident = incident.of_party(world, self.party);
        incident.is_some_and(|it| {
            self.is_known(world, &it)
                && (self.condition.subject.needs_no_body() || world.get_entity(it.who).is_ok())
                && (self.condition.holds)(world, &it, &self.argument) != self.negated
        })
    }

    /// Returns whether the test may depend on its party. A thing may only depend on a creature that its user perceives, and
    /// on a cell that its user has in view.
    fn is_known(&self, world: &World, incident: &Incident) -> bool {
        let has_in_view = |view: &Viewshed| view.has_in_view(incident.at);
        match (incident.of, self.party) {
            (Bearer::Monster, _) | (_, Party::Me) => true,
            (_, Party::Them) => world.get_entity(incident.who).is_ok(),
            (_, Party::It) => world
                .get::<Viewshed>(incident.owner)
                .is_some_and(has_in_view),
        }
    }

    /// Says when the test succeeds.
    pub fn words(&self, of: Bearer) -> String {
        let Condition {
            for_you,
            for_it,
            for_other,
            ..
        } = self.condition;
        let words = match (self.party, of) {
            (Party::Me, Bearer::Thing) => for_you,
            (Party::Me, _) => for_it,
            _ => for_other,
        };
        let argument = match &self.argument {
            Argument::None => String::new(),
            Argument::Number(number) => number.to_string(),
            Argument::Name(name) => name.to_string(),
        };
        let words = match argument.as_str() {
            YOU => words.replace("a {}", YOU),
            argument if argument.starts_with(['a', 'e', 'i', 'o', 'u']) => {
                words.replace(" a {}", " an {}").replace("{}", argument)
            }
            argument => words.replace("{}", argument),
        };
        if !self.negated {
            return words;
        }
        match words.split_once(' ') {
            Some(("if", rest)) => format!("unless {rest}"),
            Some(("while", rest)) => format!("while not {rest}"),
            _ => format!("not {words}"),
        }
    }
}

/// Returns whether, of each list of tests, one succeeds.
fn all_succeed(tests: &[Vec<Test>], world: &World, incident: &Incident) -> bool {
    let succeeds = |it: &Test| it.succeeds(world, incident);
    tests.iter().all(|any| any.iter().any(succeeds))
}

impl Choice for Vec<Vec<Test>> {
    fn includes(&self, world: &World, incident: &Incident) -> bool {
        all_succeed(self, world, incident)
    }
}

/// Says when all of the lists of tests have a test that succeeds, in words that follow those for what happens then.
pub fn words_of(tests: &[Vec<Test>], of: Bearer) -> String {
    let either = |any: &Vec<Test>| {
        let words: Vec<String> = any.iter().map(|it| it.words(of)).collect();
        format!(" {}", words.join(" or "))
    };
    tests.iter().map(either).collect()
}
