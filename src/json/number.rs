//! Exact decimal numbers: a sign, an integer coefficient and a power of ten.
//!
//! A token is kept as it was written; [`Decimal`] is what it means. No binary floating point is involved, so
//! `10`, `10.0` and `1e1` are one number and `0.1` differs from `0.10000000000000001`.
//!
//! The capability is bounded (1,024 bytes, 512 significant digits, a written exponent of 1,000,000), because
//! numbers come from strangers and aligning `1e999999999` with `1` would take all the memory there is.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;

/// The longest number token that has a value, in bytes.
pub const TOKEN_BYTES: usize = 1024;
/// The most significant decimal digits a value may have after trailing zeros are dropped.
pub const DIGITS: usize = 512;
/// The largest magnitude of a written exponent.
pub const EXPONENT: i64 = 1_000_000;

/// A number token is beyond the exact-number capability, so its value is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("number is beyond {TOKEN_BYTES} bytes, {DIGITS} digits or an exponent of {EXPONENT}")]
pub struct NumberUnavailable;

/// An exact decimal number, normalised: the coefficient does not end in a zero digit, and zero has exponent 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decimal {
    coefficient: BigInt,
    exponent: i64,
}

/// The result of arithmetic, with the exponent it came out with, which decides how it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Computed {
    coefficient: BigInt,
    exponent: i64,
}

impl Decimal {
    /// Reads a JSON number token, which must follow the JSON grammar.
    ///
    /// # Errors
    /// The token is beyond the capability.
    ///
    /// ```
    /// use countersign::json::Decimal;
    /// assert_eq!(Decimal::parse("10").unwrap(), Decimal::parse("1e1").unwrap());
    /// assert!(Decimal::parse("1e1000001").is_err());
    /// ```
    pub fn parse(token: &str) -> Result<Self, NumberUnavailable> {
        if token.len() > TOKEN_BYTES {
            return Err(NumberUnavailable);
        }
        let (mantissa, written_exponent) = match token.find(['e', 'E']) {
            Some(at) => (&token[..at], parse_exponent(&token[at + 1..])?),
            None => (token, 0),
        };
        let (negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = String::with_capacity(whole.len() + fraction.len());
        digits.push_str(whole);
        digits.push_str(fraction);
        let significant = digits.trim_start_matches('0');
        let trimmed = significant.trim_end_matches('0');
        if trimmed.is_empty() {
            return Ok(Self::zero());
        }
        if trimmed.len() > DIGITS {
            return Err(NumberUnavailable);
        }
        let dropped = significant.len() - trimmed.len();
        let exponent = written_exponent - fraction.len() as i64 + dropped as i64;
        let magnitude = match trimmed.parse::<u64>() {
            Ok(small) => BigUint::from(small),
            Err(_) => BigUint::parse_bytes(trimmed.as_bytes(), 10).ok_or(NumberUnavailable)?,
        };
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        Ok(Self { coefficient: BigInt::from_biguint(sign, magnitude), exponent })
    }

    /// The number zero.
    #[must_use]
    pub fn zero() -> Self {
        Self { coefficient: BigInt::ZERO, exponent: 0 }
    }

    /// True when the number is mathematically an integer, however it was written.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// True for zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.coefficient.sign() == Sign::NoSign
    }

