//! Preparing the terminal, and restoring it whatever happens.

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

/// Whether the terminal is the game's at the moment.
static IS_OURS: AtomicBool = AtomicBool::new(false);
/// Whether it was asked to tell keys exactly.
static IS_EXACT: AtomicBool = AtomicBool::new(false);

/// A terminal that is the game's. It is restored when this is dropped, and when the program panics.
pub(super) struct Tty {
    /// Whether it answers what it is asked.
    answers: bool,
}

impl Tty {
    /// Takes the terminal. `ask` asks it once whether it reports keys exactly; without an answer there is none.
    pub(super) fn take(ask: impl FnOnce() -> Option<bool>) -> io::Result<Self> {
        restore_on_panic();
        // Raw first, or the answer would be shown.
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

    /// Whether the terminal answers what it is asked, as nearly all do.
    pub(super) fn answers(&self) -> bool {
        self.answers
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        leave();
    }
}

/// What a terminal is asked to report exactly: keys that others send as the same bytes, and of a key with Control its
/// place as well, so that Ctrl-C is found in every alphabet.
const FLAGS: KeyboardEnhancementFlags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
    .union(KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS);
/// Asks for the same again, whatever other programs have asked for meanwhile.
const FLAGS_AGAIN: &str = "\u{1b}[=5;1u";

/// Makes the terminal the game's, or makes sure that it is.
pub(super) fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    let was_ours = IS_OURS.swap(true, Ordering::SeqCst);
    let mut out = io::stdout();
    queue!(
        out,
        EnterAlternateScreen,
        Hide,
        EnableMouseCapture,
        EnableBracketedPaste
    )?;
    if IS_EXACT.load(Ordering::SeqCst) && was_ours {
        // Once put on the terminal's stack, and taken off it once.
        out.write_all(FLAGS_AGAIN.as_bytes())?;
    } else if IS_EXACT.load(Ordering::SeqCst) {
        queue!(out, PushKeyboardEnhancementFlags(FLAGS))?;
    }
    out.flush()
}

/// Gives the terminal back as it was, if it is the game's. Of a terminal that is gone, nothing need be restored.
pub(super) fn leave() {
    if !IS_OURS.swap(false, Ordering::SeqCst) {
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
        // A terminal without an alternate screen would keep the map.
        ResetColor,
        Clear(ClearType::All),
        MoveTo(0, 0),
        LeaveAlternateScreen,
        Show,
    );
    leave_raw_mode();
}

/// Has the terminal handle lines and signals again, and writes nothing.
pub(super) fn leave_raw_mode() {
    let _ = disable_raw_mode();
}

/// What a panic says must not be lost with the screen it is written on.
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
