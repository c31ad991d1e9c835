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
use serde::Deserialize;

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
    /// The creature threw the thing, which has landed.
    Throw,
    /// The creature used the thing.
    Use,
    /// The creature put the thing on. These effects last until the creature takes it off again.
    Wear,
    /// The creature took the thing off. What [`Wear`](Self::Wear) did is taken back.
    TakeOff,
    /// The creature stepped onto the cell where the thing lies.
    Step,
}

impl Occasion {
    /// The occasions that the file of a monster can respond to.
    pub const OF_MONSTERS: [Self; 5] = [
        Self::Hit,
        Self::Touch,
        Self::Death,
        Self::Notice,
        Self::Turn,
    ];
    /// The occasions that the file of a thing can respond to.
    pub const OF_THINGS: [Self; 4] = [Self::Throw, Self::Use, Self::Wear, Self::Step];

    /// Returns the name used in data files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Touch => "touch",
            Self::Death => "death",
            Self::Notice => "notice",
            Self::Turn => "turn",
            Self::Throw => "throw",
            Self::Use => "use",
            Self::Wear => "wear",
            Self::TakeOff => "take off",
            Self::Step => "step",
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

/// The cells that an effect reaches. Its centre is the cell on which a thrown thing has landed and, for all other
/// effects, the cell of the creature that has the effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Area {
    /// The creature's own cell.
    Itself,
    /// The centre.
    #[default]
    Cell,
    /// The cells of the line from the creature to the centre.
    Line,
    /// The cells within a right angle towards the centre, up to this distance, that an eye on the creature's cell would
    /// see by daylight.
    Cone(u32),
    /// The cells up to this distance from the centre that an eye there would see by daylight.
    Burst(u32),
    /// The cells up to this walking distance from the centre: those that hear what happens there.
    Hearing(u32),
    /// All cells up to this distance from the centre, even behind walls.
    Round(u32),
}

/// The creatures on these cells that an effect concerns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Whom {
    /// All creatures.
    #[default]
    Everyone,
    /// All creatures but the one that has the effect.
    Others,
    /// The enemies of the creature that has the effect.
    Enemies,
}

/// The furthest that an effect can reach, in cells.
pub const FURTHEST: u32 = 99;

impl Area {
    /// Returns the distance up to which the effect reaches.
    pub fn radius(self) -> u32 {
        match self {
            Self::Itself | Self::Cell | Self::Line => 0,
            Self::Cone(far) | Self::Burst(far) | Self::Hearing(far) | Self::Round(far) => far,
        }
    }
}

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

    /// Takes back what the effect of a thing that the creature wore has done. Effects that do not last have nothing to
    /// take back.
    fn undo(&self, _world: &mut World, _incident: &Incident) {}

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
    /// The cell on which a thrown thing has landed.
    pub aim: Option<IVec2>,
    /// The cells that the effect reaches.
    pub area: Area,
    /// The creatures that the effect concerns.
    pub whom: Whom,
}

impl Incident {
    /// Returns the cell around which the effect takes place.
    pub fn center(&self) -> IVec2 {
        match self.area {
            Area::Itself => self.at,
            _ => self.aim.unwrap_or(self.at),
        }
    }

    /// Returns what happens to a creature on this occasion now.
    fn of(world: &World, who: Entity, occasion: Occasion) -> Option<Self> {
        Some(Self {
            occasion,
            who,
            id: world.get::<Actor>(who)?.id,
            at: world.get::<Position>(who)?.0,
            side: world.get::<Faction>(who).copied(),
            tick: world.resource::<Clock>().tick,
            number: 0,
            aim: None,
            area: Area::default(),
            whom: Whom::default(),
        })
    }

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
    /// The cells that the effect reaches.
    pub(crate) area: Area,
    /// The creatures that the effect concerns.
    pub(crate) whom: Whom,
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

    /// Returns what the effect is good for.
    pub fn purpose(&self) -> Option<Purpose> {
        self.verb()?.purpose()
    }

    /// Returns whether the effect does nothing but harm its user. No one uses a thing for that.
    pub(crate) fn only_harms_user(&self) -> bool {
        self.area == Area::Itself && self.purpose() == Some(Purpose::Harm)
    }

    /// Returns whether the effect would do nothing if a creature used the thing now, as far as the creature knows.
    pub(crate) fn is_idle(&self, world: &World, who: Entity) -> bool {
        let (Some(incident), Some(verb)) = (Incident::of(world, who, Occasion::Use), self.verb())
        else {
            return false;
        };
        let (area, whom) = (self.area, self.whom);
        verb.is_idle(
            world,
            &Incident {
                area,
                whom,
                ..incident
            },
        )
    }

    /// Returns the conditions, all of which must hold.
    pub fn conditions(&self) -> &[Condition] {
        &self.when
    }

    /// Returns the chance that the effect takes place, as a percentage.
    pub fn chance(&self) -> u32 {
        self.chance
    }

    /// Returns the cells that the effect reaches.
    pub fn area(&self) -> Area {
        self.area
    }

    /// Returns the creatures that the effect concerns.
    pub fn whom(&self) -> Whom {
        self.whom
    }

    /// Returns the name of the verb.
    pub fn name(&self) -> &'static str {
        self.kind.name
    }
}

/// The effects on each occasion that a data file responds to.
pub type Responses = Vec<(Occasion, Vec<Effect>)>;

/// Returns the effects on an occasion.
pub(crate) fn effects_on(responses: &Responses, occasion: Occasion) -> &[Effect] {
    let occasion = match occasion {
        Occasion::TakeOff => Occasion::Wear,
        other => other,
    };
    let mut all = responses.iter();
    all.find(|(it, _)| *it == occasion)
        .map_or(&[], |(_, effects)| effects)
}

/// A creature's effects.
#[derive(Component, Clone, Debug)]
pub(crate) struct Responds(pub(crate) Arc<Responses>);

impl Responds {
    /// Returns the effects on an occasion.
    pub(crate) fn to(&self, occasion: Occasion) -> &[Effect] {
        effects_on(&self.0, occasion)
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
    if let Some(incident) = Incident::of(world, who, occasion) {
        let trigger = Trigger { incident, responds };
        world.resource_mut::<Triggered>().0.push(trigger);
    }
}

/// Triggers the effects of a thing that a creature has, throws or steps on. `aim` is where a thrown thing has landed.
pub(crate) fn trigger_thing(
    world: &mut World,
    (who, occasion): (Entity, Occasion),
    on: &Arc<Responses>,
    aim: Option<IVec2>,
) {
    if let Some(incident) = Incident::of(world, who, occasion) {
        let incident = Incident { aim, ..incident };
        let responds = Responds(on.clone());
        let trigger = Trigger { incident, responds };
        world.resource_mut::<Triggered>().0.push(trigger);
    }
}
