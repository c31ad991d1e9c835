//! Finds what moves in what the player perceives.
//!
//! Nothing here tells more than the log and the map: an effect needs an event that the player perceives, and it is shown
//! only on cells that the player sees. A thing flies only between ends that the player sees. If the player does not see
//! where a shot comes from, the arrow shows only on the cell before the player, on the side that the log names.

use std::time::Duration;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use ratatui::style::Color;

use super::deed_words::{AllDeedWords, Moves};
use super::motion::{Motion, Moving, Perceptions, VisualEffect};
use super::scene::{PointOfView, Scene};
use super::{Marks, Screen, camera};
use crate::control::{Asked, Mouse};
use crate::fov::line;
use crate::game::{Affect, Clock, GameEvent, Happening, Perceived, Witnessed};
use crate::map::Tile;

/// How long a thing flies over a cell, and how long it flies at least and at most.
const FLIGHT: u64 = 22;
const FLIGHTS: (u64, u64) = (60, 240);
const FLASH: Duration = Duration::from_millis(180);
const RISE: Duration = Duration::from_millis(650);
/// The time between two numbers that rise from the same cell.
const GAP: Duration = Duration::from_millis(220);

/// Returns what the player perceives that moves.
pub(super) fn perceive_motion(
    mut witnessed: MessageReader<Witnessed>,
    scene: Scene,
    words: Res<AllDeedWords>,
    screen: Res<Screen>,
) -> Perceptions {
    let is_watched = scene.onlooker.0.is_some() || scene.reveals();
    let moves = scene.motion.is_on() && !is_watched;
    let eyes = moves.then(|| scene.eyes()).flatten();
    let Some(eyes) = eyes.filter(|it| scene.players.contains(it.entity)) else {
        witnessed.clear();
        return Perceptions::default();
    };
    let sight = Sight {
        scene: &scene,
        words: &words,
        eyes: &eyes,
    };
    let seen = witnessed.read();
    let effects = seen.flat_map(|it| sight.effects(&it.event, it.how));
    Perceptions {
        effects: one_by_one(effects),
        view: camera(&scene, &screen, &Marks::default()).map(|it| (it, scene.depth.0)),
        has_flicker: sight.has_flicker(),
    }
}

/// Lets numbers over the same cell rise one after another.
fn one_by_one(effects: impl Iterator<Item = VisualEffect>) -> Vec<VisualEffect> {
    let mut counts: HashMap<IVec2, u32> = HashMap::default();
    let mut all: Vec<VisualEffect> = effects.collect();
    for effect in &mut all {
        if let Moving::Number { at, .. } = effect.what {
            let count = counts.entry(at).or_default();
            effect.begins += GAP * *count;
            *count += 1;
        }
    }
    all
}

/// Hands on what the player perceives, and whether a key was pressed or a turn has passed.
pub(super) fn follow_motion(
    In(perceived): In<Perceptions>,
    (mut asked, mut mouse): (MessageReader<Asked>, MessageReader<Mouse>),
    (clock, time): (Res<Clock>, Res<Time<Real>>),
    mut motion: ResMut<Motion>,
    mut tick: Local<u64>,
) {
    let clicks = mouse.read().filter(|it| !it.is_move()).count();
    let inputs = asked.read().count() + clicks;
    let has_passed = std::mem::replace(&mut *tick, clock.tick) != clock.tick;
    motion.follow(perceived, inputs > 0 || has_passed, time.elapsed());
}

/// The eyes of the player.
struct Sight<'a> {
    scene: &'a Scene<'a, 'a>,
    words: &'a AllDeedWords,
    eyes: &'a PointOfView<'a>,
}

