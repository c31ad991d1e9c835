//! Kinds of tiles, and the numbers that represent them on a map.

/// The tile of one cell of a level: a kind of tile, defined in `assets/tiles.ron`.
///
/// Sight and movement are separate: a creature sees through a window but cannot walk through it; foliage is the
/// reverse.
///
/// A tile is a small number in a [`TileSet`](super::TileSet). Tiles with the same name are equal even if they come
/// from different sets, so [`Tile::FLOOR`] is floor in every game, no matter how a maker has changed it.
#[derive(Clone, Copy)]
pub struct Tile {
    /// The number of its name, unique in the process.
    slot: u16,
    /// The number of the set that defines it.
    set: u16,
}

/// A flame in a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flame {
    /// The radius of its light, in cells.
    pub radius: u32,
    /// The red, green and blue of its light.
    pub color: [u8; 3],
    /// Whether it hangs on a wall and shines from its open faces.
    pub is_in_wall: bool,
}

/// The direction stairs lead in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stairs {
    /// To the level above, or from the first level out of the dungeon.
    Up,
    /// To the level below.
    Down,
}

impl Tile {
    pub(super) const fn new(slot: u16, set: u16) -> Self {
        Self { slot, set }
    }

    #[inline]
    pub(super) const fn slot(self) -> u16 {
        self.slot
    }

    #[inline]
    pub(super) const fn set_number(self) -> u16 {
        self.set
    }
}

/// Tiles with the same name are equal.
impl PartialEq for Tile {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.slot == other.slot
    }
}

impl Eq for Tile {}

/// A kind of tile: an entry of `assets/tiles.ron`.
#[derive(Clone, Debug, PartialEq)]
pub struct TileKind {
    /// Its unique name, in lower case and without an article.
    pub name: String,
    /// A hash of the name, the same on every machine.
    pub(super) id: u64,
    /// Whether the name takes no article, like "floor".
    pub is_mass: bool,
    /// The description for players, or empty.
    pub description: String,
    /// Its unique character in ASCII maps.
    pub glyph: char,
    /// The character it is drawn as.
    pub drawn: char,
    /// Its colours, unless a palette overrides them.
    pub colors: TileColors,
    /// Whether it blocks sight.
    pub is_opaque: bool,
    /// Whether a creature can stand on it.
    pub is_walkable: bool,
    /// The time a step onto it takes, in percent of a step onto floor.
    pub percent: u32,
    /// The tile it becomes when opened.
    pub opens_to: Option<Tile>,
    /// The tile it becomes when closed.
    pub closes_to: Option<Tile>,
    /// The tile it becomes when its flame is put out.
    pub put_out: Option<Tile>,
    /// The tile it becomes when lit or set on fire.
    pub kindled: Option<Tile>,
    /// The tile it becomes when a creature walks onto it.
    pub trampled: Option<Tile>,
    /// The tile it becomes by itself after some turns, unless a creature stands on it.
    pub in_time: Option<InTime>,
    /// Whether fire spreads from it to neighbours that can burn.
    pub spreads: bool,
    /// What the player gains by walking onto it, and the tile that is left.
    pub taken: Option<Taken>,
    /// The tile it looks like until it is found.
    pub seems: Option<Tile>,
    /// The flame that burns in it.
    pub flame: Option<Flame>,
    /// The direction it leads in.
    pub stairs: Option<Stairs>,
}

/// A tile's change by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InTime {
    /// The number of turns until the change.
    pub turns: u32,
    /// The tile it becomes.
    pub becomes: Tile,
}

/// What the player takes from a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its value in the score.
    pub worth: u32,
    /// Whether it is the goal of the game.
    pub is_goal: bool,
    /// The tile that is left.
    pub leaves: Tile,
}

/// The colours of a tile, as red, green and blue: its glyph and its background, while visible and while remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileColors {
    /// The glyph.
    pub lit: [u8; 3],
    /// The background.
    pub ground: [u8; 3],
    /// The glyph while remembered.
    pub remembered: [u8; 3],
    /// The background while remembered.
    pub remembered_ground: [u8; 3],
}

/// Kinds of tiles by slot. A set lacks the names that were added after it was made.
pub(super) type Kinds = Vec<Option<TileKind>>;

impl TileKind {
    /// Creates a kind with default values: transparent, and not walkable.
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            id: hash(name),
            is_mass: false,
            description: String::new(),
            glyph: ' ',
            drawn: ' ',
            colors: TileColors {
                lit: [0xe1, 0xc6, 0xa0],
                ground: [0x43, 0x33, 0x1b],
                remembered: [0x3c, 0x42, 0x4e],
                remembered_ground: [0x12, 0x14, 0x1c],
            },
            is_opaque: false,
            is_walkable: false,
            percent: 100,
            opens_to: None,
            closes_to: None,
            put_out: None,
            kindled: None,
            trampled: None,
            in_time: None,
            spreads: false,
            taken: None,
            seems: None,
            flame: None,
            stairs: None,
        }
    }

    /// Returns this kind for the set with this number. The tiles it refers to are moved to that set.
    pub(super) fn in_set(&self, number: u16) -> Self {
        let mut kind = self.clone();
        let own = |tile: Tile| Tile::new(tile.slot(), number);
        for tile in [
            &mut kind.opens_to,
            &mut kind.closes_to,
            &mut kind.put_out,
            &mut kind.kindled,
            &mut kind.trampled,
            &mut kind.seems,
        ] {
            *tile = tile.map(own);
        }
        if let Some(in_time) = &mut kind.in_time {
            in_time.becomes = own(in_time.becomes);
        }
        if let Some(taken) = &mut kind.taken {
            taken.leaves = own(taken.leaves);
        }
        kind
    }
}

/// Returns a hash of a name, the same on every machine: FNV-1a, 64 bits. It is short, well known, and good enough for
/// a few names.
pub(crate) fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
