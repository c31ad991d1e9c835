//! The screen, which every front end shows.

use std::borrow::Cow;

use bevy::prelude::*;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use super::art::Art;
use super::canvas::{Canvas, glyph, mend_halves};
use super::sgr::CellStyle;
use crate::control::ScreenPoint;

/// The number of columns and rows of a text screen with room for a whole level of the default size, the panel beside it
/// and the log below it.
pub const DEFAULT_SIZE: UVec2 = UVec2::new(96, 45);
/// The default size when map cells are two columns wide.
pub const DEFAULT_WIDE_SIZE: UVec2 = UVec2::new(160, 45);
/// The number of columns and rows of the smallest supported screen.
pub const MIN_SIZE: UVec2 = UVec2::new(16, 8);

/// What a front end shows: cells of text, with colours in RGB unless the [colour depth](super::ColorDepth) is limited.
///
/// A terminal shows the map in the same cells. A window shows it in cells of its own size, which lie below the text: such
/// a screen has a [scale](Self::set_scale), and its map is another [`Canvas`].
#[derive(Resource, Clone, Debug)]
pub struct Screen {
    text: Canvas,
    map: Option<MapPane>,
    scale: Option<Scale>,
    is_wide: bool,
    is_drawn: bool,
}

/// The map of a screen that has a [scale](Screen::set_scale).
#[derive(Clone, Debug)]
pub struct MapPane {
    /// The cells of the map. A map cell takes two columns.
    pub canvas: Canvas,
    /// The part of the screen that the map fills, in cells of text.
    pub area: Rect,
    /// The distance of the map's top left corner from the top left corner of the screen, in pixels.
    pub corner: UVec2,
}

/// The heights of a window's cells in pixels. Cells of text are half as wide as high, and cells of the map are squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The height of text.
    pub text: u32,
    /// The side of a map cell.
    pub map: u32,
}

impl Scale {
    /// Returns the number of map cells that fit into a part of the screen, across and down, and the distance of the first
    /// one from the top left corner of the screen in pixels. Pixels that are left over lie on both sides.
    fn fill(self, area: Rect) -> (UVec2, UVec2) {
        let text = UVec2::new(self.text / 2, self.text);
        let place = UVec2::new(area.x.into(), area.y.into()) * text;
        let room = UVec2::new(area.width.into(), area.height.into()) * text;
        let cells = (room / self.map.max(1)).clamp(UVec2::ONE, UVec2::splat(1000));
        (cells, place + room.saturating_sub(cells * self.map) / 2)
    }
}

impl Default for Screen {
    fn default() -> Self {
        let mut screen = Self {
            text: Canvas::default(),
            map: None,
            scale: None,
            is_wide: false,
            is_drawn: true,
        };
        screen.resize(DEFAULT_SIZE);
        screen
    }
}

impl Screen {
    /// Returns the cells of text in the most recent frame. They include the map, unless the screen has a scale.
    pub fn buffer(&self) -> &Buffer {
        &self.text.buffer
    }

    /// Returns the cells of text, to draw into.
    pub fn buffer_mut(&mut self) -> &mut Buffer {
        &mut self.text.buffer
    }

    /// Returns the cells of text, with their pictures.
    pub fn text_canvas(&self) -> &Canvas {
        &self.text
    }

    /// Returns the map below the text, if the screen has a scale and shows a map.
    pub fn map(&self) -> Option<&MapPane> {
        self.map.as_ref()
    }

    /// Returns the number of columns and rows of text.
    pub fn size(&self) -> UVec2 {
        self.text.size()
    }

    /// Sets the number of columns and rows, clamped to the range from [`MIN_SIZE`] to 1000. The next frame redraws
    /// everything.
    pub fn resize(&mut self, size: UVec2) {
        self.text.resize(size.clamp(MIN_SIZE, UVec2::splat(1000)));
    }

    /// Returns whether a map cell takes two columns.
    pub fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Sets whether a map cell takes two columns instead of one.
    pub fn set_wide(&mut self, is_wide: bool) {
        self.is_wide = is_wide;
    }

