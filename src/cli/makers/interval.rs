//! Confidence intervals for shares and means.

/// The quantile of the normal distribution for 95 % intervals.
const Z: f64 = 1.959_963_984_540_054;

/// Returns the 95 % confidence interval of a share: the limits between which the true share lies if `count` of `of`
/// independent trials had a result. Returns `None` if there were no trials.
///
/// This is the score interval of E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
/// Journal of the American Statistical Association 22 (1927), pages 209 to 212. It is also right for shares near 0 and
/// 1, and for few trials. It uses only operations that every machine rounds in the same way.
pub(super) fn wilson(count: u64, of: u64) -> Option<(f64, f64)> {
    if of == 0 {
        return None;
    }
    let (n, p) = (of as f64, count as f64 / of as f64);
    let square = Z * Z / n;
    let middle = p + square / 2.0;
    let reach = Z * (p * (1.0 - p) / n + square / (4.0 * n)).sqrt();
    let limit = |limit: f64| (limit / (1.0 + square)).clamp(0.0, 1.0);
    Some((limit(middle - reach), limit(middle + reach)))
}

/// The width of the text that [`share`] returns.
pub(super) const SHARE: usize = 26;

/// Returns a share as text: the count, the percentage, and the limits of its 95 % interval.
pub(super) fn share(count: u64, of: u64) -> String {
    let Some((low, high)) = wilson(count, of) else {
        return format!("{count:>6} {:>6}  {:>11}", "-", "");
    };
    let percent = count as f64 * 100.0 / of as f64;
    let limits = format!("{:.1}-{:.1}", low * 100.0, high * 100.0);
    format!("{count:>6} {percent:>5.1} % {limits:>11}")
}

/// Returns the mean of whole numbers, and half the width of its 95 % interval, as text. The interval assumes that the
/// mean is distributed normally.
pub(super) fn mean(numbers: impl Iterator<Item = u64>) -> String {
    let (mut count, mut sum, mut squares) = (0_u64, 0_u128, 0_u128);
    for number in numbers.map(u128::from) {
        count += 1;
        sum = sum.saturating_add(number);
        squares = squares.saturating_add(number * number);
    }
    if count == 0 {
        return "-".to_owned();
    }
    let n = count as f64;
    let mean = sum as f64 / n;
    // The sums are whole numbers, so their order does not matter.
    let total = squares.saturating_mul(count.into());
    let spread = total.saturating_sub(sum.saturating_mul(sum)) as f64 / n / (n - 1.0).max(1.0);
    format!("{mean:.1} ± {:.1}", Z * (spread / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_match_published_values() {
        // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998),
        // table I, method 3. The last line mirrors the third.
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
            (20, 20, 0.8389, 1.0),
        ] {
            let (found_low, found_high) = wilson(count, of).unwrap();
            let error = (found_low - low).abs().max((found_high - high).abs());
            assert!(error < 0.00005, "{count} of {of}: {found_low} {found_high}");
        }
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn the_text_of_a_share_is_always_as_wide() {
        for (count, of) in [(0, 0), (0, 10), (600, 600), (123_456, 999_999)] {
            assert_eq!(share(count, of).len(), SHARE, "{count} of {of}");
        }
    }

    #[test]
    fn the_mean_and_its_interval_follow_the_spread() {
        assert_eq!(mean([].into_iter()), "-");
        assert_eq!(mean([7].into_iter()), "7.0 ± 0.0");
        // The standard deviation is 1, so the interval is 1.96 / sqrt(3).
        assert_eq!(mean([1, 2, 3].into_iter()), "2.0 ± 1.1");
    }
}
