//! Turns input from a keyboard, a mouse or a gamepad into controls. The mode on top decides what a control means.
//!
//! ```text
//! Keyboard, Gamepads, a terminal, KeyScript -> Press -+                         +-> leafwing: InputMap, ActionState -> Asked
//!                                                     +-> KeyQueue -> HeldKeys -+
//! a mouse, KeyScript ----------------------> Mouse ---+    one press or click   +-> Mouse
//!                                                          per frame, in order
//! ```
//!
//! A [`Press`] may count as several [`Button`]s. leafwing-input-manager's `InputMap` decides which of these buttons is
//! bound, and to which control. The `InputMap` holds the [`Bindings`]: a [`KeySet`] with the changes from a
//! [`KeyFile`], of the controls of the screens and of those that actions and plugins [add](AddControl).

mod asked;
mod bindings;
mod button;
mod controls;
mod gait;
mod gamepad;
mod held;
mod key_down;
mod key_file;
mod key_set;
mod key_text;
mod keyboard;
mod mouse;
mod new_control;
mod pad_button;
mod plugin;
mod press;
mod queue;
mod screens;
mod script;
mod words;

pub use asked::{Asked, HeldControl};
pub use bindings::{AddControl, Bindings, KeyConflict};
pub use button::{Button, Device};
pub use controls::Control;
pub use gait::{Gait, WizardCommand, WizardMode};
pub use gamepad::Gamepads;
pub use key_down::KeyDown;
pub use key_file::{KeyFile, KeyFileError};
pub use key_set::{Binding, KeySet};
pub use keyboard::Keyboard;
pub use mouse::{Mouse, ScreenPoint};
pub use new_control::NewControl;
pub use pad_button::PadButton;
pub use plugin::{ControlPlugin, ControlSystems};
pub use press::{PhysicalButton, Press};
pub use queue::KeyQueue;
pub use script::{KeyScript, ScriptError};
pub use words::script_of_words;
