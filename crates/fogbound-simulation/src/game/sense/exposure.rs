//! Which creatures see an actor, and from which cells the actor can be seen, as far as the actor can tell.

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;

use super::notice::{DIM, Glimpse, is_dim};
use crate::fov::{Cone, FieldOfView, Sight, VisibleSet};
use crate::game::being::{Awareness, Camouflage, State};
use crate::grid::{Direction, Rectangle};
use crate::map::{Air, Tile};
use crate::vision::{Light, LightMap, LightShape, MapMemory, Viewshed};

/// How visible an actor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// The actor is visible only from adjacent cells.
    Hidden,
    /// The actor is in dim light, where it is half as likely to be noticed.
    Dim,
    /// The actor is visible from afar.
    Bright,
}

impl Visibility {
    /// Returns the visibility of an actor at this light level.
    pub fn in_light(level: u32) -> Self {
        match level {
            0 => Self::Hidden,
            1..=DIM => Self::Dim,
            _ => Self::Bright,
        }
    }
}

/// How exposed an actor is: the cells from which it can be seen, and the risk of being noticed.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Exposure {
    /// The cells from which an ordinary eye would see the actor.
    pub from: HashSet<IVec2>,
    /// The cells that are seen by watchers that the actor knows about.
    pub watched: HashSet<IVec2>,
    /// For each adjacent cell, the chance, as a percentage, that a watcher would notice the actor there on the
    /// watcher's next turn.
    ///
    /// This counts only watchers whose kinds the actor knows.
    pub chances: HashMap<IVec2, i32>,
    /// The adjacent cells where only watchers of unknown kinds could notice the actor.
    pub unsure: HashSet<IVec2>,
    /// The cells on which watchers of known kinds believe the actor to be.
    pub believed: HashSet<IVec2>,
    /// The cells that fire will burn, as far as the actor can tell from creatures that have drawn breath.
    pub fire: HashSet<IVec2>,
}

/// The map as an actor remembers it. Unknown cells count as transparent, even beyond the edge of the level.
#[derive(Clone, Copy, Debug)]
pub struct KnownMap<'a> {
    memory: &'a MapMemory,
    /// The air of the level, and the view in which the actor sees it.
    air: Option<(&'a Air, &'a Viewshed)>,
    /// The area that contains all known cells, plus a margin of unknown ones.
    area: Rectangle,
}

impl<'a> KnownMap<'a> {
    /// The width of the margin around the known cells. Some algorithms look one cell farther than the radius.
    pub const MARGIN: i32 = 2;

    /// Creates the known map, extended to include the given cells.
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
        let area = Rectangle::from_corners(min, max).expanded(Self::MARGIN);
        Self {
            memory,
            air: None,
            area,
        }
    }

    /// Returns this map with the fog and smoke that the actor sees now. Memories keep no air.
    pub fn with_air(mut self, air: &'a Air, viewshed: Option<&'a Viewshed>) -> Self {
        self.air = viewshed.map(|viewshed| (air, viewshed));
        self
    }

    /// Returns the rectangle that contains all known cells, plus the [margin](Self::MARGIN).
    pub fn area(&self) -> Rectangle {
        self.area
    }

    /// Returns whether a cell is known to block sight.
    pub fn is_opaque(&self, cell: IVec2) -> bool {
        let hides = |(air, view): (&Air, &Viewshed)| air.at(cell).is_dense() && view.sees(cell);
        self.memory.tile(cell).is_some_and(Tile::is_opaque) || self.air.is_some_and(hides)
    }

    /// Computes what an eye would see on this map.
    pub fn view(&self, eye: IVec2, sight: Sight) -> VisibleSet {
        let mut view = VisibleSet::new();
        let is_opaque = |cell| self.is_opaque(cell);
        FieldOfView::new().compute_with(self.area, eye, sight, is_opaque, &mut view);
        view
    }
}

