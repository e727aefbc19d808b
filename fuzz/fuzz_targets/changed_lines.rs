//! Two texts, split at the first zero byte: the lines that differ, put in place of those they replace, make the later
//! text of the earlier one.

#![no_main]

use countersign::repository::ChangedLines;
use libfuzzer_sys::fuzz_target;

/// Lines with their ends: LF, CRLF and a lone CR each end one.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut start = 0;
    for at in 0..bytes.len() {
        let ends = match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        if ends {
            lines.push(&bytes[start..=at]);
            start = at + 1;
        }
    }
    if start < bytes.len() {
        lines.push(&bytes[start..]);
    }
    lines
}

fuzz_target!(|bytes: &[u8]| {
    let at = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (one, other) = (&bytes[..at], bytes.get(at + 1..).unwrap_or_default());
    let (earlier, later) = (lines(one), lines(other));
    let changed = ChangedLines::between(one, other);
    let mut made = Vec::new();
    let mut next = 1;
    let mut edited = vec![false; later.len() + 2];
    for hunk in changed.hunks() {
        assert!(hunk.earlier.start >= next && hunk.earlier.start <= hunk.earlier.end);
        made.extend_from_slice(&earlier[next - 1..hunk.earlier.start - 1]);
        assert_eq!(made.len() + 1, hunk.later.start);
        made.extend_from_slice(&later[hunk.later.start - 1..hunk.later.end - 1]);
        edited[hunk.later.clone()].fill(true);
        next = hunk.earlier.end;
    }
    made.extend_from_slice(&earlier[next - 1..]);
    assert_eq!(made, later);
    assert_eq!(changed.count(), edited.iter().filter(|&&edited| edited).count());
    for (line, &edited) in edited.iter().enumerate().skip(1) {
        assert_eq!(changed.contains(line), edited, "{line}");
        if let Some(near) = changed.nearest(line, 1..later.len() + 1) {
            assert!(changed.contains(near));
        }
    }
    for line in 1..=earlier.len() {
        assert!((1..=later.len().max(1)).contains(&changed.later_line(line)), "{line}");
    }
    assert!(ChangedLines::between(one, one).hunks().is_empty());
    assert_eq!(ChangedLines::all(other).count(), later.len());
});
