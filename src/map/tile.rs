//! What a cell of the map is.

/// What fills one cell of a level.
///
/// Sight and movement are separate: a window is seen through and not walked
/// through, foliage is the reverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Solid rock that nothing borders on: drawn blank. Everything outside a
    /// map counts as rock.
    #[default]
    Rock,
    /// A wall: opaque, in the way.
    Wall,
    /// Open floor.
    Floor,
    /// A closed door: opaque, in the way until somebody opens it.
    ClosedDoor,
    /// An open door: neither opaque nor in the way.
    OpenDoor,
    /// A window: transparent, in the way.
    Window,
    /// Foliage: opaque, but no hindrance to walking.
    Foliage,
    /// Stairs to the level above.
    StairsUp,
    /// Stairs to the level below.
    StairsDown,
    /// A brazier that burns: transparent, in the way.
    Brazier,
    /// A brazier that is out.
    ColdBrazier,
    /// A torch that burns in a wall: opaque, in the way, as the wall is.
    Torch,
    /// A torch in a wall that is out.
    ColdTorch,
}

/// What burns in a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flame {
    /// How far it shines, in cells.
    pub radius: u32,
    /// Red, green and blue of its light.
    pub color: [u8; 3],
    /// Whether it hangs in a wall, and shines out of its open faces.
    pub is_in_wall: bool,
}

impl Tile {
    /// Every tile there is.
    pub const ALL: [Self; 13] = [
        Self::Rock,
        Self::Wall,
        Self::Floor,
        Self::ClosedDoor,
        Self::OpenDoor,
        Self::Window,
        Self::Foliage,
        Self::StairsUp,
        Self::StairsDown,
        Self::Brazier,
        Self::ColdBrazier,
        Self::Torch,
        Self::ColdTorch,
    ];

    /// Whether the tile blocks sight. An opaque tile is itself seen.
    pub const fn is_opaque(self) -> bool {
        match self {
            Self::Rock
            | Self::Wall
            | Self::ClosedDoor
            | Self::Foliage
            | Self::Torch
            | Self::ColdTorch => true,
            Self::Floor
            | Self::OpenDoor
            | Self::Window
            | Self::StairsUp
            | Self::StairsDown
            | Self::Brazier
            | Self::ColdBrazier => false,
        }
    }

    /// Whether a creature can stand on the tile as it is. A closed door has
    /// to be opened first: see [`Tile::opens_to`].
    pub const fn is_walkable(self) -> bool {
        match self {
            Self::Floor | Self::OpenDoor | Self::Foliage | Self::StairsUp | Self::StairsDown => {
                true
            }
            Self::Rock
            | Self::Wall
            | Self::ClosedDoor
            | Self::Window
            | Self::Brazier
            | Self::ColdBrazier
            | Self::Torch
            | Self::ColdTorch => false,
        }
    }

    /// Whether somebody who can open doors gets across the tile. Levels are
    /// connected in this sense.
    pub const fn is_passable(self) -> bool {
        self.is_walkable() || self.opens_to().is_some()
    }

    /// What the tile becomes when it is opened, if it can be.
    pub const fn opens_to(self) -> Option<Self> {
        match self {
            Self::ClosedDoor => Some(Self::OpenDoor),
            _ => None,
        }
    }

    /// What the tile becomes when it is closed, if it can be.
    pub const fn closes_to(self) -> Option<Self> {
        match self {
            Self::OpenDoor => Some(Self::ClosedDoor),
            _ => None,
        }
    }

    /// What burns in the tile, if anything does.
    pub const fn flame(self) -> Option<Flame> {
        match self {
            Self::Brazier => Some(Flame {
                radius: 8,
                color: [255, 176, 92],
                is_in_wall: false,
            }),
            Self::Torch => Some(Flame {
                radius: 6,
                color: [255, 196, 112],
                is_in_wall: true,
            }),
            _ => None,
        }
    }

    /// What the tile becomes when somebody puts out its flame, if it has one.
    pub const fn put_out(self) -> Option<Self> {
        match self {
            Self::Brazier => Some(Self::ColdBrazier),
            Self::Torch => Some(Self::ColdTorch),
            _ => None,
        }
    }

    /// What the tile becomes when somebody lights it, if it can be lit.
    pub const fn kindled(self) -> Option<Self> {
        match self {
            Self::ColdBrazier => Some(Self::Brazier),
            Self::ColdTorch => Some(Self::Torch),
            _ => None,
        }
    }

    /// The tile whose colours a palette may have in place of its own, if it has none of its own.
    pub const fn looks_like(self) -> Option<Self> {
        match self {
            Self::Brazier => Some(Self::OpenDoor),
            Self::ColdBrazier => Some(Self::StairsUp),
            Self::Torch => Some(Self::ClosedDoor),
            Self::ColdTorch => Some(Self::Wall),
            _ => None,
        }
    }

    /// The character that stands for the tile in ASCII maps.
    pub const fn glyph(self) -> char {
        match self {
            Self::Rock => ' ',
            Self::Wall => '#',
            Self::Floor => '.',
            Self::ClosedDoor => '+',
            Self::OpenDoor => '\'',
            Self::Window => '=',
            Self::Foliage => '"',
            Self::StairsUp => '<',
            Self::StairsDown => '>',
            Self::Brazier => '*',
            Self::ColdBrazier => '°',
            Self::Torch => '!',
            Self::ColdTorch => '¡',
        }
    }

    /// The tile that a character of an ASCII map stands for; the reverse of
    /// [`Tile::glyph`].
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.glyph() == glyph)
    }

    /// The tile's name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rock => "rock",
            Self::Wall => "wall",
            Self::Floor => "floor",
            Self::ClosedDoor => "closed door",
            Self::OpenDoor => "open door",
            Self::Window => "window",
            Self::Foliage => "foliage",
            Self::StairsUp => "stairs up",
            Self::StairsDown => "stairs down",
            Self::Brazier => "brazier",
            Self::ColdBrazier => "cold brazier",
            Self::Torch => "torch",
            Self::ColdTorch => "cold torch",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tile;

    #[test]
    fn every_glyph_stands_for_its_own_tile_only() {
        for tile in Tile::ALL {
            assert_eq!(Tile::from_glyph(tile.glyph()), Some(tile));
        }
    }

    #[test]
    fn a_door_opens_and_closes_and_nothing_else_does() {
        for tile in Tile::ALL {
            if let Some(opened) = tile.opens_to() {
                assert_eq!(opened.closes_to(), Some(tile));
                assert!(opened.is_walkable() && !opened.is_opaque());
            }
        }
        let openable = Tile::ALL
            .into_iter()
            .filter(|tile| tile.opens_to().is_some());
        assert_eq!(openable.collect::<Vec<_>>(), [Tile::ClosedDoor]);
    }

    #[test]
    fn a_flame_is_put_out_and_kindled() {
        for tile in Tile::ALL {
            assert_eq!(tile.flame().is_some(), tile.put_out().is_some(), "{tile:?}");
            if let Some(cold) = tile.put_out() {
                assert_eq!(cold.kindled(), Some(tile));
                assert_eq!(cold.is_opaque(), tile.is_opaque());
                assert_eq!(cold.is_walkable(), tile.is_walkable());
            }
        }
    }

    #[test]
    fn sight_and_steps_are_separate_questions() {
        let rules = |tile: Tile| (tile.is_opaque(), tile.is_walkable());
        assert_eq!(rules(Tile::Wall), (true, false));
        assert_eq!(rules(Tile::Floor), (false, true));
        assert_eq!(rules(Tile::Window), (false, false));
        assert_eq!(rules(Tile::Foliage), (true, true));
    }
}
