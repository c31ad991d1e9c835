//! The window's two fonts, and the icon's font.

use std::error::Error;

use bevy::app::TaskPoolPlugin;
use bevy::prelude::*;
use bevy::reflect::enums::Enum;
use bevy_ascii_terminal::ascii::char_to_index;
use bevy_ascii_terminal::{TerminalFont, TerminalPlugins};
use fogbound::frontend;

/// The number of glyphs along each side of a font's image.
const GRID: u32 = 16;

/// The fonts used in the pictures.
pub struct Fonts {
    /// The font for text: glyphs of 8 × 16 pixels.
    pub text: Font,
    /// The font for the map: glyphs of 8 × 8 pixels.
    pub map: Font,
    /// The font for the icon: glyphs of 8 × 8 pixels that are readable when enlarged.
    pub icon: Font,
}

/// A font of 256 glyphs, in the order of code page 437.
pub struct Font {
    /// The size of a glyph in pixels.
    pub size: UVec2,
    /// The pixels of the whole image, row by row.
    bits: Vec<bool>,
}

impl Fonts {
    /// Loads the fonts from the library that draws the window.
    pub fn load() -> Result<Self, Box<dyn Error>> {
        let mut app = App::new();
        app.add_plugins((
            TaskPoolPlugin::default(),
            AssetPlugin::default(),
            ImagePlugin::default(),
        ))
        .init_asset::<Shader>()
        .add_plugins(TerminalPlugins);
        let images = app.world().resource::<Assets<Image>>();
        // The library adds its fonts in the order of the enum.
        let font = |font: TerminalFont| {
            let image = images.iter().nth(font.variant_index());
            Font::new(image.ok_or("the library has no such font")?.1)
        };
        Ok(Self {
            text: font(TerminalFont::Px4378x16)?,
            map: font(TerminalFont::Px4378x8)?,
            icon: font(TerminalFont::Pastiche8x8)?,
        })
    }
}

impl Font {
    fn new(image: &Image) -> Result<Self, Box<dyn Error>> {
        let size = image.size();
        let mut bits = Vec::new();
        for y in 0..size.y {
            for x in 0..size.x {
                bits.push(image.get_color_at(x, y)?.to_linear().red > 0.5);
            }
        }
        Ok(Self {
            size: size / GRID,
            bits,
        })
    }
}

impl frontend::Font for Font {
    fn height(&self) -> u32 {
        self.size.y
    }

    /// Returns the pixels of one row of a glyph. A glyph that the font lacks is drawn as a question mark.
    fn row(&self, glyph: char, row: u32) -> u8 {
        let index = u32::from(char_to_index(glyph).unwrap_or(b'?'));
        let corner = UVec2::new(index % GRID, index / GRID) * self.size;
        let start = ((corner.y + row) * GRID * self.size.x + corner.x) as usize;
        let pixels = self.bits[start..][..self.size.x as usize].iter();
        pixels
            .rev()
            .fold(0, |row, is_set| row << 1 | u8::from(*is_set))
    }
}
