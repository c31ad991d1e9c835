//! What a line of words leads to.

/// What a line of words leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is a command that has been carried out; what came of it can be reported.
    Played,
    /// It is a question, or a setting of the words. Nothing else has happened.
    Said(Vec<String>),
    /// It is neither; nothing has happened. The text says what would be accepted.
    Refused(String),
}
