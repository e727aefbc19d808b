//! `countersign diff` as it is called: arguments, what counts as a revision, acknowledgement files, and where an
//! export may go. Each test runs the real binary; a refusal is exit status 2, one message and an empty standard output.

#![allow(clippy::unwrap_used, reason = "a fixture that cannot be made fails its test")]

use std::fs;
use std::path::Path;
use std::process::Output;

const MODEL: &str =
    r#"{"info":{"title":"T"},"sdfObject":{"Lamp":{"sdfProperty":{"on":{"type":"boolean"}}}}}"#;
const SIGNED: &str = r#"{"schema":"esdieff.acknowledged-differences","version":"1","differences":[]}"#;
/// What an export holds when nothing can be acknowledged.
const EXPORTED: &str =
    "{\"differences\":[],\"schema\":\"esdieff.acknowledged-differences\",\"version\":\"1\"}\n";

/// A directory with two equal revisions: `old/m.sdf.json`, `new/m.sdf.json`, and an empty acknowledgement file.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for revision in ["old", "new"] {
        fs::create_dir(place.path().join(revision)).unwrap();
        fs::write(place.path().join(revision).join("m.sdf.json"), MODEL).unwrap();
    }
    fs::write(place.path().join("signed.json"), SIGNED).unwrap();
    place
}

fn diff(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("countersign");
    command.current_dir(directory).env_clear().arg("diff").args(arguments).output().unwrap()
}

