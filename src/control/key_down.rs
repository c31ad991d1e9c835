//! A key that went down.

use super::button::Button;
use super::controls::Control;

/// A key that went down, whether or not it is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyDown {
    /// The character that the key types, or `None` if it types none or Ctrl is held.
    pub character: Option<char>,
    /// The key, as named in a key file.
    pub button: Button,
    /// The key's control, if the key is bound.
    pub control: Option<Control>,
}
