//! Verbs: what effects do. An incident says where, when and to whom.

use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::reflect::{FromReflect, GetTypeRegistration, TypePath};
use rand::rngs::ChaCha8Rng;

use super::actor::{Actor, ActorId};
use super::area::Area;
use super::body::{Camouflage, Faction};
use super::clock::Clock;
use super::dice::decision_rng;
use super::number::Change;
use super::occasion::{Bearer, Harm, Occasion, Parties};
use super::party::Party;
use super::queries::place_of;
use super::seed::Seed;
use super::whom::Whom;
use crate::mistakes::NoteMistake;
use crate::vision::Position;

/// What an effect is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// It lights up what is dark.
    Shine,
    /// It harms creatures on the cells that it reaches.
    Harm,
    /// It keeps creatures from seeing the cells that it reaches.
    Hide,
    /// It heals the creature.
    Heal,
    /// It takes the creature away from here.
    Escape,
}

/// What an effect does. The fields of a verb are its parameters in data files. Declare their limits with
/// [`Within`](super::Within).
pub trait Verb: Reflect {
    /// Carries out the effect. The creature may be dead: then its entity no longer exists.
    fn act(&self, world: &mut World, incident: &Incident);

    /// Returns the change of a number that is in force as long as a creature wears the thing with this effect. Such an
    /// effect does not act when the thing is put on. Every other effect acts once then.
    fn while_worn(&self) -> Option<Change> {
        None
    }

    /// Says what the verb does, as the end of a sentence that begins with "it", such as `heals 10 points`. `area` is where
    /// the effect takes place. Returns `None` if the verb has no description.
    fn words(&self, _area: Area) -> Option<String> {
        None
    }

    /// Returns what the verb is good for. A monster with the mind [`Uses`](super::super::mind::Uses) uses things whose
    /// verbs are good for something, and a bot, too.
    fn purpose(&self) -> Option<Purpose> {
        None
    }

    /// Returns whether the verb would do nothing now, as far as the creature that has the effect knows.
    fn is_idle(&self, _world: &World, _incident: &Incident) -> bool {
        false
    }

