//! Draws a game as one creature sees it.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::facts::draw_facts;
use super::framing::{camera, frame};
use super::in_view::InView;
use super::map_widget::{Figure, Mark};
use super::panel::draw_panel;
use super::scene::{PointOfView, Scene};
use super::screen::Areas;
use super::{Camera, Canvas, Kind, MapWidget, Marks, Screen};
use crate::dungeon::Flooring;
use crate::game::State;
use crate::map::{Air, TileMap};
use crate::vision::{Illumination, VisionMap};

pub fn clear(scene: &Scene, buffer: &mut Buffer) {
    let plain = Style::new()
        .fg(scene.palette.text())
        .bg(scene.palette.background());
    buffer.reset();
    buffer.set_style(buffer.area, plain);
}

/// Draws a game on the whole screen: the map with its marks, the panel and the log.
pub fn draw_game(scene: &Scene, screen: &mut Screen, marks: &Marks) {
    let areas = Areas::of(screen.buffer().area, screen.map_columns());
    let camera = camera(scene, screen, marks);
    clear(scene, screen.buffer_mut());
    let (Some(eyes), Some(camera)) = (scene.eyes(), camera) else {
        draw_log(scene, areas.log, screen.buffer_mut());
        return;
    };
    let seen = scene.observe(&eyes, scene.reveals());
    draw_cells(
        scene,
        &eyes,
        &seen.in_view,
        (camera, scene.reveals()),
        marks,
        screen.open_map(areas.map),
    );
    if let Some(area) = areas.panel {
        let canvas = screen.text_canvas_mut();
        draw_panel(scene, (&eyes, &camera), &seen, area, canvas);
    }
    let buffer = screen.buffer_mut();
    if let Some(area) = areas.facts {
        draw_facts(scene, &seen, area, buffer);
    }
    // Leave a gap between the messages and the panel.
    let mut log = areas.log;
    log.width = log.width.saturating_sub(1).max(1);
    draw_log(scene, log, buffer);
}

/// Draws the cells that the camera shows. If `reveals` is set, unknown cells are drawn too.
fn draw_cells(
    scene: &Scene,
    eyes: &PointOfView,
    sights: &[InView],
    (camera, reveals): (Camera, bool),
    marks: &Marks,
    canvas: &mut Canvas,
) {
    let figures = figures(scene, eyes, sights);
    let marked = |cell: IVec2| mark_of(scene, eyes, marks, cell);
    let opacity = scene.map.as_deref().map(VisionMap::opacity);
    let light = |cell: IVec2| {
        opacity.map_or_else(Illumination::default, |opacity| {
            scene.light.seen_from(opacity, eyes.at, cell)
        })
    };
    let clear = Air::default();
    let note = |cell: IVec2| marks.notes.get(&cell).copied();
    MapWidget {
        camera,
        light: scene.light.is_lit_world().then_some(&light),
        note: &note,
        eye: eyes.at,
        viewshed: eyes.viewshed.as_deref(),
        memory: eyes.memory,
        air: scene.map.as_deref().map_or(&clear, TileMap::air),
        memory_brightness: scene.display.memory_brightness,
        figures: &figures,
        ghosts: eyes.ghosts,
        things: &scene.things,
        palette: &scene.palette,
        has_lines: scene.display.has_lines,
        hue: scene.game.as_ref().and_then(|it| it.hue(scene.depth.0)),
        flooring: scene
            .game
            .as_ref()
            .map_or_else(Flooring::default, |it| it.flooring(scene.depth.0)),
        flicker: scene.motion.flicker(),
        revealed: scene.map.as_deref().filter(|_| reveals),
        marked: &marked,
    }
    .draw(canvas);
}

/// Returns the creatures in view and the creature whose view is drawn, keyed by cell.
fn figures(scene: &Scene, eyes: &PointOfView, sights: &[InView]) -> HashMap<IVec2, Figure> {
    let own = scene.look_of(eyes).map(|(glyph, color)| Figure {
        glyph,
        color,
        state: None,
        health: None,
    });
    let creatures = sights.iter().filter(|it| it.who.is_some());
    let creatures = creatures.map(|it| {
        let figure = Figure {
            glyph: it.glyph,
            color: it.color,
            state: it.state,
            health: it.health.filter(|it| *it < 100),
        };
        (it.at, figure)
    });
    creatures.chain(own.map(|it| (eyes.at, it))).collect()
}

