//! `--tell`: the game in words, for screen readers and scripts.

use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::error::CliError;
use super::streams::{lines, print, say};
use crate::control::{Bindings, Control, script_of_words};
use crate::frontend::text;
use crate::game::{Ghost, Health, Reasons};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::modes::Modes;
use crate::view::{
    InView, InViewKind, MessageLog, PointOfView, Scene, ago, article, capitalized, compass, key_of,
    reason_words, with_article,
};
use crate::vision::MapId;

/// A record of what has been reported so far.
#[derive(Default)]
struct Reported {
    /// The number of messages.
    messages: u64,
    /// The ID of the last hint.
    hint: u64,
    /// What was in view at the last report.
    view: BTreeMap<Subject, InView>,
    /// The ghosts at the last report.
    ghosts: BTreeSet<GhostKey>,
    /// The row and column of each torch and brazier that has been reported since the player came to the level.
    flames: BTreeSet<(i32, i32)>,
    health: Option<(i32, i32)>,
    /// The level that `view` belongs to.
    map: Option<MapId>,
    /// The number of decisions, if the reasons for decisions are reported.
    decisions: Option<u64>,
}

/// The row, the column, the name and the tick of a ghost.
type GhostKey = (i32, i32, String, u64);

/// The identity of something in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Creature(Entity),
    /// A thing or a place, with the coordinates of its cell.
    Thing(InViewKind, i32, i32),
}

/// Reads lines of commands, and prints what has changed after each line. If `gives_reasons` is set, prints the reasons
/// for the decisions of all creatures as well.
pub(super) fn play(app: &mut App, gives_reasons: bool) -> Result<(), CliError> {
    let mut reported = Reported {
        decisions: gives_reasons.then_some(0),
        ..Reported::default()
    };
    print(&report(app, &mut reported))?;
    for (line, number) in lines().zip(1..) {
        let bad = |why: String| CliError::bad_input(format!("--tell: line {number}: {why}"));
        let line = line.map_err(bad)?;
        let bindings = app.world().resource::<Bindings>();
        let script = match script_of_words(bindings, &line) {
            Ok(script) => script,
            // In a terminal, the player can correct the line. In a file, the lines after an error may not make sense.
            Err(why) if std::io::stdin().is_terminal() => {
                say(&why);
                continue;
            }
            Err(why) => return Err(bad(why)),
        };
        text::play(app, &script);
        print(&report(app, &mut reported))?;
        if app.should_exit().is_some() {
            break;
        }
    }
    Ok(())
}

/// Returns what has changed since the last report, one sentence per line, followed by a blank line.
fn report(app: &mut App, reported: &mut Reported) -> String {
    let mut sentences = Vec::new();
    let world = app.world_mut();
    let log = world.resource::<MessageLog>();
    let map = world.get_resource::<TileMap>().map(|it| it.changes().map());
    if map != reported.map {
        // On another level, or in another game, nothing in view has been reported yet.
        (reported.view, reported.health, reported.map) = (BTreeMap::new(), None, map);
        reported.ghosts.clear();
        reported.flames.clear();
    }
    // A new game starts a new message log.
    if log.count() < reported.messages {
        reported.messages = 0;
    }
    sentences.extend(log.since(reported.messages));
    reported.messages = log.count();
    if let Some((number, hint)) = log.last_hint()
        && number != reported.hint
    {
        reported.hint = number;
        sentences.push(hint.to_owned());
    }
    if !world.resource::<Modes>().is_playing() {
        sentences.extend(world.resource_scope(|world, modes: Mut<Modes>| {
            let mut scenes = SystemState::<Scene>::new(world);
            let scene = scenes.get(world).ok();
            scene
                .map(|scene| modes.words(&scene, world))
                .unwrap_or_default()
        }));
        let top = world.resource::<Modes>().top();
        if let Some(top) = top.filter(|it| it.closes()) {
            let close = key_of(world.resource::<Bindings>(), Control::CLOSE);
            sentences.push(capitalized(&format!("{}: {close} closes.", top.name())));
        }
    } else {
        let mut scenes = SystemState::<Scene>::new(world);
        if let Ok(scene) = scenes.get(world)
            && let Some(eyes) = scene.player()
        {
            report_view(&scene, &eyes, reported, &mut sentences);
        }
    }
    report_reasons(app.world(), reported, &mut sentences);
    if sentences.is_empty() {
        sentences.push("Nothing new.".to_owned());
    }
    sentences.push(String::new());
    sentences.into_iter().map(|it| format!("{it}\n")).collect()
}

/// Adds sentences about what has come into view, moved, or gone out of view, and about any change in the player's
/// health.
fn report_view(
    scene: &Scene,
    eyes: &PointOfView,
    reported: &mut Reported,
    sentences: &mut Vec<String>,
) {
    let mut view = BTreeMap::new();
    for sight in scene.in_view(eyes, false) {
        let subject = match sight.who {
            Some(who) => Subject::Creature(who),
            None => Subject::Thing(sight.kind, sight.at.x, sight.at.y),
        };
        let place = place_words(sight.at - eyes.at);
        let state = sight
            .state_word()
            .map_or_else(String::new, |it| format!(", {it}"));
        let (name, comma) = (&sight.name, if state.is_empty() { "" } else { "," });
        match reported.view.get(&subject) {
            None if sight.who.is_none() => {
                sentences.push(format!("In view: {}, {place}.", sight.called));
            }
            None => {
                let sentence = format!("{}{state}, {place}, is in view.", sight.called);
                sentences.push(capitalized(&sentence));
            }
            Some(before) if (before.at, before.state) != (sight.at, sight.state) => {
                sentences.push(format!("The {name}{state}{comma} is {place} now."));
            }
            Some(_) => {}
        }
        view.insert(subject, sight);
    }
    report_flames(eyes, reported, sentences);
    report_gone(scene, eyes, (reported, &view), sentences);
    reported.view = view;
    report_health(scene, eyes, reported, sentences);
}

