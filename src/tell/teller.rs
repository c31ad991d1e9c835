//! Reads lines of words, and tells what comes of them.

use std::cell::Cell;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::answer::Answer;
use super::detail::Details;
use super::doings::Doings;
use super::ids::Ids;
use super::json::View;
use super::questions::{
    COMMANDS, QUESTIONS, Question, answer, creature_beside, destination, enemy_beside, look,
};
use super::report::{Moment, Told};
use crate::control::{Bindings, Control, KeyScript, script_of_words};
use crate::explorer::{Goal, Journey};
use crate::game::{Action, Fate, PlayerCommand, Reasons};
use crate::map::TileMap;
use crate::modes::{Modes, set_out};
use crate::view::{MessageLog, Reader, Scene, capitalized, key_of, reason_words};
use crate::vision::MapId;

/// Reads lines of words, and tells what comes of them. It remembers what it has told.
#[derive(Default)]
pub struct Teller {
    details: Details,
    told: Told,
    /// The level that `told` is about.
    map: Option<MapId>,
    /// The number of messages of the log that have been told.
    messages: u64,
    /// The number of the last hint that has been told.
    hint: u64,
    /// The number of decisions that have been told, if they are.
    decisions: Option<u64>,
    /// The last report.
    last: Vec<String>,
    /// What has been told of the log since the last report, for a program.
    said: Vec<String>,
    /// Which of those in view the last `next` told of.
    looked: Option<usize>,
    /// The queries of the scene.
    scenes: Option<Box<SystemState<Scene<'static, 'static>>>>,
}

impl Teller {
    /// Returns a teller that tells this much. If `gives_reasons` is set, it also tells the reasons for the decisions of
    /// all creatures.
    pub fn new(details: Details, gives_reasons: bool) -> Self {
        Self {
            details,
            decisions: gives_reasons.then_some(0),
            ..Self::default()
        }
    }

    /// Carries out a line of words, or answers it. `play` types keys into the app, and updates it until it has handled
    /// them and no journey goes on.
    pub fn obey(
        &mut self,
        app: &mut App,
        line: &str,
        play: impl Fn(&mut App, &KeyScript),
    ) -> Answer {
        let line = match line.trim() {
            "cancel" | "escape" | "esc" | "Esc" | "Escape" => "close",
            "descend" => "stairs-down",
            "ascend" | "<" => "stairs-up",
            line => line,
        };
        match line {
            "again" => return Answer::Said(self.last.clone()),
            "what changed" | "changed" => return Answer::Said(vec![self.what_changed()]),
            "questions" | "words" => {
                return Answer::Said(vec![format!(
                    "Questions: {QUESTIONS}. Commands: {COMMANDS}, and the names of the keys' commands, such as explore and north."
                )]);
            }
            _ => {}
        }
        if let Some(changed) = self.details.change(line) {
            return match changed {
                Ok(words) => Answer::Said(vec![words]),
                Err(why) => Answer::Refused(why),
            };
        }
        let is_playing = app.world().resource::<Modes>().is_playing();
        let control = control_of(app.world().resource::<Bindings>(), line);
        let only = match control {
            Some(Control::NEXT) => Some(1),
            Some(Control::PREVIOUS) => Some(-1),
            _ => None,
        };
        if let Some(by) = only.filter(|_| is_playing) {
            return Answer::Said(vec![self.look_at_next(app.world_mut(), by)]);
        }
        if is_playing && control == Some(Control::CLOSE) {
            let words = "Nothing is open. `menu` opens the menu.";
            return Answer::Said(vec![words.to_owned()]);
        }
        let question = match control {
            Some(Control::LOOK) if is_playing => Some(Ok(Question::Look(String::new()))),
            _ => Question::of(line),
        };
        match question {
            Some(Ok(question)) => {
                let words = self.with_moment(app.world_mut(), |now, told, world| {
                    answer(now, told, world, &question)
                });
                let words = words.unwrap_or_else(|| "There is no game.".to_owned());
                return Answer::Said(vec![words]);
            }
            Some(Err(why)) => return Answer::Refused(why),
            None => {}
        }
        let goes = line.strip_prefix("go ").map(str::trim);
        if let Some(what) = goes.filter(|it| !it.is_empty()) {
            return self.go(app, what, is_playing, play);
        }
        let attacked = line
            .strip_prefix("attack")
            .filter(|it| !it.starts_with(char::is_alphanumeric));
        if let Some(whom) = attacked {
            return self.attack(app, whom.trim(), is_playing, play);
        }
        let script = match line {
            "menu" if is_playing => Ok(key_script(app.world().resource(), Control::CLOSE)),
            _ => script_of_words(app.world().resource(), line),
        };
        match script {
            Ok(script) => {
                let before = (!is_playing).then(|| mode_words(app.world_mut()));
                play(app, &script);
                let is_open = !app.world().resource::<Modes>().is_playing();
                // The screen took no notice of the words.
                match is_open && before == Some(mode_words(app.world_mut())) {
                    true => Answer::Said(vec![close_first(app.world())]),
                    false => Answer::Played,
                }
            }
            Err(why) => Answer::Refused(format!("{why}; `questions` lists the other words")),
        }
    }

