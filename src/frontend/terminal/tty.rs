//! Prepares the terminal for the game, and always restores it afterwards.

use std::io::{self, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::style::ResetColor;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};

/// Whether the game has taken over the terminal.
static IS_OURS: AtomicBool = AtomicBool::new(false);
/// Whether the terminal uses kitty's keyboard protocol.
static IS_EXACT: AtomicBool = AtomicBool::new(false);

/// Whether the game writes plain lines, and so changes nothing but how keys are read.
static IS_PLAIN: AtomicBool = AtomicBool::new(false);

/// A terminal that the game has taken over. The terminal is restored when this value is dropped, and when the program
/// panics.
pub(super) struct Tty {
    /// Whether the terminal answers queries.
    answers: bool,
}

impl Tty {
    /// Takes over the terminal. `ask` returns whether the terminal supports kitty's keyboard protocol, or `None` if the
    /// terminal did not answer.
    pub(super) fn take(ask: impl FnOnce() -> Option<bool>) -> io::Result<Self> {
        restore_on_panic();
        // Without raw mode, the terminal would echo its answer.
        enable_raw_mode()?;
        let exact = ask();
        IS_EXACT.store(exact == Some(true), Ordering::SeqCst);
        let tty = Self {
            answers: exact.is_some(),
        };
        if let Err(error) = enter() {
            leave_raw_mode();
            return Err(error);
        }
        Ok(tty)
    }

    /// Takes over only the keyboard of the terminal, and sends it nothing.
    pub(super) fn take_plainly() -> io::Result<Self> {
        restore_on_panic();
        IS_PLAIN.store(true, Ordering::SeqCst);
        enter()?;
        Ok(Self { answers: false })
    }

    /// Returns whether the terminal answers queries, as nearly all do.
    pub(super) fn answers(&self) -> bool {
        self.answers
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        leave();
    }
}

/// The features of kitty's keyboard protocol that the game uses. They distinguish keys that would otherwise send the
/// same bytes. They also report the position of each key, so that Ctrl-C works in every alphabet.
const FLAGS: KeyboardEnhancementFlags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
    .union(KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS);
/// Sets the same features again, in case other programs have changed them.
const FLAGS_AGAIN: &str = "\u{1b}[=5;1u";

/// Takes over the terminal, or sets it up again if it is already taken.
pub(super) fn enter() -> io::Result<()> {
    if IS_OURS.load(Ordering::SeqCst) {
        // If the program was suspended from outside, a shell may have left raw mode. crossterm does not notice that, and
        // would not enter raw mode again.
        leave_raw_mode();
    }
    enable_raw_mode()?;
    let was_ours = IS_OURS.swap(true, Ordering::SeqCst);
    if IS_PLAIN.load(Ordering::SeqCst) {
        return Ok(());
    }
    let mut out = io::stdout();
    queue!(
        out,
        EnterAlternateScreen,
        Hide,
        EnableMouseCapture,
        EnableBracketedPaste
    )?;
    if IS_EXACT.load(Ordering::SeqCst) && was_ours {
        // The flags are pushed onto the terminal's stack only once, because `leave` pops them once.
        out.write_all(FLAGS_AGAIN.as_bytes())?;
    } else if IS_EXACT.load(Ordering::SeqCst) {
        queue!(out, PushKeyboardEnhancementFlags(FLAGS))?;
    }
    out.flush()
}

/// Restores the terminal if the game has taken it over. Errors are ignored, because a lost terminal does not need to be
/// restored.
pub(super) fn leave() {
    if !IS_OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    if IS_PLAIN.load(Ordering::SeqCst) {
        leave_raw_mode();
        return;
    }
    let mut out = io::stdout();
    if IS_EXACT.load(Ordering::SeqCst) {
        let _ = queue!(out, PopKeyboardEnhancementFlags);
    }
    let _ = execute!(
        out,
        DisableBracketedPaste,
        DisableMouseCapture,
        // A terminal without an alternate screen would keep showing the map.
        ResetColor,
        Clear(ClearType::All),
        MoveTo(0, 0),
        LeaveAlternateScreen,
        Show,
    );
    leave_raw_mode();
}

/// Leaves raw mode without writing anything.
pub(super) fn leave_raw_mode() {
    let _ = disable_raw_mode();
}

/// Restores the terminal before a panic prints its message, which would otherwise vanish with the alternate screen.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            leave();
            usual(info);
        }));
    });
}
