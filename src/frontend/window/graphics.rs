//! Opens the graphics device first, because a window needs one.

use std::panic::{self, AssertUnwindSafe};

use bevy::render::renderer::initialize_renderer;
use bevy::render::settings::{RenderResources, WgpuSettings};
use bevy::tasks::block_on;
use thiserror::Error;

/// The error returned when no graphics device can draw a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no usable graphics device")]
pub struct NoGraphics;

/// Opens the graphics device.
///
/// If there is no device, or the device fails, the engine panics. This function turns the panic into an error, and
/// prints nothing.
pub(super) fn open() -> Result<RenderResources, NoGraphics> {
    let settings = WgpuSettings::default();
    let backends = settings.backends.ok_or(NoGraphics)?;
    let usual = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let open = AssertUnwindSafe(|| block_on(initialize_renderer(backends, None, &settings)));
    let opened = panic::catch_unwind(open);
    panic::set_hook(usual);
    opened.map_err(|_| NoGraphics)
}
