//! The keys of the X server's keyboard.

use std::collections::HashMap;

use x11rb::protocol::xproto::{ConnectionExt, Keycode, Keysym};
use x11rb::rust_connection::RustConnection;

/// The names of keys in scripts, and their X keysyms.
const NAMES: [(&str, Keysym); 30] = [
    ("Backspace", 0xff08),
    ("Tab", 0xff09),
    ("Enter", 0xff0d),
    ("Escape", 0xff1b),
    ("Left", 0xff51),
    ("Up", 0xff52),
    ("Right", 0xff53),
    ("Down", 0xff54),
    ("PgUp", 0xff55),
    ("PgDn", 0xff56),
    ("Numpad7", 0xff95),
    ("Numpad4", 0xff96),
    ("Numpad8", 0xff97),
    ("Numpad6", 0xff98),
    ("Numpad2", 0xff99),
    ("Numpad9", 0xff9a),
    ("Numpad3", 0xff9b),
    ("Numpad1", 0xff9c),
    ("Numpad5", 0xff9d),
    ("F1", 0xffbe),
    ("F2", 0xffbf),
    ("F11", 0xffc8),
    ("F3", 0xffc0),
    ("F4", 0xffc1),
    ("F5", 0xffc2),
    ("Shift", SHIFT),
    ("Ctrl", 0xffe3),
    ("Alt", 0xffe9),
    ("Less", '<' as Keysym),
    ("Space", ' ' as Keysym),
];
const SHIFT: Keysym = 0xffe1;

/// A map from symbols to the keys that type them.
pub struct Keyboard {
    /// For each symbol, the key and whether it needs Shift.
    keys: HashMap<Keysym, (Keycode, bool)>,
}

impl Keyboard {
    pub fn read(connection: &RustConnection) -> Self {
        let setup = &x11rb::connection::Connection::setup(connection);
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let asked = connection
            .get_keyboard_mapping(first, last - first + 1)
            .expect("the X server answers");
        let mapping = asked.reply().expect("the X server has a keyboard");
        let mut keys = HashMap::new();
        let per_key = usize::from(mapping.keysyms_per_keycode);
        for (key, symbols) in (first..=last).zip(mapping.keysyms.chunks(per_key)) {
            for (symbol, is_shifted) in symbols.iter().zip([false, true]) {
                keys.entry(*symbol).or_insert((key, is_shifted));
            }
        }
        Self { keys }
    }

    /// Returns the keys to press, in order, for a character or a name such as `Enter` or `Shift+Left`.
    ///
    /// # Panics
    ///
    /// If the keyboard has no such key.
    pub fn keys_for(&self, name: &str) -> Vec<Keycode> {
        let mut letters = name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return self.keys_of(letter as Keysym, name);
        }
        name.split('+')
            .flat_map(|name| {
                let known = NAMES.iter().find(|(known, _)| *known == name);
                let (_, symbol) =
                    known.unwrap_or_else(|| panic!("these tests know no key {name:?}"));
                self.keys_of(*symbol, name)
            })
            .collect()
    }

    fn keys_of(&self, symbol: Keysym, name: &str) -> Vec<Keycode> {
        let found = self.keys.get(&symbol);
        let &(key, is_shifted) =
            found.unwrap_or_else(|| panic!("the X server's keyboard has no key {name:?}"));
        let shift = is_shifted.then(|| self.keys[&SHIFT].0);
        shift.into_iter().chain([key]).collect()
    }
}
