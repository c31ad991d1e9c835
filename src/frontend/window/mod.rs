//! The window front end. Its cells are drawn by bevy_ascii_terminal.
//!
//! The window sleeps until something happens: a press of a key or of a gamepad's button, a new size, or a repeat of a
//! held key. It updates only the cells that have changed.

mod catch_up;
mod clipboard;
mod clock;
mod desktop;
mod easing;
mod fit;
mod frames;
#[cfg(feature = "gamepad")]
mod gamepad;
mod graphics;
mod input;
mod opening;
mod overlay;
mod picture;
mod place;
mod present;
mod sleep;

use bevy::app::PanicHandlerPlugin;
use bevy::asset::AssetEventSystems;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::settings::{RenderCreation, RenderResources};
use bevy_ascii_terminal::TerminalPlugins;
use bevy_ascii_terminal::render::TerminalSystemsUpdateMesh;

pub use graphics::NoWindow;
pub use opening::restore;
pub use picture::LastPicture;

use super::GamePlugins;
use crate::view::ViewSystems;

/// Returns an app that shows the game in a window. Add your plugins and [begin](crate::game::begin_game) a game, then
/// call [`App::run`], which returns when the window is closed. The window needs a
/// [display](crate::frontend::has_display).
///
/// # Panics
///
/// If no window can be opened. [`try_app`] returns an error instead.
pub fn app() -> App {
    try_app().expect("a window needs a display and a graphics device")
}

/// Like [`app`], but returns an error if no window can be opened.
///
/// # Errors
///
/// If there is no usable graphics device, or if the window system does not work.
pub fn try_app() -> Result<App, NoWindow> {
    let graphics = graphics::open()?;
    let mut app = graphics::quietly(|| engine(graphics)).map_err(NoWindow::System)?;
    app.add_plugins((
        PanicHandlerPlugin,
        LogPlugin {
            level: bevy::log::Level::WARN,
            ..default()
        },
        TerminalPlugins,
        GamePlugins,
    ))
    // The library does not order these sets. In the reverse order, a change would be shown one frame late, or never if
    // no other frame followed.
    .configure_sets(
        PostUpdate,
        TerminalSystemsUpdateMesh.before(AssetEventSystems),
    )
    .init_resource::<fit::Fit>()
    .add_systems(PostUpdate, fit::fit_screen.before(ViewSystems::Draw));
    opening::plugin(&mut app);
    present::plugin(&mut app);
    overlay::plugin(&mut app);
    frames::plugin(&mut app);
    catch_up::plugin(&mut app);
    input::plugin(&mut app);
    picture::plugin(&mut app);
    clipboard::plugin(&mut app);
    clock::plugin(&mut app);
    sleep::plugin(&mut app);
    desktop::plugin(&mut app);
    #[cfg(feature = "gamepad")]
    gamepad::plugin(&mut app);
    #[cfg(feature = "sound")]
    super::sound::plugin(&mut app);
    Ok(app)
}

/// Returns an app with Bevy's plugins, but without those for panics and logs. If a window system does not work, the
/// engine panics, and these two would change what the next front end prints.
fn engine(graphics: RenderResources) -> App {
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                // The window opens later, when the screens are known.
                primary_window: None,
                // The close button asks first while a game is running.
                close_when_requested: false,
                ..default()
            })
            .set(RenderPlugin {
                // Show the first frame at once instead of waiting for a background thread to prepare it.
                synchronous_pipeline_compilation: true,
                render_creation: RenderCreation::Manual(graphics),
                ..default()
            })
            .disable::<PanicHandlerPlugin>()
            .disable::<LogPlugin>()
            // The renderer asks the X server for the window's size. A render thread that reads the answer may also
            // read an event, which the sleeping main thread then misses, so the window keeps its old picture
            // until the next event. On the main thread, winit checks for such events before it sleeps.
            .disable::<PipelinedRenderingPlugin>(),
    );
    app
}
