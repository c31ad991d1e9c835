//! What is told after a command: what the player did and why it ended, then dangers, light, place, things and ground.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::detail::{Detail, Details, Subject};
use super::doings::Doings;
use super::exits::{exit_words, exits_of, way_in};
use super::ground::{exposed_rows, rows_words, view_rows, ways};
use super::whence::{offset_words, place_words};
use crate::game::{Ghost, PlaceKind, Places, State, Visibility};
use crate::grid::Direction;
use crate::map::Tile;
use crate::view::{
    InView, Knows, Observation, PointOfView, Remarkable, RemarkableKind, Scene, ago, article,
    capitalized, compass, exposure_words, with_article,
};

/// How near something must stand to be told again whenever the player moves, in cells.
const NEAR: i32 = 2;

/// What has been told on this level.
#[derive(Default)]
pub(super) struct Told {
    /// What the player knew and perceived at the last report.
    pub(super) before: Option<Observation>,
    /// The row, the column and the name of each thing, door and flame that has been told.
    spots: BTreeSet<(i32, i32, String)>,
    /// The ground that has been told, cell by cell, if every cell is.
    ground: BTreeMap<(i32, i32), Tile>,
    /// The directions in which the player could step at the last report.
    ways: Vec<Direction>,
    /// The place that the player was in last, as an index.
    place: Option<usize>,
    /// The last cell of the place before that.
    pub(super) came_from: Option<IVec2>,
    /// How the player came into its place: `through its west door`.
    pub(super) came: Option<String>,
    /// The cell of the last report at which the player was in a place.
    stood: Option<IVec2>,
}

/// What is told about one moment.
pub(super) struct Moment<'a> {
    pub(super) scene: &'a Scene<'a, 'a>,
    pub(super) eyes: &'a PointOfView<'a>,
    pub(super) seen: &'a Observation,
    pub(super) places: &'a Places,
    pub(super) details: Details,
}

impl Moment<'_> {
    fn tells(&self, subject: Subject, at_least: Detail) -> bool {
        self.details.of(subject) >= at_least
    }

    pub(super) fn place(&self) -> Option<usize> {
        self.places.index_at(self.seen.at)
    }

    pub(super) fn full_name(&self, index: usize) -> Option<String> {
        self.places.get(index).map(|it| it.full_name())
    }
}

impl Told {
    /// Returns the sentences about what has changed since the last report, and remembers that they have been told. `said`
    /// is what the log has said since then.
    pub(super) fn report(
        &mut self,
        now: &Moment,
        doings: &Doings,
        said: Vec<String>,
    ) -> Vec<String> {
        let arrives = self.enter(now, doings);
        let deed = self.deed(now, doings, arrives, said.is_empty());
        let mut lines: Vec<String> = deed.into_iter().chain(said).collect();
        lines.extend(self.body(now));
        lines.extend(self.creatures(now));
        lines.extend(self.gone(now, doings));
        lines.extend(self.light(now));
        lines.extend(self.exits(now, arrives));
        lines.extend(self.things(now));
        lines.extend(self.ground(now));
        self.before = Some(now.seen.clone());
        lines
    }

    /// Returns whether the player has come into another place, and records how.
    fn enter(&mut self, now: &Moment, doings: &Doings) -> bool {
        let Some(place) = now.place() else {
            return false;
        };
        let arrives = self.place != Some(place);
        if arrives {
            let before = self.before.iter().map(|it| it.at);
            let path: Vec<IVec2> = before.chain(doings.path.iter().copied()).collect();
            let way = || way_in(now.places, now.eyes, place, &path);
            self.came = self.place.and_then(|_| way());
            let is_outside = |at: &IVec2| {
                let other = now.places.index_at(*at);
                other.is_some_and(|it| it != place)
            };
            let left = path.into_iter().rev().find(is_outside);
            self.came_from = left.or(self.stood).filter(is_outside);
            self.place = Some(place);
        }
        self.stood = Some(now.seen.at);
        arrives
    }

