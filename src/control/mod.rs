//! From keys to commands.
//!
//! ```text
//! KeyboardInput -> one press a frame -> leafwing ActionState<Control> -> held keys repeat -> PlayerCommand
//! ```
//!
//! Keys come from a device or from a [`KeyScript`]; both take the same way. The resource [`Bindings`] says which
//! key asks for what; plugins [add](AddControl) theirs to it.

mod asked;
mod asks;
mod bindings;
mod commands;
mod defaults;
mod plugin;
mod press;
mod queue;
mod repeat;
mod script;
mod typed;

pub use asked::Asked;
pub use asks::{Control, OwnControl};
pub use bindings::{AddControl, Binding, Bindings, KeyConflict, NewControl};
pub use commands::{Gait, WizardCommand, WizardMode};
pub use plugin::{ControlPlugin, ControlSystems};
pub use press::Button;
pub use queue::KeyQueue;
pub use repeat::HeldControl;
pub use script::{KeyScript, ScriptError};
pub use typed::Typed;
