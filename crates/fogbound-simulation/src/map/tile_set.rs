//! Tile sets, read from files.
//!
//! A [`TileSet`] never changes: reading a different file creates another set. All sets are kept until the process ends,
//! because maps and memories refer to the sets by ID.

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::tile_file::{Names, read};
use super::tile_kind::{Kinds, Tile, TileKind};
use crate::files::DataError;
use crate::files::data::Source;

/// A tile set: the built-in tiles, changed and extended by a game maker's file.
#[derive(Clone, Copy, Debug)]
pub struct TileSet(&'static Set);

/// The data in a set.
struct Set {
    number: u16,
    kinds: Kinds,
    /// The name and text of the maker's file, if there is one.
    texts: Vec<(String, String)>,
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tiles {}", self.number)
    }
}

/// The built-in tiles.
const BUILT_IN: Source = Source {
    file: fogbound_assets::TILES.path,
    text: fogbound_assets::TILES.text,
};

/// The maximum number of sets in a process. Each change to a file while the program is running creates another set.
const MOST_SETS: usize = 4096;

static SETS: [OnceLock<Set>; MOST_SETS] = [const { OnceLock::new() }; MOST_SETS];

/// The names of all tiles by slot, and the number of sets. Lock this before adding a name or a set.
static NAMES: Mutex<Names> = Mutex::new(Names {
    names: Vec::new(),
    sets: 1,
});

impl Default for TileSet {
    fn default() -> Self {
        Self::numbered(0)
    }
}

/// Two sets are equal if they have the same ID.
impl PartialEq for TileSet {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number
    }
}

impl Eq for TileSet {}

impl TileSet {
    /// Returns the built-in tiles, changed and extended by a file that contains `text`. The file's name is used only in
    /// messages. If the text is `{}`, nothing changes.
    ///
    /// # Errors
    ///
    /// Returns all the problems in the file that can be found in one pass.
    pub fn with(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        let base = Self::default();
        if text.trim() == "{}" {
            return Ok(base);
        }
        let source = Source { file, text };
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let known = SETS.iter().map_while(OnceLock::get);
        let is_same = |set: &&Set| set.texts.len() == 1 && set.texts[0].1 == text;
        if let Some(same) = known.skip(1).find(is_same) {
            return Ok(Self(same));
        }
        let number = names.sets;
        if usize::from(number) >= MOST_SETS {
            return Err(vec![source.whole().error(format_args!(
                "the tiles have changed more than {MOST_SETS} times since the program started; restart the program"
            ))]);
        }
        let set = Set {
            number,
            kinds: read(source, number, &mut names, Some(&base.0.kinds))?,
            texts: vec![(file.to_owned(), text.to_owned())],
        };
        names.sets += 1;
        Ok(Self(SETS[usize::from(number)].get_or_init(|| set)))
    }

    #[inline]
    pub(super) fn numbered(number: u16) -> Self {
        let set = SETS.get(usize::from(number)).and_then(OnceLock::get);
        Self(set.unwrap_or_else(built_in))
    }

    #[inline]
    pub(super) fn kind(self, slot: u16) -> &'static TileKind {
        let kind = self.0.kinds.get(usize::from(slot)).and_then(Option::as_ref);
        // A tile always comes from a set that contains it, and every set contains rock.
        kind.or_else(|| built_in().kinds.first()?.as_ref())
            .expect("the game's own tiles are read by a test")
    }

    /// Returns the name and text of the maker's file that this set was read from, if there is one.
    pub fn text(self) -> Option<(&'static str, &'static str)> {
        let (file, text) = self.0.texts.first()?;
        Some((file, text))
    }

    pub fn get(self, name: &str) -> Option<Tile> {
        self.iter().find(|it| it.name() == name)
    }

    /// Returns the tile for a character in an ASCII map.
    pub fn from_glyph(self, glyph: char) -> Option<Tile> {
        self.iter().find(|it| it.glyph() == glyph)
    }

    /// Returns the tile in this set that has the same name as `tile`, or `tile` itself if the set has no such tile.
    pub fn own(self, tile: Tile) -> Tile {
        let has_it = matches!(self.0.kinds.get(usize::from(tile.slot())), Some(Some(_)));
        if has_it {
            Tile::new(tile.slot(), self.0.number)
        } else {
            tile
        }
    }

    /// Iterates over all tiles, with the built-in ones first.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let kinds = self.0.kinds.iter().zip(0..);
        let there = kinds.filter(|(kind, _)| kind.is_some());
        there.map(move |(_, slot)| Tile::new(slot, self.0.number))
    }
}

fn built_in() -> &'static Set {
    SETS[0].get_or_init(|| {
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let kinds = read(BUILT_IN, 0, &mut names, None);
        Set {
            number: 0,
            kinds: kinds.unwrap_or_else(|errors| panic!("{}", errors[0])),
            texts: Vec::new(),
        }
    })
}
