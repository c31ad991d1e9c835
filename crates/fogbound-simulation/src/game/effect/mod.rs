//! Effects: what happens when something happens to a creature, as its data file says.
//!
//! ```text
//! a deed, a state change, a turn, fire -> Triggered -> run_effects: conditions, chance -> a verb changes the world
//!                                             ^                                                 |
//!                                             +--------- a creature is pushed onto a thing -----+
//! ```
//!
//! Every step of a turn that can trigger effects ends with `run_effects`, which leaves none waiting. So no effect waits
//! between commands, where a snapshot would miss it.
//!
//! A verb is registered by one line in `plugin`; verbs that do nearly the same share a file. A verb is a struct whose
//! fields are the parameters in data files. A plugin adds a verb in the same way:
//!
//! ```
//! use bevy::prelude::*;
//! use fogbound_simulation::game::Health;
//! use fogbound_simulation::game::effect::{AddVerb, Incident, Verb};
//! use fogbound_simulation::game::mind::Within;
//!
//! /// Gives the creature back some of its health.
//! #[derive(Reflect, Default)]
//! #[reflect(Default)]
//! struct Mend {
//!     /// The number of points.
//!     #[reflect(@Within::new(1, 99))]
//!     points: i32,
//! }
//!
//! impl Verb for Mend {
//!     fn act(&self, world: &mut World, incident: &Incident) {
//!         if let Some(mut health) = world.get_mut::<Health>(incident.who) {
//!             health.heal(self.points);
//!         }
//!     }
//! }
//!
//! # let mut app = App::new();
//! app.add_verb::<Mend>("mend");
//! ```
//!
//! An [`Occasion`], a [`Condition`], an [`AreaShape`] and a choice of [`Whom`] are constants with functions, which `plugin`
//! and every other plugin register with [`AddTerms`]. Effects keep them as they are, so nothing is looked up by name while
//! they take place.

mod air;
mod alert;
mod become_other;
mod blind;
mod cells;
mod change;
mod corpse;
mod count;
mod drop_disguise;
mod fall;
mod fire;
mod flee;
mod ground;
mod heal;
mod hear;
mod hide;
mod hold;
mod join;
mod lay;
mod light;
mod lose;
mod mislead;
mod noise;
mod place;
mod point;
mod push;
mod root;
mod run;
mod say;
mod spawn;
mod split;
mod steal;
mod strike;
mod take;
mod teleport;
mod wake;
mod walk;
mod words;

use bevy::prelude::*;

pub use super::being::{
    AddTerms, AddVerb, Area, AreaShape, Argument, Bearer, Choice, Condition, Effect, Fear,
    GENERATIONS, Incident, MOST_CHANGES, MOST_CREATURES, MOST_EFFECTS, MOST_ON_CELL, Occasion,
    Parties, Party, Per, Purpose, Quota, Reach, ReflectVerb, Responses, Sound, Subject, Takes,
    Terms, Test, Verb, Whom, trigger, trigger_at, trigger_by, trigger_thing, words_of,
};
use super::being::{Sided, Slot, Turn, TurnPart, is_others};
use super::bestiary::Transformed;
pub use air::MakeSmoke;
pub use alert::Alert;
pub use become_other::{Become, Vanish};
pub use blind::Blind;
pub use cells::{concerned, reached};
pub use change::ChangeNumber;
pub use corpse::{Consume, Raise};
pub use count::Count;
pub use drop_disguise::DropDisguise;
pub use fall::Fall;
pub use fire::{Douse, SetFire};
pub use flee::Flee;
pub use ground::{Eyes, SeeFrom, TellGround};
pub use heal::{GiveOil, Heal, Share};
pub use hear::HearAll;
pub use hide::Hide;
pub use hold::Hold;
pub use join::Join;
pub use lay::Lay;
pub use light::ChangeLight;
pub use lose::Lose;
pub use mislead::{Betray, Mislead};
pub use noise::{Around, MakeNoise};
pub use place::{Darken, Place};
pub use point::PointWay;
pub use push::{Blink, Face, Pull, Shove, Swap, Wedge};
pub use root::Root;
#[doc(hidden)]
pub use run::are_waiting;
pub use say::Say;
pub use spawn::Spawn;
pub use split::Split;
pub use steal::{Give, Steal};
pub use strike::{Shoot, Strike};
pub use take::Take;
pub use teleport::Teleport;
pub use wake::Wake;
pub use walk::{Call, Go};
pub use words::what_it_does;

