//! A kind of tile, and the small number that stands for it on a map.

/// What fills one cell of a level: a kind of tile, of which `assets/tiles.ron` says all that there is to say.
///
/// Sight and movement are separate: a window is seen through and not walked through, foliage is the reverse.
///
/// A tile is a small number, and belongs to the [`TileSet`](super::TileSet) that it was taken from. Tiles of one name are equal whatever
/// set they are from, so that [`Tile::FLOOR`] is floor in every game, however a maker has changed it.
#[derive(Clone, Copy)]
pub struct Tile {
    /// By name: no two names of this process share one.
    slot: u16,
    /// The set that says what it is.
    set: u16,
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

/// Where stairs lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stairs {
    /// To the level above; from the first, out of the dungeon.
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

/// Tiles of one name are equal.
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
    /// What it is called, in lower case and without an article. No two kinds share it.
    pub name: String,
    /// A number that stands for the name, the same on every machine.
    pub(super) id: u64,
    /// Whether it is called so without an article, as floor is.
    pub is_mass: bool,
    /// What a player who looks at it should read; empty if the file says nothing.
    pub description: String,
    /// The character that stands for it in ASCII maps. No two kinds share it.
    pub glyph: char,
    /// How it is drawn.
    pub drawn: char,
    /// Its colours, unless a palette has others for it.
    pub colors: TileColors,
    /// Whether it blocks sight.
    pub is_opaque: bool,
    /// Whether a creature can stand on it.
    pub is_walkable: bool,
    /// How long a step onto it takes, in percent of one onto floor.
    pub percent: u32,
    /// What becomes of it when it is opened.
    pub opens_to: Option<Tile>,
    /// When it is closed.
    pub closes_to: Option<Tile>,
    /// When its flame is put out.
    pub put_out: Option<Tile>,
    /// When it is lit, or set on fire.
    pub kindled: Option<Tile>,
    /// When somebody walks onto it.
    pub trampled: Option<Tile>,
    /// What becomes of it by itself after so many turns, unless somebody stands there.
    pub in_time: Option<InTime>,
    /// Whether fire spreads from it to what beside it can be kindled.
    pub spreads: bool,
    /// What the player gets who walks onto it, and what is left.
    pub taken: Option<Taken>,
    /// What it seems to be to whoever was not told of it.
    pub seems: Option<Tile>,
    /// What burns in it.
    pub flame: Option<Flame>,
    /// Where it leads.
    pub stairs: Option<Stairs>,
}

/// What becomes of a tile by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InTime {
    /// After so many turns.
    pub turns: u32,
    /// It is this.
    pub becomes: Tile,
}

/// What lies on a tile for whoever comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// What it counts for in the score.
    pub worth: u32,
    /// Whether it is what the game is about.
    pub is_goal: bool,
    /// What is left.
    pub leaves: Tile,
}

/// The colours of a tile, each red, green and blue: its glyph and its ground while it is seen, and both as they are
/// remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileColors {
    /// The glyph.
    pub lit: [u8; 3],
    /// The ground behind it.
    pub ground: [u8; 3],
    /// The glyph in memory.
    pub remembered: [u8; 3],
    /// The ground in memory.
    pub remembered_ground: [u8; 3],
}

/// Kinds of tiles by slot. A set that was made earlier lacks the names that came later.
pub(super) type Kinds = Vec<Option<TileKind>>;

impl TileKind {
    /// A kind of which nothing is said: something like floor.
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

    /// The same in the set of this number, with all the tiles that it names.
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

/// A hash of a name, the same on every machine: FNV-1a, 64 bits. Short, well known, and good enough to keep a few names
/// apart.
pub(crate) fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
