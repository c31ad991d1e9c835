//! What became of a game, by what really happened in it.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::{GameEvent, Happening, Senses, State};
use fogbound::vision::Position;

use crate::eyes::{Screen, distance};

/// A fight ends when no blow has fallen for so many turns.
const LULL: u64 = 10;

/// The record of one game.
#[derive(Default)]
pub struct Record {
    /// For each depth that was reached how many turns the player lived before it was deeper, or the game
    /// over.
    pub turns_at: Vec<u64>,
    /// The level on which the player was last.
    pub last_depth: u32,
    /// Whether it had the beacon there.
    pub has_beacon: bool,
    /// Whether it came out with it.
    pub won: bool,
    /// The kind that killed the player, if it died.
    pub killer: Option<String>,
    /// How much health the player had when its last fight began, in percent.
    pub health_before_fight: i32,
    /// The kinds that the player has made out.
    pub met: BTreeSet<String>,
    /// How much health each kind took from the player.
    pub taken: BTreeMap<String, i32>,
    /// How many monsters the player has killed.
    pub kills: u32,
    /// The kinds that have cried out.
    pub cried: BTreeSet<String>,
    /// In how many turns somebody saw the player who could have minded.
    pub turns_seen: u64,
    /// How far away those were who noticed the player, in steps of a king.
    pub noticed_at: Vec<i32>,
    fought: Option<u64>,
}

impl Record {
    pub fn depth(&self) -> u32 {
        self.turns_at.len() as u32
    }

    pub fn turns(&self) -> u64 {
        self.turns_at.iter().sum()
    }

    /// Whether the player died before the third level in a fight that it began unhurt.
    pub fn was_unfair(&self) -> bool {
        self.killer.is_some() && self.depth() < 3 && self.health_before_fight >= 90
    }

    /// Takes note of what the player sees, before it acts.
    pub fn look(&mut self, screen: &Screen) {
        (self.last_depth, self.has_beacon) = (screen.depth, screen.has_beacon);
        while self.depth() < screen.depth {
            self.turns_at.push(0);
        }
        for foe in &screen.foes {
            if !self.met.contains(&foe.kind.name) {
                self.met.insert(foe.kind.name.clone());
            }
        }
        if self.fought.is_none_or(|turn| screen.turn > turn + LULL) {
            self.health_before_fight = screen.percent();
        }
    }

    /// Takes note of what happened since.
    pub fn read(
        &mut self,
        world: &World,
        events: &mut MessageCursor<GameEvent>,
        turn: u64,
        you: Entity,
    ) {
        let name = |entity| {
            let kind = world.get::<MonsterKind>(entity);
            kind.map_or_else(|| "somebody gone".to_owned(), |kind| kind.0.clone())
        };
        for event in events.read(world.resource::<Messages<GameEvent>>()) {
            match event.what {
                Happening::Hit { target, damage, .. } => {
                    if target == you {
                        *self.taken.entry(name(event.actor)).or_default() += damage;
                    }
                    self.fight(event.actor == you || target == you, turn);
                }
                Happening::Missed { target, .. } => {
                    self.fight(event.actor == you || target == you, turn);
                }
                Happening::Died { by } if event.actor == you => self.killer = Some(name(by)),
                Happening::Died { by } if by == you => self.kills += 1,
                Happening::StateChanged {
                    to: State::Hunting, ..
                } => {
                    let place = world.get::<Position>(you);
                    let senses = world.get::<Senses>(event.actor);
                    let sees = senses.is_some_and(|it| it.enemies.iter().any(|it| it.who == you));
                    if let Some(place) = place.filter(|_| sees) {
                        self.noticed_at.push(distance(place.0, event.actor_at));
                    }
                }
                Happening::Cried { .. } => {
                    self.cried.insert(name(event.actor));
                }
                _ => {}
            }
        }
    }

    fn fight(&mut self, is_mine: bool, turn: u64) {
        if is_mine {
            self.fought = Some(turn);
        }
    }

    /// Takes note of whether anybody saw the player in these turns.
    pub fn count_eyes(&mut self, is_seen: bool, turns: u64) {
        if is_seen {
            self.turns_seen += turns;
        }
    }

    /// Takes note that the player has lived for so many turns more.
    pub fn pass(&mut self, turns: u64) {
        if let Some(here) = self.turns_at.last_mut() {
            *here += turns;
        }
    }
}
