//! Mistakes in effects, disguises and places are reported on one line that says where they are and what is accepted.

use fogbound::dungeon::Stock;
use fogbound::game::bestiary::{Bestiary, MonsterFiles, load_monsters};
use fogbound::game::{Things, unknown_names};

use super::beast;
use crate::common::assets::notices;
use crate::common::{built, simulation};

/// Returns the errors in a beast with these fields.
fn errors(fields: &str) -> Vec<String> {
    let mut app = simulation(built(1));
    notices(&mut app);
    let files = [("beast.ron".to_owned(), format!("\n{}", beast(fields)))];
    load_monsters(app.world_mut(), MonsterFiles::recorded(files));
    notices(&mut app)
}

#[test]
fn every_mistake_is_one_clear_line() {
    let verbs = "the verbs are alert, become, betray, blind, blink, call, change, consume, count, darken, douse, face, fall, fire, flee, give, go, heal, hear, hide, hold, join, lay, light, lose, mislead, noise, oil, place, point, pull, raise, reveal, root, say, see, shoot, shove, smoke, spawn, split, steal, strike, swap, take, teleport, tell, vanish, wake, wedge";
    for (fields, message) in [
        (
            "on: 3",
            "on: found `3`; expected effects for each occasion, such as { \"hit\": [(verb: \"noise\", loudness: 8)] }",
        ),
        (
            "on: { \"hti\": [] }",
            "unknown occasion \"hti\" (did you mean \"hit\"?); the occasions are hit, spared, blow, miss, kill, touch, death, notice, turn",
        ),
        (
            "on: { \"wear\": [] }",
            "the occasion \"wear\" is for things; the occasions for monsters are hit, spared, blow, miss, kill, touch",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"them not hurt\")] }",
            "when: found \"them not hurt\"; expected `not` before `them`: \"not them hurt\"",
        ),
        (
            "on: { \"hit\": [], \"hit\": [] }",
            "the occasion \"hit\" is listed twice",
        ),
        (
            "on: { \"hit\": (verb: \"flee\") }",
            "on.hit: found `(verb: \"flee\")`; expected at most 16 effects in square brackets, such as [(verb: \"noise\", loudness: 8)]",
        ),
        (
            "on: { \"hit\": [(into: 2)] }",
            &format!("the field `verb` is missing; {verbs}"),
        ),
        (
            "on: { \"hit\": [(verb: \"spilt\")] }",
            &format!("unknown verb \"spilt\" (did you mean \"split\"?); {verbs}"),
        ),
        (
            "on: { \"hit\": [(verb: \"split\", int: 2)] }",
            "unknown field `int` (did you mean `into`?); the fields are verb, at, shape, whom, only, when, chance, most, per, counts, into",
        ),
        (
            "on: { \"arrive\": [(verb: \"blind\", at: them)] }",
            "at: found `them`; expected me, which takes part in the occasion \"arrive\"",
        ),
        (
            "on: { \"hit\": [(verb: \"blind\", at: you)] }",
            "at: found `you`; expected me or them, which take part in the occasion \"hit\"",
        ),
        (
            "on: { \"arrive\": [(verb: \"reveal\", when: \"them hurt\")] }",
            "when: found \"them hurt\"; expected me, which takes part in the occasion \"arrive\"",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"hurt 101\")] }",
            "when: found \"hurt 101\"; expected a whole number from 0 to 100 after `hurt`",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"not dark at all\")] }",
            "when: found \"not dark at all\"; expected nothing after `dark`",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"them is\")] }",
            "when: found \"them is\"; expected the name of a monster after `is`",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"enemy\")] }",
            "when: found \"enemy\"; expected `them` before this condition, which is about another creature",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"on\")] }",
            "when: found \"on\"; expected the name of a tile after `on`",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"not\")] }",
            "unknown condition \"not\"",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: [\"dark\", [\"lit\", \"hrut\"]])] }",
            "unknown condition \"hrut\" (did you mean \"hurt\"?)",
        ),
        (
            "on: { \"hit\": [(verb: \"split\", into: 99)] }",
            "split.into: found `99`; expected a whole number from 2 to 9",
        ),
        (
            "on: { \"hit\": [(verb: \"split\", into: 2, into: 3)] }",
            "duplicate field `into`",
        ),
        (
            "on: { \"hit\": [(verb: \"noise\", around: Nobody)] }",
            "noise.around: found `Nobody`; expected one of Itself, Enemy",
        ),
        (
            "on: { \"hit\": [(verb: \"light\", radius: 21)] }",
            "light.radius: found `21`; expected",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"drak\")] }",
            "unknown condition \"drak\" (did you mean \"dark\"?); the conditions are dark, lit, bright, hurt, alone, seen, unseen, close, near, crowd, did, asleep, hunts, enemy, friend, perceived, shot, burnt, is, carries, wears, sees, on, misty",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"near\")] }",
            "when: found \"near\"; expected `them` or `it` before this condition",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", when: \"them did\")] }",
            "when: found \"them did\"; expected neither `them` nor `it` before this condition, which is about the effect",
        ),
        (
            "on: { \"hit\": [(verb: \"heal\", only: \"me hurt\")] }",
            "only: found \"me hurt\"; expected a condition about each creature there, such as `hurt`",
        ),
        (
            "on: { \"hit\": [(verb: \"heal\", only: \"hrut\")] }",
            "unknown condition \"hrut\" (did you mean \"hurt\"?)",
        ),
        (
            "on: { \"hit\": [(verb: \"spawn\", count: 2)] }",
            "spawn.kind is missing; expected the name of a monster",
        ),
        (
            "on: { \"hit\": [(verb: \"place\")] }",
            "place.thing is missing; expected the name of a thing",
        ),
        (
            "on: { \"hit\": [(verb: \"lay\", over: \"floor\")] }",
            "lay.tile is missing; expected the name of a tile",
        ),
        (
            "on: { \"hit\": [(verb: \"say\", text: \"\\u{2603}\")] }",
            "say.text: expected one sentence of 1 to 120 Latin letters and signs",
        ),
        (
            "on: { \"hit\": [(verb: \"heal\", of: Blood)] }",
            "heal.of: found `Blood`; expected one of Points, Blow, Health",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\", chance: 0)] }",
            "chance: found `0`; expected a whole number from 1 to 100",
        ),
        (
            "on: { \"hit\": [(verb: \"reveal\") (verb: \"flee\")] }",
            "expected",
        ),
        (
            "seems: 3",
            "seems: found `3`; expected the name of a thing or tile in double quotes, such as \"treasure\"",
        ),
        (
            "appears: (beside: 3)",
            "appears.beside: found `3`; expected names of tiles in double quotes, such as \"door\" or [\"door\", \"water\"]",
        ),
        (
            "appears: (lit: 3)",
            "appears.lit: found `3`; expected true or false",
        ),
        (
            "appears: (besides: \"door\")",
            "unknown field `besides` (did you mean `beside`?); the fields are depths, weight, group, beside, lit, in_fog, with",
        ),
    ] {
        let errors = errors(fields);
        let [error] = &errors[..] else {
            panic!("{fields}: expected one error, not {errors:?}")
        };
        let (place, rest) = error.split_at(error.find(": ").unwrap());
        assert!(place.starts_with("beast.ron:2:"), "{error}");
        assert!(rest[2..].starts_with(message), "{fields}: {error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn unknown_names_are_reported_with_their_place() {
    let fields = "seems: \"treasur\",\n on: { \"death\": [(verb: \"spawn\", kind: \"beats\")] },\n \
                  appears: (beside: [\"dor\",\n \"watr\"]),\n carries: [(thing: \"flair\")]";
    let mut app = simulation(built(1));
    let flare = include_str!("../../../assets/things/flare.ron").to_owned();
    let files = [
        ("beast.ron".to_owned(), beast(fields)),
        ("things/flare.ron".to_owned(), flare),
    ];
    load_monsters(app.world_mut(), MonsterFiles::recorded(files));
    let (bestiary, things) = (
        app.world().resource::<Bestiary>(),
        app.world().resource::<Things>(),
    );
    let (stock, _) = Stock::read(&Default::default(), &Default::default());
    let errors = unknown_names(&stock, bestiary, things);
    let mut errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    errors.sort();
    assert_eq!(
        errors,
        [
            "beast.ron:1:66: unknown thing or tile \"treasur\" (did you mean \"treasure\"?); it is left out",
            "beast.ron:2:40: unknown monster \"beats\" (did you mean \"beast\"?); it is left out",
            "beast.ron:3:21: unknown tile \"dor\" (did you mean \"door\"?); it is left out",
            "beast.ron:4:2: unknown tile \"watr\" (did you mean \"water\"?); it is left out",
            "beast.ron:5:12: unknown thing \"flair\" (did you mean \"flare\"?); it is left out",
        ]
    );
}
