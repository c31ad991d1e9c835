//! Transposes squares of bits.

use core::ops::{BitAnd, BitXor, BitXorAssign, Shl, Shr};

/// Exchanges rows and columns: bit `c` of word `r` becomes bit `r` of word `c`.
///
/// The function swaps blocks half as wide as the square, then, within each block, blocks a quarter as wide as the
/// square, and so on.
pub(super) fn transpose_64(rows: &mut [u64; 64]) {
    swap_blocks::<u64, 32>(rows, 0x0000_0000_FFFF_FFFF);
    swap_blocks::<u64, 16>(rows, 0x0000_FFFF_0000_FFFF);
    swap_blocks::<u64, 8>(rows, 0x00FF_00FF_00FF_00FF);
    swap_blocks::<u64, 4>(rows, 0x0F0F_0F0F_0F0F_0F0F);
    swap_blocks::<u64, 2>(rows, 0x3333_3333_3333_3333);
    swap_blocks::<u64, 1>(rows, 0x5555_5555_5555_5555);
}

/// Does the same as [`transpose_64`] for a smaller square. This function is slower when inlined.
#[inline(never)]
pub(super) fn transpose_32(rows: &mut [u32; 32]) {
    swap_blocks::<u32, 16>(rows, 0x0000_FFFF);
    swap_blocks::<u32, 8>(rows, 0x00FF_00FF);
    swap_blocks::<u32, 4>(rows, 0x0F0F_0F0F);
    swap_blocks::<u32, 2>(rows, 0x3333_3333);
    swap_blocks::<u32, 1>(rows, 0x5555_5555);
}

/// Transposes the left and the right half of 32 rows, each of which is a square: bit `c` of word `r` becomes bit `r` of
/// word `c`, and bit `32 + c` of word `r` becomes bit `32 + r` of word `c`.
pub(super) fn transpose_halves_32(rows: &mut [u64; 32]) {
    swap_blocks::<u64, 16>(rows, 0x0000_FFFF_0000_FFFF);
    swap_blocks::<u64, 8>(rows, 0x00FF_00FF_00FF_00FF);
    swap_blocks::<u64, 4>(rows, 0x0F0F_0F0F_0F0F_0F0F);
    swap_blocks::<u64, 2>(rows, 0x3333_3333_3333_3333);
    swap_blocks::<u64, 1>(rows, 0x5555_5555_5555_5555);
}

/// Does the same as [`transpose_halves_32`] for a smaller square.
pub(super) fn transpose_halves_16(rows: &mut [u32; 16]) {
    swap_blocks::<u32, 8>(rows, 0x00FF_00FF);
    swap_blocks::<u32, 4>(rows, 0x0F0F_0F0F);
    swap_blocks::<u32, 2>(rows, 0x3333_3333);
    swap_blocks::<u32, 1>(rows, 0x5555_5555);
}

/// Swaps the upper right and the lower left block of every square of 2 × `SIDE` rows. `low` is a mask of the left
/// columns.
#[inline(always)]
fn swap_blocks<W, const SIDE: usize>(rows: &mut [W], low: W)
where
    W: Copy
        + BitAnd<Output = W>
        + BitXor<Output = W>
        + BitXorAssign
        + Shl<usize, Output = W>
        + Shr<usize, Output = W>,
{
    for square in rows.chunks_exact_mut(2 * SIDE) {
        let (upper, lower) = square.split_at_mut(SIDE);
        for (above, below) in upper.iter_mut().zip(lower) {
            let differing = ((*above >> SIDE) ^ *below) & low;
            *above ^= differing << SIDE;
            *below ^= differing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_exchanged() {
        let before: [u64; 64] =
            std::array::from_fn(|r| 0x9E37_79B9_7F4A_7C15_u64.wrapping_pow(r as u32 + 1));
        let mut after = before;
        transpose_64(&mut after);
        let mut small: [u32; 32] = std::array::from_fn(|r| before[r] as u32);
        transpose_32(&mut small);
        assert!((0..32).all(|r| small[r] == after[r] as u32));
        let mut halves = core::array::from_fn(|r| before[r]);
        transpose_halves_32(&mut halves);
        let mut small_halves = core::array::from_fn(|r| before[r] as u32);
        transpose_halves_16(&mut small_halves);
        for (r, row) in before.iter().enumerate().take(32) {
            for (c, column) in halves.iter().enumerate() {
                let of_halves = [column >> r, column >> (32 + r)].map(|bits| bits & 1);
                let expected = [row >> c, row >> (32 + c)].map(|bits| bits & 1);
                assert_eq!(of_halves, expected, "{r} {c}");
            }
        }
        for (r, row) in before.iter().enumerate().take(16) {
            for (c, column) in small_halves.iter().enumerate() {
                let of_halves = [column >> r, column >> (16 + r)].map(|bits| u64::from(bits & 1));
                let expected = [row >> c, row >> (16 + c)].map(|bits| bits & 1);
                assert_eq!(of_halves, expected, "{r} {c}");
            }
        }
        for (r, row) in before.iter().enumerate() {
            for (c, column) in after.iter().enumerate() {
                assert_eq!(column >> r & 1, row >> c & 1, "{r} {c}");
            }
        }
    }
}
