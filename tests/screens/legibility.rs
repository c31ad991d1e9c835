//! Every palette is readable, including for players with red-green colour blindness. This applies to text, glyphs on
//! their backgrounds, visible cells beside remembered ones, and the states of creatures. `--nocapture` prints the
//! figures.
//!
//! Luminance and contrast are computed according to WCAG 2.2, and colour differences according to CIE 1976 (L*a*b*,
//! D65). Colour blindness is simulated according to Machado, Oliveira and Fernandes (2009) at full severity.

use fogbound::game::{State, Thing};
use fogbound::map::Tile;
use fogbound::view::{Palette, at_brightness, in_light};
use ratatui::style::Color;

use crate::measure::{self, Least, Light, STATES, palettes};

fn linear(color: Color) -> Light {
    let Color::Rgb(red, green, blue) = color else {
        panic!("{color:?}")
    };
    measure::linear([red, green, blue])
}

fn luminance(color: Color) -> f64 {
    measure::luminance(linear(color))
}

/// Returns the contrast between two colours, from 1 to 21.
fn contrast(one: Color, other: Color) -> f64 {
    let ratio = luminance_ratio(one, other);
    ratio.max(1.0 / ratio)
}

fn times(matrix: [Light; 3], light: Light) -> Light {
    matrix.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum())
}

