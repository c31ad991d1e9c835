//! The steps of a builder's chain.

use std::fmt;

use super::carve::Canvas;
use super::random::RandomStream;
use super::{connect, doors, furnish, lighting, loops, stairs, vaults};

/// Does one thing to a level that is being built, by chance that comes from the stream and nowhere else.
pub type Work = fn(&mut Canvas, &mut RandomStream);

/// A small step on the way from rock to a level: a name, and what it does.
///
/// Each has a stream of random numbers of its own, named after it, so that whatever is changed in one of them leaves to
/// the others the chance they had.
#[derive(Clone, Copy)]
pub struct Step {
    name: &'static str,
    pub(super) work: Work,
}

impl Step {
    /// Places rooms that somebody drew by hand, before anything else is there. Later steps leave their cells alone.
    pub const VAULTS: Self = Self::new("vaults", vaults::place);
    /// Joins all parts of the level that can be walked on, by the shortest tunnels.
    pub const CONNECT: Self = Self::new("connect", connect::connect);
    /// Digs ways between places that lie close together and far apart on foot.
    pub const LOOPS: Self = Self::new("loops", loops::dig);
    /// Builds a wall wherever rock meets what is open.
    pub const ENCLOSE: Self = Self::new("enclose", |canvas, _| canvas.enclose());
    /// Hangs doors, curtains and grates where ways meet rooms, and cuts windows where one could look through.
    pub const DOORS: Self = Self::new("doors", doors::hang);
    /// Puts into rooms and caves what makes looking interesting.
    pub const FURNISH: Self = Self::new("furnish", furnish::furnish);
    /// Chooses where the player comes in, and puts the stairs down as far from there as there is to walk.
    pub const STAIRS: Self = Self::new("stairs", stairs::place);
    /// Lights rooms, and places torches and braziers.
    pub const LIGHT: Self = Self::new("light", lighting::light);

    /// What follows the carving in every builder of the game.
    pub const USUAL: [Self; 7] = [
        Self::CONNECT,
        Self::LOOPS,
        Self::ENCLOSE,
        Self::DOORS,
        Self::FURNISH,
        Self::STAIRS,
        Self::LIGHT,
    ];

    /// A step of this name.
    pub const fn new(name: &'static str, work: Work) -> Self {
        Self { name, work }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