/// Adds a sentence about the torches and braziers, burning or not, that have come into view for the first time since the
/// player came to the level.
fn report_flames(eyes: &PointOfView, reported: &mut Reported, sentences: &mut Vec<String>) {
    let visible = eyes.viewshed.iter().flat_map(|it| it.visible().iter());
    let flames = visible.filter_map(|at| {
        let tile = eyes.memory.tile(at)?;
        let is_flame = tile.put_out().is_some() || tile.is_cold_flame();
        is_flame.then_some((at, tile))
    });
    let mut new: Vec<(IVec2, Tile)> = flames
        .filter(|(at, _)| reported.flames.insert((at.y, at.x)))
        .collect();
    new.sort_by_key(|(at, _)| ((at - eyes.at).abs().max_element(), at.y, at.x));
    let places = new.iter().map(|(at, tile)| {
        let (name, place) = (with_article(*tile), place_words(at - eyes.at));
        format!("{name}, {place}")
    });
    let places: Vec<String> = places.collect();
    if !places.is_empty() {
        sentences.push(format!("In view: {}.", places.join("; ")));
    }
}

/// Adds sentences about what has gone out of view. `view` is what is in view now.
fn report_gone(
    scene: &Scene,
    eyes: &PointOfView,
    (reported, view): (&mut Reported, &BTreeMap<Subject, InView>),
    sentences: &mut Vec<String>,
) {
    // Sort the things that have gone out of view, because the order of entities depends on creatures that the player
    // has never seen.
    let gone = reported
        .view
        .iter()
        .filter(|(subject, _)| !view.contains_key(*subject));
    let mut gone: Vec<&InView> = gone.map(|(_, sight)| sight).collect();
    gone.sort_by_key(|it| (it.who.is_none(), it.at.y, it.at.x, &it.name));
    let mut lost = new_ghosts(eyes, &mut reported.ghosts);
    for sight in gone {
        let distance = |ghost: &&Ghost| (ghost.at - sight.at).abs().max_element();
        let same = lost.iter().enumerate();
        let same = same.filter(|(_, it)| sight.who.is_some() && it.name == sight.name);
        let nearest = same.min_by_key(|(_, it)| distance(it)).map(|(at, _)| at);
        let place = nearest.map(|nearest| place_words(lost.remove(nearest).at - eyes.at));
        let last = place.map_or_else(String::new, |it| format!(", last seen {it}"));
        sentences.push(format!("No longer in view: the {}{last}.", sight.name));
    }
    // A player who hears everyone learns of all of them each turn, so they share a line.
    let last_seen = lost.iter().map(|ghost| {
        let (name, place) = (&ghost.name, place_words(ghost.at - eyes.at));
        let ago = ago(ghost.age(scene.clock.tick));
        format!("{} {name} {place}, {ago}", article(name))
    });
    let last_seen: Vec<String> = last_seen.collect();
    if !last_seen.is_empty() {
        sentences.push(format!("Last seen: {}.", last_seen.join("; ")));
    }
}

/// Adds a sentence about the player's health, heart and oil if its health has changed.
fn report_health(
    scene: &Scene,
    eyes: &PointOfView,
    reported: &mut Reported,
    sentences: &mut Vec<String>,
) {
    let health = eyes.health.map(|it: &Health| (it.now(), it.max()));
    if health != reported.health
        && let Some((now, max)) = health
    {
        let heart = scene.heart(eyes);
        let heart = heart.map(|(now, cells)| format!(" Heart {now} of {cells}."));
        let oil = eyes.oil.map(|it| format!(" Oil {}.", it.turns()));
        sentences.push(format!(
            "Health {now} of {max}.{}{} Turn {}.",
            heart.unwrap_or_default(),
            oil.unwrap_or_default(),
            scene.clock.turn()
        ));
    }
    reported.health = health;
}

/// Returns the ghosts that are not among those reported before.
fn new_ghosts<'a>(eyes: &PointOfView<'a>, reported: &mut BTreeSet<GhostKey>) -> Vec<&'a Ghost> {
    let key = |it: &Ghost| (it.at.y, it.at.x, it.name.clone(), it.when);
    let ghosts = eyes.last_seen();
    let known = ghosts.iter().map(|it| key(it)).collect();
    let before = std::mem::replace(reported, known);
    let new = ghosts.into_iter().filter(|it| !before.contains(&key(it)));
    new.collect()
}

/// Adds a line for each creature that has decided since the last report.
fn report_reasons(world: &World, reported: &mut Reported, sentences: &mut Vec<String>) {
    if let (Some(decisions), Some(reasons)) =
        (&mut reported.decisions, world.get_resource::<Reasons>())
    {
        let new = reasons.since(*decisions);
        sentences.extend(new.map(|reason| reason_words(world, reason)));
        *decisions = reasons.count();
    }
}

/// Describes a place by its distance and direction from the player.
fn place_words(offset: IVec2) -> String {
    let far = offset.abs().max_element();
    if far == 0 {
        return "where you stand".to_owned();
    }
    let cells = if far == 1 { "cell" } else { "cells" };
    let way = Direction::towards(offset).map_or("", compass);
    format!("{far} {cells} {way}")
}