/// How people perceive colours: with all cones, without cones for long wavelengths, and without cones for medium
/// wavelengths.
pub const EYES: [(&str, [Light; 3]); 3] = [
    (
        "usual sight",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
];

/// Converts linear light to L*, a* and b*.
fn lab(light: Light) -> Light {
    let xyz = times(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ],
        light.map(|it| it.clamp(0.0, 1.0)),
    );
    let white = [0.95047, 1.0, 1.08883];
    let root = |it: f64| {
        if it > 216.0 / 24389.0 {
            it.cbrt()
        } else {
            (24389.0 / 27.0 * it + 16.0) / 116.0
        }
    };
    let [x, y, z] = [0, 1, 2].map(|i| root(xyz[i] / white[i]));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns how different two colours look to people with these eyes.
fn difference(one: Color, other: Color, eyes: [Light; 3]) -> f64 {
    apart([one, other].map(linear), eyes)
}

/// Returns how different two lights look to people with these eyes.
pub fn apart(lights: [Light; 2], eyes: [Light; 3]) -> f64 {
    let [one, other] = lights.map(|it| lab(times(eyes, it)));
    let squares = one.iter().zip(other).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

/// White light, and the light of lanterns, flames and monsters.
const LIGHTS: [[u8; 3]; 7] = [
    [255, 255, 255],
    [255, 214, 150],
    [255, 176, 92],
    [255, 196, 112],
    [255, 150, 90],
    [255, 120, 70],
    [214, 255, 170],
];

/// Returns the brightness of tiles beside the eye and at the limit of sight, as percentages.
fn factors(palette: &Palette) -> [u32; 2] {
    [100, palette.far().into()]
}

/// Returns every background that a creature or thing can have.
fn grounds(palette: &Palette) -> Vec<(String, Color)> {
    let mut all = Vec::new();
    for tile in Tile::ALL.into_iter().filter(|it| it.is_walkable()) {
        for percent in factors(palette) {
            let ground = at_brightness(palette.tile(tile).lit().1, percent);
            all.push((format!("{} at {percent} %", tile.name()), ground));
        }
    }
    let moods = STATES.map(|it| (it.name().to_owned(), palette.mood(it).unwrap()));
    all.extend(moods);
    all.extend(marks(palette).map(|(name, color)| (name.to_owned(), color)));
    all
}

fn marks(palette: &Palette) -> [(&'static str, Color); 4] {
    [
        ("overlay", palette.overlay()),
        ("watched", palette.watched()),
        ("way", palette.way()),
        ("cursor", palette.cursor()),
    ]
}

/// Returns the colours of the player, creatures and things.
fn figures(palette: &Palette) -> Vec<(String, Color)> {
    let plain = Thing::new("a", "thing", '*');
    let named = palette
        .names()
        .map(|name| (name.to_owned(), palette.named(name).unwrap()));
    let others = [
        ("player", palette.player()),
        ("creature", palette.creature(None)),
        ("thing", palette.lit_thing(&plain)),
    ];
    named
        .chain(others.map(|(name, color)| (name.to_owned(), color)))
        .collect()
}

#[test]
fn text_is_readable() {
    let mut broken = Vec::new();
    for (name, palette) in palettes() {
        let strict = name == "high-contrast";
        let mut words = Least::new("words on the background", 4.5);
        for (what, color) in [
            ("text", palette.text()),
            ("faint text", palette.faint_text()),
            ("accent", palette.accent()),
            ("warning", palette.warning()),
        ] {
            words.add(contrast(color, palette.background()), what);
        }
        let mut chosen = Least::new("words of a chosen entry", 4.5);
        chosen.add(contrast(palette.text(), palette.selection()), "text");
        chosen.add(contrast(palette.accent(), palette.selection()), "accent");
        let mut text = Least::new("text, above all", if strict { 12.0 } else { 7.0 });
        text.add(contrast(palette.text(), palette.background()), "text");
        for least in [words, chosen, text] {
            if !least.holds(&name) {
                broken.push((name.clone(), least.rule));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

#[test]
fn everything_in_view_is_readable_on_its_background() {
    let mut broken = Vec::new();
    for (name, palette) in palettes() {
        let mut tiles = Least::new("the glyph of a tile in view on its ground", 4.5);
        for tile in Tile::ALL {
            let (glyph, ground) = palette.tile(tile).lit();
            for percent in factors(&palette) {
                let [glyph, ground] = [glyph, ground].map(|it| at_brightness(it, percent));
                for light in LIGHTS {
                    let [glyph, ground] = [glyph, ground].map(|it| in_light(it, light));
                    tiles.add(
                        contrast(glyph, ground),
                        format!("{} at {percent} % in {light:?}", tile.name()),
                    );
                }
            }
        }
        let mut others = Least::new("creatures and things on every ground", 4.5);
        for (who, color) in figures(&palette) {
            for (place, ground) in grounds(&palette) {
                others.add(contrast(color, ground), format!("{who} on {place}"));
            }
        }
        for least in [tiles, others] {
            if !least.holds(&name) {
                broken.push((name.clone(), least.rule));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

#[test]
fn seen_remembered_and_unknown_differ_in_luminance() {
    let mut broken = Vec::new();
    for (name, palette) in palettes() {
        let strict = name == "high-contrast";
        let limit = |usual: f64, high: f64| if strict { high } else { usual };
        let unknown = palette.background();
        let mut glyphs = Least::new(
            "glyphs: seen at the limit of sight to remembered",
            limit(2.0, 2.5),
        );
        let mut floors = Least::new(
            "grounds: seen at the limit of sight to remembered",
            limit(1.15, 1.3),
        );
        let mut memory = Least::new("glyphs: remembered to their ground", limit(1.5, 2.0));
        let mut known = Least::new("glyphs: remembered to the unknown", 1.8);
        let mut ground = Least::new("grounds: remembered to the unknown", 1.05);
        for tile in Tile::ALL {
            let (lit, lit_ground) = palette.tile(tile).lit();
            let (dim, dim_ground) = palette.tile(tile).remembered();
            let far = |color| at_brightness(color, palette.far().into());
            for light in LIGHTS {
                let [lit, lit_ground] = [lit, lit_ground].map(|it| in_light(far(it), light));
                let of = format!("{} in {light:?}", tile.name());
                glyphs.add(luminance_ratio(lit, dim), of.clone());
                floors.add(luminance_ratio(lit_ground, dim_ground), of);
            }
            memory.add(luminance_ratio(dim, dim_ground), tile.name());
            known.add(luminance_ratio(dim, unknown), tile.name());
            if [Tile::FLOOR, Tile::WALL].contains(&tile) {
                ground.add(luminance_ratio(dim_ground, unknown), tile.name());
            }
        }
        let floor = palette.tile(Tile::FLOOR).remembered().1;
        memory.add(luminance_ratio(palette.remembered_thing(), floor), "thing");
        for least in [glyphs, floors, memory, known, ground] {
            if !least.holds(&name) {
                broken.push((name.clone(), least.rule));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

/// Returns the contrast between two colours, which is less than 1 if the first is darker.
fn luminance_ratio(bright: Color, dim: Color) -> f64 {
    measure::ratio(luminance(bright), luminance(dim))
}

#[test]
fn states_and_marks_differ_even_to_the_colour_blind() {
    let mut broken = Vec::new();
    for (name, palette) in palettes() {
        let floor = palette.tile(Tile::FLOOR);
        let lit = factors(&palette).map(|percent| at_brightness(floor.lit().1, percent));
        let dim = floor.remembered().1;
        for (eyes, matrix) in EYES {
            let limit = if name == "colour-blind" { 14.0 } else { 10.0 };
            let mut states = Least::new(&format!("grounds of states, {eyes}"), limit);
            for (i, one) in STATES.iter().enumerate() {
                let ground = palette.mood(*one).unwrap();
                for other in &STATES[i + 1..] {
                    let apart = difference(ground, palette.mood(*other).unwrap(), matrix);
                    states.add(apart, format!("{} and {}", one.name(), other.name()));
                }
                for floor in lit {
                    states.add(
                        difference(ground, floor, matrix),
                        format!("{} and floor", one.name()),
                    );
                }
            }
            let mut marked = Least::new(&format!("grounds of marks and floor, {eyes}"), 10.0);
            for (mark, color) in marks(&palette) {
                for floor in [lit[0], lit[1], dim] {
                    marked.add(difference(color, floor, matrix), mark);
                }
            }
            let mut bars = Least::new(&format!("health bars, {eyes}"), 15.0);
            let bar = [100, 50, 10].map(|percent| palette.bar(percent).0);
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                bars.add(difference(bar[one], bar[other], matrix), "bars");
            }
            for least in [states, marked, bars] {
                if !least.holds(&name) {
                    broken.push((name.clone(), least.rule));
                }
            }
        }
        let mut bars = Least::new("health bars on what is missing of them", 3.0);
        for percent in [100, 50, 10] {
            let (color, empty) = palette.bar(percent);
            bars.add(contrast(color, empty), format!("{percent} %"));
            bars.add(
                contrast(color, palette.background()),
                format!("{percent} %"),
            );
        }
        if !bars.holds(&name) {
            broken.push((name, bars.rule));
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

/// No state is shown by its background alone.
#[test]
fn every_state_has_its_own_sign() {
    let mut signs: Vec<char> = STATES
        .iter()
        .map(|it| fogbound::view::sign(*it).unwrap())
        .collect();
    signs.dedup();
    assert_eq!(signs.len(), STATES.len());
    assert_eq!(fogbound::view::sign(State::Unaware), None);
}

/// The message gives the line of the mistake.
#[test]
fn a_broken_palette_is_reported_in_one_line() {
    let good = include_str!("../../assets/palettes/colour-blind.ron");
    let line_of = |words: &str| {
        let lines = good.lines().zip(1..);
        lines
            .filter(|(it, _)| it.contains(words))
            .map(|it| it.1)
            .next()
            .unwrap()
    };
    let replaced = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1)
    };
    let background = good.split("background: ").nth(1).unwrap();
    let background = &background[..background.find(',').unwrap()];
    let at = |words| format!("{}:", line_of(words));
    let cases = [
        (String::new(), "1:1: ".to_owned(), "Palette"),
        (
            replaced("\"wall\"", "\"wal\""),
            at("\"wall\""),
            "`tiles` names an unknown tile \"wal\"; the tiles are rock, wall",
        ),
        (replaced("far: ", "far: 1"), at("far: "), "far: found `180`"),
        (
            replaced("far: 80", "far: 20"),
            at("far: "),
            "far: found `20`; expected a whole number from 50 to 100",
        ),
        (
            replaced(background, "(12, 12, 16)"),
            at("background:"),
            "\"#rrggbb\"",
        ),
        (
            replaced(background, "\"red\""),
            at("background:"),
            "\"#rrggbb\"",
        ),
        (
            replaced(background, "\"#0c0c1\""),
            at("background:"),
            "\"#rrggbb\"",
        ),
        (replaced(background, "12"), at("background:"), "\"#rrggbb\""),
        (replaced("text:", "text"), at("    text:"), ""),
        (
            replaced("warning:", "warnings:"),
            at("warning:"),
            "warnings",
        ),
        (
            replaced("hunting:", "// hunting:"),
            String::new(),
            "hunting",
        ),
        (good[..good.len() / 2].to_owned(), String::new(), ""),
    ];
    for (text, begins, contains) in cases {
        let error = Palette::from_ron(&text)
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(&begins), "{begins}: {error}");
        assert!(
            error.contains(contains) || contains == "Palette",
            "{contains}: {error}"
        );
        assert!(!error.contains('\n') && error.len() > 10, "{error}");
    }
}
