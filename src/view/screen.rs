//! The screen that every front end shows.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::panel::{Sighting, sidebar, status_line};
use super::{Camera, MapWidget, MessageLog, Palette};
use crate::game::{Clock, CreatureKind, Game, Player, Thing};
use crate::map::TileMap;
use crate::vision::{MapMemory, ObjectKind, Position, Recomputations, Viewshed};

/// Columns and rows of a screen that has as much room as it wants.
pub const DEFAULT_SIZE: UVec2 = UVec2::new(80, 40);
/// Columns and rows of the smallest screen that is drawn.
pub const MIN_SIZE: UVec2 = UVec2::new(16, 8);

/// Columns of the panel beside the map.
const SIDEBAR: u16 = 16;
/// A screen narrower than this has no such panel: the map needs the room.
const ROOM_FOR_SIDEBAR: u16 = 60;
/// Rows of messages under the map.
const MESSAGES: u16 = 3;

/// What is on the screen, cell by cell: glyph, foreground and background, every colour as RGB.
#[derive(Resource, Clone, Debug)]
pub struct Screen {
    buffer: Buffer,
}

impl Default for Screen {
    fn default() -> Self {
        let mut screen = Self {
            buffer: Buffer::default(),
        };
        screen.resize(DEFAULT_SIZE);
        screen
    }
}

impl Screen {
    /// What was drawn last.
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Columns and rows.
    pub fn size(&self) -> UVec2 {
        UVec2::new(self.buffer.area.width.into(), self.buffer.area.height.into())
    }

    /// Has so many columns and rows from now on, at least [`MIN_SIZE`]; drawn anew with the next frame.
    pub fn resize(&mut self, size: UVec2) {
        let size = size.clamp(MIN_SIZE, UVec2::splat(1000));
        self.buffer.resize(Rect::new(0, 0, size.x as u16, size.y as u16));
    }

    /// The glyphs alone, a line a row, without blanks at the ends of lines.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in self.buffer.area.rows() {
            let line: String = row.positions().map(|place| self.buffer[place].symbol()).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// The screen's parts.
struct Areas {
    map: Rect,
    sidebar: Option<Rect>,
    messages: Rect,
    status: Rect,
}

impl Areas {
    fn of(screen: Rect) -> Self {
        let messages = MESSAGES.min(screen.height / 8);
        let rows = [
            Constraint::Fill(1),
            Constraint::Length(messages),
            Constraint::Length(1),
        ];
        let [map, messages, status] = Layout::vertical(rows).areas(screen);
        if screen.width < ROOM_FOR_SIDEBAR {
            return Self { map, sidebar: None, messages, status };
        }
        let columns = [Constraint::Fill(1), Constraint::Length(SIDEBAR)];
        let [map, sidebar] = Layout::horizontal(columns).areas(map);
        Self { map, sidebar: Some(sidebar), messages, status }
    }
}

type Creatures<'w, 's> =
    Query<'w, 's, (&'static Position, &'static CreatureKind), Without<Player>>;

/// Draws the whole screen through the player's eyes.
pub(super) fn draw_screen(
    mut screen: ResMut<Screen>,
    (palette, log): (Res<Palette>, Res<MessageLog>),
    map: Option<Res<TileMap>>,
    (game, clock, recomputed): (Res<Game>, Res<Clock>, Res<Recomputations>),
    players: Query<(&Position, &Viewshed, &MapMemory), With<Player>>,
    creatures: Creatures,
    objects: Query<(&Position, &ObjectKind)>,
) {
    let areas = Areas::of(screen.buffer.area);
    let buffer = &mut screen.buffer;
    let plain = Style::new().fg(palette.text()).bg(palette.background());
    buffer.reset();
    buffer.set_style(buffer.area, plain);

    let (Ok((position, viewshed, memory)), Some(map)) = (players.single(), map) else {
        return;
    };
    let mut figures = HashMap::new();
    for (at, kind) in &creatures {
        figures.insert(at.0, (kind.glyph, palette.creature()));
    }
    figures.insert(position.0, ('@', palette.player()));
    MapWidget {
        camera: Camera::following(position.0, map.size(), areas.map),
        viewshed,
        memory,
        figures: &figures,
        palette: &palette,
    }
    .render(areas.map, buffer);

    if let Some(area) = areas.sidebar {
        let sightings = in_sight(position.0, viewshed, &creatures, &objects, &palette);
        let (width, height) = (area.width.into(), area.height.into());
        Paragraph::new(sidebar(&sightings, width, height, &palette)).render(area, buffer);
    }
    let messages: Vec<Line> = log.last(areas.messages.height.into()).map(Line::from).collect();
    Paragraph::new(messages).render(areas.messages, buffer);
    let sight = game.sight();
    status_line(game.seed(), clock.turn(), sight, recomputed.0, &palette)
        .render(areas.status, buffer);
}

/// Creatures, then things, that the point of view sees, the nearest first.
fn in_sight(
    eye: IVec2,
    viewshed: &Viewshed,
    creatures: &Creatures,
    objects: &Query<(&Position, &ObjectKind)>,
    palette: &Palette,
) -> Vec<Sighting> {
    let creatures = creatures.iter().map(|(at, kind)| {
        let figure = (kind.glyph, palette.creature(), kind.name.to_owned());
        (false, at.0, figure)
    });
    let objects = objects.iter().filter_map(|(at, &kind)| {
        let thing = Thing::of(kind)?;
        let figure = (thing.glyph, palette.thing().lit(), thing.name.to_owned());
        Some((true, at.0, figure))
    });
    let mut seen: Vec<_> = creatures
        .chain(objects)
        .filter(|(_, at, _)| viewshed.sees(*at))
        .collect();
    // The cell comes last: the order is never that of entities.
    seen.sort_by_key(|(lies, at, (glyph, ..))| {
        (*lies, at.distance_squared(eye), at.y, at.x, *glyph)
    });
    seen.into_iter().map(|(_, _, figure)| figure).collect()
}
