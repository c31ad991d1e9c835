//! Counts the words that sets process, for tests.

#[cfg(test)]
thread_local! {
    static WORDS: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// Adds `words` to the count.
#[inline(always)]
pub(super) fn note(words: usize) {
    #[cfg(test)]
    WORDS.with(|it| it.set(it.get() + words));
    #[cfg(not(test))]
    let _ = words;
}

/// Returns the number of words that this thread processed while `work` ran.
#[cfg(test)]
pub(super) fn of(work: impl FnOnce()) -> usize {
    let before = WORDS.get();
    work();
    WORDS.get() - before
}