    /// Returns the sizes of cells, if the map has cells of its own.
    pub fn scale(&self) -> Option<Scale> {
        self.scale
    }

    /// Gives the map cells of its own, of this size, or draws it in cells of text (`None`). Set this for front ends that
    /// draw pictures.
    pub fn set_scale(&mut self, scale: Option<Scale>) {
        self.scale = scale;
    }

    pub fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// Sets whether frames are drawn. Switch this off to save time while nothing reads the screen.
    pub fn set_drawn(&mut self, is_drawn: bool) {
        self.is_drawn = is_drawn;
    }

    /// Returns whether the front end draws pictures in map cells, as a window does.
    pub fn has_art(&self) -> bool {
        self.text.gallery.is_open
    }

    /// Sets whether the front end draws pictures in map cells.
    pub fn set_art(&mut self, has_art: bool) {
        self.text.gallery.is_open = has_art;
    }

    /// Keeps what a window draws in the map cell among the text whose first column is `at`. The cell must be in the buffer
    /// already.
    pub fn hang(&mut self, at: (u16, u16), art: Art) {
        self.text.hang(at, art);
    }

    /// Lets a window draw this in place of the text at this column, which must be even, and of the next one.
    pub fn hang_wide(&mut self, at: (u16, u16), art: Art) {
        self.text.hang_wide(at, art);
    }

    /// Returns what a window draws in the map cell among the text whose first column is `at`, or `None` if there is no
    /// map cell, or if something has been drawn over it.
    pub fn art_at(&self, at: (u16, u16)) -> Option<Art> {
        self.text.art_at(at)
    }

    /// Prepares for the next frame.
    pub fn begin(&mut self) {
        self.text.begin();
        self.map = None;
    }

    /// Returns the number of columns that a map cell occupies.
    pub fn map_columns(&self) -> u16 {
        if self.is_wide() { 2 } else { 1 }
    }

    /// Returns where the map lies that fills this part of the screen: in cells of its own if the screen has a scale, and
    /// otherwise in cells of text.
    pub fn map_area(&self, area: Rect) -> Rect {
        match self.scale {
            Some(scale) => {
                let (cells, _) = scale.fill(area);
                Rect::new(0, 0, 2 * cells.x as u16, cells.y as u16)
            }
            None => area,
        }
    }

    /// Empties this part of the screen for the map, and returns the canvas to draw the map in, at its
    /// [area](Self::map_area).
    pub(super) fn open_map(&mut self, area: Rect) -> &mut Canvas {
        let Some(scale) = self.scale else {
            return &mut self.text;
        };
        let (cells, corner) = scale.fill(area);
        let blank = self.text.buffer[(area.x, area.y)].style();
        self.text.cut_out(area);
        let mut canvas = Canvas::default();
        canvas.gallery.is_open = self.text.gallery.is_open;
        canvas.resize(cells * UVec2::new(2, 1));
        canvas.begin();
        canvas.buffer.set_style(canvas.buffer.area, blank);
        let pane = MapPane {
            canvas,
            area,
            corner,
        };
        &mut self.map.insert(pane).canvas
    }

    /// Returns the canvas on which maps are drawn among the text.
    pub(super) fn text_canvas_mut(&mut self) -> &mut Canvas {
        &mut self.text
    }

    /// Changes the colours of everything drawn so far.
    pub fn recolor(&mut self, change: impl Fn(&mut Cell)) {
        let map = self.map.iter_mut().map(|it| &mut it.canvas);
        for canvas in std::iter::once(&mut self.text).chain(map) {
            canvas.buffer.content.iter_mut().for_each(&change);
        }
    }

