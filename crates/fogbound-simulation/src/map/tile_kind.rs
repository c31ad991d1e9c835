//! Tile kinds, and the IDs that represent them on a map.

use super::picture::PictureId;

/// The tile in one cell of a level. Its kind is defined in `assets/tiles.ron`.
///
/// Sight and movement are separate: a creature can see through a window but not walk through it, and can walk through
/// foliage but not see through it.
///
/// A tile is stored as a small ID in a [`TileSet`](super::TileSet). Tiles with the same name are equal even if they
/// come from different sets, so [`Tile::FLOOR`] is floor in every game, no matter how a game maker has changed it.
#[derive(Clone, Copy)]
pub struct Tile {
    /// The slot of the tile's name, unique within the process.
    slot: u16,
    /// The ID of the set that defines the tile.
    set: u16,
}

/// A flame in a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flame {
    /// The radius of the flame's light, in cells.
    pub radius: u32,
    /// The colour of the flame's light, as red, green and blue.
    pub color: [u8; 3],
    /// Whether the flame hangs on a wall and shines from the wall's open faces.
    pub is_in_wall: bool,
}

/// The direction in which stairs lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stairs {
    /// Up to the level above or, from the first level, out of the dungeon.
    Up,
    /// Down to the level below.
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

/// A tile kind: an entry in `assets/tiles.ron`.
#[derive(Clone, Debug, PartialEq)]
pub struct TileKind {
    /// The tile's unique name, in lower case and without an article.
    pub name: String,
    /// A hash of the name, which is the same on every machine.
    pub(super) id: u64,
    /// Whether the name is used without an article, as "floor" is.
    pub is_mass: bool,
    /// Whether the name is a plural, as "iron bars" is. Such a name is used without an article, too.
    pub is_plural: bool,
    /// The description for players, or an empty string.
    pub description: String,
    /// The unique character for the tile in ASCII maps.
    pub glyph: char,
    /// The character that the tile is drawn as.
    pub drawn: char,
    /// The picture that a window draws in place of that character.
    pub picture: Option<PictureId>,
    /// The tile's colours, unless a palette overrides them.
    pub colors: TileColors,
    /// Whether the tile blocks sight.
    pub is_opaque: bool,
    /// Whether the tile stops light, or `None` if it does exactly if it blocks sight.
    pub stops_light: Option<bool>,
    /// Whether a creature can stand on the tile.
    pub is_walkable: bool,
    /// The time that a step onto the tile takes, as a percentage of the time for a step onto floor.
    pub percent: u32,
    /// The tile that this one becomes when opened.
    pub opens_to: Option<Tile>,
    /// The name of the thing that one must have to open the tile, or `None` if everyone can who opens doors.
    pub opens_with: Option<String>,
    /// The tile that this one becomes when closed.
    pub closes_to: Option<Tile>,
    /// The tile that this one becomes when a strong creature breaks it down.
    pub breaks_to: Option<Tile>,
    /// The tile that this one becomes when its flame is put out.
    pub put_out: Option<Tile>,
    /// The tile that this one becomes when lit or set on fire.
    pub kindled: Option<Tile>,
    /// The tile that this one becomes when a creature walks onto it.
    pub trampled: Option<Tile>,
    /// The tile that this one becomes by itself after some turns, unless a creature is standing on it.
    pub in_time: Option<InTime>,
    /// Whether fire spreads from this tile to neighbouring tiles that can burn. Such a tile also hurts and makes smoke.
    pub spreads: bool,
    /// Whether fog and smoke pass, or `None` for the default: see [`Tile::passes_air`].
    pub passes_air: Option<bool>,
    /// What the player gains by walking onto this tile, and the tile that is left behind.
    pub taken: Option<Taken>,
    /// The tile that this one looks like until it is found.
    pub seems: Option<Tile>,
    /// The flame that burns in the tile.
    pub flame: Option<Flame>,
    /// The direction in which the stairs lead, if the tile is stairs.
    pub stairs: Option<Stairs>,
    /// Whether places end at the tile, as they do at doors: see [`Tile::parts_places`].
    pub parts: bool,
    /// What a place where this tile stands is remembered by, such as "statue".
    pub landmark: Option<String>,
}

/// A change that a tile undergoes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InTime {
    /// The number of turns until the change.
    pub turns: u32,
    /// The tile after the change.
    pub becomes: Tile,
}

/// Something that the player takes from a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The number of points added to the score.
    pub worth: u32,
    /// For how many turns the player's lantern burns the oil that is taken.
    pub oil: u32,
    /// Whether this is the goal of the game.
    pub is_goal: bool,
    /// The tile that is left behind.
    pub leaves: Tile,
}

/// The colours of a tile's glyph and background, as red, green and blue, for visible cells and for remembered cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileColors {
    /// The colour of the glyph while the cell is visible.
    pub lit: [u8; 3],
    /// The colour of the background while the cell is visible.
    pub ground: [u8; 3],
    /// The colour of the glyph while the cell is remembered.
    pub remembered: [u8; 3],
    /// The colour of the background while the cell is remembered.
    pub remembered_ground: [u8; 3],
}

/// Tile kinds by slot. A set does not contain names that were added after the set was created.
pub(super) type Kinds = Vec<Option<TileKind>>;

impl TileKind {
    /// Creates a kind with default values: transparent and not walkable.
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            id: hash(name),
            is_mass: false,
            is_plural: false,
            description: String::new(),
            glyph: ' ',
            drawn: ' ',
            picture: None,
            colors: TileColors {
                lit: [0xe1, 0xc6, 0xa0],
                ground: [0x43, 0x33, 0x1b],
                remembered: [0x3c, 0x42, 0x4e],
                remembered_ground: [0x12, 0x14, 0x1c],
            },
            is_opaque: false,
            stops_light: None,
            is_walkable: false,
            percent: 100,
            opens_to: None,
            opens_with: None,
            closes_to: None,
            breaks_to: None,
            put_out: None,
            kindled: None,
            trampled: None,
            in_time: None,
            spreads: false,
            passes_air: None,
            taken: None,
            seems: None,
            flame: None,
            stairs: None,
            parts: false,
            landmark: None,
        }
    }

    /// Returns a copy of this kind for the set with the given ID. The tiles that the copy refers to belong to that set.
    pub(super) fn in_set(&self, number: u16) -> Self {
        let mut kind = self.clone();
        let own = |tile: Tile| Tile::new(tile.slot(), number);
        for tile in [
            &mut kind.opens_to,
            &mut kind.breaks_to,
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

/// Returns a hash of a name, which is the same on every machine. The algorithm is 64-bit FNV-1a, which is short, well
/// known, and good enough for a few names.
pub(crate) fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
