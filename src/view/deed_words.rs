//! Words, sounds and movement for the facts that actions report.

use std::fmt;
use std::sync::Arc;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::fact::Fact;
use super::noise::Noise;
use crate::game::{Did, FactKind, Perceived};
use crate::mistakes::NoteMistake;

/// A sentence about a fact: either text, or a function of the fact.
#[derive(Clone)]
pub struct Sentence(Wording);

#[derive(Clone)]
enum Wording {
    Text(String),
    Of(Arc<Words>),
}

type Words = dyn Fn(&Fact) -> Option<String> + Send + Sync;

impl fmt::Debug for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Wording::Text(text) => text.fmt(f),
            Wording::Of(_) => f.write_str("a function"),
        }
    }
}

/// What can be a [`Sentence`]: a string, or a function that returns `None` if there is nothing to say.
pub trait IntoSentence {
    /// Makes a sentence of it.
    fn into_sentence(self) -> Sentence;
}

impl IntoSentence for &str {
    fn into_sentence(self) -> Sentence {
        self.to_owned().into_sentence()
    }
}

impl IntoSentence for String {
    fn into_sentence(self) -> Sentence {
        Sentence(Wording::Text(self))
    }
}

impl<F: Fn(&Fact) -> Option<String> + Send + Sync + 'static> IntoSentence for F {
    fn into_sentence(self) -> Sentence {
        Sentence(Wording::Of(Arc::new(self)))
    }
}

/// Returns the sound of a fact, given whether the player did it.
type Sounds = fn(&Did, bool) -> Option<Noise>;

/// What moves in a window when the player sees a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// The actor's cell flashes, and the amount rises from it, as hit points that it lost.
    Wound,
    /// The fact's cell flashes.
    Flash,
    /// The thing flies from the actor to the fact's cell.
    Flight,
}

/// Whom a fact warns of danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warns {
    /// The player, of what happened to it.
    Own,
    /// The player, of what another creature does.
    Others,
}

/// The sentences that the log uses for one kind of fact, both when a creature does it and when the game refuses it, and
/// how a window shows it and lets it be heard.
///
/// A sentence is a function of the [`Fact`], or text. In text, `{who}` stands for the actor, `{whom}` for the target, and
/// `{from}` for the direction that the fact comes from, such as `north`. If a sentence is not set, nothing is logged in
/// that case.
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
#[derive(Clone, Debug, Default)]
pub struct DeedWords {
    own: Option<Sentence>,
    seen: Option<Sentence>,
    heard: Option<Sentence>,
    felt: Option<Sentence>,
    refusals: Vec<(&'static str, String)>,
    sounds: Option<Sounds>,
    moves: Option<Moves>,
    warns: Option<Warns>,
}

impl DeedWords {
    /// Sets the sentence for when the player does it.
    pub fn own(mut self, sentence: impl IntoSentence) -> Self {
        self.own = Some(sentence.into_sentence());
        self
    }

    /// Sets the sentence for when the player sees another creature do it.
    pub fn seen(mut self, sentence: impl IntoSentence) -> Self {
        self.seen = Some(sentence.into_sentence());
        self
    }

    /// Sets the sentence for when the player hears it without seeing it.
    pub fn heard(mut self, sentence: impl IntoSentence) -> Self {
        self.heard = Some(sentence.into_sentence());
        self
    }

    /// Sets the sentence for when the player is the target and does not see who did it.
    pub fn felt(mut self, sentence: impl IntoSentence) -> Self {
        self.felt = Some(sentence.into_sentence());
        self
    }

    /// Adds the sentence for when the [`Obstacle`](crate::game::Obstacle) with this name prevents an action.
    pub fn refusal(mut self, obstacle: &'static str, sentence: impl Into<String>) -> Self {
        self.refusals.push((obstacle, sentence.into()));
        self
    }

    /// Sets which sound it makes, given the fact and whether the player did it. The sound of what the player does not
    /// see is always [`Noise::Heard`].
    pub fn sound(mut self, sounds: fn(&Did, bool) -> Option<Noise>) -> Self {
        self.sounds = Some(sounds);
        self
    }

