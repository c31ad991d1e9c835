//! From keys and mice to what is asked for. What that means, the screen that has the keys decides.
//!
//! ```text
//! KeyboardInput -+                                     +-> KeyDown, whether it asks for something or not
//!                +-> KeyQueue: one press or click ----+-> leafwing ActionState<Control> -> held keys repeat -> Asked
//! Mouse ---------+   a frame, in order                 +-> Mouse
//! ```
//!
//! Keys come from a device or from a [`KeyScript`]; both take the same way. The resource [`Bindings`] says which
//! key asks for what: a [`KeySet`], what a [`KeyFile`] changes of it, and what plugins [add](AddControl) to it.

mod asked;
mod asks;
mod bindings;
mod bound;
mod gait;
mod held;
mod key_file;
mod key_set;
mod mouse;
mod plugin;
mod press;
mod queue;
mod repeat;
mod script;

pub use asked::Asked;
pub use asks::{Control, OwnControl};
pub use bindings::{AddControl, Bindings, KeyConflict, NewControl};
pub use bound::Bound;
pub use gait::{Gait, WizardCommand, WizardMode};
pub use held::KeyDown;
pub use key_file::{KeyFile, KeyFileError};
pub use key_set::{Binding, KeySet};
pub use mouse::Mouse;
pub use plugin::{ControlPlugin, ControlSystems};
pub use press::Button;
pub use queue::KeyQueue;
pub use repeat::HeldControl;
pub use script::{KeyScript, ScriptError};
