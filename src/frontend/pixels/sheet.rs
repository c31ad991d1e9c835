//! The font: sheets of glyphs in five sizes, regular and bold.

use std::sync::LazyLock;

use super::super::picture::Font;

/// The characters of code page 437, in the order of the glyphs on a sheet.
const CHARACTERS: &str = "\0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼ !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`\
abcdefghijklmnopqrstuvwxyz{|}~⌂ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■□";

/// The number of glyphs in a row of a sheet.
const COLUMNS: u32 = 16;

/// The number of glyphs of each weight.
pub(super) const GLYPHS: u32 = 256;

/// The thickness of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// For text.
    Regular,
    /// For the map.
    Bold,
}

/// The glyphs of one cut of the font.
pub struct Sheet {
    cut: u32,
    /// The pixels of the whole sheet, row by row.
    bits: Vec<bool>,
}

static SHEETS: LazyLock<[Sheet; 5]> = LazyLock::new(|| fogbound_assets::FONT.map(Sheet::read));

/// Returns the number of a character's glyph, or `None` if the font lacks the character.
pub(super) fn glyph_of(character: char) -> Option<u32> {
    CHARACTERS
        .chars()
        .zip(0..)
        .find(|(it, _)| *it == character)
        .map(|(_, at)| at)
}

impl Sheet {
    /// Returns the cut with glyphs of this height, or the smallest cut if there is none.
    pub fn of(cut: u32) -> &'static Self {
        SHEETS.iter().find(|it| it.cut == cut).unwrap_or(&SHEETS[0])
    }

    fn read((cut, file): (u32, &[u8])) -> Self {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let read = decoder.read_info().and_then(|mut reader| {
            let mut bytes = vec![0; reader.output_buffer_size().unwrap_or_default()];
            reader.next_frame(&mut bytes)?;
            Ok(bytes)
        });
        let bytes = read.expect("a test reads every sheet");
        Self {
            cut,
            bits: bytes.into_iter().map(|it| it > 127).collect(),
        }
    }

    pub fn size(&self) -> (u32, u32) {
        (self.cut / 2, self.cut)
    }

    /// Returns a row of a glyph: bit 0 is the first column. Rows above and below the glyph are empty.
    pub(super) fn row_bits(&self, weight: Weight, glyph: u32, row: i32) -> u64 {
        let (width, height) = self.size();
        let Some(row) = u32::try_from(row).ok().filter(|row| *row < height) else {
            return 0;
        };
        let glyph = match weight {
            Weight::Regular => glyph,
            Weight::Bold => glyph + GLYPHS,
        };
        let at = (glyph / COLUMNS * height + row) * COLUMNS * width + glyph % COLUMNS * width;
        let bits = self.bits[at as usize..].iter().take(width as usize);
        bits.rev().fold(0, |row, bit| row << 1 | u64::from(*bit))
    }
}

/// The bold glyphs, for pictures that are not made of cells.
impl Font for Sheet {
    fn height(&self) -> u32 {
        self.cut
    }

    fn row(&self, glyph: char, row: u32) -> u32 {
        let glyph = glyph_of(glyph).or(glyph_of('?')).unwrap_or_default();
        self.row_bits(Weight::Bold, glyph, row as i32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::bestiary::can_be_shown;
    use crate::map::is_shown;

    #[test]
    fn the_font_has_every_glyph_that_the_game_can_show() {
        let shown = (char::MIN..='\u{ffff}').filter(|it| can_be_shown(*it) || is_shown(*it));
        assert_eq!(shown.clone().count(), 95 + 127 + 31);
        for character in shown {
            let glyph = glyph_of(character);
            assert!(
                glyph.is_some(),
                "{character:?} would be shown as a question mark"
            );
            for sheet in SHEETS.iter() {
                for weight in [Weight::Regular, Weight::Bold] {
                    let row = |y| sheet.row_bits(weight, glyph.unwrap_or_default(), y);
                    let blank = (0..sheet.size().1 as i32).all(|y| row(y) == 0);
                    assert_eq!(blank, character == ' ', "{character:?} at {}", sheet.cut);
                }
            }
        }
    }
}
