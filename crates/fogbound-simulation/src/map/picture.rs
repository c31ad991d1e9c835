//! The pictures of tiles: what a window draws in place of a tile's character.
//!
//! The game's own pictures are in `assets/pictures.ron`. Four more are drawn by the window itself, because they depend
//! on the size of a cell and on the cells around them: `wall`, `rock`, `floor` and `chasm`.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::Deserialize;

use crate::files::DataError;
use crate::files::data::Value;
use crate::files::did_you_mean;

/// The number of rows in a picture, and of characters in a row.
pub const PICTURE_SIDE: usize = 16;

/// The characters that a picture may consist of: the background, shades from dark to full, black, and tints.
const INKS: &str = ".123456789abcdefKWMRYGB";

/// The picture of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePicture {
    /// The characters of each row. `docs/tiles.md` explains them.
    pub rows: [[u8; PICTURE_SIDE]; PICTURE_SIDE],
    /// What lies below the rows.
    pub base: Base,
    /// How the walls beside the tile meet it.
    pub joint: Joint,
    /// Whether its light sways for a moment after a turn, like water.
    pub sways: bool,
}

/// What lies below the rows of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Base {
    /// The plain background.
    #[default]
    Plain,
    /// Flagstones.
    Floor,
    /// A built wall, whose shape depends on its surroundings.
    Wall,
    /// Natural rock, whose shape depends on its surroundings.
    Rock,
    /// A drop, whose shape depends on its surroundings.
    Chasm,
}

/// How a tile meets the walls beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Joint {
    /// The tile stands free, as floor does.
    #[default]
    Free,
    /// The tile fills a gap in a wall, as a door does.
    Gap,
    /// The tile is part of a wall.
    Wall,
    /// The tile is part of a chasm.
    Chasm,
}

/// The picture of a tile, as a number that lasts until the process ends. Equal pictures have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureId(u16);

/// All pictures have the same hash: what a window draws changes nothing in the world, and the numbers depend on what the
/// process has read before.
impl Hash for PictureId {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// All pictures of the process. New sets of tiles add to them.
static ALL: LazyLock<Mutex<Vec<&'static TilePicture>>> = LazyLock::new(|| {
    let own = BUILT_IN.iter().map(|(_, picture)| picture);
    Mutex::new(own.collect())
});

/// The game's own pictures, by name.
static BUILT_IN: LazyLock<Vec<(String, TilePicture)>> = LazyLock::new(|| {
    let text = fogbound_assets::PICTURES.text;
    let written: BTreeMap<String, Written> =
        ron::from_str(text).expect("a test reads the game's own pictures");
    let drawn = [
        ("wall", Base::Wall, Joint::Wall),
        ("rock", Base::Rock, Joint::Wall),
        ("floor", Base::Floor, Joint::Free),
        ("chasm", Base::Chasm, Joint::Chasm),
    ];
    let drawn = drawn.map(|(name, base, joint)| {
        let rows = [[b'.'; PICTURE_SIDE]; PICTURE_SIDE];
        let sways = false;
        let picture = TilePicture {
            rows,
            base,
            joint,
            sways,
        };
        (name.to_owned(), picture)
    });
    let written = written.into_iter();
    let written = written.map(|(name, it)| (name, it.picture().expect("a test reads this file")));
    drawn.into_iter().chain(written).collect()
});

/// A picture as it is written in `assets/pictures.ron`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rows: Vec<String>,
    #[serde(default)]
    in_wall: bool,
    #[serde(default)]
    over: String,
    #[serde(default)]
    sways: bool,
}

impl Written {
    /// Returns the picture, or `None` if it is malformed.
    fn picture(&self) -> Option<TilePicture> {
        let (base, joint) = match (self.over.as_str(), self.in_wall) {
            ("wall", _) => (Base::Wall, Joint::Wall),
            ("floor", true) => (Base::Floor, Joint::Gap),
            ("floor", false) => (Base::Floor, Joint::Free),
            ("", true) => (Base::Plain, Joint::Gap),
            ("", false) => (Base::Plain, Joint::Free),
            _ => return None,
        };
        let rows = self.rows.iter().map(|it| row(it));
        let rows = rows.collect::<Option<Vec<_>>>()?.try_into().ok()?;
        Some(TilePicture {
            rows,
            base,
            joint,
            sways: self.sways,
        })
    }
}