    /// Checks the parameters. Limits of numbers have been checked before.
    ///
    /// # Errors
    ///
    /// Says what is wrong and what would be accepted.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Returns the names of monsters in the parameters, so that unknown names can be reported.
    fn monsters(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Returns the names of things in the parameters, so that unknown names can be reported.
    fn things(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Returns the names of tiles in the parameters, so that unknown names can be reported.
    fn tiles(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Returns the names in the parameters that effects must have as `counts`, so that unknown names can be reported.
    fn counts(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// Chooses among the creatures on the cells that an effect reaches.
pub trait Choice: fmt::Debug + Send + Sync {
    /// Returns whether the effect concerns a creature, which is `them` of the incident.
    fn includes(&self, world: &World, incident: &Incident) -> bool;
}

/// Something that happened to a creature, and the creature's effect that takes place because of it.
#[derive(Clone, Debug)]
pub struct Incident {
    /// What happened to the creature.
    pub occasion: Occasion,
    /// Whether it is the effect of a monster or of a thing.
    pub of: Bearer,
    /// The creature that has the effect.
    pub owner: Entity,
    /// The owner's cell.
    pub from: IVec2,
    /// The owner's ID.
    pub id: ActorId,
    /// The creature that the effect is about: the owner or, with `at: them`, the other.
    pub who: Entity,
    /// The cell that the effect is about: that of the creature or, with `at: it`, the cell of the occasion.
    pub at: IVec2,
    /// The other creature that takes part, if the owner perceives it, and the cell that it acted from.
    pub them: Option<(Option<Entity>, IVec2)>,
    /// The cell that the occasion is about.
    pub it: Option<IVec2>,
    /// How many hit points were lost on the occasion.
    pub damage: i32,
    /// What cost the hit points, or missed.
    pub cause: Harm,
    /// Whether the effect before this one, in the list for the same occasion, has just taken place.
    pub did: bool,
    /// The creature's camouflage.
    pub(crate) hidden: Option<Camouflage>,
    /// The owner's side.
    pub side: Option<Faction>,
    /// The current tick.
    pub tick: u64,
    /// The number of the effect among those for the same occasion.
    pub number: usize,
    /// The cell on which a thrown thing has landed.
    pub aim: Option<IVec2>,
    /// The cells that the effect reaches.
    pub area: Area,
    /// The creatures that the effect concerns.
    pub whom: Whom,
    /// Which of these creatures it concerns, if not all.
    pub only: Option<Arc<dyn Choice>>,
}

impl Incident {
    /// Returns whether the effect concerns a creature that is on one of its cells. `perceives` says whether the owner perceives
    /// another creature. A thing concerns only those that its user perceives, if there are tests about them.
    pub(crate) fn concerns(
        &self,
        world: &World,
        who: Entity,
        perceives: impl Fn(&World, Entity, Entity, IVec2) -> bool,
    ) -> bool {
        let own = (self.owner, self.side);
        let is_meant = (self.whom.includes)(world, own, who);
        let Some(only) = self.only.as_ref().filter(|_| is_meant) else {
            return is_meant;
        };
        let Some(at) = place_of(world, who) else {
            return false;
        };
        let is_known = self.of == Bearer::Monster
            || who == self.owner
            || perceives(world, self.owner, who, at);
        let other = Self {
            them: Some((is_known.then_some(who), at)),
            ..self.clone()
        };
        is_known && only.includes(world, &other)
    }

    /// Returns the cell around which the effect takes place.
    pub fn center(&self) -> IVec2 {
        let aim = self.aim.filter(|_| self.area != Area::ITSELF);
        aim.unwrap_or(self.at)
    }

    /// Returns this incident with [`who`](Self::who) and [`at`](Self::at) set to those of a party, or `None` if the party takes
    /// no part in it. If the owner does not perceive the other creature, `who` does not exist.
    pub fn of_party(&self, world: &World, party: Party) -> Option<Self> {
        let (who, at) = match party {
            Party::Me => return Some(self.clone()),
            Party::Them => {
                let (who, from) = self.them?;
                let at = who.and_then(|it| place_of(world, it));
                (who.unwrap_or(Entity::PLACEHOLDER), at.unwrap_or(from))
            }
            Party::It => (self.owner, self.it?),
        };
        let hidden = world.get::<Camouflage>(who).copied();
        Some(Self {
            who,
            at,
            hidden,
            aim: None,
            ..self.clone()
        })
    }

    /// Returns this incident with those who take part in it.
    pub(crate) fn with(self, parties: Parties) -> Self {
        Self {
            them: parties.them.map(|(who, at)| (Some(who), at)),
            it: parties.it,
            damage: parties.damage,
            cause: parties.cause,
            ..self
        }
    }

    /// Returns what happens to a creature on this occasion now.
    pub(super) fn new(world: &World, who: Entity, occasion: Occasion, of: Bearer) -> Option<Self> {
        let at = world.get::<Position>(who)?.0;
        Some(Self {
            of,
            owner: who,
            who,
            id: world.get::<Actor>(who)?.id,
            hidden: world.get::<Camouflage>(who).copied(),
            side: world.get::<Faction>(who).copied(),
            ..Self::of_nobody(world, occasion, at)
        })
    }

    /// Returns what happens on a cell on this occasion now, where no creature has the effect.
    pub(super) fn of_nobody(world: &World, occasion: Occasion, at: IVec2) -> Self {
        // The cell sets it apart from others at the same moment, above the numbers of all creatures.
        let cell = (at.y.unsigned_abs() << 12 | at.x.unsigned_abs()) & 0x7fff_ffff;
        Self {
            occasion,
            of: Bearer::Thing,
            owner: Entity::PLACEHOLDER,
            from: at,
            who: Entity::PLACEHOLDER,
            id: ActorId(1 << 31 | cell),
            at,
            them: None,
            it: None,
            damage: 0,
            cause: Harm::Other,
            did: false,
            hidden: None,
            side: None,
            tick: world.resource::<Clock>().tick,
            number: 0,
            aim: None,
            area: Area::CELL,
            whom: Whom::EVERYONE,
            only: None,
        }
    }

    /// Returns a random number generator for this effect. `purpose` names the decision.
    pub fn dice(&self, world: &World, purpose: &str) -> ChaCha8Rng {
        let purpose = format!("effect {} {} {purpose}", self.occasion.name, self.number);
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

impl ReflectVerb {
    /// Returns `verb` as what it is, or `None` if it is of another type.
    pub(super) fn of(self, verb: &dyn Reflect) -> Option<&dyn Verb> {
        (self.get)(verb)
    }
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
