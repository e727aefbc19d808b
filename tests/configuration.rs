//! `countersign.toml`: what it may hold, how its mistakes are shown, and the schema editors check it with.

#![allow(clippy::unwrap_used, reason = "a failed step of the preparation is a failed test")]

use std::collections::BTreeSet;

use proptest::strategy::Strategy as _;

use countersign::repository::{Held, Id, Mode, RepositoryPath, Snapshot, TreeEntry, TreeLimits};
use countersign::review::configuration::{
    AcknowledgedFrom, Comment, Configuration, ConfigurationError, FailOn, Limits, MODIFIERS, Modifier,
    Profile, Settings, file_keys, find, read,
};

const EXAMPLE: &str = include_str!("../examples/countersign.toml");
const SCHEMA: &str = include_str!("../docs/countersign.schema.json");

fn schema() -> serde_json::Value {
    serde_json::from_str(SCHEMA).unwrap()
}

fn accepts(text: &str) -> bool {
    let value: serde_json::Value = toml::from_str(text).unwrap();
    jsonschema::validator_for(&schema()).unwrap().is_valid(&value)
}

fn said(text: &str) -> String {
    read("countersign.toml", text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn the_example_holds_every_key_and_is_read_as_written() {
    let settings = read("countersign.toml", EXAMPLE.as_bytes()).unwrap();
    let configuration = Configuration::layered(settings, Settings::default());
    let path = |text: &str| Some(RepositoryPath::new(text).unwrap());
    assert_eq!(configuration.models.exclude.patterns(), ["drafts/**"]);
    assert_eq!(configuration.documents.include.patterns(), ["docs/**/*.md", "terms.txt"]);
    assert_eq!(configuration.documents.profile, Some(Profile::Named("markdown".to_owned())));
    assert_eq!(configuration.documents.filter, path(".github/shown.json"));
    assert_eq!(configuration.documents.allow, path(".github/allowed.json"));
    assert_eq!(configuration.data.include.patterns(), ["data/**/*.json"]);
    let modifiers = configuration.polish.modifiers.unwrap();
    let runs = [("pattern", "  +"), ("replacement", " ")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(modifiers[1], Modifier { name: "trailing-whitespace", parameters: vec![] });
    assert_eq!(modifiers[2], Modifier { name: "space-runs", parameters: runs.to_vec() });
    assert_eq!(configuration.limits, Limits::default(), "the example shows the defaults");
    assert_eq!(configuration.acknowledged, path(".github/acknowledged.json"));
    assert_eq!(configuration.acknowledged_from, Some(AcknowledgedFrom::Head));
    assert_eq!((configuration.fail_on, configuration.comment), (FailOn::Undetermined, Comment::Changes));
    assert_eq!(configuration.working_directory, path("devices"));
    assert_eq!(configuration.sarif_file.as_deref(), Some("countersign.sarif"));
    assert_eq!(configuration.category.as_deref(), Some("devices"));
    assert_eq!((configuration.base.as_deref(), configuration.head.as_deref()), (Some("v1.0"), Some("main")));
}

#[test]
fn the_schema_and_the_reader_know_the_same_keys() {
    let schema = schema();
    let mut in_schema = BTreeSet::new();
    for (name, member) in schema["properties"].as_object().unwrap() {
        match member["properties"].as_object() {
            Some(table) => in_schema.extend(table.keys().map(|key| format!("{name}.{key}"))),
            None => drop(in_schema.insert(name.clone())),
        }
    }
    assert_eq!(in_schema, file_keys().into_iter().collect());
    let modifiers: Vec<_> = schema["$defs"]["modifier"]["enum"].as_array().unwrap().iter().collect();
    assert_eq!(modifiers[..MODIFIERS.len()], MODIFIERS);
}

#[test]
fn the_example_shows_every_key_and_the_schema_accepts_it() {
    assert!(accepts(EXAMPLE));
    let example: toml::Table = toml::from_str(EXAMPLE).unwrap();
    let mut shown = BTreeSet::new();
    for (name, value) in &example {
        match value.as_table() {
            Some(table) => shown.extend(table.keys().map(|key| format!("{name}.{key}"))),
            None => drop(shown.insert(name.clone())),
        }
    }
    // The other spelling of documents.allow, which may not be set twice.
    shown.insert("allow".to_owned());
    assert_eq!(shown, file_keys().into_iter().collect());
}

#[test]
fn the_schema_states_the_defaults_of_the_limits() {
    let schema = schema();
    let mut limits = Limits::default();
    for name in Limits::NAMES {
        limits.set(name, 1).unwrap();
        let default = match &schema["properties"]["limits"]["properties"][name]["default"] {
            serde_json::Value::String(text) => text.clone(),
            number => number.to_string(),
        };
        let text = format!("{name}={default}");
        let (name, value) = countersign::review::configuration::parse_limit(&text).unwrap();
        limits.set(name, value).unwrap();
    }
    assert_eq!(limits, Limits::default());
}

#[test]
fn the_reference_has_a_row_for_every_key_and_the_defaults_of_the_limits() {
    let reference = include_str!("../docs/configuration.md");
    let mut rows = BTreeSet::new();
    for line in reference.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let Some(key) = cells.get(1).and_then(|cell| cell.strip_prefix('`')?.strip_suffix('`')) else {
            continue;
        };
        rows.insert(key.to_owned());
        if let Some(name) = key.strip_prefix("limits.") {
            let limit = format!("{name}={}", cells[2].trim_matches('`'));
            let (name, value) = countersign::review::configuration::parse_limit(&limit).unwrap();
            assert_eq!(Some(value), Limits::default().get(name), "{key}");
        }
    }
    assert_eq!(rows, file_keys().into_iter().collect());
}

/// What the reader refuses the schema refuses, but for what a schema cannot say.
#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    for text in [
        "nonsense = 1",
        "fail-on = \"sometimes\"",
        "summary = \"true\"",
        "models = [\"a\"]",
        "[models]\ninclude = \"a\"",
        "[models]\ninclude = [1]",
        "[models]\ninclude = [\"/a\"]",
        "[models]\ninclude = [\"!a\"]",
        "[models]\ninclude = [\"./a\"]",
        "[models]\ninclude = [\"a/../b\"]",
        "[models]\ninclude = [\"a/\"]",
        "[models]\nprofile = \"x\"",
        "[polish]\nmodifiers = [\"nothing\"]",
        "[polish]\nmodifiers = [{ pattern = \"x\" }]",
        "[limits]\nnodes = 0",
        "[limits]\nnodes = \"1MB\"",
        "[limits]\nnodes = 1.5",
        "acknowledged = \"/etc/passwd\"",
        "acknowledged = \"a/../../b\"",
        "sarif-file = \"package.json\"",
        "category = \"a b\"",
        "base = \"\"",
    ] {
        assert!(read("f", text.as_bytes()).is_err(), "{text}");
        assert!(!accepts(text), "{text}");
    }
}