    /// Returns what is at this place, given in pixels from the top left corner of the screen, or `None` outside the
    /// screen.
    pub fn point_at(&self, pixel: Vec2) -> Option<ScreenPoint> {
        let scale = self.scale?;
        let text = Vec2::new(scale.text as f32 / 2.0, scale.text as f32);
        let cell = cell_within(pixel, text, self.size())?;
        let map = self.map.as_ref().and_then(|map| {
            let columns = Vec2::new(scale.map as f32 / 2.0, scale.map as f32);
            let is_open = self.text.is_hole(cell.x as u16, cell.y as u16);
            let inside = pixel - map.corner.as_vec2();
            cell_within(inside, columns, map.canvas.size()).filter(|_| is_open)
        });
        Some(ScreenPoint { cell, map })
    }

    /// Returns the column and row of the canvas of the map that is drawn at a place on the screen, if the map fills this
    /// part of it.
    pub fn place_on_map(&self, point: ScreenPoint, area: Rect) -> Option<UVec2> {
        let Some(scale) = self.scale else {
            return Some(point.cell);
        };
        // A front end or a script that names only a cell of text means its middle.
        point.map.or_else(|| {
            let (cells, corner) = scale.fill(area);
            let text = Vec2::new(scale.text as f32 / 2.0, scale.text as f32);
            let inside = (point.cell.as_vec2() + 0.5) * text - corner.as_vec2();
            let columns = Vec2::new(scale.map as f32 / 2.0, scale.map as f32);
            cell_within(inside, columns, cells * UVec2::new(2, 1))
        })
    }

    /// Blanks the second half of every wide cell whose first half has been drawn over.
    pub fn mend_halves(&mut self) {
        mend_halves(&mut self.text.buffer);
        if let Some(map) = &mut self.map {
            mend_halves(&mut map.canvas.buffer);
        }
    }

    /// Returns all cells, those of a map of its own size at the top left of its part of the screen. What doesn't fit
    /// there is left out.
    fn flat(&self) -> Cow<'_, Buffer> {
        let Some(map) = &self.map else {
            return Cow::Borrowed(&self.text.buffer);
        };
        let mut flat = self.text.buffer.clone();
        for at in map.area.intersection(flat.area).positions() {
            if self.text.is_hole(at.x, at.y) {
                let below = (at.x - map.area.x, at.y - map.area.y);
                match map.canvas.buffer.cell(below) {
                    Some(cell) => flat[at] = cell.clone(),
                    None => _ = flat[at].set_char(' '),
                }
            }
        }
        mend_halves(&mut flat);
        Cow::Owned(flat)
    }

    /// Returns the screen without its colours, one line per row, with trailing blanks removed.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let flat = self.flat();
        for row in flat.area.rows() {
            let line: String = row
                .positions()
                .map(|place| glyph(&flat[place]).unwrap_or(' '))
                .collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Returns the screen with its colours as terminal escape sequences, one line per row. Every line includes all
    /// columns. The second column of a wide cell is a no-break space.
    pub fn ansi(&self) -> String {
        let mut text = String::new();
        let flat = self.flat();
        for row in flat.area.rows() {
            let mut before = CellStyle::default();
            for place in row.positions() {
                let cell = &flat[place];
                let style = CellStyle::of(cell);
                if style != before {
                    text.push_str(&style.after(before, true));
                    before = style;
                }
                text.push(glyph(cell).unwrap_or('\u{a0}'));
            }
            text.push_str("\u{1b}[0m\n");
        }
        text
    }
}

/// Returns which of `size` cells lies at a pixel, or `None` if it is outside.
fn cell_within(pixel: Vec2, cell: Vec2, size: UVec2) -> Option<UVec2> {
    let at = (pixel / cell).floor();
    let is_in = at.cmpge(Vec2::ZERO).all() && at.cmplt(size.as_vec2()).all();
    is_in.then(|| at.as_uvec2())
}

/// The parts of the screen during play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The map.
    pub map: Rect,
    /// The message log, below the map.
    pub log: Rect,
    /// The player's state and what is in view, beside the map, if there is room.
    pub panel: Option<Rect>,
    /// A two-line version of the panel below the log, on screens without a panel.
    pub facts: Option<Rect>,
}

