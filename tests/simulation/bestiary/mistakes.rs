//! Every mistake in a monster file is reported on one line, which says where the mistake is, what is wrong, and what
//! would be accepted. The game keeps the previous version of the monster.

use bevy::prelude::*;
use fogbound::fov::Algorithm;
use fogbound::game::bestiary::{Bestiary, MonsterFiles, reload_monsters};
use fogbound::game::mind::{Hunts, Need, RegisterMind, Within};
use fogbound::game::{Action, GameSetup};

use crate::common::assets::{Assets, living, monster, notices, unbegun};
use crate::common::{AppExt, drawn};

const HALL: &str = "
################
#@#............#
###...r........#
################
";

const GOOD: &str = "\
(
    name: \"rat\",
    glyph: 'r',
    health: 11,
    minds: {
        \"Hunts\": (patience: 5),
    },
)
";

/// A component without a default.
#[derive(Component, Reflect)]
#[reflect(Component)]
struct Burden {
    weight: u32,
    from: Pile,
}

#[derive(Reflect)]
enum Pile {
    Bones,
    Rags,
}

/// A custom mind with limits.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Sings {
    voice: Voice,
}

#[derive(Reflect, Default)]
struct Voice {
    #[reflect(@Within::new(1, 9))]
    pitch: f32,
}

/// The end of each message about a shot's damage.
const SPAN: &str =
    "expected (least, most): two whole numbers from 0 to 999, the first not above the second";

fn game(assets: &Assets) -> App {
    let mut app = unbegun(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    });
    app.register_type::<Burden>().register_type::<Sings>();
    app.update();
    app
}

/// Replaces `from` with `to` in the good file and returns the only message about the result.
#[track_caller]
fn message(name: &str, from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    message_of(name, GOOD.replace(from, to).as_bytes())
}

/// Returns the only message about a file, after checking that the message is the same when the game starts and when the
/// file is saved during the game. In both cases, the game keeps running and still has a rat.
#[track_caller]
fn message_of(name: &str, content: &[u8]) -> String {
    let assets = Assets::new(&format!("mistake-{name}"));
    assets.write("rat.ron", content);
    let mut app = game(&assets);
    let [at_start] = &notices(&mut app)[..] else {
        panic!("expected one message")
    };
    assert!(!at_start.contains('\n'), "{at_start}");
    let built_in = monster(&app, "rat").health;
    assert_ne!(built_in, 11, "the built-in rat is used");
    assert_game_continues(&mut app);

    assets.write("rat.ron", GOOD);
    let mut app = game(&assets);
    assert_eq!(notices(&mut app), [""; 0]);
    assets.write("rat.ron", content);
    reload_monsters(app.world_mut());
    assert_eq!(notices(&mut app), [at_start.as_str()]);
    assert_eq!(monster(&app, "rat").health, 11, "the old rat is used");
    assert_game_continues(&mut app);

    reload_monsters(app.world_mut());
    assert_eq!(notices(&mut app), [""; 0], "reported once");
    assets.shorten(at_start)
}

#[track_caller]
fn assert_game_continues(app: &mut App) {
    let rat = living(app, "rat");
    assert_eq!(rat.len(), 1);
    app.act(Action::WAIT);
    assert_eq!(living(app, "rat"), rat);
}

#[test]
fn syntax_errors() {
    let lost_comma = message("comma", "'r',", "'r'");
    assert_eq!(lost_comma, "rat.ron:4:5: expected a comma before this");
    let unclosed = message("unclosed", "\n)", "");
    assert_eq!(unclosed, "rat.ron:8:1: unexpected end of RON");
    let quote = message("quote", "\"rat\",", "\"rat,");
    assert!(quote.starts_with("rat.ron:"), "{quote}");
    let more = message("more", "\n)", "\n) x");
    assert_eq!(more, "rat.ron:8:3: non-whitespace trailing characters");
    let empty = message_of("empty", b"");
    assert_eq!(
        empty,
        "rat.ron:1:1: expected opening `(` for struct `Monster`"
    );
    let other = message_of("other", GOOD.replacen('(', "Palette(", 1).as_bytes());
    assert_eq!(
        other,
        "rat.ron:1:8: expected struct `Monster` but found `Palette`"
    );
    let deep = message_of("deep", "(".repeat(100_000).as_bytes());
    assert!(deep.starts_with("rat.ron:1:"), "{deep}");
}

