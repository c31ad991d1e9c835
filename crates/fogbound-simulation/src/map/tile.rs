//! What a cell of the map is.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::tile_kind::{Flame, Stairs, Tile, TileKind};
use super::tile_set::TileSet;

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind().name)
    }
}

macro_rules! built_in {
    ($($(#[$about:meta])* $constant:ident $name:literal)*) => {
        impl Tile {
            $($(#[$about])* pub const $constant: Self = Self::new(Slot::$constant as u16, 0);)*

            /// Every tile that comes with the game.
            pub const ALL: [Self; Self::NAMES.len()] = [$(Self::$constant),*];

            /// Their names.
            pub const NAMES: [&'static str; [$($name),*].len()] = [$($name),*];
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Slot { $($constant),* }
    };
}

built_in! {
    /// Solid rock that nothing borders on: drawn blank. Everything outside a map counts as rock.
    ROCK "rock"
    /// A wall: opaque, in the way.
    WALL "wall"
    /// Open floor.
    FLOOR "floor"
    /// A closed door: opaque, in the way until somebody opens it.
    CLOSED_DOOR "closed door"
    /// An open door: neither opaque nor in the way.
    OPEN_DOOR "open door"
    /// A window: transparent, in the way.
    WINDOW "window"
    /// Foliage: opaque, but no hindrance to walking. Whoever walks there tramples it.
    FOLIAGE "foliage"
    /// Stairs to the level above.
    STAIRS_UP "stairs up"
    /// Stairs to the level below.
    STAIRS_DOWN "stairs down"
    /// A brazier that burns: transparent, in the way.
    BRAZIER "brazier"
    /// A brazier that is out.
    COLD_BRAZIER "cold brazier"
    /// A torch that burns in a wall: opaque, in the way, as the wall is.
    TORCH "torch"
    /// A torch in a wall that is out.
    COLD_TORCH "cold torch"
    /// Deep water: transparent, in the way.
    WATER "water"
    /// A chasm: transparent, in the way.
    CHASM "chasm"
    /// Iron bars: transparent, in the way.
    BARS "iron bars"
    /// A closed door of bars: transparent, in the way until somebody opens it.
    CLOSED_GRATE "closed grate"
    /// An open door of bars.
    OPEN_GRATE "open grate"
    /// Foliage that somebody has walked through: transparent until it has grown back.
    TRAMPLED_FOLIAGE "trampled foliage"
    /// A curtain: opaque, but no hindrance to walking.
    CURTAIN "curtain"
    /// Rubble: walked over slowly.
    RUBBLE "rubble"
    /// A statue: opaque, in the way.
    STATUE "statue"
    /// A low wall: seen across, and climbed over slowly.
    LOW_WALL "low wall"
    /// A door that seems a wall until it is found.
    SECRET_DOOR "secret door"
    /// Treasure: whoever comes takes it.
    TREASURE "treasure"
    /// What the player has come for, on its pedestal.
    BEACON "beacon"
    /// The pedestal without it.
    PEDESTAL "pedestal"
    /// A fire that burns itself out.
    FIRE "fire"
    /// What a fire leaves.
    ASHES "ashes"
}

impl Tile {
    /// All that is to be said of it.
    #[inline]
    pub fn kind(self) -> &'static TileKind {
        TileSet::numbered(self.set_number()).kind(self.slot())
    }

    /// The set that it is from.
    pub fn set(self) -> TileSet {
        TileSet::numbered(self.set_number())
    }

    /// The tile of the same name that belongs with `other`, if its set has one; else itself.
    #[inline]
    pub fn like(self, other: Self) -> Self {
        if self.set_number() == other.set_number() {
            return self;
        }
        other.set().own(self)
    }

    /// Whether the tile blocks sight. An opaque tile is itself seen.
    #[inline]
    pub fn is_opaque(self) -> bool {
        self.kind().is_opaque
    }

    /// Whether a creature can stand on the tile as it is. A closed door has to be opened first: see
    /// [`Tile::opens_to`].
    #[inline]
    pub fn is_walkable(self) -> bool {
        self.kind().is_walkable
    }

    /// Whether somebody who can open doors gets across the tile, and finds those that are secret. Levels are connected in
    /// this sense.
    #[inline]
    pub fn is_passable(self) -> bool {
        let kind = self.kind();
        kind.is_walkable || kind.opens_to.is_some()
    }

    /// How long a step onto the tile takes, in percent of one onto floor.
    #[inline]
    pub fn percent(self) -> u32 {
        self.kind().percent
    }

    /// What the tile becomes when it is opened, if it can be.
    #[inline]
    pub fn opens_to(self) -> Option<Self> {
        self.kind().opens_to
    }

    /// What the tile becomes when it is closed, if it can be.
    #[inline]
    pub fn closes_to(self) -> Option<Self> {
        self.kind().closes_to
    }

    /// What burns in the tile, if anything does.
    pub fn flame(self) -> Option<Flame> {
        self.kind().flame
    }

    /// What the tile becomes when somebody puts out its flame, if that can be done.
    pub fn put_out(self) -> Option<Self> {
        self.kind().put_out
    }

    /// What the tile becomes when somebody lights it, or sets fire to it, if that can be done.
    pub fn kindled(self) -> Option<Self> {
        self.kind().kindled
    }

    /// Where it leads, if it is stairs.
    #[inline]
    pub fn stairs(self) -> Option<Stairs> {
        self.kind().stairs
    }

    /// What it seems to be to whoever was not told of it: a secret door seems a wall.
    #[inline]
    pub fn seems(self) -> Option<Self> {
        self.kind().seems
    }

    /// The tile that it looks like to whoever has not found out better.
    #[inline]
    pub fn apparent(self) -> Self {
        self.seems().unwrap_or(self)
    }

    /// The character that stands for the tile in ASCII maps.
    #[inline]
    pub fn glyph(self) -> char {
        self.kind().glyph
    }

    /// The tile of the game's own that a character of an ASCII map stands for; the reverse of [`Tile::glyph`].
    pub fn from_glyph(glyph: char) -> Option<Self> {
        TileSet::default().from_glyph(glyph)
    }

    /// The tile's name in a sentence.
    pub fn name(self) -> &'static str {
        &self.kind().name
    }
}

/// Solid rock.
impl Default for Tile {
    fn default() -> Self {
        Self::ROCK
    }
}

impl Hash for Tile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.kind().id);
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
    fn what_comes_with_the_game_has_its_own_names() {
        for (tile, name) in Tile::ALL.into_iter().zip(Tile::NAMES) {
            assert_eq!(tile.name(), name);
        }
    }

    #[test]
    fn doors_open_and_close_and_nothing_else_does() {
        let openable = Tile::ALL.into_iter().filter(|it| it.opens_to().is_some());
        let openable: Vec<Tile> = openable.collect();
        assert_eq!(
            openable,
            [Tile::CLOSED_DOOR, Tile::CLOSED_GRATE, Tile::SECRET_DOOR]
        );
        for tile in openable {
            let opened = tile.opens_to().unwrap();
            assert!(opened.is_walkable() && !opened.is_opaque());
            // One that was secret is so no more.
            let shut = opened.closes_to().unwrap();
            assert!(shut == tile || tile == Tile::SECRET_DOOR && shut == Tile::CLOSED_DOOR);
        }
    }

    #[test]
    fn a_flame_is_put_out_and_kindled() {
        for tile in Tile::ALL {
            if let Some(cold) = tile.put_out() {
                assert!(tile.flame().is_some(), "{tile:?}");
                assert_eq!(cold.kindled(), Some(tile));
                assert_eq!(cold.is_opaque(), tile.is_opaque());
                assert_eq!(cold.is_walkable(), tile.is_walkable());
            }
        }
    }

    #[test]
    fn sight_and_steps_are_separate_questions() {
        let rules = |tile: Tile| (tile.is_opaque(), tile.is_walkable());
        assert_eq!(rules(Tile::WALL), (true, false));
        assert_eq!(rules(Tile::FLOOR), (false, true));
        for tile in [Tile::WINDOW, Tile::WATER, Tile::CHASM, Tile::BARS] {
            assert_eq!(rules(tile), (false, false), "{tile:?}");
        }
        for tile in [Tile::FOLIAGE, Tile::CURTAIN] {
            assert_eq!(rules(tile), (true, true), "{tile:?}");
        }
    }

    #[test]
    fn what_seems_another_tile_is_seen_and_walked_as_that() {
        for tile in Tile::ALL {
            let seems = tile.apparent();
            assert_eq!(seems.is_opaque(), tile.is_opaque(), "{tile:?}");
            assert_eq!(seems.is_walkable(), tile.is_walkable(), "{tile:?}");
        }
    }
}