#[test]
fn an_empty_file_is_the_default_and_an_empty_list_is_not() {
    assert_eq!(
        Configuration::layered(read("f", b"").unwrap(), Settings::default()),
        Configuration::default()
    );
    let off = read("f", b"[models]\ninclude = []").unwrap();
    assert!(Configuration::layered(off, Settings::default()).models.include.is_empty());
}

#[test]
fn every_mistake_is_shown_with_its_place_and_what_was_meant() {
    let text = "fail_on = \"never\"\ncomment = \"alway\"\nsummary = \"yes\"\nmodels = [\"*.json\"]\n\n[documets]\ninclude = []\n\n[data]\ninclude = [\n  \"ok/**\",\n  \"[bad\",\n]\nprofile = \"x\"\n\n[limits]\nsource-byte = 5\nnodes = \"many\"\n\n[polish]\nmodifiers = [\"trailing-whitespaces\", { name = \"space-runs\", pattern = 3 }]\n";
    insta::assert_snapshot!(said(text));
}

#[test]
fn places_are_lines_and_code_points_also_in_files_of_other_systems() {
    assert_eq!(
        said("# ü\r\ncategory = \"ü\"\r\n"),
        "countersign.toml:2:12: `category`: a category has 1 to 100 letters, digits, `-`, `_`, `.` and single `/` between them"
    );
    assert_eq!(
        read("c.toml", b"base = \"a\"\n# \xFF\n").unwrap_err().to_string(),
        "c.toml:2:3: the file is not UTF-8 here"
    );
}

#[test]
fn mistakes_of_the_form_are_shown_with_their_place() {
    for text in ["a = ", "[models\n", "base = \"a\"\nbase = \"b\"\n", "x = \"\u{1}\"", "[models]\n[models]\n"]
    {
        let said = said(text);
        assert!(said.starts_with("countersign.toml:"), "{said}");
        assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "{said:?}");
    }
    assert!(said("base = \"a\"\nbase = \"b\"\n").starts_with("countersign.toml:2:1: "));
}

#[test]
fn a_name_from_the_file_cannot_forge_a_line() {
    let said = said("\"x\\n::error::y\\u202E\" = 1");
    assert!(said.starts_with("countersign.toml:1:1: there is no key `x\\u{A}::error::y\\u{202E}`"), "{said}");
    assert_eq!(said.lines().count(), 1);
}

#[test]
fn keys_in_the_wrong_place_are_sent_to_the_right_one() {
    assert!(
        said("include = [\"a\"]").contains("it belongs to [models] or [documents] or [data] or [polish]")
    );
    assert!(said("[models]\nfail-on = \"never\"").contains("it belongs to the top level"));
    assert!(said("nodes = 5").contains("it belongs to [limits]"));
    assert!(said("token = \"x\"").contains("is an input of the action"));
    assert!(said("allow = \"a\"\n[documents]\nallow = \"b\"").contains("`allow` is set twice"));
}

