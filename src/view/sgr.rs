//! Colours and attributes as terminal escape sequences ("select graphic rendition" in ECMA-48).

use std::fmt::Write;

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

/// The colours and attributes of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellStyle {
    /// The colour of the glyph.
    pub fore: Color,
    /// The colour behind the glyph.
    pub back: Color,
    /// The bold, dim, underlined and reversed attributes. Other attributes are never sent.
    pub modifier: Modifier,
}

impl CellStyle {
    pub fn of(cell: &Cell) -> Self {
        Self {
            fore: cell.fg,
            back: cell.bg,
            modifier: cell.modifier,
        }
    }

    /// Returns the sequence that switches a terminal from the `before` style to this one. The sequence contains only
    /// what differs; if `whole` is set, it always contains both colours.
    pub fn after(self, before: Self, whole: bool) -> String {
        let mut numbers = Vec::new();
        let mut before = before;
        if self.modifier != before.modifier {
            numbers.push("0".to_owned());
            before = Self::default();
            let attributes = [
                (Modifier::BOLD, "1"),
                (Modifier::DIM, "2"),
                (Modifier::UNDERLINED, "4"),
                (Modifier::REVERSED, "7"),
            ];
            let set = attributes
                .iter()
                .filter(|(it, _)| self.modifier.contains(*it));
            numbers.extend(set.map(|(_, number)| (*number).to_owned()));
        }
        let has_color = |color| color != Color::Reset;
        if self.fore != before.fore || (whole && has_color(self.fore)) {
            numbers.push(color(self.fore, 30));
        }
        if self.back != before.back || (whole && has_color(self.back)) {
            numbers.push(color(self.back, 40));
        }
        let mut sequence = String::new();
        if !numbers.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(sequence, "\u{1b}[{}m", numbers.join(";"));
        }
        sequence
    }
}

/// Returns the parameters that select a colour. `first` is 30 for the glyph and 40 for the background.
fn color(color: Color, first: u8) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("{};2;{red};{green};{blue}", first + 8),
        // The first sixteen colours have older codes, which even terminals with few colours understand.
        Color::Indexed(index @ ..8) => (first + index).to_string(),
        Color::Indexed(index @ ..16) => (first + 60 + index - 8).to_string(),
        Color::Indexed(index) => format!("{};5;{index}", first + 8),
        // The view uses no other kinds of colour.
        _ => (first + 9).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_differences_are_sent() {
        let plain = CellStyle::default();
        let red = CellStyle {
            fore: Color::Rgb(255, 0, 1),
            back: Color::Indexed(9),
            ..plain
        };
        let bold = CellStyle {
            modifier: Modifier::BOLD | Modifier::UNDERLINED,
            ..red
        };
        let dim = CellStyle {
            modifier: Modifier::DIM,
            ..plain
        };
        assert_eq!(plain.after(plain, true), "");
        assert_eq!(red.after(plain, false), "\u{1b}[38;2;255;0;1;101m");
        assert_eq!(red.after(red, false), "");
        assert_eq!(red.after(red, true), "\u{1b}[38;2;255;0;1;101m");
        assert_eq!(bold.after(red, false), "\u{1b}[0;1;4;38;2;255;0;1;101m");
        assert_eq!(red.after(bold, false), "\u{1b}[0;38;2;255;0;1;101m");
        assert_eq!(dim.after(bold, false), "\u{1b}[0;2m");
        assert_eq!(plain.after(red, false), "\u{1b}[39;49m");
        let few = CellStyle {
            fore: Color::Indexed(3),
            back: Color::Indexed(200),
            ..plain
        };
        assert_eq!(few.after(plain, false), "\u{1b}[33;48;5;200m");
    }
}