#[test]
fn invalid_utf8() {
    let content = [GOOD.as_bytes(), b"// caf\xe9\n"].concat();
    let message = message_of("utf8", &content);
    assert_eq!(
        message,
        "rat.ron:9:7: found the byte 0xE9; expected UTF-8 text"
    );
}

#[test]
fn unknown_missing_and_repeated_fields() {
    let unknown = message("unknown-field", "health", "helth");
    let fields = "name, description, glyph, color, health, regeneration, accuracy, damage, defence, speed, sight, dark_sight, light, \
                  hearing, faction, tags, minds, seems, on, carries, appears, base";
    assert_eq!(
        unknown,
        format!(
            "rat.ron:4:5: unknown field `helth` (did you mean `health`?); the fields are {fields}"
        )
    );
    let missing = message("missing-field", "    health: 11,\n", "");
    assert_eq!(missing, "rat.ron:1:1: the field `health` is missing");
    let twice = message("twice", "health: 11,", "health: 11, health: 12,");
    assert_eq!(
        twice,
        "rat.ron:4:17: duplicate field `health`; the first is at 4:5"
    );
    let within = message(
        "unknown-within",
        "health: 11,",
        "health: 11, sight: (radius: 4, range: 1),",
    );
    assert_eq!(
        within,
        "rat.ron:4:36: unknown field `range`; the fields are radius, algorithm, shape"
    );
}

#[test]
fn invalid_values() {
    let algorithms = Algorithm::ALL.iter().map(|it| format!("{:?}", it.name()));
    let algorithms = algorithms.collect::<Vec<_>>().join(", ");
    // Each value replaces `health: 11,`, which begins in column 5 of line 4.
    let cases = [
        (
            "health: \"lots\",",
            "4:13: health: found `\"lots\"`; expected a whole number from 1 to 9999",
        ),
        (
            "health: 0,",
            "4:13: health: found `0`; expected a whole number from 1 to 9999",
        ),
        (
            "health: 1.5,",
            "4:13: health: found `1.5`; expected a whole number from 1 to 9999",
        ),
        (
            "health: 1, damage: (5, 2),",
            "4:24: damage: found `(5, 2)`; expected (least, most): two whole numbers from 0 to 999, \
             the first not above the second",
        ),
        (
            "health: 1, speed: 0,",
            "4:23: speed: found `0`; expected a whole number from 1 to 1000",
        ),
        (
            "health: 1, accuracy: 101,",
            "4:26: accuracy: found `101`; expected a whole number from 0 to 100",
        ),
        (
            "health: 1, sight: (radius: 65),",
            "4:32: sight.radius: found `65`; expected a whole number from 0 to 64",
        ),
        (
            "health: 1, sight: (algorithm: \"psychic\"),",
            &format!("4:35: sight.algorithm: found `\"psychic\"`; expected one of {algorithms}"),
        ),
        (
            "health: 1, sight: (shape: \"star\"),",
            "4:31: sight.shape: found `\"star\"`; expected one of \"circle\", \"square\", \"diamond\"",
        ),
        (
            "health: 1, color: (1, 2, 256),",
            "4:23: color: found `(1, 2, 256)`; expected \"#rrggbb\", or (red, green, blue), each from 0 to 255, \
             or a colour name in lower case",
        ),
        (
            "health: 1, hearing: -1,",
            "4:25: hearing: found `-1`; expected a whole number from 0 to 1000",
        ),
        (
            "health: 1, appears: (depths: (0, 3)),",
            "4:34: appears.depths: found `(0, 3)`; expected (least, most): two whole numbers from 1 \
             to 99, the first not above the second",
        ),
        (
            "health: /* a\n  note */ [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],",
            "5:11: health: found `[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...`; expected a whole number from \
             1 to 9999",
        ),
    ];
    for (index, (line, expected)) in cases.into_iter().enumerate() {
        let message = message(&format!("value-{index}"), "health: 11,", line);
        assert_eq!(message, format!("rat.ron:{expected}"));
    }
}

