//! Sentences about the actions that plugins add.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::game::{ActionKind, Happening, Perceived};
use crate::mistakes::NoteMistake;

/// The sentences that the log uses for one kind of plugin action, both when a creature carries out the action
/// ([`Happening::Did`]) and when the game refuses it.
///
/// In a sentence, `{who}` stands for the actor, `{whom}` for the target, and `{from}` for the direction that the action
/// comes from, such as `north`. If a sentence is not set, nothing is logged in that case.
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
    /// Sets the sentence for when the player carries out the action.
    pub fn own(mut self, sentence: impl Into<String>) -> Self {
        self.own = Some(sentence.into());
        self
    }

    /// Sets the sentence for when the player sees another creature carry out the action.
    pub fn seen(mut self, sentence: impl Into<String>) -> Self {
        self.seen = Some(sentence.into());
        self
    }

    /// Sets the sentence for when the player hears the action without seeing it.
    pub fn heard(mut self, sentence: impl Into<String>) -> Self {
        self.heard = Some(sentence.into());
        self
    }

    /// Sets the sentence for when the player is the target of an action by an unseen creature.
    pub fn felt(mut self, sentence: impl Into<String>) -> Self {
        self.felt = Some(sentence.into());
        self
    }

    /// Adds the sentence for when the [`Obstacle::Own`](crate::game::Obstacle::Own) with this name prevents the action.
    pub fn refusal(mut self, obstacle: &'static str, sentence: impl Into<String>) -> Self {
        self.refusals.push((obstacle, sentence.into()));
        self
    }

    fn sentences(&self) -> impl Iterator<Item = &String> {
        let all = [&self.own, &self.seen, &self.heard, &self.felt];
        let refusals = self.refusals.iter().map(|(_, sentence)| sentence);
        all.into_iter().flatten().chain(refusals)
    }

    /// Returns the sentence for the player's own action if `is_own` is true. Otherwise, returns the sentence for
    /// another creature's action, perceived as `how` says.
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

/// The placeholders that a sentence may contain.
const PLACEHOLDERS: [&str; 3] = ["{who}", "{whom}", "{from}"];

/// Returns the first unknown placeholder or stray brace in a sentence.
fn unknown_placeholder(sentence: &str) -> Option<&str> {
    let mut rest = sentence;
    while let Some(start) = rest.find(['{', '}']) {
        let part = &rest[start..];
        match PLACEHOLDERS.iter().find(|known| part.starts_with(**known)) {
            Some(known) => rest = &part[known.len()..],
            None => return part.split_inclusive(['}', ' ']).next().map(str::trim_end),
        }
    }
    None
}

/// The sentences for every kind of action that plugins have added.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct AllDeedWords(HashMap<ActionKind, DeedWords>);

/// The words that replace the placeholders in a sentence.
pub(super) struct Parties<'a> {
    pub(super) actor: &'a str,
    pub(super) target: &'a str,
    pub(super) from: &'a str,
}

impl AllDeedWords {
    /// Returns the sentence for a plugin's action that the player perceives. Returns `None` if the action has no
    /// sentence or does not come from a plugin.
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
                .replace("{who}", parties.actor)
                .replace("{whom}", parties.target)
                .replace("{from}", parties.from),
        )
    }

    /// Returns the sentence for an action that a plugin's obstacle prevents.
    pub(super) fn refusal(&self, obstacle: &str) -> String {
        let mut all = self.0.values().flat_map(|words| &words.refusals);
        let found = all.find(|(name, _)| *name == obstacle);
        found.map_or_else(
            || "You cannot do that now.".to_owned(),
            |(_, it)| it.clone(),
        )
    }
}

/// Adds sentences about actions to an app.
pub trait AddDeedWords {
    /// Makes the log use `words` to report actions of this kind.
    fn add_deed_words(&mut self, kind: ActionKind, words: DeedWords) -> &mut Self;
}

impl AddDeedWords for App {
    fn add_deed_words(&mut self, kind: ActionKind, words: DeedWords) -> &mut Self {
        for sentence in words.sentences() {
            if let Some(part) = unknown_placeholder(sentence) {
                self.note_mistake(format!(
                    "{sentence:?}: unknown placeholder {part:?}; accepted: {}",
                    PLACEHOLDERS.join(", ")
                ));
            }
        }
        let mut all = self.world_mut().get_resource_or_init::<AllDeedWords>();
        all.0.insert(kind, words);
        self
    }
}
