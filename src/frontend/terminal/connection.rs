//! The thread that reads from the terminal, and a measure of how far the terminal lags behind.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use crossterm::event::Event;

use super::hint::Hint;
use super::reader::Reader;

/// The number of bytes that may be in transit before the game asks whether the terminal has shown them.
const WINDOW: usize = 1000;
/// The longest pause between events that belong to the same player action.
const SOON: Duration = Duration::from_millis(100);
/// The maximum number of events that may wait for the game. A person cannot produce this many. Further keys and clicks
/// are dropped, because reading must never stop: some terminals do not accept output until their input is read.
const MOST_WAITING: usize = 4096;

/// The connection to the terminal. Buffers along the way can hold many seconds' worth of output. If the game kept
/// writing, the player would see each screen with a long delay.
#[derive(Clone, Debug, Default)]
pub(super) struct Connection(Arc<Traffic>);

#[derive(Debug, Default)]
struct Traffic {
    /// The number of bytes sent since the terminal last caught up.
    unseen: AtomicUsize,
    /// Whether anything on the screen is moving without input.
    is_moving: AtomicBool,
    /// Whether the terminal leaves queries unanswered.
    is_silent: AtomicBool,
    /// Whether the reader waits for an event without asking the terminal anything.
    is_resting: AtomicBool,
    /// The number of events that are waiting for the game.
    waiting: AtomicUsize,
}

impl Connection {
    /// Returns a connection to a terminal. `answers` says whether the terminal answers queries.
    pub(super) fn new(answers: bool) -> Self {
        let connection = Self::default();
        connection.0.is_silent.store(!answers, Ordering::SeqCst);
        connection
    }

    /// Records that this many bytes were sent.
    pub(super) fn sent(&self, bytes: usize) {
        self.0.unseen.fetch_add(bytes, Ordering::SeqCst);
    }

    /// Returns whether so much output is in transit that further output would be shown late. While the reader rests,
    /// nothing asks the terminal, so the connection counts as free: something may begin to move without any input.
    pub(super) fn is_full(&self) -> bool {
        !self.0.is_resting.load(Ordering::SeqCst) && self.lags()
    }

    /// Returns whether much output has been sent since the terminal last caught up.
    fn lags(&self) -> bool {
        !self.0.is_silent.load(Ordering::SeqCst) && self.0.unseen.load(Ordering::SeqCst) > WINDOW
    }

    /// Sets whether anything on the screen is moving without input. If so, the game asks the terminal to catch up
    /// without waiting for a key.
    pub(super) fn set_moving(&self, is_moving: bool) {
        self.0.is_moving.store(is_moving, Ordering::SeqCst);
    }

    /// Records that the game has taken an event.
    pub(super) fn taken(&self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }

    /// If the terminal lags, waits until it has shown everything. The terminal answers a cursor query
    /// only after showing all earlier output.
    fn catch_up(&self, reader: &mut Reader) {
        while self.lags() {
            let sent = self.0.unseen.load(Ordering::SeqCst);
            if !reader.has_caught_up().unwrap_or_default() {
                self.0.is_silent.store(true, Ordering::SeqCst);
            }
            self.0.unseen.fetch_sub(sent, Ordering::SeqCst);
        }
    }

    /// Returns whether to drop this event because too many are waiting.
    fn drops(&self, hint: &Hint) -> bool {
        let is_typed = matches!(hint, Hint::Event(Event::Key(_) | Event::Mouse(_)));
        is_typed && self.0.waiting.load(Ordering::SeqCst) >= MOST_WAITING
    }
}

/// Starts a thread that reads the terminal. Before it passes an event on, the thread lets the terminal catch up if more
/// than [`WINDOW`] bytes are in transit.
pub(super) fn read_events(mut reader: Reader, hints: Sender<Hint>, connection: Connection) {
    thread::spawn(move || {
        loop {
            let (hint, is_last) = match next(&mut reader, &connection) {
                Ok(event) => (Hint::Event(event), false),
                Err(_) => (Hint::Lost, true),
            };
            if connection.drops(&hint) {
                continue;
            }
            connection.catch_up(&mut reader);
            connection.0.waiting.fetch_add(1, Ordering::SeqCst);
            if hints.send(hint).is_err() || is_last {
                break;
            }
        }
    });
}

/// Returns the next event. While something on the screen is moving, the terminal is asked to catch up during the wait.
fn next(reader: &mut Reader, connection: &Connection) -> io::Result<Event> {
    loop {
        if let Some(event) = reader.next(Some(SOON))? {
            return Ok(event);
        }
        if !connection.0.is_moving.load(Ordering::SeqCst) {
            break;
        }
        connection.catch_up(reader);
    }
    connection.0.is_resting.store(true, Ordering::SeqCst);
    let event = loop {
        if let Some(event) = reader.next(None).transpose() {
            break event;
        }
    };
    connection.0.is_resting.store(false, Ordering::SeqCst);
    event
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_full_when_much_output_is_in_transit() {
        let connection = Connection::new(true);
        connection.sent(WINDOW);
        assert!(!connection.is_full());
        connection.sent(1);
        assert!(connection.is_full() && connection.clone().is_full());
    }

    #[test]
    fn a_connection_is_free_while_nothing_asks_the_terminal() {
        let connection = Connection::new(true);
        connection.sent(10 * WINDOW);
        connection.0.is_resting.store(true, Ordering::SeqCst);
        assert!(!connection.is_full() && connection.lags());
    }

    #[test]
    fn a_terminal_that_never_answers_is_never_waited_for() {
        let connection = Connection::new(false);
        connection.sent(10 * WINDOW);
        assert!(!connection.is_full());
    }
}
