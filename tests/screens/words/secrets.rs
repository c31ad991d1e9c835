//! The words, the JSON lines and the names of places tell nothing that the player does not know.

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::{GameSetup, Health, LightRule, Places};
use fogbound::tell::{Answer, Detail, View};

use super::Told;
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, drawn};
use crate::hiding::APART;

/// What is done. Every question is asked, too.
const LINES: [&str; 24] = [
    "east",
    "south",
    "where",
    "east",
    "exits",
    "south-east",
    "around",
    "south",
    "scan east",
    "south",
    "who",
    "seen",
    "shut-lantern",
    "wait",
    "light",
    "things",
    "places",
    "explore",
    "status",
    "open-lantern",
    "find floor",
    "explore",
    "next",
    "explore",
];

/// Returns everything that is told and printed in a game on this map.
fn told(map: &str, light: LightRule, detail: Detail) -> Vec<String> {
    let mut told = Told::begin(
        GameSetup {
            light,
            sight: Sight::default().unlimited(),
            ..drawn(map)
        },
        detail,
    );
    let player = told.app.player().unwrap();
    let tough = Health::new(1_000_000, 0);
    told.app.world_mut().entity_mut(player).insert(tough);
    let mut all = told.report();
    for line in LINES {
        let answer = told.obey(line);
        all.extend(match &answer {
            Answer::Played => told.report(),
            Answer::Said(words) => words.clone(),
            Answer::Refused(why) => vec![why.clone()],
        });
        let view: View = told
            .teller
            .view(told.app.world_mut(), &Answer::Said(Vec::new()));
        all.push(view.line());
        let places = told.app.world().resource::<Places>();
        all.push(
            places
                .iter()
                .map(|it| it.full_name())
                .collect::<Vec<_>>()
                .join(";"),
        );
    }
    all
}

fn assert_same(one: &str, other: &str) {
    assert_ne!(one, other, "the maps differ");
    let all = [LightRule::Off, LightRule::Dark].into_iter();
    let all = all.flat_map(|light| {
        let details = [Detail::Brief, Detail::Normal, Detail::Full];
        details.map(|detail| (light, detail))
    });
    let all: Vec<_> = all.collect();
    on_all_cores(all, |(light, detail)| {
        let (one, other) = (told(one, light, detail), told(other, light, detail));
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(&other) {
            assert!(one == other, "{detail:?}:\n{one}\n{other}");
        }
    });
}

#[test]
fn a_hidden_creature_changes_no_word() {
    let with = |letter: char| APART.replace('m', &letter.to_string());
    for letter in ['b', 'k', 'o'] {
        assert_same(&with('.'), &with(letter));
    }
}

#[test]
fn hidden_ground_changes_no_word() {
    let without = APART.replace('m', ".");
    let other = without
        .replace("r...#........#", "r...#.~~~~...#")
        .replace("#...+....#", "#...!....#");
    assert_same(&without, &other);
    // A secret door in the wall of the room that the player walks through.
    let secret = without.replace("#..##.#..r...#", "#..##.#..r...?");
    assert_same(&without, &secret);
    // A pillar, a landmark and a door in the chamber.
    assert_same(
        &without,
        &without.replace("#........#\n#.....'", "#..<.....#\n#.....'"),
    );
}

#[test]
fn a_larger_level_changes_no_word() {
    let narrow: Vec<String> = APART
        .lines()
        .map(|row| row.chars().take(14).collect())
        .collect();
    let narrow = narrow.join("\n");
    let rock = "#".repeat(20);
    let large = format!(
        "{}\n{}",
        narrow.replace("#\n", &format!("#{rock}\n")),
        "#".repeat(34)
    );
    assert_same(&narrow, &large);
}

/// The order of entities depends on creatures that the player has never seen.
#[test]
fn what_is_hidden_makes_no_difference_to_the_numbers_of_creatures() {
    let map = "
###########
#@..#r...m#
#...+.....#
#...#.r...#
###########";
    let mut all = Vec::new();
    for hidden in ['.', '#'] {
        let mut told = Told::begin(
            drawn(&map.replace('m', &hidden.to_string())),
            Detail::Normal,
        );
        told.report();
        for _ in 0..3 {
            told.tell("go door");
        }
        let view = told
            .teller
            .view(told.app.world_mut(), &Answer::Said(Vec::new()));
        let mut numbers: Vec<u32> = view.creatures.iter().map(|it| it.id).collect();
        numbers.sort_unstable();
        all.push(numbers);
    }
    assert!(all.iter().all(|it| it.iter().all(|id| *id <= 4)), "{all:?}");
}
