//! The tiles of the game.

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

            /// The names of the tiles in `ALL`.
            pub const NAMES: [&'static str; [$($name),*].len()] = [$($name),*];
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Slot { $($constant),* }
    };
}

built_in! {
    /// Solid rock, drawn as a space. Everything outside a map counts as rock.
    ROCK "rock"
    /// A wall: opaque, impassable.
    WALL "wall"
    /// Open floor.
    FLOOR "floor"
    /// A closed door: opaque, and impassable until opened.
    CLOSED_DOOR "closed door"
    /// An open door: transparent, walkable.
    OPEN_DOOR "open door"
    /// A window: transparent, impassable.
    WINDOW "window"
    /// Foliage: opaque, walkable. Walking onto it tramples it.
    FOLIAGE "foliage"
    /// Stairs to the level above.
    STAIRS_UP "stairs up"
    /// Stairs to the level below.
    STAIRS_DOWN "stairs down"
    /// A burning brazier: transparent, impassable.
    BRAZIER "brazier"
    /// An unlit brazier: transparent, impassable.
    COLD_BRAZIER "cold brazier"
    /// A burning torch in a wall: opaque and impassable, like the wall.
    TORCH "torch"
    /// An unlit torch in a wall: opaque, impassable.
    COLD_TORCH "cold torch"
    /// Deep water: transparent, impassable.
    WATER "water"
    /// A chasm: transparent, impassable.
    CHASM "chasm"
    /// Iron bars: transparent, impassable.
    BARS "iron bars"
    /// A closed door of bars: transparent, and impassable until opened.
    CLOSED_GRATE "closed grate"
    /// An open door of bars.
    OPEN_GRATE "open grate"
    /// Trampled foliage: transparent until it grows back.
    TRAMPLED_FOLIAGE "trampled foliage"
    /// A curtain: opaque, walkable.
    CURTAIN "curtain"
    /// Rubble: slow to walk on.
    RUBBLE "rubble"
    /// A statue: opaque, impassable.
    STATUE "statue"
    /// A low wall: transparent, and slow to climb over.
    LOW_WALL "low wall"
    /// A door that looks like a wall until it is found.
    SECRET_DOOR "secret door"
    /// Treasure, which the player takes by walking onto it.
    TREASURE "treasure"
    /// A flask of oil, which the player takes by walking onto it if the lantern has room.
    OIL_FLASK "oil flask"
    /// The goal of the game, on its pedestal.
    BEACON "beacon"
    /// The empty pedestal.
    PEDESTAL "pedestal"
    /// A fire, which burns out.
    FIRE "fire"
    /// The remains of a fire.
    ASHES "ashes"
    /// A door that a monster has broken: transparent, walkable, and never closed again.
    BROKEN_DOOR "broken door"
    /// A closed door that a wedge holds shut: opaque, and impassable until it is broken or the wedge gives way.
    WEDGED_DOOR "wedged door"
    /// What holds one of several things of which the player can take one.
    PLINTH "plinth"
    /// A curtain of beads: opaque but lets light through, walkable.
    BEAD_CURTAIN "bead curtain"
}