    /// Says what the player did, as far as the log does not: the step or the steps, and the place that they led to.
    fn deed(&self, now: &Moment, doings: &Doings, arrives: bool, is_quiet: bool) -> Option<String> {
        let seen = now.seen;
        let place = now.place().filter(|_| arrives);
        let place = place.and_then(|it| now.full_name(it));
        let Some(before) = &self.before else {
            let level = seen.level.as_ref();
            let level = level.map_or_else(String::new, |it| format!(", {it}"));
            let place = place.map_or_else(String::new, |it| format!(" {}.", capitalized(&it)));
            return Some(format!("Level {}{level}.{place}", seen.depth));
        };
        let moved = seen.at - before.at;
        let turns = seen.turn.saturating_sub(before.turn);
        let did = match (doings.steps, Direction::from_delta(moved)) {
            (0 | 1, Some(way)) => Some(compass(way).to_owned()),
            (0, None) if moved != IVec2::ZERO => Some(offset_words(moved)),
            (0, _) => match turns {
                0 => None,
                1 => is_quiet.then(|| "a turn passes".to_owned()),
                _ => Some(format!("{turns} turns pass")),
            },
            (1, _) => None,
            (steps, _) if now.tells(Subject::Places, Detail::Full) => Some(format!(
                "{steps} steps, to {} of there",
                offset_words(moved)
            )),
            (steps, _) => Some(format!("{steps} steps")),
        };
        let came = self.came.as_ref().filter(|_| arrives);
        let place = place.map(|it| match came {
            Some(came) => format!("now {it}, {came}"),
            None => format!("now {it}"),
        });
        let parts: Vec<String> = did.into_iter().chain(place).collect();
        (!parts.is_empty()).then(|| capitalized(&format!("{}.", parts.join(", "))))
    }

    /// Returns sentences about the player's health, oil and condition.
    fn body(&self, now: &Moment) -> Vec<String> {
        let before = self.before.as_ref();
        let health = |it: &Observation| it.health.map(|it| (it.now(), it.max()));
        let is_new = before.is_none_or(|it| health(it) != health(now.seen));
        let tile = now.eyes.memory.tile(now.seen.at);
        let in_fire = tile.is_some_and(|it| it.burns());
        let fire = in_fire.then(|| "You stand in fire!".to_owned());
        if now.tells(Subject::Body, Detail::Full) || before.is_none() {
            return fire.into_iter().chain([status(now.seen)]).collect();
        }
        let health = health(now.seen).filter(|_| is_new);
        let health = health.map(|(now, max)| format!("Health {now} of {max}."));
        let mut words: Vec<String> = health.into_iter().chain(fire).collect();
        if before.is_some_and(|it| it.runs != now.seen.runs) {
            let how = if now.seen.runs { "run" } else { "walk" };
            words.push(format!("You {how} now."));
        }
        let air = |it: &Observation| it.air;
        if now.tells(Subject::Body, Detail::Normal) && before.map(air) != Some(now.seen.air) {
            words.extend(match now.seen.air {
                Some(air) => Some(format!("You are in {air}.")),
                None => before.and_then(air).map(|_| "The air is clear.".to_owned()),
            });
        }
        match words.is_empty() {
            true => Vec::new(),
            false => vec![words.join(" ")],
        }
    }

    /// Returns a sentence about the creatures in view that are new, or have changed or moved.
    fn creatures(&self, now: &Moment) -> Option<String> {
        let detail = now.details.of(Subject::Creatures);
        let before = self.before.as_ref();
        let mut words = Vec::new();
        for it in now.seen.creatures() {
            let offset = it.at - now.seen.at;
            let known = before.and_then(|before| {
                let known = before.creatures().find(|known| known.who == it.who)?;
                Some((known, known.at - before.at))
            });
            let is_changed = known.is_none_or(|(known, _)| {
                (known.state, known.knows, known.kind) != (it.state, it.knows, it.kind)
                    || wounds(known) != wounds(it)
            });
            let has_moved = known.is_none_or(|(known, there)| {
                there != offset || known.at != it.at || known.facing != it.facing
            });
            let is_near = offset.abs().max_element() <= NEAR;
            let is_told = match detail {
                Detail::Brief => is_changed || is_near && has_moved,
                Detail::Normal => is_changed || has_moved,
                Detail::Full => true,
            };
            if is_told {
                let name = match known {
                    None => &it.called,
                    Some(_) => &it.name,
                };
                words.push(creature_words(name, it, offset));
            }
        }
        let heading = match detail {
            Detail::Full => "Creatures: ",
            _ => "",
        };
        let words = format!("{heading}{}.", words.join("; "));
        (words.len() > heading.len() + 1).then(|| capitalized(&words))
    }

