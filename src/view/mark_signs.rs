//! What the marks on the map mean while the cells from which the player can be seen are marked.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::key_names::key_of;
use super::row::{PanelPart, Row};
use super::scene::Scene;
use super::sentences::capitalized;
use crate::control::Control;

/// Returns each sign and what it means. The sign of a cell that only has a background is a blank.
fn signs(scene: &Scene) -> [(Span<'static>, &'static str); 7] {
    let palette = &scene.palette;
    let plain = |sign: &'static str| Span::styled(sign, Style::new().fg(palette.text()));
    let ground = |color| Span::styled(" ", Style::new().bg(color));
    [
        (ground(palette.overlay()), "you can be seen from here"),
        (ground(palette.watched()), "a creature in view sees this"),
        (plain("7"), "odds of being noticed: 70%"),
        (plain("!"), "almost sure to be noticed"),
        (plain("?"), "only unknown kinds might notice"),
        (plain("^"), "an enemy believes you are here"),
        (ground(palette.alarm()), "fire is about to burn this"),
    ]
}

/// Returns the panel's rows about the marks, or none if nothing is marked.
pub(super) fn rows(scene: &Scene, width: usize) -> Vec<Row> {
    if !scene.marks_exposure.0 {
        return Vec::new();
    }
    let faint = Style::new().fg(scene.palette.faint_text());
    let key = key_of(&scene.bindings, Control::EXPOSURE);
    let title = Line::styled(format!("Marks ({key} hides them)"), faint);
    let mut rows = vec![Row::of(title, PanelPart::Control(Control::EXPOSURE))];
    let lit = scene.player().and_then(|eyes| scene.lit_by(&eyes));
    let lit = lit.map(|it| capitalized(&format!("you are {it}.")));
    for words in lit.iter().flat_map(|it| textwrap::wrap(it, width.max(1))) {
        rows.push(Line::styled(words.into_owned(), faint).into());
    }
    for (sign, meaning) in signs(scene) {
        let wrapped = textwrap::wrap(meaning, width.saturating_sub(2).max(1)).into_iter();
        for (number, words) in wrapped.enumerate() {
            let sign = if number == 0 {
                sign.clone()
            } else {
                Span::raw(" ")
            };
            let words = Span::styled(format!(" {words}"), faint);
            rows.push(Line::from(vec![sign, words]).into());
        }
    }
    rows
}