impl Sight<'_> {
    fn sees(&self, cell: IVec2) -> bool {
        let viewshed = self.eyes.viewshed.as_deref();
        viewshed.is_some_and(|it| it.sees(cell)) || cell == self.eyes.at
    }

    /// Returns whether flames or fog are in view.
    fn has_flicker(&self) -> bool {
        let seen = self.eyes.viewshed.as_deref().into_iter();
        let mut seen = seen.flat_map(|it| it.visible().iter());
        let air = self.scene.map.as_deref().map(|it| it.air());
        seen.any(|cell| {
            let tile = self.eyes.memory.tile(cell);
            tile.and_then(Tile::flame).is_some() || air.is_some_and(|it| !it.at(cell).is_clear())
        })
    }

    /// Returns what moves in an event. The effects begin at once, or after the flight of what hits.
    fn effects(&self, event: &GameEvent, how: Perceived) -> Vec<VisualEffect> {
        let (sees_actor, sees_target) = match how {
            Perceived::Seen { actor, target } => (actor, target),
            Perceived::Felt { .. } => (false, true),
            Perceived::Heard { .. } | Perceived::Nothing => return Vec::new(),
        };
        let flight = self.flight(event, how);
        let lands = flight.as_ref().map_or(Duration::ZERO, |it| it.length);
        let (at, points) = match event.what {
            Happening::Hit { damage, .. } | Happening::Burned { damage, .. } if sees_target => {
                (event.at, -damage)
            }
            Happening::Did(did)
                if sees_actor && self.words.moves(did.what) == Some(Moves::Wound) =>
            {
                (event.at, -did.amount.cast_signed())
            }
            // The log gives this number only to the player.
            Happening::Affected(Affect::Healed(points)) if event.actor == self.eyes.entity => {
                (self.eyes.at, points.cast_signed())
            }
            Happening::Did(did)
                if self.words.moves(did.what) == Some(Moves::Flash) && self.sees(event.at) =>
            {
                (event.at, 0)
            }
            _ => return flight.into_iter().collect(),
        };
        // The player knows where its own blows fall, even in the dark.
        let is_own = event.actor == self.eyes.entity;
        let is_own = is_own && matches!(event.what, Happening::Hit { shot: false, .. });
        let is_known = is_own || self.sees(at);
        let hit = is_known.then(|| self.blow(at, points, lands));
        let hit = hit.into_iter().flatten();
        flight.into_iter().chain(hit).collect()
    }

    /// Returns a flash of a cell and a number above it.
    fn blow(&self, at: IVec2, points: i32, begins: Duration) -> Vec<VisualEffect> {
        let palette = &self.scene.palette;
        let color = match points {
            1.. => palette.accent(),
            _ if at == self.eyes.at => palette.warning(),
            _ => palette.text(),
        };
        let effect = |what, length| VisualEffect {
            what,
            begins,
            length,
        };
        let number = Moving::Number {
            at,
            text: format!("{points:+}"),
            color,
        };
        let number = (points != 0).then(|| effect(number, RISE));
        let flash = effect(Moving::Flash { at, color }, FLASH);
        [flash].into_iter().chain(number).collect()
    }

    /// Returns the flight of an arrow or of a thing that is thrown.
    fn flight(&self, event: &GameEvent, how: Perceived) -> Option<VisualEffect> {
        let palette = &self.scene.palette;
        let (glyph, color) = match event.what {
            Happening::Hit { shot: true, .. } | Happening::Missed { shot: true, .. } => {
                (None, palette.text())
            }
            Happening::Did(did) if self.words.moves(did.what) == Some(Moves::Flight) => {
                let thing = self.scene.things.get(did.thing?)?;
                (Some(thing.glyph), palette.lit_thing(thing))
            }
            _ => return None,
        };
        let (from, to) = match how {
            Perceived::Seen {
                actor: true,
                target: true,
            } => (event.actor_at, event.at),
            Perceived::Felt { from } => (self.eyes.at + from.delta(), self.eyes.at),
            _ => return None,
        };
        let is_whole = self.sees(from) && self.sees(to) && from != to;
        let glyph = glyph.unwrap_or_else(|| arrow(to - from));
        is_whole.then(|| self.fly((from, to), glyph, color))
    }

    fn fly(&self, (from, to): (IVec2, IVec2), glyph: char, color: Color) -> VisualEffect {
        let far = u64::from((to - from).abs().as_uvec2().max_element());
        VisualEffect {
            what: Moving::Flight {
                from,
                to,
                seen: line(from, to).filter(|it| self.sees(*it)).collect(),
                glyph,
                color,
            },
            begins: Duration::ZERO,
            length: Duration::from_millis((far * FLIGHT).clamp(FLIGHTS.0, FLIGHTS.1)),
        }
    }
}

fn arrow(offset: IVec2) -> char {
    let (wide, high) = (offset.x.abs(), offset.y.abs());
    match offset {
        _ if wide > high * 2 => '-',
        _ if high > wide * 2 => '|',
        _ if (offset.x > 0) == (offset.y > 0) => '\\',
        _ => '/',
    }
}