/// The minimum width for a panel. Narrower screens have no panel, to leave room for the map.
const ROOM_FOR_PANEL: u16 = 60;

impl Areas {
    /// Returns whether there is an empty cell around the panel and the log.
    pub(super) fn is_roomy(screen: Rect) -> bool {
        screen.width >= 100 && screen.height >= 36
    }

    /// Divides a screen into its parts. A map cell is `map_columns` columns wide.
    pub fn of(screen: Rect, map_columns: u16) -> Self {
        let log = (screen.height / 5).clamp(2, 12);
        if screen.width < ROOM_FOR_PANEL {
            let map = screen.height - log - 2;
            let rows = |y, height| Rect::new(0, y, screen.width, height);
            return Self {
                map: rows(0, map),
                log: rows(map, log),
                panel: None,
                facts: Some(rows(map + log, 2)),
            };
        }
        let panel = match map_columns {
            1 => (screen.width / 3).clamp(20, 40),
            _ => (screen.width / 5).clamp(24, 48),
        };
        // The map's width is a whole number of cells.
        let map = (screen.width - panel) / map_columns * map_columns;
        let height = screen.height - log;
        // Large screens have room for an empty cell around the text.
        let margin = u16::from(Self::is_roomy(screen));
        Self {
            map: Rect::new(0, 0, map, height),
            log: Rect::new(margin, height, map - 2 * margin, log - margin),
            panel: Some(Rect::new(map, 0, screen.width - map, screen.height)),
            facts: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::canvas::SECOND_HALF;
    use super::*;
    use ratatui::style::Color as CellColor;

    #[test]
    fn a_level_of_the_default_size_fits_on_the_default_screen() {
        for (size, columns) in [(DEFAULT_SIZE, 1), (DEFAULT_WIDE_SIZE, 2)] {
            let areas = Areas::of(Rect::new(0, 0, size.x as u16, size.y as u16), columns);
            assert_eq!((areas.map.width / columns, areas.map.height), (64, 36));
            assert_eq!(areas.panel.map(|it| it.width), Some(32));
        }
    }

    #[test]
    fn the_parts_cover_the_screen_and_do_not_overlap() {
        for (width, height) in [(16, 8), (59, 20), (60, 22), (80, 24), (101, 36), (243, 67)] {
            for columns in 1..=2 {
                let screen = Rect::new(0, 0, width, height);
                let areas = Areas::of(screen, columns);
                let parts = [Some(areas.map), Some(areas.log), areas.panel, areas.facts];
                let covered: u32 = parts.iter().flatten().map(|it| it.area()).sum();
                let log = areas.log;
                let margins = match Areas::is_roomy(screen) {
                    true => 2 * u32::from(log.height) + u32::from(log.width) + 2,
                    false => 0,
                };
                assert_eq!(covered + margins, screen.area(), "{width} x {height}");
                assert!(parts.iter().flatten().all(|it| screen.union(*it) == screen));
                assert_eq!(areas.map.x % columns, 0);
            }
        }
    }

    fn window(size: (u32, u32), scale: Scale) -> Screen {
        let mut screen = Screen::default();
        screen.resize(UVec2::from(size));
        screen.set_wide(true);
        screen.set_art(true);
        screen.set_scale(Some(scale));
        screen.begin();
        let map = Areas::of(screen.buffer().area, 2).map;
        screen.open_map(map);
        screen
    }

    #[test]
    fn a_map_of_any_size_fills_its_part_of_the_screen() {
        for (text, map) in [(16, 24), (16, 16), (16, 64), (24, 16), (32, 48), (128, 20)] {
            let screen = window((100, 40), Scale { text, map });
            let pane = screen.map().unwrap();
            let text = UVec2::new(text / 2, text);
            let area = UVec2::new(pane.area.width.into(), pane.area.height.into()) * text;
            let cells = pane.canvas.size() / UVec2::new(2, 1);
            let left = area - cells * map;
            assert!(left.cmplt(UVec2::splat(map)).all(), "{left}");
            let at = UVec2::new(pane.area.x.into(), pane.area.y.into()) * text;
            assert_eq!(pane.corner, at + left / 2);
            let shown = screen.map_area(pane.area);
            assert_eq!(
                (u32::from(shown.width), u32::from(shown.height)),
                pane.canvas.size().into()
            );
        }
    }

    #[test]
    fn every_pixel_belongs_to_a_cell_of_text_and_those_of_the_map_to_a_cell_of_it() {
        let scale = Scale { text: 16, map: 24 };
        let mut screen = window((100, 40), scale);
        let pane = screen.map().unwrap();
        let (corner, cells) = (pane.corner, pane.canvas.size());
        let at = |screen: &Screen, pixel: UVec2| screen.point_at(pixel.as_vec2() + 0.5);
        for x in 0..800 {
            let pixel = UVec2::new(x, 100);
            let point = at(&screen, pixel).unwrap();
            assert_eq!(point.cell, UVec2::new(x / 8, 6));
            let inside = pixel.as_ivec2() - corner.as_ivec2();
            let is_in = inside.x >= 0 && inside.x < cells.x as i32 * 12;
            let expected = is_in.then(|| (inside / IVec2::new(12, 24)).as_uvec2());
            assert_eq!(point.map, expected, "{x}");
        }
        assert_eq!(at(&screen, UVec2::new(800, 0)), None);
        assert_eq!(screen.point_at(Vec2::new(-0.1, 0.0)), None);
        // A cell of text without a place in it means its middle, and a box over the map hides it.
        let middle = ScreenPoint::from(UVec2::new(10, 6));
        let expected = at(&screen, UVec2::new(83, 103)).unwrap().map;
        let area = screen.map().unwrap().area;
        assert_eq!(screen.place_on_map(middle, area), expected);
        screen.buffer_mut()[(10, 6)].set_char(' ');
        assert_eq!(at(&screen, UVec2::new(83, 103)).unwrap().map, None);
    }

    #[test]
    fn a_map_in_cells_of_its_own_is_part_of_the_screen_as_text() {
        let mut screen = window((80, 24), Scale { text: 16, map: 24 });
        let map = &mut screen.map.as_mut().unwrap().canvas;
        map.buffer[(2, 1)].set_char('@');
        map.buffer[(3, 1)].set_symbol(SECOND_HALF);
        assert_eq!(screen.text().lines().nth(1), Some("  @"));
        screen.buffer_mut()[(2, 1)].set_char('x');
        assert_eq!(screen.text().lines().nth(1), Some("  x"));
        assert!(!screen.ansi().contains('\0') && !screen.text().contains('\0'));
    }

    #[test]
    fn a_coloured_row_has_every_column() {
        let mut screen = Screen::default();
        screen.resize(UVec2::new(16, 8));
        let red = ratatui::style::Style::new()
            .fg(CellColor::Rgb(255, 0, 1))
            .bg(CellColor::Rgb(2, 3, 4));
        let buffer = screen.buffer_mut();
        buffer.set_style(buffer.area, red);
        buffer[(0, 0)].set_char('@');
        buffer[(1, 0)].set_symbol(SECOND_HALF);
        assert!(screen.text.is_wide_at(0, 0) && !screen.text.is_wide_at(1, 0));
        let first = screen.ansi().lines().next().map(str::to_owned);
        let blanks = " ".repeat(14);
        let expected = format!("\u{1b}[38;2;255;0;1;48;2;2;3;4m@\u{a0}{blanks}\u{1b}[0m");
        assert_eq!(first, Some(expected));
        assert!(screen.text().starts_with("@\n\n"));
        // Draw something over the first half.
        screen.mend_halves();
        assert!(screen.text.is_wide_at(0, 0));
        screen.buffer_mut()[(0, 0)]
            .set_char('│')
            .set_fg(CellColor::Rgb(9, 9, 9));
        screen.mend_halves();
        assert!(!screen.text.is_wide_at(0, 0));
    }
}
