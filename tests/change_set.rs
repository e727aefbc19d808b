//! Change sets: what travels, what a merge patch can say, and the laws of applying one.

// A test that cannot go on has failed.
#![allow(clippy::unwrap_used)]

use countersign::change_set::{self, Difference, MergePatch, RowCount, Sendable, between, json_patch};
use countersign::json::{ReadLimits, Tree};
use proptest::prelude::*;
use serde_json::{Value, json};

fn read(text: &str) -> Tree {
    Tree::read(text.as_bytes(), &ReadLimits::default()).unwrap()
}

/// The body for two documents, or the pointers it cannot say.
fn changes(earlier: &str, later: &str) -> Result<String, Vec<String>> {
    match between(earlier.as_bytes(), later.as_bytes(), &ReadLimits::default()).unwrap().sendable {
        Sendable::Body(body) => Ok(body),
        Sendable::Nothing => Ok(String::new()),
        Sendable::Inexpressible { pointers, unnamed: 0 } => Err(pointers),
        Sendable::Inexpressible { .. } => panic!("so few pointers are all named"),
    }
}

fn apply(document: &str, patch: &str) -> String {
    change_set::apply(read(document).root(), read(patch).root()).unwrap()
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

// The decision on positional change sets, case by case.

#[test]
fn edits_at_three_indices_give_three_bodies_that_each_carry_the_whole_list() {
    let list = |rows: [&str; 3]| json!({"list": rows.map(|t| json!({"t": t, "n": 1}))}).to_string();
    let earlier = list(["a", "b", "c"]);
    let bodies = [list(["X", "b", "c"]), list(["a", "X", "c"]), list(["a", "b", "X"])]
        .map(|later| changes(&earlier, &later).unwrap());
    assert_eq!(bodies[0], r#"{"list":[{"t":"X","n":1},{"t":"b","n":1},{"t":"c","n":1}]}"#);
    assert_eq!(bodies[1], r#"{"list":[{"t":"a","n":1},{"t":"X","n":1},{"t":"c","n":1}]}"#);
    assert_eq!(bodies[2], r#"{"list":[{"t":"a","n":1},{"t":"b","n":1},{"t":"X","n":1}]}"#);
}

#[test]
fn edits_at_the_first_and_last_index_do_not_read_as_the_first_two() {
    let body = changes(r#"{"list":["a","b","c"]}"#, r#"{"list":["A","b","C"]}"#).unwrap();
    assert_eq!(body, r#"{"list":["A","b","C"]}"#);
}

#[test]
fn a_keyed_collection_beside_a_list_stays_partial() {
    let earlier = r#"{"rows":{"c":{"t":"x","u":1},"d":{"t":"y"}},"list":[1,2]}"#;
    let later = r#"{"rows":{"c":{"t":"EDITED","u":1},"d":{"t":"y"}},"list":[1,3]}"#;
    assert_eq!(changes(earlier, later).unwrap(), r#"{"rows":{"c":{"t":"EDITED"}},"list":[1,3]}"#);
    let only_keyed = r#"{"rows":{"c":{"t":"EDITED","u":1},"d":{"t":"y"}},"list":[1,2]}"#;
    assert_eq!(changes(earlier, only_keyed).unwrap(), r#"{"rows":{"c":{"t":"EDITED"}}}"#);
}

#[test]
fn a_group_named_zero_is_not_a_row() {
    let body = changes(
        r#"{"orders":{"0":{"a":1,"b":2},"1":{"a":3}}}"#,
        r#"{"orders":{"0":{"a":9,"b":2},"1":{"a":3}}}"#,
    );
    assert_eq!(body.unwrap(), r#"{"orders":{"0":{"a":9}}}"#);
}

#[test]
fn a_list_under_a_key_that_does_not_look_like_one_travels_whole() {
    let body = changes(
        r#"{"orders":{"a":{"lines":[[1],[2]],"x":0}}}"#,
        r#"{"orders":{"a":{"lines":[[1],[3]],"x":0}}}"#,
    );
    assert_eq!(body.unwrap(), r#"{"orders":{"a":{"lines":[[1],[3]]}}}"#);
}

#[test]
fn a_difference_deep_inside_a_row_carries_the_outermost_list() {
    let body = changes(r#"{"l":[{"k":{"m":[1,2]}},7]}"#, r#"{"l":[{"k":{"m":[1,3]}},7]}"#);
    assert_eq!(body.unwrap(), r#"{"l":[{"k":{"m":[1,3]}},7]}"#);
}

#[test]
fn removing_a_row_changes_none_of_the_rows_after_it() {
    let (earlier, later) = (read("[1,2,3,4]"), read("[1,3,4]"));
    let count = RowCount::of(earlier.root(), later.root());
    assert_eq!(count, RowCount { travel: 3, changed: 0, added: 0, removed: 1 });
}

// What is equal, and how things are spelled.

#[test]
fn other_spellings_of_the_same_value_are_no_change_and_a_carried_number_keeps_its_own() {
    assert_eq!(changes(r#"{"a":10,"b":"é"}"#, r#"{"b":"\u00e9","a":1e1}"#).unwrap(), "{}");
    assert_eq!(changes(r#"{"a":1}"#, r#"{"a": 2.50e0}"#).unwrap(), r#"{"a":2.50e0}"#);
    assert_eq!(
        changes(r#"{"a":0.1}"#, r#"{"a":0.10000000000000001}"#).unwrap(),
        r#"{"a":0.10000000000000001}"#
    );
}

#[test]
fn a_removed_member_is_null_at_any_depth() {
    assert_eq!(
        changes(r#"{"a":{"b":1,"c":2},"d":3}"#, r#"{"a":{"c":2}}"#).unwrap(),
        r#"{"a":{"b":null},"d":null}"#
    );
    assert_eq!(changes(r#"{"a":{"b":1}}"#, r#"{"a":{}}"#).unwrap(), r#"{"a":{"b":null}}"#);
}

#[test]
fn a_name_with_a_lone_surrogate_is_carried_as_it_is_escaped() {
    assert_eq!(changes(r#"{"\ud800":1}"#, r#"{"\ud800":"\udc00"}"#).unwrap(), r#"{"\ud800":"\udc00"}"#);
    let (earlier, later) = (read(r#"{"a~\ud800/":1}"#), read("{}"));
    let difference = change_set::compare(earlier.root(), later.root());
    assert_eq!(json_patch::operations(&difference).unwrap(), r#"[{"op":"remove","path":"/a~0\ud800~1"}]"#);
}

#[test]
fn operations_on_a_name_with_a_lone_surrogate_can_be_applied() {
    let documents =
        [r#"{"a~\ud800/":{"b":1}}"#, r#"{"a~\ud800/":{"b":2,"\udc00":{}}}"#, r#"{"\udbff":[]}"#, "{}"];
    for (earlier, later) in documents.iter().flat_map(|one| documents.iter().map(move |other| (*one, *other)))
    {
        let (earlier, later) = (read(earlier), read(later));
        let operations = json_patch::operations(&change_set::compare(earlier.root(), later.root())).unwrap();
        let result = json_patch::apply(earlier.root(), read(&operations).root()).unwrap();
        assert!(change_set::equal(read(&result).root(), later.root()), "{operations}: {result}");
    }
}

#[test]
fn large_objects_in_another_order_are_compared_by_name() {
    let members = |order: &dyn Fn(u32) -> u32| {
        let members: Vec<_> = (0..100).map(order).map(|n| format!("\"n{n}\":{n}")).collect();
        format!("{{{}}}", members.join(","))
    };
    assert_eq!(changes(&members(&|n| n), &members(&|n| (n * 37) % 100)).unwrap(), "{}");
}

// Roots that are no objects.

#[test]
fn a_root_that_is_no_object_is_carried_whole_or_not_at_all() {
    assert_eq!(changes("[1,2]", "[1,3]").unwrap(), "[1,3]");
    assert_eq!(changes("[1]", "[1.0]").unwrap(), "");
    assert_eq!(changes("1", "null").unwrap(), "null");
    assert_eq!(changes("{\"a\":1}", "[null]").unwrap(), "[null]");
    assert_eq!(changes("[1]", "{\"a\":1}").unwrap(), "{\"a\":1}");
    assert_eq!(changes("[1]", "{\"a\":null}").unwrap_err(), ["/a"]);
}

// What a merge patch cannot say.

#[test]
fn a_null_that_has_to_arrive_is_refused_and_named() {
    assert_eq!(changes(r#"{"a":1}"#, r#"{"a":null}"#).unwrap_err(), ["/a"]);
    assert_eq!(
        changes("{}", r#"{"z":{"b":null,"c":{"d/e":null}},"a":null}"#).unwrap_err(),
        ["/z/b", "/z/c/d~1e", "/a"]
    );
    assert_eq!(changes(r#"{"a":[1]}"#, r#"{"a":{"b":null}}"#).unwrap_err(), ["/a/b"]);
}

#[test]
fn a_null_that_need_not_be_sent_or_stands_in_a_list_can_be_said() {
    assert_eq!(changes(r#"{"a":null,"b":1}"#, r#"{"a":null,"b":2}"#).unwrap(), r#"{"b":2}"#);
    assert_eq!(
        changes(r#"{"o":{"a":null,"b":1}}"#, r#"{"o":{"a":null,"b":2}}"#).unwrap(),
        r#"{"o":{"b":2}}"#
    );
    assert_eq!(changes("{}", r#"{"l":[null,{"x":null}]}"#).unwrap(), r#"{"l":[null,{"x":null}]}"#);
}

#[test]
fn operations_say_what_a_merge_patch_cannot() {
    let (earlier, later) =
        (read(r#"{"a":1,"b":{"c":[1]}}"#), read(r#"{"a":null,"b":{"c":[1,null]},"d":{}}"#));
    let operations = json_patch::operations(&change_set::compare(earlier.root(), later.root())).unwrap();
    let expected = json!([
        {"op": "replace", "path": "/a", "value": null},
        {"op": "replace", "path": "/b/c", "value": [1, null]},
        {"op": "add", "path": "/d", "value": {}},
    ]);
    assert_eq!(value(&operations), expected);
}

// Applying.

#[test]
fn the_examples_of_rfc_7396_hold() {
    for (document, patch, result) in [
        (r#"{"a":"b"}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
        (r#"{"a":"b"}"#, r#"{"b":"c"}"#, r#"{"a":"b","b":"c"}"#),
        (r#"{"a":"b"}"#, r#"{"a":null}"#, "{}"),
        (r#"{"a":"b","b":"c"}"#, r#"{"a":null}"#, r#"{"b":"c"}"#),
        (r#"{"a":["b"]}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
        (r#"{"a":"c"}"#, r#"{"a":["b"]}"#, r#"{"a":["b"]}"#),
        (r#"{"a":{"b":"c"}}"#, r#"{"a":{"b":"d","c":null}}"#, r#"{"a":{"b":"d"}}"#),
        (r#"{"a":[{"b":"c"}]}"#, r#"{"a":[1]}"#, r#"{"a":[1]}"#),
        (r#"["a","b"]"#, r#"["c","d"]"#, r#"["c","d"]"#),
        (r#"{"a":"b"}"#, r#"["c"]"#, r#"["c"]"#),
        (r#"{"a":"foo"}"#, "null", "null"),
        (r#"{"a":"foo"}"#, r#""bar""#, r#""bar""#),
        (r#"{"e":null}"#, r#"{"a":1}"#, r#"{"e":null,"a":1}"#),
        ("[1,2]", r#"{"a":"b","c":null}"#, r#"{"a":"b"}"#),
        ("{}", r#"{"a":{"bb":{"ccc":null}}}"#, r#"{"a":{"bb":{}}}"#),
        (
            r#"{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example","sample"],"content":"This will be unchanged"}"#,
            r#"{"title":"Hello!","phoneNumber":"+01-123-456-7890","author":{"familyName":null},"tags":["example"]}"#,
            r#"{"title":"Hello!","author":{"givenName":"John"},"tags":["example"],"content":"This will be unchanged","phoneNumber":"+01-123-456-7890"}"#,
        ),
    ] {
        assert_eq!(apply(document, patch), result, "{document} with {patch}");
    }
}

#[test]
fn applying_leaves_what_is_not_named_as_it_was_laid_out() {
    let document = "{\n  \"a\": 1.0,\n  \"b\": [ 1,\n 2 ],\n  \"c\": { \"x\": 1, \"y\": 2 }\n}\n";
    assert_eq!(apply(document, "{}"), document);
    assert_eq!(
        apply(document, r#"{"a":null,"c":{"y":null,"z":{"n":null,"m":3}},"d":[4]}"#),
        "{\n  \"b\": [ 1,\n 2 ],\n  \"c\": { \"x\": 1, \"z\": {\"m\":3} },\n  \"d\": [4]\n}\n"
    );
    assert_eq!(apply(document, r#"{"a":null,"b":null,"c":null}"#), "{}\n");
    assert_eq!(apply("{ }", r#"{"a":1,"b":2}"#), r#"{"a":1,"b":2}"#);
    assert_eq!(apply(r#"{"a":1, "b":2, "c":3}"#, r#"{"b":null,"c":null,"d":4}"#), r#"{"a":1, "d":4}"#);
}

/// Applies a JSON Patch; the error is its message.
fn patched(document: &str, patch: &str) -> Result<Value, String> {
    let (document, patch) = (read(document), read(patch));
    json_patch::apply(document.root(), patch.root())
        .map(|text| value(&text))
        .map_err(|error| error.to_string())
}

#[test]
fn the_examples_of_rfc_6902_that_succeed_hold() {
    for (document, patch, result) in [
        (r#"{"foo":"bar"}"#, r#"[{"op":"add","path":"/baz","value":"qux"}]"#, r#"{"baz":"qux","foo":"bar"}"#),
        (
            r#"{"foo":["bar","baz"]}"#,
            r#"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
            r#"{"foo":["bar","qux","baz"]}"#,
        ),
        (r#"{"baz":"qux","foo":"bar"}"#, r#"[{"op":"remove","path":"/baz"}]"#, r#"{"foo":"bar"}"#),
        (
            r#"{"foo":["bar","qux","baz"]}"#,
            r#"[{"op":"remove","path":"/foo/1"}]"#,
            r#"{"foo":["bar","baz"]}"#,
        ),
        (
            r#"{"baz":"qux","foo":"bar"}"#,
            r#"[{"op":"replace","path":"/baz","value":"boo"}]"#,
            r#"{"baz":"boo","foo":"bar"}"#,
        ),
        (
            r#"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
            r#"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
            r#"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#,
        ),
        (
            r#"{"foo":["all","grass","cows","eat"]}"#,
            r#"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
            r#"{"foo":["all","cows","eat","grass"]}"#,
        ),
        (
            r#"{"baz":"qux","foo":["a",2,"c"]}"#,
            r#"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
            r#"{"baz":"qux","foo":["a",2,"c"]}"#,
        ),
        (
            r#"{"foo":"bar"}"#,
            r#"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
            r#"{"foo":"bar","child":{"grandchild":{}}}"#,
        ),
        (
            r#"{"foo":"bar"}"#,
            r#"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
            r#"{"foo":"bar","baz":"qux"}"#,
        ),
        (r#"{"/":9,"~1":10}"#, r#"[{"op":"test","path":"/~01","value":10}]"#, r#"{"/":9,"~1":10}"#),
        (
            r#"{"foo":["bar"]}"#,
            r#"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
            r#"{"foo":["bar",["abc","def"]]}"#,
        ),
    ] {
        assert_eq!(patched(document, patch).unwrap(), value(result), "{document} with {patch}");
    }
}

#[test]
fn the_examples_of_rfc_6902_that_fail_do() {
    let error = |document: &str, patch: &str| patched(document, patch).unwrap_err();
    assert_eq!(
        error(r#"{"baz":"qux"}"#, r#"[{"op":"test","path":"/baz","value":"bar"}]"#),
        "operation 0 cannot be applied: the value at its path is not the expected one"
    );
    assert_eq!(
        error(r#"{"foo":"bar"}"#, r#"[{"op":"add","path":"/baz/bat","value":"qux"}]"#),
        "operation 0 cannot be applied: step 1 of its path leads to nothing that holds values"
    );
    assert_eq!(
        error(r#"{"/":9,"~1":10}"#, r#"[{"op":"test","path":"/~01","value":"10"}]"#),
        "operation 0 cannot be applied: the value at its path is not the expected one"
    );
    // A name twice in one operation is refused where the patch is read.
    let twice = br#"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#;
    assert!(Tree::read(twice.as_slice(), &ReadLimits::default()).is_err());
}

#[test]
fn an_operation_that_cannot_be_done_is_named_with_its_reason() {
    for (patch, reason) in [
        ("{}", "a JSON Patch is an array of operations"),
        ("[1]", "operation 0 cannot be applied: it is no object"),
        (
            r#"[{"op":"test","path":"/a","value":1},{"op":"remove"}]"#,
            "operation 1 cannot be applied: its member \"path\" is missing",
        ),
        (r#"[{"op":1}]"#, "operation 0 cannot be applied: its member \"op\" is no string"),
        (
            r#"[{"op":"put","path":""}]"#,
            "operation 0 cannot be applied: its operation \"put\" is none of add, remove, replace, move, copy and test",
        ),
        (r#"[{"op":"remove","path":"/x"}]"#, "operation 0 cannot be applied: no value stands at its path"),
        (
            r#"[{"op":"remove","path":""}]"#,
            "operation 0 cannot be applied: the whole document cannot be removed",
        ),
        (
            r#"[{"op":"remove","path":"/l/01"}]"#,
            "operation 0 cannot be applied: \"01\" is no index of an array",
        ),
        (r#"[{"op":"remove","path":"/l/-"}]"#, "operation 0 cannot be applied: no value stands at its path"),
        (
            r#"[{"op":"add","path":"/l/3","value":1}]"#,
            "operation 0 cannot be applied: row 3 would stand beyond the end of an array with 2 rows",
        ),
        (
            r#"[{"op":"move","from":"/o","path":"/o/p"}]"#,
            "operation 0 cannot be applied: a value cannot be moved into itself",
        ),
        (
            r#"[{"op":"add","path":"l","value":1}]"#,
            "operation 0 cannot be applied: a JSON Pointer is empty or begins with \"/\"",
        ),
    ] {
        assert_eq!(patched(r#"{"a":1,"l":[1,2],"o":{}}"#, patch).unwrap_err(), reason, "{patch}");
    }
}

#[test]
fn a_copy_is_a_value_of_its_own() {
    let patch = r#"[{"op":"add","path":"/a/x","value":1},{"op":"copy","from":"/a","path":"/b"},{"op":"replace","path":"/b/x","value":2},
        {"op":"test","path":"/b","value":{"x":2.0}},{"op":"move","from":"/a","path":""}]"#;
    assert_eq!(patched(r#"{"a":{}}"#, patch).unwrap(), json!({"x": 1}));
}

#[test]
fn copies_that_double_the_document_end_in_an_error() {
    let doubling = r#"{"op":"copy","from":"","path":"/a/-"}"#;
    let patch = format!("[{}]", vec![doubling; 64].join(","));
    let error = patched(r#"{"a":[]}"#, &patch).unwrap_err();
    assert!(error.ends_with("the operations copy or move too many values"), "{error}");
}

// The laws.

fn documents() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..3).prop_map(Value::from),
        "[a-b\"\\\\/~é]{0,2}".prop_map(Value::from),
    ];
    let any = scalar.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[ab0/~]{0,2}", inner, 0..4)
                .prop_map(|map| map.into_iter().collect()),
        ]
    });
    prop::collection::btree_map("[abc0/~]{0,2}", any, 0..5).prop_map(|map| map.into_iter().collect())
}

/// Merge patch as RFC 7396 states it, over another JSON library.
fn oracle(target: Value, patch: &Value) -> Value {
    let Value::Object(patch) = patch else { return patch.clone() };
    let mut target = match target {
        Value::Object(target) => target,
        _ => serde_json::Map::new(),
    };
    for (name, change) in patch {
        match target.remove(name) {
            _ if change.is_null() => {}
            old => {
                target.insert(name.clone(), oracle(old.unwrap_or(Value::Null), change));
            }
        }
    }
    Value::Object(target)
}

/// Every pointer of a document at which an edit can be made.
fn places(document: &Value, at: &str, found: &mut Vec<String>) {
    match document {
        Value::Array(rows) => {
            for (index, row) in rows.iter().enumerate() {
                places(row, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(map) => {
            for (name, value) in map {
                places(value, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        _ => found.push(at.to_owned()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn applying_the_change_set_gives_the_later_document(earlier in documents(), later in documents()) {
        let (old, new) = (earlier.to_string(), later.to_string());
        match changes(&old, &new) {
            Ok(body) => {
                prop_assert_eq!(value(&apply(&old, &body)), later.clone());
                prop_assert_eq!(oracle(earlier, &value(&body)), later);
            }
            Err(pointers) => {
                for pointer in pointers {
                    prop_assert_eq!(later.pointer(&pointer), Some(&Value::Null));
                }
            }
        }
    }

    #[test]
    fn operations_give_the_later_document_whatever_it_holds(earlier in documents(), later in documents()) {
        let (old, new) = (read(&earlier.to_string()), read(&later.to_string()));
        let operations = json_patch::operations(&change_set::compare(old.root(), new.root())).unwrap();
        prop_assert_eq!(patched(&earlier.to_string(), &operations).unwrap(), later);
    }

    #[test]
    fn a_document_differs_from_itself_in_nothing(document in documents()) {
        let tree = read(&document.to_string());
        let difference = change_set::compare(tree.root(), tree.root());
        let same = matches!(difference, Difference::None { keyed: true });
        prop_assert!(same);
        let MergePatch::Body(body) = change_set::merge_patch(&difference).unwrap() else { panic!("a body") };
        prop_assert_eq!(body, "{}");
        prop_assert_eq!(json_patch::operations(&difference).unwrap(), "[]");
    }

    #[test]
    fn edits_at_two_different_places_never_give_equal_bodies(document in documents()) {
        let mut found = Vec::new();
        places(&document, "", &mut found);
        let mut bodies: Vec<String> = found.iter().map(|place| {
            let mut edited = document.clone();
            *edited.pointer_mut(place).unwrap() = json!("EDITED");
            changes(&document.to_string(), &edited.to_string()).unwrap()
        }).collect();
        let edits = bodies.len();
        bodies.sort();
        bodies.dedup();
        prop_assert_eq!(bodies.len(), edits);
    }

    #[test]
    fn applying_any_patch_agrees_with_the_standard(target in documents(), patch in documents()) {
        let result = apply(&serde_json::to_string_pretty(&target).unwrap(), &serde_json::to_string_pretty(&patch).unwrap());
        prop_assert_eq!(value(&result), oracle(target, &patch));
    }
}