    /// Returns sentences about the creatures that have gone out of view, and about those that the player has learnt of in
    /// another way.
    fn gone(&self, now: &Moment, doings: &Doings) -> Vec<String> {
        let mut lines = Vec::new();
        let from = now.seen.at;
        let is_same = |one: &Ghost, other: &Ghost| {
            (one.at, &one.name, one.when) == (other.at, &other.name, other.when)
        };
        let before = self.before.as_ref();
        let known = |ghost: &&Ghost| {
            before.is_some_and(|it| it.last_seen.iter().any(|it| is_same(it, ghost)))
        };
        let mut new: Vec<&Ghost> = now.seen.last_seen.iter().filter(|it| !known(it)).collect();
        let is_in_view = |it: &&InView| now.seen.creatures().any(|other| other.who == it.who);
        let gone = before.into_iter().flat_map(Observation::creatures);
        let has_died = |it: &&InView| it.who.is_some_and(|who| doings.died.contains(&who));
        let gone = gone.filter(|it| !is_in_view(it) && !has_died(it));
        // The order of entities depends on creatures that the player has never seen.
        let mut gone: Vec<&InView> = gone.collect();
        gone.sort_by_key(|it| (it.at.y, it.at.x, &it.name));
        let mut words = Vec::new();
        for it in gone {
            let far = |ghost: &Ghost| (ghost.at - it.at).abs().max_element();
            let same = new
                .iter()
                .enumerate()
                .filter(|(_, ghost)| ghost.name == it.name);
            let nearest = same
                .min_by_key(|(_, ghost)| far(ghost))
                .map(|(index, _)| index);
            let last = nearest.map(|index| place_words(new.remove(index).at - from));
            let last = last.map_or_else(String::new, |it| format!(", last seen {it}"));
            words.push(format!("{}{last}", it.name));
        }
        if !words.is_empty() {
            lines.push(format!("Out of view: {}.", words.join("; ")));
        }
        let told: Vec<&Ghost> = match now.tells(Subject::Creatures, Detail::Full) {
            true => now.seen.last_seen.iter().collect(),
            false => new,
        };
        if !told.is_empty() {
            let words = told
                .iter()
                .map(|it| ghost_words(it, from, now.scene.clock.tick));
            let words: Vec<String> = words.collect();
            lines.push(format!("Last seen: {}.", words.join("; ")));
        }
        lines
    }

    /// Returns sentences about the light on the player, and about who sees it.
    fn light(&self, now: &Moment) -> Vec<String> {
        let seen = now.seen;
        let key = |it: &Observation| {
            let watchers = it.watchers();
            (
                it.visibility,
                watchers.see,
                watchers.feel,
                it.lantern,
                it.beam,
            )
        };
        let is_new = self.before.as_ref().is_none_or(|it| key(it) != key(seen));
        let mut lines = Vec::new();
        match now.details.of(Subject::Light) {
            Detail::Full => {
                lines.push(light_words(seen, true));
                lines.extend(exposed_rows(now.scene, now.eyes));
            }
            Detail::Normal if is_new => {
                let beam = |it: &Observation| (it.lantern, it.beam);
                let names = self.before.as_ref().is_none_or(|it| beam(it) != beam(seen));
                lines.push(light_words(seen, names));
            }
            Detail::Brief if is_new && seen.watchers().see > 0 => {
                lines.push(light_words(seen, false));
            }
            _ => {}
        }
        lines.retain(|it| !it.is_empty());
        lines
    }

    /// Returns sentences about where the player is and about the exits of its place.
    fn exits(&mut self, now: &Moment, arrives: bool) -> Vec<String> {
        let mut lines = Vec::new();
        let is_full = now.tells(Subject::Places, Detail::Full);
        if is_full {
            lines.push(where_words(now, None));
        }
        let is_normal = now.tells(Subject::Places, Detail::Normal);
        let ways = ways(now.eyes);
        let in_passage = now.place().and_then(|it| now.places.get(it));
        let in_passage = in_passage.is_none_or(|it| it.kind == PlaceKind::Passage);
        if let Some(index) = now.place().filter(|_| is_full || is_normal && arrives) {
            let exits = exits_of(now.places, now.eyes, index);
            if !exits.is_empty() {
                let words = exit_words(now.places, &exits, now.seen.at);
                lines.push(format!("Exits: {words}."));
            }
        } else if is_normal && in_passage && ways != self.ways {
            let words: Vec<&str> = ways.iter().map(|it| compass(*it)).collect();
            lines.push(format!("Ways: {}.", words.join(", ")));
        }
        self.ways = ways;
        lines
    }

