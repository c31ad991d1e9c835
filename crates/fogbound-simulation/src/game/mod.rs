//! The simulation: a clock, turns, actors and their actions. It does not depend on the keyboard or the screen.
//!
//! ```text
//! PlayerCommand (message) -> run_turns -> Turn schedule, one run per tick:
//!     if the player is due, it acts first and alone, and all views are recomputed; then the others act:
//!     Sense:  due actors look through their own eyes
//!     Notice: they update their awareness: unaware, noticing, hunting, searching
//!     Decide: minds turn that into an Intent
//!     Act:    intents are resolved one by one, in the order of ActorId; GameEvents report what happened
//!     Settle: actors hear noises
//!     See, Remember: see crate::vision
//! ```
//!
//! Each module imports only from modules above it in this table:
//!
//! | module | contents |
//! | --- | --- |
//! | `saved` | the registration of what belongs to a game or a level |
//! | `being` | plain data about creatures and the world |
//! | `sense` | what actors see and hear, and their awareness, from unaware to hunting |
//! | [`mind`] | how creatures decide: one file per mind, with its component and systems |
//! | `deed` | the actions and their results |
//! | [`bestiary`] | monsters defined by data files |
//! | `level` | populating levels, the stairs, and beginning a game |
//! | [`effect`] | what happens when something happens to a creature: one verb per file |
//! | `turn` | the turn loop, the player's commands, snapshots and check values |
//! | `plugin` | the plugin that gathers the plugins of all modules, and the order of a turn |
//!
//! The same seed and the same commands produce the same world on every machine.

mod being;
pub mod bestiary;
pub mod deed;
pub mod effect;
mod level;
pub mod mind;
mod plugin;
mod saved;
mod sense;
mod turn;

pub use being::{
    Action, ActionKind, Actor, ActorId, AddThing, Affect, Aim, Appearance, Area, Arrange,
    Awareness, BOONS, Blinded, Blocks, Boon, Boons, Bout, Breath, Burning, Camouflage, Cause,
    Change, Chosen, Clock, Conduct, Death, Defence, Depth, Did, Does, End, FactKind, Faction, Fate,
    Flight, FogTide, GHOST_TURNS, GameEvent, Ghost, Ghosts, Goal, Goals, Groping, Ground,
    Happening, Health, Heard, Hearing, HearsAll, Heart, Held, Hidden, Hiding, Hue, Intent,
    Inventory, Item, Lantern, Lasts, Melee, NORMAL_SPEED, NUMBERS, Native, Noises, Number, Numbers,
    Obstacle, Occasion, Occupancy, Oil, OilLevel, OnLevel, PLACES, PassingChanges, Place,
    PlaceKind, Places, Player, QUEST, Quest, Reason, Reasons, Rooted, SaveKnown, Seed, Senses,
    ShinesAhead, Shows, Sighting, Slot, Sound, State, Studied, Study, THROW, TICKS_PER_TURN,
    Terrain, Thing, Things, Turn, TurnSystems, Victory, Wearer, actor_with, decision_rng,
    player_of, run_now, spawn_thing, tell,
};
pub use being::{
    BeaconNumbers, BlowNumbers, FogNumbers, HeartNumbers, LanternNumbers, PlayerNumbers,
    ScoreNumbers, ScorePart, StepNumbers, StudyNumbers,
};
pub use level::{
    Game, GameError, GameSetup, LightRule, boons_on_offer, light_of, offer, unknown_goals,
    unknown_names,
};
pub use plugin::SimulationPlugin;
pub use saved::{Of, SaveComponent, SaveResource};
pub use sense::{
    Exposure, Hider, KnownMap, Perceived, Viewer, Visibility, Watcher, Witnessed, is_stone,
    makes_out, perceive, watches,
};
pub use turn::run_turns;
pub use turn::{
    BeginGame, Chronicle, Chronicler, MAX_RADIUS, PlayerCommand, Snapshot, begin_game, carry_out,
    fingerprint, reload_tiles, replace_tiles,
};