/// Returns the characters of a row, or `None` if it has the wrong length or contains other characters.
fn row(text: &str) -> Option<[u8; PICTURE_SIDE]> {
    let is_known = |it: &u8| INKS.as_bytes().contains(it);
    let row: [u8; PICTURE_SIDE] = text.as_bytes().try_into().ok()?;
    row.iter().all(is_known).then_some(row)
}

impl TilePicture {
    /// Returns whether the rows draw nothing, as those of walls and floor, which are drawn for each size of cells.
    pub fn is_blank(&self) -> bool {
        self.rows.iter().flatten().all(|it| *it == b'.')
    }
}

impl PictureId {
    /// Returns the game's own picture with this name.
    pub fn named(name: &str) -> Option<Self> {
        let at = BUILT_IN.iter().position(|(it, _)| it == name)?;
        Some(Self(at as u16))
    }

    /// Returns the names of the game's own pictures.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the number for this picture, or `None` if there are too many pictures already.
    fn of(picture: TilePicture) -> Option<Self> {
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|it| **it == picture);
        let at = known.unwrap_or(all.len());
        let id = u16::try_from(at).ok().filter(|it| *it < MOST)?;
        if known.is_none() {
            // Tiles stay until the process ends, and so do their pictures.
            all.push(Box::leak(Box::new(picture)));
        }
        Some(Self(id))
    }

    /// Returns all pictures, in the order of their numbers.
    pub fn all() -> Vec<&'static TilePicture> {
        ALL.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn number(self) -> usize {
        self.0.into()
    }

    pub fn picture(self) -> &'static TilePicture {
        let all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all[self.number()]
    }
}

/// The maximum number of pictures in a process. All of them have room in one image.
const MOST: u16 = 1024;

/// Reads the `picture` field of a tile or a thing: the name of one of the game's pictures, or the rows of a new one.
pub(crate) fn read_picture(value: &Value) -> Result<Option<PictureId>, DataError> {
    let Some(rows) = value.part.items() else {
        let expected = format!(
            "the name of a picture in double quotes, or {PICTURE_SIDE} rows in square brackets"
        );
        let name: String = value.accept(expected, |_| true)?;
        let found = PictureId::named(&name);
        return found.map(Some).ok_or_else(|| {
            let hint = did_you_mean(&name, PictureId::names());
            let known: Vec<&str> = PictureId::names().collect();
            value.wrong(format_args!("one of {}{hint}", known.join(", ")))
        });
    };
    if rows.len() != PICTURE_SIDE {
        return Err(value.part.error(format_args!(
            "picture: found {} rows; expected {PICTURE_SIDE}",
            rows.len()
        )));
    }
    let mut drawn = [[b'.'; PICTURE_SIDE]; PICTURE_SIDE];
    for (part, drawn) in rows.into_iter().zip(&mut drawn) {
        let row = part.read::<String>().ok().and_then(|it| row(&it));
        *drawn = row.ok_or_else(|| {
            part.error(format_args!(
                "picture: found {}; expected {PICTURE_SIDE} of the characters {INKS} in double quotes",
                part.quoted()
            ))
        })?;
    }
    let picture = TilePicture {
        rows: drawn,
        base: Base::Plain,
        joint: Joint::Free,
        sways: false,
    };
    PictureId::of(picture).map(Some).ok_or_else(|| {
        value.part.error(format_args!(
            "more than {MOST} pictures since the program started; restart the program"
        ))
    })
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use super::*;

    #[test]
    fn equal_pictures_have_equal_numbers() {
        let picture = TilePicture {
            rows: [[b'3'; PICTURE_SIDE]; PICTURE_SIDE],
            base: Base::Plain,
            joint: Joint::Free,
            sways: false,
        };
        let id = PictureId::of(picture.clone()).unwrap();
        assert_eq!(PictureId::of(picture.clone()), Some(id));
        assert_eq!(id.picture(), &picture);
    }

    #[test]
    fn the_numbers_of_pictures_make_no_difference_to_a_world() {
        let hash = |picture: Option<PictureId>| {
            let mut hasher = DefaultHasher::new();
            picture.hash(&mut hasher);
            hasher.finish()
        };
        let named = |name: &str| hash(Some(PictureId::named(name).unwrap()));
        assert_eq!(named("fog"), named("smoke"));
    }
}
