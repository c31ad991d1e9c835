//! The palettes, the luminance and contrast of colours as defined by WCAG 2.2, and the minimum of several figures.

use fogbound::game::State;
use fogbound::view::Palette;

/// The monster states that have a background in every palette.
pub const STATES: [State; 4] = [
    State::Asleep,
    State::Noticing,
    State::Hunting,
    State::Searching,
];

/// Returns the game's palettes and the palette of `examples/06_own_game`, each with its name.
pub fn palettes() -> Vec<(String, Palette)> {
    let folder = std::fs::read_dir("assets/palettes").unwrap();
    let mut files: Vec<_> = folder.map(|it| it.unwrap().path()).collect();
    files.push("examples/06_own_game/dusk.ron".into());
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let text = std::fs::read_to_string(&file).unwrap();
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, Palette::from_ron(&text).unwrap())
        })
        .collect()
}

/// Linear red, green and blue, each from 0 to 1.
pub type Light = [f64; 3];

/// Converts an sRGB colour to linear light.
pub fn linear(rgb: [u8; 3]) -> Light {
    rgb.map(|channel| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 {
            channel / 12.92
        } else {
            ((channel + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// Returns the luminance from 0 to 1.
pub fn luminance([red, green, blue]: Light) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the contrast between two luminances, which is less than 1 if the first is darker.
pub fn ratio(bright: f64, dark: f64) -> f64 {
    (bright + 0.05) / (dark + 0.05)
}

/// The minimum of several figures, and where it occurred.
pub struct Least {
    pub rule: String,
    limit: f64,
    least: f64,
    of: String,
}

impl Least {
    /// Starts with no figures. None of the figures to come may be below `limit`.
    pub fn new(rule: &str, limit: f64) -> Self {
        Self {
            rule: rule.to_owned(),
            limit,
            least: f64::INFINITY,
            of: String::new(),
        }
    }

    pub fn add(&mut self, figure: f64, of: impl Into<String>) {
        if figure < self.least {
            (self.least, self.of) = (figure, of.into());
        }
    }

    /// Prints the minimum. Returns whether it is large enough.
    pub fn holds(&self, whose: &str) -> bool {
        let is_known = self.least.is_finite();
        assert!(is_known, "{whose}: no figures for {}", self.rule);
        println!(
            "{whose:<32} {:<62} at least {:>5.2}: {:>6.2} ({})",
            self.rule, self.limit, self.least, self.of
        );
        self.least >= self.limit
    }

    /// Prints the minimum, and panics if it is too small.
    pub fn check(self, whose: &str) {
        let holds = self.holds(whose);
        let Self {
            rule, least, of, ..
        } = self;
        assert!(holds, "{whose}: {rule}: {least:.2} ({of})");
    }
}
