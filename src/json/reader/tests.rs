//! What the reader takes and refuses, and where.

use super::super::Kind;
use super::*;

fn read(text: &str) -> Result<Tree, ReadError> {
    Tree::read(text.as_bytes(), &ReadLimits::default())
}

fn fault(bytes: &[u8]) -> (&'static str, usize, usize) {
    let error = Tree::read(bytes, &ReadLimits::default()).unwrap_err();
    (error.kind.code(), error.position.line, error.position.column)
}

#[test]
fn every_value_knows_its_span_parent_and_pointer() {
    let tree = read(r#"{"a": [1, {"b/c": "x"}], "d": null}"#).unwrap();
    let root = tree.root();
    assert_eq!(root.kind(), Kind::Map);
    let array = root.get("a").unwrap();
    let inner = array.elements().nth(1).unwrap();
    let text = inner.get("b/c").unwrap();
    assert_eq!(text.text(), Some("x"));
    assert_eq!(text.source(), "\"x\"");
    assert_eq!(text.pointer(), "/a/1/b~1c");
    assert_eq!(text.parent(), Some(inner));
    assert_eq!(inner.span(), Span { start: 10, end: 22 });
    assert_eq!(root.members().map(|m| m.name().unwrap()).collect::<Vec<_>>(), ["a", "d"]);
    assert_eq!(array.elements().next().unwrap().number_token(), Some("1"));
}

use super::super::Span;

#[test]
fn large_maps_are_found_by_name_in_any_order() {
    let members: Vec<String> = (0..50).map(|n| format!("\"n{}\":{n}", (n * 37) % 50)).collect();
    let tree = read(&format!("{{{}}}", members.join(","))).unwrap();
    for n in 0..50u32 {
        let value = tree.root().get(&format!("n{}", (n * 37) % 50)).unwrap();
        assert_eq!(value.number_token(), Some(n.to_string().as_str()));
    }
    assert!(tree.root().get("n50").is_none());
}

#[test]
fn what_breaks_the_grammar_is_refused_at_its_place() {
    let cases: [(&[u8], usize, usize); 16] = [
        (b"", 1, 1),
        (b"\xEF\xBB\xBF{}", 1, 1),
        (b"{} {}", 1, 4),
        (b"{\n\"a\":1,\n}", 3, 1),
        (b"[1,]", 1, 4),
        (b"[01]", 1, 2),
        (b"[1.]", 1, 4),
        (b"[-]", 1, 3),
        (b"[NaN]", 1, 2),
        (b"// x\n1", 1, 1),
        (b"\"a\nb\"", 1, 3),
        (b"\"\\x\"", 1, 3),
        (b"\"\\u12\"", 1, 6),
        (b"{\"a\" 1}", 1, 6),
        (b"{1:1}", 1, 2),
        (b"[1 2]", 1, 4),
    ];
    for (text, line, column) in cases {
        assert_eq!(fault(text), ("json.syntax", line, column), "{}", String::from_utf8_lossy(text));
    }
    for text in ["[", "{", "{\"a\"", "{\"a\":", "\"a", "[1", "tru", "1e", "-"] {
        assert_eq!(fault(text.as_bytes()).0, "json.syntax", "{text}");
    }
    assert_eq!(fault(b"{\"a\": \"\xFF\"}"), ("input.encoding", 1, 8));
}

#[test]
fn a_name_that_stands_twice_is_refused_where_it_stands_again() {
    assert_eq!(fault(br#"{"a":1,"\u0061":1}"#), ("input.duplicate_name", 1, 8));
    assert_eq!(fault(br#"[{"x":{"y":1,"y":1}}]"#), ("input.duplicate_name", 1, 14));
    let many: Vec<String> = (0..20).map(|n| format!("\"n{n}\":0")).collect();
    let text = format!("{{{},\"n3\":1}}", many.join(","));
    assert_eq!(fault(text.as_bytes()), ("input.duplicate_name", 1, text.rfind("\"n3\"").unwrap() + 1));
    assert_eq!(fault(br#"{"\ud800":1,"\ud800":1}"#).0, "input.duplicate_name");
    assert!(read(r#"{"\ud800":1,"\ud801":1}"#).is_ok());
}

#[test]
fn limits_are_exact_and_named() {
    let limits = ReadLimits { bytes: 20, depth: 2, nodes: 4 };
    let code = |text: &str| Tree::read(text.as_bytes(), &limits).map(|_| ()).map_err(|e| e.kind);
    assert_eq!(code("[[1,2]]"), Ok(()));
    assert_eq!(code("[[[]]]"), Err(ReadErrorKind::TooDeep(2)));
    assert_eq!(code("[1,2,3,4]"), Err(ReadErrorKind::TooManyValues(4)));
    assert_eq!(code(&" ".repeat(21)), Err(ReadErrorKind::TooLarge(20)));
}

#[test]
fn lone_surrogates_leave_the_document_readable() {
    let tree = read(r#"{"a":"\ud83d\ude00","b":"\ud83d","\udc00":1}"#).unwrap();
    assert_eq!(tree.root().get("a").unwrap().text(), Some("😀"));
    assert!(tree.root().get("b").unwrap().is_unreadable_text());
    assert_eq!(tree.root().get("b").unwrap().text(), None);
    assert_eq!(tree.root().members().last().unwrap().name(), None);
    assert!(tree.has_unreadable_texts());
    assert!(!read(r#""\u0041""#).unwrap().has_unreadable_texts());
}

#[test]
fn numbers_beyond_the_capability_are_noticed_and_kept() {
    assert!(read("1e1000001").unwrap().has_unavailable_numbers());
    assert!(read("0e99999999").unwrap().has_unavailable_numbers());
    assert!(!read("1E00000000000000000001").unwrap().has_unavailable_numbers());
    assert!(!read("10e1000000").unwrap().has_unavailable_numbers());
}

#[test]
fn depth_needs_no_stack() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    let limits = ReadLimits { depth: 1_000_000, ..ReadLimits::default() };
    assert_eq!(Tree::read(deep.as_bytes(), &limits).unwrap().len(), 200_000);
}

#[test]
fn a_fault_is_told_by_what_has_to_be_done() {
    let told = |text: &str| Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap_err().to_string();
    assert_eq!(
        told("{\"a\":\"\t\"}"),
        "the control character U+0009 has to be escaped inside a string at line 1, column 7"
    );
    assert_eq!(told("[01]"), "a number must not begin with a superfluous zero at line 1, column 2");
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n";
    assert!(
        told(pointer).starts_with("the text is a Git LFS pointer and not the document"),
        "{}",
        told(pointer)
    );
    assert_eq!(told("version 1"), told("version https://example.org"));
}
