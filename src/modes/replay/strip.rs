//! The lines below the map of a replay.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::rehearsal::Remark;
use super::{ReplayScreen, keys};
use crate::journal::End;
use crate::view::Scene;

impl ReplayScreen {
    /// Describes the current position in the replay.
    pub(super) fn place(&self) -> String {
        let at = self.replay.at();
        let (turn, depth) = self.replay.moment(at);
        let (last, _) = self.replay.moment(self.replay.len());
        let end = match self.replay.end(at) {
            Some(End::Died) => " (death)",
            Some(End::Won) => " (victory)",
            _ if at == self.replay.len() => " (end)",
            _ => "",
        };
        format!("Turn {turn} of {last}{end}, level {depth}")
    }

    pub(super) fn title(&self) -> String {
        let name = self.rehearsal.as_ref().map(|it| it.name());
        name.unwrap_or_else(|| "Replay".to_owned())
    }

    /// Returns what the rehearsal says about this moment.
    pub(super) fn remarks(&self) -> Vec<Remark> {
        let (turn, _) = self.replay.moment(self.replay.at());
        let rehearsal = self.rehearsal.as_ref();
        rehearsal.map(|it| it.remarks(turn)).unwrap_or_default()
    }

    /// Returns the lines below the map: where the replay is, a bar of how far, remarks, and what can be done.
    pub(super) fn strip(&self, scene: &Scene, columns: usize) -> Vec<Line<'static>> {
        let palette = &scene.palette;
        let (text, accent) = (
            Style::new().fg(palette.text()),
            Style::new().fg(palette.accent()),
        );
        let [pace, eyes, view] = self.playback.words(scene);
        let facts = format!("{}  {}  {pace}  {eyes}, {view}", self.title(), self.place());
        let wrap = |words: &str, style: Style| -> Vec<Line<'static>> {
            let lines = textwrap::wrap(words, columns.max(1)).into_iter();
            lines
                .map(|it| Line::styled(it.into_owned(), style))
                .collect()
        };
        let mut lines = wrap(&facts, text);
        lines.push(self.bar(columns, accent));
        for remark in self.remarks() {
            let color = match remark.is_bad {
                true => palette.warning(),
                false => palette.text(),
            };
            lines.extend(wrap(&remark.text, Style::new().fg(color)));
        }
        match (&self.typed, &self.message) {
            (Some(digits), _) => lines.push(Line::styled(format!("Go to turn: {digits}█"), accent)),
            (None, Some(message)) => {
                lines.extend(wrap(message, Style::new().fg(palette.warning())));
            }
            (None, None) => {
                let words = self.end_words().into_iter();
                let words: Vec<&str> = words.chain([keys(&scene.bindings)]).collect();
                lines.extend(wrap(&words.join(" "), text));
            }
        }
        lines
    }

    /// Returns the bar that shows how far the replay is. The last column stays free, like that of the text.
    fn bar(&self, columns: usize, style: Style) -> Line<'static> {
        let room = columns.saturating_sub(1);
        let full = match self.replay.len() {
            0 => room,
            len => room * self.replay.at() / len,
        };
        let parts = [("█", full), ("░", room - full)];
        Line::from_iter(parts.map(|(part, count)| Span::styled(part.repeat(count), style)))
    }
}
