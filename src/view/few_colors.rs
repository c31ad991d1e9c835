//! Palettes for screens with sixteen, eight or no colours.
//!
//! Users can redefine their terminal's colours, so each replacement is chosen for its purpose, and not only for its
//! similarity to the original colour. Whatever is in view is drawn in bright colours, which keep the original hue if
//! there is one. Whatever is remembered is drawn in the darkest readable colour. Unknown cells are black.

use ratatui::style::{Color, Modifier};

use super::colors::{Bar, Colors, Moods, ThingTint, Tint};
use super::depth::{ColorDepth, lab};
use crate::game::State;

/// The standard numbers of the terminal colours.
const BLACK: u8 = 0;
const RED: u8 = 1;
const GREEN: u8 = 2;
const YELLOW: u8 = 3;
const BLUE: u8 = 4;
const MAGENTA: u8 = 5;
const CYAN: u8 = 6;
const WHITE: u8 = 7;
/// A dark grey.
const BRIGHT_BLACK: u8 = 8;
const BRIGHT_RED: u8 = 9;
const BRIGHT_YELLOW: u8 = 11;
const BRIGHT_WHITE: u8 = 15;

/// What a map cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something in view.
    Visible,
    /// A creature in view that is in this state.
    Mood(State),
    /// Something remembered.
    Remembered,
    /// The cursor.
    Cursor,
    /// Any other mark.
    Marked,
}

/// What a colour is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// A tile in view, which is never as dark as a remembered one.
    Tile,
    /// A creature or a thing in view.
    Figure,
}

/// Returns the attributes that distinguish this kind of cell from the other kinds.
pub(super) fn attributes(depth: ColorDepth, kind: Kind) -> Modifier {
    let is_seen = matches!(kind, Kind::Visible | Kind::Mood(_));
    match depth {
        ColorDepth::TrueColor | ColorDepth::Colors256 | ColorDepth::Colors16 => Modifier::empty(),
        ColorDepth::Colors8 if is_seen => Modifier::BOLD,
        ColorDepth::Colors8 => Modifier::empty(),
        ColorDepth::Monochrome => match kind {
            Kind::Visible | Kind::Mood(State::Unaware) => Modifier::BOLD,
            Kind::Mood(State::Hunting) => Modifier::BOLD | Modifier::REVERSED,
            Kind::Mood(_) => Modifier::BOLD | Modifier::UNDERLINED,
            Kind::Remembered => Modifier::DIM,
            Kind::Cursor => Modifier::REVERSED,
            Kind::Marked => Modifier::UNDERLINED,
        },
    }
}

/// Returns the version of a colour that can be used as a background. Not every terminal supports bright backgrounds, so
/// the bright ones among the first sixteen colours are replaced with their plain versions.
pub(super) fn ground(color: Color) -> Color {
    match color {
        Color::Indexed(bright @ 8..=15) => Color::Indexed(bright - 8),
        _ => color,
    }
}

/// Returns the colour in which to draw a glyph on this background.
pub(super) fn on(depth: ColorDepth, ground: Color, glyph: Color) -> Color {
    let brightest = match depth {
        ColorDepth::Colors16 => BRIGHT_WHITE,
        ColorDepth::Colors8 => WHITE,
        _ => return glyph,
    };
    match ground {
        Color::Indexed(RED | BLUE | MAGENTA) => Color::Indexed(brightest),
        Color::Indexed(1..) => Color::Indexed(BLACK),
        _ => glyph,
    }
}

/// Returns the colour to show in place of a creature's or a thing's own colour.
pub(super) fn figure(depth: ColorDepth, own: Color) -> Color {
    let Some(few) = Few::of(depth) else {
        return own;
    };
    few.bright(own, Use::Figure)
}

/// Returns the colours to show for a tile that the palette does not mention.
pub(super) fn tint(depth: ColorDepth, own: Tint) -> Tint {
    Few::of(depth).map_or(own, |few| few.tint(own))
}