#[test]
fn hostile_files_are_refused_at_once() {
    let deep = format!("a = {}1{}", "[".repeat(50_000), "]".repeat(50_000));
    assert!(read("f", deep.as_bytes()).is_err());
    let dotted = format!("{}a = 1", "a.".repeat(50_000));
    assert!(read("f", dotted.as_bytes()).is_err());
    let many: String = (0..30_000).map(|n| format!("k{n} = 1\n")).collect();
    let error = read("f", many.as_bytes()).unwrap_err();
    assert!(matches!(error, ConfigurationError::Invalid { problems, .. } if problems.len() == 20));
    assert!(said(&"#".repeat((1 << 20) + 1)).contains("more than 1048576 bytes"));
}

fn snapshot(entries: &[(&str, &str, Mode)]) -> Snapshot {
    let mut held = Held::default();
    let id = Id::from_bytes([1; 20]);
    let mut root = Vec::new();
    for (at, directory) in (10u8..).zip(["", ".github", "sub"]) {
        let inner: Vec<_> = entries
            .iter()
            .filter(|(below, ..)| *below == directory)
            .map(|(_, name, mode)| TreeEntry { name: name.as_bytes().to_vec(), id, mode: *mode })
            .collect();
        if directory.is_empty() {
            root = inner;
        } else if !inner.is_empty() {
            held.hold_tree(Id::from_bytes([at; 20]), inner);
            root.push(TreeEntry { name: directory.into(), id: Id::from_bytes([at; 20]), mode: Mode::Tree });
        }
    }
    held.hold_tree(Id::ZERO, root);
    Snapshot::of_tree(&held, Id::ZERO, &TreeLimits::default()).unwrap()
}

#[test]
fn the_file_is_found_in_one_of_two_places() {
    let file = |below, name| (below, name, Mode::File);
    let found = |entries: &[(&str, &str, Mode)], named: Option<&str>, below: Option<&str>| {
        let path = |text: Option<&str>| text.map(|text| RepositoryPath::new(text).unwrap());
        find(&snapshot(entries), path(named).as_ref(), path(below).as_ref())
            .map(|entry| entry.map(|entry| entry.path.clone()))
            .map_err(|error| error.to_string())
    };
    let (root, hidden) = (file("", "countersign.toml"), file(".github", "countersign.toml"));
    assert_eq!(found(&[], None, None), Ok(None));
    assert_eq!(found(&[root], None, None).unwrap().as_deref(), Some("countersign.toml"));
    assert_eq!(found(&[hidden], None, None).unwrap().as_deref(), Some(".github/countersign.toml"));
    assert_eq!(
        found(&[root, hidden], None, None).unwrap_err(),
        "there are two configuration files, `countersign.toml` and `.github/countersign.toml`; keep one"
    );
    assert_eq!(
        found(&[root, hidden], Some("countersign.toml"), None).unwrap().as_deref(),
        Some("countersign.toml")
    );
    assert_eq!(
        found(&[root], Some("other.toml"), None).unwrap_err(),
        "configuration `other.toml`: there is no such file in this revision"
    );
    assert_eq!(
        found(&[("", "countersign.toml", Mode::Link)], None, None).unwrap_err(),
        "configuration `countersign.toml`: it is, or goes through, a symbolic link, which is never followed"
    );
    assert_eq!(
        found(&[root, file("sub", "countersign.toml")], None, Some("sub")).unwrap().as_deref(),
        Some("sub/countersign.toml")
    );
}

#[test]
fn a_byte_order_mark_does_no_harm() {
    let settings = read("f", "\u{FEFF}summary = false\n".as_bytes()).unwrap();
    assert_eq!(settings.summary, Some(false));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused_with_a_place_in_it(
        words in proptest::collection::vec(
            proptest::prelude::prop_oneof![
                proptest::sample::select(vec![
                    "models", "include", "limits", "nodes", "allow", "[", "]", "{", "}", "=", ",", ".", "\"", "'", "\n",
                    "\r", "1", "1.5", "-0", "true", "\"a\"", "\"\"\"", "#", "[models]\n", "include = ", "polish", "modifiers",
                    "name", "1979-05-27", "ü", "\u{0}", "0xFFFFFFFFFFFFFFFFFF",
                ])
                .prop_map(str::to_owned),
                "[ -~\n]{0,6}",
            ],
            0..30,
        )
    ) {
        let text = words.concat();
        if let Err(ConfigurationError::Invalid { problems, .. }) = read("f", text.as_bytes()) {
            let lines = countersign::json::LineIndex::new(text.as_bytes()).lines();
            proptest::prop_assert!(!problems.is_empty() && problems.len() <= 20);
            proptest::prop_assert!(problems.iter().all(|problem| problem.position.line <= lines));
            let places: Vec<_> = problems.iter().map(|problem| problem.position).collect();
            proptest::prop_assert!(places.is_sorted());
        }
    }
}

#[test]
fn a_value_that_is_left_out_is_said_to_be_missing() {
    for text in
        ["base =", "base=\n", "base = \r\nhead = \"x\"\n", "base = # later\n", "[models]\ninclude =\t\n"]
    {
        let said = said(text);
        assert!(said.ends_with(": a value is missing after `=`"), "{text:?}: {said}");
    }
    let said = said("base = main");
    assert!(!said.contains("missing"), "{said}");
}
