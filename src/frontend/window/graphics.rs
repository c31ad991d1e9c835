//! The graphics device, asked for before anything else: without one there is no window.

use std::panic::{self, AssertUnwindSafe};

use bevy::render::renderer::initialize_renderer;
use bevy::render::settings::{RenderResources, WgpuSettings};
use bevy::tasks::block_on;
use thiserror::Error;

/// There is no graphics device that a window could be drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no graphics device can be used here")]
pub struct NoGraphics;

/// Opens the graphics device.
///
/// The engine knows no other answer than a panic where there is none, or where it does not do what it should. Here that
/// is an answer like any other, and nothing is printed.
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