/// `diff --old old --new new` with further arguments.
fn diff_directories(directory: &Path, arguments: &[&str]) -> Output {
    diff(directory, &[&["--old", "old", "--new", "new"], arguments].concat())
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn assert_exit(output: &Output, exit: i32) {
    assert_eq!(output.status.code(), Some(exit), "{}", stderr(output));
    if exit == 2 {
        assert!(output.stdout.is_empty());
        assert!(stderr(output).starts_with("error: "), "{}", stderr(output));
    }
}

#[track_caller]
fn assert_refused(output: &Output, says: &str) {
    assert_exit(output, 2);
    assert!(stderr(output).contains(says), "{says}\n{}", stderr(output));
}

#[test]
fn arguments_that_make_no_sense_are_refused_by_name() {
    let place = place();
    for (arguments, says) in [
        (&[][..], "--old <PATH>"),
        (&["--old", "old"], "--new <PATH>"),
        (&["--new", "new"], "--old <PATH>"),
        (&["--old", "--new", "new"], "--old <PATH>"),
        (&["--new", "new", "--old"], "--old <PATH>"),
        (&["--old", "", "--new", "new"], "--old <PATH>"),
        (&["--old", "-", "--new", "new"], "--old does not read standard input"),
        (&["--old", "old", "--new", "-"], "--new does not read standard input"),
        (&["--old", "old", "--new", "new", "--old", "old"], "'--old <PATH>' cannot be used multiple times"),
        (&["--old", "old", "--new", "new", "extra"], "'extra'"),
        (&["--old", "old", "--new", "new", "--", "extra"], "'extra'"),
        (&["--old", "old", "--new", "new", "--strict-warnings"], "'--strict-warnings'"),
        (&["--old", "old", "--new", "new", "--recursiv"], "'--recursive'"),
    ] {
        assert_refused(&diff(place.path(), arguments), says);
    }
    let long = "x".repeat(300);
    for (arguments, says) in [
        (&["--format", "yaml"][..], "human, json, sarif, markdown"),
        (&["--format", "json", "--format", "json"], "'--format <FORM>' cannot be used multiple times"),
        (&["--color", "pink"], "auto, always, never"),
        (&["--recorded-registry", "maybe"], "use, withhold"),
        (&["--acknowledged", "-"], "--acknowledged does not read standard input"),
        (&["--acknowledged", "signed.json", "--acknowledged", "signed.json"], "'--acknowledged <FILE>'"),
        (&["--acknowledgements-output", "-"], "--acknowledgements-output does not write to standard output"),
        (&["--acknowledgements-output", ""], "--acknowledgements-output <FILE>"),
        (
            &["--acknowledgements-output", "a", "--acknowledgements-output", "b"],
            "'--acknowledgements-output <FILE>'",
        ),
        (&["--replace-acknowledgements"], "--acknowledgements-output <FILE>"),
        (&["--keep-unused"], "--acknowledgements-output <FILE>"),
        (
            &["--acknowledgements-output", "a", "--replace-acknowledgements", "--replace-acknowledgements"],
            "'--replace-acknowledgements' cannot be used multiple times",
        ),
        (&["--exclude", ""], "--exclude <RELATIVE_PATH>"),
        (&["--exclude", "/abs"], "--exclude <RELATIVE_PATH>"),
        (&["--exclude", "../x"], "--exclude <RELATIVE_PATH>"),
        (&["--exclude", "./x"], "--exclude <RELATIVE_PATH>"),
        (&["--limit", "depth=3"], "depth"),
        (&["--limit", "nesting=0"], "from 1 to 2048"),
        (&["--limit", "nesting"], "NAME=VALUE"),
        (&["--limit", "nesting=many"], "no whole number"),
        (&["--limit", "nesting=9", "--limit", "nesting=8"], "--limit nesting is given more than once"),
        (&["--exclude", &long, "--limit", "sources=x"], "no whole number"),
    ] {
        assert_refused(&diff_directories(place.path(), arguments), says);
    }
}

#[test]
fn values_may_follow_an_equals_sign_and_flags_may_repeat() {
    let place = place();
    let arguments = [
        "--old=old",
        "--new=new",
        "--format=json",
        "--recursive",
        "--recursive",
        "--color=never",
        "--color=always",
        "--exclude=nothing",
        "--exclude=nothing/",
        "--limit=sources=5",
        "--recorded-registry=withhold",
        "--skip-identical",
        "--",
    ];
    let output = diff(place.path(), &arguments);
    assert_exit(&output, 0);
    assert!(output.stderr.is_empty(), "{}", stderr(&output));
    assert!(output.stdout.starts_with(b"{") && output.stdout.ends_with(b"}\n"));
}

#[test]
fn help_shows_examples_and_exit_codes() {
    let place = place();
    for arguments in [&["--help"][..], &["-h"], &["--old", "nowhere", "-h"]] {
        let output = diff(place.path(), arguments);
        assert_exit(&output, 0);
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(
            help.contains("countersign diff --old v1 --new v2") && help.contains("Exit codes:"),
            "{help}"
        );
    }
}

#[test]
fn revisions_are_two_directories_or_two_files() {
    let place = place();
    fs::create_dir(place.path().join("empty")).unwrap();
    fs::create_dir_all(place.path().join("deep/er")).unwrap();
    fs::write(place.path().join("deep/er/m.sdf.json"), MODEL).unwrap();
    for (arguments, says) in [
        (&["--old", "old", "--new", "new/m.sdf.json"][..], "must both be directories or both be files"),
        (&["--old", "old/m.sdf.json", "--new", "new"], "must both be directories or both be files"),
        (&["--old", "nowhere", "--new", "new"], "cannot read the revision \"nowhere\""),
        (&["--old", "old", "--new", "no\nwhere"], "cannot read the revision \"no\\u{A}where\""),
        (&["--old", "empty", "--new", "new"], "no regular file in \"empty\""),
        (
            &["--old", "old", "--new", "deep"],
            "no regular file in \"deep\" has a name that ends with .sdf.json; --recursive",
        ),
        (&["--old", "old", "--new", "new", "--exclude", "m.sdf.json/"], "no regular file in \"old\""),
        (
            &["--old", "old/m.sdf.json", "--new", "new/m.sdf.json", "--recursive"],
            "select files of directories",
        ),
        (
            &["--old", "old/m.sdf.json", "--new", "new/m.sdf.json", "--exclude", "x"],
            "select files of directories",
        ),
        (&["--old", "old", "--new", "new", "--limit", "sources=1", "--recursive", "--exclude", "x"], ""),
    ] {
        let output = diff(place.path(), arguments);
        if says.is_empty() { assert_exit(&output, 0) } else { assert_refused(&output, says) }
    }
    fs::write(place.path().join("new/n.sdf.json"), MODEL).unwrap();
    assert_refused(
        &diff_directories(place.path(), &["--limit", "sources=1"]),
        "raise it with --limit sources=2",
    );
    assert_exit(&diff(place.path(), &["--old", "old", "--new", "old"]), 0);
    assert_exit(&diff(place.path(), &["--old", "old/m.sdf.json", "--new", "new/m.sdf.json"]), 0);
}

#[cfg(unix)]
#[test]
fn directories_and_single_files_may_be_reached_through_links() {
    use std::os::unix::fs::symlink;
    let place = place();
    symlink("old", place.path().join("linked")).unwrap();
    symlink("old/m.sdf.json", place.path().join("file-link")).unwrap();
    fs::copy(place.path().join("new/m.sdf.json"), place.path().join("any name")).unwrap();
    assert_exit(&diff(place.path(), &["--old", "linked", "--new", "new"]), 0);
    assert_exit(&diff(place.path(), &["--old", "file-link", "--new", "any name"]), 0);
}

#[cfg(unix)]
#[test]
fn a_file_by_two_names_or_without_a_key_is_refused_and_can_be_left_out() {
    use std::os::unix::ffi::OsStringExt as _;
    let place = place();
    fs::hard_link(place.path().join("new/m.sdf.json"), place.path().join("new/n.sdf.json")).unwrap();
    assert_refused(&diff_directories(place.path(), &[]), "are one file by two names");
    assert_exit(&diff_directories(place.path(), &["--exclude", "n.sdf.json"]), 0);
    let name = std::ffi::OsString::from_vec(b"\xff.sdf.json".to_vec());
    fs::write(place.path().join("old").join(name), MODEL).unwrap();
    assert_refused(&diff_directories(place.path(), &["--exclude", "n.sdf.json"]), "is not UTF-8");
}

#[test]
fn ten_thousand_documents_are_no_problem() {
    let place = place();
    for index in 0..10_000 {
        fs::write(place.path().join(format!("old/{index}.sdf.json")), "{}").unwrap();
        fs::write(place.path().join(format!("new/{index}.sdf.json")), "{}").unwrap();
    }
    assert_exit(&diff_directories(place.path(), &["--format", "json"]), 0);
}

#[test]
fn an_acknowledgement_file_is_refused_with_its_place() {
    let place = place();
    let refused = |name: &str, content: &str, says: &str| {
        fs::write(place.path().join(name), content).unwrap();
        let output = diff_directories(place.path(), &["--acknowledged", name]);
        assert_refused(&output, &format!("cannot read the acknowledgements {name}:{says}"));
    };
    refused("syntax.json", "{", "1:2: ");
    refused(
        "kind.json",
        &SIGNED.replace("[]", "[\n {\"kind\": \"dropped\", \"subject\": \"sdfEvent\"}]"),
        "2:11: entry 1 at /differences/0 (dropped sdfEvent), member \"kind\"",
    );
    refused(
        "long.json",
        &format!("{SIGNED}{}", " ".repeat(1 << 20)),
        " the file has more than 1048576 bytes",
    );
    for missing in ["nowhere.json", "old"] {
        let output = diff_directories(place.path(), &["--acknowledged", missing]);
        assert_refused(&output, &format!("cannot read the acknowledgements \"{missing}\""));
    }
    assert_exit(&diff_directories(place.path(), &["--acknowledged", "signed.json"]), 0);
}

/// Each fault is checked beside all later ones, so whichever is named was looked for first.
#[test]
fn faults_are_found_in_a_fixed_order() {
    let place = place();
    fs::create_dir(place.path().join("empty")).unwrap();
    fs::write(place.path().join("bad.json"), "{").unwrap();
    let all = |acknowledged, old, new, output| {
        let arguments =
            ["--acknowledged", acknowledged, "--old", old, "--new", new, "--acknowledgements-output", output];
        diff(place.path(), &arguments)
    };
    assert_refused(&all("bad.json", "-", "nowhere", "nowhere/x"), "--old does not read");
    assert_refused(&all("bad.json", "nowhere", "empty", "nowhere/x"), "cannot read the acknowledgements");
    assert_refused(
        &all("signed.json", "empty", "nowhere", "nowhere/x"),
        "cannot read the revision \"nowhere\"",
    );
    assert_refused(&all("signed.json", "empty", "old/m.sdf.json", "nowhere/x"), "both be directories");
    assert_refused(&all("signed.json", "old", "empty", "nowhere/x"), "no regular file in \"empty\"");
    fs::write(place.path().join("new/m.sdf.json"), "{").unwrap();
    assert_refused(&all("signed.json", "old", "new", "nowhere/x"), "cannot write the acknowledgements");
}

#[test]
fn an_export_goes_to_a_new_name_or_replaces_a_regular_file_on_request() {
    let place = place();
    let export = |output: &str, replace: &[&str]| {
        diff_directories(place.path(), &[&["--acknowledgements-output", output], replace].concat())
    };
    let replace = &["--replace-acknowledgements"][..];
    let output = export("out.json", &[]);
    assert_exit(&output, 0);
    assert!(output.stderr.is_empty() && !output.stdout.is_empty());
    assert_eq!(fs::read_to_string(place.path().join("out.json")).unwrap(), EXPORTED);
    assert_refused(&export("out.json", &[]), "the file exists; --replace-acknowledgements");
    assert_exit(&export("out.json", replace), 0);

    fs::write(place.path().join("other"), "not ours").unwrap();
    assert_refused(&export("other", &[]), "the file exists");
    assert_eq!(fs::read_to_string(place.path().join("other")).unwrap(), "not ours");
    let output = export("other", replace);
    assert_exit(&output, 0);
    assert!(
        stderr(&output).starts_with("note: \"other\" was no acknowledgement file"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read_to_string(place.path().join("other")).unwrap(), EXPORTED);

    for replace in [&[][..], replace] {
        assert_refused(&export("old", replace), "it is a directory");
        assert_refused(&export("fresh/", replace), "it names no file");
        assert_refused(&export("..", replace), "it names no file");
        assert_refused(&export("nowhere/x", replace), "its directory \"nowhere\"");
        assert_refused(&export("signed.json/x", replace), "\"signed.json\" is no directory");
    }
    let mut names: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["new", "old", "other", "out.json", "signed.json"]);
}

#[cfg(unix)]
#[test]
fn an_export_never_touches_links_pipes_and_inputs_under_any_name() {
    use std::os::unix::fs::symlink;
    let place = place();
    let at = |name: &str| place.path().join(name);
    symlink("signed.json", at("link")).unwrap();
    symlink("nowhere", at("dangling")).unwrap();
    symlink("old", at("alias")).unwrap();
    fs::hard_link(at("new/m.sdf.json"), at("hard")).unwrap();
    fs::hard_link(at("signed.json"), at("hard-signed")).unwrap();
    for (output, says) in [
        ("link", "it is a symbolic link"),
        ("dangling", "it is a symbolic link"),
        ("/dev/null", "it is a pipe or a device"),
        ("old/m.sdf.json", "it is a compared document"),
        ("old/../new/m.sdf.json", "it is a compared document"),
        ("alias/m.sdf.json", "it is a compared document"),
        ("hard", "it is a compared document"),
        ("signed.json", "it is the supplied acknowledgement file"),
        ("hard-signed", "it is the supplied acknowledgement file"),
    ] {
        let arguments = ["--acknowledged", "signed.json", "--acknowledgements-output", output];
        let refused =
            diff_directories(place.path(), &[&arguments[..], &["--replace-acknowledgements"]].concat());
        assert_refused(&refused, says);
        assert_exit(&diff_directories(place.path(), &arguments), 2);
    }
    let files = ["--old", "old/m.sdf.json", "--new", "new/m.sdf.json", "--replace-acknowledgements"];
    let refused = diff(place.path(), &[&files[..], &["--acknowledgements-output", "hard"]].concat());
    assert_refused(&refused, "it is a compared document");
    assert_eq!(fs::read_to_string(at("signed.json")).unwrap(), SIGNED);
    assert_eq!(fs::read_to_string(at("new/m.sdf.json")).unwrap(), MODEL);
}

#[test]
fn an_export_that_the_next_run_would_take_for_a_model_is_warned_of() {
    let place = place();
    let export = |output: &str| diff_directories(place.path(), &["--acknowledgements-output", output]);
    let output = export("new/signed.sdf.json");
    assert_exit(&output, 0);
    assert!(
        stderr(&output).starts_with("warning: \"new/signed.sdf.json\" lies in \"new\""),
        "{}",
        stderr(&output)
    );
    assert!(export("new/signed.json").stderr.is_empty());
    fs::create_dir(place.path().join("old/deep")).unwrap();
    // Not selected without --recursive.
    assert!(export("old/deep/signed.sdf.json").stderr.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_exit_status_4() {
    let place = place();
    let output = diff_directories(place.path(), &["--acknowledgements-output", "/proc/signed.json"]);
    assert_exit(&output, 4);
    assert!(output.stdout.is_empty());
    assert!(stderr(&output).starts_with("error: cannot write the acknowledgements"), "{}", stderr(&output));

    let shell = |script: &str| {
        let binary = assert_cmd::cargo::cargo_bin!("countersign");
        let script = script.replace("DIFF", &format!("'{}' diff --old old --new new", binary.display()));
        std::process::Command::new("sh").args(["-c", &script]).current_dir(place.path()).output().unwrap()
    };
    for form in ["human", "json", "sarif", "markdown"] {
        assert_exit(&shell(&format!("DIFF --format {form} > /dev/full")), 4);
        assert_exit(&shell(&format!("DIFF --format {form} >&-")), 4);
    }
    assert_exit(&shell("DIFF --help > /dev/full"), 4);
    assert_exit(&shell("DIFF 2> /dev/full"), 0);
    let output = shell("DIFF --acknowledgements-output full.json > /dev/full");
    assert_exit(&output, 4);
    assert!(
        stderr(&output).contains("note: the acknowledgements were written to \"full.json\" all the same")
    );
    assert_eq!(fs::read_to_string(place.path().join("full.json")).unwrap(), EXPORTED);
}

#[test]
fn entries_that_can_never_match_are_explained() {
    let place = place();
    let entry = r#"{"kind":"added","subject":"properties_entry","classification":"breaking",
        "earlier":{"document":"m.sdf.json","pointer":"/x"},"later":{"document":"m.sdf.json","pointer":"/x"}}"#;
    fs::write(place.path().join("odd.json"), SIGNED.replace("[]", &format!("[{entry}]"))).unwrap();
    let output = diff_directories(place.path(), &["--acknowledged", "odd.json"]);
    assert_exit(&output, 0);
    assert_eq!(
        stderr(&output),
        "note: \"odd.json\": entry 1 at /differences/0 (added properties_entry, breaking, m.sdf.json /x) can never match, \
         because of its member \"earlier\": what was added has no place in the earlier revision\n"
    );
}

#[test]
fn entries_for_what_could_not_be_examined_stay_in_an_export_with_their_notes() {
    let referring = r#"{"info":{"title":"T"},"sdfObject":{"Lamp":{"sdfRef":"x:/sdfObject/Gone"}}}"#;
    let fine = MODEL.replace("boolean", "integer");
    for (earlier, later, options, kept) in [
        (MODEL, "{\"info\"", &[][..], 2),
        ("{\"info\"", MODEL, &[], 2),
        (MODEL, &fine, &["--limit", "source-bytes=20"], 3),
        (MODEL, &fine, &["--limit", "work=1"], 3),
        // Only what is below the definition that cannot be composed is not known.
        (MODEL, referring, &[], 1),
    ] {
        let place = place();
        fs::write(place.path().join("old/m.sdf.json"), earlier).unwrap();
        fs::write(place.path().join("new/m.sdf.json"), later).unwrap();
        fs::write(place.path().join("old/n.sdf.json"), MODEL).unwrap();
        fs::write(place.path().join("new/n.sdf.json"), fine.replace("Lamp", "Light")).unwrap();
        let entry = |document: &str, pointer: &str| {
            format!(
                r#"{{"kind":"removed","subject":"sdfProperty","classification":"breaking","earlier":
                {{"document":"{document}","pointer":"{pointer}"}},"later":null,"note":"of {document} {pointer}"}}"#
            )
        };
        let entries = [
            entry("m.sdf.json", "/sdfObject/Lamp/sdfProperty/gone"),
            entry("m.sdf.json", "/sdfObject/Lamps/sdfProperty/gone"),
            entry("n.sdf.json", "/sdfObject/Lamp/sdfProperty/gone"),
        ];
        fs::write(place.path().join("kept.json"), SIGNED.replace("[]", &format!("[{}]", entries.join(","))))
            .unwrap();

        let acknowledged = [options, &["--acknowledged", "kept.json"]].concat();
        let report = String::from_utf8(diff_directories(place.path(), &acknowledged).stdout).unwrap();
        assert_eq!(report.contains("\nUnused acknowledgements:"), kept < 3, "{report}");
        let (_, unknown) = report.split_once("\nAcknowledgements that could not be checked:").unwrap();
        assert_eq!(unknown.matches("note: of ").count(), kept, "{report}");
        let markdown =
            diff_directories(place.path(), &[&acknowledged[..], &["--format", "markdown"]].concat());
        let markdown = String::from_utf8(markdown.stdout).unwrap();
        assert_eq!(markdown.contains("## Unused acknowledgements"), kept < 3, "{markdown}");
        assert!(markdown.contains("## Acknowledgements that could not be checked"), "{markdown}");

        let export = ["--acknowledgements-output", "kept.json", "--replace-acknowledgements"];
        let output = diff_directories(place.path(), &[options, &export].concat());
        let count = if kept == 1 { "1 entry".to_owned() } else { format!("{kept} entries") };
        let said = format!(
            "note: kept {count} of documents that could not be examined; nobody knows whether they still match\n"
        );
        assert!(stderr(&output).contains(&said), "{}", stderr(&output));
        assert_eq!(stderr(&output).matches("left out an entry").count(), 3 - kept, "{}", stderr(&output));
        let written = fs::read_to_string(place.path().join("kept.json")).unwrap();
        assert_eq!(written.matches("\"note\"").count(), kept, "{written}");
    }
}

