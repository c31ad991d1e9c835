//! The pixels of map cells: pictures from data, and stone that is drawn for each size of cells.

use bevy::math::UVec2;

use crate::dungeon::Flooring;
use crate::map::{Base, PICTURE_SIDE, TilePicture};
use crate::view::OpenSides;

/// A pixel of an image, as red, green and blue.
pub(crate) type Texel = [u8; 3];

/// The pixel that shows the background.
pub(super) const BLACK: Texel = [0; 3];

/// Almost black: darker pixels would show the background.
const INK: u8 = 14;

/// Returns a pixel of the picture of a tile in this shape, or on this kind of floor, in a cell of `cut` × `cut` pixels.
pub(super) fn square_of(picture: &TilePicture, shape: OpenSides, cut: u32, pixel: UVec2) -> Texel {
    let drawn = drawn(picture, cut, pixel);
    if drawn != BLACK {
        return drawn;
    }
    match picture.base {
        Base::Plain => BLACK,
        Base::Floor => floor(shape, cut, pixel),
        Base::Wall => stone(shape, cut, pixel, (slabs, bricks)),
        Base::Rock => stone(shape, cut, pixel, (boulders, crags)),
        Base::Chasm => drop(shape, cut, pixel),
    }
}

/// Returns the pixel in the rows of a picture that lies at this pixel of a cell.
pub(super) fn drawn(picture: &TilePicture, cut: u32, pixel: UVec2) -> Texel {
    let side = PICTURE_SIDE as u32;
    let at = (pixel * 2 + 1) * side / (cut * 2);
    inked(picture.rows[at.y as usize][at.x as usize])
}

/// Returns the pixel for a character in a picture.
fn inked(ink: u8) -> Texel {
    let grey = |level: u8| [level * 17; 3];
    match ink {
        b'1'..=b'9' => grey(ink - b'0'),
        b'a'..=b'f' => grey(ink - b'a' + 10),
        b'K' => [INK; 3],
        b'W' => [170, 134, 114],
        b'M' => [100, 76, 62],
        b'R' => [255, 128, 72],
        b'Y' => [255, 232, 128],
        b'G' => [186, 214, 136],
        b'B' => [110, 150, 200],
        _ => BLACK,
    }
}

/// Floor of this kind. Most of it shows the ground.
fn floor(kind: OpenSides, cut: u32, pixel: UVec2) -> Texel {
    match Flooring::ALL.get(usize::from(kind.0)) {
        Some(Flooring::Boards) => boards(cut, pixel),
        Some(Flooring::Earth) => earth(cut, pixel),
        _ => flags(cut, pixel),
    }
}

/// A dark joint in the floor, and a lighter spot.
const JOINT: Texel = [46; 3];
const SPOT: Texel = [148; 3];

/// Flagstones: a dark joint along two edges, and a little grain.
fn flags(cut: u32, pixel: UVec2) -> Texel {
    if pixel.x + 1 == cut || pixel.y + 1 == cut {
        return JOINT;
    }
    match noise(pixel) % 53 {
        0 => [72; 3],
        1 => SPOT,
        _ => BLACK,
    }
}

/// Planks from west to east, with ends that lie apart and nails beside them.
fn boards(cut: u32, pixel: UVec2) -> Texel {
    let width = cut / 4;
    let (row, y) = (pixel.y / width, pixel.y % width);
    let end = [cut / 5, cut * 4 / 5, cut / 2, cut][row.min(3) as usize];
    let is_nail = y == width / 2 && (pixel.x + 2 == end || pixel.x == end + 1);
    if y + 1 == width || pixel.x == end || is_nail {
        return JOINT;
    }
    // The grain runs along the plank.
    match noise(UVec2::new(pixel.x / 3, pixel.y)) % 23 {
        0 => [78; 3],
        _ => BLACK,
    }
}

/// Trodden earth: pebbles and hollows.
fn earth(cut: u32, pixel: UVec2) -> Texel {
    let coarse = pixel * 16 / cut;
    match noise(coarse) % 29 {
        0 => SPOT,
        1 | 2 => [70; 3],
        3 => JOINT,
        _ => BLACK,
    }
}

/// Draws the pixels of a surface, in a cell of this size.
type Surface = fn(u32, UVec2) -> Texel;

