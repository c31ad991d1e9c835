//! Questions are answered in one line, take no time, and leave no screen open.

use bevy::prelude::*;
use fogbound::game::bestiary::MadeBy;
use fogbound::game::{Awareness, Clock, Inventory, Things};
use fogbound::modes::Modes;
use fogbound::tell::{Answer, Detail};
use fogbound::vision::{MapMemory, Position};

use super::Told;
use crate::common::{AppExt, built, dark, drawn};

/// Two rooms joined by a door and a passage. The torch hangs in the wall.
const ROOMS: &str = "
####################
#......#############
#..@...+....'......#
#......######......#
###!#########..r...#
############# .....#
####################";

#[test]
fn questions_take_no_time_and_one_line() {
    let mut told = Told::begin(dark(built(4)), Detail::Normal);
    told.report();
    for turn in 0..12 {
        let before = told.app.world().resource::<Clock>().tick;
        for question in [
            "where",
            "exits",
            "around",
            "scan north",
            "scan se",
            "who",
            "seen",
            "light",
            "things",
            "places",
            "status",
            "carried",
            "find door",
            "find rat",
            "find room 1",
            "find nothing like that",
            "look",
            "look east",
            "look 2 north, 1 west",
            "look door",
            "next",
            "previous",
            "what changed",
            "again",
            "questions",
            "go back",
            "go nowhere",
            "attack",
            "<Tab>",
            "x",
            "<Escape>",
        ] {
            if question == "attack" || question == "go back" {
                // They act if they can.
                continue;
            }
            let answer = told.obey(question);
            let Answer::Said(lines) = &answer else {
                panic!("{question}: {answer:?}");
            };
            assert!(
                lines.len() == 1 || question == "again",
                "{question}: {lines:?}"
            );
            assert!(!lines[0].trim().is_empty(), "{question}");
            assert!(
                told.app.world().resource::<Modes>().is_playing(),
                "{question}"
            );
        }
        let after = told.app.world().resource::<Clock>().tick;
        assert_eq!(before, after, "command {turn}");
        told.tell("explore");
    }
}

#[test]
fn unknown_words_do_nothing() {
    let mut told = Told::begin(drawn(ROOMS), Detail::Normal);
    told.report();
    for wrong in [
        "north by",
        "fly",
        "scan",
        "scan sideways",
        "find",
        "north fly",
        "<Upp>",
        "full moon",
    ] {
        let answer = told.obey(wrong);
        let Answer::Refused(why) = answer else {
            panic!("{wrong}: {answer:?}");
        };
        assert!(
            why.contains("accepted:") && why.lines().count() == 1,
            "{why}"
        );
    }
    assert_eq!(told.app.world().resource::<Clock>().tick, 0);
}

#[test]
fn go_leads_to_places_things_and_offsets_and_back() {
    let mut told = Told::begin(drawn(ROOMS), Detail::Normal);
    told.report();
    let player = told.app.player().unwrap();
    let at = |told: &Told| told.app.place_of(player);
    told.tell("go 1 south, 2 west");
    assert_eq!(at(&told), IVec2::new(1, 3));
    told.tell("go torch");
    assert!((at(&told) - IVec2::new(3, 4)).abs().max_element() <= 1);
    let first = told.tell("where").join(" ");
    assert!(first.starts_with("Room 1"), "{first}");
    for _ in 0..4 {
        told.tell("go door");
        told.tell("east");
    }
    for _ in 0..4 {
        told.tell("east");
    }
    let second = told.tell("where").join(" ");
    assert!(!second.starts_with("Room 1"), "{second}");
    told.tell("go room 1");
    let again = told.tell("where").join(" ");
    assert!(again.starts_with("Room 1"), "{again}");
    told.tell("go back");
    let there = told.tell("where").join(" ");
    assert!(!there.starts_with("Room 1"), "{there}");
    for (wrong, why) in [
        ("go room 9", "You know of nothing called"),
        ("go beacon", "You know of nothing"),
    ] {
        let words = told.tell(wrong).join(" ");
        assert!(words.contains(why), "{words}");
    }
}

