//! The map, each cell tinted by what is known of it.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::widgets::Widget;

use super::{Camera, Palette};
use crate::game::Thing;
use crate::vision::{Knowledge, MapMemory, Viewshed};

/// Draws what the point of view knows: what it sees bright, what it remembers dim, the rest not at
/// all.
pub struct MapWidget<'a> {
    /// Which part of the map is shown.
    pub camera: Camera,
    /// What the point of view sees.
    pub viewshed: &'a Viewshed,
    /// What the point of view remembers.
    pub memory: &'a MapMemory,
    /// Glyph and colour of whoever stands on a cell. Drawn on visible cells only, whatever is in here.
    pub figures: &'a HashMap<IVec2, (char, Color)>,
    /// The colours.
    pub palette: &'a Palette,
}

impl Widget for MapWidget<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        for place in area.intersection(buffer.area).positions() {
            let cell = self.camera.to_map(place);
            if let Some((glyph, style)) = self.appearance(cell) {
                buffer[place].set_char(glyph).set_style(style);
            }
        }
    }
}

impl MapWidget<'_> {
    /// How a cell is drawn, or nothing if it is unknown.
    fn appearance(&self, cell: IVec2) -> Option<(char, Style)> {
        let knowledge = self.memory.get(cell);
        let tile = knowledge.tile()?;
        let tint = self.palette.tile(tile);
        let object = match knowledge {
            Knowledge::Seen { object, .. } => object.and_then(Thing::of),
            _ => None,
        };
        if self.viewshed.sees(cell) {
            let lit = Style::new().bg(self.palette.light());
            Some(if let Some(&(glyph, color)) = self.figures.get(&cell) {
                (glyph, lit.fg(color))
            } else if let Some(thing) = object {
                (thing.glyph, lit.fg(self.palette.thing().lit()))
            } else {
                (tile.glyph(), lit.fg(tint.lit()))
            })
        } else {
            let dim = Style::new().bg(self.palette.background());
            Some(match object {
                Some(thing) => (thing.glyph, dim.fg(self.palette.thing().remembered())),
                None => (tile.glyph(), dim.fg(tint.remembered())),
            })
        }
    }
}
