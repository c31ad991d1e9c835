//! Level builders, and the list of those available.

use std::fmt;

use bevy::app::App;
use bevy::ecs::resource::Resource;
use bevy::math::UVec2;

use super::step::{Step, Work};
use super::{bsp, caves, maze, mixed, rooms};
use crate::map::MAX_SIDE;
use crate::mistakes::NoteMistake;

/// A level builder: a name, and the sequence of [steps](Step) that turns solid rock into a finished level.
///
/// Most builders differ only in how they carve rooms and paths; [`Builder::new`] adds the steps that they share.
/// [`build`](super::build()) checks the result.
#[derive(Clone, Copy)]
pub struct Builder {
    name: &'static str,
    smallest: UVec2,
    before: &'static [Step],
    carve: Option<Step>,
    after: &'static [Step],
}

impl Builder {
    /// Binary space partitioning: the level is split repeatedly, and each part gets a room.
    pub const BSP: Self = Self::new("bsp", bsp::carve);

    /// Rooms at random places.
    pub const ROOMS: Self = Self::new("rooms", rooms::carve);

    /// Caves.
    pub const CAVES: Self = Self::new("caves", caves::carve).at_least(Self::USUAL_SIZE);

    /// A maze with chambers and few dead ends.
    pub const MAZE: Self = Self::new("maze", maze::carve).at_least(Self::USUAL_SIZE);

    /// A level with several parts, each carved by a different builder.
    pub const MIXED: Self = Self::new("mixed", mixed::carve).at_least(Self::USUAL_SIZE);

    /// The builders that come with the game.
    pub const ALL: [Self; 5] = [Self::BSP, Self::ROOMS, Self::CAVES, Self::MAZE, Self::MIXED];

    /// The minimum level size for builders that need more space than [`MIN_SIZE`](Self::MIN_SIZE).
    const USUAL_SIZE: UVec2 = UVec2::new(16, 16);

    /// The minimum level size for any builder: a room of 3 × 3 cells and its walls.
    pub const MIN_SIZE: UVec2 = UVec2::new(5, 5);

    /// The maximum level size for any builder. ASCII maps have the same maximum size, so every level can be saved as a
    /// map and loaded again.
    pub const MAX_SIZE: UVec2 = UVec2::new(MAX_SIDE, MAX_SIDE);

    /// Creates a builder with the given name, for use with `--builder`. The builder places vaults, runs `carve` to
    /// carve rooms and paths out of solid rock, and then runs the [standard steps](Step::USUAL).
    pub const fn new(name: &'static str, carve: Work) -> Self {
        Self {
            name,
            smallest: Self::MIN_SIZE,
            before: &[Step::VAULTS],
            carve: Some(Step::new("carve", carve)),
            after: &Step::USUAL,
        }
    }

    /// Creates a builder that runs `steps` and nothing else.
    pub const fn of_steps(name: &'static str, steps: &'static [Step]) -> Self {
        Self {
            name,
            smallest: Self::MIN_SIZE,
            before: steps,
            carve: None,
            after: &[],
        }
    }

    pub fn steps(self) -> impl Iterator<Item = Step> {
        let all = self.before.iter().chain(self.carve.as_slice());
        let all: Vec<Step> = all.chain(self.after).copied().collect();
        all.into_iter()
    }

    /// Sets the minimum size of a level, in columns and rows.
    pub const fn at_least(mut self, smallest: UVec2) -> Self {
        self.smallest = smallest;
        self
    }

    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the minimum size of a level for this builder, in columns and rows.
    pub fn smallest(self) -> UVec2 {
        self.smallest.clamp(Self::MIN_SIZE, Self::MAX_SIZE)
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self::BSP
    }
}

/// Two builders are equal if their names are equal.
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

/// The builders available in an app: the built-in ones and those added by plugins.
#[derive(Resource, Clone, Debug)]
pub struct Builders(Vec<Builder>);

impl Default for Builders {
    fn default() -> Self {
        Self(Builder::ALL.to_vec())
    }
}

impl Builders {
    /// Adds a builder, replacing any builder with the same name.
    pub fn add(&mut self, builder: Builder) {
        match self.0.iter_mut().find(|it| it.name == builder.name) {
            Some(same) => *same = builder,
            None => self.0.push(builder),
        }
    }

    pub fn get(&self, name: &str) -> Option<Builder> {
        self.iter().find(|it| it.name == name)
    }

    /// Iterates over the builders, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = Builder> {
        self.0.iter().copied()
    }

    /// Returns the builders' names as a comma-separated list for use in messages.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|it| it.name).collect();
        names.join(", ")
    }
}

/// An extension trait for adding level builders to an app.
pub trait AddBuilder {
    /// Adds a builder, replacing any builder with the same name. The builder's name, for use with `--builder`, may
    /// contain only lower-case letters, digits and hyphens.
    fn add_builder(&mut self, builder: Builder) -> &mut Self;
}

impl AddBuilder for App {
    fn add_builder(&mut self, builder: Builder) -> &mut Self {
        let name = builder.name();
        let is_name =
            |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
        if name.is_empty() || !name.bytes().all(is_name) {
            return self.note_mistake(format!(
                "{name:?} is not a valid builder name; accepted: lower-case letters, digits and -"
            ));
        }
        let mut builders = self.world_mut().get_resource_or_init::<Builders>();
        builders.add(builder);
        self
    }
}
