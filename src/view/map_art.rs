//! What a window draws in each cell of the map: a picture in smooth light.

use bevy::prelude::*;
use ratatui::style::Color;

use super::art::{Art, Badge, Corners, Fill, OpenSides};
use super::glow::Glow;
use super::map_widget::Drawn;
use super::palette::Lifts;
use super::shade::{Shine, at_brightness, in_level, vivid};
use super::stone::wall_shape;
use super::{MapWidget, Mark};
use crate::map::{Base, Tile};
use crate::vision::Illumination;

/// The brightness at the limit of light in a window, as a percentage, unless the palette has a lower one. It is lower than
/// in a terminal, because light falls off in finer steps.
const FAR: u8 = 72;

impl MapWidget<'_> {
    /// Returns what a window draws in a cell.
    pub(super) fn art(
        &self,
        cell: IVec2,
        drawn: &Drawn,
        mark: Option<Mark>,
        (glow, lifts): (&Glow, Lifts),
    ) -> Art {
        let (fore, ground) = self.marked_colors(drawn, mark);
        let fill = match drawn.tile {
            Some((tile, _)) => tile.kind().picture.map_or(Fill::Plain, |picture| {
                let shape = match picture.picture().base {
                    Base::Floor => OpenSides(self.flooring as u8),
                    _ => wall_shape(|it| self.known(it), cell),
                };
                Fill::Tile(picture, shape)
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
        let is_floor = drawn.tile.is_some_and(|(tile, _)| lies_on_floor(tile));
        let lift = match drawn.is_seen {
            _ if !is_floor => 100,
            true => lifts.lit,
            false => lifts.remembered,
        };
        let tile_ground = at_brightness(themed(own.1), lift);
        let tile_fore = themed(own.0);
        Art {
            fill,
            fore: match fill {
                _ if drawn.tile.is_none() => [fore; 4],
                _ if !drawn.is_seen && mark.is_some() => [fore; 4],
                _ => smooth(tile_fore, self.dim(tile_fore)),
            },
            ground: match mark {
                Some(_) => [ground; 4],
                _ if drawn.tile.is_none() => [ground; 4],
                _ => smooth(tile_ground, self.dim(tile_ground)),
            },
            // A picture takes the place of its tile's character, and a plain fill does not.
            has_figure: drawn.has_figure || fill == Fill::Plain,
            badge: self.badge(drawn, mark),
        }
    }

    /// Returns the signs at the edges of a cell.
    fn badge(&self, drawn: &Drawn, mark: Option<Mark>) -> Option<Badge> {
        let has_cursor = mark == Some(Mark::Cursor);
        let state = drawn.figure.map(|(state, _)| state);
        let percent = drawn.health.map(|it| it.clamp(1, 99) as u32);
        if state.is_none() && percent.is_none() && !has_cursor {
            return None;
        }
        let cursor = self.palette.text();
        let upper = drawn.figure.map_or(cursor, |(_, mood)| vivid(mood));
        let lower = drawn
            .health
            .map_or(cursor, |percent| self.palette.bar(percent).0);
        Some(Badge {
            state,
            health: percent.map(|it| (it * u32::from(Badge::BAR)).div_ceil(100) as u8),
            has_cursor,
            colors: [upper, lower],
        })
    }

    /// Returns the light on each visible cell that the camera shows, and on those beside them.
    pub(super) fn glow(&self) -> Glow {
        let Some(viewshed) = self.viewshed else {
            return Glow::default();
        };
        let seen = || viewshed.visible().iter();
        let far = self.palette.far().min(FAR);
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

/// Returns whether the picture of a tile shows floor.
fn lies_on_floor(tile: Tile) -> bool {
    let picture = tile.kind().picture;
    picture.is_some_and(|it| matches!(it.picture().base, Base::Floor))
}
