//! What `countersign diff` answers: exit statuses with and without acknowledgements, what an export holds, and which
//! document is which in the report.

#![allow(clippy::unwrap_used, reason = "a fixture that cannot be made fails its test")]

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

/// The earlier revision of every test that does not bring its own.
const LAMP: &str = r#"{"info":{"title":"Lamp"},"sdfObject":{"Lamp":{"sdfProperty":{
  "on":{"type":"boolean"},
  "level":{"type":"integer","maximum":9,"writable":false}}}}}"#;

fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(LAMP.to_owned(), |model, (from, to)| {
        assert!(model.contains(from), "{from}");
        model.replace(from, to)
    })
}

/// Breaking.
const PROPERTY_REMOVED: (&str, &str) = ("\"on\":{\"type\":\"boolean\"},", "");
/// Undetermined.
const UNIT_ADDED: (&str, &str) = ("\"writable\":false", "\"writable\":false,\"unit\":\"lx\"");
/// Compatible.
const ACTION_ADDED: (&str, &str) = ("{\"sdfProperty\"", "{\"sdfAction\":{\"blink\":{}},\"sdfProperty\"");
/// Unavailable.
const BAD_REFERENCE: (&str, &str) = ("\"maximum\":9", "\"sdfRef\":\"#/sdfData/Nowhere\"");

fn place(old: &[(&str, &str)], new: &[(&str, &str)]) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for (revision, files) in [("old", old), ("new", new)] {
        for (name, content) in files {
            let path = place.path().join(revision).join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }
    place
}

fn lamp(new: &str) -> tempfile::TempDir {
    place(&[("lamp.sdf.json", LAMP)], &[("lamp.sdf.json", new)])
}

fn diff(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("countersign");
    command.current_dir(directory).env_clear().arg("diff").args(arguments).output().unwrap()
}

fn diff_directories(directory: &Path, arguments: &[&str]) -> Output {
    diff(directory, &[&["--old", "old", "--new", "new"], arguments].concat())
}

#[track_caller]
fn exit(output: &Output) -> i32 {
    let exit = output.status.code().unwrap();
    assert_eq!(exit == 2, output.stdout.is_empty());
    exit
}

#[track_caller]
fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "{error}: {} {}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn read(directory: &Path, name: &str) -> Value {
    serde_json::from_slice(&fs::read(directory.join(name)).unwrap()).unwrap()
}

fn entries(file: &Value) -> &Vec<Value> {
    file["differences"].as_array().unwrap()
}

#[test]
fn a_signature_settles_what_was_examined_and_nothing_else() {
    // The later revision; then the exit status plain, the entries of an export, and the exit status with all of them and
    // with the breaking ones alone.
    for (name, new, plain, count, signed, breaking_signed) in [
        ("one breaking", edited(&[PROPERTY_REMOVED]), 1, 1, 0, 0),
        ("one undetermined", edited(&[UNIT_ADDED]), 3, 1, 0, 3),
        ("both", edited(&[PROPERTY_REMOVED, UNIT_ADDED]), 1, 2, 0, 3),
        ("compatible", edited(&[ACTION_ADDED]), 0, 0, 0, 0),
        ("identical", LAMP.to_owned(), 0, 0, 0, 0),
        ("unresolved reference", edited(&[BAD_REFERENCE]), 3, 0, 3, 3),
        ("syntax error", LAMP.replace("}}}}}", "}}}}"), 3, 0, 3, 3),
    ] {
        let place = lamp(&new);
        let at = place.path();
        for form in ["human", "json", "sarif", "markdown"] {
            let output = diff_directories(at, &["--format", form]);
            assert_eq!((exit(&output), output.stderr.len()), (plain, 0), "{name}, {form}");
            assert!(output.stdout.ends_with(b"\n") && !output.stdout.ends_with(b"\n\n"), "{name}, {form}");

            let file = format!("{form}.json");
            let exporting = diff_directories(at, &["--format", form, "--acknowledgements-output", &file]);
            assert_eq!((exit(&exporting), &exporting.stdout), (plain, &output.stdout), "{name}, {form}");
            assert_eq!(
                fs::read(at.join(&file)).unwrap(),
                fs::read(at.join("human.json")).unwrap(),
                "{name}, {form}"
            );
        }
        let mut file = read(at, "human.json");
        assert_eq!(entries(&file).len(), count, "{name}");
        assert_eq!(exit(&diff_directories(at, &["--acknowledged", "human.json"])), signed, "{name}");

        let again = ["--acknowledged", "human.json", "--acknowledgements-output", "again.json"];
        assert_eq!(exit(&diff_directories(at, &again)), signed, "{name}");
        assert_eq!(
            fs::read(at.join("again.json")).unwrap(),
            fs::read(at.join("human.json")).unwrap(),
            "{name}"
        );

        file["differences"].as_array_mut().unwrap().retain(|entry| entry["classification"] == "breaking");
        fs::write(at.join("breaking.json"), file.to_string()).unwrap();
        let output = diff_directories(at, &["--acknowledged", "breaking.json"]);
        assert_eq!(exit(&output), breaking_signed, "{name}");
    }
}

