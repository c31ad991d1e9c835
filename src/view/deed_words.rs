//! Words for actions that plugins have added.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::game::{ActionKind, Happening, Perceived};

/// How the log tells of a kind of action that a plugin has added: of a [`Happening::Did`], and of what stood in its
/// way.
///
/// Each is a sentence. `{who}` in it stands for the one who does it, `{whom}` for the one to whom it is done,
/// `{from}` for the direction from which it comes, such as `north`. What has no words is not told.
///
/// ```
/// use fogbound::view::DeedWords;
///
/// let words = DeedWords::default()
///     .own("You leap.")
///     .seen("{who} leaps.")
///     .heard("You hear a leap to the {from}.")
///     .refusal("no room", "There is no room to leap.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeedWords {
    own: Option<String>,
    seen: Option<String>,
    heard: Option<String>,
    felt: Option<String>,
    refusals: Vec<(&'static str, String)>,
}

impl DeedWords {
    /// What the player does.
    pub fn own(mut self, sentence: impl Into<String>) -> Self {
        self.own = Some(sentence.into());
        self
    }

    /// What the player sees somebody do.
    pub fn seen(mut self, sentence: impl Into<String>) -> Self {
        self.seen = Some(sentence.into());
        self
    }

    /// What the player hears and does not see.
    pub fn heard(mut self, sentence: impl Into<String>) -> Self {
        self.heard = Some(sentence.into());
        self
    }

    /// What is done to the player by somebody it does not make out.
    pub fn felt(mut self, sentence: impl Into<String>) -> Self {
        self.felt = Some(sentence.into());
        self
    }

    /// What the player reads when [`Obstacle::Own`](crate::game::Obstacle::Own) of this name stands in its way.
    pub fn refusal(mut self, obstacle: &'static str, sentence: impl Into<String>) -> Self {
        self.refusals.push((obstacle, sentence.into()));
        self
    }

    /// The sentence for what is perceived in this way.
    fn of(&self, how: Perceived, is_own: bool) -> Option<&str> {
        let sentence = match how {
            _ if is_own => &self.own,
            Perceived::Seen { .. } => &self.seen,
            Perceived::Heard { .. } => &self.heard,
            Perceived::Felt { .. } => &self.felt,
            Perceived::Nothing => return None,
        };
        sentence.as_deref()
    }
}

/// The words for all kinds of actions that plugins have added.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct AllDeedWords(HashMap<ActionKind, DeedWords>);

/// Who did something to whom, and from where, in words.
pub(super) struct Parties<'a> {
    pub(super) who: &'a str,
    pub(super) whom: &'a str,
    pub(super) from: &'a str,
}

impl AllDeedWords {
    /// The sentence about something that a plugin has added and the player perceives; none if there are no words
    /// for it, or it is no such thing.
    pub(super) fn sentence(
        &self,
        what: &Happening,
        how: Perceived,
        is_own: bool,
        parties: &Parties,
    ) -> Option<String> {
        let Happening::Did { deed, .. } = what else {
            return None;
        };
        let sentence = self.0.get(deed)?.of(how, is_own)?;
        Some(
            sentence
                .replace("{who}", parties.who)
                .replace("{whom}", parties.whom)
                .replace("{from}", parties.from),
        )
    }

    /// The sentence about what stood in the way of an action that a plugin has added.
    pub(super) fn refusal(&self, obstacle: &str) -> String {
        let mut all = self.0.values().flat_map(|words| &words.refusals);
        let found = all.find(|(name, _)| *name == obstacle);
        found.map_or_else(
            || "You cannot do that now.".to_owned(),
            |(_, it)| it.clone(),
        )
    }
}

/// Adds words to an app.
pub trait AddDeedWords {
    /// From now on the log tells of actions of this kind in these words.
    fn add_deed_words(&mut self, kind: ActionKind, words: DeedWords) -> &mut Self;
}

impl AddDeedWords for App {
    fn add_deed_words(&mut self, kind: ActionKind, words: DeedWords) -> &mut Self {
        let mut all = self.world_mut().get_resource_or_init::<AllDeedWords>();
        all.0.insert(kind, words);
        self
    }
}
