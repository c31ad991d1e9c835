//! Draws the panel beside the map: the player's state, and the creatures and things in view.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::air::air_words;
use super::entry::entry_lines;
use super::exposure::exposure_words;
use super::in_view::{InView, InViewKind};
use super::key_names::key_of;
use super::last_seen;
use super::map_widget::sign;
use super::scene::{Eyes, Scene};
use super::wounds::LOW;
use crate::control::{Control, Gait};
use crate::game::{Health, Inventory, Lantern, Visibility};

/// Draws the panel. Lines for a wizard or an onlooker come last.
pub(super) fn draw_panel(
    scene: &Scene,
    eyes: &Eyes,
    sights: &[InView],
    area: Rect,
    buffer: &mut Buffer,
) {
    let palette = &scene.palette;
    let is_low = eyes.health.is_some_and(|it| it.percent() < LOW);
    let edge = if is_low {
        palette.warning()
    } else {
        palette.faint_text()
    };
    for y in area.top()..area.bottom() {
        buffer[(area.x, y)].set_char('│').set_fg(edge);
    }
    let inside = Rect::new(area.x + 2, area.y, area.width - 2, area.height);
    let width = usize::from(inside.width);
    let mut lines = vec![Line::styled(
        scene.title.0.clone(),
        Style::new().fg(palette.accent()),
    )];
    lines.push(Line::default());
    lines.extend(vitals(scene, eyes, sights, width));
    lines.push(Line::default());
    let more = scene.lines(width);
    let below = if more.is_empty() { 0 } else { more.len() + 1 };
    let room = usize::from(inside.height).saturating_sub(lines.len() + below);
    let seen = listed(scene, sights, width, room);
    let room = room.saturating_sub(seen.len());
    lines.extend(seen);
    lines.extend(last_seen::listed(scene, eyes, width, room));
    if !more.is_empty() {
        lines.push(Line::default());
        let text = Style::new().fg(palette.text());
        lines.extend(more.iter().map(|line| Line::styled(line.clone(), text)));
    }
    Paragraph::new(lines).render(inside, buffer);
}

/// Returns the lines that show the player's state: health, breath, gait, depth and turn, sight, light and lantern.
fn vitals(scene: &Scene, eyes: &Eyes, sights: &[InView], width: usize) -> Vec<Line<'static>> {
    let palette = &scene.palette;
    let faint = Style::new().fg(palette.faint_text());
    let text = Style::new().fg(palette.text());
    let named = |name: &str, value: String| {
        [
            Span::styled(format!("{name} "), faint),
            Span::styled(format!("{value}  "), text),
        ]
    };
    let mut lines = Vec::new();
    if let Some(health) = eyes.health {
        let numbers = format!("{}/{} ", health.now, health.max);
        let mut spans = named("Health", numbers.clone()).to_vec();
        spans[1] = Span::styled(numbers, text);
        let left = width.saturating_sub(spans.iter().map(Span::width).sum());
        spans.extend(bar(scene, health, left.min(16)));
        lines.push(Line::from(spans));
    }
    let mut facts = Vec::new();
    if let Some(breath) = eyes.breath {
        facts.extend(named("Breath", format!("{}/{}", breath.now, breath.max)));
    }
    let heart = scene.heart(eyes);
    let heart = heart.map(|(now, cells)| named("Heart", format!("{now}/{cells}")));
    let wide = |spans: &[Span]| Line::from(spans.to_vec()).to_string().trim_end().len();
    match heart {
        Some(heart) if wide(&[&facts[..], &heart].concat()) <= width => {
            facts.extend(heart);
            lines.push(Line::from(facts));
        }
        heart => {
            lines.push(Line::from(facts));
            lines.extend(heart.map(|it| Line::from(it.to_vec())));
        }
    }
    if *scene.gait == Gait::Running {
        let words = format!(
            "RUNNING ({}: walk)",
            key_of(&scene.bindings, Control::ChangeGait)
        );
        lines.push(Line::styled(words, Style::new().fg(palette.warning())));
    }
    let mut facts = named("Depth", scene.depth.0.to_string()).to_vec();
    facts.extend(named("Turn", scene.clock.turn().to_string()));
    lines.push(Line::from(facts));
    lines.extend(sight(scene).map(|it| Line::from(named("Sight", it).to_vec())));
    if !scene.boons_on_offer().is_empty() {
        let key = key_of(&scene.bindings, Control::Boon);
        let words = format!("Choose a boon: {key}");
        lines.push(Line::styled(words, Style::new().fg(palette.accent())));
    }
    lines.extend(air_lines(scene, eyes));
    if let Some(seen) = seen(scene, eyes, sights) {
        let warning = Style::new().fg(palette.warning());
        let style = if seen.is_bright { warning } else { text };
        // These words are short, to fit the narrowest panel.
        let light = Span::styled(seen.light, style);
        let by = (seen.by > 0).then(|| Span::styled(format!("seen by {}", seen.by), warning));
        match by {
            Some(by) if light.width() + 1 + by.width() <= width => {
                lines.push(Line::from(vec![light, Span::raw(" "), by]));
            }
            by => lines.extend([Some(light), by].into_iter().flatten().map(Line::from)),
        }
        lines.extend(
            seen.lantern
                .map(|it| Line::from(named("Lantern", it.to_owned()).to_vec())),
        );
    }
    if let Some(oil) = eyes.oil {
        let mut spans = named("Oil", oil.turns().to_string()).to_vec();
        let left = width.saturating_sub(spans.iter().map(Span::width).sum());
        spans.extend(percent_bar(scene, oil.percent(), left.min(16)));
        lines.push(Line::from(spans));
    }
    lines.extend(worn(scene, eyes, width));
    lines
}

