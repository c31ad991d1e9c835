//! Ways of building levels, and the list of them.

use std::fmt;

use bevy::app::App;
use bevy::ecs::resource::Resource;
use bevy::math::UVec2;

use super::carve::Canvas;
use super::random::RandomStream;
use super::{bsp, rooms};
use crate::map::MAX_SIDE;

/// Carves rooms and ways out of solid rock, by chance that comes from the stream and nowhere else.
pub type Carve = fn(&mut Canvas, &mut RandomStream);

/// A way of building levels: a name, and what carves rooms and ways.
///
/// All else is the same for every builder: walls, doors, windows and what stands in rooms, stairs, things and
/// monsters. [`build`](super::build()) checks what comes out.
#[derive(Clone, Copy)]
pub struct Builder {
    name: &'static str,
    smallest: UVec2,
    pub(super) carve: Carve,
}

impl Builder {
    /// Binary space partition: the level is split again and again, each leaf gets a room, and corridors join
    /// the two sides of every split.
    pub const BSP: Self = Self::new("bsp", bsp::carve);

    /// Rooms at random, each joined to the one before it, centre to centre.
    pub const ROOMS: Self = Self::new("rooms", rooms::carve);

    /// The builders that come with the game.
    pub const ALL: [Self; 2] = [Self::BSP, Self::ROOMS];

    /// The smallest level of any builder: a room of 3 × 3 and its walls.
    pub const MIN_SIZE: UVec2 = UVec2::new(5, 5);

    /// The largest level of any builder, which is also the largest ASCII map, so that every level can be
    /// written and read back.
    pub const MAX_SIZE: UVec2 = UVec2::new(MAX_SIDE, MAX_SIDE);

    /// A builder of this name, which `--builder` knows it by.
    pub const fn new(name: &'static str, carve: Carve) -> Self {
        Self {
            name,
            smallest: Self::MIN_SIZE,
            carve,
        }
    }

    /// The same for levels of at least this size, columns and rows.
    pub const fn at_least(mut self, smallest: UVec2) -> Self {
        self.smallest = smallest;
        self
    }

    /// The builder's name.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Columns and rows of the smallest level that it can build.
    pub fn smallest(self) -> UVec2 {
        self.smallest.max(Self::MIN_SIZE)
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self::BSP
    }
}

/// Builders of one name are the same.
impl PartialEq for Builder {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Builder {}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// The builders that an app knows: those of the game, and those that plugins have added.
#[derive(Resource, Clone, Debug)]
pub struct Builders(Vec<Builder>);

impl Default for Builders {
    fn default() -> Self {
        Self(Builder::ALL.to_vec())
    }
}

impl Builders {
    /// Adds a builder. It takes the place of one that has its name.
    pub fn add(&mut self, builder: Builder) {
        match self.0.iter_mut().find(|it| it.name == builder.name) {
            Some(same) => *same = builder,
            None => self.0.push(builder),
        }
    }

    /// The builder of this name.
    pub fn get(&self, name: &str) -> Option<Builder> {
        self.iter().find(|it| it.name == name)
    }

    /// All of them, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = Builder> {
        self.0.iter().copied()
    }

    /// Their names, for messages: `bsp, rooms`.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|it| it.name).collect();
        names.join(", ")
    }
}

/// Adds ways of building levels to an app.
pub trait AddBuilder {
    /// From now on `--builder` knows this builder by its name. It takes the place of one that has its name.
    fn add_builder(&mut self, builder: Builder) -> &mut Self;
}

impl AddBuilder for App {
    fn add_builder(&mut self, builder: Builder) -> &mut Self {
        let mut builders = self.world_mut().get_resource_or_init::<Builders>();
        builders.add(builder);
        self
    }
}