    fn go(
        &mut self,
        app: &mut App,
        what: &str,
        is_playing: bool,
        play: impl Fn(&mut App, &KeyScript),
    ) -> Answer {
        if !is_playing {
            return Answer::Said(vec![close_first(app.world())]);
        }
        let to = self.with_moment(app.world_mut(), |now, told, _| destination(now, told, what));
        match to {
            Some(Ok(cell)) => {
                app.world_mut().resource_mut::<Journey>().stop();
                set_out(app.world_mut(), Goal::Travel(cell));
                play(app, &KeyScript::default());
                Answer::Played
            }
            Some(Err(why)) => Answer::Said(vec![why]),
            None => Answer::Said(vec!["There is no game.".to_owned()]),
        }
    }

    fn attack(
        &mut self,
        app: &mut App,
        whom: &str,
        is_playing: bool,
        play: impl Fn(&mut App, &KeyScript),
    ) -> Answer {
        if !is_playing {
            return Answer::Said(vec![close_first(app.world())]);
        }
        let way = self.with_moment(app.world_mut(), |now, _, _| match whom {
            "" => enemy_beside(now).ok_or_else(|| "No enemy is beside you.".to_owned()),
            whom => creature_beside(now, whom),
        });
        let nobody = || Err("There is no game.".to_owned());
        match way.unwrap_or_else(nobody) {
            Ok(way) => {
                let command = PlayerCommand::Act(Action::attack(way));
                app.world_mut().write_message(command);
                play(app, &KeyScript::default());
                Answer::Played
            }
            Err(why) => Answer::Said(vec![why]),
        }
    }

    /// Calls `ask` with what the player knows now. Returns `None` if there is no game.
    fn with_moment<T>(
        &mut self,
        world: &mut World,
        ask: impl FnOnce(&Moment, &mut Told, &World) -> T,
    ) -> Option<T> {
        // Building the queries anew takes longer than asking them.
        let kept = self.scenes.take();
        let mut scenes = kept.unwrap_or_else(|| Box::new(SystemState::new(world)));
        let said = self.ask(world, &mut scenes, ask);
        self.scenes = Some(scenes);
        said
    }

    fn ask<T>(
        &mut self,
        world: &World,
        scenes: &mut SystemState<Scene<'static, 'static>>,
        ask: impl FnOnce(&Moment, &mut Told, &World) -> T,
    ) -> Option<T> {
        let scene = scenes.get(world).ok()?;
        let eyes = scene.player()?;
        let seen = scene.observe_closely(world, &eyes);
        let now = Moment {
            scene: &scene,
            eyes: &eyes,
            seen: &seen,
            places: &scene.places,
            details: self.details,
        };
        Some(ask(&now, &mut self.told, world))
    }

    /// Describes the next of those in view and last seen, or the previous one.
    fn look_at_next(&mut self, world: &mut World, by: isize) -> String {
        let looked = self.looked;
        let found = self.with_moment(world, |now, _, world| {
            let ghosts = now.seen.last_seen.iter().map(|it| it.at);
            let mut cells: Vec<IVec2> = Vec::new();
            for at in now.seen.in_view.iter().map(|it| it.at).chain(ghosts) {
                if !cells.contains(&at) {
                    cells.push(at);
                }
            }
            let count = cells.len() as isize;
            let first = if by > 0 { 0 } else { count - 1 };
            let next = looked.map_or(first, |it| (it as isize + by).rem_euclid(count.max(1)));
            let index = next as usize;
            let at = *cells.get(index)?;
            Some((index, look(now, world, at)))
        });
        match found.flatten() {
            Some((index, words)) => {
                self.looked = Some(index);
                words
            }
            None => "Nothing is in view.".to_owned(),
        }
    }

    /// Returns what has happened since the last report, one sentence per line.
    pub fn report(&mut self, world: &mut World) -> Vec<String> {
        self.report_with(world, |_, _| ())
    }

