//! The notice shown in a terminal that is too small.

use bevy::math::UVec2;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::size::TERMINAL_MIN_SIZE;
use crate::view::Palette;

/// Returns a screen of this size that says how large the terminal must be.
pub(super) fn notice(size: UVec2, palette: &Palette) -> Buffer {
    let side = |cells: u32| u16::try_from(cells).unwrap_or(u16::MAX).max(1);
    let area = Rect::new(0, 0, side(size.x), side(size.y));
    let mut buffer = Buffer::empty(area);
    let style = Style::new().fg(palette.text()).bg(palette.background());
    buffer.set_style(area, style);
    let needed = TERMINAL_MIN_SIZE;
    let words = format!(
        "Terminal too small: {}×{}. The game needs {}×{}. Enlarge the terminal to continue, or press Ctrl-C to quit.",
        size.x, size.y, needed.x, needed.y
    );
    let lines = textwrap::wrap(&words, usize::from(area.width));
    for (line, row) in lines.iter().zip(area.rows()) {
        buffer.set_string(row.x, row.y, line, style);
    }
    buffer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notice_fits_in_any_terminal() {
        for (columns, rows) in [
            (59, 21),
            (40, 10),
            (20, 5),
            (3, 2),
            (1, 1),
            (0, 0),
            (300, 4),
        ] {
            let size = UVec2::new(columns, rows);
            let buffer = notice(size, &Palette::default());
            let side = |cells: u32| cells.max(1);
            assert_eq!(u32::from(buffer.area.width), side(columns));
            assert_eq!(u32::from(buffer.area.height), side(rows));
            let text: String = buffer.content.iter().map(|it| it.symbol()).collect();
            assert_ne!(text.trim(), "");
            assert!(text.contains("60×22") || columns < 20, "{text}");
            let here = format!("{columns}×{rows}");
            assert!(text.contains(&here) || columns < 30, "{text}");
        }
    }
}
