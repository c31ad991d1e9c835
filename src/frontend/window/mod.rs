//! A window whose cells bevy_ascii_terminal draws.
//!
//! It sleeps until something happens: a key, another size, a held key that repeats. It touches the
//! terminal's cells only where the screen has changed.

mod clock;
mod fit;
mod graphics;
mod input;
mod picture;
mod present;
mod sleep;

use bevy::asset::AssetEventSystems;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::settings::RenderCreation;
use bevy::window::{PresentMode, WindowResolution};
use bevy_ascii_terminal::TerminalPlugins;
use bevy_ascii_terminal::render::TerminalSystemsUpdateMesh;

pub use graphics::NoGraphics;
pub use picture::LastPicture;

use super::GamePlugins;
use crate::view::{Title, ViewSystems};

/// The game in a window. Add plugins of your own and [begin](crate::game::begin_game) a game; then [`App::run`] opens
/// the window and plays until it is closed. Needs a
/// [display](crate::frontend::has_display).
///
/// # Panics
///
/// Without a graphics device; [`try_app`] says so instead.
pub fn app() -> App {
    try_app().expect("a window needs a graphics device")
}

/// The game in a window, as [`app`] gives it.
///
/// # Errors
///
/// If there is no graphics device that could be used.
pub fn try_app() -> Result<App, NoGraphics> {
    let graphics = graphics::open()?;
    let mut app = App::new();
    app.add_plugins((
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(first_window()),
                ..default()
            })
            .set(RenderPlugin {
                // The first frame shows at once, and not when some thread has time to prepare it.
                synchronous_pipeline_compilation: true,
                render_creation: RenderCreation::Manual(graphics),
                ..default()
            })
            .set(LogPlugin {
                level: bevy::log::Level::WARN,
                ..default()
            })
            // Rendering asks the X server for the window's size. A render thread that reads the answer may
            // read an event with it, which the sleeping main thread then misses: the window keeps its old
            // picture until the next event. On the main thread, winit looks for such events before it sleeps.
            .disable::<PipelinedRenderingPlugin>(),
        TerminalPlugins,
        GamePlugins,
    ))
    // The library leaves this open; the other way round a change shows a frame late, which is never
    // if nothing else happens.
    .configure_sets(
        PostUpdate,
        TerminalSystemsUpdateMesh.before(AssetEventSystems),
    )
    .init_resource::<fit::Fit>()
    .add_systems(Startup, name_window)
    .add_systems(PostUpdate, fit::fit_screen.before(ViewSystems::Draw));
    present::plugin(&mut app);
    input::plugin(&mut app);
    picture::plugin(&mut app);
    clock::plugin(&mut app);
    sleep::plugin(&mut app);
    Ok(app)
}

fn first_window() -> Window {
    Window {
        title: Title::default().0,
        name: Some("fogbound".to_owned()),
        resolution: WindowResolution::new(1280, 720),
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: 320.0,
            min_height: 180.0,
            ..default()
        },
        present_mode: PresentMode::AutoVsync,
        ..default()
    }
}

fn name_window(title: Res<Title>, mut windows: Query<&mut Window>) {
    for mut window in &mut windows {
        window.title.clone_from(&title.0);
    }
}
