//! Effects: what a creature's data file says should happen when something happens to the creature.
//!
//! An effect is a verb with its parameters, the conditions under which it takes place, and its chance. The verbs are in
//! `game/effect`, one file each, and plugins can add their own.

use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::reflect::{FromReflect, GetTypeRegistration, TypePath};
use rand::rngs::ChaCha8Rng;

use super::actor::{Actor, ActorId};
use super::body::Faction;
use super::clock::Clock;
use super::dice::decision_rng;
use super::seed::Seed;
use crate::mistakes::NoteMistake;
use crate::vision::Position;

/// Something that happens to a creature and that its data file can respond to with effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occasion {
    /// A blow or shot hit the creature, which survived.
    Hit,
    /// Another creature bumped into this one or struck at it, whether or not the blow hit.
    Touch,
    /// The creature died.
    Death,
    /// The creature began to hunt an enemy.
    Notice,
    /// The creature is about to act.
    Turn,
}

impl Occasion {
    /// All occasions.
    pub const ALL: [Self; 5] = [
        Self::Hit,
        Self::Touch,
        Self::Death,
        Self::Notice,
        Self::Turn,
    ];

    /// Returns the name used in data files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Touch => "touch",
            Self::Death => "death",
            Self::Notice => "notice",
            Self::Turn => "turn",
        }
    }
}

/// A condition for an effect. All conditions are about the creature that has the effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// No light reaches the creature's cell. Never holds in a world without darkness.
    Dark,
    /// Light reaches the creature's cell. Always holds in a world without darkness.
    Lit,
    /// The creature has at most half of its health.
    Hurt,
    /// No other creature on the same side is near, with nothing between them that blocks the view.
    Alone,
    /// An enemy sees the creature's cell.
    Seen,
    /// No enemy sees the creature's cell.
    Unseen,
    /// An enemy is on an adjacent cell.
    Close,
}

impl Condition {
    /// All conditions.
    pub const ALL: [Self; 7] = [
        Self::Dark,
        Self::Lit,
        Self::Hurt,
        Self::Alone,
        Self::Seen,
        Self::Unseen,
        Self::Close,
    ];

    /// Returns the name used in data files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Lit => "lit",
            Self::Hurt => "hurt",
            Self::Alone => "alone",
            Self::Seen => "seen",
            Self::Unseen => "unseen",
            Self::Close => "close",
        }
    }
}

/// What an effect does. The fields of a verb are its parameters in data files. Declare their limits with
/// [`Within`](super::Within).
pub trait Verb: Reflect {
    /// Carries out the effect. The creature may be dead: then its entity no longer exists.
    fn act(&self, world: &mut World, incident: &Incident);

