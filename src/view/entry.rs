//! The entries of the lists in the panel.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Returns the lines of one entry: a glyph and a sign, a name, and whatever else fits.
pub(super) fn entry_lines(
    (glyph, sign): (Span<'static>, Option<char>),
    (name, style): (&str, Style),
    more: Vec<Vec<Span<'static>>>,
    width: usize,
) -> Vec<Line<'static>> {
    const INDENT: usize = 3;
    let sign = sign.unwrap_or(' ');
    let room = width.saturating_sub(INDENT).max(1);
    let mut names = textwrap::wrap(name, room).into_iter();
    let first = names.next().unwrap_or_default().into_owned();
    let mut lines = vec![vec![
        glyph,
        Span::styled(format!("{sign} "), style),
        Span::styled(first, style),
    ]];
    lines.extend(names.map(|it| vec![Span::styled(format!("{:INDENT$}{it}", ""), style)]));
    for spans in more {
        let wide = |line: &[Span]| line.iter().map(Span::width).sum::<usize>();
        if let Some(last) = lines.last_mut()
            && wide(last) + 1 + wide(&spans) <= width
        {
            last.push(Span::raw(" "));
            last.extend(spans);
        } else if wide(&spans) <= room {
            let mut line = vec![Span::raw(" ".repeat(INDENT))];
            line.extend(spans);
            lines.push(line);
        }
    }
    lines.into_iter().map(Line::from).collect()
}
