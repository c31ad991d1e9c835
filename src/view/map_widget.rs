//! Draws the map. The tint of a cell shows whether the cell is visible or remembered.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use ratatui::layout::Position as ScreenCell;
use ratatui::style::{Color, Modifier, Style};

use super::air::{air_color, air_picture, air_sign, tinted};
use super::canvas::SECOND_HALF;
use super::glow::Glow;
use super::shade::{at_brightness, brightness_at, brightness_in, in_light};
use super::stone::wall_line;
use super::{Camera, Canvas, Kind, Palette};
use crate::dungeon::Flooring;
use crate::game::{Ghosts, State, Things};
use crate::map::{Air, Density, PictureId, Tile, TileMap};
use crate::vision::{Illumination, Knowledge, MapMemory, Viewshed};

/// A creature on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The creature's glyph.
    pub glyph: char,
    /// The glyph's colour.
    pub color: Color,
    /// What the creature knows about its enemies, if it has a mind.
    pub state: Option<State>,
    /// The health of a wounded creature, as a percentage.
    pub health: Option<i32>,
}

/// A widget that draws what the point of view knows. Visible cells are bright, and the nearer ones are brighter.
/// Remembered cells are dim, and unknown cells are not drawn.
pub struct MapWidget<'a> {
    /// The part of the map to show.
    pub camera: Camera,
    /// The eye's cell.
    pub eye: IVec2,
    /// What the point of view sees, or `None` if it is blind.
    pub viewshed: Option<&'a Viewshed>,
    /// The function that returns the light that the point of view sees on a cell. The field is `None` in a world
    /// without darkness.
    pub light: Option<&'a dyn Fn(IVec2) -> Illumination>,
    /// What the point of view remembers.
    pub memory: &'a MapMemory,
    /// The fog and smoke of the level. It is drawn on visible cells and, if the map is revealed, on all cells.
    pub air: &'a Air,
    /// The brightness of remembered cells, as a percentage of the brightness of the palette's colours.
    pub memory_brightness: u8,
    /// The creature on each cell. Creatures on cells that are not visible are not drawn.
    pub figures: &'a HashMap<IVec2, Figure>,
    /// Where the point of view last saw creatures. Ghosts are drawn like remembered things, under whatever is visible.
    pub ghosts: Option<&'a Ghosts>,
    /// The catalogue of things.
    pub things: &'a Things,
    /// The colours.
    pub palette: &'a Palette,
    /// Whether walls are drawn as lines.
    pub has_lines: bool,
    /// The colour that a window mixes into the level's stone.
    pub hue: Option<[u8; 3]>,
    /// What a window draws as bare floor.
    pub flooring: Flooring,
    /// The step of the flames' flicker and the fog's drift in a window, or `None` while both are still.
    pub flicker: Option<u32>,
    /// The whole map, if a wizard has revealed it and every creature on it.
    pub revealed: Option<&'a TileMap>,
    /// Returns the character to draw beside a cell, if any. On a narrow map, the character replaces the cell's glyph.
    pub note: &'a dyn Fn(IVec2) -> Option<char>,
    /// Returns the mark of a cell, whether or not the cell is known.
    pub marked: &'a dyn Fn(IVec2) -> Option<Mark>,
}

/// How a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The cursor is on the cell.
    Cursor,
    /// The cell lies on a path that the player could walk, or an enemy believes the player to be there.
    Way,
    /// Fire is about to burn the cell.
    Fire,
    /// The creature under the cursor sees the cell.
    Watched,
    /// A wizard's overlay, or the overlay of exposed cells, covers the cell.
    Overlay,
}

/// What is drawn on a cell.
pub(super) struct Drawn {
    pub(super) kind: Kind,
    glyph: char,
    /// A sign beside the glyph, where there is room for one.
    sign: Option<char>,
    fore: Color,
    ground: Color,
    /// The tile below the glyph, if the point of view knows it, and the air on it.
    pub(super) tile: Option<(Tile, Density)>,
    /// Whether the glyph is that of something on the tile.
    pub(super) has_figure: bool,
    pub(super) is_seen: bool,
    /// The creature on the tile and the background of its state.
    pub(super) figure: Option<(State, Color)>,
    pub(super) health: Option<i32>,
    /// The picture of the thing or of the air on the tile.
    pub(super) thing: Option<PictureId>,
}

pub fn tile_glyph(tile: Tile) -> char {
    tile.kind().drawn
}

/// Returns the character that shows what a creature knows about its enemies, or `None` if the creature is unaware of
/// them.
pub fn sign(state: State) -> Option<char> {
    match state {
        State::Asleep => Some('z'),
        State::Noticing => Some('?'),
        State::Hunting => Some('!'),
        State::Searching => Some('~'),
        State::Unaware => None,
    }
}

