//! Everything that the player knows and perceives at one moment, as a plain value.

use bevy::prelude::*;

use super::air::air_words;
use super::exposure::Watchers;
use super::in_view::{Fight, InView, InViewKind};
use super::lit_by::{KnownLight, lit_by};
use super::scene::{PointOfView, Scene};
use super::sentences::{find_name, with_article};
use crate::control::Gait;
use crate::game::bestiary::MadeBy;
use crate::game::deed::{odds, odds_of_shots};
use crate::game::{Ghost, Health, Inventory, Lantern, Visibility};
use crate::grid::Direction;
use crate::map::Tile;
use crate::vision::LightShape;

/// What the owner of a pair of eyes knows and perceives at one moment. The panel, the look command, the game in words and
/// its JSON lines are all made from it.
///
/// It holds nothing that the owner of the eyes cannot know, with one exception: its cells are those of the map, which are
/// never shown. What is shown is the offset from one cell to another.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The cell of the eyes.
    pub at: IVec2,
    /// The depth of the level, from 1.
    pub depth: u32,
    /// The name of the level, such as `the cellars`, if it has one.
    pub level: Option<String>,
    /// The number of turns since the game began.
    pub turn: u64,
    /// The hit points.
    pub health: Option<Health>,
    /// Running steps until the breath is out, and at most.
    pub breath: Option<(u32, u32)>,
    /// The cells seen by light since the last hit point, and how many the next one needs; `None` if unhurt.
    pub heart: Option<(u32, u32)>,
    /// The oil in the lantern: turns left, and a percentage.
    pub oil: Option<(u64, i32)>,
    /// The setting of the lantern.
    pub lantern: Option<Lantern>,
    /// Where the lantern's beam points, if it is set to a beam.
    pub beam: Option<Direction>,
    /// Whether steps are running steps.
    pub runs: bool,
    /// The sight radius, in words, if it is not that of the game's start.
    pub sight: Option<String>,
    /// What the air is called here, if it is seen and not clear.
    pub air: Option<&'static str>,
    /// Whether fog gathers, because nothing new has been seen for too long.
    pub fog_gathers: bool,
    /// Whether a boon can be chosen.
    pub has_boon: bool,
    /// The names of what is worn.
    pub worn: Vec<String>,
    /// The names of what is carried, in the order of the pack's letters.
    pub pack: Vec<String>,
    /// How well the owner of the eyes can be seen; `None` in a world without darkness.
    pub visibility: Option<Visibility>,
    /// The lights that shine on the owner of the eyes: that of the place, then the nearest first, its own last.
    pub lights: Vec<KnownLight>,
    /// The creatures, things and stairs in view, the most urgent first.
    pub in_view: Vec<InView>,
    /// Where creatures were last seen, the newest first.
    pub last_seen: Vec<Ghost>,
    /// The doors, flames and other remarkable tiles in view, the nearest first. Stairs and what can be taken are in
    /// `in_view`.
    pub spots: Vec<Spot>,
}

/// A remarkable tile in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The tile's cell.
    pub at: IVec2,
    /// The tile.
    pub tile: Tile,
    /// What it is to a walker.
    pub kind: SpotKind,
}

/// What a remarkable tile is to a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpotKind {
    /// A door, open, closed or broken.
    Door,
    /// A flame, burning or not.
    Flame,
    /// Anything else that is not plain floor, wall or rock.
    Other,
}

impl SpotKind {
    /// Returns what a tile is, or `None` if it is plain, has stairs, or can be taken.
    pub fn of(tile: Tile) -> Option<Self> {
        let is_plain = [Tile::FLOOR, Tile::WALL, Tile::ROCK].contains(&tile);
        if is_plain || find_name(tile).is_some() {
            return None;
        }
        Some(if is_door(tile) {
            Self::Door
        } else if tile.flame().is_some() || tile.is_cold_flame() {
            Self::Flame
        } else {
            Self::Other
        })
    }
}