/// Returns the lines that list what the player wears.
fn worn(scene: &Scene, eyes: &Eyes, width: usize) -> Vec<Line<'static>> {
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
    wrapped
        .map(|line| Line::styled(line.into_owned(), text))
        .collect()
}

/// Returns the lines about the air around these eyes, and about fog that gathers.
fn air_lines(scene: &Scene, eyes: &Eyes) -> impl Iterator<Item = Line<'static>> {
    let warning = Style::new().fg(scene.palette.warning());
    let here = air_here(scene, eyes).map(|air| format!("In {air}"));
    let gathers = scene.fog_gathers(eyes);
    let gathers = gathers.then(|| "Fog is gathering".to_owned());
    let lines = here.into_iter().chain(gathers);
    lines.map(move |words| Line::styled(words, warning))
}

/// Returns what the air is called on the cell of these eyes, if it is not clear and they see it.
fn air_here(scene: &Scene, eyes: &Eyes) -> Option<&'static str> {
    let map = scene.map.as_deref()?;
    let sees = eyes.viewshed.as_ref().is_some_and(|it| it.sees(eyes.at));
    air_words(map.air().at(eyes.at)).filter(|_| sees)
}

/// How well the player can be seen.
struct Seen {
    light: &'static str,
    /// Whether the player can be seen from afar.
    is_bright: bool,
    /// The lantern's setting, if the lantern is not open.
    lantern: Option<&'static str>,
    /// The number of creatures in view that see the player.
    by: usize,
}

