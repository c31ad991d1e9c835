//! Words beside the map: the game's numbers, and what is in sight.

use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};

use super::Palette;
use super::keys::key_list;
use crate::control::Bindings;
use crate::fov::Sight;
use crate::game::State;

/// How the one whose eyes are used is.
pub(super) struct Vitals {
    /// Health left, and most.
    pub(super) health: Option<(i32, i32)>,
    /// How many steps can be run still, and at most.
    pub(super) breath: Option<(u32, u32)>,
    /// The level, counted from 1 downward.
    pub(super) depth: u32,
    /// Whether the player runs.
    pub(super) runs: bool,
}

impl Vitals {
    fn health(&self) -> String {
        self.health
            .map_or_else(String::new, |(now, max)| format!("{now}/{max}"))
    }

    fn breath(&self) -> String {
        self.breath
            .map_or_else(String::new, |(now, max)| format!("{now}/{max}"))
    }
}

/// The game's numbers, in one line. `vitals` come first if they stand nowhere else.
pub(super) fn status_line(
    vitals: Option<&Vitals>,
    seed: u64,
    turn: u64,
    sight: Sight,
    recomputed: u64,
    palette: &Palette,
) -> Line<'static> {
    let radius = sight
        .radius
        .map_or_else(|| "unlimited".to_owned(), |radius| radius.to_string());
    let vitals = vitals.map(|vitals| [("health", vitals.health()), ("breath", vitals.breath())]);
    let numbers = [
        ("seed", seed.to_string()),
        ("turn", turn.to_string()),
        ("radius", radius),
        ("algorithm", sight.algorithm.to_string()),
        ("recomputed", recomputed.to_string()),
    ];
    let mut spans = Vec::new();
    for (name, value) in vitals.into_iter().flatten().chain(numbers) {
        if !spans.is_empty() {
            spans.push(Span::raw("  "));
        }
        spans.push(Span::raw(format!("{name} ")).fg(palette.faint_text()));
        spans.push(Span::raw(value).fg(palette.text()));
    }
    Line::from(spans)
}

/// Somebody or something in sight.
pub(super) struct Sighting {
    pub(super) glyph: char,
    pub(super) color: Color,
    pub(super) state: Option<State>,
    pub(super) name: String,
}

/// A state in one character, for where there is no room for its name.
fn sign(state: Option<State>) -> char {
    match state {
        Some(State::Asleep) => 'z',
        Some(State::Noticing) => '?',
        Some(State::Hunting) => '!',
        Some(State::Searching) => '~',
        Some(State::Unaware) | None => ' ',
    }
}

/// What the signs of [`sign`] mean.
const SIGNS: [&str; 2] = ["! hunts ? looks", "~ seeks z sleeps"];

/// How the player is and what is in sight, a line each; then `more`, or the keys if there is room.
pub(super) fn sidebar(
    vitals: &Vitals,
    sightings: &[Sighting],
    more: &[String],
    bindings: &Bindings,
    (width, height): (usize, usize),
    palette: &Palette,
) -> Vec<Line<'static>> {
    let faint = Style::new().fg(palette.faint_text());
    let text = Style::new().fg(palette.text());
    let named = |name: &str, value: String| {
        Line::from(vec![
            Span::styled(format!("{name} "), faint),
            Span::styled(value, text),
        ])
    };
    let mut lines = vec![
        Line::styled("FOGBOUND", Style::new().fg(palette.accent())),
        named("health", vitals.health()),
        named("breath", vitals.breath()),
        named("level", vitals.depth.to_string()),
        Line::styled(if vitals.runs { "running" } else { "" }, text),
        Line::styled("In sight", faint),
    ];
    if sightings.is_empty() {
        lines.push(Line::styled("nothing", text));
    }
    let below = if more.is_empty() { 0 } else { more.len() + 1 };
    let room = height.saturating_sub(lines.len() + below);
    let shown = if sightings.len() <= room {
        sightings.len()
    } else {
        room.saturating_sub(1)
    };
    for Sighting {
        glyph,
        color,
        state,
        name,
    } in &sightings[..shown]
    {
        let name: String = name.chars().take(width.saturating_sub(3)).collect();
        lines.push(Line::from(vec![
            Span::styled(glyph.to_string(), Style::new().fg(*color)),
            Span::styled(format!("{} {name}", sign(*state)), text),
        ]));
    }
    if shown < sightings.len() {
        lines.push(Line::styled(
            format!("and {} more", sightings.len() - shown),
            text,
        ));
    }
    if !more.is_empty() {
        lines.push(Line::default());
        lines.extend(more.iter().map(|line| Line::styled(line.clone(), text)));
        return lines;
    }
    let mut keys = key_list(bindings, width);
    keys.extend(SIGNS.map(str::to_owned));
    if lines.len() + 2 + keys.len() <= height {
        lines.resize(height - keys.len() - 1, Line::default());
        lines.push(Line::styled("Keys", faint));
        lines.extend(keys.into_iter().map(|key| Line::styled(key, text)));
    }
    lines
}