    /// True below zero; minus zero is zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.coefficient.sign() == Sign::Minus
    }

    /// True above zero.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.coefficient.sign() == Sign::Plus
    }

    /// The exponent of the last significant digit: 0 for zero, 2 for 300, -1 for 2.5.
    #[must_use]
    pub fn last_digit_exponent(&self) -> i64 {
        self.exponent
    }

    /// The value as a count, when it is an integer that a `usize` holds.
    #[must_use]
    pub fn to_usize(&self) -> Option<usize> {
        if self.is_negative() || self.exponent < 0 || self.exponent > 19 {
            return None;
        }
        let scaled = &self.coefficient * BigInt::from(10u8).pow(self.exponent as u32);
        usize::try_from(scaled).ok()
    }

    /// True when this number is an exact integer multiple of a positive `step`.
    #[must_use]
    pub fn is_multiple_of(&self, step: &Self) -> bool {
        if self.is_zero() {
            return true;
        }
        if step.is_zero() {
            return false;
        }
        // A normalised coefficient has no factor ten, so a number with a finer last digit is never a multiple.
        let Ok(shift) = u64::try_from(self.exponent - step.exponent) else { return false };
        let divisor = step.coefficient.magnitude();
        let power = BigUint::from(10u8).modpow(&BigUint::from(shift), divisor);
        ((self.coefficient.magnitude() % divisor) * power % divisor) == BigUint::ZERO
    }

    /// The sum, with the finer of the two exponents.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Option<Computed> {
        let exponent = self.exponent.min(other.exponent);
        let left = align(&self.coefficient, self.exponent, exponent)?;
        let right = align(&other.coefficient, other.exponent, exponent)?;
        Some(Computed { coefficient: left + right, exponent })
    }

    /// The difference, with the finer of the two exponents.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Computed> {
        self.plus(&other.negated())
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { coefficient: -&self.coefficient, exponent: self.exponent }
    }

    /// Half the number, with one more digit where it is needed.
    #[must_use]
    pub fn half(&self) -> Computed {
        let (half, rest) = self.coefficient.div_rem(&BigInt::from(2u8));
        if rest == BigInt::ZERO {
            return Computed { coefficient: half, exponent: self.exponent };
        }
        Computed { coefficient: &self.coefficient * 5u8, exponent: self.exponent - 1 }
    }

    /// `10^exponent`.
    #[must_use]
    pub fn power_of_ten(exponent: i64) -> Self {
        Self { coefficient: BigInt::from(1u8), exponent }
    }

    /// How many digits the value has when it is written with exponent 0; meaningful for integers.
    #[must_use]
    pub fn integer_digits(&self) -> u64 {
        digit_count(self.coefficient.magnitude()) + self.exponent.max(0) as u64
    }

    /// The position of the leading digit, which orders magnitudes without aligning them.
    fn leading(&self) -> i64 {
        digit_count(self.coefficient.magnitude()) as i64 + self.exponent
    }
}

impl Computed {
    /// The value, normalised.
    #[must_use]
    pub fn value(&self) -> Decimal {
        let mut coefficient = self.coefficient.clone();
        let mut exponent = self.exponent;
        if coefficient == BigInt::ZERO {
            return Decimal::zero();
        }
        let ten = BigInt::from(10u8);
        loop {
            let (quotient, rest) = coefficient.div_rem(&ten);
            if rest != BigInt::ZERO {
                return Decimal { coefficient, exponent };
            }
            coefficient = quotient;
            exponent += 1;
        }
    }

    /// The JSON spelling of a computed number, or `None` when that spelling is beyond the capability.
    ///
    /// Fractions lose trailing zeros, small exponents are written out, large ones as `<digits>e<n>`.
    #[must_use]
    pub fn token(&self) -> Option<String> {
        let token = self.spell();
        Decimal::parse(&token).ok().map(|_| token)
    }

    fn spell(&self) -> String {
        let ten = BigInt::from(10u8);
        let mut coefficient = self.coefficient.clone();
        let mut exponent = self.exponent;
        while exponent < 0 && coefficient != BigInt::ZERO {
            let (quotient, rest) = coefficient.div_rem(&ten);
            if rest != BigInt::ZERO {
                break;
            }
            coefficient = quotient;
            exponent += 1;
        }
        let sign = if coefficient.sign() == Sign::Minus { "-" } else { "" };
        let digits = coefficient.magnitude().to_string();
        if exponent == 0 {
            return format!("{sign}{digits}");
        }
        if exponent > 0 {
            return if exponent <= 20 && coefficient != BigInt::ZERO {
                format!("{sign}{digits}{}", "0".repeat(exponent as usize))
            } else {
                format!("{sign}{digits}e{exponent}")
            };
        }
        let places = exponent.unsigned_abs() as usize;
        let leading_zeros = places as i64 - digits.len() as i64;
        if leading_zeros > 20 {
            return format!("{sign}{digits}e{exponent}");
        }
        if leading_zeros >= 0 {
            return format!("{sign}0.{}{digits}", "0".repeat(leading_zeros as usize));
        }
        let point = digits.len() - places;
        format!("{sign}{}.{}", &digits[..point], &digits[point..])
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_sign = |d: &Self| match d.coefficient.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        };
        let (left, right) = (by_sign(self), by_sign(other));
        if left != right || left == 0 {
            return left.cmp(&right);
        }
        let magnitude = self.leading().cmp(&other.leading()).then_with(|| {
            // Equal leading digits: the exponents differ by less than the digit limit, so aligning is cheap.
            let exponent = self.exponent.min(other.exponent);
            let scale = |d: &Self| {
                d.coefficient.magnitude()
                    * BigUint::from(10u8).pow((d.exponent - exponent).unsigned_abs() as u32)
            };
            scale(self).cmp(&scale(other))
        });
        if left < 0 { magnitude.reverse() } else { magnitude }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn parse_exponent(text: &str) -> Result<i64, NumberUnavailable> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let digits = digits.trim_start_matches('0');
    let magnitude: i64 = match digits.len() {
        0 => 0,
        1..=7 => digits.parse().map_err(|_| NumberUnavailable)?,
        _ => return Err(NumberUnavailable),
    };
    if magnitude > EXPONENT {
        return Err(NumberUnavailable);
    }
    Ok(if negative { -magnitude } else { magnitude })
}

