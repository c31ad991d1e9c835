//! Opens the window where it was last closed, on a screen that is still there, and no larger than that screen.
//!
//! The screens and their scale factors are known only once the event loop runs. So the first frame chooses a place and
//! opens the window there. The window manager then adds a frame, which may not fit on the screen. While the window is
//! new, it is made smaller or moved until it fits.

use std::time::Duration;

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{
    Monitor, PresentMode, PrimaryMonitor, PrimaryWindow, WindowCreated, WindowFocused, WindowMode,
    WindowMoved, WindowResizeConstraints,
};
use bevy::winit::WINIT_WINDOWS;
use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::window::Window as WinitWindow;

use super::place::{Area, Place};
use crate::modes::{Settings, WindowPlace};
use crate::view::Title;

/// How long a window counts as new.
const NEW: Duration = Duration::from_secs(5);
/// The maximum number of changes to a new window. A window manager may have other plans.
const MOST_CHANGES: u32 = 4;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Opening>()
        .add_systems(PreStartup, open)
        .add_systems(First, take_size)
        .add_systems(Update, settle);
}

/// Gives the window the size and the place that it had when it was last closed. Call it before the app runs, once it
/// has its settings.
pub fn restore(app: &mut App) {
    let world = app.world_mut();
    let saved = world.get_resource::<Settings>().and_then(|it| it.window);
    world.resource_mut::<Opening>().saved = saved;
}

/// What is known about the window while it opens.
#[derive(Resource, Debug, Default)]
pub(super) struct Opening {
    /// The window's place when it was last closed.
    saved: Option<WindowPlace>,
    /// The place where the window opens.
    pub(super) place: Option<Place>,
    /// The time until which the window counts as new, once it is open.
    new_until: Option<Duration>,
    /// Whether the window manager has put the window in its place.
    is_in_place: bool,
    /// The latest size and place that the new window was given so that it fits.
    asked: Option<(UVec2, Option<IVec2>)>,
    /// The number of changes to the new window so far.
    changes: u32,
    /// Whether the window must still be maximized.
    maximizes: bool,
}

/// Returns whether the window manager has put the window in its place. Before that, it would not know to which place the
/// window returns when it no longer fills the screen.
pub(super) fn is_in_place(opening: Res<Opening>) -> bool {
    opening.is_in_place
}

/// Chooses a place for the window, and opens the window there.
fn open(
    monitors: Query<(&Monitor, Has<PrimaryMonitor>)>,
    title: Res<Title>,
    mut opening: ResMut<Opening>,
    mut commands: Commands,
) {
    let mut areas: Vec<(Area, bool)> = monitors
        .iter()
        .map(|(it, is_first)| (Area::of(it), is_first))
        .collect();
    areas.sort_by_key(|(_, is_first)| !is_first);
    let areas: Vec<Area> = areas.into_iter().map(|(area, _)| area).collect();
    let place = Place::choose(opening.saved, &areas);
    opening.maximizes = opening.saved.is_some_and(|it| it.maximized);
    opening.place = Some(place);
    commands.spawn((window(&title, place), PrimaryWindow));
}

fn window(title: &Title, place: Place) -> Window {
    let mut window = Window {
        title: title.0.clone(),
        name: Some("fogbound".to_owned()),
        resize_constraints: WindowResizeConstraints {
            min_width: place.least().x,
            min_height: place.least().y,
            ..default()
        },
        present_mode: PresentMode::AutoVsync,
        // More pictures in waiting would make keys seem slow.
        desired_maximum_frame_latency: std::num::NonZero::new(1),
        ..default()
    };
    // Bevy multiplies this by the scale factor when the window opens.
    window.resolution = place.logical_size().into();
    if let Some(at) = place.at {
        window.position = WindowPosition::At(at);
    }
    window
}