/// Returns a cell's mark, or `None` if the cell is not marked.
fn mark_of(scene: &Scene, eyes: &PointOfView, marks: &Marks, cell: IVec2) -> Option<Mark> {
    if [marks.cursor, marks.pointed].contains(&Some(cell)) {
        return Some(Mark::Cursor);
    }
    if marks.way.contains(&cell) || marks.believed.contains(&cell) {
        return Some(Mark::Way);
    }
    if marks.fire.contains(&cell) {
        return Some(Mark::Fire);
    }
    if marks.watched.contains(&cell) && eyes.memory.tile(cell).is_some() {
        return Some(Mark::Watched);
    }
    let viewshed = eyes.viewshed.as_deref();
    let is_overlaid =
        marks.exposed.contains(&cell) || scene.wizard.marks(cell, viewshed, eyes.memory);
    is_overlaid.then_some(Mark::Overlay)
}

/// Draws only the map, among the text in the given area, for someone who may know the size of the level. If `reveals` is
/// set, draws the whole map and every creature on it.
pub fn draw_map(scene: &Scene, screen: &mut Screen, area: Rect, marks: &Marks, reveals: bool) {
    let columns = screen.map_columns();
    let canvas = screen.text_canvas_mut();
    draw_framed(scene, canvas, (area, columns, true), marks, reveals);
}

/// Draws only what the point of view knows of the map, in the given area.
pub fn draw_known(scene: &Scene, screen: &mut Screen, area: Rect) {
    let (place, columns) = (screen.map_area(area), screen.map_columns());
    let (marks, reveals) = (Marks::default(), scene.reveals());
    let canvas = screen.open_map(area);
    draw_framed(scene, canvas, (place, columns, false), &marks, reveals);
}

fn draw_framed(
    scene: &Scene,
    canvas: &mut Canvas,
    (area, columns, whole): (Rect, u16, bool),
    marks: &Marks,
    reveals: bool,
) {
    let Some(eyes) = scene.eyes() else { return };
    let Some(frame) = frame(scene, &eyes, whole) else {
        return;
    };
    let camera = Camera::following(eyes.at, frame, area, columns);
    let sights = scene.in_view(&eyes, reveals);
    draw_cells(scene, &eyes, &sights, (camera, reveals), marks, canvas);
}

/// Wraps the standing warning into lines of at most `columns` columns.
fn standing_lines(scene: &Scene, columns: u16) -> Vec<String> {
    // Two lines are enough for any warning, and they leave room for the log on the smallest screen.
    const MOST: usize = 2;
    let wrapped = scene
        .log
        .standing()
        .map(|it| textwrap::wrap(it, usize::from(columns).max(1)));
    let lines = wrapped.into_iter().flatten().take(MOST);
    lines.map(|it| it.into_owned()).collect()
}

/// Draws the standing warning over the last rows of the screen.
pub fn draw_standing(scene: &Scene, buffer: &mut Buffer) {
    let lines = standing_lines(scene, buffer.area.width);
    let style = Style::new()
        .fg(scene.palette.warning())
        .bg(scene.palette.background());
    let top = buffer.area.bottom().saturating_sub(lines.len() as u16);
    for (line, y) in lines.iter().zip(top..) {
        let width = usize::from(buffer.area.width);
        buffer.set_stringn(buffer.area.x, y, " ".repeat(width), width, style);
        buffer.set_stringn(buffer.area.x, y, line, width, style);
    }
}

/// Draws the message log, with the newest message last and brightest. Alarms have their own background. The rows that
/// the standing warning needs are left empty.
pub fn draw_log(scene: &Scene, mut area: Rect, buffer: &mut Buffer) {
    let free = standing_lines(scene, buffer.area.width).len() as u16;
    let below = buffer.area.bottom().saturating_sub(area.bottom());
    area.height = area.height.saturating_sub(free.saturating_sub(below));
    let messages = scene.log.shown(area.width.into(), area.height.into());
    let palette = &scene.palette;
    let ground = palette.alarm();
    let alarm = Style::new()
        .fg(palette.on(ground, palette.background()))
        .bg(ground)
        .add_modifier(palette.attributes(Kind::Mood(State::Hunting)));
    let lines = messages.into_iter().map(|line| {
        let style = match (line.is_warning, line.is_new) {
            _ if line.is_alarm => alarm,
            _ if line.is_task => Style::new().fg(palette.accent()),
            (true, _) => Style::new().fg(palette.warning()),
            (false, true) => Style::new().fg(palette.text()),
            (false, false) => Style::new().fg(palette.faint_text()),
        };
        Line::from(Span::styled(line.text, style))
    });
    Paragraph::new(lines.collect::<Vec<_>>()).render(area, buffer);
}
