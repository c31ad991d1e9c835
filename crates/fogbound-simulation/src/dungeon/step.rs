//! The steps of a builder.

use std::fmt;

use super::carve::Canvas;
use super::random::RandomStream;
use super::{connect, doors, furnish, lighting, loops, stairs, treasure, vaults};

/// The function that a step runs. It must take all its random numbers from the given stream.
pub type Work = fn(&mut Canvas, &mut RandomStream);

/// A step in building a level: a name, and the function to run.
///
/// Each step has its own random stream, named after the step. Changing one step therefore does not change the random
/// numbers of the others.
#[derive(Clone, Copy)]
pub struct Step {
    name: &'static str,
    pub(super) work: Work,
}

impl Step {
    /// Places hand-drawn rooms before anything else is carved. Later steps do not change the cells of these rooms.
    pub const VAULTS: Self = Self::new("vaults", vaults::place);
    /// Joins all walkable parts of the level with tunnels that are as short as possible.
    pub const CONNECT: Self = Self::new("connect", connect::connect);
    /// Digs tunnels between places that are close together but far apart on foot.
    pub const LOOPS: Self = Self::new("loops", loops::dig);
    /// Builds walls where rock meets open cells.
    pub const ENCLOSE: Self = Self::new("enclose", |canvas, _| canvas.enclose());
    /// Places doors, curtains and grates where corridors meet rooms, and cuts windows in the walls of rooms.
    pub const DOORS: Self = Self::new("doors", doors::hang);
    /// Furnishes rooms and caves.
    pub const FURNISH: Self = Self::new("furnish", furnish::furnish);
    /// Chooses the start, and places the stairs down as far from the start on foot as possible.
    pub const STAIRS: Self = Self::new("stairs", stairs::place);
    /// Lights rooms, and places torches and braziers.
    pub const LIGHT: Self = Self::new("light", lighting::light);
    /// Places loose treasure in dark corners, off the way between the stairs.
    pub const TREASURE: Self = Self::new("treasure", treasure::place);

    /// The steps that all built-in builders run after carving.
    pub const USUAL: [Self; 8] = [
        Self::CONNECT,
        Self::LOOPS,
        Self::ENCLOSE,
        Self::DOORS,
        Self::FURNISH,
        Self::STAIRS,
        Self::LIGHT,
        Self::TREASURE,
    ];

    /// Creates a step that runs `work`.
    pub const fn new(name: &'static str, work: Work) -> Self {
        Self { name, work }
    }

    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
