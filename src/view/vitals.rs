//! The part of the panel that shows the player's state.

use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::depth::ColorDepth;
use super::exposure::exposure_words;
use super::key_names::key_of;
use super::observation::Observation;
use super::row::{PanelPart, Row};
use super::scene::Scene;
use crate::control::Control;
use crate::game::Lantern;

/// Returns the rows that show the player's state: health, breath, oil, gait, depth and turn, sight, light and lantern,
/// and what the player wears.
pub(super) fn vitals(scene: &Scene, seen: &Observation, width: usize) -> Vec<Row> {
    let mut rows: Vec<Row> = body(scene, seen, width);
    rows.extend(place(scene, seen));
    rows.extend(light(scene, seen, width));
    rows.extend(worn(scene, seen, width));
    rows
}

fn named(scene: &Scene, name: &str, value: String) -> [Span<'static>; 2] {
    let palette = &scene.palette;
    [
        Span::styled(format!("{name} "), Style::new().fg(palette.faint_text())),
        Span::styled(format!("{value}  "), Style::new().fg(palette.text())),
    ]
}

/// The columns of a meter's name and numbers, before its bar.
const WORDS: usize = 14;

/// Returns a row with a name, numbers and a bar, which begins and ends in the same columns on all rows.
fn meter(scene: &Scene, (name, numbers): (&str, String), percent: i32, width: usize) -> Row {
    let palette = &scene.palette;
    let name = format!("{name} ");
    let room = WORDS.saturating_sub(name.len());
    let mut spans = vec![
        Span::styled(name, Style::new().fg(palette.faint_text())),
        Span::styled(format!("{numbers:room$}"), Style::new().fg(palette.text())),
    ];
    let left = width.saturating_sub(spans.iter().map(Span::width).sum());
    let percent = percent.clamp(0, 100);
    spans.extend(percent_bar(scene, percent, left.min(16)));
    Line::from(spans).into()
}

/// Returns the rows about the player's body: health, breath, the next hit point, oil, and whether the player runs.
fn body(scene: &Scene, seen: &Observation, width: usize) -> Vec<Row> {
    let palette = &scene.palette;
    let mut rows: Vec<Row> = Vec::new();
    let share = |now: u32, of: u32| (now * 100 / of.max(1)) as i32;
    if let Some(health) = seen.health {
        let numbers = format!("{}/{}", health.now(), health.max());
        rows.push(meter(scene, ("Health", numbers), health.percent(), width));
    }
    if let Some((now, max)) = seen.breath {
        let numbers = format!("{now}/{max}");
        rows.push(meter(scene, ("Breath", numbers), share(now, max), width));
    }
    if let Some((turns, percent)) = seen.oil {
        rows.push(meter(scene, ("Oil", turns.to_string()), percent, width));
    }
    if let Some((now, cells)) = seen.heart {
        let numbers = format!("{now}/{cells}");
        // Little is no danger here.
        let mut row = meter(scene, ("Heart", numbers), share(now, cells), width);
        if let Some(full) = row.line.spans.get_mut(2) {
            full.style = full.style.fg(palette.accent());
        }
        rows.push(row);
    }
    if seen.runs {
        let gait = Control::CHANGE_GAIT;
        let words = format!("RUNNING ({}: walk)", key_of(&scene.bindings, gait));
        let line = Line::styled(words, Style::new().fg(palette.warning()));
        rows.push(Row::of(line, PanelPart::Control(gait)));
    }
    rows
}

/// Returns the rows about the level, the time, the sight radius, a boon on offer and the air.
fn place(scene: &Scene, seen: &Observation) -> Vec<Row> {
    let mut facts = named(scene, "Depth", seen.depth.to_string()).to_vec();
    facts.extend(named(scene, "Turn", seen.turn.to_string()));
    let mut rows = vec![Row::from(Line::from(facts))];
    let sight = seen.sight.clone();
    let sight = sight.map(|it| Line::from(named(scene, "Sight", it).to_vec()));
    rows.extend(sight.map(Row::from));
    if seen.has_boon {
        let key = key_of(&scene.bindings, Control::BOON);
        let words = format!("Choose a boon: {key}");
        let line = Line::styled(words, Style::new().fg(scene.palette.accent()));
        rows.push(Row::of(line, PanelPart::Control(Control::BOON)));
    }
    rows.extend(air_lines(scene, seen).map(Row::from));
    rows
}

