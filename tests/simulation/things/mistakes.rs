//! Mistakes in thing files are reported on one line that says where they are and what is accepted.

use std::fs;

use fogbound::game::Things;
use fogbound::game::bestiary::{Bestiary, MonsterFiles, load_monsters};
use fogbound::map::TileSet;

use super::gadget;
use crate::common::assets::notices;
use crate::common::files::empty_folder;
use crate::common::{built, simulation};

/// Returns the errors in a thing file.
fn errors(text: &str) -> Vec<String> {
    let mut app = simulation(built(1));
    notices(&mut app);
    let files = [("things/gadget.ron".to_owned(), text.to_owned())];
    load_monsters(app.world_mut(), MonsterFiles::recorded(files));
    notices(&mut app)
}

#[test]
fn every_mistake_is_one_clear_line() {
    let on = |effects: &str| gadget(&format!("on: {{ \"use\": [{effects}] }}"));
    for (text, message) in [
        ("7", "expected"),
        ("(sign: '!')", "the field `name` is missing"),
        ("(name: \"gadget\")", "the field `sign` is missing"),
        (
            "(name: \"Gadget\", sign: '!')",
            "name: found `\"Gadget\"`; expected a name of 1 to 24 lower-case Latin letters",
        ),
        (
            "(name: \"gadget\", sign: 'g')",
            "sign: found `'g'`; expected a character of code page 437 in single quotes that is not a letter",
        ),
        (
            "(name: \"gadget\", sign: '@')",
            "sign: found `'@'`; expected a character",
        ),
        (
            "(name: \"gadget\", sing: '!')",
            "unknown field `sing` (did you mean `sign`?); the fields are name",
        ),
        (
            &gadget("stack: 100"),
            "stack: found `100`; expected a whole number from 0 to 99",
        ),
        (
            &gadget("stack: 2, worn: \"hand\""),
            "stack: found `2`; expected a whole number from 0 to 1",
        ),
        (
            &gadget("worn: \"knee\""),
            "worn: found `\"knee\"`; expected one of \"lens\", \"cloak\", \"boots\", \"hand\", \"head\", \"neck\", \"finger\", \"arm\"",
        ),
        (
            &gadget("article: \"the\""),
            "article: found `\"the\"`; expected one of \"a\", \"an\", \"some\", \"\"",
        ),
        (
            &gadget("keeps: 1"),
            "keeps: found `1`; expected true or false",
        ),
        (
            &gadget("color: \"red\""),
            "color: found `\"red\"`; expected a colour as \"#rrggbb\"",
        ),
        (
            &gadget("charges: 0"),
            "charges: found `0`; expected a whole number from 1 to 99",
        ),
        (
            &gadget("charges: 3, stack: 2"),
            "stack: found `2`; expected a whole number from 0 to 1",
        ),
        (
            &on("(verb: \"heal\", most: 0)"),
            "most: found `0`; expected a whole number from 1 to 999",
        ),
        (
            &on("(verb: \"heal\", per: day)"),
            "per: found `day`; expected fight, or turns(n), where n is a number of turns from 1 to 9999",
        ),
        (
            &on("(verb: \"heal\", per: turns(0))"),
            "per: found `turns(0)`; expected fight, or turns(n), where n is a number of turns from 1 to 9999",
        ),
        (
            &on("(verb: \"shoot\", at: it)"),
            "at: found `it`; expected me or them, which take part in the occasion \"use\"",
        ),
        (
            &on("(verb: \"strike\", damage: (3, 2))"),
            "strike.damage: found `(3, 2)`; expected (least, most)",
        ),
        (
            &gadget("on: { \"see dragon\": [] }"),
            "unknown occasion \"see dragon\"; the occasions are ",
        ),
        (
            &gadget("on: { \"hear\": [] }"),
            "the occasion \"hear\" is for monsters; the occasions for things are ",
        ),
        (
            &gadget("on: { \"see corpse\": [] }"),
            "on.see corpse: only a thing that is worn responds to this; expected the field `worn` as well",
        ),
        (
            &gadget("base: \"gizmo\""),
            "base: found \"gizmo\"; expected the name of another thing",
        ),
        (
            &gadget("worn: \"hand\", on: { \"wear\": [(verb: \"heal\", per: fight)] }"),
            "on.wear: effects while a thing is worn always take place; expected no `chance`, no `when` and no `per`",
        ),
        (
            &gadget("appears: (depths: (4, 2))"),
            "appears.depths: found `(4, 2)`; expected (least, most)",
        ),
        (
            &gadget("appears: (weight: -1)"),
            "appears.weight: found `-1`; expected a whole number from 0 to 1000",
        ),
        (
            &gadget("on: { \"hit\": [] }"),
            "on.hit: only a thing that is worn responds to this; expected the field `worn` as well",
        ),
        (
            &on("(verb: \"heall\")"),
            "unknown verb \"heall\" (did you mean \"heal\"?); the verbs are ",
        ),
        (
            &on("(verb: \"heal\", amount: 0)"),
            "heal.amount: found `0`; expected a number that is not 0",
        ),
        (
            &on("(verb: \"heal\", shape: burst(0))"),
            "shape: found `burst(0)`; expected itself, cell, line, ray(n), cone(n), burst(n), hearing(n) or round(n)",
        ),
        (
            &on("(verb: \"heal\", shape: ball(3))"),
            "shape: found `ball(3)`; expected itself, cell",
        ),
        (
            &on("(verb: \"heal\", whom: foes)"),
            "whom: found `foes`; expected everyone, others, enemies or friends",
        ),
        (
            &on("(verb: \"change\", number: \"luck\", by: 1)"),
            "change.number: found \"luck\"; expected one of \"dark sight\", \"health\"",
        ),
        (
            &on("(verb: \"place\", thing: \"trap\")"),
            "unknown thing \"trap\"; it is left out",
        ),
        (
            &gadget("on: { \"wear\": [(verb: \"heal\")] }"),
            "on.wear: this thing cannot be worn; expected the field `worn` as well",
        ),
        (
            &gadget("worn: \"hand\", on: { \"wear\": [(verb: \"heal\", chance: 50)] }"),
            "on.wear: effects while a thing is worn always take place; expected no `chance`, no `when` and no `per`",
        ),
    ] {
        let errors = errors(text);
        let [line] = &errors[..] else {
            panic!("{text}: {errors:?}")
        };
        assert!(line.starts_with("things/gadget.ron:1:"), "{text}: {line}");
        assert!(line.contains(message), "{text}:\n{line}\n{message}");
        assert!(!line.contains('\n'), "{line}");
    }
}

