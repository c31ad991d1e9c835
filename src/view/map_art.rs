//! What a window draws in each cell of the map: a picture in smooth light.

use bevy::prelude::*;
use ratatui::style::Color;

use super::art::{Art, Corners, Fill};
use super::glow::Glow;
use super::map_widget::Drawn;
use super::shade::{Shine, at_brightness, in_level};
use super::stone::wall_shape;
use super::{Kind, MapWidget, Mark};
use crate::vision::Illumination;

/// The brightness of a frame around a creature, as a percentage of the brightness of the frame's background.
const FRAME: u32 = 160;

impl MapWidget<'_> {
    /// Returns what a window draws in a cell.
    pub(super) fn art(&self, cell: IVec2, drawn: &Drawn, mark: Option<Mark>, glow: &Glow) -> Art {
        let (fore, ground) = self.marked_colors(drawn, mark);
        let fill = match drawn.tile {
            _ if matches!(drawn.kind, Kind::Mood(state) if self.palette.mood(state).is_some()) => {
                Fill::Frame
            }
            Some((tile, _)) => tile.kind().picture.map_or(Fill::Plain, |picture| {
                Fill::Tile(picture, wall_shape(|it| self.known(it), cell))
            }),
            None => Fill::Plain,
        };
        let smooth = |color: Color, flat: Color| -> Corners {
            match drawn.is_seen {
                true => glow.on(cell, color),
                false => [flat; 4],
            }
        };
        let themed = |color| self.hue.map_or(color, |hue| in_level(color, hue));
        let own = drawn.tile.map_or((fore, ground), |(_, colors)| colors);
        let (tile_fore, tile_ground) = (themed(own.0), themed(own.1));
        Art {
            fill,
            fore: match fill {
                Fill::Frame => [at_brightness(ground, FRAME); 4],
                _ if drawn.tile.is_none() => [fore; 4],
                _ if !drawn.is_seen && mark.is_some() => [fore; 4],
                _ => smooth(tile_fore, self.dim(tile_fore)),
            },
            ground: match (fill, mark) {
                (Fill::Frame, _) | (_, Some(_)) => [ground; 4],
                _ if drawn.tile.is_none() => [ground; 4],
                _ => smooth(tile_ground, self.dim(tile_ground)),
            },
            // A picture takes the place of its tile's character, and a plain fill does not.
            has_figure: drawn.has_figure || fill == Fill::Plain,
        }
    }

    /// Returns the light on each visible cell that the camera shows, and on those beside them.
    pub(super) fn glow(&self) -> Glow {
        let Some(viewshed) = self.viewshed else {
            return Glow::default();
        };
        let seen = || viewshed.visible().iter();
        let far = self.palette.far();
        let shine = |cell: IVec2| match self.light.map(|light| light(cell)) {
            Some(Illumination { level, color }) => Shine::at_level(level, color, far),
            None => Shine::at_distance(cell - self.eye, viewshed.sight().radius, far),
        };
        let mut glow = Glow(seen().map(|cell| (cell, shine(cell))).collect());
        if let Some(step) = self.flicker {
            let tile = |cell| self.known(cell);
            let flames = seen().filter(|it| tile(*it).is_some_and(|it| it.flame().is_some()));
            glow.stir(step, &flames.collect::<Vec<_>>(), |cell| self.air.at(cell));
        }
        glow
    }
}
