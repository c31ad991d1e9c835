//! A session in the terminal, which is taken over at the start and restored at the end.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use bevy::app::PluginsState;
use bevy::prelude::*;
use crossterm::terminal;

use super::connection::{Connection, read_events};
use super::debts::Debts;
use super::environment::{NoTerminal, TerminalError, is_terminal};
use super::hint::Hint;
use super::input::{Input, Request};
use super::paint::Painter;
use super::plain::Plain;
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
use crate::tell::Details;
use crate::view::{MessageLog, Palette, Screen};

/// How long each step of a journey is shown.
const STEP: Duration = Duration::from_millis(16);
/// The minimum time between screens while keys are waiting.
const GLANCE: Duration = Duration::from_millis(50);
/// The maximum number of characters to type from a paste.
const PASTED: usize = 64;
/// The maximum number of hints that are handled before the game continues.
const MOST_AT_ONCE: usize = 1024;

/// The way in which a session ended.
enum SessionEnd {
    /// The player quit.
    Exit(AppExit),
    /// A signal ended the program.
    #[cfg(unix)]
    Signal(i32),
}

/// Plays the game in an [`app`](super::app) in the terminal until the player quits.
///
/// The terminal is always restored, even before a fatal signal ends the program.
///
/// # Errors
///
/// If standard output is not a terminal, or if the terminal fails.
pub fn play(app: App) -> Result<AppExit, TerminalError> {
    play_with(app, None)
}

/// Plays the game in an [`app`](super::app) in the terminal like [`play`], but tells it in plain lines instead of showing
/// a screen. The app needs the [`TellPlugin`](crate::tell::TellPlugin).
///
/// # Errors
///
/// If standard output is not a terminal, or if the terminal fails.
pub fn play_plain(mut app: App, details: Details) -> Result<AppExit, TerminalError> {
    app.world_mut().resource_mut::<Screen>().set_drawn(false);
    play_with(app, Some(Plain::new(details)))
}

