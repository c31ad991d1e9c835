//! Scenes: a drawn map, the creatures on it, commands, and facts that must hold.

mod cast;
mod change;
mod claim;
mod fact;
mod legend;
mod model;
mod read;
mod script;
mod settings;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod words;

pub(super) use cast::{Cast, Spot};
pub(super) use change::{Change, RoleChange};
pub(super) use claim::{Claim, When};
pub(super) use fact::{Blow, Fact, Outcome, Quantity, RoleFact, Statement};
pub use model::{Props, SceneFile};
pub(super) use model::{Say, Step};
