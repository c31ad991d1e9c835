//! Who sees the player, and from where it would be seen: as far as the player can know.

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;

use super::scene::{Eyes, Scene, Sight};
use crate::control::Gait;
use crate::fov::{FieldOfView, VisibleSet};
use crate::game::{State, chance_to_notice};
use crate::grid::{Direction, Rectangle};
use crate::map::Tile;
use crate::vision::{MapMemory, Viewshed};

/// The least level of bright light.
const BRIGHT: u32 = 4;

/// How well somebody can be seen at this level of light, in a word.
pub fn light_word(level: u32) -> &'static str {
    match level {
        0 => "hidden",
        1..BRIGHT => "dim",
        _ => "bright",
    }
}

/// Whether somebody who stands in this level of light is seen from afar.
pub(super) fn is_bright(level: u32) -> bool {
    level >= BRIGHT
}

/// What this level of light means for somebody who stands in it.
pub fn exposure_words(level: u32) -> &'static str {
    match level {
        0 => "hidden in the dark",
        1..BRIGHT => "Exposed (dim)",
        _ => "Exposed (bright)",
    }
}

/// From where the player can be seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exposure {
    /// The cells from which an eye of the usual kind would see the player.
    pub from: HashSet<IVec2>,
    /// The cells that those see of whom the player knows.
    pub watched: HashSet<IVec2>,
    /// For the cells around: how likely they are to notice it there with their next turn, in percent.
    pub chances: HashMap<IVec2, i32>,
}

/// The map as its rememberer knows it: unknown cells hide nothing, wherever the level ends.
#[derive(Clone, Copy, Debug)]
pub struct KnownMap<'a> {
    memory: &'a MapMemory,
    /// All that is known lies in here, with unknown cells around it.
    area: Rectangle,
}

impl<'a> KnownMap<'a> {
    /// The map as far as it is known, and as far as these cells.
    pub fn new(memory: &'a MapMemory, cells: impl IntoIterator<Item = IVec2>) -> Self {
        let known = memory.known_cells().map(|(cell, _)| cell);
        let told = memory.lore().map(|lore| lore.size().as_ivec2());
        let told = told.filter(|size| size.min_element() > 0);
        let told = told.map(|size| [IVec2::ZERO, size - 1]);
        let all = known.chain(told.into_iter().flatten()).chain(cells);
        let corners = all
            .map(|cell| (cell, cell))
            .reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        let (min, max) = corners.unwrap_or_default();
        // Some algorithms look a cell further than they show.
        let area = Rectangle::from_corners(min, max).expanded(2);
        Self { memory, area }
    }

    /// The rectangle that holds all that is known, with a margin of two cells.
    pub fn area(&self) -> Rectangle {
        self.area
    }

    /// Returns whether a cell is known to block sight.
    pub fn is_opaque(&self, cell: IVec2) -> bool {
        self.memory.tile(cell).is_some_and(Tile::is_opaque)
    }

    /// Computes what an eye would see on this map.
    pub fn view(&self, eye: IVec2, sight: crate::fov::Sight) -> VisibleSet {
        let mut view = VisibleSet::new();
        let is_opaque = |cell| self.is_opaque(cell);
        FieldOfView::new().compute_with(self.area, eye, sight, is_opaque, &mut view);
        view
    }
}

/// How far an eye of the usual kind sees in the dark.
const DARK_SIGHT: i32 = 1;

impl Scene<'_, '_> {
    /// The level of light on the cell of these eyes; none in a world without darkness.
    pub fn light_on(&self, eyes: &Eyes) -> Option<u32> {
        self.light.is_lit_world().then(|| self.light.level(eyes.at))
    }

    /// How many of those in view see the one who has these eyes and is their enemy.
    pub fn watchers(&self, eyes: &Eyes, world_sees: &[Sight]) -> usize {
        let Some(map) = &self.map else {
            return 0;
        };
        let sees = |it: &&Sight| {
            let viewshed = it.who.and_then(|who| self.viewshed_of(who));
            it.state.is_some_and(|state| state != State::Asleep)
                && viewshed.is_some_and(|view| self.light.sees(map.opacity(), view, eyes.at))
        };
        world_sees.iter().filter(sees).count()
    }