/// Returns whether a tile is a door: one that opens, closes, or is what is left of a broken one.
fn is_door(tile: Tile) -> bool {
    let moves = |tile: Tile| tile.opens_to().is_some() || tile.closes_to().is_some();
    let of_door = |it: Tile| moves(it) && it.breaks_to() == Some(tile);
    moves(tile) || tile.set().iter().any(of_door)
}

impl Observation {
    /// Counts the enemies in view that know where the owner of the eyes is.
    pub fn watchers(&self) -> Watchers {
        Watchers::of(&self.in_view)
    }

    /// Returns whether the owner of the eyes is seen from farther than beside it.
    pub fn is_exposed(&self) -> bool {
        self.visibility.is_some_and(|it| it != Visibility::Hidden)
    }

    /// Says what lights the owner of the eyes; `None` if nothing does.
    pub fn lit_by(&self) -> Option<String> {
        lit_by(self.lights.clone(), KnownLight::words)
    }

    /// Says what lights the owner of the eyes. `at` puts an offset from its cell, which is not zero, into words.
    pub fn lit_by_words(&self, at: impl Fn(IVec2) -> String) -> Option<String> {
        lit_by(self.lights.clone(), |it| match it.offset {
            Some(offset) if offset != IVec2::ZERO => format!("{} {}", it.name, at(offset)),
            _ => it.name.clone(),
        })
    }

    /// Returns the creatures in view, the most urgent first.
    pub fn creatures(&self) -> impl Iterator<Item = &InView> {
        self.in_view.iter().filter(|it| it.who.is_some())
    }

    /// Returns the things, stairs, doors, flames and other remarkable tiles in view, the nearest first.
    pub fn remarkable(&self) -> Vec<Remarkable> {
        let things = self.in_view.iter().filter(|it| it.who.is_none());
        let things = things.map(|it| Remarkable {
            at: it.at,
            name: it.called.clone(),
            kind: match it.kind {
                InViewKind::Place => RemarkableKind::Place,
                InViewKind::Corpse => RemarkableKind::Corpse,
                _ => RemarkableKind::Thing,
            },
        });
        let spots = self.spots.iter().map(|it| Remarkable {
            at: it.at,
            name: with_article(it.tile),
            kind: match it.kind {
                SpotKind::Door => RemarkableKind::Door,
                SpotKind::Flame => RemarkableKind::Flame,
                SpotKind::Other => RemarkableKind::Tile,
            },
        });
        let mut all: Vec<Remarkable> = things.chain(spots).collect();
        all.sort_by_key(|it| (steps(it.at - self.at), it.at.y, it.at.x));
        all
    }
}

/// Something in view, other than a creature, that is worth a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remarkable {
    /// Its cell.
    pub at: IVec2,
    /// Its name, with an article.
    pub name: String,
    /// What it is.
    pub kind: RemarkableKind,
}

/// What something remarkable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkableKind {
    /// Stairs, or a tile that holds something to take.
    Place,
    /// A thing on the ground.
    Thing,
    /// The remains of a creature.
    Corpse,
    /// A door.
    Door,
    /// A flame, burning or not.
    Flame,
    /// Any other tile that is not plain.
    Tile,
}

impl RemarkableKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Thing => "thing",
            Self::Corpse => "corpse",
            Self::Door => "door",
            Self::Flame => "flame",
            Self::Tile => "tile",
        }
    }
}

/// Returns the number of steps, also diagonal ones, over clear ground.
fn steps(offset: IVec2) -> i32 {
    offset.abs().max_element()
}

