//! The stack of modes.

use std::any::Any;
use std::path::Path;
use std::time::Duration;

use bevy::app::AppExit;
use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::answers::Answers;
use super::dead::Dead;
use super::mode::{Input, Mode, Then};
use super::new_game::begin;
use super::play::Play;
use super::replay::ReplayScreen;
use super::resume::resume;
use super::saves::record_game;
use super::serve::{ON_EVERY_SCREEN, serve, zoom_by};
use super::settings::{Settings, Zoomed};
use super::slots::Slots;
use super::title::TitleScreen;
use crate::control::{Asked, Bindings, KeyDown, KeyQueue, Mouse};
use crate::explorer::Journey;
use crate::game::Fate;
use crate::journal::{JournalError, Recordings, Unsaved};
use crate::view::{MessageLog, Motion, Scene, Screen, draw_standing};

/// The stack of modes, from the bottom up. The mode on top receives the keys.
#[derive(Resource)]
pub struct Modes {
    stack: Vec<Box<dyn Mode>>,
    /// The modes that plugins have opened in this frame.
    opening: Vec<Box<dyn Mode>>,
    /// Whether saving must be retried because something could not be saved.
    retries: bool,
}

/// The interval at which saving is retried while nothing else happens.
const RETRY: Duration = Duration::from_secs(1);

impl Default for Modes {
    fn default() -> Self {
        Self {
            stack: vec![Box::new(Play::default())],
            opening: Vec::new(),
            retries: false,
        }
    }
}

impl Modes {
    /// Returns the modes' names, from the bottom up.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &'static str> {
        self.stack.iter().map(|mode| mode.name())
    }

    /// Returns whether the game itself is on top.
    pub fn is_playing(&self) -> bool {
        self.stack.last().is_some_and(|it| is::<Play>(&**it))
    }

    pub fn top(&self) -> Option<&dyn Mode> {
        self.stack.last().map(|it| &**it)
    }

    /// Returns what the mode on top shows, one sentence per entry.
    pub fn words(&self, scene: &Scene, world: &World) -> Vec<String> {
        let top = self.stack.last();
        top.map(|it| it.words(scene, world)).unwrap_or_default()
    }

    /// Replaces all modes with this one.
    pub fn only(&mut self, mode: impl Mode) {
        self.stack = vec![Box::new(mode)];
    }

    /// Puts a mode, such as one that a plugin adds, on top of the stack, after the input of this frame has been handled:
    /// the key that opens a screen is not passed to it.
    pub fn push(&mut self, mode: impl Mode) {
        self.opening.push(Box::new(mode));
    }

    /// Puts a mode on top of the stack at once.
    pub(super) fn push_now(&mut self, mode: impl Mode) {
        self.stack.push(Box::new(mode));
    }

    /// Returns the time from `now`, in the app's real time, until the next update is needed, or `None` if no update is
    /// needed.
    pub fn next_tick(&self, now: Duration) -> Option<Duration> {
        let next = self.stack.last()?.next_tick(now);
        match self.retries {
            true => Some(next.map_or(RETRY, |it| it.min(RETRY))),
            false => next,
        }
    }

    /// Returns whether the mode on top accepts pasted text.
    pub fn take_text(&self) -> bool {
        self.stack.last().is_some_and(|it| it.takes_text())
    }

    /// Returns what the player's input means to the mode on top.
    fn meant(&self, asked: Asked) -> Option<Input> {
        let top = self.top()?;
        let is_own = |key: &KeyDown| {
            let mut letters = top.letters().chars();
            top.takes_keys() || letters.any(|it| key.character == Some(it))
        };
        match (asked, asked.control()) {
            (Asked::Key(key), control) if control.is_none() || is_own(&key) => {
                Some(Input::Key(key))
            }
            (_, control) => control.filter(|_| !top.takes_keys()).map(Input::Asked),
        }
    }
}

/// Returns whether a mode is of type `M`.
fn is<M: Mode>(mode: &dyn Mode) -> bool {
    (mode as &dyn Any).is::<M>()
}

/// How far the messages have been read.
#[derive(Default)]
pub(super) struct Inbox {
    asked: MessageCursor<Asked>,
    mouse: MessageCursor<Mouse>,
}

/// Passes each of the player's inputs, in order, to the mode that is on top at that moment.
pub(super) fn answer(world: &mut World, mut inbox: Local<Inbox>) {
    let asked: Vec<Asked> = inbox.asked.read(world.resource()).copied().collect();
    let mouse: Vec<Mouse> = inbox.mouse.read(world.resource()).copied().collect();
    // A frame contains at most one key press or click, so the order within a frame does not matter.
    for asked in asked {
        match (world.resource::<Modes>().meant(asked), asked.control()) {
            (Some(_), Some(control)) if ON_EVERY_SCREEN.contains(&control) => {
                with_top(world, |_, world| serve(control, world));
            }
            (Some(input), _) => pass(world, input),
            (None, _) => {}
        }
    }
    for mouse in mouse {
        match mouse {
            Mouse::Zoom(lines) => zoom_by(Zoomed::Text, -lines.signum(), world),
            _ => pass(world, Input::Mouse(mouse)),
        }
    }
    with_top(world, |mode, world| {
        mode.tick(world);
        Then::Stay
    });
}

