//! Plain data about creatures and the world, and short queries on that data.
//!
//! The data comprises bodies, sides and senses; what a creature knows about its enemies (`Awareness`) and wants to do
//! (`Intent`); what happened (`GameEvent`); and time, dice, positions and the order of turns.

mod action;
mod actor;
mod area;
mod areas;
mod arrange;
mod awareness;
mod body;
mod boons;
mod bout;
mod clock;
mod condition;
mod dice;
mod disguise;
mod due;
mod events;
mod fate;
mod fight;
mod flight;
mod ghosts;
mod goals;
mod ground;
mod impressions;
mod item;
mod lantern;
mod limits;
mod noises;
mod number;
mod numbers;
mod occasion;
mod occupancy;
mod oil;
mod party;
mod passing;
mod places;
mod progress;
mod queries;
mod reasons;
mod response;
mod revealed;
mod run_now;
mod saving;
mod schedule;
mod score;
mod seed;
mod senses;
mod sentences;
mod study;
mod terms;
mod things;
mod tide;
mod traits;
mod trigger;
mod verb;
mod wearer;
mod whom;

use bevy::prelude::*;

pub use crate::files::data::Within;
pub use action::{Action, ActionKind, Aim, Intent, Obstacle};
pub use actor::{Actor, ActorId, Conduct, LeftAt, NORMAL_SPEED, Native, OnLevel, Player};
pub(crate) use actor::{LastPlayer, change_places, find_player, move_to};
pub use actor::{actor_with, player_of};
pub use area::{Area, AreaShape, FURTHEST, Reach, Terrain};
pub(crate) use areas::cells;
pub use arrange::Arrange;
pub use awareness::{Awareness, State};
pub use body::{Appearance, Breath, Camouflage, Defence, Faction, Health, Hue, Melee};
pub use boons::{BOONS, Boon, Boons, Chosen};
pub(crate) use bout::CHANCES;
pub use bout::{Bout, Stroke};
pub(crate) use clock::Phase;
pub use clock::{Clock, TICKS_PER_TURN};
pub(crate) use condition::YOU;
pub use condition::{Argument, Condition, Subject, Takes, Test, words_of};
pub use dice::decision_rng;
pub(crate) use disguise::{Disguise, disguise, unmask};
pub(crate) use due::Due;
pub(crate) use events::tell_of;
pub use events::{Did, FactKind, GameEvent, Happening, Shows, tell};
pub use fate::{Death, Fate, Quest, Victory};
pub use fight::{Per, Quota};
pub(crate) use fight::{count_as_used, key_of_name, note_blow};
pub use flight::{Flight, THROW};
pub(crate) use flight::{Passage, line as line_of_flight};
pub(crate) use ghosts::Sighted;
pub use ghosts::{GHOST_TURNS, Ghost, Ghosts};
pub use goals::{Does, End, Goal, Goals, QUEST};
pub use ground::{Groping, Ground, Heart};
pub use impressions::{Affect, Sound};
pub use item::Hidden;
pub use item::{Held, Inventory, Item, Lasts, PLACES, Piece, Slot};
pub(crate) use item::{Spent, Trap};
pub use lantern::{Burning, Lantern, ShinesAhead};
pub use limits::{GENERATIONS, MOST_CHANGES, MOST_CREATURES, MOST_EFFECTS, MOST_ON_CELL};
pub(crate) use limits::{
    Limit, Limits, has_room_on, has_room_on_level, leave_things, room_for_creatures,
};
pub(crate) use noises::Noise;
pub use noises::Noises;
pub use number::{Change, Number};
pub use numbers::{
    BeaconNumbers, BlowNumbers, FogNumbers, HeartNumbers, LanternNumbers, NUMBERS, Numbers,
    PlayerNumbers, ScoreNumbers, StepNumbers, StudyNumbers,
};
pub use occasion::{Bearer, Harm, Occasion, Parties, Suits};
pub(crate) use occupancy::sync_occupancy;
pub use occupancy::{Blocks, Occupancy};
pub use oil::{Oil, OilLevel};
pub use party::Party;
pub use passing::{HearsAll, Hiding, Rooted, Sided, Stunned};
pub(crate) use passing::{blind, change_for, let_pass, prolong, take_shield};
pub use places::{Place, PlaceKind, Places};
pub(crate) use places::{Survey, Walls};
pub(crate) use progress::{count_done, count_goals};
pub(crate) use queries::{are_enemies, place_of};
pub(crate) use reasons::forget_reasons;
pub use reasons::{Cause, Reason, Reasons};
pub(crate) use response::Responds;
pub use response::{Effect, Responses};
pub(crate) use revealed::{Revealed, hide_again, reveal};
pub use run_now::run_now;
pub(crate) use run_now::run_now_with;
pub use saving::SaveKnown;
pub use schedule::{Turn, TurnSystems};
pub(crate) use schedule::{TurnPart, is_others};
pub use score::ScorePart;
pub use seed::{Depth, Leaving, Seed};
pub use senses::{Heard, Hearing, Senses, Sighting};
pub(crate) use sentences::sentence;
pub(crate) use study::familiarity;
pub use study::{Studied, Study};
pub use terms::{AddTerms, Terms};
pub(crate) use things::lying_at;
pub use things::{AddThing, Thing, Things, spawn_thing};
pub(crate) use things::{move_thing, uncover};
pub(crate) use tide::Enveloped;
pub use tide::FogTide;
pub use traits::{
    DrawnToLight, Fear, Follows, Hunts, HuntsBySound, LiesInWait, Pack, StillWhenWatched,
};
pub(crate) use traits::{Fleeing, Going, Tags};
pub(crate) use trigger::{Trigger, Triggered, trigger_faded, trigger_found, trigger_with};
pub use trigger::{trigger, trigger_at, trigger_by, trigger_thing};
pub use verb::{AddVerb, Choice, Incident, Purpose, ReflectVerb, Verb};
pub use wearer::{Blinded, PassingChanges, Wearer};
pub(crate) use wearer::{
    Wears, acuity, change_for_good, defence, melee, percent, renew, renew_wearers, say_worn_helps,
    worn_for,
};
pub use whom::Whom;

/// Registers what is saved of this data, and the systems that keep it up to date.
pub(crate) fn plugin(app: &mut App) {
    saving::plugin(app);
    app.init_resource::<Due>()
        .init_resource::<LastPlayer>()
        .init_resource::<Occupancy>()
        .init_resource::<Triggered>()
        .add_message::<GameEvent>()
        .add_systems(
            Turn,
            (
                sync_occupancy.in_set(TurnPart::SyncOccupancy),
                (hide_again, let_pass, due::find_due)
                    .chain()
                    .in_set(TurnPart::FindDue),
            ),
        );
}
