//! The steps of a builder.

use std::fmt;

use super::carve::Canvas;
use super::random::RandomStream;
use super::{connect, doors, furnish, lighting, loops, stairs, vaults};

/// The work of a step on a level. All its randomness must come from the stream.
pub type Work = fn(&mut Canvas, &mut RandomStream);

/// A small step on the way from rock to a finished level: a name and its work.
///
/// Each step has its own random stream, named after the step, so changing one step leaves the random numbers of the
/// others as they were.
#[derive(Clone, Copy)]
pub struct Step {
    name: &'static str,
    pub(super) work: Work,
}

impl Step {
    /// Places hand-drawn rooms before anything else. Later steps leave their cells alone.
    pub const VAULTS: Self = Self::new("vaults", vaults::place);
    /// Joins all walkable parts of the level by the shortest tunnels.
    pub const CONNECT: Self = Self::new("connect", connect::connect);
    /// Digs tunnels between places that are close together but far apart on foot.
    pub const LOOPS: Self = Self::new("loops", loops::dig);
    /// Builds walls wherever rock meets open cells.
    pub const ENCLOSE: Self = Self::new("enclose", |canvas, _| canvas.enclose());
    /// Hangs doors, curtains and grates where corridors meet rooms, and cuts windows where there is something to see.
    pub const DOORS: Self = Self::new("doors", doors::hang);
    /// Furnishes rooms and caves.
    pub const FURNISH: Self = Self::new("furnish", furnish::furnish);
    /// Chooses the start, and places the stairs down as far from it on foot as possible.
    pub const STAIRS: Self = Self::new("stairs", stairs::place);
    /// Lights rooms, and places torches and braziers.
    pub const LIGHT: Self = Self::new("light", lighting::light);

    /// The steps after carving in all builders of the game.
    pub const USUAL: [Self; 7] = [
        Self::CONNECT,
        Self::LOOPS,
        Self::ENCLOSE,
        Self::DOORS,
        Self::FURNISH,
        Self::STAIRS,
        Self::LIGHT,
    ];

    /// Creates a step with this name.
    pub const fn new(name: &'static str, work: Work) -> Self {
        Self { name, work }
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
