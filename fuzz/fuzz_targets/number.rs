//! Two texts, split at the first zero byte, as exact numbers: one order, arithmetic that keeps to its laws, and results
//! that are read again as what they are.

#![no_main]

use countersign::json::{Decimal, ReadLimits, Tree};
use libfuzzer_sys::fuzz_target;

/// The number of a text that is a JSON number and nothing else.
fn number(text: &str) -> Option<Decimal> {
    let tree = Tree::read(text.as_bytes(), &ReadLimits::default()).ok()?;
    let number = tree.root().number()?.ok()?;
    assert_eq!(Decimal::parse(text.trim_matches([' ', '\t', '\n', '\r'])).as_ref(), Ok(&number));
    Some(number)
}

fn read_again(computed: &countersign::json::Computed) {
    if let Some(token) = computed.token() {
        assert_eq!(number(&token), Some(computed.value()), "{token}");
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (one, other) = text.split_once('\0').unwrap_or((text, "1.5e2"));
    let (Some(a), Some(b)) = (number(one), number(other)) else { return };
    assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
    assert_eq!(a == b, a.cmp(&b).is_eq());
    assert_eq!(a.negated().negated(), a);
    assert_eq!(a.negated().cmp(&b.negated()), b.cmp(&a));
    assert_eq!(a.is_negative(), a < Decimal::zero());
    assert_eq!(a.is_integer(), a.is_multiple_of(&number("1").expect("one")));
    assert!(b.is_zero() || b.is_negative() || !a.is_multiple_of(&b) || a.negated().is_multiple_of(&b));
    if let Some(count) = a.to_usize() {
        assert_eq!(number(&count.to_string()), Some(a.clone()));
    }
    let half = a.half();
    read_again(&half);
    if let Some(whole) = half.value().plus(&half.value()) {
        assert_eq!(whole.value(), a);
    }
    let sum = a.plus(&b).map(|sum| sum.value());
    assert_eq!(sum, b.plus(&a).map(|sum| sum.value()));
    if let (Some(sum), Some(difference)) = (a.plus(&b), a.minus(&b)) {
        read_again(&sum);
        read_again(&difference);
        assert_eq!(difference.value().cmp(&Decimal::zero()), a.cmp(&b));
        if let Some(back) = sum.value().minus(&b) {
            assert_eq!(back.value(), a);
        }
    }
});
