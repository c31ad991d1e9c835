//! The window's font: images of 16 × 32 glyphs in the order of code page 437, regular and then bold.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::LazyLock;

use png::{Decoder, Transformations};

/// The glyphs that code page 437 assigns to control characters, starting at code 1.
const BELOW_ASCII: &str = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼";
/// The glyphs starting at code 127. The last glyph is an addition.
const ABOVE_ASCII: &str = "⌂\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
    áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■□";

static FONTS: LazyLock<HashMap<usize, Font>> = LazyLock::new(|| {
    let cuts = [16, 20, 24, 28, 32];
    cuts.into_iter().map(|cut| (cut, Font::read(cut))).collect()
});

/// The lines of a glyph from top to bottom. The lowest bit of a line is its leftmost pixel.
pub type Glyph = Vec<u32>;

/// A cut of the font. Its glyphs are half as wide as high.
pub struct Font {
    glyphs: HashMap<char, Glyph>,
}

/// Returns the cut with glyphs of this height.
pub fn text_font(cut: usize) -> &'static Font {
    &FONTS[&cut]
}

impl Font {
    /// Returns the glyph of a character, or a question mark if the font has none.
    pub fn glyph(&self, character: char) -> &Glyph {
        self.glyphs
            .get(&character)
            .unwrap_or_else(|| &self.glyphs[&'?'])
    }

    /// Returns the character with this glyph. If there are several, spaces and ASCII come first.
    pub fn character(&self, glyph: &Glyph) -> Option<char> {
        let alike = self
            .glyphs
            .iter()
            .filter(|(_, it)| *it == glyph)
            .map(|(&character, _)| character);
        alike.min_by_key(|&character| (character != ' ', character == '\0', character))
    }

    fn read(cut: usize) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/font");
        let name = format!("lamplight-{cut}.png");
        let (width, bits) = read_bits(&folder.join(&name));
        let cell = cut / 2;
        assert_eq!(
            (width, bits.len() / width),
            (16 * cell, 32 * cut),
            "the size of {name}"
        );
        let glyphs = (0..256).zip(characters()).map(|(index, character)| {
            let (left, top) = (index % 16 * cell, index / 16 * cut);
            let is_set = |x: usize, y: usize| bits[(top + y) * width + left + x];
            let line = |y| (0..cell).fold(0, |line, x| line | u32::from(is_set(x, y)) << x);
            (character, (0..cut).map(line).collect())
        });
        Self {
            glyphs: glyphs.collect(),
        }
    }
}

fn characters() -> impl Iterator<Item = char> {
    let ascii = ' '..='~';
    "\0".chars()
        .chain(BELOW_ASCII.chars())
        .chain(ascii)
        .chain(ABOVE_ASCII.chars())
}

/// Reads a black and white image. Returns its width, and whether each pixel is white.
fn read_bits(file: &Path) -> (usize, Vec<bool>) {
    let opened = File::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut decoder = Decoder::new(BufReader::new(opened));
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("the font is a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("the font is small")];
    let frame = reader
        .next_frame(&mut bytes)
        .expect("the font is a whole PNG");
    let pixels = bytes[..frame.buffer_size()].chunks_exact(frame.color_type.samples());
    (
        frame.width as usize,
        pixels.map(|pixel| pixel[0] > 127).collect(),
    )
}
