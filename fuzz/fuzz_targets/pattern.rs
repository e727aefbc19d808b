//! Any pattern on any text, split at the first zero byte: no panic, and always an answer soon.

#![no_main]

use countersign::value::pattern::{Limits, Pattern};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (source, subject) = text.split_once('\0').unwrap_or((text, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"));
    let limits = Limits { bytes: 512 };
    let Ok(pattern) = Pattern::new(source, &limits) else { return };
    let first = pattern.matches(subject);
    assert_eq!(first, pattern.matches(subject));
    // A look-ahead at the start asks the same of another engine.
    if let (Ok(linear), Ok(other)) = (first, Pattern::new(&format!("(?=){source}"), &Limits { bytes: 520 }))
        && !source.contains('|')
        && let Ok(other) = other.matches(subject)
    {
        assert_eq!(linear, other);
    }
});
