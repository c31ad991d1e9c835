//! Types keys and moves the mouse on a display.

use std::time::Duration;

use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, Keycode,
    MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;

use super::display::Display;

/// The X server's numbers for the mouse buttons.
pub const LEFT_BUTTON: u8 = 1;
pub const RIGHT_BUTTON: u8 = 3;
pub const WHEEL_UP: u8 = 4;
pub const WHEEL_DOWN: u8 = 5;

impl Display {
    /// Presses and releases a key and its modifiers. `name` is a character or a name such as `Shift+Left`.
    pub fn press(&self, name: &str) {
        let keys = self.keyboard.keys_for(name);
        for &key in &keys {
            self.fake(KEY_PRESS_EVENT, key, 0, (0, 0));
        }
        for &key in keys.iter().rev() {
            self.fake(KEY_RELEASE_EVENT, key, 0, (0, 0));
        }
        self.flush();
    }

    /// Presses a key and holds it.
    pub fn key_down(&self, name: &str) {
        self.keys_change(KEY_PRESS_EVENT, name);
    }

    /// Releases a key.
    pub fn key_up(&self, name: &str) {
        self.keys_change(KEY_RELEASE_EVENT, name);
    }

    /// Holds a key for some time, as measured by the X server.
    pub fn press_for(&self, name: &str, time: Duration) {
        let time = u32::try_from(time.as_millis()).expect("keys are held for a short time");
        for key in self.keyboard.keys_for(name) {
            self.fake(KEY_PRESS_EVENT, key, 0, (0, 0));
            self.fake(KEY_RELEASE_EVENT, key, time, (0, 0));
        }
        self.flush();
    }

    /// Moves the mouse to a pixel.
    pub fn point(&self, (x, y): (usize, usize)) {
        let short = |pixels: usize| i16::try_from(pixels).expect("screens have few pixels");
        // 0 means that the coordinates are absolute, not relative.
        self.fake(MOTION_NOTIFY_EVENT, 0, 0, (short(x), short(y)));
        self.flush();
    }

    /// Moves the mouse to the bottom right corner, where there is no window.
    pub fn point_nowhere(&self) {
        self.point((self.size.0 - 1, self.size.1 - 1));
    }

    /// Presses and releases a mouse button.
    pub fn click(&self, button: u8) {
        self.fake(BUTTON_PRESS_EVENT, button, 0, (0, 0));
        self.fake(BUTTON_RELEASE_EVENT, button, 0, (0, 0));
        self.flush();
    }

    fn keys_change(&self, event: u8, name: &str) {
        for key in self.keyboard.keys_for(name) {
            self.fake(event, key, 0, (0, 0));
        }
        self.flush();
    }

    /// Makes the server simulate a key or mouse event after a delay in milliseconds.
    fn fake(&self, event: u8, detail: Keycode, delay: u32, (x, y): (i16, i16)) {
        let sent = self
            .connection
            .xtest_fake_input(event, detail, delay, self.root, x, y, 0);
        sent.expect("the X server is running");
    }
}
