//! A window whose cells bevy_ascii_terminal draws.
//!
//! It sleeps until something happens: a key, another size, a held key that repeats. It touches the
//! terminal's cells only where the screen has changed.

mod fit;
mod focus;
mod present;
mod sleep;

use bevy::asset::AssetEventSystems;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::window::{PresentMode, WindowResolution};
use bevy_ascii_terminal::render::TerminalSystemsUpdateMesh;
use bevy_ascii_terminal::{TerminalCamera, TerminalPlugins};

use super::GamePlugins;
use crate::view::ViewSystems;

/// The window's title.
pub const TITLE: &str = "Fogbound";

/// The game in a window. Add plugins of your own and the [`Game`](crate::game::Game) that is to be played as a
/// resource; then [`App::run`] opens the window and plays until it is closed. Needs a
/// [display](crate::frontend::has_display).
pub fn app() -> App {
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
    .add_systems(Startup, (open_camera, present::open_terminal))
    .add_systems(PostUpdate, fit::fit_screen.before(ViewSystems::Draw));
    present::plugin(&mut app);
    focus::plugin(&mut app);
    sleep::plugin(&mut app);
    app
}

fn first_window() -> Window {
    Window {
        title: TITLE.to_owned(),
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

fn open_camera(mut commands: Commands) {
    commands.spawn(TerminalCamera::new());
}