    /// Like [`report`](Self::report), and calls `also` with the same observation if the player is playing.
    fn report_with(
        &mut self,
        world: &mut World,
        also: impl FnOnce(&Moment, &World),
    ) -> Vec<String> {
        self.looked = None;
        let mut doings = Doings::default();
        if let Some(mut all) = world.get_resource_mut::<Doings>() {
            std::mem::swap(&mut *all, &mut doings);
        }
        let mut lines = self.said(world);
        self.said = lines.clone();
        let map = world.get_resource::<TileMap>().map(|it| it.changes().map());
        if map != self.map {
            // On another level, or in another game, nothing has been told yet.
            (self.told, self.map) = (Told::default(), map);
        }
        if world.resource::<Modes>().is_playing() {
            let said = std::mem::take(&mut lines);
            let told = self.with_moment(world, |now, told, world| {
                let lines = told.report(now, &doings, said.clone());
                also(now, world);
                lines
            });
            lines = told.unwrap_or(said);
        } else {
            lines.extend(mode_words(world));
        }
        lines.extend(self.reasons(world));
        if lines.is_empty() {
            lines.push("Nothing new.".to_owned());
        }
        self.last.clone_from(&lines);
        lines
    }

    /// Like [`report`](Self::report), as a value for programs. `answer` is what the last line led to.
    pub fn view(&mut self, world: &mut World, answer: &Answer) -> View {
        let doings = world.get_resource::<Doings>().cloned().unwrap_or_default();
        let before = self.told.before.as_ref().map(|it| it.turn);
        let mut view = View::new(answer, Vec::new(), Vec::new());
        let is_filled = Cell::new(false);
        let no_ids = Ids::default();
        let mut fill = |now: &Moment, world: &World| {
            let ids = world.get_resource().unwrap_or(&no_ids);
            view.fill(now, ids, (&doings, before));
            is_filled.set(true);
        };
        let mut lines = Vec::new();
        if *answer == Answer::Played {
            lines = self.report_with(world, &mut fill);
        }
        if !is_filled.get() {
            self.with_moment(world, |now, _, world| fill(now, world));
        }
        if *answer == Answer::Played {
            (view.words, view.log) = (lines, std::mem::take(&mut self.said));
        }
        let modes = world.resource::<Modes>();
        view.mode = modes.top().map_or("", |it| it.name()).to_owned();
        if !modes.is_playing() {
            view.choices = mode_words(world);
        }
        view.end = world.get_resource::<Fate>().and_then(|fate| match fate {
            Fate::Alive => None,
            Fate::Won(_) => Some("won".to_owned()),
            Fate::Died(_) => Some("died".to_owned()),
        });
        view
    }

    /// Returns what the log has said since the last report.
    fn said(&mut self, world: &World) -> Vec<String> {
        let log = world.resource::<MessageLog>();
        let mut said: Vec<String> = log.since(self.messages).collect();
        self.messages = log.count();
        if let Some((number, hint)) = log.last_hint()
            && number != self.hint
        {
            self.hint = number;
            said.push(hint.to_owned());
        }
        said
    }

    /// Returns a line for each creature that has decided since the last report.
    fn reasons(&mut self, world: &World) -> Vec<String> {
        let (Some(decisions), Some(reasons)) =
            (&mut self.decisions, world.get_resource::<Reasons>())
        else {
            return Vec::new();
        };
        let new = reasons.since(*decisions);
        let lines = new
            .map(|reason| reason_words(world, reason, Reader::Maker))
            .collect();
        *decisions = reasons.count();
        lines
    }

    /// Repeats the last report in one line.
    fn what_changed(&self) -> String {
        self.last.join(" ")
    }
}

/// Returns what the mode on top shows, and the key that closes it.
fn mode_words(world: &mut World) -> Vec<String> {
    let mut words = world.resource_scope(|world, modes: Mut<Modes>| {
        let mut scenes = SystemState::<Scene>::new(world);
        let scene = scenes.get(world).ok();
        let words = scene.map(|scene| modes.words(&scene, world));
        words.unwrap_or_default()
    });
    words.extend(closing(world));
    words
}

/// Says which key closes the mode on top.
fn closing(world: &World) -> Option<String> {
    let top = world.resource::<Modes>().top()?;
    let close = key_of(world.resource::<Bindings>(), Control::CLOSE);
    let words = || capitalized(&format!("{}: {close} closes.", top.name()));
    top.closes().then(words)
}

/// Says that a screen has to be closed before the player can act.
fn close_first(world: &World) -> String {
    let name = world.resource::<Modes>().top().map_or("", |it| it.name());
    format!("First close this: {name}. `close` does.")
}

/// Returns the control that a line of a single word or key stands for.
fn control_of(bindings: &Bindings, line: &str) -> Option<Control> {
    if let Some(control) = bindings.named(line) {
        return Some(control);
    }
    if line.contains(char::is_whitespace) {
        return None;
    }
    let script: KeyScript = line.parse().ok()?;
    let mut keys = script.keys();
    let (key, None) = (keys.next()?, keys.next()) else {
        return None;
    };
    if script.len() == 1 {
        bindings.pressed(key)
    } else {
        None
    }
}

fn key_script(bindings: &Bindings, control: Control) -> KeyScript {
    let key = bindings.keys(control).next();
    key.and_then(|key| key.to_string().parse().ok())
        .unwrap_or_default()
}
