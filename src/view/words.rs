//! Turns the events that the player notices into sentences.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::MessageLog;
use super::deed_words::AllDeedWords;
use super::fact::Fact;
use super::key_names::{key_of, with_keys};
use super::others::{of_noise, of_other, of_pain};
use super::sentences::{article, capitalized, compass, find_name, no_step, of_player, parties};
use super::state_words::may_pursue;
use super::told::{Told, noise_of};
use crate::control::{Asked, Bindings, Control, Mouse};
use crate::dungeon::{DepthPlan, LevelSource};
use crate::explorer::{Alarm, CameIntoView, NoStep, Stopped};
use crate::game::bestiary::{MadeBy, Notice};
use crate::game::{
    Clock, Faction, Game, GameEvent, Happening, Perceived, Player, Quest, State, Things, Witnessed,
};
use crate::grid::Direction;
use crate::journal::Tally;
use crate::vision::{MapMemory, Position};

/// The names of creatures by entity, including creatures that have died since the last frame.
#[derive(Resource, Default)]
pub(super) struct KnownNames(bevy::platform::collections::HashMap<Entity, String>);

/// Remembers the names of new creatures, so that sentences can name them after they die.
pub(super) fn learn_names(
    mut known: ResMut<KnownNames>,
    names: Query<(Entity, &Name), Changed<Name>>,
) {
    for (entity, name) in &names {
        known.0.insert(entity, name.to_string());
    }
}

/// Forgets the names of creatures that no longer exist, once the log has reported their deaths.
pub(super) fn forget_names(mut known: ResMut<KnownNames>, mut gone: RemovedComponents<Name>) {
    for entity in gone.read() {
        known.0.remove(&entity);
    }
}

/// What the narrator needs to know about the game and the player.
#[derive(SystemParam)]
pub(super) struct Narrator<'w, 's> {
    things: Res<'w, Things>,
    deeds: Res<'w, AllDeedWords>,
    known: Res<'w, KnownNames>,
    tally: Option<Res<'w, Tally>>,
    players: Query<'w, 's, (Entity, &'static MapMemory, &'static Faction), With<Player>>,
    sides: Query<'w, 's, &'static Faction>,
    kinds: Query<'w, 's, &'static MadeBy>,
    game: Option<Res<'w, Game>>,
    bindings: Res<'w, Bindings>,
}

impl Narrator<'_, '_> {
    /// Returns the name to use for a creature in a sentence that `player` reads.
    fn name(&self, player: Entity, entity: Entity) -> String {
        let known = self.known.0.get(&entity).map(String::as_str);
        // In a resumed game, only the tally knows the names of creatures that died before the first frame.
        let gone = || self.tally.as_ref().and_then(|it| it.name_of(entity));
        match known.or_else(gone) {
            _ if entity == player => "you".to_owned(),
            Some(name) => format!("the {name}"),
            None => "someone".to_owned(),
        }
    }

    /// Returns the sentence for an event, not yet capitalized, or `None` if the log does not report the event.
    fn sentence(&self, event: &GameEvent, how: Perceived) -> Option<String> {
        let (player, memory, side) = self.players.single().ok()?;
        let name = |entity| self.name(player, entity);
        let is_own = event.actor == player;
        if let Happening::Did(did) = &event.what {
            let (who, whom) = parties(event, how, name);
            let from = match how {
                Perceived::Heard { from } | Perceived::Felt { from } => compass(from),
                _ => "",
            };
            let fact = Fact {
                did,
                who: &who,
                whom: &whom,
                from,
                known_target: did.target.map(name).unwrap_or_default(),
                tile: memory.tile(event.at),
                game: self.game.as_deref(),
                things: &self.things,
                bindings: &self.bindings,
            };
            return self.deeds.sentence(&fact, how, is_own);
        }
        match how {
            _ if is_own => of_player(event, memory, &self.deeds, name),
            Perceived::Seen { .. } => {
                let (actor, target) = parties(event, how, name);
                // If a creature on the player's side starts hunting, it has noticed an enemy, not the player.
                let is_friend = self
                    .sides
                    .get(event.actor)
                    .is_ok_and(|other| !other.is_hostile_to(*side));
                match event.what {
                    Happening::StateChanged {
                        to: State::Hunting, ..
                    } if is_friend => Some(format!("{actor} has noticed something!")),
                    Happening::StateChanged {
                        from,
                        to: State::Searching,
                    } if from != State::Asleep && !may_pursue(self.kinds.get(event.actor).ok()) => {
                        Some(match from {
                            State::Hunting => format!("{actor} has lost you."),
                            _ => format!("{actor} is wary."),
                        })
                    }
                    _ => of_other(event, (&actor, &target)),
                }
            }
            Perceived::Felt { from } => of_pain(event, compass(from)),
            Perceived::Heard { from } => of_noise(event, compass(from)),
            Perceived::Nothing => None,
        }
    }
}

