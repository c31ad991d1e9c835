//! Signals that end or suspend the program.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use rustix::process::{Signal, kill_current_process_group};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, raise};

use super::hint::Hint;
use super::tty;

/// How long the program may take to end after a signal before it is killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// Starts a thread that waits for signals.
///
/// If the program does not end in time, because it is busy or the terminal does not accept output, the thread ends the
/// program.
pub(super) fn watch(hints: Sender<Hint>) -> io::Result<()> {
    let mut signals = Signals::new([SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let is_heard = hints.send(Hint::Signal(signal)).is_ok();
            if signal == SIGCONT {
                continue;
            }
            if is_heard {
                thread::sleep(PATIENCE);
            }
            // This runs in a separate thread, because writing to the terminal may block forever.
            let restorer = thread::spawn(tty::leave);
            thread::sleep(PATIENCE / 4);
            if !restorer.is_finished() {
                tty::leave_raw_mode();
            }
            die(signal);
        }
    });
    Ok(())
}

/// Raises the signal that Ctrl-C stands for.
pub(super) fn interrupt() {
    // The signal number is valid, so raising it cannot fail.
    let _ = raise(SIGINT);
}

/// Returns whether this signal ends the program.
pub(super) fn ends(signal: i32) -> bool {
    signal != SIGCONT
}

/// Ends the program with the default action of this signal.
pub(super) fn die(signal: i32) {
    // If this fails, there is nothing else to try.
    let _ = emulate_default_handler(signal);
}

/// Suspends the program and the rest of its process group. Does nothing if no shell could resume it.
pub(super) fn stop() {
    // With the default action of the signal, the system itself checks whether a shell can resume the program.
    let _ = kill_current_process_group(Signal::TSTP);
}