/// Scales a coefficient down to a finer exponent; `None` when the result would exceed any use here.
fn align(coefficient: &BigInt, from: i64, to: i64) -> Option<BigInt> {
    if coefficient.sign() == Sign::NoSign {
        return Some(BigInt::ZERO);
    }
    let shift = u32::try_from(from - to).ok()?;
    (shift as usize <= 2 * DIGITS).then(|| coefficient * BigInt::from(10u8).pow(shift))
}

fn digit_count(magnitude: &BigUint) -> u64 {
    match u64::try_from(magnitude) {
        Ok(small) => small.checked_ilog10().map_or(1, |log| u64::from(log) + 1),
        Err(_) => magnitude.to_string().len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(token: &str) -> Decimal {
        Decimal::parse(token).unwrap()
    }

    #[test]
    fn spellings_of_one_value_are_equal() {
        for spelling in ["10", "1e1", "10.0", "1.0E+1", "100e-1", "0.01e3"] {
            assert_eq!(decimal(spelling), decimal("10"), "{spelling}");
        }
        assert_eq!(decimal("-0"), decimal("0.000"));
        assert_ne!(decimal("0.1"), decimal("0.10000000000000001"));
    }

    #[test]
    fn the_capability_is_bounded_as_written() {
        let ones = "1".repeat(513);
        assert!(Decimal::parse(&ones).is_err());
        assert!(Decimal::parse(&ones[..512]).is_ok());
        assert!(Decimal::parse(&format!("1{}", "0".repeat(600))).is_ok());
        assert!(Decimal::parse(&format!("0.{}1", "0".repeat(600))).is_ok());
        assert!(Decimal::parse(&format!("1{}", "0".repeat(1024))).is_err());
        assert!(Decimal::parse("0e99999999").is_err());
        assert!(Decimal::parse("10e1000000").is_ok());
        assert!(Decimal::parse("0.01e-999999").is_ok());
        assert!(Decimal::parse("1E00000000000000000001").is_ok());
    }

    #[test]
    fn order_is_exact_and_cheap_for_any_exponent() {
        let ascending =
            ["-1e1000000", "-2.5", "-2.4", "0", "1e-1000000", "0.1", "1", "9.99", "10", "1e400", "1e1000000"];
        for pair in ascending.windows(2) {
            assert!(decimal(pair[0]) < decimal(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn multiples_are_decided_exactly() {
        assert!(decimal("0.5").is_multiple_of(&decimal("0.25")));
        assert!(!decimal("0.25").is_multiple_of(&decimal("0.5")));
        assert!(!decimal("0.5").is_multiple_of(&decimal("0.3")));
        assert!(decimal("1e1000000").is_multiple_of(&decimal("0.0000001")));
        assert!(!decimal("1e1000000").is_multiple_of(&decimal("3")));
        assert!(decimal("-6").is_multiple_of(&decimal("3")));
        assert!(decimal("0").is_multiple_of(&decimal("7")));
        assert!(decimal("300").is_multiple_of(&decimal("150")));
    }

    #[test]
    fn computed_numbers_are_spelled_by_their_exponent() {
        let sum = |a: &str, b: &str| decimal(a).plus(&decimal(b)).unwrap().token().unwrap();
        assert_eq!(sum("9.9", "0.1"), "10");
        assert_eq!(sum("100", "1"), "101");
        assert_eq!(sum("1e600", "1e600"), "2e600");
        assert_eq!(sum("9e512", "1e512"), "10e512");
        assert_eq!(sum("0.1", "-0.1"), "0.0");
        assert_eq!(sum("1e-5", "-1e-5"), "0.00000");
        assert_eq!(sum("-2.5", "0.1"), "-2.4");
        assert_eq!(sum("1e-22", "1e-22"), "2e-22");
        assert_eq!(sum("1e-21", "1e-21"), "0.000000000000000000002");
        assert_eq!(sum("14e20", "1e20"), "1500000000000000000000");
        assert_eq!(sum("14e21", "1e21"), "15e21");
        assert_eq!(decimal("0.25").half().token().unwrap(), "0.125");
        assert_eq!(decimal("3").half().token().unwrap(), "1.5");
        assert_eq!(decimal("1e2").half().token().unwrap(), "50");
        assert_eq!(decimal("1e-1000000").half().token(), None);
    }
}