/// Stone in this shape. Where known ground lies to the south, the eye sees the face of the stone below a lit edge.
/// Everywhere else it sees the top, with edges towards known ground.
fn stone(shape: OpenSides, cut: u32, pixel: UVec2, (top, face): (Surface, Surface)) -> Texel {
    let edge = cut / 16;
    let rim = cut * 5 / 16;
    let (left, right) = (pixel.x < edge, pixel.x >= cut - edge);
    if shape.is_open(OpenSides::SOUTH) && pixel.y >= rim {
        let is_end =
            left && shape.is_open(OpenSides::WEST) || right && shape.is_open(OpenSides::EAST);
        return match pixel.y < rim + edge {
            true => [250; 3],
            false if is_end => [INK; 3],
            false => face(cut, UVec2::new(pixel.x, pixel.y - rim - edge)),
        };
    }
    let is_edge = pixel.y < edge && shape.is_open(OpenSides::NORTH)
        || left && shape.is_open(OpenSides::WEST)
        || right && shape.is_open(OpenSides::EAST);
    if is_edge {
        return [160; 3];
    }
    top(cut, pixel)
}

/// The top of a wall: two courses of cut slabs, each with a worn edge along its upper side. It is darker than the faces,
/// so that they stand out.
fn slabs(cut: u32, pixel: UVec2) -> Texel {
    let (joint, height) = ((cut / 16).max(1), cut / 2);
    let (course, y) = (pixel.y / height, pixel.y % height);
    let x = (pixel.x + course % 2 * cut / 2) % cut;
    if y + joint >= height || x < joint {
        return [58; 3];
    }
    let shade = [112, 102][course as usize % 2];
    let shade = if y < joint { shade + 26 } else { shade };
    [shade - (noise(pixel) % 4 * 3) as u8; 3]
}

/// The top of natural rock.
fn boulders(cut: u32, pixel: UVec2) -> Texel {
    let coarse = pixel * 16 / cut / UVec2::new(4, 3);
    [88 + (noise(coarse) % 4 * 12) as u8; 3]
}

/// Two courses of bricks with dark joints.
fn bricks(cut: u32, pixel: UVec2) -> Texel {
    let joint = (cut / 16).max(1);
    let height = (cut - cut * 5 / 16 - cut / 16).div_ceil(2);
    let (course, y) = (pixel.y / height, pixel.y % height);
    let width = cut / 2;
    let x = (pixel.x + course % 2 * width / 2) % width;
    if y >= height - joint || x < joint {
        return [INK; 3];
    }
    let brick = (pixel.x + course % 2 * width / 2) / width % 2 + course * 2;
    let shade = [224, 206, 214, 196][brick as usize % 4];
    // The lower part of a brick lies in shadow.
    let shade = if y + 2 * joint >= height {
        shade - 26
    } else {
        shade
    };
    [shade - (noise(pixel) % 3 * 5) as u8; 3]
}

/// The uneven face of natural rock.
fn crags(cut: u32, pixel: UVec2) -> Texel {
    let coarse = pixel * 16 / cut / UVec2::new(3, 2);
    let shade = 130 + noise(coarse) % 5 * 15;
    let is_crack = noise(coarse + 40).is_multiple_of(5) && (pixel.x * 16 / cut).is_multiple_of(3);
    [if is_crack { INK } else { shade as u8 }; 3]
}

/// The dark of a chasm: darker than floor, but lighter than what the player only remembers of it.
const DEEP: u8 = 52;

/// A drop. Below its edges, the rock fades into the dark: on the far side slowly, at the sides quickly.
fn drop(shape: OpenSides, cut: u32, pixel: UVec2) -> Texel {
    let edge = cut / 16;
    let is_rim = pixel.x < edge && shape.is_open(OpenSides::WEST)
        || pixel.x >= cut - edge && shape.is_open(OpenSides::EAST)
        || pixel.y >= cut - edge && shape.is_open(OpenSides::SOUTH);
    if is_rim {
        return [110; 3];
    }
    let at = (pixel * 16 / cut).min(UVec2::splat(15));
    if at.y == 0 && shape.is_open(OpenSides::NORTH) {
        return [170; 3];
    }
    let [grey, ..] = crags(cut, pixel);
    let face = |side, depth: u32, reach: u32| match shape.is_open(side) {
        true => u32::from(grey) * reach.saturating_sub(depth) / reach,
        false => 0,
    };
    let far = face(OpenSides::NORTH, at.y, 13);
    let west = face(OpenSides::WEST, at.x, 6) * 3 / 4;
    let east = face(OpenSides::EAST, 15 - at.x, 6) * 3 / 4;
    [far.max(west).max(east).max(DEEP.into()) as u8; 3]
}

/// Returns a number that looks random, but is always the same for the same place.
fn noise(at: UVec2) -> u32 {
    let mixed = at.x.wrapping_mul(0x9e37_79b1) ^ at.y.wrapping_mul(0x85eb_ca77);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d);
    mixed ^ mixed >> 13
}