    /// Returns sentences about things, stairs, doors and flames: those that are new, and what stands near.
    fn things(&mut self, now: &Moment) -> Vec<String> {
        let from = now.seen.at;
        let detail = now.details.of(Subject::Things);
        let all = now.seen.remarkable();
        let is_plain = |it: &Remarkable| it.kind == RemarkableKind::Tile && detail != Detail::Full;
        let mut is_new = |at: IVec2, name: &str| self.spots.insert((at.y, at.x, name.to_owned()));
        let told: Vec<&Remarkable> = all
            .iter()
            .filter(|it| !is_plain(it))
            .filter(|it| is_new(it.at, &it.name) || detail == Detail::Full)
            .collect();
        let has_moved = self.before.as_ref().is_none_or(|it| it.at != from);
        let is_near = |at: IVec2| (at - from).abs().max_element() <= NEAR;
        let is_told = |at: IVec2| told.iter().any(|it| it.at == at);
        let mut lines = Vec::new();
        if !told.is_empty() {
            lines.push(format!("In view: {}.", grouped(&told, from)));
        }
        let wants_near = detail == Detail::Normal && has_moved;
        let is_worth = |it: &&Remarkable| it.kind != RemarkableKind::Corpse;
        let near = all.iter().filter(|_| wants_near).filter(is_worth);
        let near = near.filter(|it| is_near(it.at) && !is_told(it.at));
        let near: Vec<&Remarkable> = near.collect();
        if !near.is_empty() {
            lines.push(format!("Near: {}.", grouped(&near, from)));
        }
        lines
    }

    /// Returns every cell in view, and every other one of which the player has learnt since it was told, if the player
    /// wants that.
    fn ground(&mut self, now: &Moment) -> Vec<String> {
        if !now.tells(Subject::Ground, Detail::Full) {
            return Vec::new();
        }
        let sees = |at: IVec2| now.eyes.viewshed.as_ref().is_some_and(|it| it.sees(at));
        let mut learnt: Vec<(IVec2, Tile)> = Vec::new();
        for (at, known) in now.eyes.memory.known_cells() {
            if let Some(tile) = known.tile() {
                let before = self.ground.insert((at.y, at.x), tile);
                learnt.extend((before != Some(tile) && !sees(at)).then_some((at, tile)));
            }
        }
        learnt.sort_by_key(|(at, _)| (at.y, at.x));
        let learnt = learnt
            .iter()
            .map(|(at, tile)| (*at - now.seen.at, tile.name()));
        let learnt = rows_words("Out of view, ", learnt);
        view_rows(now.eyes).into_iter().chain(learnt).collect()
    }
}

/// Lists things, the nearest first. More than two of the same name share an entry, with the place of the nearest.
fn grouped(things: &[&Remarkable], from: IVec2) -> String {
    let mut groups: Vec<(&str, IVec2, usize)> = Vec::new();
    let many = |name: &str| things.iter().filter(|it| it.name == name).count() > 2;
    for Remarkable { at, name, .. } in things {
        let known = groups.iter_mut().find(|it| it.0 == name && many(name));
        match known {
            Some((.., count)) => *count += 1,
            None => groups.push((name, *at, 1)),
        }
    }
    let words = groups.into_iter().map(|(name, at, count)| match count {
        1 => format!("{name}, {}", place_words(at - from)),
        _ => format!("{name}, {} and {} more", place_words(at - from), count - 1),
    });
    words.collect::<Vec<_>>().join("; ")
}

/// Returns the words for a creature's wounds, if it has any that show.
pub(super) fn wounds(it: &InView) -> Option<&'static str> {
    match it.health? {
        100.. => None,
        67.. => Some("scratched"),
        34.. => Some("hurt"),
        _ => Some("badly hurt"),
    }
}

/// Describes a creature in view: `rat, hunting, hurt, sees you, 2 north, 1 east`.
pub(super) fn creature_words(name: &str, it: &InView, offset: IVec2) -> String {
    let is_aware = it
        .state
        .is_some_and(|it| !matches!(it, State::Unaware | State::Asleep));
    let knows = it.knows.map(|it| match it {
        Knows::Sees if is_aware => "sees you",
        Knows::Sees => "you are in its view",
        Knows::Feels => "feels you",
    });
    let facing = it.facing.map(|way| format!("facing {}", compass(way)));
    let state = it.state_word().filter(|_| it.state.is_some());
    let parts = [Some(name), state, wounds(it), knows];
    let mut parts: Vec<String> = parts.into_iter().flatten().map(str::to_owned).collect();
    parts.extend(facing);
    parts.push(place_words(offset));
    parts.join(", ")
}

