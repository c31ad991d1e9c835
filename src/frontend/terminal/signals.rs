//! Signals: what ends the program from outside, and suspends it.

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

/// How long a program that is to end may take for it, before it is ended.
const PATIENCE: Duration = Duration::from_secs(2);

/// Has a thread wait for signals.
///
/// If the program does not end by itself, because it is busy or because the terminal takes no more, the thread ends it.
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
            // Writing to the terminal may take forever.
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

/// Sends the program the signal that Ctrl-C stands for.
pub(super) fn interrupt() {
    // The number is that of a signal, so the system has no reason to refuse.
    let _ = raise(SIGINT);
}

/// Whether this signal ends the program.
pub(super) fn ends(signal: i32) -> bool {
    signal != SIGCONT
}

/// Ends the program as this signal does that nobody handles.
pub(super) fn die(signal: i32) {
    // There is nothing else to be done if the system refuses.
    let _ = emulate_default_handler(signal);
}

/// Stops the program, and those that wait for it, until somebody has them go on. Nothing happens where nobody could.
pub(super) fn stop() {
    // The signal has its usual effect: the system itself knows whether somebody is there to go on with the game later.
    let _ = kill_current_process_group(Signal::TSTP);
}