/// Gives the window its exact size, if that is no whole number of logical pixels, or if the window has opened on a screen
/// with another scale factor.
fn take_size(
    mut created: MessageReader<WindowCreated>,
    mut windows: Query<(Entity, &mut Window), With<PrimaryWindow>>,
    mut opening: ResMut<Opening>,
    time: Res<Time<Real>>,
    _on_main_thread: NonSendMarker,
) {
    if created.read().count() == 0 {
        return;
    }
    opening.new_until = Some(time.elapsed() + NEW);
    let (Ok((entity, mut window)), Some(place)) = (windows.single_mut(), opening.place) else {
        return;
    };
    let first = place.logical_size().as_vec2() * window.scale_factor();
    // A window manager may already have chosen another size. Bevy and the system round in different ways.
    let difference = (window.physical_size().as_vec2() - first).abs();
    if first.round().as_uvec2() != place.size && difference.max_element() <= 1.0 {
        let at_once = with_winit(entity, |winit| request(winit, place.size)).flatten();
        if let Some(size) = at_once {
            window.resolution.set_physical_resolution(size.x, size.y);
        }
    }
}

/// Makes a new window fit on its screen together with its frame, and maximizes it if it was last closed like that.
fn settle(
    mut windows: Query<(Entity, &mut Window), With<PrimaryWindow>>,
    (mut moved, mut focused): (MessageReader<WindowMoved>, MessageReader<WindowFocused>),
    mut opening: ResMut<Opening>,
    time: Res<Time<Real>>,
    _on_main_thread: NonSendMarker,
) {
    let Some(new_until) = opening.new_until else {
        return;
    };
    let is_new = time.elapsed() < new_until;
    if !opening.is_in_place {
        // Without a window manager, there may be no such event.
        opening.is_in_place = moved.read().count() + focused.read().count() > 0 || !is_new;
    }
    if !opening.is_in_place || !is_new || opening.changes >= MOST_CHANGES {
        return;
    }
    let Ok((entity, mut window)) = windows.single_mut() else {
        return;
    };
    if window.mode != WindowMode::Windowed {
        return;
    }
    with_winit(entity, |winit| {
        if std::mem::take(&mut opening.maximizes) {
            winit.set_maximized(true);
        } else if winit.is_maximized() {
            // The window manager has chosen the size.
        } else if let Some((size, at)) = better(winit, window.position)
            && opening.asked != Some((size, at))
        {
            opening.asked = Some((size, at));
            opening.changes += 1;
            if size != inner_size(winit)
                && let Some(size) = request(winit, size)
            {
                window.resolution.set_physical_resolution(size.x, size.y);
            }
            if let Some(at) = at {
                winit.set_outer_position(PhysicalPosition::new(at.x, at.y));
            }
        }
    });
}

/// Returns a size and a place with which the window fits on its screen, or `None` if it already fits.
fn better(winit: &WinitWindow, position: WindowPosition) -> Option<(UVec2, Option<IVec2>)> {
    let monitor = winit.current_monitor()?;
    let (size, at) = (monitor.size(), monitor.position());
    let area = Area {
        at: IVec2::new(at.x, at.y),
        size: UVec2::new(size.width, size.height),
        scale: monitor.scale_factor() as f32,
    };
    let inner = inner_size(winit);
    let outer = winit.outer_size();
    let frame = UVec2::new(outer.width, outer.height).saturating_sub(inner);
    let fits = inner.min(area.size.saturating_sub(frame).max(UVec2::ONE));
    // The place is that of the latest event. While a window manager adds a frame, the window has other places, too.
    let now = match position {
        WindowPosition::At(at) => Some(at),
        _ => None,
    };
    let at = now.map(|it| area.hold(it, fits + frame));
    (fits != inner || at != now).then_some((fits, at.filter(|_| at != now)))
}

/// Asks the system for another size. Returns the size that applies at once. If there is none, an event follows.
fn request(winit: &WinitWindow, size: UVec2) -> Option<UVec2> {
    let size = winit.request_inner_size(PhysicalSize::new(size.x, size.y))?;
    Some(UVec2::new(size.width, size.height))
}

fn inner_size(winit: &WinitWindow) -> UVec2 {
    let size = winit.inner_size();
    UVec2::new(size.width, size.height)
}

/// Calls `act` with the system's window, if it is open.
pub(super) fn with_winit<T>(entity: Entity, act: impl FnOnce(&WinitWindow) -> T) -> Option<T> {
    WINIT_WINDOWS.with_borrow(|windows| windows.get_window(entity).map(|it| act(it)))
}
