//! Directions as integers, so that every machine computes the same rays.
//!
//! Sines and cosines are integers in units of 2⁻³², rounded to the nearest integer. Those of whole degrees are sums of
//! power series, computed with integers when the crate is compiled. `libm` computes the others with arithmetic whose
//! results IEEE 754 specifies exactly. The functions in `std`, in contrast, may come from the operating system.

use crate::cone::sine_and_cosine;

/// The number 1 in the units of a [`Heading`].
pub(super) const ONE: i64 = 1 << 32;

/// The sine and the cosine of an angle, times 2³².
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) sin: i64,
    pub(super) cos: i64,
}

impl Heading {
    /// Returns the direction after `part` / `whole` of a turn. `part` must be less than `whole`.
    ///
    /// Only the first quarter of the turn is computed. The other quarters use the same numbers with different signs, so
    /// a rotation by a quarter turn maps each direction exactly onto another.
    pub(super) fn of_turn(part: u32, whole: u32) -> Self {
        let quarters = 4 * u64::from(part);
        let (quarter, rest) = (quarters / u64::from(whole), quarters % u64::from(whole));
        let angle = rest as f64 / f64::from(whole) * core::f64::consts::FRAC_PI_2;
        let units = |length: f64| libm::round(length * ONE as f64) as i64;
        let (sin, cos) = (units(libm::sin(angle)), units(libm::cos(angle)));
        (0..quarter).fold(Self { sin, cos }, |heading, _| heading.quarter_turn())
    }

    /// Returns the directions of all whole degrees.
    pub(super) fn degrees() -> &'static [Self; 360] {
        &DEGREES
    }

    /// Returns the direction a quarter of a turn further on.
    const fn quarter_turn(self) -> Self {
        Self {
            sin: self.cos,
            cos: -self.sin,
        }
    }
}

/// The directions of all whole degrees: a table, because most views need all of them.
static DEGREES: [Heading; 360] = {
    // The sum of the power series has 60 binary places, the last 9 of which may be wrong.
    const fn nearest(exact: i128) -> i64 {
        ((exact + (1 << 27)) >> 28) as i64
    }
    let mut degrees = [Heading { sin: 0, cos: ONE }; 360];
    let mut degree = 0;
    while degree < 360 {
        degrees[degree] = if degree < 90 {
            let (sin, cos) = sine_and_cosine(2 * degree as i128);
            Heading {
                sin: nearest(sin),
                cos: nearest(cos),
            }
        } else {
            degrees[degree - 90].quarter_turn()
        };
        degree += 1;
    }
    degrees
};

/// Returns `length` times a sine or cosine, rounded to the nearest integer. Halves are rounded away from zero.
pub(super) fn along(length: u32, part: i64) -> i64 {
    // The product of a length below 2³² and a part of up to 2³² may not fit in an `i64`.
    let product = i128::from(length) * i128::from(part.abs());
    let rounded = (product + i128::from(ONE / 2)) / i128::from(ONE);
    part.signum() * rounded as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_known_exactly_are_exact() {
        let degrees = Heading::degrees();
        for (degree, sin, cos) in [(0, 0, ONE), (90, ONE, 0), (180, 0, -ONE), (270, -ONE, 0)] {
            assert_eq!(degrees[degree], Heading { sin, cos });
        }
        for (degree, sin) in [
            (30, ONE / 2),
            (150, ONE / 2),
            (210, -ONE / 2),
            (330, -ONE / 2),
        ] {
            assert_eq!(degrees[degree].sin, sin, "{degree}");
        }
        for (degree, cos) in [
            (60, ONE / 2),
            (120, -ONE / 2),
            (240, -ONE / 2),
            (300, ONE / 2),
        ] {
            assert_eq!(degrees[degree].cos, cos, "{degree}");
        }
        // 1 / √2 is √(2⁶³) in units of 2⁻³².
        let half_root = ((1u64 << 63).isqrt() + 1) as i64;
        assert_eq!(
            degrees[45],
            Heading {
                sin: half_root,
                cos: half_root
            }
        );
    }

    #[test]
    fn the_table_is_the_same_on_every_machine() {
        // FNV-1a over all 720 numbers.
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for Heading { sin, cos } in Heading::degrees() {
            for byte in sin.to_le_bytes().into_iter().chain(cos.to_le_bytes()) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
        assert_eq!(hash, 6_251_020_083_966_647_413);
    }

    #[test]
    fn every_sine_in_the_table_is_rounded_to_nearest() {
        // Use angle addition in 128 bits, starting from the sine and cosine of one degree with 60 binary places. Ninety
        // steps add an error of at most 2⁻⁵², and no sine comes that close to half a unit.
        let (sin_1, cos_1) = (ONE_DEGREE.0, ONE_DEGREE.1);
        let times = |a: i128, b: i128| (a * b) >> 60;
        let (mut sin, mut cos) = (0i128, 1i128 << 60);
        for degree in 0..=90 {
            let nearest = |exact: i128| {
                let parts = exact & ((1 << 28) - 1);
                assert!(
                    (parts - (1 << 27)).abs() > 1 << 12,
                    "{degree} is too close to a half"
                );
                ((exact + (1 << 27)) >> 28) as i64
            };
            let expected = Heading {
                sin: nearest(sin),
                cos: nearest(cos),
            };
            assert_eq!(Heading::degrees()[degree], expected, "{degree}");
            (sin, cos) = (
                times(sin, cos_1) + times(cos, sin_1),
                times(cos, cos_1) - times(sin, sin_1),
            );
        }
    }

    /// The sine and cosine of 1° times 2⁶⁰, computed from their power series.
    const ONE_DEGREE: (i128, i128) = {
        // π · 2⁶⁰ / 180
        let angle = 0x3243_F6A8_885A_308D_i128 / 180;
        let square = (angle * angle) >> 60;
        let (mut sin, mut cos, mut term, mut n) = (0, 0, 1i128 << 60, 0);
        while n < 12 {
            // `term` is angleⁿ / n! for an even n, with the sign that it has in both series.
            cos += term;
            let odd = ((term * angle) >> 60) / (n + 1);
            sin += odd;
            term = -((term * square) >> 60) / ((n + 1) * (n + 2));
            n += 2;
        }
        (sin, cos)
    };

    #[test]
    fn points_on_a_circle_round_halves_away_from_zero() {
        assert_eq!(along(5, ONE / 2), 3);
        assert_eq!(along(5, -ONE / 2), -3);
        assert_eq!(along(4, ONE / 2), 2);
        assert_eq!(along(u32::MAX, -ONE), -i64::from(u32::MAX));
        assert_eq!(along(0, ONE), 0);
    }

    #[test]
    fn a_quarter_turn_maps_directions_onto_directions() {
        for whole in [4, 12, 360, 720, 1000] {
            for part in 0..whole * 3 / 4 {
                let (here, turned) = (
                    Heading::of_turn(part, whole),
                    Heading::of_turn(part + whole / 4, whole),
                );
                assert_eq!((turned.sin, turned.cos), (here.cos, -here.sin));
            }
        }
        assert_eq!(Heading::of_turn(u32::MAX - 1, u32::MAX).cos, ONE);
    }
}