/// Names may contain only characters that every font can show.
#[test]
fn names_that_fonts_may_lack_are_refused() {
    let (word, whole) = ("крыса", "name: \"rat\"");
    for name in [
        word,
        "ねずみ",
        "raťa",
        "ſat",
        "ratﬁ",
        "'",
        "you",
        "something",
    ] {
        let refusal = message("script", whole, &format!("name: \"{name}\""));
        assert!(
            refusal.contains("Latin letters") && refusal.contains(name),
            "{refusal}"
        );
    }
    let description = "    name: \"rat\",\n    description: \"крыса\"";
    let refusal = message("script", &format!("    {whole}"), description);
    assert!(refusal.contains("description: found"), "{refusal}");
}

#[test]
fn invalid_names_and_glyphs() {
    let expected =
        "expected a name of 1 to 24 lower-case Latin letters in double quotes, such as \"rat\"";
    let name = message("name", "\"rat\"", "\"Rat\"");
    assert_eq!(
        name,
        format!("rat.ron:2:11: name: found `\"Rat\"`; {expected}")
    );
    let name = message("name-steers", "\"rat\"", "\"r\\u{1b}at\"");
    assert_eq!(
        name,
        format!("rat.ron:2:11: name: found `\"r\\u{{1b}}at\"`; {expected}")
    );
    let glyph = message("glyph", "'r'", "'7'");
    let expected =
        "expected a letter in single quotes that every screen can show, such as 'r' or 'ñ'";
    assert_eq!(
        glyph,
        format!("rat.ron:3:12: glyph: found `'7'`; {expected}")
    );
    let glyph = message("glyph-text", "'r'", "\"r\"");
    assert_eq!(
        glyph,
        format!("rat.ron:3:12: glyph: found `\"r\"`; {expected}")
    );
}

#[test]
fn names_already_taken() {
    let name = message("same-name", "\"rat\"", "\"bat\"");
    assert_eq!(
        name,
        "rat.ron:2:11: name: \"bat\" is taken by assets/monsters/bat.ron; expected a unique name"
    );
}

#[test]
fn invalid_minds() {
    let known = "BoundToFog, BreaksDoors, Breathes, Camouflage, DousesFlames, DrawnToLight, Erratic, Fetches, Flees, Follows, Guards, Hunts, \
                 HuntsBySound, HurtByLight, KeepsTo, LiesInWait, LightsFlames, LooksAhead, OpensDoors, Pack, RaisesAlarm, Shoots, Sleeps, StillWhenWatched, Tracks, Uses, Wanders";
    let cases = [
        (
            "unknown",
            "\"Huntss\": ()",
            format!(
                "6:9: unknown mind \"Huntss\" (did you mean \"Hunts\"?); the minds are {known}"
            ),
        ),
        (
            "no-component",
            "\"alloc::string::String\": ()",
            format!(
                "6:9: \"alloc::string::String\" is not a component that a file can use; the minds are {known}"
            ),
        ),
        (
            "no-quotes",
            "Hunts: ()",
            "6:9: found `Hunts`; expected the name of a mind in double quotes".to_owned(),
        ),
        (
            "field",
            "\"Hunts\": (patients: 5)",
            "6:19: unknown field `patients` (did you mean `patience`?); the only field is patience"
                .to_owned(),
        ),
        (
            "no-fields",
            "\"Wanders\": (far: 5)",
            "6:21: unknown field `far`; no fields are accepted here".to_owned(),
        ),
        (
            "type",
            "\"Hunts\": (patience: \"long\")",
            "6:29: Hunts.patience: found `\"long\"`; expected a whole number from 0 to 1000"
                .to_owned(),
        ),
        (
            "range",
            "\"Hunts\": (patience: -1)",
            "6:29: Hunts.patience: found `-1`; expected a whole number from 0 to 1000".to_owned(),
        ),
        (
            "tuple",
            "\"Shoots\": (damage: (1, 2, 3))",
            format!("6:28: Shoots.damage: found `(1, 2, 3)`; {SPAN}"),
        ),
        (
            "heals",
            "\"Shoots\": (damage: (-6, -3))",
            format!("6:28: Shoots.damage: found `(-6, -3)`; {SPAN}"),
        ),
        (
            "panics",
            "\"Shoots\": (keep: 1, damage: (-2147483648, 3))",
            format!("6:37: Shoots.damage: found `(-2147483648, 3)`; {SPAN}"),
        ),
        (
            "order",
            "\"Shoots\": (damage: (4, 3))",
            format!("6:28: Shoots.damage: found `(4, 3)`; {SPAN}"),
        ),
        (
            "far",
            "\"Guards\": (radius: 4294967295)",
            "6:28: Guards.radius: found `4294967295`; expected a whole number from 0 to 1000"
                .to_owned(),
        ),
        (
            "cone",
            "\"LooksAhead\": (degrees: 361)",
            "6:33: LooksAhead.degrees: found `361`; expected a whole number from 0 to 360"
                .to_owned(),
        ),
        (
            "own",
            "\"Sings\": (voice: (pitch: 9.5))",
            "6:26: Sings.voice: found `(pitch: 9.5)`; expected pitch: a number from 1 to 9"
                .to_owned(),
        ),
        (
            "variant",
            "\"Burden\": (weight: 3, from: Straw)",
            "6:37: Burden.from: found `Straw`; expected one of Bones, Rags".to_owned(),
        ),
        (
            "no-default",
            "\"Burden\": (weight: 3)",
            "6:19: Burden has no default, so it needs all of its fields: weight, from".to_owned(),
        ),
        (
            "second",
            "\"Hunts\": (), \"Hunts\": ()",
            "6:22: the mind `\"Hunts\"` is listed twice".to_owned(),
        ),
        (
            "struct",
            "\"Hunts\": 5",
            "6:18: Hunts: found `5`; expected its fields in parentheses: (patience: ...)"
                .to_owned(),
        ),
    ];
    for (name, mind, expected) in cases {
        let message = message(&format!("mind-{name}"), "\"Hunts\": (patience: 5)", mind);
        assert_eq!(message, format!("rat.ron:{expected}"), "{name}");
    }
}