/// Returns the rows about how well the player can be seen, by how many creatures, and about the lantern. A click on
/// them marks where the player can be seen from, or sets the lantern.
fn light(scene: &Scene, seen: &Observation, width: usize) -> Vec<Row> {
    let Some(visibility) = seen.visibility else {
        return Vec::new();
    };
    let palette = &scene.palette;
    let warning = Style::new().fg(palette.warning());
    let text = Style::new().fg(palette.text());
    let style = if seen.is_exposed() { warning } else { text };
    // These words are short, to fit the narrowest panel.
    let by = seen.watchers();
    let light = Span::styled(exposure_words(visibility, by), style);
    let by = by.words().into_iter();
    let by = by.map(|it| Span::styled(it, warning));
    let mut lines = vec![Line::from(light)];
    for by in by {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + by.width() <= width => {
                line.push_span(Span::raw(" "));
                line.push_span(by);
            }
            _ => lines.push(Line::from(by)),
        }
    }
    let marks = PanelPart::Control(Control::EXPOSURE);
    let mut rows: Vec<Row> = lines.into_iter().map(|it| Row::of(it, marks)).collect();
    // The row of the lantern tells of its light.
    if seen.lights.iter().any(|it| !it.is_own) {
        let lit = seen.lit_by().unwrap_or_default();
        let faint = Style::new().fg(palette.faint_text());
        let lines = textwrap::wrap(&lit, width.max(1)).into_iter();
        rows.extend(lines.map(|it| Row::of(Line::styled(it.into_owned(), faint), marks)));
    }
    if let Some(lantern) = seen.lantern {
        let line = Line::from(named(scene, "Lantern", lantern.name().to_owned()).to_vec());
        let next = match lantern {
            Lantern::Shut => Control::Named("open-lantern"),
            _ => Control::Named("shorter-sight"),
        };
        rows.push(Row::of(line, PanelPart::Control(next)));
    }
    rows
}

/// Returns the rows that list what the player wears.
fn worn(scene: &Scene, seen: &Observation, width: usize) -> Vec<Row> {
    if seen.worn.is_empty() {
        return Vec::new();
    }
    let text = Style::new().fg(scene.palette.text());
    let words = format!("You wear: {}", seen.worn.join(", "));
    let wrapped = textwrap::wrap(&words, width.max(1)).into_iter();
    let wear = PanelPart::Control(Control::Named("wear"));
    wrapped
        .map(|line| Row::of(Line::styled(line.into_owned(), text), wear))
        .collect()
}

/// Returns the lines about the air around these eyes, and about fog that gathers.
fn air_lines(scene: &Scene, seen: &Observation) -> impl Iterator<Item = Line<'static>> {
    let warning = Style::new().fg(scene.palette.warning());
    let here = seen.air.map(|air| format!("In {air}"));
    let gathers = seen.fog_gathers.then(|| "Fog is gathering".to_owned());
    let lines = here.into_iter().chain(gathers);
    lines.map(move |words| Line::styled(words, warning))
}

/// Returns a bar that is `columns` columns wide and filled to `percent`.
pub(super) fn percent_bar(scene: &Scene, percent: i32, columns: usize) -> [Span<'static>; 2] {
    let (color, empty) = scene.palette.bar(percent);
    let share = columns * percent.unsigned_abs() as usize;
    // The bar of a living creature is never empty, and that of a hurt one is never full.
    let full = match percent {
        100.. => columns,
        1.. => share
            .div_ceil(100)
            .clamp(1, columns.saturating_sub(1).max(1)),
        _ => 0,
    };
    let part = |glyph: &str, count: usize, color: Color| {
        Span::styled(glyph.repeat(count), Style::new().fg(color))
    };
    // Without many colours, the glyphs tell the parts apart.
    let rest = match scene.palette.depth() {
        ColorDepth::TrueColor | ColorDepth::Colors256 => "▬",
        _ => "░",
    };
    [
        part("▬", full, color),
        part(rest, columns.saturating_sub(full), empty),
    ]
}