/// Reduces the palette's colours to a colour depth.
pub(super) fn of(full: &Colors, depth: ColorDepth) -> Colors {
    let Some(few) = Few::of(depth) else {
        return full.clone();
    };
    let black = few.plain(BLACK);
    let figure = |color| few.bright(color, Use::Figure);
    let names = full.colors.iter();
    let tiles = full.tiles.iter();
    Colors {
        background: black,
        text: few.plain(WHITE),
        faint_text: few.plain(WHITE),
        accent: few.either(BRIGHT_YELLOW, WHITE),
        warning: few.either(BRIGHT_RED, YELLOW),
        selection: few.plain(BLUE),
        player: few.either(BRIGHT_WHITE, WHITE),
        far: 100,
        tiles: tiles
            .map(|(name, it)| (name.clone(), few.tint(*it)))
            .collect(),
        thing: ThingTint {
            lit: figure(full.thing.lit),
            remembered: few.memory(),
        },
        creature: figure(full.creature),
        colors: names
            .map(|(name, it)| (name.clone(), figure(*it)))
            .collect(),
        moods: Moods {
            asleep: few.plain(BLUE),
            noticing: few.plain(YELLOW),
            hunting: few.plain(RED),
            searching: few.plain(MAGENTA),
        },
        overlay: few.plain(BLUE),
        watched: few.plain(MAGENTA),
        way: few.plain(CYAN),
        cursor: few.plain(WHITE),
        bar: Bar {
            full: few.plain(GREEN),
            hurt: few.plain(YELLOW),
            low: few.either(BRIGHT_RED, RED),
            empty: few.memory(),
        },
    }
}

/// A colour depth of sixteen colours or fewer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Few {
    Sixteen,
    Eight,
    None,
}

impl Few {
    fn tint(&self, own: Tint) -> Tint {
        let black = self.plain(BLACK);
        Tint {
            lit: self.bright(own.lit, Use::Tile),
            ground: black,
            remembered: self.memory(),
            remembered_ground: black,
        }
    }

    fn of(depth: ColorDepth) -> Option<Self> {
        match depth {
            ColorDepth::TrueColor | ColorDepth::Colors256 => None,
            ColorDepth::Colors16 => Some(Self::Sixteen),
            ColorDepth::Colors8 => Some(Self::Eight),
            ColorDepth::Monochrome => Some(Self::None),
        }
    }

    /// Returns one of the first eight colours, or the default colour if the screen shows no colours.
    fn plain(self, color: u8) -> Color {
        self.either(color, color)
    }

    fn either(self, sixteen: u8, eight: u8) -> Color {
        match self {
            Self::Sixteen => Color::Indexed(sixteen),
            Self::Eight => Color::Indexed(eight),
            Self::None => Color::Reset,
        }
    }

    /// Returns the single colour in which everything remembered is drawn.
    fn memory(self) -> Color {
        self.either(BRIGHT_BLACK, BLUE)
    }

    /// Returns a bright colour with the hue of `color`.
    fn bright(self, color: Color, purpose: Use) -> Color {
        /// Colours with less chroma than this count as grey.
        const GREY: f32 = 10.0;
        let Color::Rgb(red, green, blue) = color else {
            return color;
        };
        let [_, a, b] = lab([red, green, blue]);
        if a.hypot(b) < GREY {
            return self.plain(WHITE);
        }
        // Red, magenta and blue are about as dark as the colour of remembered cells.
        let hues: &[u8] = match (self, purpose) {
            (_, Use::Tile) => &[YELLOW, GREEN, CYAN],
            (Self::Eight, Use::Figure) => &[RED, YELLOW, GREEN, CYAN],
            _ => &[RED, YELLOW, GREEN, CYAN, BLUE, MAGENTA],
        };
        // The smaller the angle, the greater its cosine.
        let like = |index: u8| (b.atan2(a) - hue_of(index)).cos();
        let most = hues.iter().copied();
        let most = most.max_by(|one, other| like(*one).total_cmp(&like(*other)));
        let hue = most.unwrap_or(WHITE);
        self.either(hue + 8, hue)
    }
}

/// Returns the hue of one of the first eight colours in its pure form, as an angle in the a*b* plane.
fn hue_of(index: u8) -> f32 {
    let channel = |bit: u8| if index & bit == 0 { 0 } else { 255 };
    let [_, a, b] = lab([channel(1), channel(2), channel(4)]);
    b.atan2(a)
}
