//! Random numbers that are the same on every machine.
//!
//! Each seed provides any number of independent streams, identified by a name and an index. Drawing numbers from one
//! stream does not affect the others. The generator is ChaCha with 8 rounds, which `rand` documents as portable. To
//! stay portable, draw only integers of a fixed width, never `usize`.

use rand::rngs::{ChaCha8Rng, SysRng};
use rand::{Rng, RngExt, SeedableRng, TryRng};

use crate::map::hash;

/// A stream of random numbers, determined by a seed, a name and an index.
pub type RandomStream = ChaCha8Rng;

/// Returns the random stream for a game's seed, a name and an index.
///
/// The cipher key consists of the seed, the index, a 64-bit FNV-1a hash of the name, and a constant. Each is eight
/// bytes in little-endian order.
pub fn stream(seed: u64, name: &str, index: u64) -> RandomStream {
    let mut key = [0; 32];
    let parts = [seed, index, hash(name), u64::from_le_bytes(*b"fogbound")];
    for (bytes, part) in key.chunks_exact_mut(8).zip(parts) {
        bytes.copy_from_slice(&part.to_le_bytes());
    }
    RandomStream::from_seed(key)
}

/// Returns an unpredictable seed for a game that was started without one.
pub fn fresh_seed() -> u64 {
    // Use the current time if the system's random number generator fails.
    SysRng.try_next_u64().unwrap_or_else(|_| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| hash(&since.as_nanos().to_string()))
    })
}

/// Returns a random number from `least` to `most` inclusive. Returns `least` if `most` is smaller.
pub fn between(rng: &mut RandomStream, least: i32, most: i32) -> i32 {
    rng.random_range(least..=most.max(least))
}

/// Returns a random index, chosen with a probability proportional to its weight. Returns `None` if all weights are 0.
pub fn weighted(weights: impl Iterator<Item = u32> + Clone, dice: &mut impl Rng) -> Option<usize> {
    let total = weights.clone().fold(0, u32::saturating_add);
    if total == 0 {
        return None;
    }
    let mut left = dice.random_range(0..total);
    let mut all = weights;
    all.position(|weight| {
        let chosen = left < weight;
        left = left.saturating_sub(weight);
        chosen
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(seed: u64, name: &str, index: u64) -> u64 {
        stream(seed, name, index).random()
    }

    #[test]
    fn a_stream_depends_on_its_seed_name_and_index() {
        assert_eq!(first(1, "level", 0), first(1, "level", 0));
        assert_ne!(first(1, "level", 0), first(2, "level", 0));
        assert_ne!(first(1, "level", 0), first(1, "combat", 0));
        assert_ne!(first(1, "level", 0), first(1, "level", 1));
    }

    #[test]
    fn weights_are_chosen_in_proportion() {
        let mut dice = stream(1, "weights", 0);
        let mut counts = [0_u32; 4];
        for _ in 0..8000 {
            let chosen = weighted([1, 0, 2, 1].into_iter(), &mut dice);
            counts[chosen.expect("some have a weight")] += 1;
        }
        assert_eq!(counts[1], 0);
        for (count, expected) in counts.into_iter().zip([2000, 0, 4000, 2000]) {
            assert!(count.abs_diff(expected) < 200, "{counts:?}");
        }
        assert_eq!(weighted([0, 0].into_iter(), &mut dice), None);
    }

    #[test]
    fn the_name_is_hashed_as_documented() {
        // These are reference values of 64-bit FNV-1a.
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }
}
