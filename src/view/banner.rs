//! A title drawn in large letters, which sink into the fog at their feet.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

use super::Palette;
use super::shade::mixed;

/// The width and height of a letter, in dots.
const LETTER: (usize, usize) = (5, 6);

/// Each letter, row by row.
const LETTERS: &[(char, &str)] = &[
    ('A', " ### /#   #/#   #/#####/#   #/#   #"),
    ('B', "#### /#   #/#### /#   #/#   #/#### "),
    ('C', " ####/#    /#    /#    /#    / ####"),
    ('D', "#### /#   #/#   #/#   #/#   #/#### "),
    ('E', "#####/#    /###  /#    /#    /#####"),
    ('F', "#####/#    /###  /#    /#    /#    "),
    ('G', " ####/#    /#  ##/#   #/#   #/ ####"),
    ('H', "#   #/#   #/#####/#   #/#   #/#   #"),
    ('I', "#####/  #  /  #  /  #  /  #  /#####"),
    ('J', "  ###/    #/    #/    #/#   #/ ### "),
    ('K', "#   #/#  # /###  /#  # /#   #/#   #"),
    ('L', "#    /#    /#    /#    /#    /#####"),
    ('M', "#   #/## ##/# # #/#   #/#   #/#   #"),
    ('N', "#   #/##  #/# # #/#  ##/#   #/#   #"),
    ('O', " ### /#   #/#   #/#   #/#   #/ ### "),
    ('P', "#### /#   #/#   #/#### /#    /#    "),
    ('Q', " ### /#   #/#   #/# # #/#  # / ## #"),
    ('R', "#### /#   #/#   #/#### /#  # /#   #"),
    ('S', " ####/#    / ### /    #/    #/#### "),
    ('T', "#####/  #  /  #  /  #  /  #  /  #  "),
    ('U', "#   #/#   #/#   #/#   #/#   #/ ### "),
    ('V', "#   #/#   #/#   #/ # # / # # /  #  "),
    ('W', "#   #/#   #/#   #/# # #/## ##/#   #"),
    ('X', "#   #/ # # /  #  /  #  / # # /#   #"),
    ('Y', "#   #/ # # /  #  /  #  /  #  /  #  "),
    ('Z', "#####/   # /  #  / #   /#    /#####"),
    ('0', " ### /#  ##/# # #/##  #/#   #/ ### "),
    ('1', "  #  / ##  /  #  /  #  /  #  /#####"),
    ('2', " ### /#   #/   # /  #  / #   /#####"),
    ('3', "#### /    #/ ### /    #/    #/#### "),
    ('4', "#  # /#  # /#  # /#####/   # /   # "),
    ('5', "#####/#    /#### /    #/    #/#### "),
    ('6', " ### /#    /#### /#   #/#   #/ ### "),
    ('7', "#####/    #/   # /  #  /  #  /  #  "),
    ('8', " ### /#   #/ ### /#   #/#   #/ ### "),
    ('9', " ### /#   #/#   #/ ####/    #/ ### "),
    (' ', "     /     /     /     /     /     "),
    ('-', "     /     / ### /     /     /     "),
    ('\'', "  #  /  #  /     /     /     /     "),
    ('.', "     /     /     /     /     /  #  "),
    (':', "     /  #  /     /     /  #  /     "),
    ('!', "  #  /  #  /  #  /  #  /     /  #  "),
];

/// Returns the rows of dots that make up a title, or `None` if a character has no large letter.
fn dots(title: &str) -> Option<Vec<Vec<bool>>> {
    let drawn = |letter: char| {
        let letter = letter.to_ascii_uppercase();
        LETTERS.iter().find(|(it, _)| *it == letter).map(|it| it.1)
    };
    let letters: Vec<&str> = title.chars().map(drawn).collect::<Option<_>>()?;
    let row = |y: usize| {
        let rows = letters.iter().filter_map(|it| it.split('/').nth(y));
        let rows: Vec<&str> = rows.collect();
        rows.join(" ").chars().map(|it| it == '#').collect()
    };
    Some((0..LETTER.1).map(row).collect())
}

