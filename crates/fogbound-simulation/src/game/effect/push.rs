//! The verbs that move creatures and hold doors: `shove`, `pull`, `swap`, `face`, `blink` and `wedge`.

use bevy::prelude::*;
use rand::RngExt;
use rand::seq::SliceRandom;

use super::cells::{concerned, is_own_cell, reached};
use super::words::{cells, within};
use crate::game::being::{
    Affect, Area, Conduct, Happening, Incident, Occupancy, Purpose, Verb, Within, change_places,
    move_to, place_of, tell,
};
use crate::game::sense::known_at;
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::{LightMap, MapMemory, Viewshed};

/// Shoves creatures away from the one that has the effect.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Shove {
    /// How far, in cells.
    #[reflect(@Within::new(1, 20))]
    pub cells: u32,
}

impl Default for Shove {
    fn default() -> Self {
        Self { cells: 2 }
    }
}

impl Verb for Shove {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            let Some(from) = place_of(world, who) else {
                continue;
            };
            // What was thrown shoves away from where it landed.
            let source = if from == incident.center() {
                incident.from
            } else {
                incident.center()
            };
            let Some(way) = Direction::towards(from - source) else {
                continue;
            };
            let mut at = from;
            for _ in 0..self.cells {
                let next = at + way.delta();
                if !is_free(world, next) {
                    break;
                }
                at = next;
            }
            if at != from {
                move_to(world, who, at);
                tell(world, who, at, Happening::Affected(Affect::Shoved));
            }
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!(
            "shoves everyone {} away, {} far",
            within(area),
            cells(self.cells)
        ))
    }
}

/// Pulls creatures towards the one that has the effect.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Pull {
    /// How far, in cells.
    #[reflect(@Within::new(1, 20))]
    pub cells: u32,
}

impl Default for Pull {
    fn default() -> Self {
        Self { cells: 2 }
    }
}

impl Verb for Pull {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            let Some(from) = place_of(world, who) else {
                continue;
            };
            let mut at = from;
            for _ in 0..self.cells {
                let way = Direction::towards(incident.from - at);
                match way.map(|way| at + way.delta()) {
                    Some(next) if is_free(world, next) => at = next,
                    _ => break,
                }
            }
            if at != from {
                move_to(world, who, at);
                tell(world, who, at, Happening::Affected(Affect::Pulled));
            }
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!(
            "pulls everyone {} towards you, {} far",
            within(area),
            cells(self.cells)
        ))
    }
}

/// Makes the creature that has the effect change places with another one.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Swap;

impl Verb for Swap {
    fn act(&self, world: &mut World, incident: &Incident) {
        let own = incident.owner;
        let mut others = concerned(world, incident).into_iter();
        let Some(other) = others.find(|it| *it != own) else {
            return;
        };
        if let (Some(here), Some(there)) = (place_of(world, own), place_of(world, other)) {
            change_places(world, (own, here), (other, there));
            for (who, at) in [(own, there), (other, here)] {
                tell(world, who, at, Happening::Affected(Affect::Blinked));
            }
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!("changes places with one creature {}", within(area)))
    }
}

/// Makes the creature that has the effect turn towards the centre of the effect.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Face;

impl Verb for Face {
    fn act(&self, world: &mut World, incident: &Incident) {
        let way = Direction::towards(incident.center() - incident.from);
        if let (Some(way), Some(mut conduct)) = (way, world.get_mut::<Conduct>(incident.owner)) {
            conduct.heading = Some(way);
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        incident.center() == incident.from
    }

    fn words(&self, _area: Area) -> Option<String> {
        Some("turns you that way".to_owned())
    }
}

/// Moves the creature to a free cell that it sees.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Blink {
    /// How far at most, in steps, where a diagonal step counts as one.
    #[reflect(@Within::new(1, 40))]
    pub far: u32,
}

impl Default for Blink {
    fn default() -> Self {
        Self { far: 8 }
    }
}

impl Blink {
    /// Returns the cells in reach that are free as far as the creature knows, the farthest first.
    fn goals(&self, world: &World, incident: &Incident) -> Vec<IVec2> {
        let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
        let Some(viewshed) = world.get::<Viewshed>(incident.who) else {
            return Vec::new();
        };
        let distance = |cell: IVec2| (cell - incident.at).abs().max_element().unsigned_abs();
        let seen = viewshed.visible().iter();
        let seen = seen.filter(|cell| light.sees(map.opacities(), viewshed, *cell));
        let near = seen.filter(|cell| (1..=self.far).contains(&distance(*cell)));
        let is_free = |cell: &IVec2| {
            map.is_walkable(*cell) && known_at(world, incident.who, incident.at, *cell).is_none()
        };
        let mut free: Vec<IVec2> = near.filter(is_free).collect();
        free.sort_unstable_by_key(|cell| (u32::MAX - distance(*cell), cell.y, cell.x));
        free
    }
}

impl Verb for Blink {
    fn act(&self, world: &mut World, incident: &Incident) {
        let mut goals = self.goals(world, incident);
        let mut dice = incident.dice(world, "where");
        // The farther half. Chance decides among those that are as far away.
        goals.shuffle(&mut dice);
        let distance = |cell: IVec2| (cell - incident.at).abs().max_element();
        goals.sort_by_key(|cell| -distance(*cell));
        goals.truncate(goals.len().div_ceil(2));
        if goals.is_empty() {
            return;
        }
        let first = dice.random_range(0..goals.len());
        goals.rotate_left(first);
        appear(world, incident.who, goals);
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        self.goals(world, incident).is_empty()
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Escape)
    }

    fn words(&self, _area: Area) -> Option<String> {
        Some(format!(
            "takes you to a cell in view, up to {} away",
            cells(self.far)
        ))
    }
}

/// Moves a creature to the first of these cells. Only a creature that stands there, unknown, makes it the next one.
pub(super) fn appear(world: &mut World, who: Entity, goals: Vec<IVec2>) {
    let free = goals.into_iter().find(|cell| is_free(world, *cell));
    if let Some(cell) = free {
        move_to(world, who, cell);
        tell(world, who, cell, Affect::Blinked);
    }
}

/// Shuts open doors in which nobody stands, and wedges doors, so that they cannot be opened for a while.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Wedge;

impl Verb for Wedge {
    fn act(&self, world: &mut World, incident: &Incident) {
        let mut cells = reached(world, incident);
        let occupancy = world.resource::<Occupancy>();
        cells.retain(|cell| occupancy.at(*cell).is_none());
        let mut map = world.resource_mut::<TileMap>();
        for cell in cells {
            let tile = map.tile(cell);
            if can_be_wedged(tile) {
                map.set(cell, Tile::WEDGED_DOOR.like(tile));
            }
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let memory = world.get::<MapMemory>(incident.who);
        let known = |cell: &IVec2| memory.and_then(|it| it.tile(*cell));
        let cells = reached(world, incident);
        !cells
            .iter()
            .any(|cell| known(cell).is_some_and(can_be_wedged))
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(match area == Area::BESIDE {
            true => "shuts and wedges the doors beside you".to_owned(),
            false => format!("shuts and wedges the doors {}", within(area)),
        })
    }
}

fn can_be_wedged(tile: Tile) -> bool {
    [Some(tile), tile.closes_to()].contains(&Some(Tile::CLOSED_DOOR))
}

fn is_free(world: &World, cell: IVec2) -> bool {
    world.resource::<TileMap>().is_walkable(cell)
        && world.resource::<Occupancy>().at(cell).is_none()
}
