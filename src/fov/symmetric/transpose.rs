//! Transposing squares of bits.

/// Exchanges rows and columns: bit `c` of word `r` becomes bit `r` of word `c`.
///
/// Blocks of half the side are exchanged, then within each block those of a quarter, and so on.
pub(super) fn transpose_64(rows: &mut [u64; 64]) {
    swap_blocks::<32>(rows, 0x0000_0000_FFFF_FFFF);
    swap_blocks::<16>(rows, 0x0000_FFFF_0000_FFFF);
    swap_blocks::<8>(rows, 0x00FF_00FF_00FF_00FF);
    swap_blocks::<4>(rows, 0x0F0F_0F0F_0F0F_0F0F);
    swap_blocks::<2>(rows, 0x3333_3333_3333_3333);
    swap_blocks::<1>(rows, 0x5555_5555_5555_5555);
}

/// Exchanges the upper right with the lower left of every square of 2 × `SIDE` rows. `low` has the
/// bits of the left columns.
fn swap_blocks<const SIDE: usize>(rows: &mut [u64; 64], low: u64) {
    for square in rows.chunks_exact_mut(2 * SIDE) {
        let (upper, lower) = square.split_at_mut(SIDE);
        for (above, below) in upper.iter_mut().zip(lower) {
            let differing = (*above >> SIDE ^ *below) & low;
            *above ^= differing << SIDE;
            *below ^= differing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_change_places() {
        let before: [u64; 64] =
            std::array::from_fn(|r| 0x9E37_79B9_7F4A_7C15_u64.wrapping_pow(r as u32 + 1));
        let mut after = before;
        transpose_64(&mut after);
        for (r, row) in before.iter().enumerate() {
            for (c, column) in after.iter().enumerate() {
                assert_eq!(column >> r & 1, row >> c & 1, "{r} {c}");
            }
        }
    }
}