#[test]
fn invalid_packs() {
    for (number, (carries, expected)) in [
        (
            "7",
            "4:26: carries: found `7`; expected a list of at most 16 things, such as",
        ),
        (
            "[(thing: \"Flare\")]",
            "4:35: carries.thing: found `\"Flare\"`; expected a name of 1 to 24",
        ),
        ("[()]", "4:27: the field `carries.thing` is missing"),
        (
            "[(thing: \"flare\", count: 2)]",
            "4:51: carries.count: found `2`; expected (least, most)",
        ),
        (
            "[(thing: \"flare\", chance: 101)]",
            "4:52: carries.chance: found `101`; expected a whole number from 0 to 100",
        ),
        (
            "[(thing: \"flare\", odds: 1)]",
            "4:44: unknown field `odds`; the fields are thing, count, chance",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let fields = format!("health: 11, carries: {carries},");
        let message = message(&format!("pack-{number}"), "health: 11,", &fields);
        let expected = format!("rat.ron:{expected}");
        assert!(message.starts_with(&expected), "{message}");
    }
}

#[test]
fn minds_in_the_wrong_brackets() {
    const RIGHT: &str = "such as { \"Hunts\": (), \"Wanders\": () }";
    const EXPECTED: &str = "expected each mind with its fields in parentheses";
    let good = "{\n        \"Hunts\": (patience: 5),\n    }";
    let list = message("minds-list", good, "[\"Hunts\"]");
    assert_eq!(
        list,
        format!("rat.ron:5:12: minds: found `[\"Hunts\"]`; {EXPECTED}, {RIGHT}")
    );
    let set = message("minds-set", good, "{\"Hunts\"}");
    assert_eq!(
        set,
        format!(
            "rat.ron:5:20: expected a colon after the name, as in `name: value`; in braces every name needs a value, {RIGHT}"
        )
    );
    let word = message("minds-word", good, "\"Hunts\"");
    assert_eq!(
        word,
        format!("rat.ron:5:12: minds: found `\"Hunts\"`; {EXPECTED}, {RIGHT}")
    );
}

#[test]
fn all_mistakes_in_a_file_are_reported_at_once() {
    let assets = Assets::new("mistake-many");
    let many = GOOD
        .replace("health: 11", "health: 0, speed: 0, colour: 3")
        .replace("patience: 5", "patience: 5000")
        .replace("minds: {", "minds: { \"Wonders\": (),");
    assets.write("rat.ron", &many);
    let mut app = game(&assets);
    let messages: Vec<String> = notices(&mut app)
        .iter()
        .map(|it| assets.shorten(it))
        .collect();
    let starts = [
        "rat.ron:4:13: health:",
        "rat.ron:4:23: speed:",
        "rat.ron:4:26: unknown field `colour`",
        "rat.ron:5:14: unknown mind \"Wonders\" (did you mean \"Wanders\"?)",
        "rat.ron:6:29: Hunts.patience:",
    ];
    assert_eq!(messages.len(), starts.len(), "{messages:?}");
    for (message, start) in messages.iter().zip(starts) {
        assert!(message.starts_with(start), "{message}");
    }
}

#[test]
fn a_custom_monster_with_a_broken_file_is_left_out() {
    let assets = Assets::new("mistake-alone");
    assets.write("wisp.ron", "(name: \"wisp\", glyph: 'W')");
    let mut app = game(&assets);
    let [message] = &notices(&mut app)[..] else {
        panic!("expected one message")
    };
    assert_eq!(
        assets.shorten(message),
        "wisp.ron:1:1: the field `health` is missing"
    );
    assert!(app.world().resource::<Bestiary>().get("wisp").is_none());
    assert!(monster(&app, "rat").minds.get::<Hunts>().is_some());
}

#[test]
fn an_unreadable_file_is_reported() {
    let assets = Assets::new("mistake-folder");
    std::fs::create_dir(assets.path("rat.ron")).unwrap();
    let mut app = game(&assets);
    let [message] = &notices(&mut app)[..] else {
        panic!("expected one message")
    };
    assert_eq!(
        assets.shorten(message),
        "rat.ron: this is a folder, not a file"
    );
    assert_game_continues(&mut app);
}

#[test]
fn no_name_leads_outside_the_folder() {
    for name in ["../rat", "a/b", "..", "c:\\\\rat", "rat\\n"] {
        let message = message_of(
            "path-name",
            GOOD.replace("\"rat\"", &format!("\"{name}\"")).as_bytes(),
        );
        assert!(
            message.starts_with("rat.ron:2:11: name: found"),
            "{message}"
        );
    }
    // A file whose name comes from another source, such as a recording, is never opened.
    let recorded = ("../../Cargo.toml".to_owned(), "(".to_owned());
    let mut files = MonsterFiles::recorded([recorded]);
    let before = files.clone();
    files.look_again().unwrap();
    assert_eq!(files, before);
    let bestiary = Bestiary::without_minds(&files);
    assert_eq!(bestiary.errors().len(), 1);
    assert_eq!(
        bestiary.errors()[0].to_string(),
        "../../Cargo.toml:1:2: unexpected end of RON"
    );
}

#[test]
fn too_many_or_too_deeply_nested_minds_are_refused() {
    let minds: String = (0..60_000).map(|it| format!("\"{it}\":(),")).collect();
    let text = GOOD.replace("\"Hunts\": (patience: 5),", &minds);
    assert_eq!(
        message_of("many-minds", text.as_bytes()),
        "rat.ron:5:12: minds: found 60000; expected at most 64"
    );
    for bracket in ["[", "{", "(minds: {\"Hunts\": (", "(minds: {\"Hunts\": ["] {
        let deep = message_of("deep-minds", bracket.repeat(20_000).as_bytes());
        assert!(deep.starts_with("rat.ron:1:"), "{bracket}: {deep}");
    }
}

#[test]
fn two_numbers_and_minds_in_the_wrong_brackets_are_explained() {
    for wrong in ["1-3", "1 - 3", "1..3", "1 to 3", "1d3", "1, 3", "(1-3)"] {
        let found = message(
            "pair",
            "health: 11,",
            &format!("health: 11, damage: {wrong},"),
        );
        let explained = [
            format!("rat.ron:4:25: damage: found `{wrong}`; two numbers are written as (1, 3)"),
            format!("rat.ron:4:25: damage: found `{wrong}`; {SPAN}"),
        ];
        assert!(explained.contains(&found), "{found}");
    }
    let minds = "minds: {\n        \"Hunts\": (patience: 5),\n    },";
    for (wrong, bracket) in [
        ("[", '['),
        ("[\"Hunts\": ()],", '['),
        ("(\"Hunts\": ()),", '('),
    ] {
        let found = message("brackets", minds, &format!("minds: {wrong}"));
        let expected = format!(
            "rat.ron:5:12: minds: found `{bracket}`; expected braces, such as {{ \"Hunts\": (), \"Wanders\": () }}"
        );
        assert_eq!(found, expected);
    }
    // Other mistakes in a line with two numbers keep their own messages.
    let lost_comma = message("two-fields", "health: 11,", "health: 11 damage: (1, 3),");
    assert_eq!(lost_comma, "rat.ron:4:16: expected a comma before this");
}

/// Returns the only warning about a monster with these fields.
#[track_caller]
fn warning(fields: &str) -> Vec<String> {
    let assets = Assets::new("warnings");
    assets.write(
        "rat.ron",
        format!("(name: \"rat\", glyph: 'r', health: 3,\n{fields})"),
    );
    let mut app = game(&assets);
    let found = notices(&mut app);
    assert_eq!(
        monster(&app, "rat").health,
        3,
        "a warning does not stop the monster"
    );
    reload_monsters(app.world_mut());
    assert_eq!(notices(&mut app), [""; 0], "reported once");
    found.iter().map(|it| assets.shorten(it)).collect()
}

#[test]
fn minds_that_can_have_no_effect_give_a_warning() {
    let blind = "sight: (radius: 0), minds: {";
    let deaf = "hearing: 0, minds: {";
    let cases = [
        (
            format!("{blind}\"Hunts\": ()}}"),
            "29: Hunts has no effect: this monster is blind; expected sight or the mind HuntsBySound",
        ),
        (
            format!("{blind}\"Guards\": ()}}"),
            "29: Guards has no effect: this monster is blind; expected sight or the mind HuntsBySound",
        ),
        (
            format!("{blind}\"DrawnToLight\": ()}}"),
            "29: DrawnToLight has no effect: this monster is blind; expected sight",
        ),
        (
            format!("{blind}\"LooksAhead\": ()}}"),
            "29: LooksAhead has no effect: this monster is blind; expected sight",
        ),
        (
            format!("{deaf}\"HuntsBySound\": ()}}"),
            "21: HuntsBySound has no effect: this monster is deaf; expected a hearing above 0",
        ),
        (
            "minds: {\"Shoots\": (damage: (0, 0))}".to_owned(),
            "9: Shoots has no effect: its damage is 0; expected more",
        ),
        (
            "minds: {\"Shoots\": (range: 0)}".to_owned(),
            "9: Shoots has no effect: its range is 0; expected more",
        ),
        (
            "minds: {\"Flees\": (below: 0)}".to_owned(),
            "9: Flees has no effect: its below is 0; expected more",
        ),
        (
            "minds: {\"RaisesAlarm\": (loudness: 0)}".to_owned(),
            "9: RaisesAlarm has no effect: its loudness is 0; expected more",
        ),
        (
            "damage: (1, 2), minds: {\"Wanders\": ()}".to_owned(),
            "9: damage has no effect: no mind of this monster attacks hand to hand; expected a mind such as Hunts",
        ),
    ];
    for (fields, expected) in cases {
        assert_eq!(warning(&fields), [format!("rat.ron:2:{expected}")]);
    }
    for fine in [
        "damage: (1, 2), sight: (radius: 0), minds: {\"Hunts\": (), \"HuntsBySound\": ()}",
        "damage: (1, 2), minds: {\"Sings\": (voice: (pitch: 2))}",
        "hearing: 0, minds: {\"Shoots\": (damage: (0, 1)), \"Flees\": ()}",
    ] {
        assert_eq!(warning(fine), [""; 0], "{fine}");
    }
}

/// A custom mind that cannot work in silence.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Echoes {
    times: u32,
}

#[test]
fn custom_minds_declare_what_they_need() {
    let assets = Assets::new("own-needs");
    assets.write(
        "rat.ron",
        "(name: \"rat\", glyph: 'r', health: 3, minds: {\"Echoes\": ()})",
    );
    let mut app = unbegun(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    });
    app.register_mind::<Echoes>()
        .mind_needs::<Echoes>(&[Need::Hearing, Need::Field("times")]);
    app.update();
    let found = notices(&mut app);
    let expected = "rat.ron:1:46: Echoes has no effect: its times is 0; expected more";
    assert_eq!(
        found
            .iter()
            .map(|it| assets.shorten(it))
            .collect::<Vec<_>>(),
        [expected]
    );
}
