//! Decides which updates draw a picture: those that a key or the mouse has caused only if something looks different.

use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;
use bevy::render::view::window::screenshot::Screenshot;
use bevy::window::WindowEvent;
use bevy_ascii_terminal::Terminal;

use super::fit::Fit;
use super::overlay::OverlaySystems;
use super::picture::LastPicture;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        choose
            .after(OverlaySystems)
            .before(VisibilitySystems::VisibilityPropagate),
    );
}

/// Returns whether an event comes from the keyboard or the mouse. After any other event, the system may want a picture.
pub(super) fn is_input(event: &WindowEvent) -> bool {
    matches!(
        event,
        WindowEvent::KeyboardInput(_)
            | WindowEvent::CursorMoved(_)
            | WindowEvent::MouseMotion(_)
            | WindowEvent::MouseButtonInput(_)
            | WindowEvent::MouseWheel(_)
    )
}

/// What the window shows, as far as it can change.
type Shown<'w, 's> = (
    Query<'w, 's, (), Changed<Terminal>>,
    Query<'w, 's, (), (Changed<Visibility>, With<Mesh2d>)>,
    Query<'w, 's, &'static Visibility, (With<Mesh2d>, Without<Terminal>)>,
);

/// Turns the camera on for updates that draw a picture, and off for all others. Without a camera, the window keeps its
/// picture.
fn choose(
    mut events: MessageReader<WindowEvent>,
    (terminals, switched, overlays): Shown,
    pictures: (Query<(), With<Screenshot>>, Option<Res<LastPicture>>),
    (fit, clear): (Res<Fit>, Res<ClearColor>),
    mut cameras: Query<&mut Camera>,
) {
    let (mut inputs, mut others) = (0, 0);
    for event in events.read() {
        match is_input(event) {
            true => inputs += 1,
            false => others += 1,
        }
    }
    let moves = overlays.iter().any(|it| *it == Visibility::Visible);
    let has_changed = !terminals.is_empty() || !switched.is_empty();
    let is_new = has_changed || moves || fit.is_changed() || clear.is_changed();
    let takes = !pictures.0.is_empty() || pictures.1.is_some();
    // Without any event, the system may have asked for a picture.
    let draws = is_new || takes || others > 0 || inputs == 0;

    for mut camera in &mut cameras {
        if camera.is_active != draws {
            camera.is_active = draws;
        }
    }
}