impl Narrator<'_, '_> {
    fn is_danger(&self, event: &GameEvent, player: Entity) -> bool {
        let is_own = event.actor == player;
        match event.what {
            Happening::Hit { target, .. }
            | Happening::Missed { target, .. }
            | Happening::Burned { target, .. } => target == player,
            Happening::Died { .. } => is_own,
            Happening::StateChanged {
                to: State::Hunting, ..
            }
            | Happening::Cried { .. } => !is_own,
            Happening::Did(did) => self.deeds.warns(did.what, is_own),
            _ => false,
        }
    }
}

/// Logs what the player did and which other events the player perceived.
pub(super) fn narrate(
    mut witnessed: MessageReader<Witnessed>,
    mut log: ResMut<MessageLog>,
    narrator: Narrator,
    quest: Res<Quest>,
    (mut told, places): (MessageWriter<Told>, Query<&Position, With<Player>>),
) {
    let (Ok((player, ..)), Ok(place)) = (narrator.players.single(), places.single()) else {
        witnessed.clear();
        return;
    };
    for Witnessed { event, how } in witnessed.read() {
        let own_game = narrator.game.as_deref().filter(|_| event.actor == player);
        let plan = own_game.and_then(|game| new_plan(event, game, &quest));
        // On the first level, the level's own message replaces the default sentence.
        let begins = plan.is_some() && matches!(event.what, Happening::Arrived);
        let sentence = match event.what {
            Happening::Stepped { gropes, .. } if event.actor == player => {
                let words = "You feel your way in the dark: slowly, and not quietly.";
                gropes.then(|| words.to_owned())
            }
            _ => narrator.sentence(event, *how),
        };
        let is_own = event.actor == player;
        if sentence.is_some() || is_own && matches!(event.what, Happening::Stepped { .. }) {
            told.write(Told {
                event: *event,
                how: *how,
                from: place.0,
                is_own,
                words: sentence.as_deref().map_or_else(String::new, capitalized),
                noise: noise_of(
                    &event.what,
                    is_own,
                    event.what.target() == Some(player),
                    &narrator.deeds,
                ),
            });
        }
        if let Some(sentence) = sentence.filter(|_| !begins) {
            let sentence = capitalized(&sentence);
            match narrator.is_danger(event, player) {
                true => log.warn(sentence),
                false => log.say(sentence),
            }
        }
        if let Some(plan) = plan {
            let goal = own_game.filter(|_| begins);
            let goal = goal.and_then(|game| goal_of(game, &narrator.bindings));
            let words = std::iter::once(plan.arrival.clone()).chain(goal);
            log.say(words.collect::<Vec<_>>().join(" "));
        }
    }
}

/// Returns the plan of the level that the player has just reached, if the player is on the way down and has not been
/// there before.
fn new_plan<'a>(event: &GameEvent, game: &'a Game, quest: &Quest) -> Option<&'a DepthPlan> {
    let depth = match event.what {
        Happening::Arrived => 1,
        Happening::TookStairs { depth } if depth == quest.deepest => depth,
        _ => return None,
    };
    game.plan(depth).filter(|_| !quest.is_done)
}

/// Ends the alarms once time has passed, because that means that the player has acted.
pub(super) fn answer_alarms(clock: Res<Clock>, mut log: ResMut<MessageLog>) {
    if clock.is_changed() && !log.is_replayed() {
        log.time_passes(clock.tick);
    }
}

