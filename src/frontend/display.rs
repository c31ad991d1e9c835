//! Detects whether a window can be opened.

#[cfg(feature = "window")]
use thiserror::Error;

/// Returns whether a window can be opened. On Linux and similar systems, this function connects to the Wayland or X11
/// server that the environment variables name. Other systems always have a display.
#[cfg(feature = "window")]
pub fn has_display() -> bool {
    matches!(find_display(), Found::Display)
}

/// Returns `false`: without the `window` feature, no window can be opened.
#[cfg(not(feature = "window"))]
pub fn has_display() -> bool {
    false
}

/// What the environment says about displays.
#[cfg(feature = "window")]
#[cfg_attr(not(all(unix, not(target_os = "macos"))), allow(dead_code))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A window can be opened.
    Display,
    /// A window can be opened in a program that is started without these environment variables, because they name a
    /// Wayland server that does not answer.
    Without(&'static [&'static str], String),
    /// No window can be opened.
    Nothing(NoDisplay),
}

/// A reason why there is no display. The error message is a single line.
#[cfg(feature = "window")]
#[cfg_attr(not(all(unix, not(target_os = "macos"))), allow(dead_code))]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum NoDisplay {
    /// The environment names no display.
    #[error("no display")]
    Unnamed,
    /// The display that the environment names cannot be used.
    #[error("{0}")]
    Unusable(String),
}

/// Finds out whether a window can be opened.
#[cfg(all(feature = "window", unix, not(target_os = "macos")))]
pub(crate) fn find_display() -> Found {
    servers::find()
}

#[cfg(all(feature = "window", not(all(unix, not(target_os = "macos")))))]
pub(crate) fn find_display() -> Found {
    Found::Display
}

/// The servers of Linux and similar systems.
#[cfg(all(feature = "window", unix, not(target_os = "macos")))]
mod servers {
    use std::env::{var, var_os};
    use std::fs;
    use std::os::unix::fs::FileTypeExt;
    use std::os::unix::net::UnixStream;
    use std::path::PathBuf;

    use x11rb::resource_manager::new_from_default;

    use super::{Found, NoDisplay};
    use crate::files::brief;

    /// The numbers of pixels in a logical pixel with which windows can be opened.
    const SCALES: std::ops::RangeInclusive<f64> = 0.25..=16.0;
    /// The number of dots per inch on a display whose scale is 1.
    const USUAL_DPI: f64 = 96.0;

    /// The variables that name a Wayland server.
    const WAYLAND: [&str; 2] = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

    pub(super) fn find() -> Found {
        // The window system library uses Wayland if a variable names it.
        let wrong = match wayland() {
            Some(Ok(())) => return Found::Display,
            Some(Err(why)) => Some(why),
            None => None,
        };
        match (wrong, x11()) {
            (None, Some(Ok(()))) => Found::Display,
            (Some(why), Some(Ok(()))) => Found::Without(&WAYLAND, why),
            (Some(why), _) | (None, Some(Err(why))) => Found::Nothing(NoDisplay::Unusable(why)),
            (None, None) => Found::Nothing(NoDisplay::Unnamed),
        }
    }

    /// Returns whether the Wayland server answers, or `None` if no variable names one.
    fn wayland() -> Option<Result<(), String>> {
        let is_named = |name: &&str| var(name).is_ok_and(|it| !it.is_empty());
        if !WAYLAND.iter().any(is_named) {
            return None;
        }
        Some(match var("WAYLAND_SOCKET") {
            Ok(number) => check_socket(&number),
            Err(_) => socket().and_then(|file| match UnixStream::connect(&file) {
                Ok(_) => Ok(()),
                Err(error) => Err(format!(
                    "WAYLAND_DISPLAY: no Wayland server at {} ({error})",
                    brief(&file.display().to_string())
                )),
            }),
        })
    }