/// The sizes of letters, the largest first: the columns that a dot takes, and the dots that share a row of the screen.
const SCALES: [(usize, usize); 2] = [(2, 1), (1, 2)];

/// Returns the largest scale at which a title fits, and its size on the screen.
fn fitting(title: &str, room: Size) -> Option<((usize, usize), Size)> {
    dots(title)?;
    let columns = (title.chars().count() * (LETTER.0 + 1)).checked_sub(1)?;
    SCALES.into_iter().find_map(|(wide, shared)| {
        let width = u16::try_from(columns * wide).ok()?;
        let size = Size::new(width, (LETTER.1 / shared) as u16);
        let fits = size.width <= room.width && size.height <= room.height;
        fits.then_some(((wide, shared), size))
    })
}

/// Returns the size of a title in large letters, or `None` if it does not fit or has a character without a large letter.
pub fn banner_size(title: &str, room: Size) -> Option<Size> {
    fitting(title, room).map(|(_, size)| size)
}

/// Draws a title in large letters in the middle of `area`, if it fits.
pub fn draw_banner(title: &str, palette: &Palette, area: Rect, buffer: &mut Buffer) {
    let (Some(((wide, shared), size)), Some(dots)) = (fitting(title, area.into()), dots(title))
    else {
        return;
    };
    let corner = (area.x + (area.width - size.width) / 2, area.y);
    // A column on either side stays empty, whatever is behind the letters.
    let behind = Rect::new(
        corner.0.saturating_sub(1),
        corner.1,
        size.width + 2,
        size.height,
    );
    let blank = Style::new().fg(palette.text()).bg(palette.background());
    for place in behind.intersection(buffer.area).positions() {
        buffer[place].set_char(' ').set_style(blank);
    }
    for y in 0..size.height {
        let fog = u32::from(y) * 80 / u32::from(size.height);
        let color = mixed(palette.accent(), palette.faint_text(), fog);
        for x in 0..size.width {
            let is_dot = |row: usize| {
                let row = dots.get(usize::from(y) * shared + row);
                row.and_then(|row| row.get(usize::from(x) / wide)) == Some(&true)
            };
            let glyph = match (is_dot(0), is_dot(shared - 1)) {
                (true, true) => "█",
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => continue,
            };
            let style = Style::new().fg(color).bg(palette.background());
            buffer.set_string(corner.0 + x, corner.1 + y, glyph, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_fills_its_box() {
        for (letter, drawn) in LETTERS {
            let rows: Vec<&str> = drawn.split('/').collect();
            assert_eq!(rows.len(), LETTER.1, "{letter}");
            assert!(rows.iter().all(|it| it.len() == LETTER.0), "{letter}");
        }
    }

    #[test]
    fn the_largest_size_that_fits_is_chosen() {
        let size = |title, width, height| {
            banner_size(title, Size::new(width, height)).map(|it| (it.width, it.height))
        };
        assert_eq!(size("Fogbound", 94, 6), Some((94, 6)));
        assert_eq!(size("Fogbound", 93, 6), Some((47, 3)));
        assert_eq!(size("Fogbound", 46, 6), None);
        assert_eq!(size("Fogbound", 94, 2), None);
        assert_eq!(size("Höhle", 94, 6), None);
        assert_eq!(size("", 94, 6), None);
    }

    #[test]
    fn letters_are_drawn_with_half_blocks() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 3));
        draw_banner("f", &Palette::default(), buffer.area, &mut buffer);
        let rows = buffer.content.chunks(5);
        let rows: Vec<String> = rows
            .map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect())
            .collect();
        assert_eq!(rows, ["█▀▀▀▀", "█▀▀  ", "█    "]);
    }
}
