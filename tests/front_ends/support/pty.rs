//! Runs a program in a pseudo-terminal.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::mem;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionread;
use rustix::process::Signal;
use rustix::pty::{OpenptFlags, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::emulator::Emulator;
pub use super::emulator::{Modes, Protocol, Size};
use super::keys::in_bytes;
use super::screen::Screen;
use super::{Folder, command, processes, wait};

/// How long a program must have written nothing for its screen to count as final. On a busy machine, handling a key may
/// take a long time.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// The maximum time to wait for a screen while the program keeps writing.
const LIMIT: Duration = Duration::from_secs(180);
/// The number of chunks per second that a slow line delivers.
const PIECES: u32 = 50;

/// A program that runs in a terminal of its own.
pub struct Terminal {
    child: Child,
    /// The test's end and the program's end of the pseudo-terminal, or `None` once the terminal is closed.
    ends: Option<(File, File)>,
    shared: Arc<Shared>,
    reader: Option<JoinHandle<()>>,
    /// The folder for saved games and settings.
    _folder: Folder,
}

struct Shared {
    state: Mutex<State>,
    news: Condvar,
}

struct State {
    emulator: Emulator,
    /// Everything that the program has written.
    written: Vec<u8>,
    /// When the last byte was read.
    last: Instant,
    /// The bytes per second that the line carries, or `None` for no limit.
    rate: Option<u32>,
    /// The largest number of bytes that were seen to wait for the line at once.
    queued: u64,
    is_open: bool,
}

impl Terminal {
    /// Starts a program in a new terminal. By default, saved games and settings go to a temporary folder, and `TERM` is
    /// `xterm-256color`. `variables` can override these settings.
    ///
    /// # Panics
    ///
    /// If the program cannot be started.
    pub fn open<A: AsRef<OsStr>>(
        program: &Path,
        arguments: &[A],
        size: Size,
        protocol: Protocol,
        variables: &[(&str, &str)],
    ) -> Self {
        let folder = Folder::new();
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("there is a free pseudo-terminal");
        unlockpt(&ours).expect("the terminal can be unlocked");
        rustix::io::ioctl_fionbio(&ours, true).expect("the terminal can be read without blocking");
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let programs =
            File::from(ioctl_tiocgptpeer(&ours, flags).expect("the program's end can be opened"));
        let ours = File::from(ours);
        set_size(&ours, size);
        let stdio = || programs.try_clone().expect("a file can be opened twice");
        // The program leads a session whose controlling terminal is this one, so the program receives the terminal's
        // signals.
        let child = command("setsid")
            .arg("--ctty")
            .arg(program)
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env("XDG_DATA_HOME", folder.path().join("data"))
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .envs(variables.iter().copied())
            .stdin(stdio())
            .stdout(stdio())
            .stderr(stdio())
            .spawn()
            .expect("setsid is installed");
        let state = State {
            emulator: Emulator::new(size, protocol),
            written: Vec::new(),
            last: Instant::now(),
            rate: None,
            queued: 0,
            is_open: true,
        };
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            news: Condvar::new(),
        });
        let (reads, news) = (ours.try_clone().expect("as above"), shared.clone());
        Self {
            child,
            ends: Some((ours, programs)),
            shared,
            reader: Some(thread::spawn(move || read_all(reads, &news))),
            _folder: folder,
        }
    }

    /// Returns the program's process ID.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Types a script of keys and mouse clicks.
    pub fn type_keys(&self, script: &str) {
        self.send(&in_bytes(script, self.modes().flags() != 0));
    }

    /// Sends bytes to the program.
    ///
    /// # Panics
    ///
    /// If the program does not read them.
    pub fn send(&self, bytes: &[u8]) {
        assert!(
            self.try_send(bytes, LIMIT),
            "the program stopped reading\n{}",
            self.screen()
        );
    }

    /// Sends bytes to the program and returns whether the program reads all of them in time.
    pub fn try_send(&self, bytes: &[u8], limit: Duration) -> bool {
        let (ours, _) = self.ends.as_ref().expect("the terminal is open");
        write_all(ours, bytes, limit)
    }

    /// Returns the current screen.
    pub fn screen(&self) -> Screen {
        self.look(|state| state.emulator.screen())
    }

    /// Returns the modes that the program has switched on.
    pub fn modes(&self) -> Modes {
        self.look(|state| state.emulator.modes().clone())
    }

    /// Returns a report for each sequence that the program has written but that some terminals do not support.
    pub fn problems(&self) -> Vec<String> {
        self.look(|state| state.emulator.problems().to_vec())
    }

    /// Returns how many bytes the program has written.
    pub fn count(&self) -> usize {
        self.look(|state| state.written.len())
    }

    /// Returns the bytes that the program has written after the first `count`.
    pub fn written_since(&self, count: usize) -> Vec<u8> {
        self.look(|state| state.written[count..].to_vec())
    }

    /// Returns when the last byte was read.
    pub fn last_written(&self) -> Instant {
        self.look(|state| state.last)
    }

    /// Waits until the terminal shows a screen for which `is_right` returns true.
    ///
    /// # Errors
    ///
    /// If the program writes nothing for [`PATIENCE`], returns the screen that is shown instead.
    pub fn wait_until(&self, mut is_right: impl FnMut(&Screen) -> bool) -> Result<Screen, Screen> {
        let began = Instant::now();
        let mut state = lock(&self.shared);
        loop {
            let (screen, seen) = (state.emulator.screen(), state.written.len());
            let quiet = began.max(state.last).elapsed();
            drop(state);
            if is_right(&screen) {
                return Ok(screen);
            }
            if quiet > PATIENCE || began.elapsed() > LIMIT {
                return Err(screen);
            }
            let is_old = |it: &mut State| it.written.len() == seen;
            let pause = Duration::from_millis(200);
            let (guard, news) = (lock(&self.shared), &self.shared.news);
            let waited = news.wait_timeout_while(guard, pause, is_old);
            state = waited.expect("no reader panics").0;
        }
    }

    /// Waits until these words are on the screen, even if they wrap over several rows.
    ///
    /// # Panics
    ///
    /// If the words do not appear.
    pub fn wait_for(&self, words: &str) -> Screen {
        self.wait_until(|screen| screen.says(words))
            .unwrap_or_else(|shown| panic!("{words:?} does not appear:\n{shown}"))
    }

    /// Waits until the program has written nothing for `quiet`, and returns whether that happened in time.
    pub fn wait_quiet(&self, quiet: Duration) -> bool {
        wait(LIMIT, || self.last_written().elapsed() > quiet)
    }

    /// Changes the terminal's size.
    pub fn resize(&self, size: Size) {
        self.look(|state| state.emulator.resize(size));
        let (ours, _) = self.ends.as_ref().expect("the terminal is open");
        set_size(ours, size);
    }

    /// Limits the line to this many bytes per second from now on.
    pub fn slow_down(&self, rate: u32) {
        self.look(|state| state.rate = Some(rate));
    }

    /// Returns the largest number of bytes that have waited for the line at once since the last call. The system says at
    /// most 4096.
    pub fn most_queued(&self) -> u64 {
        self.look(|state| mem::take(&mut state.queued))
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: Signal) {
        processes::signal(self.pid(), signal);
    }

    /// Returns the program's end of the terminal, so that other programs can write to the terminal.
    pub fn device(&self) -> File {
        let (_, programs) = self.ends.as_ref().expect("the terminal is open");
        programs.try_clone().expect("a file can be opened twice")
    }

    /// Waits for the program to end and returns its exit status, or `None` if the program does not end. If a signal
    /// ended the program, the status is 128 plus the signal number.
    pub fn status(&mut self) -> Option<i32> {
        self.status_within(PATIENCE)
    }

    /// Like [`Terminal::status`], with a time limit.
    pub fn status_within(&mut self, limit: Duration) -> Option<i32> {
        let mut ended = None;
        wait(limit, || {
            ended = self
                .child
                .try_wait()
                .expect("the program is a child of this process");
            ended.is_some()
        });
        let ended = ended?;
        ended
            .code()
            .or_else(|| ended.signal().map(|number| 128 + number))
    }

    /// Closes the terminal while the program is running.
    pub fn hang_up(&mut self) {
        self.look(|state| state.is_open = false);
        if let Some(reader) = self.reader.take() {
            reader.join().expect("no reader panics");
        }
        self.ends = None;
    }

    fn look<T>(&self, at: impl FnOnce(&mut State) -> T) -> T {
        at(&mut lock(&self.shared))
    }
}