    /// Returns the file of the Wayland server's socket.
    fn socket() -> Result<PathBuf, String> {
        let name = PathBuf::from(var_os("WAYLAND_DISPLAY").unwrap_or_default());
        if name.is_absolute() {
            return Ok(name);
        }
        let folder = var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
        let folder = folder.filter(|it| it.is_absolute()).ok_or_else(|| {
            format!(
                "WAYLAND_DISPLAY: `{}` is a file in the folder XDG_RUNTIME_DIR, which is not set",
                brief(&name.display().to_string())
            )
        })?;
        Ok(folder.join(name))
    }

    /// Checks that a file descriptor is an open socket.
    fn check_socket(number: &str) -> Result<(), String> {
        let file = number.parse::<u16>().ok().map(|it| format!("/dev/fd/{it}"));
        let kind = file.and_then(|it| fs::metadata(it).ok());
        match kind.is_some_and(|it| it.file_type().is_socket()) {
            true => Ok(()),
            false => Err(format!(
                "WAYLAND_SOCKET: `{}` is not the number of an open socket",
                brief(number)
            )),
        }
    }

    /// Returns whether the X server answers and its scale can be used, or `None` if no variable names one.
    fn x11() -> Option<Result<(), String>> {
        let name = var_os("DISPLAY").filter(|name| !name.is_empty())?;
        let connected = x11rb::connect(None).map_err(|error| {
            let name = brief(&name.display().to_string());
            format!("DISPLAY: no X server at {name} ({error})")
        });
        Some(connected.and_then(|(connection, _)| {
            let dpi = || {
                let resources = new_from_default(&connection).ok()?;
                Some(resources.get_string("Xft.dpi", "")?.to_owned())
            };
            check_scale(var("WINIT_X11_SCALE_FACTOR").ok(), dpi)
        }))
    }

    /// Checks the scale of an X server's windows. With an invalid scale, the window system library would panic.
    fn check_scale(factor: Option<String>, dpi: impl Fn() -> Option<String>) -> Result<(), String> {
        let (least, most) = (SCALES.start(), SCALES.end());
        let fits = |it: &str| it.parse().is_ok_and(|it: f64| SCALES.contains(&it));
        if let Some(factor) = factor.filter(|it| !it.is_empty()) {
            return match factor.to_lowercase() == "randr" || fits(&factor) {
                true => Ok(()),
                false => Err(format!(
                    "WINIT_X11_SCALE_FACTOR: invalid scale factor `{}`; accepted: a number from {least} to {most}, or randr",
                    brief(&factor)
                )),
            };
        }
        // The library ignores text that is not a number.
        let dpi = dpi().and_then(|it| it.parse::<f64>().ok());
        match dpi.filter(|it| !SCALES.contains(&(it / USUAL_DPI))) {
            None => Ok(()),
            Some(dpi) => Err(format!(
                "the X resource Xft.dpi: invalid resolution `{dpi}`; accepted: a number from {} to {}",
                least * USUAL_DPI,
                most * USUAL_DPI
            )),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn scales_with_which_no_window_can_be_opened_are_named() {
            let check = |factor: &str, dpi: &str| {
                check_scale(Some(factor.to_owned()), || Some(dpi.to_owned()))
            };
            for factor in ["1", "1.5", "16", "randr", "RandR"] {
                assert_eq!(check(factor, "0"), Ok(()));
            }
            for factor in ["abc", "0", "-1", "inf", "NaN", "1e9", "1,5"] {
                let why = check(factor, "96").unwrap_err();
                assert!(why.contains(factor) && why.contains("0.25 to 16"), "{why}");
            }
            for dpi in ["96", "144", "many"] {
                assert_eq!(check("", dpi), Ok(()));
            }
            for dpi in ["0", "-96", "NaN", "99999"] {
                let why = check("", dpi).unwrap_err();
                assert!(why.contains(dpi) && why.contains("24 to 1536"), "{why}");
            }
            assert_eq!(check_scale(None, || None), Ok(()));
        }

        #[test]
        fn a_file_that_is_not_a_socket_is_not_a_server() {
            for number in ["99", "-1", "x", "", "70000"] {
                assert!(check_socket(number).is_err(), "{number}");
            }
        }
    }
}