/// The exit status tells whether the revisions were compared: 2 before that, 4 after it.
#[test]
fn an_export_that_fails_after_the_comparison_is_undelivered_whatever_the_reason() {
    let place = place();
    let export = |path: &str| diff_directories(place.path(), &["--acknowledgements-output", path]);
    assert_refused(&export("nowhere/new.json"), "its directory \"nowhere\"");
    assert_refused(&export("signed.json"), "the file exists");
    let properties: Vec<_> = (0..4097).map(|index| format!("\"p{index}\":{{}}")).collect();
    let model = MODEL.replace("\"on\"", &format!("{},\"on\"", properties.join(",")));
    fs::write(place.path().join("old/m.sdf.json"), model).unwrap();
    let output = export("many.json");
    assert_exit(&output, 4);
    let said = "error: cannot write the acknowledgements \"many.json\": 4097 differences can be acknowledged";
    assert!(stderr(&output).starts_with(said), "{}", stderr(&output));
    assert!(output.stdout.is_empty() && !place.path().join("many.json").exists());
}

#[test]
fn entries_that_match_nothing_are_left_out_of_an_export_and_listed() {
    let place = place();
    let entry = r#"{"kind":"removed","subject":"sdfEvent","classification":"breaking",
        "earlier":{"document":"m.sdf.json","pointer":"/sdfObject/Lamp/sdfEvent/gone"},"later":null,"note":"seen"}"#;
    fs::write(place.path().join("kept.json"), SIGNED.replace("[]", &format!("[{entry}]"))).unwrap();
    let export = |arguments: &[&str]| {
        diff_directories(place.path(), &[&["--acknowledgements-output"], arguments].concat())
    };
    let listed = "note: left out an entry of \"kept.json\" that matches no difference (removed sdfEvent, breaking, \
                  m.sdf.json /sdfObject/Lamp/sdfEvent/gone); --keep-unused keeps such entries\n";

    let output = export(&["new.json", "--acknowledged", "kept.json"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), listed.to_owned()));
    let output = export(&["kept.json", "--replace-acknowledgements", "--keep-unused"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    assert!(fs::read_to_string(place.path().join("kept.json")).unwrap().contains("\"note\":\"seen\""));
    let output = export(&["kept.json", "--replace-acknowledgements"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), listed.to_owned()));
    assert!(!fs::read_to_string(place.path().join("kept.json")).unwrap().contains("seen"));
}

