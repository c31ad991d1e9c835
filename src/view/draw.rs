//! Drawing a game, through somebody's eyes.

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::map_widget::{Figure, Mark};
use super::panel::{draw_facts, draw_panel};
use super::scene::{Eyes, InView, Scene};
use super::screen::Areas;
use super::{Camera, Kind, MapWidget, Screen};
use crate::game::State;
use crate::vision::{Illumination, VisionMap};

/// What a screen marks on the map of the game below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The cell that is looked at; the map follows it.
    pub cursor: Option<IVec2>,
    /// The cells of a way that may be walked.
    pub way: Vec<IVec2>,
    /// The cells that somebody sees.
    pub watched: HashSet<IVec2>,
    /// The cells from which the player would be seen.
    pub exposed: HashSet<IVec2>,
    /// What is noted beside a cell, where there is room.
    pub notes: HashMap<IVec2, char>,
}

/// Clears the screen.
pub fn clear(scene: &Scene, buffer: &mut Buffer) {
    let plain = Style::new()
        .fg(scene.palette.text())
        .bg(scene.palette.background());
    buffer.reset();
    buffer.set_style(buffer.area, plain);
}

/// The camera with which a game is drawn on this screen; none without a game.
pub fn camera(scene: &Scene, screen: &Screen, marks: &Marks) -> Option<Camera> {
    let areas = Areas::of(screen.buffer().area, screen.map_columns());
    let focus = marks.cursor.or(scene.eyes().map(|eyes| eyes.at))?;
    let map = scene.map.as_ref()?;
    Some(Camera::following(
        focus,
        map.size(),
        areas.map,
        screen.map_columns(),
    ))
}

/// Draws a game on the whole screen: the map with its marks, the panel and the log.
pub fn draw_game(scene: &Scene, screen: &mut Screen, marks: &Marks) {
    let areas = Areas::of(screen.buffer().area, screen.map_columns());
    let camera = camera(scene, screen, marks);
    let buffer = screen.buffer_mut();
    clear(scene, buffer);
    let (Some(eyes), Some(camera)) = (scene.eyes(), camera) else {
        draw_log(scene, areas.log, buffer);
        return;
    };
    let sights = scene.in_view(&eyes, scene.reveals());
    draw_cells(
        scene,
        &eyes,
        &sights,
        (camera, scene.reveals()),
        marks,
        buffer,
    );
    if let Some(area) = areas.panel {
        draw_panel(scene, &eyes, &sights, area, buffer);
    }
    if let Some(area) = areas.facts {
        draw_facts(scene, &eyes, &sights, area, buffer);
    }
    // Words do not end where the panel begins.
    let mut log = areas.log;
    log.width = log.width.saturating_sub(1).max(1);
    draw_log(scene, log, buffer);
}

/// Draws the cells of the map that the camera shows; all of them, known or not, if it `reveals` them.
fn draw_cells(
    scene: &Scene,
    eyes: &Eyes,
    sights: &[InView],
    (camera, reveals): (Camera, bool),
    marks: &Marks,
    buffer: &mut Buffer,
) {
    let own = scene.look_of(eyes).map(|(glyph, color)| {
        let state = None;
        (
            eyes.at,
            Figure {
                glyph,
                color,
                state,
            },
        )
    });
    let creatures = sights.iter().filter(|it| it.who.is_some());
    let figures: HashMap<IVec2, Figure> = creatures
        .map(|it| {
            let figure = Figure {
                glyph: it.glyph,
                color: it.color,
                state: it.state,
            };
            (it.at, figure)
        })
        .chain(own)
        .collect();
    let palette = &scene.palette;
    let marked = |cell: IVec2| -> Option<Mark> {
        if marks.cursor == Some(cell) {
            Some(Mark::Cursor)
        } else if marks.way.contains(&cell) {
            Some(Mark::Way)
        } else if marks.watched.contains(&cell) && eyes.memory.tile(cell).is_some() {
            Some(Mark::Watched)
        } else if marks.exposed.contains(&cell) {
            Some(Mark::Overlay)
        } else {
            let is_marked = scene
                .wizard
                .marks(cell, eyes.viewshed.as_deref(), eyes.memory);
            is_marked.then_some(Mark::Overlay)
        }
    };
    let opacity = scene.map.as_deref().map(VisionMap::opacity);
    let light = |cell: IVec2| {
        opacity.map_or_else(Illumination::default, |opacity| {
            scene.light.seen_from(opacity, eyes.at, cell)
        })
    };
    let note = |cell: IVec2| marks.notes.get(&cell).copied();
    MapWidget {
        camera,
        light: scene.light.is_lit_world().then_some(&light),
        note: &note,
        eye: eyes.at,
        viewshed: eyes.viewshed.as_deref(),
        memory: eyes.memory,
        memory_brightness: scene.display.memory_brightness,
        figures: &figures,
        things: &scene.things,
        palette,
        revealed: scene.map.as_deref().filter(|_| reveals),
        marked: &marked,
    }
    .render(camera.area(), buffer);
}

/// Draws the map of a game alone, on this part of the screen; all of it, and everybody on it, if it `reveals` them.
pub fn draw_map(scene: &Scene, screen: &mut Screen, area: Rect, marks: &Marks, reveals: bool) {
    let columns = screen.map_columns();
    let (Some(eyes), Some(map)) = (scene.eyes(), &scene.map) else {
        return;
    };
    let camera = Camera::following(eyes.at, map.size(), area, columns);
    let sights = scene.in_view(&eyes, reveals);
    let buffer = screen.buffer_mut();
    draw_cells(scene, &eyes, &sights, (camera, reveals), marks, buffer);
}

/// The lines of the warning that stands below all messages, on a screen of so many columns.
fn standing_lines(scene: &Scene, columns: u16) -> Vec<String> {
    // Two lines say enough, and leave the smallest screen its log.
    const MOST: usize = 2;
    let wrapped = scene
        .log
        .standing()
        .map(|it| textwrap::wrap(it, usize::from(columns).max(1)));
    let lines = wrapped.into_iter().flatten().take(MOST);
    lines.map(|it| it.into_owned()).collect()
}

/// Draws the warning that stands below all messages into the last rows of the screen, over whatever is there.
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

/// Draws what was said, the newest last and brightest. What alarms stands on a ground of its own. The warning below keeps
/// its rows.
pub fn draw_log(scene: &Scene, mut area: Rect, buffer: &mut Buffer) {
    let free = standing_lines(scene, buffer.area.width).len() as u16;
    let below = buffer.area.bottom().saturating_sub(area.bottom());
    area.height = area.height.saturating_sub(free.saturating_sub(below));
    let told = scene.log.shown(area.width.into(), area.height.into());
    let palette = &scene.palette;
    let ground = palette.alarm();
    let alarm = Style::new()
        .fg(palette.on(ground, palette.background()))
        .bg(ground)
        .add_modifier(palette.attributes(Kind::Mood(State::Hunting)));
    let lines = told.into_iter().map(|told| {
        let style = match (told.is_warning, told.is_new) {
            _ if told.is_alarm => alarm,
            (true, _) => Style::new().fg(palette.warning()),
            (false, true) => Style::new().fg(palette.text()),
            (false, false) => Style::new().fg(palette.faint_text()),
        };
        Line::from(Span::styled(told.text, style))
    });
    Paragraph::new(lines.collect::<Vec<_>>()).render(area, buffer);
}
