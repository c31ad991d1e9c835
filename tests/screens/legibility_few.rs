//! With 256, sixteen, eight or no colours, everything is readable, and seen, remembered and unknown cells stay
//! distinct. `--nocapture` prints the figures.
//!
//! Luminance and contrast are computed according to WCAG 2.2. The first sixteen colours depend on the terminal, so they
//! are measured for three terminals: xterm (`XTerm-col.ad`), the Linux and VGA console (`vt.c`), and the Windows
//! console (Campbell).

use fogbound::IVec2;
use fogbound::game::{Hue, State, Thing};
use fogbound::map::Tile;
use fogbound::view::{ColorDepth, Kind, Palette, at_brightness, brightness_at, indexed_rgb};
use ratatui::style::{Color, Modifier};

use crate::measure::{self, Least, STATES, palettes};

type Sixteen = [u32; 16];

/// The colour depths that have some colours, but not all.
const DEPTHS: [ColorDepth; 3] = [
    ColorDepth::Colors256,
    ColorDepth::Colors16,
    ColorDepth::Colors8,
];

const TERMINALS: [(&str, Sixteen); 3] = [
    (
        "xterm",
        [
            0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd, 0xe5_e5e5,
            0x7f_7f7f, 0xff_0000, 0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff, 0x00_ffff, 0xff_ffff,
        ],
    ),
    (
        "Linux",
        [
            0x00_0000, 0xaa_0000, 0x00_aa00, 0xaa_5500, 0x00_00aa, 0xaa_00aa, 0x00_aaaa, 0xaa_aaaa,
            0x55_5555, 0xff_5555, 0x55_ff55, 0xff_ff55, 0x55_55ff, 0xff_55ff, 0x55_ffff, 0xff_ffff,
        ],
    ),
    (
        "Windows",
        [
            0x0c_0c0c, 0xc5_0f1f, 0x13_a10e, 0xc1_9c00, 0x00_37da, 0x88_1798, 0x3a_96dd, 0xcc_cccc,
            0x76_7676, 0xe7_4856, 0x16_c60c, 0xf9_f1a5, 0x3b_78ff, 0xb4_009e, 0x61_d6d6, 0xf2_f2f2,
        ],
    ),
];

fn luminance(color: Color, sixteen: &Sixteen) -> f64 {
    let rgb = match color {
        Color::Indexed(index @ ..16) => {
            let [_, rgb @ ..] = sixteen[usize::from(index)].to_be_bytes();
            rgb
        }
        Color::Indexed(index) => indexed_rgb(index).unwrap(),
        _ => panic!("{color:?} is not an indexed colour"),
    };
    measure::luminance(measure::linear(rgb))
}

/// Returns the contrast between two colours, which is less than 1 if the first is darker.
fn ratio(bright: Color, dark: Color, sixteen: &Sixteen) -> f64 {
    measure::ratio(luminance(bright, sixteen), luminance(dark, sixteen))
}

fn contrast(one: Color, other: Color, sixteen: &Sixteen) -> f64 {
    let ratio = ratio(one, other, sixteen);
    ratio.max(1.0 / ratio)
}

/// Returns every brightness that a tile in view can have.
fn brightnesses(palette: &Palette) -> Vec<u32> {
    let row = (0..=11).map(|x| brightness_at(IVec2::new(x, 0), Some(11), palette.far()));
    let mut all: Vec<u32> = row.collect();
    all.dedup();
    all
}

/// Returns the colours of the player, creatures and things, including some custom colours.
fn figures(palette: &Palette) -> Vec<(String, Color)> {
    let names: Vec<String> = palette.names().map(str::to_owned).collect();
    let named = names
        .into_iter()
        .map(|name| (name.clone(), palette.creature(Some(&Hue::Named(name)))));
    let own = [(255, 0, 0), (0, 0, 255), (90, 90, 90), (0, 0, 0)].map(|(r, g, b)| {
        (
            format!("{r} {g} {b}"),
            palette.creature(Some(&Hue::Rgb(r, g, b))),
        )
    });
    let thing = Thing::new("a", "thing", '*');
    let others = [
        ("player".to_owned(), palette.player()),
        ("thing".to_owned(), palette.lit_thing(&thing)),
    ];
    named.chain(own).chain(others).collect()
}

