//! The hash function for check values.

use std::any::type_name;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use bevy::math::IVec2;

/// A 64-bit hash that processes eight bytes at a time, with one multiplication and one shift for each group of eight.
///
/// The hash is the same on every machine: single integers are hashed as 64 bits, and bytes are read in little-endian
/// order. Do not hash a slice of wider integers as a whole: the standard library passes it in the machine's byte order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix(u64);

impl Default for Mix {
    fn default() -> Self {
        // The offset basis of FNV-1a.
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Mix {
    pub(crate) fn number(&mut self, number: u64) {
        // The odd number nearest to 2^64 divided by the golden ratio. Each step is reversible, so no information is
        // lost.
        let product = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 29);
    }

    pub(crate) fn cell(&mut self, cell: IVec2) {
        self.number(u64::from(cell.x as u32) << 32 | u64::from(cell.y as u32));
    }

    /// Mixes in a value that does not contain any entities.
    pub(crate) fn value(&mut self, value: &impl Hash) {
        value.hash(self);
    }

    /// Mixes in the `Debug` text of a value that cannot be hashed. The value must not contain any entities.
    pub(crate) fn debug(&mut self, value: &dyn Debug) {
        // The text is written as a single string, because the pieces in which `Debug` writes it differ between library
        // versions.
        self.write(format!("{value:?}").as_bytes());
    }
}

/// Returns the short name of a type, which identifies the type in check values. A type keeps it when it moves to another
/// module. Types that differ only in their generic arguments share a name.
pub(super) fn key_of<T>() -> &'static str {
    let name = type_name::<T>();
    let path = name.split('<').next().unwrap_or(name);
    path.rsplit(':').next().unwrap_or(path)
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.number(u64::from_le_bytes(word));
        }
        self.number(bytes.len() as u64);
    }

    fn write_u8(&mut self, number: u8) {
        self.number(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.number(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.number(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.number(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.number(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.number(number as i64 as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(value: impl Hash) -> u64 {
        let mut mix = Mix::default();
        mix.value(&value);
        mix.finish()
    }

    #[test]
    fn every_bit_and_the_order_count() {
        let numbers = [1_u64, 2, 3];
        let all = mixed(numbers);
        for place in 0..3 {
            for bit in 0..64 {
                let mut other = numbers;
                other[place] ^= 1 << bit;
                assert_ne!(mixed(other), all, "{place} {bit}");
            }
        }
        assert_ne!(mixed([2_u64, 1, 3]), all);
        assert_ne!(mixed("ab"), mixed("ba"));
        assert_ne!(mixed(("a", "bc")), mixed(("ab", "c")));
        assert_ne!(mixed("a\0"), mixed("a"));
    }

    /// Journals from other machines contain these numbers.
    #[test]
    fn the_hash_is_the_same_everywhere() {
        assert_eq!(
            mixed((7_usize, -1_isize, Some('x'), "text")),
            mixed_by_hand()
        );
    }

    fn mixed_by_hand() -> u64 {
        let mut mix = Mix::default();
        for number in [
            7,
            u64::MAX,
            1,
            u64::from('x'),
            u64::from_le_bytes(*b"text\0\0\0\0"),
            4,
            0xff,
        ] {
            mix.number(number);
        }
        mix.finish()
    }
}
