//! Playing in a terminal, from taking it to giving it back.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use bevy::app::PluginsState;
use bevy::prelude::*;
use crossterm::terminal;

use super::environment::{NoTerminal, TerminalError, is_terminal};
use super::hint::Hint;
use super::hints::{Line, read_events};
use super::input::{Input, Request};
use super::paint::Painter;
use super::reader::Reader;
#[cfg(unix)]
use super::signals;
use super::size::TerminalSize;
use super::small;
use super::tty::{self, Tty};
use crate::control::{Button, KeyQueue, Press};
use crate::explorer::Journey;
use crate::game::bestiary::Waker;
#[cfg(unix)]
use crate::journal::Recordings;
use crate::modes::Modes;
use crate::view::{MessageLog, Palette, Screen};

/// How long a step of a journey is shown.
const STEP: Duration = Duration::from_millis(16);
/// How often at least something is shown while keys wait.
const GLANCE: Duration = Duration::from_millis(50);
/// Of text that is pasted, so many characters are typed.
const PASTED: usize = 64;
/// How many hints are taken before the game goes on, though more may wait.
const AT_ONCE: usize = 1024;

/// How the session ends.
enum End {
    /// The game was left.
    Left(AppExit),
    /// A signal ends the program.
    #[cfg(unix)]
    Signal(i32),
}

/// Plays the game of an [`app`](super::app) in the terminal, until the player leaves.
///
/// The terminal is restored in any case. A signal that ends programs ends this one, when all is restored.
///
/// # Errors
///
/// If standard output is no terminal, or it fails.
pub fn play(mut app: App) -> Result<AppExit, TerminalError> {
    if !is_terminal() {
        return Err(NoTerminal::NotOne.into());
    }
    let (sender, hints) = channel();
    let wakes = sender.clone();
    app.insert_resource(Waker::new(move || {
        // If nobody waits any more, nobody is to be woken.
        let _ = wakes.send(Hint::Woken);
    }));
    let (columns, rows) = terminal::size()?;
    app.insert_resource(TerminalSize(UVec2::new(columns.into(), rows.into())));
    #[cfg(unix)]
    signals::watch(sender.clone())?;
    let mut reader = Reader::new()?;
    let tty = Tty::take(|| reader.is_exact().unwrap_or_default())?;
    let line = Line::new(tty.answers());
    read_events(reader, sender, line.clone());
    let mut session = Session {
        app,
        hints,
        line,
        input: Input::default(),
        painter: Painter::default(),
        is_tick: false,
        shown: Instant::now(),
    };
    let end = session.run();
    drop(tty);
    match end? {
        End::Left(exit) => Ok(exit),
        #[cfg(unix)]
        End::Signal(signal) => {
            let recordings = session.app.world().get_resource::<Recordings>().cloned();
            drop(session);
            if let Some(unsaved) = recordings.and_then(|it| it.close()) {
                eprintln!("fogbound: {}", unsaved.last_words());
            }
            signals::die(signal);
            Ok(AppExit::error())
        }
    }
}

struct Session {
    app: App,
    hints: Receiver<Hint>,
    line: Line,
    input: Input,
    painter: Painter,
    /// Whether nobody has done anything, and only time has passed.
    is_tick: bool,
    /// When the screen was shown last.
    shown: Instant,
}

impl Session {
    fn run(&mut self) -> io::Result<End> {
        if self.app.plugins_state() != PluginsState::Cleaned {
            self.app.finish();
            self.app.cleanup();
        }
        loop {
            self.app.update();
            if let Some(exit) = self.app.should_exit() {
                return Ok(End::Left(exit));
            }
            if self.is_to_be_shown() {
                self.show()?;
            }
            if let Some(end) = self.wait()? {
                return Ok(end);
            }
        }
    }

    fn is_on_the_way(&self) -> bool {
        self.app.world().resource::<Journey>().is_on_the_way()
    }

    fn has_keys(&self) -> bool {
        !self.app.world().resource::<KeyQueue>().is_empty()
    }