#[test]
fn seen_remembered_and_unknown_differ_in_luminance() {
    for (name, full) in palettes() {
        for depth in DEPTHS {
            let palette = full.in_depth(depth);
            let shown = |color, percent| depth.nearest(at_brightness(color, percent));
            for (terminal, sixteen) in &TERMINALS {
                let mut seen = Least::new("glyphs: seen, at any distance, to remembered", 1.8);
                let mut known = Least::new("glyphs: remembered to the unknown", 1.5);
                let mut read = Least::new("glyphs: seen to their ground", 3.0);
                let mut memory = Least::new("glyphs: remembered to their ground", 1.5);
                let unknown = shown(palette.background(), 100);
                for tile in Tile::ALL {
                    let (lit, ground) = palette.tile(tile).lit();
                    let (dim, dim_ground) = palette.tile(tile).remembered();
                    let [dim, dim_ground] = [dim, dim_ground].map(|it| shown(it, 100));
                    for percent in brightnesses(&palette) {
                        let [lit, ground] = [lit, ground].map(|it| shown(it, percent));
                        let of = format!("{} at {percent} %", tile.name());
                        seen.add(ratio(lit, dim, sixteen), of.clone());
                        read.add(ratio(lit, ground, sixteen), of);
                    }
                    known.add(ratio(dim, unknown, sixteen), tile.name());
                    memory.add(ratio(dim, dim_ground, sixteen), tile.name());
                }
                for least in [seen, known, read, memory] {
                    least.check(&format!("{name}, {depth}, {terminal}"));
                }
            }
        }
    }
}

#[test]
fn creatures_things_and_text_are_readable() {
    for (name, full) in palettes() {
        for depth in DEPTHS {
            let palette = full.in_depth(depth);
            let shown = |color| depth.nearest(color);
            for (terminal, sixteen) in &TERMINALS {
                let mut figures_read = Least::new("creatures and things on every ground", 2.5);
                let marks = [
                    palette.overlay(),
                    palette.watched(),
                    palette.way(),
                    palette.cursor(),
                ];
                let moods = STATES.map(|it| palette.mood(it).unwrap());
                let floor = palette.tile(Tile::FLOOR).lit().1;
                let grounds = marks.into_iter().chain(moods).chain([floor]);
                for ground in grounds {
                    for (who, color) in figures(&palette) {
                        // A custom colour may be as dark as the background if its author wishes.
                        if depth == ColorDepth::Colors256 && who.contains(' ') {
                            continue;
                        }
                        let glyph = shown(palette.on(ground, color));
                        figures_read.add(
                            contrast(glyph, shown(ground), sixteen),
                            format!("{who} on {ground}"),
                        );
                    }
                }
                let mut words = Least::new("words", 4.0);
                let ground = shown(palette.background());
                for color in [
                    palette.text(),
                    palette.faint_text(),
                    palette.accent(),
                    palette.warning(),
                ] {
                    words.add(contrast(shown(color), ground, sixteen), format!("{color}"));
                }
                let selection = shown(palette.selection());
                for color in [palette.text(), palette.accent()] {
                    words.add(
                        contrast(shown(color), selection, sixteen),
                        format!("{color}, chosen"),
                    );
                }
                for least in [figures_read, words] {
                    least.check(&format!("{name}, {depth}, {terminal}"));
                }
            }
        }
    }
}

#[test]
fn every_state_has_its_own_background() {
    for (name, full) in palettes() {
        for depth in DEPTHS {
            let palette = full.in_depth(depth);
            let moods = STATES.map(|it| depth.nearest(palette.mood(it).unwrap()));
            let floor = depth.nearest(palette.tile(Tile::FLOOR).lit().1);
            for (i, mood) in moods.iter().enumerate() {
                assert!(
                    !moods[..i].contains(mood) && *mood != floor,
                    "{name}, {depth}: {moods:?}"
                );
            }
        }
    }
}

#[test]
fn without_colors_attributes_mark_seen_and_remembered() {
    let palette = Palette::default().in_depth(ColorDepth::Monochrome);
    let kinds = [Kind::Visible, Kind::Remembered, Kind::Cursor, Kind::Marked];
    let attributes = kinds.map(|kind| palette.attributes(kind));
    for (i, one) in attributes.iter().enumerate() {
        assert!(
            !attributes[..i].contains(one) && !one.is_empty(),
            "{attributes:?}"
        );
    }
    // Either attribute suffices on a terminal that lacks the other.
    assert_eq!(attributes[..2], [Modifier::BOLD, Modifier::DIM]);
    let hunting = palette.attributes(Kind::Mood(State::Hunting));
    assert!(hunting.contains(Modifier::REVERSED | Modifier::BOLD));
    for tile in Tile::ALL {
        let tint = palette.tile(tile);
        assert_eq!(
            (tint.lit(), tint.remembered()),
            ((Color::Reset, Color::Reset), (Color::Reset, Color::Reset))
        );
    }
    assert_eq!(palette.creature(Some(&Hue::Rgb(255, 0, 0))), Color::Reset);
}

#[test]
fn reducing_the_colors_can_be_undone() {
    for (name, full) in palettes() {
        for depth in ColorDepth::ALL {
            let few = full.in_depth(depth);
            assert_eq!(few.depth(), depth);
            assert_eq!(few.in_depth(ColorDepth::TrueColor), full, "{name}, {depth}");
        }
    }
}
