//! Effects: what a data file says should happen when something happens to a creature or thing.
//!
//! An effect is a verb with its parameters, the conditions under which it takes place, and its chance. The verbs are in
//! `game/effect`, one file each, and plugins can add their own.

use std::sync::Arc;

use bevy::prelude::*;

use super::area::Area;
use super::condition::Test;
use super::fight::Quota;
use super::occasion::{Bearer, Occasion};
use super::party::Party;
use super::verb::{Incident, Purpose, ReflectVerb, Verb};
use super::whom::Whom;

/// An effect, read from a data file.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The verb, with its parameters.
    pub(crate) verb: Arc<dyn Reflect>,
    pub(crate) kind: ReflectVerb,
    /// The tests. Of each list, one must succeed.
    pub(crate) when: Vec<Vec<Test>>,
    /// Whom the effect is about.
    pub(crate) party: Party,
    /// The chance that the effect takes place, as a percentage.
    pub(crate) chance: u32,
    /// How often the effect can take place, if there is a limit.
    pub(crate) quota: Option<Quota>,
    /// The cells that the effect reaches.
    pub(crate) area: Area,
    /// The creatures that the effect concerns.
    pub(crate) whom: Whom,
    /// Tests about each of these creatures. Of each list, one must succeed.
    pub(crate) only: Arc<Vec<Vec<Test>>>,
}

impl Effect {
    /// Returns the verb, with its parameters.
    pub fn verb(&self) -> Option<&dyn Verb> {
        self.kind.of(&*self.verb)
    }

    /// Returns the verb with its parameters, if it is of type `T`.
    pub fn get<T: Verb>(&self) -> Option<&T> {
        (*self.verb).downcast_ref()
    }

    pub fn purpose(&self) -> Option<Purpose> {
        self.verb()?.purpose()
    }

    /// Returns whether the effect does nothing but harm its user. No one uses a thing for that.
    pub(crate) fn only_harms_user(&self) -> bool {
        self.area == Area::ITSELF && self.purpose() == Some(Purpose::Harm)
    }

    /// Returns an incident with what this effect says of itself. `number` is that of the effect among those for the same
    /// occasion, and `did` says whether the one before has just taken place.
    pub(crate) fn filled_in(&self, incident: Incident, number: usize, did: bool) -> Incident {
        let only = (!self.only.is_empty()).then(|| Arc::clone(&self.only) as _);
        Incident {
            number,
            did,
            area: self.area,
            whom: self.whom,
            only,
            ..incident
        }
    }

    /// Returns what would happen if a creature used a thing with this effect now.
    pub(crate) fn if_used(&self, world: &World, who: Entity) -> Option<Incident> {
        let incident = Incident::new(world, who, Occasion::USE, Bearer::Thing)?;
        let found = self
            .is_of_others()
            .then(|| (Occasion::USE.finds)(world, who, &|_| true));
        let found = found.flatten().unwrap_or_default();
        let incident = self.filled_in(incident.with(found), 0, false);
        incident.of_party(world, self.party)
    }

    /// Returns whom the effect is about.
    pub fn party(&self) -> Party {
        self.party
    }

    /// Returns the tests. Of each list, one must succeed.
    pub fn tests(&self) -> &[Vec<Test>] {
        &self.when
    }

    /// Returns the tests about each creature that the effect concerns. Of each list, one must succeed.
    pub fn only(&self) -> &[Vec<Test>] {
        &self.only
    }

    /// Returns the chance that the effect takes place, as a percentage.
    pub fn chance(&self) -> u32 {
        self.chance
    }

    /// Returns how often the effect can take place, if there is a limit.
    pub fn quota(&self) -> Option<&Quota> {
        self.quota.as_ref()
    }

    /// Returns the cells that the effect reaches.
    pub fn area(&self) -> Area {
        self.area
    }

    /// Returns the creatures that the effect concerns.
    pub fn whom(&self) -> Whom {
        self.whom
    }

    /// Returns whether those of its tests succeed that are only about the creature that has the effect, of each list
    /// one. They don't depend on who else takes part.
    pub(crate) fn may_by_itself(&self, world: &World, incident: &Incident) -> bool {
        self.succeed(world, incident, is_own)
    }

    /// Returns whether all other tests of it succeed, of each list one.
    pub(crate) fn others_suit(&self, world: &World, incident: &Incident) -> bool {
        self.succeed(world, incident, |any_of| !is_own(any_of))
    }

    fn succeed(&self, world: &World, incident: &Incident, which: fn(&[Test]) -> bool) -> bool {
        let mut tests = self.when.iter().filter(|any_of| which(any_of));
        tests.all(|any_of| any_of.iter().any(|it| it.succeeds(world, incident)))
    }

    /// Returns whether the effect, or one of its tests, is about another party than the creature that has the effect.
    pub(crate) fn is_of_others(&self) -> bool {
        let mut tests = self.when.iter().flatten();
        self.party != Party::Me || tests.any(|it| it.party != Party::Me)
    }

    pub fn name(&self) -> &'static str {
        self.kind.name
    }
}

/// Returns whether tests are only about the creature that has the effect.
fn is_own(tests: &[Test]) -> bool {
    tests.iter().all(|it| it.party == Party::Me)
}

/// The effects on each occasion that a data file responds to.
pub type Responses = Vec<(Occasion, Vec<Effect>)>;

pub(crate) fn effects_on(responses: &Responses, occasion: Occasion) -> &[Effect] {
    let mut all = responses.iter();
    all.find(|(it, _)| it.name == occasion.name)
        .map_or(&[], |(_, effects)| effects)
}

/// The effects of a creature or a thing.
#[derive(Component, Clone, Debug)]
pub(crate) struct Responds {
    pub(crate) on: Arc<Responses>,
    /// The name of the file that they come from.
    pub(crate) file: Arc<str>,
}

impl Responds {
    pub(crate) fn to(&self, occasion: Occasion) -> &[Effect] {
        effects_on(&self.on, occasion)
    }
}