/// Opens the modes that plugins have pushed.
pub(super) fn open(mut modes: ResMut<Modes>) {
    if !modes.opening.is_empty() {
        let mut opening = std::mem::take(&mut modes.opening);
        modes.stack.append(&mut opening);
    }
}

fn pass(world: &mut World, input: Input) {
    with_top(world, |mode, world| mode.input(input, world));
}

/// Runs `act` on the mode on top and carries out the result.
fn with_top(world: &mut World, act: impl FnOnce(&mut dyn Mode, &mut World) -> Then) {
    let Some(mut modes) = world.remove_resource::<Modes>() else {
        return;
    };
    if let Some(top) = modes.stack.last_mut() {
        let then = act(top.as_mut(), world);
        carry_out(&mut modes.stack, then, world);
    }
    world.insert_resource(modes);
}

fn carry_out(stack: &mut Vec<Box<dyn Mode>>, then: Then, world: &mut World) {
    match then {
        Then::Stay => {}
        Then::Do(command) => {
            world.write_message(command);
        }
        Then::Obey(command) => {
            carry_out(stack, Then::Pop, world);
            world.write_message(command);
        }
        Then::Pop => {
            if stack.len() > 1 {
                stack.pop();
            }
        }
        Then::Push(mode) => stack.push(mode),
        Then::Replace(mode) => {
            stack.pop();
            stack.push(mode);
        }
        Then::Only(mode) => *stack = vec![mode],
        Then::Ask(control) => {
            stack.truncate(1);
            // A plugin may read its controls as messages, as if a key had asked for them.
            if !world.resource::<Bindings>().is_of_screens(control)
                && world.resource::<Answers>().to(control).is_none()
            {
                world.write_message(Asked::Control(control));
            } else if let Some(mode) = stack.last_mut() {
                let then = mode.input(Input::Asked(control), world);
                carry_out(stack, then, world);
            }
        }
        Then::Begin(game) => {
            *stack = vec![Box::new(Play::default())];
            begin(world, *game);
            record_game(world);
        }
        Then::Continue(file) => {
            let mut opened = resume(world, &file);
            let question = opened.as_mut().ok().and_then(Option::take);
            *stack = opened_or_title(&file, opened.map(|_| Play::default()));
            stack.extend(question.map(|it| it as Box<dyn Mode>));
        }
        Then::Watch(file) => {
            let opened = ReplayScreen::open(world, &file);
            *stack = opened_or_title(&file, opened);
        }
        Then::Quit => {
            world.write_message(AppExit::Success);
        }
    }
}

/// Returns a stack with the mode that a file was opened in, or with the title and what is wrong with the file.
fn opened_or_title(
    file: &Path,
    opened: Result<impl Mode + 'static, JournalError>,
) -> Vec<Box<dyn Mode>> {
    match opened {
        Ok(mode) => vec![Box::new(mode)],
        Err(error) => vec![
            Box::new(TitleScreen::default()),
            Box::new(Slots::broken(file, &error)),
        ],
    }
}

/// Opens the death screen over the play mode when the game ends, and closes that screen when a game is running again.
pub(super) fn follow_fate(
    fate: Res<Fate>,
    mut modes: ResMut<Modes>,
    mut queue: ResMut<KeyQueue>,
    mut was_alive: Local<bool>,
) {
    let plays = modes.stack.first().is_some_and(|it| is::<Play>(&**it));
    let is_shown = modes.stack.iter().any(|it| is::<Dead>(&**it));
    let has_just_ended = std::mem::replace(&mut *was_alive, plays && fate.is_alive());
    if !plays || fate.is_alive() != is_shown {
        return;
    }
    modes.stack.truncate(1);
    if !fate.is_alive() {
        // Keys typed during the fight must not pick anything on the death screen.
        if has_just_ended {
            queue.ignore_typed();
        }
        modes.stack.push(Box::new(Dead::default()));
    }
}

/// Lets things move on the map during play, if the player wants that. The steps of a journey are shown without it.
pub(super) fn allow_motion(
    (modes, settings, journey): (Res<Modes>, Res<Settings>, Res<Journey>),
    mut motion: ResMut<Motion>,
) {
    let is_still = journey.is_on_the_way() || !modes.is_playing();
    motion.allow(settings.motion && !is_still);
}

/// Keeps a warning on the screen for as long as something cannot be saved, and retries saving.
pub(super) fn follow_saving(
    recordings: Res<Recordings>,
    mut modes: ResMut<Modes>,
    mut log: ResMut<MessageLog>,
) {
    let unsaved = recordings.unsaved();
    if modes.retries != unsaved.is_some() {
        modes.retries = unsaved.is_some();
    }
    let standing = unsaved.filter(Unsaved::is_loss).map(|it| format!("{it}."));
    if log.standing() != standing.as_deref() {
        log.set_standing(standing);
    }
}

/// Draws all modes, each over those below it, and the standing warning last.
pub(super) fn draw(world: &mut World, scenes: &mut SystemState<Scene<'static, 'static>>) {
    let (Some(mut screen), Some(modes)) = (
        world.remove_resource::<Screen>(),
        world.remove_resource::<Modes>(),
    ) else {
        return;
    };
    if let Ok(scene) = scenes.get(world) {
        screen.begin();
        for mode in &modes.stack {
            mode.draw(&scene, world, &mut screen);
        }
        draw_standing(&scene, screen.buffer_mut());
        screen.mend_halves();
    }
    world.insert_resource(screen);
    world.insert_resource(modes);
}
