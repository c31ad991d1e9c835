//! Sentences from data files that events carry.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// All sentences that events have carried. They are kept until the process ends, as tiles are, because events are copied
/// freely. There are at most as many as data files hold.
static ALL: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// Returns a sentence that can be the outcome of a [`Did`](super::Did).
pub(crate) fn sentence(text: &str) -> &'static str {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.to_owned().into_boxed_str());
    all.insert(new);
    new
}
