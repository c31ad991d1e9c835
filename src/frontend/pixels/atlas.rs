//! Images of everything that cells can show, for one cut of the font.
//!
//! A pixel of an image is multiplied with the colour of a cell's glyph. Black pixels show the background instead. So
//! grey pixels are darker shades of the glyph's colour, and coloured pixels tint it.

use bevy::math::UVec2;

use super::badges;
use super::sheet::{GLYPHS, Sheet, Weight, glyph_of};
use super::stones::{BLACK, Texel, drawn, square_of};
use crate::dungeon::Flooring;
use crate::map::{Base, PictureId, START_GLYPH, TilePicture};
use crate::view::{Fill, OpenSides};

/// The number of cells in a row of an image.
pub(crate) const COLUMNS: u32 = 16;

/// Which cells an atlas is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AtlasKind {
    /// Text cells.
    Narrow,
    /// Map cells.
    Square,
    /// Badges and things over map cells.
    Badge,
}

/// What a text cell can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Letter {
    /// A glyph of text.
    Plain,
    /// A glyph on the map, with an outline.
    Outlined,
    /// The left half of a glyph in the middle of a map cell, with an outline.
    Left,
    /// The right half.
    Right,
}

/// What a cell shows, apart from its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Motif {
    /// What fills a map cell.
    Fill(Fill),
    /// A character in a text cell. A character that the font lacks is shown as a question mark.
    Letter(char, Letter),
    /// Signs at the edges of a map cell: the number of a [`Badge`](crate::view::Badge).
    Badge(u32),
    /// The picture of a thing.
    Thing(PictureId),
}

/// An image that contains all the glyphs or pictures for cells of one kind, in rows of [`COLUMNS`].
pub(crate) struct Atlas {
    /// Each picture and its first cell, by the picture's number. In the image for map cells, a picture has a cell for
    /// each of its shapes.
    pictures: Vec<(&'static TilePicture, u32)>,
    /// The size of a cell in pixels.
    pub(crate) cell: UVec2,
    /// The pixels of the image, row by row.
    pub(crate) pixels: Vec<Texel>,
}

impl Atlas {
    pub(crate) fn new(kind: AtlasKind, cut: u32) -> Self {
        match kind {
            AtlasKind::Narrow => Self::narrow(cut),
            AtlasKind::Square => Self::square(cut),
            AtlasKind::Badge => Self::badges(cut),
        }
    }

    /// Returns whether the image has every picture that there is now.
    pub(crate) fn is_complete(&self) -> bool {
        self.pictures.is_empty() || self.pictures.len() == PictureId::all().len()
    }

    fn blank(cell: UVec2, count: u32) -> Self {
        let size = UVec2::new(COLUMNS, rows(count)) * cell;
        Self {
            pictures: Vec::new(),
            cell,
            pixels: vec![BLACK; size.element_product() as usize],
        }
    }

    #[cfg(feature = "window")]
    pub(crate) fn size(&self) -> UVec2 {
        let width = COLUMNS * self.cell.x;
        UVec2::new(width, self.pixels.len() as u32 / width)
    }

    pub(crate) fn texel(&self, index: u32, pixel: UVec2) -> Texel {
        self.pixels[self.at(index, pixel)]
    }

    fn at(&self, index: u32, pixel: UVec2) -> usize {
        let corner = UVec2::new(index % COLUMNS, index / COLUMNS) * self.cell;
        let at = corner + pixel;
        (at.y * COLUMNS * self.cell.x + at.x) as usize
    }

    fn draw(&mut self, index: u32, texel: impl Fn(UVec2) -> Texel) {
        for y in 0..self.cell.y {
            for x in 0..self.cell.x {
                let pixel = UVec2::new(x, y);
                let at = self.at(index, pixel);
                self.pixels[at] = texel(pixel);
            }
        }
    }

    fn narrow(cut: u32) -> Self {
        let mut atlas = Self::blank(UVec2::new(cut / 2, cut), GLYPHS * 4);
        let sheet = Sheet::of(cut);
        for glyph in 0..GLYPHS {
            let half = (cut / 4) as i32;
            let rows = 0..sheet.size().1 as i32;
            let rows: Vec<u64> = rows
                .map(|row| sheet.row_bits(Weight::Regular, glyph, row))
                .collect();
            let plain = |pixel: UVec2| match rows[pixel.y as usize] >> pixel.x & 1 {
                0 => BLACK,
                _ => [255; 3],
            };
            atlas.draw(number(glyph, Letter::Plain), plain);
            // These fill a cell to its edges, so an outline would make seams.
            if is_block(glyph) {
                for letter in [Letter::Outlined, Letter::Left, Letter::Right] {
                    atlas.draw(number(glyph, letter), plain);
                }
                continue;
            }
            let beside = outlined(sheet, glyph, 0);
            atlas.draw(number(glyph, Letter::Outlined), |pixel| {
                beside(pixel.as_ivec2().x, pixel.y)
            });
            // A letter in a map cell has room to be bolder than bold.
            let extra = cut / 20;
            let middle = outlined(sheet, glyph, extra);
            for (letter, left) in [(Letter::Left, half), (Letter::Right, -half)] {
                let texel =
                    |pixel: UVec2| middle(pixel.as_ivec2().x - left + extra as i32 / 2, pixel.y);
                atlas.draw(number(glyph, letter), texel);
            }
        }
        atlas.draw_player(cut);
        atlas
    }