#[test]
fn what_a_directory_holds_and_nobody_compares_is_noted() {
    let place = place();
    let lamp = MODEL.replace("Lamp", "Dimmer");
    fs::create_dir(place.path().join("new/sub")).unwrap();
    fs::write(place.path().join("new/sub/n.sdf.json"), &lamp).unwrap();
    fs::write(place.path().join("old/before.sdf.json"), &lamp).unwrap();
    fs::write(place.path().join("new/after.sdf.json"), &lamp).unwrap();
    // What a program reads comes without remarks for people.
    for form in ["json", "sarif"] {
        let output = diff_directories(place.path(), &["--format", form, "--exclude", "drafts"]);
        assert_eq!(stderr(&output), "", "{form}");
    }
    for form in ["human", "markdown"] {
        let output = diff_directories(place.path(), &["--format", form, "--exclude", "drafts"]);
        assert_eq!(
            stderr(&output),
            "note: 1 more model lies in directories below \"new\"; --recursive compares them too\n\
             note: --exclude \"drafts\" matches nothing in either directory; it is a literal path\n\
             note: old/before.sdf.json looks moved to new/after.sdf.json, with the same content; models correspond by \
             path, so all of it counts as removed and as added, and countersign diff --old FILE --new FILE compares two \
             files whatever they are called\n",
            "{form}"
        );
    }
}
