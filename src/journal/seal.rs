//! Lines that belong together, in their order: whatever is changed in one of them is noticed.

/// How many characters a seal has, with the blank and the sign before it.
const LENGTH: usize = 10;

/// A line without its seal, whatever that is.
pub(super) fn unsealed(sealed: &str) -> &str {
    let end = sealed.len().saturating_sub(LENGTH);
    sealed.get(..end).unwrap_or_default()
}

/// The seal of a line: it depends on that line and on all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal(u64);

impl Default for Seal {
    fn default() -> Self {
        // The offset of FNV-1a.
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Seal {
    /// The seal after another line.
    fn after(self, line: &str) -> Self {
        let mut sum = self.0;
        for byte in line.bytes().chain([b'\n']) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        // FNV's upper bits know of lower ones and not the other way round.
        Self(sum ^ sum >> 32)
    }

    /// A line with its seal, and an end of line.
    pub fn close(&mut self, line: &str) -> String {
        *self = self.after(line);
        format!("{line} #{:08x}\n", self.0 as u32)
    }

    /// The line without its seal; none if that is not the right one.
    pub fn open<'a>(&mut self, sealed: &'a str) -> Option<&'a str> {
        let end = sealed.len().checked_sub(LENGTH)?;
        let line = sealed.get(..end)?;
        let seal = self.after(line);
        (sealed[end..] == format!(" #{:08x}", seal.0 as u32)).then(|| {
            *self = seal;
            line
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_closed_is_opened_again() {
        let (mut closing, mut opening) = (Seal::default(), Seal::default());
        for line in ["", "a", "> step north", "é #0", "a"] {
            let sealed = closing.close(line);
            assert_eq!(opening.open(sealed.trim_end_matches('\n')), Some(line));
        }
        assert_eq!(closing, opening);
    }

    #[test]
    fn every_bit_counts_and_so_does_the_order() {
        let mut seal = Seal::default();
        let lines = ["one", "two", "three"].map(|it| seal.close(it));
        let is_whole = |text: &[u8]| {
            let mut seal = Seal::default();
            let Ok(text) = str::from_utf8(text) else {
                return false;
            };
            text.split_terminator('\n')
                .all(|it| seal.open(it).is_some())
                && text.ends_with('\n')
        };
        let text = lines.concat().into_bytes();
        assert!(is_whole(&text));
        for bit in 0..text.len() * 8 {
            let mut changed = text.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_whole(&changed), "{bit}");
        }
        let mixed = [&lines[1], &lines[0], &lines[2]]
            .map(String::as_str)
            .concat();
        assert!(!is_whole(mixed.as_bytes()));
    }
}