    /// Replaces the letter in the middle of the player's cell with a picture that fills the cell, so that the player
    /// stands out from all other letters.
    fn draw_player(&mut self, cut: u32) {
        let (Some(glyph), Some(picture)) = (glyph_of(START_GLYPH), PictureId::named("player"))
        else {
            return;
        };
        for (letter, left) in [(Letter::Left, 0), (Letter::Right, cut / 2)] {
            let half = |pixel: UVec2| drawn(picture.picture(), cut, pixel + UVec2::new(left, 0));
            self.draw(number(glyph, letter), half);
        }
    }

    fn badges(cut: u32) -> Self {
        let pictures: Vec<_> = PictureId::all().into_iter().zip(badges::COUNT..).collect();
        let count = badges::COUNT + pictures.len() as u32;
        let mut atlas = Self::blank(UVec2::splat(cut), count);
        for number in 0..badges::COUNT {
            atlas.draw(number, |pixel| badges::badge(number, cut, pixel));
        }
        for (picture, number) in &pictures {
            atlas.draw(*number, |pixel| drawn(picture, cut, pixel));
        }
        atlas.pictures = pictures;
        atlas
    }

    fn square(cut: u32) -> Self {
        let mut count = FIRST_PICTURE;
        let place = |picture: &'static TilePicture| {
            let first = count;
            count += shapes(picture);
            (picture, first)
        };
        let pictures: Vec<_> = PictureId::all().into_iter().map(place).collect();
        let mut atlas = Self::blank(UVec2::splat(cut), count);
        for (picture, first) in &pictures {
            for shape in 0..shapes(picture) {
                let texel = |pixel| square_of(picture, OpenSides(shape as u8), cut, pixel);
                atlas.draw(first + shape, texel);
            }
        }
        atlas.pictures = pictures;
        atlas
    }

    /// Returns the number of the cell that shows this. A picture that did not exist when this image was drawn has no
    /// cell of its own.
    pub(crate) fn number(&self, motif: Motif) -> u32 {
        match motif {
            Motif::Letter(character, letter) => {
                let glyph = glyph_of(character).or(glyph_of('?'));
                number(glyph.unwrap_or_default(), letter)
            }
            Motif::Fill(Fill::Plain) => NOTHING,
            Motif::Badge(number) => number,
            Motif::Thing(id) => match self.pictures.get(id.number()) {
                Some((_, first)) => *first,
                None => NOTHING,
            },
            Motif::Fill(Fill::Tile(id, shape)) => match self.pictures.get(id.number()) {
                Some((picture, first)) => first + u32::from(shape.0).min(shapes(picture) - 1),
                None => NOTHING,
            },
        }
    }
}

/// Returns the number of rows that an image with this many cells has. bevy_ascii_terminal divides it by 16.
fn rows(count: u32) -> u32 {
    count.div_ceil(COLUMNS).next_multiple_of(16)
}

/// Cell 0 is empty in the images for map cells and badges.
const NOTHING: u32 = 0;
/// The first picture in the image for map cells.
const FIRST_PICTURE: u32 = 1;

fn shapes(picture: &TilePicture) -> u32 {
    match picture.base {
        Base::Wall | Base::Rock | Base::Chasm => OpenSides::COUNT.into(),
        Base::Floor => Flooring::ALL.len() as u32,
        Base::Plain => 1,
    }
}

fn number(glyph: u32, letter: Letter) -> u32 {
    let page = match letter {
        Letter::Plain => 0,
        Letter::Outlined => 1,
        Letter::Left => 2,
        Letter::Right => 3,
    };
    page * GLYPHS + glyph
}

/// Returns whether a glyph consists of shades or blocks.
fn is_block(glyph: u32) -> bool {
    "░▒▓█▄▌▐▀".chars().any(|it| glyph_of(it) == Some(glyph))
}

/// Returns what gives each pixel of a bold glyph with a dark outline, whose strokes are `extra` pixels wider. Columns may
/// be beside the glyph.
fn outlined(sheet: &Sheet, glyph: u32, extra: u32) -> impl Fn(i32, u32) -> Texel {
    /// Dark, but not so dark that the background would show.
    const OUTLINE: Texel = [36; 3];
    // The first row is the one above the glyph, and the lowest bit is the column left of it.
    let rows = -1..=sheet.size().1 as i32;
    let set: Vec<u64> = rows
        .map(|y| sheet.row_bits(Weight::Bold, glyph, y) << 1)
        .map(|row| (0..=extra).fold(row, |all, by| all | row << by))
        .collect();
    let wide: Vec<u64> = set.iter().map(|row| row << 1 | row | row >> 1).collect();
    let near: Vec<u64> = wide
        .windows(3)
        .map(|rows| rows[0] | rows[1] | rows[2])
        .collect();
    move |x, y| {
        let column = u32::try_from(x + 1).ok();
        let bit = column.and_then(|it| 1_u64.checked_shl(it)).unwrap_or(0);
        match (set[y as usize + 1] & bit, near[y as usize] & bit) {
            (0, 0) => BLACK,
            (0, _) => OUTLINE,
            _ => [255; 3],
        }
    }
}