impl Drop for Terminal {
    /// Closes the terminal, and kills the program if closing the terminal does not end it.
    fn drop(&mut self) {
        self.look(|state| state.is_open = false);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        self.ends = None;
        if self.status_within(Duration::from_secs(5)).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn lock(shared: &Shared) -> MutexGuard<'_, State> {
    shared.state.lock().expect("no reader panics")
}

fn set_size(terminal: &File, size: Size) {
    let size = Winsize {
        ws_row: size.rows,
        ws_col: size.columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(terminal, size).expect("a terminal has a size");
}

/// Waits briefly until the terminal is ready for reading or writing, and returns whether it is.
fn is_ready(terminal: &File, flags: PollFlags) -> bool {
    let mut files = [PollFd::new(terminal, flags)];
    let pause = Timespec {
        tv_sec: 0,
        tv_nsec: 50_000_000,
    };
    poll(&mut files, Some(&pause)).is_ok_and(|count| count > 0)
}

fn write_all(mut terminal: &File, mut bytes: &[u8], limit: Duration) -> bool {
    let began = Instant::now();
    while !bytes.is_empty() {
        if began.elapsed() > limit {
            return false;
        }
        if !is_ready(terminal, PollFlags::OUT) {
            continue;
        }
        match terminal.write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            // There is room for some of the bytes, but not for all of them.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                thread::sleep(Duration::from_millis(1));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
    true
}

/// Reads what the program writes, and answers its queries, until the terminal is closed.
fn read_all(mut terminal: File, shared: &Shared) {
    let mut buffer = vec![0; 65536];
    // The time at which the slow line will have delivered everything read so far.
    let mut carried = Instant::now();
    loop {
        let (is_open, rate) = {
            let state = lock(shared);
            (state.is_open, state.rate)
        };
        if !is_open {
            return;
        }
        if !is_ready(&terminal, PollFlags::IN) {
            carried = Instant::now();
            continue;
        }
        let queued = ioctl_fionread(&terminal).expect("the terminal counts its bytes");
        let most = rate.map_or(buffer.len(), |rate| (rate / PIECES).max(1) as usize);
        let count = match terminal.read(&mut buffer[..most]) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
            Err(_) => return,
        };
        if let Some(rate) = rate {
            carried += Duration::from_secs(1) * u32::try_from(count).unwrap_or(u32::MAX) / rate;
            thread::sleep(carried.saturating_duration_since(Instant::now()));
        }
        let answer = {
            let mut state = lock(shared);
            state.queued = state.queued.max(queued);
            state.written.extend_from_slice(&buffer[..count]);
            state.last = Instant::now();
            state.emulator.feed(&buffer[..count])
        };
        shared.news.notify_all();
        write_all(&terminal, &answer, LIMIT);
    }
}
