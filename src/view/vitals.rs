//! The part of the panel that shows the player's state.

use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::air::air_words;
use super::exposure::{Watchers, exposure_words};
use super::in_view::InView;
use super::key_names::key_of;
use super::row::{PanelPart, Row};
use super::scene::{PointOfView, Scene};
use crate::control::{Control, Gait};
use crate::game::{Health, Inventory, Lantern, Visibility};

/// Returns the rows that show the player's state: health, breath, gait, depth and turn, sight, light and lantern, oil
/// and what the player wears.
pub(super) fn vitals(
    scene: &Scene,
    eyes: &PointOfView,
    sights: &[InView],
    width: usize,
) -> Vec<Row> {
    let mut rows: Vec<Row> = body(scene, eyes, width);
    rows.extend(place(scene, eyes));
    rows.extend(light(scene, eyes, sights, width));
    if let Some(oil) = eyes.oil {
        let mut spans = named(scene, "Oil", oil.turns().to_string()).to_vec();
        let left = width.saturating_sub(spans.iter().map(Span::width).sum());
        spans.extend(percent_bar(scene, oil.percent(), left.min(16)));
        rows.push(Line::from(spans).into());
    }
    rows.extend(worn(scene, eyes, width));
    rows
}

fn named(scene: &Scene, name: &str, value: String) -> [Span<'static>; 2] {
    let palette = &scene.palette;
    [
        Span::styled(format!("{name} "), Style::new().fg(palette.faint_text())),
        Span::styled(format!("{value}  "), Style::new().fg(palette.text())),
    ]
}

/// Returns the rows about the player's body: health, breath, the next hit point, and whether the player runs.
fn body(scene: &Scene, eyes: &PointOfView, width: usize) -> Vec<Row> {
    let palette = &scene.palette;
    let text = Style::new().fg(palette.text());
    let mut rows: Vec<Row> = Vec::new();
    if let Some(health) = eyes.health {
        let numbers = format!("{}/{} ", health.now(), health.max());
        let mut spans = named(scene, "Health", numbers.clone()).to_vec();
        spans[1] = Span::styled(numbers, text);
        let left = width.saturating_sub(spans.iter().map(Span::width).sum());
        spans.extend(bar(scene, health, left.min(16)));
        rows.push(Line::from(spans).into());
    }
    let mut facts = Vec::new();
    if let Some(breath) = eyes.breath {
        let numbers = format!("{}/{}", breath.now(), breath.max());
        facts.extend(named(scene, "Breath", numbers));
    }
    let heart = scene.heart(eyes);
    let heart = heart.map(|(now, cells)| named(scene, "Heart", format!("{now}/{cells}")));
    let wide = |spans: &[Span]| Line::from(spans.to_vec()).to_string().trim_end().len();
    match heart {
        Some(heart) if wide(&[&facts[..], &heart].concat()) <= width => {
            facts.extend(heart);
            rows.push(Line::from(facts).into());
        }
        heart => {
            rows.push(Line::from(facts).into());
            rows.extend(heart.map(|it| Line::from(it.to_vec()).into()));
        }
    }
    if *scene.gait == Gait::Running {
        let gait = Control::CHANGE_GAIT;
        let words = format!("RUNNING ({}: walk)", key_of(&scene.bindings, gait));
        let line = Line::styled(words, Style::new().fg(palette.warning()));
        rows.push(Row::of(line, PanelPart::Control(gait)));
    }
    rows
}

/// Returns the rows about the level, the time, the sight radius, a boon on offer and the air.
fn place(scene: &Scene, eyes: &PointOfView) -> Vec<Row> {
    let mut facts = named(scene, "Depth", scene.depth.0.to_string()).to_vec();
    facts.extend(named(scene, "Turn", scene.clock.turn().to_string()));
    let mut rows = vec![Row::from(Line::from(facts))];
    let sight = sight(scene).map(|it| Line::from(named(scene, "Sight", it).to_vec()));
    rows.extend(sight.map(Row::from));
    if !scene.boons_on_offer().is_empty() {
        let key = key_of(&scene.bindings, Control::BOON);
        let words = format!("Choose a boon: {key}");
        let line = Line::styled(words, Style::new().fg(scene.palette.accent()));
        rows.push(Row::of(line, PanelPart::Control(Control::BOON)));
    }
    rows.extend(air_lines(scene, eyes).map(Row::from));
    rows
}

