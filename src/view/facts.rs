//! Draws a two-line version of the panel, for screens that have no room for the full one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::exposure::exposure_words;
use super::in_view::InView;
use super::in_view_list::grouped;
use super::key_names::key_of;
use super::map_widget::sign;
use super::observation::Observation;
use super::scene::Scene;
use crate::control::Control;
use crate::game::Lantern;

pub(super) fn draw_facts(scene: &Scene, seen: &Observation, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let text = Style::new().fg(scene.palette.text());
    // A fact that does not fit is left out rather than cut short.
    let mut spans = Vec::new();
    for fact in facts(scene, seen) {
        let wide = |spans: &[Span]| spans.iter().map(Span::width).sum::<usize>();
        let gap = usize::from(!spans.is_empty());
        if wide(&spans) + gap + wide(&fact) <= width {
            spans.extend((gap > 0).then(|| Span::raw(" ")));
            spans.extend(fact);
        }
    }
    let names = names_in_a_line(&grouped(&seen.in_view), width, text);
    Paragraph::new(vec![Line::from(spans), Line::from(names)]).render(area, buffer);
}

/// Returns facts about the player's state, with the most important ones first.
fn facts<'a>(scene: &Scene, seen: &Observation) -> Vec<Vec<Span<'a>>> {
    let palette = &scene.palette;
    let faint = Style::new().fg(palette.faint_text());
    let text = Style::new().fg(palette.text());
    let warning = Style::new().fg(palette.warning());
    let mut facts: Vec<Vec<Span>> = Vec::new();
    if let Some(health) = seen.health {
        let (color, _) = palette.bar(health.percent());
        let numbers = format!("{}/{}", health.now(), health.max());
        facts.push(vec![
            Span::styled("hp ", faint),
            Span::styled(numbers, Style::new().fg(color)),
        ]);
    }
    if seen.runs {
        facts.push(vec![Span::styled("RUNNING", warning)]);
    }
    facts.extend(seen.air.map(|it| vec![Span::styled(it, warning)]));
    if seen.fog_gathers {
        facts.push(vec![Span::styled("fog gathers", warning)]);
    }
    if let Some(visibility) = seen.visibility {
        let by = seen.watchers();
        let words = by.words().into_iter();
        facts.extend(words.map(|it| vec![Span::styled(it, warning)]));
        let style = if seen.is_exposed() { warning } else { text };
        facts.push(vec![Span::styled(exposure_words(visibility, by), style)]);
        let lantern = seen.lantern.filter(|it| *it != Lantern::Open);
        facts.extend(lantern.map(|it| vec![Span::styled(it.name(), text)]));
    }
    if seen.has_boon {
        let key = key_of(&scene.bindings, Control::BOON);
        let accent = Style::new().fg(palette.accent());
        facts.push(vec![Span::styled(format!("boon: {key}"), accent)]);
    }
    let named = |name: &'static str, value: String| {
        vec![Span::styled(name, faint), Span::styled(value, text)]
    };
    if let Some((now, max)) = seen.breath {
        facts.push(named("br ", format!("{now}/{max}")));
    }
    if let Some((now, cells)) = seen.heart {
        facts.push(named("heart ", format!("{now}/{cells}")));
    }
    if let Some((turns, _)) = seen.oil {
        facts.push(named("oil ", turns.to_string()));
    }
    facts.push(named("depth ", seen.depth.to_string()));
    facts.push(named("turn ", seen.turn.to_string()));
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
