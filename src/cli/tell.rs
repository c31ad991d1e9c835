//! `--tell`: a game in words, to be played by ear.

use std::collections::BTreeMap;
use std::io::IsTerminal;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::error::CliError;
use super::streams::{lines, print, say};
use crate::control::{Bindings, Control, KeyScript, ScriptError};
use crate::files::{brief, did_you_mean};
use crate::frontend::text;
use crate::game::Health;
use crate::grid::Direction;
use crate::modes::Modes;
use crate::view::{Eyes, InView, InViewKind, MessageLog, Scene, capitalized, compass, key_of};

/// What was told last.
#[derive(Default)]
struct Told {
    count: u64,
    hints: u64,
    /// Who and what was in view: somebody by its number, a thing by its place.
    view: BTreeMap<Seen, InView>,
    health: Option<(i32, i32)>,
}

/// The modes that lie below all others, or say themselves what their keys do.
const ENDS: [&str; 4] = ["title", "dead", "watch", "replay"];

/// A creature in view, or a thing or place by what it is and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Who(Entity),
    At(InViewKind, i32, i32),
}

/// Reads commands, a line each, and tells after each what has changed.
pub(super) fn play(app: &mut App) -> Result<(), CliError> {
    let mut told = Told::default();
    print(&tell(app, &mut told))?;
    for (line, number) in lines().zip(1..) {
        let bad = |why: String| CliError::bad_input(format!("--tell: line {number}: {why}"));
        let line = line.map_err(bad)?;
        let script = match read(app, &line) {
            Ok(script) => script,
            // Somebody who types goes on playing; a file that is wrong says nothing about what is meant after that.
            Err(why) if std::io::stdin().is_terminal() => {
                say(&why);
                continue;
            }
            Err(why) => return Err(bad(why)),
        };
        text::play(app, &script);
        print(&tell(app, &mut told))?;
        if app.should_exit().is_some() {
            break;
        }
    }
    Ok(())
}

/// The word before keys that are written one after the other.
const KEYS: &str = "keys ";

/// Reads a line: names of commands and single keys, once or repeated, with or without blanks between them, or `keys` and a script. A line
/// with a word that is neither is refused as a whole.
fn read(app: &App, line: &str) -> Result<KeyScript, String> {
    let bindings = app.world().resource::<Bindings>();
    let line = line.trim();
    if let Some(script) = line.strip_prefix(KEYS) {
        return parse(script.trim_start());
    }
    let mut script = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = match rest.strip_prefix('<') {
            Some(name) => name.find('>').map(|at| at + 2),
            None => rest.find([' ', '\t', '<']),
        };
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        script += &key_of_word(bindings, word)?;
        rest = after.trim_start();
    }
    parse(&script)
}

fn parse(script: &str) -> Result<KeyScript, String> {
    script
        .parse()
        .map_err(|error: ScriptError| error.to_string())
}

/// The key of one word, as a script writes it.
fn key_of_word(bindings: &Bindings, word: &str) -> Result<String, String> {
    let mut controls = Control::all().chain(bindings.own_controls());
    if let Some(control) = controls.find(|it| it.name() == word) {
        let key = bindings.keys(control).next();
        return key
            .map(|key| key.to_string())
            .ok_or_else(|| format!("`{word}` has no key; accepted: a command that has one"));
    }
    let mut keys = word.chars();
    let first = keys.next();
    if word.starts_with('<') || keys.all(|key| Some(key) == first) {
        return Ok(word.to_owned());
    }
    let names: Vec<String> = Control::all().map(Control::name).collect();
    let meant = did_you_mean(word, names.iter().map(String::as_str));
    Err(format!(
        "no command is called `{}`{meant}; accepted: names of commands, such as `explore` or `east`; single keys, \
         such as `l`, `lll` or `<Up>`; `keys` and several keys, such as `keys jll<Up>`",
        brief(word)
    ))
}

/// What has changed since it was told last, a sentence a line, with a blank line after it.
fn tell(app: &mut App, told: &mut Told) -> String {
    let mut sentences = Vec::new();
    let world = app.world_mut();
    let log = world.resource::<MessageLog>();
    // A new game's log begins anew.
    if log.count() < told.count {
        told.count = 0;
    }
    sentences.extend(log.since(told.count).map(str::to_owned));
    told.count = log.count();
    if let Some((number, hint)) = log.last_hint()
        && number != told.hints
    {
        told.hints = number;
        sentences.push(hint.to_owned());
    }
    let top = world
        .resource::<Modes>()
        .names()
        .next_back()
        .unwrap_or_default();
    if top != "play" {
        sentences.extend(world.resource_scope(|world, modes: Mut<Modes>| {
            let mut scenes = SystemState::<Scene>::new(world);
            let scene = scenes.get(world).ok();
            scene
                .map(|scene| modes.words(&scene, world))
                .unwrap_or_default()
        }));
        if !ENDS.contains(&top) {
            let close = key_of(world.resource::<Bindings>(), Control::Close);
            sentences.push(capitalized(&format!("{top}: {close} closes.")));
        }
    } else {
        let mut scenes = SystemState::<Scene>::new(world);
        if let Ok(scene) = scenes.get(world)
            && let Some(eyes) = scene.player()
        {
            of_view(&scene, &eyes, told, &mut sentences);
        }
    }
    if sentences.is_empty() {
        sentences.push("Nothing new.".to_owned());
    }
    sentences.push(String::new());
    sentences.into_iter().map(|it| format!("{it}\n")).collect()
}

/// What came into view, what has moved, what has left it, and how the player is.
fn of_view(scene: &Scene, eyes: &Eyes, told: &mut Told, sentences: &mut Vec<String>) {
    let mut view = BTreeMap::new();
    for sight in scene.in_view(eyes, false) {
        let seen = match sight.who {
            Some(who) => Seen::Who(who),
            None => Seen::At(sight.kind, sight.at.x, sight.at.y),
        };
        let place = whence(sight.at - eyes.at);
        let state = sight
            .state
            .map_or_else(String::new, |it| format!(", {}", it.name()));
        let (name, comma) = (&sight.name, if state.is_empty() { "" } else { "," });
        match told.view.get(&seen) {
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
        view.insert(seen, sight);
    }
    // The order never is that of entities, which depends on creatures that nobody sees.
    let gone = told
        .view
        .iter()
        .filter(|(seen, _)| !view.contains_key(*seen));
    let mut gone: Vec<&InView> = gone.map(|(_, sight)| sight).collect();
    gone.sort_by_key(|it| (it.who.is_none(), it.at.y, it.at.x, &it.name));
    let gone = gone.into_iter();
    sentences.extend(gone.map(|it| format!("No longer in view: the {}.", it.name)));
    told.view = view;
    let health = eyes.health.map(|it: &Health| (it.now, it.max));
    if health != told.health
        && let Some((now, max)) = health
    {
        sentences.push(format!(
            "Health {now} of {max}. Turn {}.",
            scene.clock.turn()
        ));
    }
    told.health = health;
}

fn whence(offset: IVec2) -> String {
    let far = offset.abs().max_element();
    if far == 0 {
        return "where you stand".to_owned();
    }
    let cells = if far == 1 { "cell" } else { "cells" };
    let way = Direction::towards(offset).map_or("", compass);
    format!("{far} {cells} {way}")
}
