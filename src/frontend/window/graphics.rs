//! Opens the graphics device first, because a window needs one, and turns the engine's panics into errors.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use bevy::render::renderer::initialize_renderer;
use bevy::render::settings::{RenderResources, WgpuSettings};
use bevy::tasks::block_on;
use thiserror::Error;

use crate::files::brief;

/// A reason why no window can be opened. The error message is a single line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoWindow {
    /// No graphics device can draw a window.
    #[error("no usable graphics device")]
    Graphics,
    /// The window system does not work, or lacks something that a window needs.
    #[error("the window system does not work ({0})")]
    System(String),
}

/// Opens the graphics device.
///
/// If there is no device, or the device fails, the engine panics. This function turns the panic into an error, and
/// prints nothing.
pub(super) fn open() -> Result<RenderResources, NoWindow> {
    let settings = WgpuSettings::default();
    let backends = settings.backends.ok_or(NoWindow::Graphics)?;
    let opened = quietly(|| block_on(initialize_renderer(backends, None, &settings)));
    opened.map_err(|_| NoWindow::Graphics)
}

/// Calls `act`. If it panics, prints nothing, and returns what the panic says as a single line.
pub(super) fn quietly<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = panic::catch_unwind(AssertUnwindSafe(act));
    panic::set_hook(usual);
    result.map_err(|panic| brief(words(&*panic)))
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let fixed = panic.downcast_ref::<&str>().copied();
    let written = panic.downcast_ref::<String>().map(String::as_str);
    fixed.or(written).unwrap_or("for an unknown reason")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_the_engine_becomes_one_line() {
        assert_eq!(quietly(|| 1), Ok(1));
        let fails = || -> u32 { panic!("no\nserver {}", 1) };
        assert_eq!(quietly(fails), Err("no\\nserver 1".to_owned()));
    }
}
