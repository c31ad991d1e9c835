//! What controls mean during play.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::mode::Then;
use crate::control::{AddControl, Control, NewControl};

/// What happens when a control is asked for during play.
pub type Answer = fn(&mut World) -> Then;

/// What the controls of actions and plugins mean during play.
#[derive(Resource, Default)]
pub(super) struct Answers(HashMap<Control, Answer>);

impl Answers {
    /// Returns what a control means, if an action or a plugin has said so.
    pub(super) fn to(&self, control: Control) -> Option<Answer> {
        self.0.get(&control).copied()
    }
}

/// Adds controls that have a meaning during play.
pub trait AddAnswer {
    /// Adds a control, and what happens when it is asked for during play.
    fn add_answer(&mut self, control: NewControl, answer: Answer) -> &mut Self;

    /// Sets what happens when a control is asked for during play, in place of what happened before.
    fn set_answer(&mut self, control: Control, answer: Answer) -> &mut Self;
}

impl AddAnswer for App {
    fn add_answer(&mut self, control: NewControl, answer: Answer) -> &mut Self {
        self.set_answer(control.control(), answer)
            .add_control(control)
    }

    fn set_answer(&mut self, control: Control, answer: Answer) -> &mut Self {
        let mut answers = self.world_mut().get_resource_or_init::<Answers>();
        answers.0.insert(control, answer);
        self
    }
}
