//! Reading any bytes as JSON: no panic, and a value that was read is read again from what it is written as.

#![no_main]

use countersign::json::{ReadLimits, Tree, Value, pointer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = ReadLimits { bytes: 1 << 16, depth: 64, nodes: 1 << 14 };
    let Ok(tree) = Tree::read(bytes, &limits) else { return };
    for at in tree.root().members().map(|member| member.value()).chain(tree.root().elements()) {
        let span = at.span();
        assert!(span.start < span.end && span.end <= bytes.len());
        assert!(pointer::parse(&at.pointer()).is_ok());
    }
    let Some(value) = Value::copy(tree.root()) else { return };
    let written = value.to_string();
    // Escapes can make a text longer than the limit allows.
    let limits = ReadLimits { bytes: 1 << 20, ..limits };
    let again = Tree::read(written.as_bytes(), &limits).expect("what is written is JSON");
    assert_eq!(Value::copy(again.root()), Some(value));
});
