//! What a window draws in map cells: pictures in shades of light instead of characters.
//!
//! A terminal shows the characters in the [`Screen`](super::Screen)'s buffer. For each map cell, the screen can also
//! keep an [`Art`], which says what a window draws there.

use bevy::math::UVec2;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Color;

use super::shade::{at_brightness, vivid};
use crate::game::State;
use crate::map::PictureId;

/// A colour for each corner of a map cell: top left, top right, bottom left and bottom right.
pub type Corners = [Color; 4];

/// What a window draws in a map cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Art {
    /// What fills the cell.
    pub fill: Fill,
    /// The colours of the picture.
    pub fore: Corners,
    /// The colours behind the picture.
    pub ground: Corners,
    /// Whether the cell's character is drawn over the picture. The characters of tiles are not: the picture takes their
    /// place.
    pub has_figure: bool,
    /// What is drawn over the character, if anything.
    pub badge: Option<Badge>,
    /// The picture of a thing or of thick air and its colour, in place of the character.
    pub thing: Option<(PictureId, Color)>,
}

impl Art {
    /// Returns the art with all colours at this percentage of their brightness.
    fn at_brightness(mut self, percent: u32) -> Self {
        let change = |color: &mut Color| *color = at_brightness(*color, percent);
        self.fore.iter_mut().for_each(change);
        self.ground.iter_mut().for_each(change);
        if let Some((_, color)) = &mut self.thing {
            change(color);
        }
        if let Some(badge) = &mut self.badge {
            badge.colors.iter_mut().for_each(change);
        }
        self
    }

    /// Returns a letter on a plain ground, with the badge of a creature in this state. `mood` is the colour of the state.
    pub(super) fn of_state(state: State, mood: Option<Color>, ground: Color) -> Self {
        Self {
            fill: Fill::Plain,
            fore: [ground; 4],
            ground: [ground; 4],
            has_figure: true,
            badge: mood.map(|mood| Badge {
                state: Some(state),
                health: None,
                has_cursor: false,
                colors: [vivid(mood); 2],
            }),
            thing: None,
        }
    }

    /// Returns the picture of a thing in this colour, on a plain ground.
    pub fn of_thing(picture: PictureId, color: Color, ground: Color) -> Self {
        Self {
            fill: Fill::Plain,
            fore: [color; 4],
            ground: [ground; 4],
            has_figure: false,
            badge: None,
            thing: Some((picture, color)),
        }
    }
}

/// Signs at the edges of a cell: what a creature is doing, its wounds, and the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Badge {
    /// What the creature knows about its enemies, shown as a sign in the upper right corner.
    pub state: Option<State>,
    /// How much of its health a wounded creature has left, in [`BAR`](Self::BAR)ths, shown as a bar along the lower edge.
    pub health: Option<u8>,
    /// Whether the cursor is on the cell, shown as a frame.
    pub has_cursor: bool,
    /// The colours of the upper corners and of the lower ones.
    pub colors: [Color; 2],
}

impl Badge {
    /// The length of a whole bar of health.
    pub const BAR: u8 = 8;
}

/// What fills a map cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Only the background.
    Plain,
    /// The picture of a tile. If the picture is of a wall or a chasm, it has this shape. If it lies on floor, this is the
    /// place of the kind of floor in [`Flooring::ALL`](crate::dungeon::Flooring::ALL).
    Tile(PictureId, OpenSides),
}

/// The shape of a wall or a chasm: the sides on which the point of view knows of something else, as bits for north,
/// east, south and west.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OpenSides(pub u8);

impl OpenSides {
    /// The number of different shapes.
    pub const COUNT: u8 = 16;
    /// The bit for an open side to the north.
    pub const NORTH: u8 = 1;
    /// The bit for an open side to the east.
    pub const EAST: u8 = 2;
    /// The bit for an open side to the south.
    pub const SOUTH: u8 = 4;
    /// The bit for an open side to the west.
    pub const WEST: u8 = 8;

    pub fn is_open(self, sides: u8) -> bool {
        self.0 & sides == sides
    }
}

/// The art of a screen, and the characters that belong to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Gallery {
    /// Whether the front end draws art.
    pub(super) is_open: bool,
    width: u16,
    cells: Vec<Option<Hung>>,
}

/// The art of a cell, and what the buffer held when the art was drawn. A mode that draws over the map changes the
/// buffer, and so takes the art down.
#[derive(Clone, Debug, PartialEq)]
struct Hung {
    art: Art,
    characters: [Option<char>; 2],
    colors: (Color, Color),
}

impl Gallery {
    /// Removes all art, and makes room for a screen of this size.
    pub(super) fn clear(&mut self, size: UVec2) {
        self.width = size.x as u16;
        self.cells.clear();
        if self.is_open {
            self.cells.resize(size.element_product() as usize, None);
        }
    }

    fn index(&self, (x, y): (u16, u16)) -> usize {
        usize::from(y) * usize::from(self.width) + usize::from(x)
    }

    /// Keeps the art of the map cell whose first column is `at`.
    pub(super) fn hang(&mut self, at: (u16, u16), art: Art, buffer: &Buffer) {
        let index = self.index(at);
        let Some(place) = self.cells.get_mut(index) else {
            return;
        };
        let (first, second) = (&buffer[at], &buffer[(at.0 + 1, at.1)]);
        *place = Some(Hung {
            art,
            characters: [first, second].map(character),
            colors: (first.fg, first.bg),
        });
    }

    /// Returns the art of the map cell whose first column is `at`, if nothing has been drawn over the cell. If only the
    /// cell's colours have changed, as on a dimmed map, the art is as much darker or brighter.
    pub(super) fn at(&self, at: (u16, u16), buffer: &Buffer) -> Option<Art> {
        let hung = self.cells.get(self.index(at))?.as_ref()?;
        let (first, second) = (buffer.cell(at)?, buffer.cell((at.0 + 1, at.1))?);
        let is_whole = (first.fg, first.bg) == (second.fg, second.bg);
        if !is_whole || [first, second].map(character) != hung.characters {
            return None;
        }
        let mut art = hung.art.clone();
        if (first.fg, first.bg) != hung.colors {
            art = art.at_brightness(share(first.fg, hung.colors.0));
        }
        Some(art)
    }
}

/// Returns how bright a colour is, as a percentage of another one.
fn share(color: Color, of: Color) -> u32 {
    let sum = |color: Color| match color {
        Color::Rgb(red, green, blue) => u32::from(red) + u32::from(green) + u32::from(blue),
        _ => 0,
    };
    (sum(color) * 100 + sum(of) / 2) / sum(of).max(1)
}

/// Returns the character of a cell, or `None` for the second half of a wide cell.
fn character(cell: &Cell) -> Option<char> {
    cell.symbol().chars().next()
}