/// How far an ordinary eye sees in the dark, in cells.
const DARK_SIGHT: u32 = 1;

/// An actor that may be seen, together with what it sees and remembers.
#[derive(Clone, Copy)]
pub struct Hider<'a> {
    /// The actor.
    pub entity: Entity,
    /// The actor's cell.
    pub at: IVec2,
    /// What the actor sees, or `None` if it is blind.
    pub viewshed: Option<&'a Viewshed>,
    /// What the actor remembers.
    pub memory: &'a MapMemory,
    /// The air of the level, of which the actor knows what it sees.
    pub air: &'a Air,
    /// The light that the actor carries, or `None` if it carries none.
    pub lantern: Option<&'a Light>,
    /// Whether the actor is running.
    pub runs: bool,
    /// How often the actor is noticed, and how often in dim light, as percentages of what is usual.
    pub noticed: [u32; 2],
    /// What hides the actor from those who are not near.
    pub hidden: Option<Camouflage>,
    /// How often creatures in the beam of its lantern notice the actor, as a percentage of what is usual.
    pub glare: u32,
}

/// An actor that a [`Hider`] sees and that may see the hider.
#[derive(Clone, Copy)]
pub struct Watcher<'a> {
    /// The watcher's cell.
    pub at: IVec2,
    /// What the watcher knows about its enemies.
    pub awareness: Awareness,
    /// Whether the hider knows the watcher's kind.
    pub is_known: bool,
    /// The watcher's field of view.
    pub viewshed: &'a Viewshed,
}

impl Watcher<'_> {
    pub fn is_awake(&self) -> bool {
        self.awareness != Awareness::Asleep
    }

    /// Returns the cell on which the watcher believes the hider to be, if the hider knows the watcher's kind.
    fn belief(&self) -> Option<IVec2> {
        self.awareness.mind_on().filter(|_| self.is_known)
    }

    /// Returns the chance that the watcher notices a hider that has stepped onto `cell` at this light level, as a
    /// percentage.
    fn chance(&self, cell: IVec2, level: Option<u32>, hider: &Hider) -> i32 {
        let in_beam = level.is_some() && hider.shines_at(cell, self.at);
        let is_seen =
            level != Some(0) || in_beam || near(cell, self.at, self.viewshed.dark_sight());
        let is_seen = is_seen && hider.can_be_made_out(cell, self.at);
        let glimpse = Glimpse {
            at: cell,
            distance: (cell - self.at).abs().max_element(),
            is_dim: level.is_some_and(is_dim),
            glare: if in_beam { hider.glare } else { 100 },
            conspicuous: hider.runs,
            noticed: hider.noticed,
        };
        let reach = self.viewshed.sight().radius;
        if is_seen { glimpse.chance(reach) } else { 0 }
    }
}

