//! Chance that falls the same on every machine.
//!
//! One seed feeds any number of independent streams, each with a name and an
//! index, so that drawing one number more in one of them disturbs no other.
//! The generator is ChaCha with 8 rounds, which `rand` documents as portable.
//! Draw from it only with integer types of a fixed width, never `usize`.

use rand::rngs::{ChaCha8Rng, SysRng};
use rand::{Rng, RngExt, SeedableRng, TryRng};

use crate::map::hash;

/// A stream of random numbers that depends on its seed, name and index only.
pub type RandomStream = ChaCha8Rng;

/// The stream called `name` of the game with this seed, the `index`th of that
/// name.
///
/// The key of the cipher is the seed, the index, a hash of the name (FNV-1a,
/// 64 bits) and a constant, eight bytes each, little end first.
pub fn stream(seed: u64, name: &str, index: u64) -> RandomStream {
    let mut key = [0; 32];
    let parts = [seed, index, hash(name), u64::from_le_bytes(*b"fogbound")];
    for (bytes, part) in key.chunks_exact_mut(8).zip(parts) {
        bytes.copy_from_slice(&part.to_le_bytes());
    }
    RandomStream::from_seed(key)
}

/// A seed that nobody can foresee, for a game of which none is asked.
pub fn fresh_seed() -> u64 {
    // Should the system have no randomness to give, the time will have to do.
    SysRng.try_next_u64().unwrap_or_else(|_| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| hash(&since.as_nanos().to_string()))
    })
}

/// A number from `least` to `most`, both included; `least` if there is none.
pub fn between(rng: &mut RandomStream, least: i32, most: i32) -> i32 {
    rng.random_range(least..=most.max(least))
}

/// The number, from 0, of one of some weights by chance: a weight twice as great is chosen twice as often. None if
/// all of them are 0.
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
        // Reference values of FNV-1a, 64 bits.
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }
}