/// Returns the rows about how well the player can be seen, by how many creatures, and about the lantern. A click on
/// them marks where the player can be seen from, or sets the lantern.
fn light(scene: &Scene, eyes: &PointOfView, sights: &[InView], width: usize) -> Vec<Row> {
    let Some(seen) = seen(scene, eyes, sights) else {
        return Vec::new();
    };
    let palette = &scene.palette;
    let warning = Style::new().fg(palette.warning());
    let text = Style::new().fg(palette.text());
    let style = if seen.is_exposed { warning } else { text };
    // These words are short, to fit the narrowest panel.
    let light = Span::styled(seen.light, style);
    let by = seen.by.words().into_iter();
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
    if scene.lights_on(eyes).iter().any(|it| !it.is_own) {
        let lit = scene.lit_by(eyes).unwrap_or_default();
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
fn worn(scene: &Scene, eyes: &PointOfView, width: usize) -> Vec<Row> {
    let held = eyes.pack.into_iter().flat_map(Inventory::iter);
    let worn = held.filter(|(_, held)| held.worn);
    let names: Vec<&str> = worn
        .filter_map(|(_, held)| Some(scene.things.get(held.kind)?.name.as_str()))
        .collect();
    if names.is_empty() {
        return Vec::new();
    }
    let text = Style::new().fg(scene.palette.text());
    let words = format!("You wear: {}", names.join(", "));
    let wrapped = textwrap::wrap(&words, width.max(1)).into_iter();
    let wear = PanelPart::Control(Control::Named("wear"));
    wrapped
        .map(|line| Row::of(Line::styled(line.into_owned(), text), wear))
        .collect()
}

/// Returns the lines about the air around these eyes, and about fog that gathers.
fn air_lines(scene: &Scene, eyes: &PointOfView) -> impl Iterator<Item = Line<'static>> {
    let warning = Style::new().fg(scene.palette.warning());
    let here = air_here(scene, eyes).map(|air| format!("In {air}"));
    let gathers = scene.fog_gathers(eyes);
    let gathers = gathers.then(|| "Fog is gathering".to_owned());
    let lines = here.into_iter().chain(gathers);
    lines.map(move |words| Line::styled(words, warning))
}

/// Returns what the air is called on the cell of these eyes, if it is not clear and they see it.
pub(super) fn air_here(scene: &Scene, eyes: &PointOfView) -> Option<&'static str> {
    let map = scene.map.as_deref()?;
    let sees = eyes.viewshed.as_ref().is_some_and(|it| it.sees(eyes.at));
    air_words(map.air().at(eyes.at)).filter(|_| sees)
}

/// How well the player can be seen.
pub(super) struct Seen {
    pub(super) light: &'static str,
    /// Whether the player can be seen from farther than beside it.
    pub(super) is_exposed: bool,
    /// The lantern's setting, if the player has a lantern.
    pub(super) lantern: Option<Lantern>,
    /// The creatures in view that see or feel the player.
    pub(super) by: Watchers,
}

/// Returns how well the owner of these eyes can be seen; `None` in a world without darkness.
pub(super) fn seen(scene: &Scene, eyes: &PointOfView, sights: &[InView]) -> Option<Seen> {
    let visibility = scene.visibility(eyes)?;
    let by = scene.watchers(eyes, sights);
    Some(Seen {
        light: exposure_words(visibility, by),
        is_exposed: visibility != Visibility::Hidden,
        lantern: scene.lantern_of(eyes.entity),
        by,
    })
}

/// Returns the sight radius as text, if it differs from the radius at the start of the game.
fn sight(scene: &Scene) -> Option<String> {
    let game = scene.game.as_ref()?;
    let (now, first) = (game.sight.radius, game.setup.sight.radius);
    match (now, first) {
        (Some(now), Some(first)) if now != first => Some(format!("{now} of {first}")),
        (Some(now), None) => Some(now.to_string()),
        _ => None,
    }
}

/// Returns a health bar that is `columns` columns wide.
fn bar(scene: &Scene, health: &Health, columns: usize) -> [Span<'static>; 2] {
    let percent = health.percent().clamp(0, 100);
    percent_bar(scene, percent, columns)
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
    [
        part("█", full, color),
        part("░", columns.saturating_sub(full), empty),
    ]
}
