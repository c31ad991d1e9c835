//! Words beside the map: the game's numbers, and what is in sight.

use bevy::prelude::*;
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};

use super::Palette;
use crate::fov::Sight;

/// The game's numbers, in one line.
pub(super) fn status_line(
    seed: u64,
    turn: u64,
    sight: Sight,
    recomputed: u64,
    palette: &Palette,
) -> Line<'static> {
    let radius = sight
        .radius
        .map_or_else(|| "unlimited".to_owned(), |radius| radius.to_string());
    let numbers = [
        ("seed", seed.to_string()),
        ("turn", turn.to_string()),
        ("radius", radius),
        ("algorithm", sight.algorithm.to_string()),
        ("recomputed", recomputed.to_string()),
    ];
    let mut spans = Vec::new();
    for (name, value) in numbers {
        if !spans.is_empty() {
            spans.push(Span::raw("  "));
        }
        spans.push(Span::raw(format!("{name} ")).fg(palette.faint_text()));
        spans.push(Span::raw(value).fg(palette.text()));
    }
    Line::from(spans)
}

/// Somebody or something in sight: glyph, colour, name.
pub(super) type Sighting = (char, Color, String);

/// What is in sight, a line each, and the keys if there is room.
pub(super) fn sidebar(
    sightings: &[Sighting],
    width: usize,
    height: usize,
    palette: &Palette,
) -> Vec<Line<'static>> {
    let faint = Style::new().fg(palette.faint_text());
    let text = Style::new().fg(palette.text());
    let mut lines = vec![
        Line::styled("FOGBOUND", Style::new().fg(palette.accent())),
        Line::default(),
        Line::styled("In sight", faint),
    ];
    if sightings.is_empty() {
        lines.push(Line::styled("nothing", text));
    }
    let keys = [
        "arrows hjkl wasd",
        "yubn Home PgUp..",
        ".     wait",
        "c     close door",
        "[ ]   radius",
        "f     algorithm",
        "Space new",
        "Esc   leave",
    ];
    let room = height.saturating_sub(lines.len());
    let shown = if sightings.len() <= room { sightings.len() } else { room.saturating_sub(1) };
    for (glyph, color, name) in &sightings[..shown] {
        let name: String = name.chars().take(width.saturating_sub(2)).collect();
        lines.push(Line::from(vec![
            Span::styled(glyph.to_string(), Style::new().fg(*color)),
            Span::styled(format!(" {name}"), text),
        ]));
    }
    if shown < sightings.len() {
        lines.push(Line::styled(format!("and {} more", sightings.len() - shown), text));
    }
    if lines.len() + 2 + keys.len() <= height {
        lines.resize(height - keys.len() - 1, Line::default());
        lines.push(Line::styled("Keys", faint));
        lines.extend(keys.map(|key| Line::styled(key, text)));
    }
    lines
}
