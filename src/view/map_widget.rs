//! The map, each cell tinted by what is known of it.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::widgets::Widget;

use super::{Camera, Palette};
use crate::game::{State, Things};
use crate::map::TileMap;
use crate::vision::{Knowledge, MapMemory, Viewshed};

/// Somebody on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// How it is drawn.
    pub glyph: char,
    /// In which colour.
    pub color: Color,
    /// What it knows of its enemies, if it is one to know.
    pub state: Option<State>,
}

/// Draws what the point of view knows: what it sees bright, what it remembers dim, the rest not at
/// all.
pub struct MapWidget<'a> {
    /// Which part of the map is shown.
    pub camera: Camera,
    /// What the point of view sees. The blind see nothing.
    pub viewshed: Option<&'a Viewshed>,
    /// What the point of view remembers.
    pub memory: &'a MapMemory,
    /// Whoever stands on a cell. Drawn on visible cells only, whatever is in here.
    pub figures: &'a HashMap<IVec2, Figure>,
    /// The catalogue of things.
    pub things: &'a Things,
    /// The colours.
    pub palette: &'a Palette,
    /// The whole map, for a wizard who wants to see it and everybody on it.
    pub revealed: Option<&'a TileMap>,
    /// Marks the cells for which this says so.
    pub overlay: &'a dyn Fn(IVec2) -> bool,
}

impl Widget for MapWidget<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        for place in area.intersection(buffer.area).positions() {
            let cell = self.camera.to_map(place);
            if let Some((glyph, style)) = self.appearance(cell) {
                buffer[place].set_char(glyph).set_style(style);
            }
            if (self.overlay)(cell) {
                buffer[place].set_bg(self.palette.overlay());
            }
        }
    }
}

impl MapWidget<'_> {
    /// How a cell is drawn, or nothing if it is unknown.
    fn appearance(&self, cell: IVec2) -> Option<(char, Style)> {
        let is_visible = self.viewshed.is_some_and(|viewshed| viewshed.sees(cell));
        let knowledge = self.memory.get(cell);
        let revealed = self.revealed.and_then(|map| map.get(cell));
        let (ground, object) = match knowledge {
            Knowledge::Seen { tile, object, .. } => (tile, object),
            Knowledge::Told { tile } => (tile, None),
            Knowledge::Unknown => (revealed?, None),
        };
        let object = object.and_then(|kind| self.things.get(kind));
        let tint = self.palette.tile(ground);
        let background = if is_visible {
            self.palette.light()
        } else {
            self.palette.background()
        };
        let style = Style::new().bg(background);
        if let Some(figure) = self.figures.get(&cell)
            && (is_visible || self.revealed.is_some())
        {
            let mood = figure.state.and_then(|state| self.palette.mood(state));
            return Some((
                figure.glyph,
                style.fg(figure.color).bg(mood.unwrap_or(background)),
            ));
        }
        let (glyph, color) = match object {
            Some(thing) if is_visible => (thing.glyph, self.palette.lit_thing(thing)),
            Some(thing) => (thing.glyph, self.palette.thing().remembered()),
            None if is_visible => (ground.glyph(), tint.lit()),
            None => (ground.glyph(), tint.remembered()),
        };
        Some((glyph, style.fg(color)))
    }
}
