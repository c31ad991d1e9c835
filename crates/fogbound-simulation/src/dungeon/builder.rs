//! Ways of building levels, and the list of them.

use std::fmt;

use bevy::app::App;
use bevy::ecs::resource::Resource;
use bevy::math::UVec2;

use super::step::{Step, Work};
use super::{bsp, caves, maze, mixed, rooms};
use crate::map::MAX_SIDE;
use crate::mistakes::NoteMistake;

/// A way of building levels: a name, and a chain of [steps](Step) from solid rock to a level.
///
/// Most builders differ in what carves rooms and ways; [`Builder::new`] has the usual steps around that.
/// [`build`](super::build()) checks what comes out.
#[derive(Clone, Copy)]
pub struct Builder {
    name: &'static str,
    smallest: UVec2,
    before: &'static [Step],
    carve: Option<Step>,
    after: &'static [Step],
}

impl Builder {
    /// Binary space partition: the level is split again and again, and each leaf gets a room.
    pub const BSP: Self = Self::new("bsp", bsp::carve);

    /// Rooms at random.
    pub const ROOMS: Self = Self::new("rooms", rooms::carve);

    /// Caves.
    pub const CAVES: Self = Self::new("caves", caves::carve).at_least(Self::USUAL_SIZE);

    /// A maze with chambers, most of whose dead ends are opened.
    pub const MAZE: Self = Self::new("maze", maze::carve).at_least(Self::USUAL_SIZE);

    /// Parts of a level that are built each in another way.
    pub const MIXED: Self = Self::new("mixed", mixed::carve).at_least(Self::USUAL_SIZE);

    /// The builders that come with the game.
    pub const ALL: [Self; 5] = [Self::BSP, Self::ROOMS, Self::CAVES, Self::MAZE, Self::MIXED];

    /// The smallest level of builders that need some room.
    const USUAL_SIZE: UVec2 = UVec2::new(16, 16);

    /// The smallest level of any builder: a room of 3 × 3 and its walls.
    pub const MIN_SIZE: UVec2 = UVec2::new(5, 5);

    /// The largest level of any builder, which is also the largest ASCII map, so that every level can be
    /// written and read back.
    pub const MAX_SIZE: UVec2 = UVec2::new(MAX_SIDE, MAX_SIDE);

    /// A builder of this name, which `--builder` knows it by: vaults are placed, then `carve` carves rooms and ways out of
    /// solid rock, and then come the [usual](Step::USUAL) steps.
    pub const fn new(name: &'static str, carve: Work) -> Self {
        Self {
            name,
            smallest: Self::MIN_SIZE,
            before: &[Step::VAULTS],
            carve: Some(Step::new("carve", carve)),
            after: &Step::USUAL,
        }
    }

    /// A builder of this name that takes these steps and no others.
    pub const fn of_steps(name: &'static str, steps: &'static [Step]) -> Self {
        Self {
            name,
            smallest: Self::MIN_SIZE,
            before: steps,
            carve: None,
            after: &[],
        }
    }

    /// Its steps, in their order.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let all = self.before.iter().chain(self.carve.as_slice());
        let all: Vec<Step> = all.chain(self.after).copied().collect();
        all.into_iter()
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
        self.smallest.clamp(Self::MIN_SIZE, Self::MAX_SIZE)
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
    /// From now on `--builder` knows this builder by its name, in lower case and without blanks. It takes the place of
    /// one that has its name.
    fn add_builder(&mut self, builder: Builder) -> &mut Self;
}

impl AddBuilder for App {
    fn add_builder(&mut self, builder: Builder) -> &mut Self {
        let name = builder.name();
        let is_name =
            |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
        if name.is_empty() || !name.bytes().all(is_name) {
            return self.note_mistake(format!(
                "{name:?} is no name for a builder; accepted: lower-case letters, digits and -"
            ));
        }
        let mut builders = self.world_mut().get_resource_or_init::<Builders>();
        builders.add(builder);
        self
    }
}