#[test]
fn an_export_holds_the_entries_of_the_report_and_the_report_says_who_was_covered() {
    let place = lamp(&edited(&[PROPERTY_REMOVED, UNIT_ADDED, ACTION_ADDED]));
    let output =
        diff_directories(place.path(), &["--format", "json", "--acknowledgements-output", "all.json"]);
    let report_before = report(&output);
    let of_report: Vec<_> = report_before["result"]["differences"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|difference| difference.get("acknowledgement"))
        .collect();
    let file = read(place.path(), "all.json");
    assert_eq!(entries(&file).iter().collect::<Vec<_>>(), of_report);
    assert_eq!(
        (&of_report[0]["subject"], &of_report[0]["later"], &of_report[1]["quality"]),
        (&Value::from("sdfProperty"), &Value::Null, &Value::from("unit"))
    );

    let unused = r#"{"kind":"removed","subject":"sdfEvent","classification":"breaking","earlier":{"document":"x","pointer":""},"later":null}"#;
    let with_unused =
        fs::read_to_string(place.path().join("all.json")).unwrap().replacen('[', &format!("[{unused},"), 1);
    fs::write(place.path().join("more.json"), with_unused).unwrap();
    let covered =
        report(&diff_directories(place.path(), &["--format", "json", "--acknowledged", "more.json"]));
    assert_eq!(covered["policy"]["acknowledgements"], 3);
    assert_eq!(covered["result"]["unused_acknowledgements"], serde_json::json!([0]));
    assert_eq!(covered["outcome"]["disposition"], "passed");
    assert_eq!(covered["result"]["outcome"], "breaking");
}

#[test]
fn review_work_survives_the_next_export() {
    let place = lamp(&edited(&[PROPERTY_REMOVED, UNIT_ADDED]));
    let at = place.path();
    diff_directories(at, &["--acknowledgements-output", "signed.json"]);
    let mut signed = read(at, "signed.json");
    let differences = signed["differences"].as_array_mut().unwrap();
    differences.reverse();
    differences[0]["note"] = "agreed".into();
    differences.remove(1);
    fs::write(at.join("signed.json"), signed.to_string()).unwrap();

    // The signed one first, with its note; then what is new.
    fs::write(at.join("new/lamp.sdf.json"), edited(&[PROPERTY_REMOVED, UNIT_ADDED, ("integer", "number")]))
        .unwrap();
    let arguments = ["--acknowledgements-output", "signed.json", "--replace-acknowledgements"];
    assert_eq!(exit(&diff_directories(at, &arguments)), 1);
    let first = read(at, "signed.json");
    let qualities: Vec<_> =
        entries(&first).iter().map(|entry| (entry["quality"].as_str(), entry["note"].as_str())).collect();
    assert_eq!(qualities[0], (Some("unit"), Some("agreed")));
    assert_eq!(qualities[1], (None, None));

    // The same from `--acknowledged` into a new file.
    let arguments = ["--acknowledged", "signed.json", "--acknowledgements-output", "other.json"];
    assert_eq!(exit(&diff_directories(at, &arguments)), 0);
    assert_eq!(read(at, "other.json"), first);
}

#[test]
fn single_files_correspond_whatever_their_names() {
    let place = tempfile::tempdir().unwrap();
    let at = place.path();
    fs::write(at.join("first"), LAMP).unwrap();
    fs::write(at.join("second.json"), edited(&[UNIT_ADDED])).unwrap();
    let output = diff(at, &["--old", "./first", "--new", "second.json", "--format", "json"]);
    let json = report(&output);
    assert_eq!(exit(&output), 3);
    let sources: Vec<_> =
        json["sources"].as_array().unwrap().iter().map(|s| (&s["key"], &s["label"])).collect();
    assert_eq!(
        sources,
        [(&"document".into(), &"./first".into()), (&"document".into(), &"second.json".into())]
    );
    assert_eq!(json["result"]["differences"][0]["acknowledgement"]["later"]["document"], "document");
    let human = String::from_utf8(diff(at, &["--old", "./first", "--new", "second.json"]).stdout).unwrap();
    assert!(human.contains("second.json") && !human.contains(" document "), "{human}");
}

