//! The creatures that have left the view, and where they were last seen.

use std::cmp::Reverse;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::entry::entry_lines;
use super::row::{PanelPart, Row};
use super::{PointOfView, Scene};
use crate::game::{Ghost, State};

impl<'a> PointOfView<'a> {
    /// Returns the ghosts that the owner of these eyes knows of, newest and then nearest first. Only the player has any.
    pub fn last_seen(&self) -> Vec<&'a Ghost> {
        let mut all: Vec<&Ghost> = self.ghosts.into_iter().flat_map(|it| it.iter()).collect();
        all.sort_by_key(|it| {
            let far = it.at.distance_squared(self.at);
            (Reverse(it.when), far, it.at.y, it.at.x)
        });
        all
    }
}

/// Returns how long ago something was, in words.
pub fn ago(turns: u64) -> String {
    match turns {
        0 => "a moment ago".to_owned(),
        1 => "a turn ago".to_owned(),
        _ => format!("{turns} turns ago"),
    }
}

/// Lists the ghosts, in at most `room` rows including an empty row above them.
pub(super) fn listed(scene: &Scene, ghosts: &[Ghost], width: usize, room: usize) -> Vec<Row> {
    let faint = Style::new().fg(scene.palette.faint_text());
    let mut rows = vec![Row::default(), Line::styled("Last seen", faint).into()];
    for (shown, ghost) in ghosts.iter().enumerate() {
        let letter = Span::styled(ghost.appearance.glyph.to_string(), faint);
        let sign = (ghost.state == State::Asleep).then_some('z');
        let age = Span::styled(ago(ghost.age(scene.clock.tick)), faint);
        let entry = entry_lines((letter, sign), (&ghost.name, faint), vec![vec![age]], width);
        let is_last = shown + 1 == ghosts.len();
        let left = room.saturating_sub(rows.len() + entry.len());
        if rows.len() + entry.len() > room || (left == 0 && !is_last) {
            let count = ghosts.len() - shown;
            rows.push(Line::styled(format!("and {count} more"), faint).into());
            break;
        }
        rows.extend(
            entry
                .into_iter()
                .map(|it| Row::of(it, PanelPart::Cell(ghost.at))),
        );
    }
    // A heading alone says nothing.
    if ghosts.is_empty() || room < 3 {
        rows.clear();
    }
    rows.truncate(room);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_given_in_turns() {
        let words = [0, 1, 2, 99].map(ago);
        let all = ["a moment ago", "a turn ago", "2 turns ago", "99 turns ago"];
        assert_eq!(words, all);
    }
}