    /// Whether this is worth a look. Where keys wait, what they bring is; and a slow line need not carry every step of
    /// a journey, or of the game behind the title.
    fn is_to_be_shown(&self) -> bool {
        match (self.is_on_the_way(), self.has_keys()) {
            (true, _) => !self.line.is_full(),
            (false, true) => self.shown.elapsed() >= GLANCE && !self.line.is_full(),
            (false, false) => !self.is_tick || !self.line.is_full(),
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let world = self.app.world();
        let size = world.resource::<TerminalSize>();
        let bytes = if size.is_enough() {
            self.painter.paint(world.resource::<Screen>().buffer())
        } else {
            self.painter
                .paint(&small::notice(size.0, world.resource::<Palette>()))
        };
        if !bytes.is_empty() {
            self.line.sent(bytes.len());
            let mut out = io::stdout().lock();
            out.write_all(bytes.as_bytes())?;
            out.flush()?;
        }
        self.shown = Instant::now();
        Ok(())
    }

    /// Waits until there is something to do, and takes what has come by then.
    fn wait(&mut self) -> io::Result<Option<End>> {
        let pause = self.pause();
        let is_busy = self.is_on_the_way() || self.has_keys();
        self.line.set_moving(pause.is_some());
        let mut next = match pause {
            None => self
                .hints
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(pause) => self.hints.recv_timeout(pause),
        };
        self.is_tick = next.is_err() && !is_busy;
        for _ in 0..AT_ONCE {
            match next {
                Ok(hint) => {
                    if let Some(end) = self.take(hint)? {
                        return Ok(Some(end));
                    }
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
            next = self.hints.recv_timeout(Duration::ZERO);
        }
        Ok(None)
    }

    /// How long nothing need be done; none: until something comes.
    fn pause(&self) -> Option<Duration> {
        let world = self.app.world();
        if self.is_on_the_way() {
            return Some(STEP);
        }
        if self.has_keys() {
            return Some(Duration::ZERO);
        }
        let now = world.resource::<Time<Real>>().elapsed();
        world.resource::<Modes>().next_tick(now)
    }

    fn take(&mut self, hint: Hint) -> io::Result<Option<End>> {
        match hint {
            Hint::Event(event) => {
                self.line.taken();
                return self.take_event(event);
            }
            #[cfg(unix)]
            Hint::Signal(signal) if signals::ends(signal) => return Ok(Some(End::Signal(signal))),
            // The program goes on after it was stopped from outside, and others have used the terminal.
            #[cfg(unix)]
            Hint::Signal(_) => self.take_back()?,
            Hint::Woken => {}
            Hint::Lost => return Err(gone()),
        }
        Ok(None)
    }

    fn take_event(&mut self, event: crossterm::event::Event) -> io::Result<Option<End>> {
        let is_enough = self.app.world().resource::<TerminalSize>().is_enough();
        // What nobody can see nobody plays.
        let mut unseen = KeyQueue::default();
        let mut queue = self.app.world_mut().resource_mut::<KeyQueue>();
        let queue = if is_enough { &mut *queue } else { &mut unseen };
        let request = self.input.take(event, Instant::now(), queue);
        match request {
            Request::Nothing => {}
            // On Unix the reader has made a signal of it.
            Request::Interrupt => return Ok(Some(End::Left(AppExit::error()))),
            Request::Suspend => self.suspend()?,
            Request::Redraw => self.painter.forget(),
            Request::Resize(size) => {
                self.app.insert_resource(TerminalSize(size));
                self.painter.forget();
            }
            Request::Paste(text) => self.paste(&text),
            Request::Flood => {
                self.say("More keys came at once than anybody types; they were dropped.")
            }
        }
        Ok(None)
    }

    /// Types what was pasted, where text is asked for.
    fn paste(&mut self, text: &str) {
        if !self.app.world().resource::<Modes>().take_text() {
            self.say("Pasted text is not played as keys.");
            return;
        }
        let mut queue = self.app.world_mut().resource_mut::<KeyQueue>();
        for letter in text.chars().filter(|it| !it.is_control()).take(PASTED) {
            queue.tap(Press::of(Button::Types(letter)));
        }
    }

    fn say(&mut self, words: &str) {
        self.app.world_mut().resource_mut::<MessageLog>().say(words);
    }

    /// Gives the terminal back until somebody has the program go on.
    fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            tty::leave();
            signals::stop();
            self.take_back()?;
        }
        Ok(())
    }

    /// Takes the terminal again, after others have had it.
    fn take_back(&mut self) -> io::Result<()> {
        tty::enter()?;
        let (columns, rows) = terminal::size()?;
        let size = UVec2::new(columns.into(), rows.into());
        self.app.insert_resource(TerminalSize(size));
        self.painter.forget();
        Ok(())
    }
}

fn gone() -> io::Error {
    io::Error::other("it is gone")
}
