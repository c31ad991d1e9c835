//! How much effects may do and leave behind. Without these limits, a file with an effect that never ends could fill the
//! memory, or keep a turn from ending.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::actor::Actor;
use super::item::Hidden;
use super::things::{spawn_lasting, spawn_thing};
use crate::map::TileMap;
use crate::vision::{ObjectKind, Position};

/// How many generations of effects take place at one moment. An effect that another one causes, for example by pushing a
/// creature onto a trap, belongs to the next generation. A thing that pushes a creature onto a second one, which pushes it
/// onto a third, is a fine contraption; two that push it back and forth would never end.
pub const GENERATIONS: usize = 4;

/// The most effects that take place at one moment: one for each creature that a map file can hold.
pub const MOST_EFFECTS: usize = 10_000;

/// The most things on a cell for which effects and deaths leave more there: four packs full.
pub const MOST_ON_CELL: usize = 64;

/// The most things on a level for which effects and deaths leave more there: a hundred times as many as a usual level has.
const MOST_ON_LEVEL: usize = 8_192;

/// On larger levels, effects and deaths leave up to one thing for this many cells. Generated levels have one for 70.
const CELLS_PER_THING: usize = 16;

/// The most creatures on a level for which effects make more.
pub const MOST_CREATURES: usize = 1_000;

/// The most changes for some turns that a creature's numbers undergo at once.
pub const MOST_CHANGES: usize = 64;

/// Something of which effects can make too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Effects that cause each other.
    Generations,
    /// Effects at one moment.
    Effects,
    /// Things on one cell.
    OnCell,
    /// Things on a level.
    OnLevel(usize),
    /// Creatures on a level.
    Creatures,
    /// Changes of one creature's numbers that pass.
    Changes,
}

/// Says what is too much, and what would be accepted.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generations => write!(
                f,
                "effects keep causing each other; at most {GENERATIONS} take place one after another"
            ),
            Self::Effects => write!(
                f,
                "too many effects at one moment; at most {MOST_EFFECTS} take place"
            ),
            Self::OnCell => write!(
                f,
                "too many things on one cell; effects leave at most {MOST_ON_CELL} there"
            ),
            Self::OnLevel(most) => write!(
                f,
                "too many things on this level; effects leave at most {most} there"
            ),
            Self::Creatures => write!(
                f,
                "too many creatures on this level; effects make at most {MOST_CREATURES} there"
            ),
            Self::Changes => write!(
                f,
                "too many changes of a creature's numbers at once; at most {MOST_CHANGES} last for some turns"
            ),
        }
    }
}

/// The limit that the current effect has reached, and the files that were reported in this game. Nothing in the simulation
/// depends on this.
#[derive(Resource, Clone, Default)]
pub(crate) struct Limits {
    pub(crate) reached: Option<Limit>,
    pub(crate) reported: BTreeSet<Arc<str>>,
}

fn most_on_level(world: &World) -> usize {
    let size = world.resource::<TileMap>().size();
    let cells = size.x as usize * size.y as usize;
    MOST_ON_LEVEL.max(cells / CELLS_PER_THING)
}

/// Returns how many more things effects and deaths can leave on the current level.
fn room_on_level(world: &mut World) -> usize {
    let mut things = world.query_filtered::<(), Or<(With<ObjectKind>, With<Hidden>)>>();
    let number = things.iter(world).len();
    most_on_level(world).saturating_sub(number)
}

/// Returns whether effects and deaths can leave another thing on the current level.
pub(crate) fn has_room_on_level(world: &mut World) -> bool {
    room_on_level(world) > 0
}

/// Returns whether effects and deaths can leave another thing on this cell of the current level.
pub(crate) fn has_room_on(world: &mut World, cell: IVec2) -> bool {
    has_room_on_level(world) && lying(world, &[cell])[&cell] < MOST_ON_CELL
}

/// Returns how many things lie on each of these cells.
fn lying(world: &mut World, cells: &[IVec2]) -> HashMap<IVec2, usize> {
    let mut counts: HashMap<IVec2, usize> = cells.iter().map(|cell| (*cell, 0)).collect();
    let mut things = world.query_filtered::<&Position, Or<(With<ObjectKind>, With<Hidden>)>>();
    for at in things.iter(world) {
        if let Some(count) = counts.get_mut(&at.0) {
            *count += 1;
        }
    }
    counts
}

/// Makes an effect leave a thing of this kind on each cell, as far as there is room. They stay until a tick or, without
/// one, for good. Returns them.
pub(crate) fn leave_things(
    world: &mut World,
    kind: ObjectKind,
    cells: &[IVec2],
    until: Option<u64>,
) -> Vec<Entity> {
    let mut room = room_on_level(world);
    let mut counts = match room {
        0 => HashMap::default(),
        _ => lying(world, cells),
    };
    let mut left = Vec::new();
    for &cell in cells {
        let count = counts.entry(cell).or_default();
        let reached = if room == 0 {
            Limit::OnLevel(most_on_level(world))
        } else if *count >= MOST_ON_CELL {
            Limit::OnCell
        } else {
            room -= 1;
            *count += 1;
            left.push(match until {
                Some(until) => spawn_lasting(world, kind, cell, until),
                None => spawn_thing(world, kind, cell),
            });
            continue;
        };
        world.resource_mut::<Limits>().reached = Some(reached);
        if room == 0 {
            break;
        }
    }
    left
}

/// Returns how many of the `wanted` creatures an effect can make on the current level.
pub(crate) fn room_for_creatures(world: &mut World, wanted: usize) -> usize {
    let mut creatures = world.query_filtered::<(), With<Actor>>();
    let room = MOST_CREATURES.saturating_sub(creatures.iter(world).len());
    if room < wanted {
        world.resource_mut::<Limits>().reached = Some(Limit::Creatures);
    }
    room.min(wanted)
}