#[test]
fn attack_with_a_name_strikes_that_creature() {
    let map = "#######\n#.k...#\n#r@..>#\n#######";
    let mut told = Told::begin(drawn(map), Detail::Normal);
    let lines = told.tell("attack rat").join(" ");
    assert!(lines.contains("the rat"), "{lines}");
    assert_eq!(told.tell("attack ogre"), ["No `ogre` is beside you."]);
    assert_eq!(told.tell("attack stairs"), ["No `stairs` is beside you."]);
}

#[test]
fn a_thing_is_meant_before_the_room_that_is_named_after_it() {
    let map = "##########\n#@.......#\n#.......&#\n#........#\n##########";
    let mut told = Told::begin(drawn(map), Detail::Normal);
    let thing = told.tell("find statue").join(" ");
    assert!(thing.starts_with("A statue: 1 south, 7 east"), "{thing}");
    let room = told.tell("find statue room").join(" ");
    assert!(room.starts_with("Room 1"), "{room}");
}

#[test]
fn descend_walks_to_the_stairs_and_takes_them() {
    let map = "#######\n#@...>#\n#######";
    let mut told = Told::begin(drawn(map), Detail::Normal);
    told.tell("descend");
    let player = told.app.player().unwrap();
    assert_eq!(told.app.part::<Position>(player).0, IVec2::new(5, 1));
}

#[test]
fn look_says_what_a_thing_in_the_pack_does() {
    let setup = drawn("#######\n#@....#\n#######");
    let mut told = Told::begin(setup, Detail::Normal);
    let player = told.app.player().unwrap();
    let salve = told
        .app
        .world()
        .resource::<Things>()
        .named("salve")
        .unwrap();
    let mut pack = told.app.world_mut().get_mut::<Inventory>(player).unwrap();
    pack.put(0, salve);
    let words = told.tell("look salve").join(" ");
    assert!(words.starts_with("In your pack: some salve."), "{words}");
    assert!(words.contains("heals"), "{words}");
}

#[test]
fn attack_strikes_the_enemy_beside_the_player() {
    let mut told = Told::begin(drawn("#####\n#@r.#\n#####"), Detail::Normal);
    told.report();
    let lines = told.tell("attack").join(" ");
    assert!(
        lines.contains("You hit the rat") || lines.contains("You miss the rat"),
        "{lines}"
    );
    let mut told = Told::begin(drawn("######\n#@..r#\n######"), Detail::Normal);
    told.report();
    assert_eq!(told.tell("attack"), ["No enemy is beside you."]);
}

#[test]
fn attack_passes_over_what_no_blow_can_hurt() {
    let mut told = Told::begin(drawn("######\n#S@r.#\n######"), Detail::Normal);
    // Both have noticed the player by then, and the stone mourner is the more dangerous one.
    for _ in 0..3 {
        told.tell("wait");
    }
    let lines = told.tell("attack").join(" ");
    assert!(
        lines.contains("You hit the rat") || lines.contains("You miss the rat"),
        "{lines}"
    );
}

#[test]
fn a_menu_is_opened_by_its_word_only() {
    let mut told = Told::begin(drawn(ROOMS), Detail::Normal);
    told.report();
    told.tell("<Escape>");
    assert!(told.app.world().resource::<Modes>().is_playing());
    let lines = told.tell("menu").join(" ");
    assert!(lines.contains("Resume"), "{lines}");
    assert!(told.tell("go torch")[0].contains("close"));
    assert!(told.tell("where")[0].starts_with("Room 1"));
    told.tell("<Escape>");
    assert!(told.app.world().resource::<Modes>().is_playing());
}

#[test]
fn the_neighbours_are_named_clockwise_with_runs_merged() {
    let mut told = Told::begin(drawn("#####\n#@..#\n#...#\n#####"), Detail::Normal);
    told.report();
    let around = "North to north-east wall; east to south floor; south-west to north-west wall.";
    assert_eq!(told.tell("around"), [around]);
}

