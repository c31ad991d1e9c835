//! Draws a two-line version of the panel, for screens that have no room for the full one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::in_view::InView;
use super::in_view_list::grouped;
use super::key_names::key_of;
use super::map_widget::sign;
use super::scene::{PointOfView, Scene};
use super::vitals::{air_here, seen};
use crate::control::{Control, Gait};
use crate::game::Lantern;

/// Draws the two lines.
pub(super) fn draw_facts(
    scene: &Scene,
    eyes: &PointOfView,
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
fn facts<'a>(scene: &Scene, eyes: &PointOfView, sights: &[InView]) -> Vec<Vec<Span<'a>>> {
    let palette = &scene.palette;
    let faint = Style::new().fg(palette.faint_text());
    let text = Style::new().fg(palette.text());
    let warning = Style::new().fg(palette.warning());
    let mut facts: Vec<Vec<Span>> = Vec::new();
    if let Some(health) = eyes.health {
        let (color, _) = palette.bar(health.percent());
        let numbers = format!("{}/{}", health.now(), health.max());
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
        let by = seen.by.words().into_iter();
        facts.extend(by.map(|it| vec![Span::styled(it, warning)]));
        let style = if seen.is_exposed { warning } else { text };
        facts.push(vec![Span::styled(seen.light, style)]);
        let lantern = seen.lantern.filter(|it| *it != Lantern::Open);
        facts.extend(lantern.map(|it| vec![Span::styled(it.name(), text)]));
    }
    if !scene.boons_on_offer().is_empty() {
        let key = key_of(&scene.bindings, Control::BOON);
        let accent = Style::new().fg(palette.accent());
        facts.push(vec![Span::styled(format!("boon: {key}"), accent)]);
    }
    let named = |name: &'static str, value: String| {
        vec![Span::styled(name, faint), Span::styled(value, text)]
    };
    if let Some(breath) = eyes.breath {
        facts.push(named("br ", format!("{}/{}", breath.now(), breath.max())));
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
