//! The panel's list of what is in view.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::camera::Camera;
use super::entry::entry_lines;
use super::in_view::{InView, InViewKind};
use super::map_widget::sign;
use super::row::{PanelPart, Row};
use super::scene::{PointOfView, Scene};
use super::sentences::compass;
use super::vitals::percent_bar;
use crate::grid::Direction;

/// Groups what is in view for the list: places and scenery by name, and all corpses together. Creatures stay separate.
pub(super) fn grouped(sights: &[InView]) -> Vec<InView> {
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

/// Lists what is in view, in at most `room` rows. Says where a creature is that the map has no room for.
pub(super) fn listed(
    scene: &Scene,
    (eyes, camera): (&PointOfView, &Camera),
    sights: &[InView],
    (width, room): (usize, usize),
) -> Vec<Row> {
    let palette = &scene.palette;
    let text = Style::new().fg(palette.text());
    let faint = Style::new().fg(palette.faint_text());
    let mut rows = vec![Row::from(Line::styled("In view", faint))];
    if sights.is_empty() {
        rows.push(Line::styled("nothing", faint).into());
    }
    let sights = grouped(sights);
    // If some entries don't fit, the last row says how many.
    for (shown, sight) in sights.iter().enumerate() {
        let is_hidden = sight.who.is_some() && camera.to_screen(sight.at).is_none();
        let whence = Direction::towards(sight.at - eyes.at).filter(|_| is_hidden);
        let entry = entry(scene, sight, whence.map(compass), width);
        let is_last = shown + 1 == sights.len();
        let left = room.saturating_sub(rows.len() + entry.len());
        if rows.len() + entry.len() > room || (left == 0 && !is_last) {
            let count = sights.len() - shown;
            rows.push(Line::styled(format!("and {count} more"), text).into());
            break;
        }
        let of_sight = |line| Row::of(line, PanelPart::Cell(sight.at));
        let first = rows.len();
        rows.extend(entry.into_iter().map(of_sight));
        rows[first].picture = sight.picture.map(|it| (it, sight.color));
        rows[first].state = sight.state;
    }
    rows.truncate(room);
    rows
}

/// Returns the lines of one entry: glyph and sign, name, state, a health bar if the creature is hurt, and where it is.
fn entry(
    scene: &Scene,
    sight: &InView,
    whence: Option<&'static str>,
    width: usize,
) -> Vec<Line<'static>> {
    let palette = &scene.palette;
    let text = Style::new().fg(palette.text());
    let faint = Style::new().fg(palette.faint_text());
    let glyph = Span::styled(sight.glyph.to_string(), Style::new().fg(sight.color));
    let word = sight.state_word().map(|it| vec![Span::styled(it, faint)]);
    let health = sight.health.filter(|it| *it < 100);
    let bar = health.map(|percent| percent_bar(scene, percent, 6).to_vec());
    let whence = whence.map(|it| vec![Span::styled(it, text)]);
    let more = word.into_iter().chain(bar).chain(whence).collect();
    let sign = sight.state.and_then(sign);
    entry_lines((glyph, sign), (&sight.name, text), more, width)
}