pub(crate) fn plugin(app: &mut App) {
    run_in_turns(app);
    app.add_occasion(Occasion::HIT)
        .add_occasion(Occasion::SPARED)
        .add_occasion(Occasion::BLOW)
        .add_occasion(Occasion::MISS)
        .add_occasion(Occasion::KILL)
        .add_occasion(Occasion::TOUCH)
        .add_occasion(Occasion::DEATH)
        .add_occasion(Occasion::NOTICE)
        .add_occasion(Occasion::TURN)
        .add_occasion(Occasion::SEE_ENEMY)
        .add_occasion(Occasion::SEE_FRIEND)
        .add_occasion(Occasion::BESIDE)
        .add_occasion(Occasion::SEE_CORPSE)
        .add_occasion(Occasion::SEE_THING)
        .add_occasion(Occasion::SEE_LIGHT)
        .add_occasion(Occasion::HEAR)
        .add_occasion(Occasion::ARRIVE)
        .add_occasion(Occasion::THROW)
        .add_occasion(Occasion::USE)
        .add_occasion(Occasion::ZAP)
        .add_occasion(Occasion::WEAR)
        .add_occasion(Occasion::TAKE_OFF)
        .add_occasion(Occasion::PICKED_UP)
        .add_occasion(Occasion::STEP)
        .add_occasion(Occasion::FADE)
        .add_condition(Condition::DARK)
        .add_condition(Condition::LIT)
        .add_condition(Condition::BRIGHT)
        .add_condition(Condition::HURT)
        .add_condition(Condition::ALONE)
        .add_condition(Condition::SEEN)
        .add_condition(Condition::UNSEEN)
        .add_condition(Condition::CLOSE)
        .add_condition(Condition::NEAR)
        .add_condition(Condition::CROWD)
        .add_condition(Condition::DID)
        .add_condition(Condition::ASLEEP)
        .add_condition(Condition::HUNTS)
        .add_condition(Condition::ENEMY)
        .add_condition(Condition::FRIEND)
        .add_condition(Condition::PERCEIVED)
        .add_condition(Condition::SHOT)
        .add_condition(Condition::BURNT)
        .add_condition(Condition::KIND)
        .add_condition(Condition::CARRIES)
        .add_condition(Condition::WEARS)
        .add_condition(Condition::SEES)
        .add_condition(Condition::ON)
        .add_condition(Condition::MISTY)
        .add_area(AreaShape::ITSELF)
        .add_area(AreaShape::CELL)
        .add_area(AreaShape::LINE)
        .add_area(AreaShape::RAY)
        .add_area(AreaShape::CONE)
        .add_area(AreaShape::BURST)
        .add_area(AreaShape::HEARING)
        .add_area(AreaShape::ROUND)
        .add_whom(Whom::EVERYONE)
        .add_whom(Whom::OTHERS)
        .add_whom(Whom::ENEMIES)
        .add_whom(Whom::FRIENDS)
        .add_slot(Slot::LENS)
        .add_slot(Slot::CLOAK)
        .add_slot(Slot::BOOTS)
        .add_slot(Slot::HAND)
        .add_slot(Slot::HEAD)
        .add_slot(Slot::NECK)
        .add_slot(Slot::FINGER)
        .add_slot(Slot::ARM)
        .add_verb::<MakeNoise>("noise")
        .add_verb::<Spawn>("spawn")
        .add_verb::<Split>("split")
        .add_verb::<Flee>("flee")
        .add_verb::<ChangeLight>("light")
        .add_verb::<DropDisguise>("reveal")
        .add_verb::<Darken>("darken")
        .add_verb::<MakeSmoke>("smoke")
        .add_verb::<SetFire>("fire")
        .add_verb::<Douse>("douse")
        .add_verb::<Heal>("heal")
        .add_verb::<GiveOil>("oil")
        .add_verb::<Blind>("blind")
        .add_verb::<ChangeNumber>("change")
        .add_verb::<TellGround>("tell")
        .add_verb::<SeeFrom>("see")
        .add_verb::<HearAll>("hear")
        .add_verb::<Place>("place")
        .add_verb::<Shove>("shove")
        .add_verb::<Blink>("blink")
        .add_verb::<Wedge>("wedge")
        .add_verb::<Mislead>("mislead")
        .add_verb::<Betray>("betray")
        .add_verb::<PointWay>("point")
        .add_verb::<Steal>("steal")
        .add_verb::<Give>("give")
        .add_verb::<Raise>("raise")
        .add_verb::<Consume>("consume")
        .add_verb::<Pull>("pull")
        .add_verb::<Swap>("swap")
        .add_verb::<Face>("face")
        .add_verb::<Strike>("strike")
        .add_verb::<Shoot>("shoot")
        .add_verb::<Go>("go")
        .add_verb::<Call>("call")
        .add_verb::<Take>("take")
        .add_verb::<Lay>("lay")
        .add_verb::<Become>("become")
        .add_verb::<Vanish>("vanish")
        .add_verb::<Say>("say")
        .add_verb::<Count>("count")
        .add_verb::<Hold>("hold")
        .add_verb::<Lose>("lose")
        .add_verb::<Join>("join")
        .add_verb::<Root>("root")
        .add_verb::<Alert>("alert")
        .add_verb::<Hide>("hide")
        .add_verb::<Fall>("fall")
        .add_verb::<Teleport>("teleport")
        .add_verb::<Wake>("wake");
}

/// Makes effects take place in each part of a turn that can trigger them.
fn run_in_turns(app: &mut App) {
    app.add_systems(
        Turn,
        (
            (
                become_other::turn_back
                    .run_if(is_others.and_then(any_with_component::<Transformed>)),
                join::return_to_sides.run_if(is_others.and_then(any_with_component::<Sided>)),
                run::trigger_on_turn.run_if(is_others),
                run::trigger_worn_on_turn,
                run::run_effects,
            )
                .chain()
                .in_set(TurnPart::TurnEffects),
            run::run_effects.in_set(TurnPart::ActEffects),
            run::run_effects.in_set(TurnPart::AirEffects),
            run::run_effects.in_set(TurnPart::FadeEffects),
        ),
    );
}
