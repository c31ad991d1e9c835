//! What each cell of a canvas looks like: a motif in an [`Atlas`](super::Atlas), and its colours.
//!
//! The squares of the map lie below the text cells. Where there is a map cell, the text cells are transparent, and show
//! only the letters of creatures and things.

use ratatui::buffer::Cell;
use ratatui::style::Color;

use super::atlas::{Letter, Motif};
use super::badges::number_of;
use crate::view::{Canvas, Corners, Fill};

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) motif: Motif,
    /// The colours that the motif is multiplied with.
    pub(crate) fore: Corners,
    /// The background, or `None` if what lies below shows through.
    pub(crate) ground: Option<Corners>,
}

/// Returns whether the cell at `at` is the first column of a map cell.
fn is_square(canvas: &Canvas, (x, y): (u16, u16)) -> bool {
    x.is_multiple_of(2) && (canvas.is_wide_at(x, y) || canvas.art_at((x, y)).is_some())
}

/// Returns the look of the map cell whose first column is `at`, or `None` if there is no map cell.
pub(crate) fn square_look(canvas: &Canvas, at: (u16, u16)) -> Option<Look> {
    if !is_square(canvas, at) {
        return None;
    }
    let cell = &canvas.buffer()[at];
    let look = match canvas.art_at(at) {
        Some(art) => Look {
            motif: Motif::Fill(art.fill),
            fore: art.fore,
            ground: Some(art.ground),
        },
        None => Look {
            motif: Motif::Fill(Fill::Plain),
            fore: [cell.fg; 4],
            ground: Some([cell.bg; 4]),
        },
    };
    Some(look)
}

/// Returns the look of the thing or the badge over the map cell whose first column is `at`, or `None` if there is none.
pub(crate) fn badge_look(canvas: &Canvas, at: (u16, u16)) -> Option<Look> {
    if !is_square(canvas, at) {
        return None;
    }
    let art = canvas.art_at(at)?;
    if let Some((picture, color)) = art.thing {
        return Some(Look {
            motif: Motif::Thing(picture),
            fore: [color; 4],
            ground: None,
        });
    }
    let badge = art.badge?;
    let [upper, lower] = badge.colors;
    Some(Look {
        motif: Motif::Badge(number_of(&badge)),
        fore: [upper, upper, lower, lower],
        ground: None,
    })
}

/// Returns the look of the text cell at `at`, or `None` if the cell is transparent.
pub(crate) fn narrow_look(canvas: &Canvas, at: (u16, u16)) -> Option<Look> {
    if canvas.is_hole(at.0, at.1) {
        return None;
    }
    let cell = &canvas.buffer()[at];
    let first = (at.0 & !1, at.1);
    if !is_square(canvas, first) {
        return Some(Look {
            motif: Motif::Letter(character(cell).unwrap_or(' '), Letter::Plain),
            fore: [cell.fg; 4],
            ground: Some([cell.bg; 4]),
        });
    }
    if canvas.art_at(first).is_some_and(|it| !it.has_figure) {
        return sign(canvas, at);
    }
    let letter = match (canvas.is_wide_at(first.0, first.1), first == at) {
        (true, true) => Letter::Left,
        (true, false) => Letter::Right,
        (false, _) => Letter::Outlined,
    };
    figure(
        &canvas.buffer()[if letter == Letter::Right { first } else { at }],
        letter,
    )
}

/// Returns the look of a sign beside a tile's picture.
fn sign(canvas: &Canvas, at: (u16, u16)) -> Option<Look> {
    let is_second = !at.0.is_multiple_of(2);
    figure(
        canvas.buffer().cell(at).filter(|_| is_second)?,
        Letter::Outlined,
    )
}

fn figure(cell: &Cell, letter: Letter) -> Option<Look> {
    let character = character(cell).filter(|it| *it != ' ')?;
    Some(Look {
        motif: Motif::Letter(character, letter),
        fore: [cell.fg; 4],
        ground: None,
    })
}

/// Returns the character of a cell, or `None` for the second half of a wide cell.
fn character(cell: &Cell) -> Option<char> {
    cell.symbol().chars().next()
}

/// Returns the red, green and blue of a colour of the window's palettes, which have no other kinds of colour.
pub(crate) fn rgb(color: Color) -> [u8; 3] {
    match color {
        Color::Rgb(red, green, blue) => [red, green, blue],
        _ => [255; 3],
    }
}