/// Describes a ghost: `a rat, asleep, 3 north, 4 turns ago`.
pub(super) fn ghost_words(ghost: &Ghost, from: IVec2, tick: u64) -> String {
    let asleep = match ghost.state {
        State::Asleep => ", asleep",
        _ => "",
    };
    let (name, place) = (&ghost.name, place_words(ghost.at - from));
    let ago = ago(ghost.age(tick));
    format!("{} {name}{asleep}, {place}, {ago}", article(name))
}

/// Describes the light on the player and who sees it: `Exposed (bright), seen by a rat, 3 north; lit by a torch 2 east.`
/// Returns an empty text in a world without darkness, unless the player is seen.
pub(super) fn light_words(seen: &Observation, names_lights: bool) -> String {
    let mut parts = Vec::new();
    let exposure = seen
        .visibility
        .map(|it| exposure_words(it, seen.watchers()));
    parts.extend(exposure.map(str::to_owned));
    for (knows, by) in [(Knows::Sees, "seen by"), (Knows::Feels, "felt by")] {
        let who = seen.creatures().filter(|it| it.knows == Some(knows));
        let mut names: Vec<(&InView, usize)> = Vec::new();
        for it in who {
            match names.iter_mut().find(|known| known.0.name == it.name) {
                Some((_, count)) => *count += 1,
                None => names.push((it, 1)),
            }
        }
        let who = names.into_iter().map(|(it, count)| match count {
            1 => it.called.clone(),
            _ => format!("{} ({count})", it.name),
        });
        let who: Vec<String> = who.collect();
        if !who.is_empty() {
            parts.push(format!("{by} {}", who.join(" and ")));
        }
    }
    let lit = seen.lit_by_words(offset_words);
    parts.extend(lit.filter(|_| names_lights));
    let beam = seen.beam.filter(|_| names_lights);
    parts.extend(beam.map(|way| format!("your beam points {}", compass(way))));
    let shut = seen
        .lantern
        .filter(|_| names_lights && seen.visibility == Some(Visibility::Hidden));
    parts.extend(shut.map(|it| format!("your lantern is {}", it.name())));
    match parts.is_empty() {
        true => String::new(),
        false => capitalized(&format!("{}.", parts.join(", "))),
    }
}

/// Says where the player is: the place, the cell and how it came there.
pub(super) fn where_words(now: &Moment, came: Option<&str>) -> String {
    let mut parts: Vec<String> = Vec::new();
    let place = now.place().and_then(|it| now.full_name(it));
    parts.push(place.unwrap_or_else(|| {
        let tile = now.eyes.memory.tile(now.seen.at);
        tile.map_or("between places".to_owned(), with_article)
    }));
    parts.extend(came.map(|it| format!("you came {it}")));
    if let Some(origin) = now.places.origin() {
        parts.push(match now.seen.at - origin {
            IVec2::ZERO => "where you came to this level".to_owned(),
            offset => format!("{} of where you came to this level", offset_words(offset)),
        });
    }
    capitalized(&format!("{}.", parts.join(", ")))
}

pub(super) fn status(seen: &Observation) -> String {
    let mut parts = Vec::new();
    let health = seen.health.map(|it| (it.now(), it.max()));
    parts.extend(health.map(|(now, max)| format!("Health {now} of {max}")));
    let breath = seen.breath.filter(|(now, max)| now < max);
    parts.extend(breath.map(|(now, max)| format!("breath {now} of {max}")));
    let heart = seen.heart;
    parts.extend(heart.map(|(now, cells)| format!("heart {now} of {cells}")));
    parts.extend(seen.oil.map(|(turns, _)| format!("oil {turns}")));
    let lantern = seen.lantern.filter(|_| seen.visibility.is_some());
    parts.extend(lantern.map(|it| format!("lantern {}", it.name())));
    parts.extend(seen.runs.then(|| "running".to_owned()));
    parts.extend(seen.sight.as_ref().map(|it| format!("sight {it}")));
    parts.extend(seen.air.map(|it| format!("in {it}")));
    parts.extend(seen.fog_gathers.then(|| "fog is gathering".to_owned()));
    parts.extend(seen.has_boon.then(|| "you can choose a boon".to_owned()));
    parts.push(format!("level {}", seen.depth));
    parts.push(format!("turn {}", seen.turn));
    capitalized(&format!("{}.", parts.join(", ")))
}