#[test]
fn a_broken_copy_of_a_built_in_file_leaves_the_built_in_thing() {
    let folder = empty_folder("broken-thing");
    fs::create_dir(folder.join("things")).unwrap();
    let broken = "(name: \"flare\", stack: 500)";
    fs::write(folder.join("things/flare.ron"), broken).unwrap();
    let files = MonsterFiles::with_folder(folder).unwrap();
    let mut app = simulation(built(1));
    notices(&mut app);
    load_monsters(app.world_mut(), files);
    assert_eq!(
        notices(&mut app).len(),
        2,
        "the stack, and the missing sign"
    );
    let things = app.world().resource::<Things>();
    assert_eq!(
        things.item(things.named("flare").unwrap()).unwrap().stack,
        6
    );
}

#[test]
fn a_file_with_mistakes_changes_nothing_and_other_files_still_count() {
    let mut app = simulation(built(1));
    let files = |gadget: &str| {
        MonsterFiles::recorded([
            ("things/gadget.ron".to_owned(), gadget.to_owned()),
            (
                "things/other.ron".to_owned(),
                "(name: \"other\", sign: '?')".to_owned(),
            ),
        ])
    };
    load_monsters(app.world_mut(), files(&gadget("stack: 5")));
    fogbound::game::bestiary::replace_monsters(app.world_mut(), files(&gadget("stack: -5")));
    let things = app.world().resource::<Things>();
    let stack = |name: &str| things.item(things.named(name).unwrap()).unwrap().stack;
    assert_eq!((stack("gadget"), stack("other")), (5, 1));
    fogbound::game::bestiary::replace_monsters(app.world_mut(), files(&gadget("stack: 6")));
    let things = app.world().resource::<Things>();
    assert_eq!(
        things.item(things.named("gadget").unwrap()).unwrap().stack,
        6
    );
}

#[test]
fn a_tile_in_a_condition_is_checked_once_the_tiles_are_known() {
    let unknown = |tile: &str| {
        let mut app = simulation(built(1));
        let text = gadget(&format!(
            "on: {{ \"use\": [(verb: \"heal\", when: \"on {tile}\")] }}"
        ));
        let files = [("things/gadget.ron".to_owned(), text)];
        load_monsters(app.world_mut(), MonsterFiles::recorded(files));
        let (bestiary, things) = (app.world().resource::<Bestiary>(), app.world().resource());
        let errors = bestiary.unknown_names(TileSet::default(), things);
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        (errors.join("\n"), notices(&mut app).join("\n"))
    };
    assert_eq!(unknown("floor"), (String::new(), String::new()));
    // The last words of a name will do.
    assert_eq!(unknown("door").0, "");
    let (error, _) = unknown("flor");
    assert!(error.starts_with("things/gadget.ron:1:"), "{error}");
    assert!(
        error.contains("unknown tile \"flor\" (did you mean \"floor\"?)"),
        "{error}"
    );
}