impl Hider<'_> {
    /// Returns the light level on the hider's cell, or `None` in a world without darkness.
    pub fn level(&self, light: &LightMap) -> Option<u32> {
        light.is_lit_world().then(|| light.level(self.at))
    }

    /// Returns whether the hider is not hidden on `cell` from an eye on `from`.
    pub fn can_be_made_out(&self, cell: IVec2, from: IVec2) -> bool {
        self.hidden.is_none_or(|it| near(cell, from, it.within))
    }

    /// Returns the cells on which a watcher would see the hider, as far as the hider knows. `view` is what the watcher sees
    /// on the map that the hider knows.
    pub fn watched_by(
        &self,
        light: &LightMap,
        watcher: &Watcher,
        view: &VisibleSet,
    ) -> HashSet<IVec2> {
        let is_lit = |cell: IVec2| {
            !light.is_lit_world()
                || near(cell, watcher.at, watcher.viewshed.dark_sight())
                || self.viewshed.is_some_and(|it| it.sees(cell)) && light.level(cell) > 0
        };
        let cells = view.iter();
        cells
            .filter(|cell| self.memory.tile(*cell).is_some() && is_lit(*cell))
            .filter(|cell| self.can_be_made_out(*cell, watcher.at))
            .collect()
    }

    /// Computes the cells from which the hider can be seen, and how likely the watchers are to notice the hider.
    pub fn exposure(&self, light: &LightMap, watchers: &[Watcher]) -> Exposure {
        let known = KnownMap::new(self.memory, [self.at]).with_air(self.air, self.viewshed);
        let mut exposure = Exposure {
            from: self.seen_from(light, &known),
            ..Exposure::default()
        };
        let mut calm = Vec::new();
        for watcher in watchers.iter().filter(|it| it.is_awake()) {
            let view = known.view(watcher.at, watcher.viewshed.sight());
            exposure
                .watched
                .extend(self.watched_by(light, watcher, &view));
            exposure.believed.extend(watcher.belief());
            let state = watcher.awareness.state();
            if matches!(state, State::Unaware | State::Noticing) {
                calm.push((watcher, view));
            }
        }
        if calm.is_empty() {
            return exposure;
        }
        let steps = Direction::ALL.map(|way| self.at + way.delta());
        let can_walk = |cell: &IVec2| self.memory.tile(*cell).is_some_and(Tile::is_walkable);
        for cell in steps.into_iter().filter(can_walk) {
            let level = self.level_there(light, cell);
            let seeing = calm.iter().filter(|(_, view)| view.contains(cell));
            let (mut unnoticed, mut is_unsure) = (1.0, false);
            for (watcher, _) in seeing {
                let chance = watcher.chance(cell, level, self);
                if watcher.is_known {
                    unnoticed *= f64::from(100 - chance) / 100.0;
                } else {
                    is_unsure |= chance > 0;
                }
            }
            let chance = (100.0_f64 - unnoticed * 100.0).round() as i32;
            exposure.chances.insert(cell, chance);
            if is_unsure && chance == 0 {
                exposure.unsure.insert(cell);
            }
        }
        exposure
    }

    /// Returns the cells from which an ordinary eye would see the hider.
    fn seen_from(&self, light: &LightMap, known: &KnownMap) -> HashSet<IVec2> {
        let is_lit = self.level(light).is_none_or(|level| level > 0);
        let own = light.field(self.entity);
        let sees = |cell: &IVec2| {
            let by_flame = own.is_some_and(|field| field.contains(*cell));
            *cell != self.at && (is_lit || by_flame || near(*cell, self.at, DARK_SIGHT))
        };
        let is_open = |cell: &IVec2| self.memory.tile(*cell).is_some() && !known.is_opaque(*cell);
        let view = known.view(self.at, Sight::default().unlimited());
        let is_near = |cell: &IVec2| self.can_be_made_out(self.at, *cell);
        let view = view.iter().filter(is_near);
        view.filter(is_open).filter(sees).collect()
    }

    /// Returns whether the beam of the hider's lantern shines on `other` after a step onto the adjacent cell `cell`,
    /// which turns the beam. Walls are not taken into account.
    fn shines_at(&self, cell: IVec2, other: IVec2) -> bool {
        self.lantern.is_some_and(|light| match light.shape {
            LightShape::Beam(cone) => {
                let cone = Cone::new(cell - self.at, cone.degrees());
                let reach = Sight::default().with_radius(light.radius);
                cone.contains(other - cell) && reach.reaches(other - cell)
            }
            _ => false,
        })
    }

    /// Returns the light level on an adjacent cell if the hider were there, including the light of the hider's lantern.
    fn level_there(&self, light: &LightMap, cell: IVec2) -> Option<u32> {
        let own = self.lantern.filter(|it| it.shape == LightShape::Round);
        let own = own.map_or(0, |light| light.radius + 1);
        let level = || light.level_without(self.entity, cell).max(own);
        light.is_lit_world().then(level)
    }
}

fn near(one: IVec2, other: IVec2, distance: u32) -> bool {
    (one - other).abs().max_element() as u32 <= distance
}
