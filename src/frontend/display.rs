//! Detects whether a window can be opened.

/// Returns whether a window can be opened. On Linux and similar systems, this function connects to the Wayland or X11
/// server that the environment variables name. Other systems always have a display.
#[cfg(all(feature = "window", unix, not(target_os = "macos")))]
pub fn has_display() -> bool {
    wayland_answers() || x11_answers()
}

#[cfg(all(feature = "window", not(all(unix, not(target_os = "macos")))))]
pub fn has_display() -> bool {
    true
}

/// Returns `false`: without the `window` feature, no window can be opened.
#[cfg(not(feature = "window"))]
pub fn has_display() -> bool {
    false
}

#[cfg(all(feature = "window", unix, not(target_os = "macos")))]
fn wayland_answers() -> bool {
    use std::env::var_os;
    use std::os::unix::net::UnixStream;
    use std::path::PathBuf;

    if var_os("WAYLAND_SOCKET").is_some() {
        return true;
    }
    let Some(name) = var_os("WAYLAND_DISPLAY").filter(|name| !name.is_empty()) else {
        return false;
    };
    // `join` leaves an absolute path unchanged. Any other path is relative to the runtime folder.
    let folder = var_os("XDG_RUNTIME_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    UnixStream::connect(folder.join(name)).is_ok()
}

#[cfg(all(feature = "window", unix, not(target_os = "macos")))]
fn x11_answers() -> bool {
    std::env::var_os("DISPLAY").is_some_and(|name| !name.is_empty()) && x11rb::connect(None).is_ok()
}
