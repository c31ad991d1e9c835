//! Colours and attributes as terminals are told them ("select graphic rendition" of ECMA-48).

use std::fmt::Write;

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

/// How a cell looks, whatever its glyph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The colour of the glyph.
    pub fore: Color,
    /// The colour around it.
    pub back: Color,
    /// Bold, dim, underlined, reversed; no other attributes are told.
    pub modifier: Modifier,
}

impl Look {
    /// How a cell looks.
    pub fn of(cell: &Cell) -> Self {
        Self {
            fore: cell.fg,
            back: cell.bg,
            modifier: cell.modifier,
        }
    }

    /// The sequence after which a terminal writes with this look, where it has written with `before` so far. What is
    /// told in any case is the look of both colours if `whole`, otherwise only what differs.
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
            // A string takes all that is written to it.
            let _ = write!(sequence, "\u{1b}[{}m", numbers.join(";"));
        }
        sequence
    }
}

/// A colour's numbers: `first` is 30 for the glyph, 40 for the ground.
fn color(color: Color, first: u8) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("{};2;{red};{green};{blue}", first + 8),
        // The first sixteen by their old numbers, which terminals with few colours know, too.
        Color::Indexed(index @ ..8) => (first + index).to_string(),
        Color::Indexed(index @ ..16) => (first + 60 + index - 8).to_string(),
        Color::Indexed(index) => format!("{};5;{index}", first + 8),
        // The view writes no others.
        _ => (first + 9).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_told() {
        let plain = Look::default();
        let red = Look {
            fore: Color::Rgb(255, 0, 1),
            back: Color::Indexed(9),
            ..plain
        };
        let bold = Look {
            modifier: Modifier::BOLD | Modifier::UNDERLINED,
            ..red
        };
        let dim = Look {
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
        let few = Look {
            fore: Color::Indexed(3),
            back: Color::Indexed(200),
            ..plain
        };
        assert_eq!(few.after(plain, false), "\u{1b}[33;48;5;200m");
    }
}