#[test]
fn go_stops_beside_a_creature_and_find_means_the_whole_name_first() {
    let mut told = Told::begin(
        drawn("##########\n#@......k#\n###\u{a1}##!####"),
        Detail::Normal,
    );
    told.report();
    let found = told.tell("find torch").join(" ");
    assert!(found.starts_with("A torch:"), "{found}");
    for _ in 0..6 {
        let lines = told.tell("go kobold").join(" ");
        // It may step into the way later, but it is not in its own.
        assert!(!lines.starts_with("The kobold blocks"), "{lines}");
    }
}

#[test]
fn a_death_in_view_is_not_told_as_a_disappearance() {
    let mut told = Told::begin(drawn("#####\n#@r.#\n#####"), Detail::Normal);
    told.report();
    let mut deaths = 0;
    for _ in 0..30 {
        let lines = told.tell("attack");
        if lines.iter().any(|it| it.contains("dies")) {
            deaths += 1;
            assert!(
                !lines.iter().any(|it| it.starts_with("Out of view")),
                "{lines:?}"
            );
        }
    }
    assert_eq!(deaths, 1);
}

/// A screen that takes no notice of a word says so, instead of being told once more.
#[test]
fn a_screen_does_not_swallow_words() {
    let mut told = Told::begin(drawn(ROOMS), Detail::Normal);
    told.report();
    for open in ["menu", "help", "messages"] {
        told.tell(open);
        let lines = told.tell("explore").join(" ");
        assert!(lines.starts_with("First close this:"), "{open}: {lines}");
        let lines = told.tell("cancel").join(" ");
        assert!(!lines.starts_with("First close this:"), "{open}: {lines}");
        assert!(told.app.world().resource::<Modes>().is_playing(), "{open}");
    }
    // A menu does take notice of a step.
    told.tell("menu");
    let lines = told.tell("south").join(" ");
    assert!(lines.contains("Commands (chosen)"), "{lines}");
}

#[test]
fn who_names_those_beside_the_player_first() {
    let mut told = Told::begin(drawn("########\n#@r...o#\n########"), Detail::Normal);
    for it in told.app.entities::<With<MadeBy>>() {
        let state = match told.app.place_of(it).x {
            2 => Awareness::Asleep,
            _ => Awareness::Hunting {
                last_known: IVec2::new(1, 1),
            },
        };
        told.app.world_mut().entity_mut(it).insert(state);
    }
    let first = told.tell("next").join(" ");
    assert!(
        first.contains("ooze"),
        "the list of what is in view begins with {first}"
    );
    let who = told.tell("who").join(" ");
    assert!(who.starts_with("Rat, asleep, beside you east"), "{who}");
}

/// The corners of a room cannot be seen from everywhere, and lead nowhere.
#[test]
fn the_unseen_corners_of_a_room_are_no_exits() {
    let mut told = Told::begin(dark(built(4)), Detail::Normal);
    told.report();
    let player = told.app.player().unwrap();
    let here = told.app.place_of(player);
    let memory = told.app.part::<MapMemory>(player);
    let corner = memory.tile(here + IVec2::new(-4, -4));
    assert!(corner.is_none() && memory.tile(here + IVec2::new(-3, -4)).is_some());
    let exits = told.tell("exits").join(" ");
    assert!(exits.contains("a closed door 4 west"), "{exits}");
    assert!(!exits.contains("unknown ground"), "{exits}");
}

#[test]
fn the_words_say_where_the_beam_points_how_you_walk_and_that_you_burn() {
    for detail in [Detail::Brief, Detail::Normal, Detail::Full] {
        let mut told = Told::begin(dark(drawn("########\n#..@...#\n########")), detail);
        told.report();
        told.tell("shorter-sight");
        for (step, way) in [("east", "east"), ("west", "west")] {
            told.tell(step);
            let light = told.tell("light").join(" ");
            assert!(
                light.contains(&format!("your beam points {way}")),
                "{light}"
            );
        }
        let lines = told.tell("gait").join(" ");
        assert!(
            lines.contains("You run now.") || lines.contains("running"),
            "{lines}"
        );
        let fire = told.app.map().tile_set().get("fire").unwrap();
        told.app.set_tile((3, 1), fire);
        let lines = told.tell("wait").join(" ");
        assert!(lines.contains("You stand in fire!"), "{detail:?}: {lines}");
    }
}
