//! Reads input from the terminal.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::Event;
use crossterm::terminal;
use filedescriptor::{POLLIN, pollfd};
use signal_hook::consts::SIGWINCH;
use signal_hook::low_level::pipe;

use super::debts::Debts;
use super::parse::{Parser, Received, is_interrupt};
use super::sequence::Answer;
use super::signals;

/// How long to wait for the terminal's answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait for bytes before checking again whether a query has been sent.
const PAUSE: Duration = Duration::from_millis(5);
/// The reader stops waiting for an answer when this many events are waiting.
const FULL: usize = 2048;

/// The terminal as a source of events.
///
/// Ctrl-C is not an event. It immediately becomes a signal, ahead of all waiting events.
pub(super) struct Reader {
    tty: File,
    /// Receives a byte when the size of the terminal changes.
    sizes: UnixStream,
    inbox: Inbox,
    asker: Asker,
    parser: Parser,
    /// When the last byte arrived or the parser last gave up.
    since: Instant,
}

/// Input that has not been taken yet.
#[derive(Default)]
struct Inbox {
    events: VecDeque<Event>,
    answers: Vec<Answer>,
    /// Whether the player has pressed Ctrl-C.
    is_interrupted: bool,
    /// What the terminal has not answered yet.
    debts: Debts,
}

impl Inbox {
    fn put(&mut self, received: Received) {
        match received {
            Received::Event(Event::Key(key)) if is_interrupt(&key) => {
                self.is_interrupted = true;
                signals::interrupt();
            }
            Received::Event(event) => self.events.push_back(event),
            Received::Answer(answer) => {
                // The state of the keyboard comes with the attributes.
                if answer != Answer::Keyboard {
                    self.debts.pay();
                }
                if !self.answers.contains(&answer) {
                    self.answers.push(answer);
                }
            }
        }
    }
}

/// A thread that sends queries to the terminal. The thread is separate because the reader must not be blocked by a
/// terminal that accepts no output until its input is read.
struct Asker {
    queries: SyncSender<&'static str>,
    /// The number of queries passed to the thread.
    asked: usize,
    /// The number of queries that the thread has sent.
    sent: Arc<AtomicUsize>,
}