    pub fn moves(mut self, moves: Moves) -> Self {
        self.moves = Some(moves);
        self
    }

    /// Makes the log show it as a warning.
    pub fn warns(mut self, warns: Warns) -> Self {
        self.warns = Some(warns);
        self
    }

    /// Iterates over the sentences that are text.
    fn texts(&self) -> impl Iterator<Item = &String> {
        let all = [&self.own, &self.seen, &self.heard, &self.felt];
        let texts = all.into_iter().flatten().filter_map(|it| match &it.0 {
            Wording::Text(text) => Some(text),
            Wording::Of(_) => None,
        });
        texts.chain(self.refusals.iter().map(|(_, sentence)| sentence))
    }

    /// Returns the sentence for the player's own fact if `is_own` is true. Otherwise, returns the sentence for another
    /// creature's, perceived as `how` says.
    fn of(&self, how: Perceived, is_own: bool) -> Option<&Sentence> {
        let sentence = match how {
            _ if is_own => &self.own,
            Perceived::Seen { .. } => &self.seen,
            Perceived::Heard { .. } => &self.heard,
            Perceived::Felt { .. } => &self.felt,
            Perceived::Nothing => return None,
        };
        sentence.as_ref()
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

/// The words for every kind of fact.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct AllDeedWords(HashMap<FactKind, DeedWords>);

impl AllDeedWords {
    /// Returns the sentence for a fact that the player perceives, or `None` if it has none.
    pub(super) fn sentence(&self, fact: &Fact, how: Perceived, is_own: bool) -> Option<String> {
        match &self.0.get(&fact.did.what)?.of(how, is_own)?.0 {
            Wording::Of(words) => words(fact),
            Wording::Text(text) => Some(
                text.replace("{who}", fact.who)
                    .replace("{whom}", fact.whom)
                    .replace("{from}", fact.from),
            ),
        }
    }

    /// Returns the sentence for an action that an obstacle prevents. An obstacle from a data file is a sentence itself.
    pub(super) fn refusal(&self, obstacle: &str) -> String {
        if obstacle.ends_with(['.', '!', '?']) {
            return obstacle.to_owned();
        }
        let mut all = self.0.values().flat_map(|words| &words.refusals);
        let found = all.find(|(name, _)| *name == obstacle);
        found.map_or_else(
            || "You cannot do that now.".to_owned(),
            |(_, it)| it.clone(),
        )
    }

    /// Returns the sound of a fact that the player sees or does.
    pub(super) fn noise(&self, did: &Did, is_own: bool) -> Option<Noise> {
        (self.0.get(&did.what)?.sounds?)(did, is_own)
    }

    /// Returns what moves when the player sees this kind of fact.
    pub(super) fn moves(&self, what: FactKind) -> Option<Moves> {
        self.0.get(&what)?.moves
    }

    pub(super) fn warns(&self, what: FactKind, is_own: bool) -> bool {
        let warns = self.0.get(&what).and_then(|it| it.warns);
        warns == Some(if is_own { Warns::Own } else { Warns::Others })
    }
}

/// Adds words for facts to an app.
pub trait AddDeedWords {
    /// Makes the log, the sounds and the window use `words` for this kind of action or other fact.
    fn add_deed_words(&mut self, what: impl Into<FactKind>, words: DeedWords) -> &mut Self;
}

impl AddDeedWords for App {
    fn add_deed_words(&mut self, what: impl Into<FactKind>, words: DeedWords) -> &mut Self {
        for sentence in words.texts() {
            if let Some(part) = unknown_placeholder(sentence) {
                self.note_mistake(format!(
                    "{sentence:?}: unknown placeholder {part:?}; accepted: {}",
                    PLACEHOLDERS.join(", ")
                ));
            }
        }
        let mut all = self.world_mut().get_resource_or_init::<AllDeedWords>();
        all.0.insert(what.into(), words);
        self
    }
}
