//! What a window draws in each cell of the map: a picture in smooth light.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use ratatui::style::Color;

use super::air::tinted;
use super::art::{Art, Badge, Corners, Fill, OpenSides};
use super::glow::Glow;
use super::map_widget::Drawn;
use super::shade::{Shine, in_level, vivid};
use super::stone::wall_shape;
use super::{MapWidget, Mark, Tint};
use crate::map::{Base, Tile};
use crate::vision::Illumination;

impl MapWidget<'_> {
    pub(super) fn art(
        &self,
        cell: IVec2,
        drawn: &Drawn,
        mark: Option<Mark>,
        (glow, tints): (&Glow, &mut HashMap<Tile, Tint>),
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
        let (own_fore, own_ground) = drawn.tile.map_or((fore, ground), |(tile, air)| {
            let tint = *tints
                .entry(tile)
                .or_insert_with(|| self.palette.in_window(tile));
            let (fore, ground) = match drawn.is_seen {
                true => tint.lit(),
                false => tint.remembered(),
            };
            (fore, tinted(ground, air))
        });
        let (tile_fore, tile_ground) = (themed(own_fore), themed(own_ground));
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
            has_figure: (drawn.has_figure || fill == Fill::Plain) && drawn.thing.is_none(),
            badge: self.badge(drawn, mark),
            thing: drawn.thing.map(|it| (it, fore)),
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
        let far = self.palette.far_in_window();
        let shine = |cell: IVec2| match self.light.map(|light| light(cell)) {
            Some(Illumination { level, color }) => Shine::at_level(level, color, far),
            None => Shine::at_distance(cell - self.eye, viewshed.sight().radius, far),
        };
        let mut glow = Glow(seen().map(|cell| (cell, shine(cell))).collect());
        if let Some(step) = self.flicker {
            let tile = |cell| self.known(cell);
            let flames = seen().filter(|it| tile(*it).is_some_and(|it| it.flame().is_some()));
            let picture = |cell| tile(cell)?.kind().picture;
            let sways = |cell| picture(cell).is_some_and(|it| it.picture().sways);
            let flames: Vec<IVec2> = flames.collect();
            glow.stir(step, &flames, |cell| self.air.at(cell), sways);
        }
        glow
    }
}
