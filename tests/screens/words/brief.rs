//! The words are short: a step says little, and what has been told is not told again.

use bevy::prelude::*;
use fogbound::explorer::{Bot, Temperament};
use fogbound::game::{Fate, PlaceKind, Places};
use fogbound::tell::Detail;

use super::Told;
use crate::common::seeds::{games_asked_for, on_all_cores};
use crate::common::{AppExt, built, dark, drawn};

/// Returns the number of words of each report of a bot's game: of all, and of those after a step within a passage that the
/// player had seen before.
fn lengths(seed: u64, detail: Detail) -> (Vec<usize>, Vec<usize>) {
    let mut told = Told::begin(dark(built(seed)), detail);
    let mut bot = Bot::new(Temperament::Careful);
    let (mut all, mut steps) = (Vec::new(), Vec::new());
    told.report();
    for _ in 0..400 {
        let player = told.app.player().unwrap();
        let before = told.app.place_of(player);
        let known = told
            .app
            .part::<fogbound::vision::MapMemory>(player)
            .known_count();
        let Some(command) = bot.next(told.app.world_mut()) else {
            break;
        };
        told.app.command([command]);
        if !told.app.world().resource::<Fate>().is_alive() {
            break;
        }
        let lines = told.report();
        let count = lines.iter().map(|it| it.split_whitespace().count()).sum();
        all.push(count);
        let after = told.app.place_of(player);
        let places = told.app.world().resource::<Places>();
        let is_passage = |at: IVec2| {
            places
                .at(at)
                .is_some_and(|it| it.kind == PlaceKind::Passage)
        };
        let now = told
            .app
            .part::<fogbound::vision::MapMemory>(player)
            .known_count();
        if before != after && is_passage(before) && is_passage(after) && known == now {
            steps.push(count);
        }
    }
    (all, steps)
}

fn median(mut counts: Vec<usize>) -> usize {
    counts.sort_unstable();
    counts.get(counts.len() / 2).copied().unwrap_or_default()
}

#[test]
fn a_step_in_a_known_passage_takes_few_words() {
    let seeds: Vec<u64> = (0..games_asked_for().unwrap_or(5)).collect();
    let medians = [Detail::Brief, Detail::Normal, Detail::Full].map(|detail| {
        let counts = on_all_cores(&seeds, |&seed| lengths(seed, detail));
        let (all, steps): (Vec<_>, Vec<_>) = counts.into_iter().unzip();
        let (all, steps) = (all.concat(), steps.concat());
        assert!(steps.len() > 20, "{}", steps.len());
        (median(all), median(steps))
    });
    println!("median words, all commands and steps in known passages: {medians:?}");
    assert!(medians[1].1 <= 25, "{medians:?}");
    assert!(medians[0].0 <= medians[1].0 && medians[1].0 < medians[2].0);
}

/// A room with a rat that sleeps, and a few things.
const ROOM: &str = "
############
#@....#....#
#.....+....#
#..!..#....#
############";

#[test]
fn what_has_not_changed_is_not_told_again() {
    for detail in [Detail::Brief, Detail::Normal] {
        let mut told = Told::begin(drawn(ROOM), detail);
        told.report();
        told.tell("wait");
        let again = told.tell("wait");
        assert_eq!(again, ["A turn passes."], "{detail:?}");
    }
}

#[test]
fn what_stands_near_is_told_again_after_each_step() {
    let mut told = Told::begin(drawn(ROOM), Detail::Normal);
    told.report();
    let lines = told.tell("south-east");
    assert!(
        lines
            .iter()
            .any(|it| it == "Near: a torch, beside you south-east."),
        "{lines:?}"
    );
    let lines = told.tell("east");
    assert!(
        lines
            .iter()
            .any(|it| it == "Near: a torch, beside you south."),
        "{lines:?}"
    );
}

#[test]
fn the_amount_of_detail_can_be_set_for_one_subject() {
    let mut told = Told::begin(drawn(ROOM), Detail::Normal);
    told.report();
    assert_eq!(told.tell("full ground"), ["Told about ground: full."]);
    let lines = told.tell("wait");
    assert!(lines.iter().any(|it| it.starts_with("View, ")), "{lines:?}");
    assert!(
        !lines.iter().any(|it| it.starts_with("Health ")),
        "{lines:?}"
    );
    let wrong = told.tell("brief colours");
    assert!(
        wrong[0].contains("accepted:") && wrong[0].contains("creatures"),
        "{wrong:?}"
    );
}