    /// Returns the names of monsters in the parameters, so that unknown names can be reported.
    fn monsters(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// Something that happened to a creature, and the creature's effect that takes place because of it.
#[derive(Clone, Copy, Debug)]
pub struct Incident {
    /// What happened to the creature.
    pub occasion: Occasion,
    /// The creature.
    pub who: Entity,
    /// The creature's ID.
    pub id: ActorId,
    /// The creature's cell.
    pub at: IVec2,
    /// The creature's side.
    pub side: Option<Faction>,
    /// The current tick.
    pub tick: u64,
    /// The number of the effect among those for the same occasion.
    pub number: usize,
}

impl Incident {
    /// Returns a random number generator for this effect. `purpose` names the decision.
    pub fn dice(&self, world: &World, purpose: &str) -> ChaCha8Rng {
        let purpose = format!("effect {} {} {purpose}", self.occasion.name(), self.number);
        decision_rng(world.resource::<Seed>().0, &purpose, self.id, self.tick)
    }
}

/// Marks a type as a verb, so that data files can name it. [`AddVerb::add_verb`] adds this mark.
#[derive(Clone, Copy)]
pub struct ReflectVerb {
    /// The name of the verb in data files.
    pub name: &'static str,
    get: fn(&dyn Reflect) -> Option<&dyn Verb>,
}

impl fmt::Debug for ReflectVerb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Adds verbs to an app.
pub trait AddVerb {
    /// Registers the verb `T`, so that data files can use it in effects under this name.
    fn add_verb<T>(&mut self, name: &'static str) -> &mut Self
    where
        T: Verb + FromReflect + TypePath + GetTypeRegistration + Default;
}

impl AddVerb for App {
    fn add_verb<T>(&mut self, name: &'static str) -> &mut Self
    where
        T: Verb + FromReflect + TypePath + GetTypeRegistration + Default,
    {
        self.register_type::<T>()
            .register_type_data::<T, ReflectDefault>();
        let registry = self.world().resource::<AppTypeRegistry>().clone();
        let mut registry = registry.write();
        let is_same = |it: &ReflectVerb| it.name == name;
        let is_taken = registry
            .iter()
            .filter_map(|it| it.data::<ReflectVerb>())
            .any(is_same);
        if is_taken {
            self.note_mistake(format!(
                "there is already a verb called {name:?}; accepted: another name"
            ));
        } else if let Some(known) = registry.get_mut(TypeId::of::<T>()) {
            known.insert(ReflectVerb {
                name,
                get: as_verb::<T>,
            });
        }
        self
    }
}

fn as_verb<T: Verb>(verb: &dyn Reflect) -> Option<&dyn Verb> {
    let verb: &T = verb.downcast_ref()?;
    Some(verb)
}

/// An effect, read from a data file.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The verb, with its parameters.
    pub(crate) verb: Arc<dyn Reflect>,
    pub(crate) kind: ReflectVerb,
    /// The conditions, all of which must hold.
    pub(crate) when: Vec<Condition>,
    /// The chance that the effect takes place, as a percentage.
    pub(crate) chance: u32,
}

impl Effect {
    /// Returns the verb, with its parameters.
    pub fn verb(&self) -> Option<&dyn Verb> {
        (self.kind.get)(&*self.verb)
    }

    /// Returns the verb with its parameters, if it is of type `T`.
    pub fn get<T: Verb>(&self) -> Option<&T> {
        (*self.verb).downcast_ref()
    }

    /// Returns the conditions, all of which must hold.
    pub fn conditions(&self) -> &[Condition] {
        &self.when
    }

    /// Returns the chance that the effect takes place, as a percentage.
    pub fn chance(&self) -> u32 {
        self.chance
    }

    /// Returns the name of the verb.
    pub fn name(&self) -> &'static str {
        self.kind.name
    }
}

/// The effects on each occasion that a data file responds to.
pub type Responses = Vec<(Occasion, Vec<Effect>)>;

/// A creature's effects.
#[derive(Component, Clone, Debug)]
pub(crate) struct Responds(pub(crate) Arc<Responses>);

impl Responds {
    /// Returns the effects on an occasion.
    pub(crate) fn to(&self, occasion: Occasion) -> &[Effect] {
        let mut all = self.0.iter();
        all.find(|(it, _)| *it == occasion)
            .map_or(&[], |(_, effects)| effects)
    }
}

/// An occasion whose effects have not taken place yet.
#[derive(Clone, Debug)]
pub(crate) struct Trigger {
    pub(crate) incident: Incident,
    pub(crate) responds: Responds,
}

/// The occasions whose effects have not taken place yet, in the order in which they arose. Each step of a turn that
/// triggers effects ends by carrying them out, so nothing is left here between commands.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Triggered(pub(crate) Vec<Trigger>);

/// Triggers a creature's effects, if its data file responds to this occasion.
pub(crate) fn trigger(world: &mut World, who: Entity, occasion: Occasion) {
    let Some(responds) = world.get::<Responds>(who) else {
        return;
    };
    if responds.to(occasion).is_empty() {
        return;
    }
    let responds = responds.clone();
    let (Some(actor), Some(place)) = (world.get::<Actor>(who), world.get::<Position>(who)) else {
        return;
    };
    let incident = Incident {
        occasion,
        who,
        id: actor.id,
        at: place.0,
        side: world.get::<Faction>(who).copied(),
        tick: world.resource::<Clock>().tick,
        number: 0,
    };
    let trigger = Trigger { incident, responds };
    world.resource_mut::<Triggered>().0.push(trigger);
}