#[test]
fn documents_of_directories_keep_byte_order_and_their_labels_as_typed() {
    let files = [("z.sdf.json", LAMP), ("a/b.sdf.json", LAMP), ("a-b.sdf.json", LAMP), ("A.sdf.json", LAMP)];
    let place = place(&files, &files);
    let output = diff(place.path(), &["--old", "./old//", "--new", "new", "--recursive", "--format", "json"]);
    let json = report(&output);
    let shown: Vec<_> =
        json["sources"].as_array().unwrap().iter().map(|source| source["label"].as_str().unwrap()).collect();
    assert_eq!(
        shown,
        [
            "./old//A.sdf.json",
            "./old//a-b.sdf.json",
            "./old//a/b.sdf.json",
            "./old//z.sdf.json",
            "new/A.sdf.json",
            "new/a-b.sdf.json",
            "new/a/b.sdf.json",
            "new/z.sdf.json"
        ]
    );
    assert_eq!(json["sources"][2]["key"], "a/b.sdf.json");
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_unreadable_files_are_documents_that_could_not_be_examined() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = lamp(LAMP);
    let at = place.path();
    assert_eq!(exit(&diff(at, &["--old", "/dev/null", "--new", "new/lamp.sdf.json"])), 3);
    let zero = [
        "--old",
        "new/lamp.sdf.json",
        "--new",
        "/dev/zero",
        "--limit",
        "source-bytes=1000",
        "--format",
        "json",
    ];
    let output = diff(at, &zero);
    assert_eq!(exit(&output), 3);
    assert_eq!(report(&output)["result"]["differences"][0]["reason"]["code"], "operation.limit");

    let locked = at.join("new/lamp.sdf.json");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser reads it all the same.
    if fs::read(&locked).is_err() {
        let output = diff_directories(at, &["--format", "json"]);
        assert_eq!(exit(&output), 3);
        assert_eq!(report(&output)["result"]["differences"][0]["reason"]["code"], "input.acquisition");
    }
}

#[test]
fn identical_documents_that_nobody_can_examine_can_be_skipped() {
    let broken = edited(&[BAD_REFERENCE]);
    let place = place(&[("lamp.sdf.json", &broken)], &[("lamp.sdf.json", &broken)]);
    assert_eq!(exit(&diff_directories(place.path(), &[])), 3);
    let output = diff_directories(place.path(), &["--skip-identical", "--format", "json"]);
    assert_eq!(exit(&output), 0);
    assert_eq!(report(&output)["result"]["summary"]["documents"]["compared"], 1);
}

#[test]
fn recorded_registries_can_be_withheld() {
    let with = |unit: &str| LAMP.replace("\"maximum\"", &format!("\"unit\":\"{unit}\",\"maximum\""));
    let place = place(&[("lamp.sdf.json", &with("lx"))], &[("lamp.sdf.json", &with("cd"))]);
    assert_eq!(exit(&diff_directories(place.path(), &["--recorded-registry", "use"])), 1);
    let output = diff_directories(place.path(), &["--recorded-registry", "withhold", "--format", "json"]);
    assert_eq!(exit(&output), 3);
    let json = report(&output);
    assert_eq!(json["policy"]["recorded_registry"], "withhold_recorded");
    assert_eq!(json["result"]["differences"][0]["reason"]["code"], "registry.caller_withheld");
}

#[test]
fn a_limit_that_is_hit_is_named() {
    let place = lamp(&edited(&[UNIT_ADDED]));
    for limit in ["source-bytes=10", "revision-bytes=10", "nesting=2", "nodes=3"] {
        let output = diff_directories(place.path(), &["--limit", limit]);
        assert_eq!(exit(&output), 3, "{limit}");
        let human = String::from_utf8(output.stdout).unwrap();
        let (name, _) = limit.split_once('=').unwrap();
        assert!(human.contains("operation.limit") && human.contains(&format!("(limit `{name}`)")), "{human}");
    }
}

#[test]
fn names_from_models_cannot_forge_a_line_of_the_report() {
    let forged = "a\\r\\nBreaking differences:\\u001b[31m\\u202e";
    let place = lamp(&LAMP.replace("\"on\"", &format!("\"{forged}\"")));
    for form in ["human", "sarif", "markdown", "json"] {
        let output = diff_directories(place.path(), &["--format", form]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.contains('\u{1b}') && !text.contains('\r'), "{form}\n{text}");
        assert!(form == "json" || !text.contains('\u{202e}'), "{form}\n{text}");
        assert!(!text.lines().any(|line| line.starts_with("Breaking differences:\u{1b}")), "{form}\n{text}");
    }
}