impl Tile {
    /// Returns the kind of this tile, which holds all its properties.
    #[inline]
    pub fn kind(self) -> &'static TileKind {
        TileSet::numbered(self.set_number()).kind(self.slot())
    }

    pub fn set(self) -> TileSet {
        TileSet::numbered(self.set_number())
    }

    /// Returns the tile with the same name in the set of `other`, or this tile if that set has no such tile.
    #[inline]
    pub fn like(self, other: Self) -> Self {
        if self.set_number() == other.set_number() {
            return self;
        }
        other.set().own(self)
    }

    /// Returns whether the tile stops light. Most tiles that block sight do, and no others.
    #[inline]
    pub fn stops_light(self) -> bool {
        let kind = self.kind();
        kind.stops_light.unwrap_or(kind.is_opaque)
    }

    /// Returns whether the tile blocks sight. An opaque tile is itself visible.
    #[inline]
    pub fn is_opaque(self) -> bool {
        self.kind().is_opaque
    }

    /// Returns the name of the thing that one must have to open the tile, if one is needed.
    pub fn opens_with(self) -> Option<&'static str> {
        self.kind().opens_with.as_deref()
    }

    /// Returns whether a creature can stand on the tile. A closed door must be opened first: see [`Tile::opens_to`].
    #[inline]
    pub fn is_walkable(self) -> bool {
        self.kind().is_walkable
    }

    /// Returns whether fog and smoke pass through the tile. Unless its data file says otherwise, they pass through
    /// every tile that can be walked on or seen through.
    #[inline]
    pub fn passes_air(self) -> bool {
        let kind = self.kind();
        kind.passes_air
            .unwrap_or(kind.is_walkable || !kind.is_opaque)
    }

    /// Returns whether the tile is a fire, which hurts everyone in it, makes smoke and spreads to tiles that can
    /// burn. Torches and braziers are not.
    #[inline]
    pub fn burns(self) -> bool {
        self.kind().spreads
    }

    /// Returns the fire that this tile becomes when it catches fire, if it can burn. Torches and braziers are not fuel.
    pub fn on_fire(self) -> Option<Self> {
        self.kindled().filter(|it| it.burns())
    }

    /// Returns whether a creature that opens doors and finds secret ones can cross the tile. Every level is connected
    /// by passable tiles.
    #[inline]
    pub fn is_passable(self) -> bool {
        let kind = self.kind();
        kind.is_walkable || kind.opens_to.is_some()
    }

    /// Returns the time that a step onto this tile takes, as a percentage of the time for a step onto floor.
    #[inline]
    pub fn percent(self) -> u32 {
        self.kind().percent
    }

    /// Returns the tile that this one becomes when opened, if it can be opened.
    #[inline]
    pub fn opens_to(self) -> Option<Self> {
        self.kind().opens_to
    }

    /// Returns the tile that this one becomes when closed, if it can be closed.
    #[inline]
    pub fn closes_to(self) -> Option<Self> {
        self.kind().closes_to
    }

    /// Returns the tile that this one becomes when a strong creature breaks it down, if it can be broken.
    pub fn breaks_to(self) -> Option<Self> {
        self.kind().breaks_to
    }

    /// Returns the flame that burns in this tile, if there is one.
    pub fn flame(self) -> Option<Flame> {
        self.kind().flame
    }

    /// Returns the tile that this one becomes when its flame is put out, if the flame can be put out.
    #[inline]
    pub fn put_out(self) -> Option<Self> {
        self.kind().put_out
    }

    /// Returns the tile that this one becomes when lit or set on fire, if it can burn.
    #[inline]
    pub fn kindled(self) -> Option<Self> {
        self.kind().kindled
    }

    /// Returns whether this tile is a flame that is out. Fuel, such as foliage, is not meant.
    #[inline]
    pub fn is_cold_flame(self) -> bool {
        self.kindled().is_some_and(|it| it.put_out().is_some())
    }

    /// Returns whether the places of a level, such as rooms, end at this tile. Doors part places, whether they are open,
    /// shut or broken, and so do curtains, windows and bars.
    #[inline]
    pub fn parts_places(self) -> bool {
        let kind = self.kind();
        let is_door = kind.opens_to.is_some() || kind.closes_to.is_some();
        kind.parts || is_door || kind.breaks_to.is_some()
    }

    /// Returns what a place where this tile stands is remembered by, such as "statue", if it is rare enough.
    pub fn landmark(self) -> Option<&'static str> {
        self.kind().landmark.as_deref()
    }

    /// Returns the direction in which the stairs lead, or `None` if this tile is not stairs.
    #[inline]
    pub fn stairs(self) -> Option<Stairs> {
        self.kind().stairs
    }

    /// Returns whether this tile takes the game forward, as stairs down and the goal of the game do.
    pub(crate) fn leads_on(self) -> bool {
        self.stairs() == Some(Stairs::Down) || self.is_goal()
    }

    /// Returns whether this tile holds the goal of the game.
    pub(crate) fn is_goal(self) -> bool {
        self.kind().taken.is_some_and(|it| it.is_goal)
    }

    /// Returns the tile that this one looks like until it is found, if this tile is secret. For example, a secret door
    /// looks like a wall.
    #[inline]
    pub fn seems(self) -> Option<Self> {
        self.kind().seems
    }

    /// Returns the tile that this one looks like to a creature that has not found its secret.
    #[inline]
    pub fn apparent(self) -> Self {
        self.seems().unwrap_or(self)
    }

    /// Returns the character for this tile in ASCII maps.
    #[inline]
    pub fn glyph(self) -> char {
        self.kind().glyph
    }

    /// Returns the built-in tile for a character in an ASCII map. This is the reverse of [`Tile::glyph`].
    pub fn from_glyph(glyph: char) -> Option<Self> {
        TileSet::default().from_glyph(glyph)
    }

    /// Returns the name of the tile, for use in a sentence.
    pub fn name(self) -> &'static str {
        &self.kind().name
    }

    /// Returns whether `name` is the tile's name or the last words of it: a closed door is called "door".
    pub fn is_called(self, name: &str) -> bool {
        let rest = self.name().strip_suffix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
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
    fn every_glyph_belongs_to_one_tile() {
        for tile in Tile::ALL {
            assert_eq!(Tile::from_glyph(tile.glyph()), Some(tile));
        }
    }

    #[test]
    fn the_constants_match_their_names() {
        for (tile, name) in Tile::ALL.into_iter().zip(Tile::NAMES) {
            assert_eq!(tile.name(), name);
        }
    }

    #[test]
    fn only_doors_open_and_close() {
        let openable = Tile::ALL.into_iter().filter(|it| it.opens_to().is_some());
        let openable: Vec<Tile> = openable.collect();
        assert_eq!(
            openable,
            [Tile::CLOSED_DOOR, Tile::CLOSED_GRATE, Tile::SECRET_DOOR]
        );
        for tile in openable {
            let opened = tile.opens_to().unwrap();
            assert!(opened.is_walkable() && !opened.is_opaque());
            // A secret door does not become secret again.
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
    fn opaque_and_walkable_are_independent() {
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
    fn a_secret_tile_blocks_sight_and_steps_like_the_tile_it_resembles() {
        for tile in Tile::ALL {
            let seems = tile.apparent();
            assert_eq!(seems.is_opaque(), tile.is_opaque(), "{tile:?}");
            assert_eq!(seems.is_walkable(), tile.is_walkable(), "{tile:?}");
        }
    }

    #[test]
    fn every_tile_of_the_game_has_its_own_picture() {
        let pictures = Tile::ALL.map(|it| it.kind().picture);
        assert!(pictures.iter().all(Option::is_some), "{pictures:?}");
        for (tile, picture) in Tile::ALL.into_iter().zip(pictures) {
            let same = Tile::ALL.into_iter().zip(pictures);
            let same = same.filter(|(other, it)| *it == picture && *other != tile);
            // A secret door has the picture of what it seems to be.
            let allowed = tile.apparent() != tile || tile == Tile::WALL;
            assert!(
                allowed || same.count() == 0,
                "{tile:?} looks like another tile"
            );
        }
        assert_eq!(Tile::SECRET_DOOR.kind().picture, Tile::WALL.kind().picture);
    }
}
