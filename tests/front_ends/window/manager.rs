//! A window manager, and what it does with windows.

use std::process::Stdio;
use std::time::Duration;

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, Window,
    WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

use super::display::Display;
use crate::support::{self, is_installed, missing};

/// How long the window manager may take for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// The left and top edge of a window on the display, and its width and height.
pub type Place = (i32, i32, i32, i32);

impl Display {
    /// Starts a window manager. If it is not installed, reports that and returns `None`.
    pub fn managed(mut self) -> Option<Self> {
        if !is_installed("openbox") {
            missing("the window manager openbox");
            return None;
        }
        let manager = support::command("setpriv")
            .args(["--pdeathsig", "TERM", "openbox", "--sm-disable"])
            .envs(self.variables())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.manager = Some(manager.expect("setpriv is installed"));
        let check = self.atom("_NET_SUPPORTING_WM_CHECK");
        let is_ready = || {
            let named = self.property(self.root, check);
            named.is_some_and(|it| !it.is_empty())
        };
        assert!(
            support::wait(PATIENCE, is_ready),
            "the window manager does not start"
        );
        Some(self)
    }

    /// Makes programs draw everything larger: 96 dots per inch mean a scale of 1.
    pub fn set_dpi(&self, dpi: u32) {
        let (name, kind) = (AtomEnum::RESOURCE_MANAGER, AtomEnum::STRING);
        let text = format!("Xft.dpi:\t{dpi}\n");
        self.connection
            .change_property8(PropMode::REPLACE, self.root, name, kind, text.as_bytes())
            .expect("the X server is running");
        self.flush();
    }

    /// Returns the place of a window's content.
    pub fn content(&self, window: Window) -> Place {
        let at = self
            .connection
            .translate_coordinates(window, self.root, 0, 0)
            .expect("the X server is running")
            .reply()
            .expect("the window is open");
        let size = self
            .connection
            .get_geometry(window)
            .expect("the X server is running")
            .reply()
            .expect("the window is open");
        let [x, y] = [at.dst_x, at.dst_y].map(i32::from);
        (x, y, size.width.into(), size.height.into())
    }

    /// Returns the place of a window with the frame that the window manager has added.
    pub fn framed(&self, window: Window) -> Place {
        let extents = self.property(window, self.atom("_NET_FRAME_EXTENTS"));
        let extents = extents.filter(|it| it.len() == 16).unwrap_or(vec![0; 16]);
        let side = |number: usize| {
            let bytes = extents[4 * number..][..4].try_into();
            i32::from_ne_bytes(bytes.expect("there are four sides of four bytes"))
        };
        let (left, right, top, bottom) = (side(0), side(1), side(2), side(3));
        let (x, y, width, height) = self.content(window);
        (
            x - left,
            y - top,
            width + left + right,
            height + top + bottom,
        )
    }

    /// Returns whether the window manager maximizes a window.
    pub fn is_maximized(&self, window: Window) -> bool {
        let state = self.property(window, self.atom("_NET_WM_STATE"));
        let wanted = self.atom("_NET_WM_STATE_MAXIMIZED_VERT").to_ne_bytes();
        state.is_some_and(|it| it.chunks(4).any(|it| it == wanted))
    }

    /// Maximizes a window or gives it its own size back, as the button in its frame does.
    pub fn maximize(&self, window: Window, is_on: bool) {
        let [across, down] =
            ["HORZ", "VERT"].map(|it| self.atom(&format!("_NET_WM_STATE_MAXIMIZED_{it}")));
        let data = [u32::from(is_on), across, down, 2, 0];
        let event = ClientMessageEvent::new(32, window, self.atom("_NET_WM_STATE"), data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection
            .send_event(false, self.root, mask, event)
            .expect("the X server is running");
        self.flush();
    }

    /// Opens another window, which gets the keyboard focus, and waits for that.
    pub fn open_other(&self) -> Window {
        let window = self.connection.generate_id().expect("there are numbers");
        let depth = x11rb::COPY_FROM_PARENT as u8;
        self.connection
            .create_window(
                depth,
                window,
                self.root,
                0,
                0,
                60,
                40,
                0,
                WindowClass::INPUT_OUTPUT,
                x11rb::COPY_FROM_PARENT,
                &CreateWindowAux::new(),
            )
            .expect("the X server is running");
        self.show(window);
        self.wait_for_focus(window);
        window
    }

    /// Waits until a window has the keyboard focus.
    pub fn wait_for_focus(&self, window: Window) {
        let has_focus = || {
            let asked = self
                .connection
                .get_input_focus()
                .expect("the X server is running");
            asked.reply().expect("the X server answers").focus == window
        };
        assert!(
            support::wait(PATIENCE, has_focus),
            "the window does not get the focus"
        );
    }

    /// Waits until a window has this place.
    pub fn wait_for_place(&self, what: &str, wanted: Place, place: impl Fn() -> Place) {
        let mut now = place();
        let is_right = support::wait(Duration::from_secs(20), || {
            now = place();
            now == wanted
        });
        assert!(is_right, "{what}: {now:?} instead of {wanted:?}");
    }
}