fn seen(scene: &Scene, eyes: &Eyes, sights: &[InView]) -> Option<Seen> {
    let visibility = scene.visibility(eyes)?;
    let lantern = scene.lantern_of(eyes.entity);
    let lantern = lantern.filter(|it| *it != Lantern::Open);
    let by = scene.watchers(eyes, sights);
    Some(Seen {
        light: exposure_words(visibility, by),
        is_bright: visibility == Visibility::Bright,
        lantern: lantern.map(Lantern::name),
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

fn percent_bar(scene: &Scene, percent: i32, columns: usize) -> [Span<'static>; 2] {
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

/// Groups what is in view for the list: places and scenery by name, and all corpses together. Creatures stay separate.
fn grouped(sights: &[InView]) -> Vec<InView> {
    let mut groups: Vec<(InView, usize)> = Vec::new();
    for sight in sights {
        let is_same = |(first, _): &&mut (InView, usize)| {
            let is_named_so = first.name == sight.name || sight.kind == InViewKind::Corpse;
            sight.who.is_none() && first.kind == sight.kind && is_named_so
        };
        match groups.iter_mut().find(is_same) {
            Some((_, count)) => *count += 1,
            None => groups.push((sight.clone(), 1)),
        }
    }
    let name = |(mut sight, count): (InView, usize)| {
        match (count, sight.kind) {
            (1, _) => {}
            (_, InViewKind::Corpse) => sight.name = format!("{count} corpses"),
            _ => sight.name = format!("{} ({count})", sight.name),
        }
        sight
    };
    groups.into_iter().map(name).collect()
}

/// Lists what is in view, in at most `room` lines.
fn listed(scene: &Scene, sights: &[InView], width: usize, room: usize) -> Vec<Line<'static>> {
    let palette = &scene.palette;
    let text = Style::new().fg(palette.text());
    let faint = Style::new().fg(palette.faint_text());
    let mut lines = vec![Line::styled("In view", faint)];
    if sights.is_empty() {
        lines.push(Line::styled("nothing", faint));
    }
    let sights = grouped(sights);
    // If some entries don't fit, the last line says how many.
    for (shown, sight) in sights.iter().enumerate() {
        let entry = entry(scene, sight, width);
        let is_last = shown + 1 == sights.len();
        let left = room.saturating_sub(lines.len() + entry.len());
        if lines.len() + entry.len() > room || (left == 0 && !is_last) {
            let count = sights.len() - shown;
            lines.push(Line::styled(format!("and {count} more"), text));
            break;
        }
        lines.extend(entry);
    }
    lines.truncate(room);
    lines
}

/// Returns the lines of one entry: glyph and sign, name, state, and a health bar if the creature is hurt.
fn entry(scene: &Scene, sight: &InView, width: usize) -> Vec<Line<'static>> {
    let palette = &scene.palette;
    let text = Style::new().fg(palette.text());
    let faint = Style::new().fg(palette.faint_text());
    let glyph = Span::styled(sight.glyph.to_string(), Style::new().fg(sight.color));
    let word = sight.state_word().map(|it| vec![Span::styled(it, faint)]);
    let health = sight.health.filter(|it| *it < 100);
    let bar = health.map(|percent| percent_bar(scene, percent, 6).to_vec());
    let more = word.into_iter().chain(bar).collect();
    let sign = sight.state.and_then(sign);
    entry_lines((glyph, sign), (&sight.name, text), more, width)
}

/// Draws a two-line version of the panel, for screens that have no room for the full one.
pub(super) fn draw_facts(
    scene: &Scene,
    eyes: &Eyes,
    sights: &[InView],
    area: Rect,
    buffer: &mut Buffer,
) {
    let width = usize::from(area.width);
    let text = Style::new().fg(scene.palette.text());
    // A fact that does not fit is left out rather than cut short.
    let mut spans = Vec::new();
    for fact in facts(scene, eyes, sights) {
        let wide = |spans: &[Span]| spans.iter().map(Span::width).sum::<usize>();
        let gap = usize::from(!spans.is_empty());
        if wide(&spans) + gap + wide(&fact) <= width {
            spans.extend((gap > 0).then(|| Span::raw(" ")));
            spans.extend(fact);
        }
    }
    let seen = names_in_a_line(&grouped(sights), width, text);
    Paragraph::new(vec![Line::from(spans), Line::from(seen)]).render(area, buffer);
}

/// Returns facts about the player's state, with the most important ones first.
fn facts<'a>(scene: &Scene, eyes: &Eyes, sights: &[InView]) -> Vec<Vec<Span<'a>>> {
    let palette = &scene.palette;
    let faint = Style::new().fg(palette.faint_text());
    let text = Style::new().fg(palette.text());
    let warning = Style::new().fg(palette.warning());
    let mut facts: Vec<Vec<Span>> = Vec::new();
    if let Some(health) = eyes.health {
        let (color, _) = palette.bar(health.percent());
        let numbers = format!("{}/{}", health.now, health.max);
        facts.push(vec![
            Span::styled("hp ", faint),
            Span::styled(numbers, Style::new().fg(color)),
        ]);
    }
    if *scene.gait == Gait::Running {
        facts.push(vec![Span::styled("RUNNING", warning)]);
    }
    facts.extend(air_here(scene, eyes).map(|it| vec![Span::styled(it, warning)]));
    if scene.fog_gathers(eyes) {
        facts.push(vec![Span::styled("fog gathers", warning)]);
    }
    if let Some(seen) = seen(scene, eyes, sights) {
        if seen.by > 0 {
            let by = format!("seen by {}", seen.by);
            facts.push(vec![Span::styled(by, warning)]);
        }
        let style = if seen.is_bright { warning } else { text };
        facts.push(vec![Span::styled(seen.light, style)]);
        let lantern = seen.lantern.map(|it| Span::styled(it, text));
        facts.extend(lantern.map(|it| vec![it]));
    }
    if !scene.boons_on_offer().is_empty() {
        let key = key_of(&scene.bindings, Control::Boon);
        let accent = Style::new().fg(palette.accent());
        facts.push(vec![Span::styled(format!("boon: {key}"), accent)]);
    }
    let named = |name: &'static str, value: String| {
        vec![Span::styled(name, faint), Span::styled(value, text)]
    };
    if let Some(breath) = eyes.breath {
        facts.push(named("br ", format!("{}/{}", breath.now, breath.max)));
    }
    if let Some((now, cells)) = scene.heart(eyes) {
        facts.push(named("heart ", format!("{now}/{cells}")));
    }
    if let Some(oil) = eyes.oil {
        facts.push(named("oil ", oil.turns().to_string()));
    }
    facts.push(named("depth ", scene.depth.0.to_string()));
    facts.push(named("turn ", scene.clock.turn().to_string()));
    facts
}

/// Lists as many names as fit on one line, followed by the number of those that don't.
fn names_in_a_line<'a>(sights: &[InView], width: usize, text: Style) -> Vec<Span<'a>> {
    let mut seen = Vec::new();
    let mut used = 0;
    for (shown, sight) in sights.iter().enumerate() {
        let sign = sight.state.and_then(sign).unwrap_or(' ');
        let word = format!("{sign}{}  ", sight.name);
        let more = format!("+{}", sights.len() - shown);
        let is_last = shown + 1 == sights.len();
        let reserve = if is_last { 0 } else { more.len() };
        if used + 1 + word.trim_end().chars().count() + reserve > width {
            seen.push(Span::styled(more, text));
            break;
        }
        used += 1 + word.chars().count();
        seen.push(Span::styled(
            sight.glyph.to_string(),
            Style::new().fg(sight.color),
        ));
        seen.push(Span::styled(word, text));
    }
    seen
}