impl Asker {
    fn start() -> Self {
        let (queries, received) = sync_channel::<&str>(1);
        let sent = Arc::<AtomicUsize>::default();
        let count = sent.clone();
        thread::spawn(move || {
            for query in received {
                let mut out = io::stdout().lock();
                // If the terminal is gone, the next read reports an error.
                let _ = out.write_all(query.as_bytes()).and_then(|()| out.flush());
                drop(out);
                count.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self {
            queries,
            asked: 0,
            sent,
        }
    }

    /// Sends a query, unless two are already waiting.
    fn ask(&mut self, query: &'static str, debts: &Debts) {
        match self.queries.try_send(query) {
            Ok(()) => self.asked += 1,
            Err(_) => debts.pay(),
        }
    }

    /// Returns whether all queries have been sent.
    fn has_asked(&self) -> bool {
        self.sent.load(Ordering::SeqCst) >= self.asked
    }
}

impl Reader {
    /// Opens standard input, or `/dev/tty` if standard input is not a terminal.
    pub(super) fn new() -> io::Result<Self> {
        let stdin = io::stdin();
        let tty = match stdin.is_terminal() {
            true => stdin.as_fd().try_clone_to_owned()?,
            false => File::options()
                .read(true)
                .write(true)
                .open("/dev/tty")?
                .into(),
        };
        Self::on(tty)
    }

    fn on(tty: OwnedFd) -> io::Result<Self> {
        let (sizes, sender) = UnixStream::pair()?;
        sizes.set_nonblocking(true)?;
        pipe::register(SIGWINCH, sender)?;
        Ok(Self {
            tty: tty.into(),
            sizes,
            inbox: Inbox::default(),
            asker: Asker::start(),
            parser: Parser::default(),
            since: Instant::now(),
        })
    }

    /// Returns what the terminal has not answered yet.
    pub(super) fn debts(&self) -> Debts {
        self.inbox.debts.clone()
    }

    /// Returns the next event, or `None` if no event arrives before the timeout.
    pub(super) fn next(&mut self, timeout: Option<Duration>) -> io::Result<Option<Event>> {
        let until = timeout.map(|it| Instant::now() + it);
        loop {
            if let Some(event) = self.inbox.events.pop_front() {
                return Ok(Some(event));
            }
            let left = until.map(|it| it.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Ok(None);
            }
            self.listen(left)?;
        }
    }

    /// Asks whether the terminal supports kitty's keyboard protocol. Returns `None` if the terminal does not answer.
    pub(super) fn is_exact(&mut self) -> io::Result<Option<bool>> {
        // An answer that has already arrived belongs to another program.
        self.listen(Some(Duration::ZERO))?;
        // Terminals answer in order, and nearly all answer the second query.
        let answers = self.ask("\x1b[?u\x1b[c", Answer::Attributes)?;
        let is_exact = self.inbox.answers.contains(&Answer::Keyboard);
        Ok((answers || is_exact).then_some(is_exact))
    }

    /// Waits until the terminal has shown everything, or until other input is more urgent. Returns `false` if the
    /// terminal does not answer.
    pub(super) fn has_caught_up(&mut self) -> io::Result<bool> {
        self.ask("\x1b[6n", Answer::Cursor)
    }

    /// Sends a query and waits for the answer. Returns `false` if the answer does not arrive in time. Ctrl-C and a
    /// flood of events end the wait, and count as an answer. So does the end of the session, when nothing is sent.
    fn ask(&mut self, query: &'static str, wanted: Answer) -> io::Result<bool> {
        self.inbox.answers.clear();
        if !self.inbox.debts.ask() {
            return Ok(true);
        }
        self.asker.ask(query, &self.inbox.debts);
        let mut until = None;
        loop {
            let inbox = &self.inbox;
            let is_enough = inbox.is_interrupted || inbox.events.len() >= FULL;
            if is_enough || inbox.answers.contains(&wanted) {
                return Ok(true);
            }
            // The time limit starts once the query has been sent.
            if until.is_none() && self.asker.has_asked() {
                until = Some(Instant::now() + PATIENCE);
            }
            let left = until.map(|it| it.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                self.inbox.debts.forgive();
                return Ok(false);
            }
            self.listen(Some(left.unwrap_or(PAUSE)))?;
        }
    }

    /// Reads once if input arrives before the timeout.
    fn listen(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        let patience = self.parser.patience();
        let silence = patience.map(|it| it.saturating_sub(self.since.elapsed()));
        let [tty, sizes] = self.poll(timeout.into_iter().chain(silence).min())?;
        if tty {
            self.read()?;
        } else if patience.is_some_and(|it| self.since.elapsed() >= it) {
            self.parser.give_up(|received| self.inbox.put(received));
            self.since = Instant::now();
        }
        if sizes {
            while matches!(self.sizes.read(&mut [0; 64]), Ok(1..)) {}
            let (columns, rows) = terminal::size()?;
            self.inbox.events.push_back(Event::Resize(columns, rows));
        }
        Ok(())
    }

    /// Waits for bytes or a new size. Returns whether each of them has arrived.
    fn poll(&self, timeout: Option<Duration>) -> io::Result<[bool; 2]> {
        let mut files = [self.tty.as_raw_fd(), self.sizes.as_raw_fd()].map(|fd| pollfd {
            fd,
            events: POLLIN,
            revents: 0,
        });
        // The system truncates the timeout to milliseconds, so round it up.
        let timeout = timeout.map(|it| match it.is_zero() {
            true => it,
            false => it + Duration::from_millis(1),
        });
        let error = match filedescriptor::poll(&mut files, timeout) {
            // If the terminal is gone, the next read reports an error.
            Ok(_) => return Ok(files.map(|it| it.revents != 0)),
            Err(filedescriptor::Error::Poll(error) | filedescriptor::Error::Io(error)) => error,
            Err(error) => io::Error::other(error),
        };
        match error.kind() {
            ErrorKind::Interrupted => Ok([false; 2]),
            _ => Err(error),
        }
    }

    fn read(&mut self) -> io::Result<()> {
        let mut bytes = [0; 4096];
        match self.tty.read(&mut bytes) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                self.parser
                    .read(&bytes[..count], |received| self.inbox.put(received));
                self.since = Instant::now();
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::{KeyCode, KeyEvent};

    /// Returns a reader, and the other end of its connection, which stands in for the terminal.
    fn connected() -> (Reader, UnixStream) {
        let (near, far) = UnixStream::pair().unwrap();
        (Reader::on(near.into()).unwrap(), far)
    }

    fn key(code: KeyCode) -> Event {
        Event::Key(KeyEvent::from(code))
    }

    #[test]
    fn escape_alone_is_a_key() {
        let (mut reader, mut far) = connected();
        far.write_all(b"\x1b").unwrap();
        assert_eq!(reader.next(None).unwrap(), Some(key(KeyCode::Esc)));
        far.write_all(b"\x1b[A").unwrap();
        assert_eq!(reader.next(None).unwrap(), Some(key(KeyCode::Up)));
        let none = reader.next(Some(Duration::ZERO)).unwrap();
        assert_eq!(none, None);
    }

    #[test]
    fn a_pause_ends_an_unfinished_paste() {
        let (mut reader, mut far) = connected();
        far.write_all(b"\x1b[200~hello").unwrap();
        let paste = Event::Paste("hello".to_owned());
        assert_eq!(reader.next(None).unwrap(), Some(paste));
    }

    #[test]
    fn many_bytes_keep_their_order() {
        let (mut reader, mut far) = connected();
        let text: String = ('a'..='z').cycle().take(10_000).collect();
        far.write_all(text.as_bytes()).unwrap();
        for letter in text.chars() {
            let next = reader.next(None).unwrap();
            assert_eq!(next, Some(key(KeyCode::Char(letter))));
        }
    }

    #[test]
    fn a_terminal_that_the_game_is_leaving_is_asked_nothing() {
        let (mut reader, _far) = connected();
        reader.debts().settle();
        assert!(reader.has_caught_up().unwrap());
        assert_eq!(reader.asker.asked, 0);
    }

    #[test]
    fn a_lost_terminal_is_an_error() {
        let (mut reader, far) = connected();
        drop(far);
        assert!(reader.next(None).is_err());
    }
}
