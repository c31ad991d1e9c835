//! The thread that waits for the terminal, and how far the terminal is behind.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use crossterm::event::Event;

use super::hint::Hint;
use super::reader::Reader;

/// As many bytes may be on their way to the terminal before it is asked whether they have arrived.
const WINDOW: usize = 1000;
/// How long after an event the next one may be a part of what the player is doing.
const SOON: Duration = Duration::from_millis(100);
/// How many events may wait for the game, more than anybody types. Keys and clicks beyond that are dropped: a terminal may
/// take no output until its input is read, so reading never stops.
const MOST_WAITING: usize = 4096;

/// What is on its way to the terminal: systems and lines between keep many seconds' worth of it without a word, and a
/// game that wrote on would be shown long after it was played.
#[derive(Clone, Debug, Default)]
pub(super) struct Line(Arc<Way>);

#[derive(Debug, Default)]
struct Way {
    /// How many bytes have been sent since the terminal said where it is.
    unseen: AtomicUsize,
    /// Whether something moves by itself.
    is_moving: AtomicBool,
    /// The terminal does not answer.
    is_silent: AtomicBool,
    /// How many events the game has not taken yet.
    waiting: AtomicUsize,
}

impl Line {
    /// A line to a terminal that answers what it is asked, or does not.
    pub(super) fn new(answers: bool) -> Self {
        let line = Self::default();
        line.0.is_silent.store(!answers, Ordering::SeqCst);
        line
    }

    /// So many bytes were sent.
    pub(super) fn sent(&self, bytes: usize) {
        self.0.unseen.fetch_add(bytes, Ordering::SeqCst);
    }

    /// Whether so much is on its way that more would come late.
    pub(super) fn is_full(&self) -> bool {
        !self.0.is_silent.load(Ordering::SeqCst) && self.0.unseen.load(Ordering::SeqCst) > WINDOW
    }

    /// Says whether something moves by itself, so that the terminal must be asked without any key.
    pub(super) fn set_moving(&self, is_moving: bool) {
        self.0.is_moving.store(is_moving, Ordering::SeqCst);
    }

    /// Notes that the game has taken an event.
    pub(super) fn taken(&self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }

    /// Waits until the terminal has shown all that was sent, if that is much: it is asked where its cursor is, and
    /// answers when it gets there.
    fn catch_up(&self, reader: &mut Reader) {
        while self.is_full() {
            let sent = self.0.unseen.load(Ordering::SeqCst);
            if !reader.has_caught_up().unwrap_or_default() {
                self.0.is_silent.store(true, Ordering::SeqCst);
            }
            self.0.unseen.fetch_sub(sent, Ordering::SeqCst);
        }
    }

    /// Returns whether so much waits for the game that this event is dropped.
    fn drops(&self, hint: &Hint) -> bool {
        let is_typed = matches!(hint, Hint::Event(Event::Key(_) | Event::Mouse(_)));
        is_typed && self.0.waiting.load(Ordering::SeqCst) >= MOST_WAITING
    }
}

/// Starts a thread that waits for what the terminal sends. It passes on an event when the terminal has shown what was
/// sent before.
pub(super) fn read_events(mut reader: Reader, hints: Sender<Hint>, line: Line) {
    thread::spawn(move || {
        loop {
            let (hint, is_last) = match next(&mut reader, &line) {
                Ok(event) => (Hint::Event(event), false),
                Err(_) => (Hint::Lost, true),
            };
            if line.drops(&hint) {
                continue;
            }
            line.catch_up(&mut reader);
            line.0.waiting.fetch_add(1, Ordering::SeqCst);
            if hints.send(hint).is_err() || is_last {
                break;
            }
        }
    });
}

/// Returns the next event. As long as something moves, or may be about to, the terminal is asked how far it is
/// meanwhile.
fn next(reader: &mut Reader, line: &Line) -> io::Result<Event> {
    loop {
        if let Some(event) = reader.next(Some(SOON))? {
            return Ok(event);
        }
        if !line.0.is_moving.load(Ordering::SeqCst) {
            break;
        }
        line.catch_up(reader);
    }
    loop {
        if let Some(event) = reader.next(None)? {
            return Ok(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_full_when_much_is_on_its_way() {
        let line = Line::new(true);
        line.sent(WINDOW);
        assert!(!line.is_full());
        line.sent(1);
        assert!(line.is_full() && line.clone().is_full());
    }

    #[test]
    fn a_terminal_that_never_answers_is_never_waited_for() {
        let line = Line::new(false);
        line.sent(10 * WINDOW);
        assert!(!line.is_full());
    }
}