fn play_with(mut app: App, plain: Option<Plain>) -> Result<AppExit, TerminalError> {
    if !is_terminal() {
        return Err(NoTerminal::NotOne.into());
    }
    let (sender, hints) = channel();
    let wakes = sender.clone();
    app.insert_resource(Waker::new(move || {
        // Sending fails only if the session has ended, when there is nothing left to wake.
        let _ = wakes.send(Hint::Woken);
    }));
    let (columns, rows) = terminal::size()?;
    app.insert_resource(TerminalSize(UVec2::new(columns.into(), rows.into())));
    #[cfg(unix)]
    signals::watch(sender.clone())?;
    let mut reader = Reader::new()?;
    let tty = match plain {
        Some(_) => Tty::take_plainly()?,
        None => Tty::take(|| reader.is_exact().unwrap_or_default())?,
    };
    let connection = Connection::new(tty.answers());
    let debts = reader.debts();
    read_events(reader, sender, connection.clone());
    let mut session = Session {
        app,
        hints,
        connection,
        input: Input::default(),
        painter: Painter::default(),
        debts,
        plain,
        is_tick: false,
        is_stale: false,
        shown: Instant::now(),
    };
    let end = session.run();
    session.debts.settle();
    drop(tty);
    match end? {
        SessionEnd::Exit(exit) => Ok(exit),
        #[cfg(unix)]
        SessionEnd::Signal(signal) => {
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
    connection: Connection,
    input: Input,
    painter: Painter,
    debts: Debts,
    /// Tells the game in plain lines, if that is wanted instead of a screen.
    plain: Option<Plain>,
    /// Whether the current frame is needed only because time has passed, not because of input.
    is_tick: bool,
    /// Whether the last frame was skipped.
    is_stale: bool,
    /// The time when the screen was last shown.
    shown: Instant,
}

impl Session {
    fn run(&mut self) -> io::Result<SessionEnd> {
        if self.app.plugins_state() != PluginsState::Cleaned {
            self.app.finish();
            self.app.cleanup();
        }
        loop {
            self.app.update();
            if let Some(exit) = self.app.should_exit() {
                return Ok(SessionEnd::Exit(exit));
            }
            let is_busy = self.is_busy();
            if let Some(plain) = &mut self.plain {
                if !is_busy {
                    plain.tell(&mut self.app)?;
                }
            } else {
                self.is_stale = !self.should_show();
                if !self.is_stale {
                    self.show()?;
                }
            }
            if let Some(end) = self.wait()? {
                return Ok(end);
            }
        }
    }

    /// Returns whether the game goes on without waiting.
    fn is_busy(&self) -> bool {
        self.is_on_the_way() || self.has_keys()
    }

    fn is_on_the_way(&self) -> bool {
        self.app.world().resource::<Journey>().is_on_the_way()
    }

    fn has_keys(&self) -> bool {
        !self.app.world().resource::<KeyQueue>().is_empty()
    }

    /// Returns whether to show this frame. On a slow connection, some steps of a journey, or of the game behind the
    /// title, are skipped. While keys are waiting, most frames are skipped.
    fn should_show(&self) -> bool {
        match (self.is_on_the_way(), self.has_keys()) {
            (true, _) => !self.connection.is_full(),
            (false, true) => self.shown.elapsed() >= GLANCE && !self.connection.is_full(),
            (false, false) => !self.is_tick || !self.connection.is_full(),
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
            self.connection.sent(bytes.len());
            let mut out = io::stdout().lock();
            out.write_all(bytes.as_bytes())?;
            out.flush()?;
        }
        self.shown = Instant::now();
        Ok(())
    }

    /// Waits for the next hint or tick, and handles all hints that have arrived.
    fn wait(&mut self) -> io::Result<Option<SessionEnd>> {
        let pause = self.pause();
        let is_busy = self.is_busy();
        self.connection.set_moving(pause.is_some());
        let first = match pause {
            None => self
                .hints
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(pause) => self.hints.recv_timeout(pause),
        };
        if first == Err(RecvTimeoutError::Disconnected) {
            return Err(gone());
        }
        self.is_tick = first.is_err() && !is_busy;
        for hint in arrived(&self.hints, first.ok()) {
            if let Some(end) = self.take(hint)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Returns how long to wait for a hint, or `None` to wait until one arrives.
    fn pause(&self) -> Option<Duration> {
        if self.is_on_the_way() {
            return Some(STEP);
        }
        if self.has_keys() {
            return Some(Duration::ZERO);
        }
        let world = self.app.world();
        let now = world.resource::<Time<Real>>().elapsed();
        let tick = world.resource::<Modes>().next_tick(now);
        // A frame that was skipped is shown soon, even if nothing else happens.
        let late = self.is_stale.then_some(STEP);
        tick.into_iter().chain(late).min()
    }

    fn take(&mut self, hint: Hint) -> io::Result<Option<SessionEnd>> {
        match hint {
            Hint::Event(event) => {
                self.connection.taken();
                return self.take_event(event);
            }
            #[cfg(unix)]
            Hint::Signal(signal) if signals::ends(signal) => {
                return Ok(Some(SessionEnd::Signal(signal)));
            }
            #[cfg(unix)]
            Hint::Signal(signal) if signals::suspends(signal) => self.suspend(signals::stop)?,
            // Something outside the program suspended it, and the program has now resumed. Other programs may have used
            // the terminal.
            #[cfg(unix)]
            Hint::Signal(_) => self.take_back()?,
            Hint::Woken => {}
            Hint::Lost => return Err(gone()),
        }
        Ok(None)
    }

    fn take_event(&mut self, event: crossterm::event::Event) -> io::Result<Option<SessionEnd>> {
        if let Some(plain) = &mut self.plain
            && plain.take(&event, &mut self.app)?
        {
            return Ok(None);
        }
        let is_enough =
            self.plain.is_some() || self.app.world().resource::<TerminalSize>().is_enough();
        // Keys are ignored while the terminal is too small to show the game.
        let mut ignored = KeyQueue::default();
        let mut queue = self.app.world_mut().resource_mut::<KeyQueue>();
        let queue = if is_enough { &mut *queue } else { &mut ignored };
        let request = self.input.take(event, Instant::now(), queue);
        match request {
            Request::Nothing => {}
            // On Unix, the reader turns Ctrl-C into a signal instead.
            Request::Interrupt => return Ok(Some(SessionEnd::Exit(AppExit::error()))),
            #[cfg(unix)]
            Request::Suspend => self.suspend(signals::stop_group)?,
            #[cfg(not(unix))]
            Request::Suspend => {}
            Request::Redraw => self.painter.forget(),
            Request::Resize(size) => {
                self.app.insert_resource(TerminalSize(size));
                self.painter.forget();
            }
            Request::Paste(text) => self.paste(&text),
            Request::Flood => self.say("Too many keys at once. They were ignored."),
        }
        Ok(None)
    }

    /// Types the pasted text if the game is asking for text.
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

    /// Restores the terminal, calls `stop`, which suspends the program until it is resumed, and takes the terminal over
    /// again.
    #[cfg(unix)]
    fn suspend(&mut self, stop: fn()) -> io::Result<()> {
        self.debts.settle();
        tty::leave();
        stop();
        self.take_back()
    }

    /// Takes over the terminal again after other programs have used it.
    #[cfg(unix)]
    fn take_back(&mut self) -> io::Result<()> {
        tty::enter()?;
        self.debts.reopen();
        let (columns, rows) = terminal::size()?;
        let size = UVec2::new(columns.into(), rows.into());
        self.app.insert_resource(TerminalSize(size));
        self.painter.forget();
        Ok(())
    }
}

fn gone() -> io::Error {
    io::Error::other("the connection was lost")
}

/// Returns the first hint and those that have arrived since. What is beyond the limit stays in the queue.
fn arrived(hints: &Receiver<Hint>, first: Option<Hint>) -> Vec<Hint> {
    let all = first
        .into_iter()
        .flat_map(|it| [it].into_iter().chain(hints.try_iter()));
    all.take(MOST_AT_ONCE).collect()
}

#[cfg(test)]
mod tests {
    use crossterm::event::Event;

    use super::*;

    #[test]
    fn no_hint_is_lost_however_many_arrive_at_once() {
        let events = |columns| Hint::Event(Event::Resize(columns, 1));
        let (sender, hints) = channel();
        let sent: Vec<Hint> = (0..2500).map(events).collect();
        for columns in 0..2500 {
            sender.send(events(columns)).unwrap();
        }
        let mut taken = Vec::new();
        while let Ok(first) = hints.try_recv() {
            taken.extend(arrived(&hints, Some(first)));
        }
        assert_eq!(taken, sent);
        assert_eq!(arrived(&hints, None), []);
    }
}
