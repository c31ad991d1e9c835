//! The window's two fonts: images of 16 × 16 glyphs in the order of code page 437.
//!
//! They are read from the files of the `bevy_ascii_terminal` crate, whose built-in fonts the window uses.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use png::{Decoder, Transformations};

use super::layout::{CELL_HEIGHT, CELL_WIDTH};

const CRATE: &str = "bevy_ascii_terminal";

/// The glyphs that code page 437 assigns to control characters, starting at code 1.
const BELOW_ASCII: &str = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼";
/// The glyphs starting at code 127. The last glyph is the crate's own addition.
const ABOVE_ASCII: &str = "⌂\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
    áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■□";

static TEXT_FONT: LazyLock<Font> = LazyLock::new(|| Font::read("px437_8x16.png", 1));
static MAP_FONT: LazyLock<Font> = LazyLock::new(|| Font::read("px437_8x8.png", 2));
static FOLDER: LazyLock<PathBuf> =
    LazyLock::new(|| crate_folder().join("src/render/built_in_fonts"));

/// The lines of a glyph from top to bottom. The lowest bit of a line is its leftmost pixel.
pub type Glyph = [u16; CELL_HEIGHT];

/// A font whose glyphs all have the same width.
pub struct Font {
    /// The width of a glyph in pixels.
    pub width: usize,
    glyphs: HashMap<char, Glyph>,
}

/// Returns the font for map cells, which are square.
pub fn map_font() -> &'static Font {
    &MAP_FONT
}

/// Returns the font for all other cells.
pub fn text_font() -> &'static Font {
    &TEXT_FONT
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

    /// Reads a font whose pixels the window enlarges by a factor of `times`.
    fn read(name: &str, times: usize) -> Self {
        let (width, bits) = read_bits(&FOLDER.join(name));
        let height = CELL_HEIGHT / times;
        assert_eq!(
            (width, bits.len() / width),
            (16 * CELL_WIDTH, 16 * height),
            "the size of {name}"
        );
        let is_set = |index: usize, x: usize, y: usize| {
            let (left, top) = (index % 16 * CELL_WIDTH, index / 16 * height);
            bits[(top + y / times) * width + left + x / times]
        };
        let characters = (0..256).zip(characters());
        let glyphs = characters.map(|(index, character)| {
            let line = |y| {
                (0..CELL_WIDTH * times)
                    .fold(0, |line, x| line | u16::from(is_set(index, x, y)) << x)
            };
            (character, std::array::from_fn(line))
        });
        Self {
            width: CELL_WIDTH * times,
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

/// Asks Cargo for the folder of the crate with the fonts.
fn crate_folder() -> PathBuf {
    let told = cargo(&["-vV"]);
    let host = told
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("Cargo names the host");
    // Crates that only other systems need may not have been downloaded.
    let metadata = cargo(&[
        "metadata",
        "--format-version=1",
        "--offline",
        "--locked",
        "--filter-platform",
        host,
    ]);
    let (_, package) = metadata
        .split_once(&format!(r#""name":"{CRATE}","version""#))
        .expect("the game uses the crate");
    let (_, path) = package
        .split_once(r#""manifest_path":""#)
        .expect("the crate has a manifest");
    let (manifest, _) = path.split_once('"').expect("a text ends");
    Path::new(manifest)
        .parent()
        .expect("a file is in a folder")
        .to_owned()
}

fn cargo(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    let output = command
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("Cargo runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("Cargo writes UTF-8")
}
