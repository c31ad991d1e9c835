//! From keys to commands.
//!
//! ```text
//! KeyboardInput -> one press a frame -> leafwing ActionState<Control> -> held keys repeat -> PlayerCommand
//! ```
//!
//! Keys come from a device or from a [`KeyScript`]; both take the same way. The table of
//! [bindings](BINDINGS) is the only place that names keys.

mod bindings;
mod commands;
mod plugin;
mod press;
mod queue;
mod repeat;
mod script;
mod typed;

pub use bindings::{BINDINGS, Binding, Control};
pub use commands::{Gait, WizardCommand, WizardMode};
pub use plugin::{ControlPlugin, ControlSystems};
pub use press::Button;
pub use queue::KeyQueue;
pub use repeat::HeldControl;
pub use script::{KeyScript, ScriptError};
pub use typed::Typed;