impl Scene<'_, '_> {
    /// Returns what the owner of these eyes knows and perceives now. `all` lists every creature on the level, for wizards
    /// and onlookers.
    pub fn observe(&self, eyes: &PointOfView, all: bool) -> Observation {
        let held = || eyes.pack.into_iter().flat_map(Inventory::iter);
        let name = |kind| Some(self.things.get(kind)?.name.clone());
        let worn = held().filter(|(_, it)| it.worn);
        let pack = held().filter_map(|(_, it)| Some(self.things.get(it.kind)?.name_of(it)));
        let plan = self.game.as_ref().and_then(|it| it.plan(self.depth.0));
        Observation {
            at: eyes.at,
            depth: self.depth.0,
            level: plan.map(|it| it.name.clone()).filter(|it| !it.is_empty()),
            turn: self.clock.turn(),
            health: eyes.health.copied(),
            breath: eyes.breath.map(|it| (it.now(), it.max())),
            heart: self.heart(eyes),
            oil: eyes.oil.map(|it| (it.turns(), it.percent())),
            lantern: self.lantern_of(eyes.entity),
            beam: self.beam_of(eyes.entity),
            runs: *self.gait == Gait::Running,
            sight: self.sight_words(),
            air: self.air_here(eyes),
            fog_gathers: self.fog_gathers(eyes),
            has_boon: !self.boons_on_offer().is_empty(),
            worn: worn.filter_map(|(_, it)| name(it.kind)).collect(),
            pack: pack.collect(),
            visibility: self.visibility(eyes),
            lights: self.lights_on(eyes),
            in_view: self.in_view(eyes, all),
            last_seen: eyes.last_seen().into_iter().cloned().collect(),
            spots: self.spots(eyes),
        }
    }

    /// Like [`observe`](Self::observe), with the odds of a fight with each enemy in view.
    pub fn observe_closely(&self, world: &World, eyes: &PointOfView) -> Observation {
        let mut seen = self.observe(eyes, false);
        for it in &mut seen.in_view {
            let enemy = it.who.filter(|_| it.kind == InViewKind::Enemy);
            it.fight = enemy.map(|who| Fight {
                own: odds(world, eyes.entity, who),
                blows: odds(world, who, eyes.entity).filter(|_| self.may_strike(who)),
                shots: odds_of_shots(world, who, eyes.entity),
            });
        }
        seen
    }

    /// Returns whether a creature fights hand to hand.
    pub fn may_strike(&self, who: Entity) -> bool {
        let made_by = self.creatures.get(who).ok().and_then(|it| it.8);
        made_by.is_none_or(|MadeBy(monster)| monster.minds.may_strike())
    }

    /// Returns where the beam of a creature points, if its light is one.
    fn beam_of(&self, who: Entity) -> Option<Direction> {
        match self.lights.get(who).ok()?.shape {
            LightShape::Beam(cone) => Direction::towards(cone.facing()),
            _ => None,
        }
    }

    /// Returns what the air is called on the cell of these eyes, if it is not clear and they see it.
    fn air_here(&self, eyes: &PointOfView) -> Option<&'static str> {
        let map = self.map.as_deref()?;
        let sees = eyes.viewshed.as_ref().is_some_and(|it| it.sees(eyes.at));
        air_words(map.air().at(eyes.at)).filter(|_| sees)
    }

    /// Returns the sight radius as text, if it differs from the radius at the start of the game.
    fn sight_words(&self) -> Option<String> {
        let game = self.game.as_ref()?;
        let (now, first) = (game.sight.radius, game.setup.sight.radius);
        match (now, first) {
            (Some(now), Some(first)) if now != first => Some(format!("{now} of {first}")),
            (Some(now), None) => Some(now.to_string()),
            _ => None,
        }
    }

    /// Returns the remarkable tiles in view, the nearest first.
    fn spots(&self, eyes: &PointOfView) -> Vec<Spot> {
        let visible = eyes.viewshed.iter().flat_map(|it| it.visible().iter());
        let spots = visible.filter_map(|at| {
            let tile = eyes.memory.tile(at)?;
            let kind = SpotKind::of(tile)?;
            Some(Spot { at, tile, kind })
        });
        let mut spots: Vec<Spot> = spots.collect();
        spots.sort_by_key(|it| (steps(it.at - eyes.at), it.at.y, it.at.x));
        spots
    }
}
