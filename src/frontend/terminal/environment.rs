//! What the environment variables say about the terminal.

use std::env;
use std::io::{self, IsTerminal};

use thiserror::Error;

use crate::view::ColorDepth;

/// A reason why there is no usable terminal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoTerminal {
    /// Standard output is not a terminal.
    #[error("standard output is not a terminal")]
    NotOne,
    /// `TERM` is not set.
    #[error("the environment variable TERM is not set")]
    Unnamed,
    /// A terminal of this type can only print lines.
    #[error("a terminal of type `{0}` (TERM) cannot position the cursor")]
    Dumb(String),
}

/// A reason why the game cannot be shown in a terminal.
#[derive(Debug, Error)]
pub enum TerminalError {
    /// There is no usable terminal.
    #[error(transparent)]
    NoTerminal(#[from] NoTerminal),
    /// Reading from or writing to the terminal failed.
    #[error("the terminal failed: {0}")]
    Io(#[from] io::Error),
}

pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Returns how many colours the terminal has, according to `NO_COLOR`, `COLORTERM` and `TERM`.
///
/// # Errors
///
/// If the terminal cannot show a screen.
pub fn color_depth() -> Result<ColorDepth, NoTerminal> {
    depth_by(|name| env::var(name).ok().filter(|it| !it.is_empty()))
}

fn depth_by(variable: impl Fn(&str) -> Option<String>) -> Result<ColorDepth, NoTerminal> {
    let has = |name| variable(name).is_some();
    let term = match variable("TERM") {
        Some(term) => term,
        // Windows does not set TERM, and its terminals support true colour.
        None if cfg!(windows) => "windows-direct".to_owned(),
        None => return Err(NoTerminal::Unnamed),
    };
    if ["dumb", "unknown", "emacs"].contains(&term.as_str()) {
        return Err(NoTerminal::Dumb(term));
    }
    if has("NO_COLOR") {
        return Ok(ColorDepth::Monochrome);
    }
    // GNU Screen passes COLORTERM on, but does not support true colour.
    let is_screen = has("STY") && !has("TMUX");
    let says_all = variable("COLORTERM").is_some_and(|it| it == "truecolor" || it == "24bit");
    if says_all && !is_screen {
        return Ok(ColorDepth::TrueColor);
    }
    Ok(by_name(&term))
}

/// Returns how many colours terminals of this type have.
fn by_name(term: &str) -> ColorDepth {
    // These terminals have always supported true colour. They are listed because SSH does not pass COLORTERM on.
    const ALL: [&str; 7] = [
        "alacritty",
        "contour",
        "foot",
        "rio",
        "wezterm",
        "xterm-ghostty",
        "xterm-kitty",
    ];
    const SIXTEEN: [&str; 10] = [
        "cygwin", "gnome", "konsole", "linux", "putty", "rxvt", "screen", "st", "tmux", "xterm",
    ];
    let is_of = |family: &&str| {
        let rest = term.strip_prefix(*family);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
    };
    let is_mono = term.ends_with("-m") || term.ends_with("-mono");
    if term.ends_with("-direct") || ALL.iter().any(is_of) {
        ColorDepth::TrueColor
    } else if term.contains("256color") {
        ColorDepth::Colors256
    } else if is_mono || is_vt(term) {
        ColorDepth::Monochrome
    } else if term.contains("16color") || SIXTEEN.iter().any(is_of) {
        ColorDepth::Colors16
    } else {
        ColorDepth::Colors8
    }
}

/// Returns whether this is a monochrome DEC terminal, such as the VT100. Only the VT241, VT340 and VT525 had colours.
fn is_vt(term: &str) -> bool {
    let number = term.strip_prefix("vt");
    number.is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()))
        && !["vt241", "vt340", "vt525"].contains(&term)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Result<ColorDepth, NoTerminal> {
        depth_by(|name| {
            let found = variables.iter().find(|(it, _)| *it == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_type_decides_the_number_of_colors() {
        for (term, expected) in [
            ("xterm-kitty", ColorDepth::TrueColor),
            ("foot-extra", ColorDepth::TrueColor),
            ("xterm-direct", ColorDepth::TrueColor),
            ("xterm-256color", ColorDepth::Colors256),
            ("tmux-256color", ColorDepth::Colors256),
            ("screen.xterm-256color", ColorDepth::Colors256),
            ("xterm", ColorDepth::Colors16),
            ("xterm-16color", ColorDepth::Colors16),
            ("linux", ColorDepth::Colors16),
            ("screen", ColorDepth::Colors16),
            ("ansi", ColorDepth::Colors8),
            ("footling", ColorDepth::Colors8),
            ("vt340", ColorDepth::Colors8),
            ("vt100", ColorDepth::Monochrome),
            ("vt220-w", ColorDepth::Monochrome),
            ("xterm-mono", ColorDepth::Monochrome),
            ("linux-m", ColorDepth::Monochrome),
        ] {
            assert_eq!(depth(&[("TERM", term)]), Ok(expected), "{term}");
        }
    }

    #[test]
    fn other_variables_override_the_type() {
        let all = ("COLORTERM", "truecolor");
        let xterm = ("TERM", "xterm");
        assert_eq!(depth(&[xterm, all]), Ok(ColorDepth::TrueColor));
        assert_eq!(
            depth(&[xterm, ("COLORTERM", "24bit")]),
            Ok(ColorDepth::TrueColor)
        );
        assert_eq!(
            depth(&[xterm, ("COLORTERM", "yes")]),
            Ok(ColorDepth::Colors16)
        );
        assert_eq!(
            depth(&[xterm, all, ("NO_COLOR", "1")]),
            Ok(ColorDepth::Monochrome)
        );
        let screen = ("TERM", "screen-256color");
        assert_eq!(
            depth(&[screen, all, ("STY", "1")]),
            Ok(ColorDepth::Colors256)
        );
        let tmux = [screen, all, ("STY", "1"), ("TMUX", "1")];
        assert_eq!(depth(&tmux), Ok(ColorDepth::TrueColor));
    }

    #[test]
    fn a_dumb_or_unnamed_terminal_is_an_error() {
        let dumb = depth(&[("TERM", "dumb"), ("COLORTERM", "truecolor")]).unwrap_err();
        assert_eq!(dumb, NoTerminal::Dumb("dumb".to_owned()));
        assert!(dumb.to_string().contains("`dumb`"));
        if !cfg!(windows) {
            assert_eq!(depth(&[]), Err(NoTerminal::Unnamed));
        }
    }
}