impl MapWidget<'_> {
    /// Draws the cells that the camera shows.
    pub(super) fn draw(&self, canvas: &mut Canvas) {
        let inside = self.camera.area().intersection(canvas.buffer.area);
        let has_art = canvas.gallery.is_open;
        let glow = if has_art {
            self.glow()
        } else {
            Glow::default()
        };
        let mut tints = HashMap::default();
        let cells = self.camera.cells();
        for (place, cell) in cells.filter(|(place, _)| inside.contains(*place)) {
            let drawn = self.drawn(cell);
            let mark = (self.marked)(cell);
            if drawn.is_none() && mark.is_none() {
                continue;
            }
            let drawn = drawn.unwrap_or_else(|| self.nothing());
            self.put(canvas, place, cell, &drawn, mark);
            if has_art && self.camera.columns() == 2 {
                let art = self.art(cell, &drawn, mark, (&glow, &mut tints));
                canvas.hang((place.x, place.y), art);
            }
        }
    }

    /// Writes the glyph and colours of a cell into the buffer.
    fn put(
        &self,
        canvas: &mut Canvas,
        place: ScreenCell,
        cell: IVec2,
        drawn: &Drawn,
        mark: Option<Mark>,
    ) {
        let buffer = &mut canvas.buffer;
        let (fore, ground) = self.marked_colors(drawn, mark);
        let kind = match mark {
            Some(Mark::Cursor) => Kind::Cursor,
            Some(_) => Kind::Marked,
            None => drawn.kind,
        };
        let style = Style::new()
            .fg(fore)
            .bg(ground)
            .add_modifier(self.palette.attributes(kind));
        let note = (self.note)(cell).filter(|_| !self.figures.contains_key(&cell));
        let is_narrow = self.camera.columns() == 1;
        let glyph = note.filter(|_| is_narrow).unwrap_or(drawn.glyph);
        buffer[place].set_char(glyph).set_style(style);
        if cell == self.eye && drawn.has_figure {
            buffer[place].modifier.insert(Modifier::BOLD);
        }
        if is_narrow {
            return;
        }
        buffer[ScreenCell::new(place.x + 1, place.y)].set_style(style);
        // A window shows what a creature is doing as a badge.
        let sign = drawn.sign.filter(|_| !canvas.gallery.is_open);
        let second = &mut canvas.buffer[ScreenCell::new(place.x + 1, place.y)];
        match sign.or(note) {
            Some(sign) => second.set_char(sign),
            None => second.set_symbol(SECOND_HALF),
        };
    }

    /// Returns the colours of a cell's glyph and background with this mark.
    pub(super) fn marked_colors(&self, drawn: &Drawn, mark: Option<Mark>) -> (Color, Color) {
        let ground = mark.map_or(drawn.ground, |mark| self.ground_of(mark));
        // Remembered glyphs are too dim to read on a mark's background.
        let fore = if mark.is_some() && !drawn.is_seen {
            self.palette.text()
        } else {
            drawn.fore
        };
        (self.palette.on(ground, fore), ground)
    }

    /// Returns what is drawn on a marked cell that is unknown.
    fn nothing(&self) -> Drawn {
        Drawn {
            kind: Kind::Marked,
            glyph: ' ',
            sign: None,
            fore: self.palette.text(),
            ground: self.palette.background(),
            tile: None,
            has_figure: true,
            is_seen: false,
            figure: None,
            health: None,
            thing: None,
        }
    }

    /// Returns the tile of a cell, as the point of view knows it.
    pub(super) fn known(&self, cell: IVec2) -> Option<Tile> {
        let revealed = || self.revealed.and_then(|map| map.get(cell));
        self.memory.tile(cell).or_else(revealed)
    }

    /// Returns what is drawn on a cell, or `None` if the cell is unknown.
    fn drawn(&self, cell: IVec2) -> Option<Drawn> {
        let viewshed = self.viewshed.filter(|viewshed| viewshed.sees(cell));
        let knowledge = self.memory.get(cell);
        let revealed = self.revealed.and_then(|map| map.get(cell));
        let (tile, object) = match knowledge {
            Knowledge::Seen { tile, object, .. } => (tile, object),
            Knowledge::Told { tile } => (tile, None),
            Knowledge::Unknown => match revealed {
                Some(tile) => (tile, None),
                None => return self.heard(cell),
            },
        };
        let object = object.and_then(|kind| self.things.get(kind));
        let shows_all = viewshed.is_some() || self.revealed.is_some();
        let air = match shows_all {
            true => self.air.at(cell),
            false => Density::default(),
        };
        let (tile_color, ground) = self.tile_colors(cell, tile, air, viewshed);
        let below = Some((tile, air));
        if let Some(figure) = self.figures.get(&cell).filter(|_| shows_all) {
            return Some(Drawn {
                tile: below,
                is_seen: viewshed.is_some(),
                ..self.creature(figure, ground)
            });
        }
        let ghost = self.ghosts.and_then(|it| it.at(cell));
        let remembered = || self.dim(self.palette.remembered_thing());
        let (glyph, fore, picture) = match object {
            Some(thing) if viewshed.is_some() => {
                (thing.glyph, self.palette.lit_thing(thing), thing.picture)
            }
            _ if let Some(ghost) = ghost => (ghost.appearance.glyph, remembered(), None),
            Some(thing) => (thing.glyph, remembered(), thing.picture),
            None if let Some(sign) = air_sign(air) => {
                (sign, air_color(air, tile_color), air_picture(air))
            }
            None => (self.tile_character(cell, tile), tile_color, None),
        };
        let is_ghost = ghost.is_some() && (viewshed.is_none() || object.is_none());
        let kind = match viewshed {
            Some(_) if !is_ghost => Kind::Visible,
            _ => Kind::Remembered,
        };
        Some(Drawn {
            kind,
            glyph,
            sign: None,
            fore,
            ground,
            tile: below,
            has_figure: object.is_some() || ghost.is_some() || air_sign(air).is_some(),
            is_seen: viewshed.is_some(),
            figure: None,
            health: None,
            thing: picture,
        })
    }

    /// Returns the colours of a tile in this air: those of the glyph and of the background. The tile is in the viewshed, or remembered if there is none.
    fn tile_colors(
        &self,
        cell: IVec2,
        tile: Tile,
        air: Density,
        viewshed: Option<&Viewshed>,
    ) -> (Color, Color) {
        let tint = self.palette.tile(tile);
        let (fore, ground) = match viewshed {
            Some(_) => tint.lit(),
            None => tint.remembered(),
        };
        let ground = tinted(ground, air);
        let shade = |color| match viewshed {
            Some(viewshed) => self.shaded(color, cell, viewshed),
            None => self.dim(color),
        };
        (shade(fore), shade(ground))
    }

    fn creature(&self, figure: &Figure, ground: Color) -> Drawn {
        let mood = figure.state.and_then(|state| self.palette.mood(state));
        Drawn {
            kind: figure.state.map_or(Kind::Visible, Kind::Mood),
            glyph: figure.glyph,
            sign: figure.state.and_then(sign),
            fore: figure.color,
            ground: mood.unwrap_or(ground),
            tile: None,
            has_figure: true,
            is_seen: true,
            figure: figure.state.zip(mood),
            health: figure.health,
            thing: None,
        }
    }

    /// Returns the character of a tile, which is a line for some walls.
    fn tile_character(&self, cell: IVec2, tile: Tile) -> char {
        let line = self
            .has_lines
            .then(|| wall_line(|it| self.known(it), cell, tile))
            .flatten();
        line.unwrap_or_else(|| tile_glyph(tile))
    }

    /// Returns what is drawn on an unknown cell: a creature that the player has heard there.
    fn heard(&self, cell: IVec2) -> Option<Drawn> {
        let ghost = self.ghosts?.at(cell)?;
        Some(Drawn {
            kind: Kind::Remembered,
            glyph: ghost.appearance.glyph,
            sign: None,
            fore: self.dim(self.palette.remembered_thing()),
            ground: self.palette.background(),
            tile: None,
            has_figure: true,
            is_seen: false,
            figure: None,
            health: None,
            thing: None,
        })
    }

    /// Shades a visible cell's colour according to the light on the cell or, in a world without darkness, the cell's
    /// distance.
    fn shaded(&self, color: Color, cell: IVec2, viewshed: &Viewshed) -> Color {
        let far = self.palette.far();
        match self.light.map(|light| light(cell)) {
            Some(Illumination { level, color: hue }) => {
                let color = at_brightness(color, brightness_in(level, far));
                if level > 0 {
                    in_light(color, hue)
                } else {
                    color
                }
            }
            None => {
                let radius = viewshed.sight().radius;
                at_brightness(color, brightness_at(cell - self.eye, radius, far))
            }
        }
    }

    fn ground_of(&self, mark: Mark) -> Color {
        match mark {
            Mark::Cursor => self.palette.cursor(),
            Mark::Way => self.palette.way(),
            Mark::Fire => self.palette.alarm(),
            Mark::Watched => self.palette.watched(),
            Mark::Overlay => self.palette.overlay(),
        }
    }

    /// Dims or brightens a remembered colour according to the player's setting.
    pub(super) fn dim(&self, color: Color) -> Color {
        at_brightness(color, self.memory_brightness.into())
    }
}