    /// The cells that somebody in view sees from `at`, on the map as these eyes know it, and by the light that they see.
    pub fn watched_by(
        &self,
        eyes: &Eyes,
        known: &KnownMap,
        viewshed: &Viewshed,
        at: IVec2,
    ) -> HashSet<IVec2> {
        let view = known.view(at, viewshed.sight());
        let is_lit = |cell: IVec2| {
            !self.light.is_lit_world()
                || near(cell, at, viewshed.dark_sight() as i32)
                || eyes.viewshed.as_ref().is_some_and(|it| it.sees(cell))
                    && self.light.level(cell) > 0
        };
        let is_known = |cell: &IVec2| eyes.memory.tile(*cell).is_some();
        view.iter()
            .filter(is_known)
            .filter(|cell| is_lit(*cell))
            .collect()
    }

    /// From where the one can be seen who has these eyes.
    pub fn exposure(&self, eyes: &Eyes, sights: &[Sight]) -> Exposure {
        if self.map.is_none() {
            return Exposure::default();
        }
        let known = KnownMap::new(eyes.memory, [eyes.at]);
        let is_lit = self.light_on(eyes).is_none_or(|level| level > 0);
        let own = self.light.field(eyes.entity);
        let sight = crate::fov::Sight::default().unlimited();
        let view = known.view(eyes.at, sight);
        let sees_player = |cell: &IVec2| {
            let by_flame = own.is_some_and(|field| field.contains(*cell));
            *cell != eyes.at && (is_lit || by_flame || near(*cell, eyes.at, DARK_SIGHT))
        };
        let is_open = |cell: &IVec2| eyes.memory.tile(*cell).is_some_and(|it| !it.is_opaque());
        let from = view.iter().filter(is_open).filter(sees_player).collect();
        let mut exposure = Exposure {
            from,
            ..Exposure::default()
        };
        let mut calm = Vec::new();
        for it in sights {
            let viewshed = it.who.and_then(|who| self.viewshed_of(who));
            let (Some(viewshed), Some(state)) = (viewshed, it.state) else {
                continue;
            };
            if state == State::Asleep {
                continue;
            }
            exposure
                .watched
                .extend(self.watched_by(eyes, &known, viewshed, it.at));
            if matches!(state, State::Unaware | State::Noticing) {
                let view = known.view(it.at, viewshed.sight());
                calm.push((it.at, viewshed, view));
            }
        }
        if calm.is_empty() {
            return exposure;
        }
        let runs = *self.gait == Gait::Running;
        for way in Direction::ALL {
            let cell = eyes.at + way.delta();
            if !eyes.memory.tile(cell).is_some_and(Tile::is_walkable) {
                continue;
            }
            let level = self.level_there(eyes, cell);
            let unnoticed = calm.iter().map(|(at, viewshed, view)| {
                let sees = view.contains(cell)
                    && (level.is_none_or(|level| level > 0)
                        || near(cell, *at, viewshed.dark_sight() as i32));
                let distance = (cell - *at).abs().max_element();
                let reach = viewshed.sight().radius;
                let level = level.unwrap_or(BRIGHT);
                let odds = if sees {
                    chance_to_notice(reach, distance, level, runs)
                } else {
                    0
                };
                f64::from(100 - odds) / 100.0
            });
            let chance = 100.0 - unnoticed.product::<f64>() * 100.0;
            exposure.chances.insert(cell, chance.round() as i32);
        }
        exposure
    }

    /// The level of light that the owner of these eyes would stand in on a cell beside it: its own lantern comes along.
    fn level_there(&self, eyes: &Eyes, cell: IVec2) -> Option<u32> {
        if !self.light.is_lit_world() {
            return None;
        }
        let mut level = self.light.level_without(eyes.entity, cell);
        if let Some(own) = self.light_of(eyes.entity) {
            level = level.max(own);
        }
        Some(level)
    }
}

fn near(one: IVec2, other: IVec2, distance: i32) -> bool {
    (one - other).abs().max_element() <= distance
}

/// How likely it is to be noticed, in one character: tens of percent, and nothing for never.
pub fn chance_sign(percent: i32) -> Option<char> {
    match percent {
        ..=0 => None,
        95.. => Some('!'),
        percent => char::from_digit((percent.unsigned_abs() + 5) / 10, 10),
    }
}
