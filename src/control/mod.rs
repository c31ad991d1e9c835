//! From keys and mice to what is asked for. What that means, the screen that has the keys decides.
//!
//! ```text
//! Keyboard, a terminal, KeyScript -> Press -+                            +-> KeyDown, whether it is bound or not
//!                                           +-> KeyQueue -> HeldKeys ----+-> leafwing: InputMap, ActionState -> Asked
//! a mouse, KeyScript ------------> Mouse ---+    one press or click      +-> Mouse
//!                                                a frame, in order
//! ```
//!
//! A [`Press`] may count as several [`Button`]s. leafwing-input-manager's `InputMap` says which of them is bound, and to what:
//! it has the [`Bindings`] of a [`KeySet`], what a [`KeyFile`] changes of it, and what plugins [add](AddControl) to it.

mod asked;
mod asks;
mod bindings;
mod button;
mod gait;
mod held;
mod key_file;
mod key_set;
mod keyboard;
mod mouse;
mod plugin;
mod press;
mod queue;
mod script;

pub use asked::{Asked, HeldControl};
pub use asks::{Control, OwnControl};
pub use bindings::{AddControl, Bindings, KeyConflict, NewControl};
pub use button::Button;
pub use gait::{Gait, WizardCommand, WizardMode};
pub use held::KeyDown;
pub use key_file::{KeyFile, KeyFileError};
pub use key_set::{Binding, KeySet};
pub use keyboard::Keyboard;
pub use mouse::Mouse;
pub use plugin::{ControlPlugin, ControlSystems};
pub use press::Press;
pub use queue::KeyQueue;
pub use script::{KeyScript, ScriptError};