/// Logs why the player stopped travelling, exploring or resting.
pub(super) fn explain_stops(
    (mut stops, mut came): (MessageReader<Stopped>, MessageReader<CameIntoView>),
    mut log: ResMut<MessageLog>,
    (known, bindings): (Res<KnownNames>, Res<Bindings>),
    players: Query<(&Position, &MapMemory), With<Player>>,
    places: Query<(&Position, Option<&MadeBy>)>,
) {
    let player = players.single().ok().filter(|_| !log.is_replayed());
    let Some((here, memory)) = player else {
        stops.clear();
        came.clear();
        return;
    };
    let way = |at: IVec2| Direction::towards(at - here.0).map(compass);
    let whence = |enemy: Entity| {
        let (at, made_by) = places.get(enemy).ok()?;
        let name = known.0.get(&enemy)?.as_str();
        Some((name, way(at.0)?, may_pursue(made_by)))
    };
    for sentence in came.read().filter_map(|it| whence(it.0).map(comes)) {
        log.warn(capitalized(&sentence));
    }
    for stop in stops.read() {
        let sentence = match stop.clone() {
            Stopped::Alarmed(Alarm::Found(at)) => {
                memory
                    .tile(at)
                    .and_then(find_name)
                    .map(|find| match way(at) {
                        Some(way) => format!("you see {find} to the {way}."),
                        None => format!("you come upon {find}."),
                    })
            }
            Stopped::Alarmed(alarm) => alarmed(alarm, whence),
            Stopped::Struck { by } => {
                let by = by.map_or_else(|| "something".to_owned(), |it| format!("the {it}"));
                Some(format!("{by} is in your way: you strike once and stop."))
            }
            Stopped::NoStep {
                goal,
                why,
                has_begun,
                by,
            } => no_step(
                goal,
                why,
                has_begun,
                by.or_else(|| prize(why, memory)),
                || key_of(&bindings, Control::EXPLORE),
            ),
        };
        let is_danger =
            matches!(stop, Stopped::Alarmed(alarm) if !matches!(alarm, Alarm::Found(_)));
        match sentence {
            Some(sentence) if is_danger => log.warn(capitalized(&sentence)),
            Some(sentence) => log.say(capitalized(&sentence)),
            None => {}
        }
    }
}

/// Returns the name of the goal that is all that is left, as the player remembers it.
fn prize(why: NoStep, memory: &MapMemory) -> Option<String> {
    let is_left = matches!(why, NoStep::Beacon);
    let mut cells = memory.known_cells().filter(|_| is_left);
    cells.find_map(|(cell, _)| {
        let tile = memory.tile(cell)?;
        let is_goal = tile.kind().taken.is_some_and(|it| it.is_goal);
        is_goal.then(|| tile.name().to_owned())
    })
}

/// A creature's name, its direction, and whether it pursues the player.
type Whence<'a> = (&'a str, &'static str, bool);

fn comes((name, way, _): Whence) -> String {
    format!("{} {name} comes into view to the {way}.", article(name))
}

/// Says which danger has stopped the player. Returns `None` if the log has said so already.
fn alarmed<'a>(alarm: Alarm, whence: impl Fn(Entity) -> Option<Whence<'a>>) -> Option<String> {
    match alarm {
        Alarm::CameIntoView(enemy) => whence(enemy).map(comes),
        Alarm::Hunts(enemy) => whence(enemy).map(|(name, way, pursues)| {
            let does = match pursues {
                true => "is hunting you",
                false => "has noticed you",
            };
            format!("the {name} to the {way} {does}. You stop.")
        }),
        Alarm::Nears(enemy) => whence(enemy)
            .map(|(name, way, _)| format!("the {name} to the {way} comes nearer. You stop.")),
        Alarm::Hurt => Some("you are hurt. You stop.".to_owned()),
        Alarm::Attacked => Some("you are under attack. You stop.".to_owned()),
        Alarm::Struck
        | Alarm::Notices
        | Alarm::Oil
        | Alarm::FogComes
        | Alarm::Enveloped
        | Alarm::Blinded
        | Alarm::Found(_) => None,
    }
}

/// Returns a sentence about the player's goal and the first keys to learn, or `None` outside a dungeon.
fn goal_of(game: &Game, bindings: &Bindings) -> Option<String> {
    let LevelSource::Dungeon(dungeon) = &game.setup.source else {
        return None;
    };
    let keys = "{help} help, {explore} explore, {shorter-sight} {longer-sight} lantern.";
    let begin = game.setup.goals.begin(dungeon.depth());
    Some(format!("{begin} {}", with_keys(bindings, keys)))
}

/// Marks all messages as old once the player presses a key or clicks.
pub(super) fn begin_batch(
    mut asked: MessageReader<Asked>,
    mut mouse: MessageReader<Mouse>,
    mut log: ResMut<MessageLog>,
) {
    let clicks = mouse.read().filter(|it| matches!(it, Mouse::Click(_)));
    let asked = asked.read().filter(|it| it.control().is_some());
    if asked.count() + clicks.count() > 0 && !log.is_replayed() {
        log.begin_batch();
    }
}

pub(super) fn pass_on_notices(mut notices: MessageReader<Notice>, mut log: ResMut<MessageLog>) {
    for Notice(notice) in notices.read() {
        log.say(notice.clone());
    }
}
