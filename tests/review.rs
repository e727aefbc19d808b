//! `countersign review` over real repositories: models, documents, data and polish together, in every form.

#![allow(clippy::unwrap_used, reason = "a failed step of the preparation is a failed test")]

mod made;

use countersign::report::CommentOptions;
use countersign::repository::{Local, Snapshot, TreeLimits};
use countersign::review::configuration::{AcknowledgedFrom, Settings};
use countersign::review::outcome::Gathered;
use countersign::review::posted;
use countersign::review::revisions::{Named, Revisions};
use made::{Made, stderr, tank};

const CONFIGURATION: &str = r#"[documents]
include = ["docs/**/*.md"]

[data]
include = ["data/**/*.json"]

[polish]
include = ["docs/**/*.md"]
"#;

const GUIDE: &str = "# Guide\n\n## Filling\n\nOpen the valve slowly.\n\nClose it when the tank is full.\n\n## \
                     Cleaning\n\nRinse the tank once a week.\n\nWrite down the date.\n";

/// Two tagged revisions, `v1` and `v2`, that differ in every kind of file.
fn all_kinds() -> Made {
    let made = Made::new();
    made.write("countersign.toml", CONFIGURATION);
    made.write("tank.sdf.json", &tank("1.0.0", 100));
    made.write("docs/guide.md", GUIDE);
    made.write("docs/old-name.md", "# Terms\n\nPay within thirty days.\n\nDeliver to the door.\n");
    made.write(
        "data/rows.json",
        r#"{"unit": "l", "rows": [{"at": 1}, {"at": 2}], "limits": {"high": 90, "low": 5}}"#,
    );
    made.tagged("v1");
    made.write("tank.sdf.json", &tank("1.0.0", 120));
    made.write(
        "docs/guide.md",
        &GUIDE
            .replace("slowly", "very slowly, @someone says")
            .replace("\n\nWrite", "\n\n\n\nCall #12 first.\n\nWrite"),
    );
    made.remove("docs/old-name.md");
    made.write("docs/terms.md", "# Terms\n\nPay within sixty days.\n\nDeliver to the door.\n");
    made.write("data/rows.json", r#"{"unit": "l", "rows": [{"at": 1}, {"at": 3}], "limits": {"high": 80}}"#);
    made.tagged("v2");
    made
}

const BETWEEN: [&str; 5] = ["review", "--base", "v1", "--head", "v2"];

fn json(made: &Made, status: i32, arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&made.said(status, &[arguments, &["--format", "json"]].concat())).unwrap()
}

/// The comment that the action would post, guarded.
fn comment(made: &Made, limit: usize) -> String {
    let local = Local::containing(made.path()).unwrap();
    let named = |name: &str| {
        let id = local.resolve(name).unwrap();
        let snapshot = Snapshot::of_commit(&local, id, &TreeLimits::default()).unwrap();
        Named { id: id.to_string(), name: name.to_owned(), snapshot }
    };
    let revisions = Revisions::new(named("v1"), named("v2"), &local);
    let configuration = revisions.configuration(Settings::default(), None, AcknowledgedFrom::Head).unwrap();
    let gathered = Gathered::read(&revisions, &configuration, &[], AcknowledgedFrom::Head).unwrap();
    let outcome = gathered.compare().unwrap();
    posted(limit, |room| outcome.comment(&CommentOptions::default(), room)).unwrap().text
}

#[test]
fn every_kind_of_file_is_told_of_in_one_review() {
    let made = all_kinds();
    insta::assert_snapshot!("human", made.said(1, &BETWEEN));
    insta::assert_snapshot!("markdown", made.said(1, &[&BETWEEN[..], &["--format", "markdown"]].concat()));
}

#[test]
fn the_comment_calls_nobody_and_keeps_to_its_limit() {
    let made = all_kinds();
    let text = comment(&made, 64_000);
    assert!(!text.contains("@someone") && !text.contains(" #12"), "{text}");
    insta::assert_snapshot!("comment", text);
    for limit in [1200, 1600, 2200] {
        let text = comment(&made, limit);
        assert!(text.len() <= limit, "{limit}: {}", text.len());
        assert_eq!(text.matches("<details>").count(), text.matches("</details>").count(), "{text}");
        assert!(text.contains("not shown here") || text.contains("not fit below"), "{text}");
    }
}

#[test]
fn the_whole_result_is_one_json_object() {
    let made = all_kinds();
    let report = json(&made, 1, &BETWEEN);
    let keys: Vec<_> = report.as_object().unwrap().keys().cloned().collect();
    let mut expected =
        ["schema", "version", "disposition", "base", "head", "models", "documents", "data", "polish"];
    expected.sort_unstable();
    let mut found = keys.clone();
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(
        (report["schema"].as_str(), report["version"].as_str()),
        (Some("countersign.review"), Some("1"))
    );
    assert_eq!(report["disposition"], "failed");
    assert_eq!(report["models"]["schema"], "esdieff.report");
    assert_eq!(report["head"], made.git(&["rev-parse", "v2"]));
    let documents = report["documents"].as_object().unwrap();
    assert_eq!(documents.keys().collect::<Vec<_>>(), ["docs/guide.md", "docs/terms.md"]);
    for document in documents.values() {
        assert_eq!(document["schema_version"], "2.0");
        assert!(document.get("source").is_none() && document.get("alignment").is_none());
    }
    // The renamed and edited document is compared with itself under its earlier name.
    assert_eq!(documents["docs/terms.md"]["statistics"]["counts"]["total"], 1);
    assert_eq!(
        report["data"],
        serde_json::json!({"data/rows.json": {"body": {"rows": [{"at": 1}, {"at": 3}], "limits": {"high": 80, "low": null}}}})
    );
    let guide = &report["polish"]["docs/guide.md"];
    assert_eq!(
        (guide["schema_name"].as_str(), guide["detail"].as_str()),
        (Some("mdpolish.review"), Some("changes"))
    );
}

#[test]
fn sarif_has_notes_on_documents_and_polish_only_on_request() {
    let made = all_kinds();
    let sarif = |made: &Made| {
        let text = made.said(1, &[&BETWEEN[..], &["--format", "sarif"]].concat());
        let log: serde_json::Value = serde_json::from_str(&text).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        let rules = log["runs"][0]["tool"]["driver"]["rules"].clone();
        for result in &results {
            let at = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[at]["id"], result["ruleId"]);
        }
        results
    };
    let ids = |results: &[serde_json::Value]| -> Vec<String> {
        results.iter().map(|result| result["ruleId"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&sarif(&made)), ["breaking/maximum", "comparison.version_not_increased"]);
    let wanted =
        CONFIGURATION.replace("include = [\"docs/**/*.md\"]", "include = [\"docs/**/*.md\"]\nnotes = true");
    made.write("countersign.toml", &wanted);
    made.git(&["commit", "-q", "-am", "notes"]);
    made.git(&["tag", "-f", "v2"]);
    let results = sarif(&made);
    let mut found = ids(&results);
    found.sort();
    found.dedup();
    assert_eq!(
        found,
        ["breaking/maximum", "comparison.version_not_increased", "document/changed", "polish/blank-lines"]
    );
    let fix = results.iter().find(|result| result["ruleId"] == "polish/blank-lines").unwrap();
    assert_eq!(fix["level"], "note");
    let replaced = &fix["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replaced["insertedContent"]["text"].as_str().map(str::len), Some(0), "{replaced}");
}

#[test]
fn without_models_nothing_is_said_about_models() {
    let made = Made::new();
    made.write("countersign.toml", CONFIGURATION);
    made.write("docs/guide.md", GUIDE);
    made.tagged("v1");
    made.write("docs/guide.md", &GUIDE.replace("slowly", "fast"));
    made.tagged("v2");
    let report = json(&made, 0, &BETWEEN);
    assert!(report["models"].is_null());
    assert_eq!(report["disposition"], "passed");
    for text in [comment(&made, 64_000), made.said(0, &BETWEEN)] {
        assert!(!text.contains("SDF") && !text.contains("model"), "{text}");
        assert!(text.contains("Documents: passed, with 1 change in 1 of 1 document"), "{text}");
    }
}

#[test]
fn a_change_outside_the_allowed_scope_fails_the_review() {
    let made = Made::new();
    made.write(
        "countersign.toml",
        "[documents]\ninclude = [\"*.md\"]\nallow = \".github/allowed.json\"\nfilter = \".github/shown.json\"\n",
    );
    made.write(".github/allowed.json", r#"{"address_prefixes": ["/section[1]/section[1]"]}"#);
    made.write(".github/shown.json", r#"{"kinds": ["modify"]}"#);
    made.write("guide.md", GUIDE);
    made.tagged("v1");
    made.write("guide.md", &GUIDE.replace("slowly", "fast"));
    made.tagged("v2");
    let inside = made.said(0, &BETWEEN);
    assert!(inside.contains("Documents: passed"), "{inside}");
    made.write("guide.md", &GUIDE.replace("\n\nWrite down the date.", ""));
    made.tagged("v3");
    let between = ["review", "--base", "v1", "--head", "v3"];
    // The filter hides the deletion; the scope refuses it all the same.
    let outside = made.said(1, &between);
    assert!(
        outside.contains("1 outside the allowed scope") && outside.contains("deleted paragraph"),
        "{outside}"
    );
    let sarif = made.said(1, &[&between[..], &["--format", "sarif"]].concat());
    let log: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(
        (results[0]["ruleId"].as_str(), results[0]["level"].as_str()),
        (Some("document/outside-scope"), Some("error"))
    );
    assert_eq!(log["runs"][0]["properties"]["disposition"], "failed");
    assert_eq!(json(&made, 1, &between)["disposition"], "failed");
}

#[test]
fn what_a_change_set_cannot_say_leaves_the_review_undetermined() {
    let made = Made::new();
    made.write("countersign.toml", "[data]\ninclude = [\"*.json\"]\n");
    made.write("a.json", r#"{"x": 1}"#);
    made.write("broken.json", "{}");
    made.tagged("v1");
    made.write("a.json", r#"{"x": null}"#);
    made.tagged("v2");
    let report = json(&made, 3, &BETWEEN);
    assert_eq!(report["data"], serde_json::json!({"a.json": {"inexpressible": ["/x"]}}));
    assert_eq!(report["disposition"], "undetermined");
    made.write("broken.json", "{\n  \"x\": 1,\n  \"x\": 2\n}");
    made.tagged("v3");
    let report = json(&made, 3, &["review", "--base", "v2", "--head", "v3"]);
    assert_eq!(report["data"], serde_json::json!({}));
    let reason = report["unavailable"]["broken.json"].as_str().unwrap();
    assert!(reason.contains("3:3"), "{reason}");
}

#[test]
fn polish_decides_nothing_and_tells_only_of_changed_lines() {
    let made = Made::new();
    made.write("countersign.toml", "[polish]\ninclude = [\"*.md\"]\n");
    made.write("a.md", "# A\n\nold   \n\nold \n\nend\n");
    made.tagged("v1");
    made.write("a.md", "# A\n\nold   \n\nold \n\nnew \n\nend\n");
    made.tagged("v2");
    let text = made.said(0, &BETWEEN);
    assert!(text.contains("a.md:7: "), "{text}");
    assert!(!text.contains("a.md:5: ") && !text.contains("a.md:3: "), "{text}");
    assert!(
        text.contains("Polish: 1 edit on changed lines of 1 touched file, which decides nothing"),
        "{text}"
    );
}

#[test]
fn added_and_removed_files_are_said_to_be_so() {
    let made = Made::new();
    made.write("countersign.toml", CONFIGURATION);
    made.write("docs/gone.md", GUIDE);
    made.write("data/gone.json", "{\"a\": 1}");
    made.write("docs/kept.md", "# Kept\n");
    made.tagged("v1");
    made.remove("docs/gone.md");
    made.remove("data/gone.json");
    made.write("docs/new.md", "# Something else\n\nEntirely.\n");
    made.write("data/new.json", "{\"b\": [true]}");
    made.tagged("v2");
    let text = made.said(0, &BETWEEN);
    assert!(
        text.contains("docs/gone.md: gone, with") && text.contains("docs/new.md: a new document of"),
        "{text}"
    );
    let report = json(&made, 0, &BETWEEN);
    assert_eq!(report["data"], serde_json::json!({"data/new.json": {"body": {"b": [true]}}}));
    assert_eq!(report["documents"]["docs/new.md"]["statistics"]["counts"]["deleted"], 0);
}

#[test]
fn a_file_that_only_moved_has_no_changes() {
    let made = Made::new();
    made.write("countersign.toml", CONFIGURATION);
    made.write("docs/a.md", GUIDE);
    made.tagged("v1");
    made.git(&["mv", "docs/a.md", "docs/b.md"]);
    made.tagged("v2");
    let text = made.said(0, &[&BETWEEN[..], &["--format", "markdown"]].concat());
    assert!(text.contains("### `docs/b.md` (renamed from `docs/a.md`)\n\nNo changes."), "{text}");
}

#[test]
fn what_is_staged_is_reviewed_against_head() {
    let made = all_kinds();
    made.write("docs/guide.md", &GUIDE.replace("full", "half full"));
    let nothing = made.said(0, &["review", "--staged"]);
    assert!(nothing.contains("Documents: passed, with 0 changes in 0 of 2 documents"), "{nothing}");
    made.git(&["add", "-A"]);
    made.write("docs/guide.md", "# Not staged\n");
    let report = json(&made, 0, &["review", "--staged"]);
    assert_eq!(report["documents"].as_object().unwrap().keys().collect::<Vec<_>>(), ["docs/guide.md"]);
    assert_eq!(report["head"], "index");
}

#[test]
fn the_configuration_names_the_revisions_and_options_are_stronger() {
    let made = all_kinds();
    made.write("countersign.toml", "base = \"v1\"\n");
    made.write("tank.sdf.json", &tank("1.0.0", 140));
    made.tagged("v3");
    let between = |arguments: &[&str]| {
        let report = json(&made, 1, &[&["review"], arguments].concat());
        ["base", "head"].map(|side| report[side].as_str().unwrap().to_owned())
    };
    let id = |name: &str| made.git(&["rev-parse", &format!("{name}^{{commit}}")]);
    assert_eq!(between(&[]), [id("v1"), id("v3")]);
    assert_eq!(between(&["--base", "v2"]), [id("v2"), id("v3")], "an option is stronger");
    made.write("countersign.toml", "base = \"v1\"\nhead = \"v2\"\n");
    made.tagged("v4");
    assert_eq!(between(&[]), [id("v1"), id("v2")]);
    assert_eq!(between(&["--head", "v4"]), [id("v1"), id("v4")], "an option is stronger");
    made.write("countersign.toml", "base = \"nowhere\"\n");
    made.tagged("v5");
    let refused = made.run(&["review"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("nowhere"), "{}", stderr(&refused));
}

#[test]
fn a_configuration_is_refused_with_its_place() {
    let made = all_kinds();
    for (text, says) in [
        ("[documents]\ninclude = [\"docs/[bad\"]\n", "countersign.toml:2:12: `include`: "),
        (
            "[documents]\nprofile = \"contracts\"\n",
            "countersign.toml:2:11: `profile`: there is no profile `contracts`",
        ),
        (
            "[polish]\nmodifier = []\n",
            "countersign.toml:2:1: there is no key `modifier` in [polish]; did you mean `modifiers`?",
        ),
        (
            "[documents]\ninclude = [\"**\"]\nallow = \"none.json\"\n",
            "none.json: there is no such file in this revision (HEAD); `allow` of countersign.toml names it",
        ),
        (
            "[documents]\ninclude = [\"**\"]\nprofile = \"none.yaml\"\n",
            "none.yaml: there is no such file in this revision (HEAD); `profile` in [documents] of countersign.toml names it",
        ),
        (
            "[documents]\ninclude = [\"**\"]\nfilter = \"none.json\"\n",
            "none.json: there is no such file in this revision (HEAD); `filter` in [documents] of countersign.toml names it",
        ),
        (
            "acknowledged = \"signed.json\"\n",
            "signed.json: there is no such file in this revision (HEAD); `acknowledged` of countersign.toml names it",
        ),
        (
            "[polish]\ninclude = [\"**\"]\nmodifiers = [{ name = \"space-runs\", patern = \" +\" }]\n",
            "has no parameter \"patern\", did you mean pattern?",
        ),
    ] {
        made.write("countersign.toml", text);
        made.git(&["commit", "-q", "-am", "configuration"]);
        let said = made.refused(&["review", "--base", "v1", "--head", "HEAD"]);
        assert!(said.contains(says), "{says}\n{said}");
    }
    made.write("countersign.toml", "[documents]\ninclude = [\"docs/*\"]\nallow = \"allow.json\"\n");
    made.write("allow.json", "{\"kinds\": [\"modify\"],\n \"adresses\": []}");
    made.tagged("v3");
    let said = made.refused(&["review", "--base", "v1", "--head", "v3"]);
    assert!(
        said.contains("allow.json: filter: unknown field `adresses`") && said.contains("line 2 column"),
        "{said}"
    );
}

#[test]
fn nothing_selected_is_an_error_and_names_the_globs() {
    let made = Made::new();
    made.write("countersign.toml", "[documents]\ninclude = [\"text/*.md\"]\n");
    made.tagged("v1");
    made.tagged("v2");
    let said = made.refused(&BETWEEN);
    assert!(
        said.contains(
            "`**/*.sdf.json`, `text/*.md` do not select the one file of the two revisions; set `include`"
        ),
        "{said}"
    );
    made.remove("countersign.toml");
    made.write("README", "x");
    made.tagged("v3");
    let said = made.refused(&["review", "--base", "v3", "--head", "v3"]);
    assert!(said.contains("`**/*.sdf.json` does not select the one file of the two revisions"), "{said}");
    made.write("LICENSE", "x");
    made.tagged("v4");
    let said = made.refused(&["review", "--base", "v3", "--head", "v4"]);
    assert!(said.contains("`**/*.sdf.json` selects none of the 2 files of the two revisions"), "{said}");
}

#[test]
fn a_working_directory_that_is_not_there_is_named_with_its_place() {
    let made = Made::new();
    made.write("tank.sdf.json", &tank("1", 100));
    made.write("countersign.toml", "# where\nworking-directory = \"nodir\"\n");
    made.tagged("v1");
    made.tagged("v2");
    let said = made.refused(&BETWEEN);
    assert!(
        said.contains(
            "countersign.toml:2:21: `working-directory`: there is no directory `nodir` in the two revisions\n"
        ),
        "{said}"
    );
}

#[test]
fn a_glob_that_matches_nothing_and_a_model_that_moved_are_noted() {
    let made = Made::new();
    let model = r#"{"sdfObject": {"Lamp": {"sdfProperty": {"on": {}, "level": {}}}}}"#;
    made.write(
        "countersign.toml",
        "[models]\ninclude = [\"things/*.sdf.json\", \"tings/*.sdf.json\"]\nexclude = [\"things/old.*\"]\n",
    );
    made.write("things/lamp.sdf.json", model);
    made.tagged("v1");
    made.remove("things/lamp.sdf.json");
    made.write(
        "things/light.sdf.json",
        &model.replace("\"level\": {}", "\"level\": {\"type\": \"integer\"}"),
    );
    made.tagged("v2");
    let output = made.run(&BETWEEN);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        stderr,
        "note: `tings/*.sdf.json` of `include` in [models] matches no file of the two revisions\n\
         note: `things/old.*` of `exclude` in [models] matches no file of the two revisions\n\
         note: things/lamp.sdf.json looks moved to things/light.sdf.json, with 3 of 3 definitions; models correspond by \
         path, so all of it counts as removed and as added, and countersign diff --old FILE --new FILE compares two \
         files whatever they are called\n"
    );
    let markdown = made.run(&["review", "--base", "v1", "--head", "v2", "--format", "markdown"]);
    let markdown = String::from_utf8(markdown.stdout).unwrap();
    assert!(
        markdown.contains(
            "## Models that look moved\n\n- `things/lamp.sdf.json` looks moved to `things/light.sdf.json`"
        ),
        "{markdown}"
    );
}

#[test]
fn what_nobody_can_read_and_nobody_changed_blocks_nothing() {
    let made = Made::new();
    made.write("countersign.toml", CONFIGURATION);
    std::fs::create_dir_all(made.path().join("docs")).unwrap();
    std::fs::write(made.path().join("docs/latin.md"), b"# caf\xe9\n").unwrap();
    made.write("data/broken.json", "{");
    made.write("broken.sdf.json", "{");
    made.write("docs/guide.md", GUIDE);
    made.tagged("v1");
    made.write("docs/guide.md", &GUIDE.replace("slowly", "fast"));
    made.tagged("v2");
    assert_eq!(json(&made, 0, &BETWEEN)["disposition"], "passed");
    std::fs::write(made.path().join("docs/latin.md"), b"# caf\xe9 au lait\n").unwrap();
    made.tagged("v3");
    let text = made.said(3, &["review", "--base", "v2", "--head", "v3"]);
    assert!(text.contains("docs/latin.md: not compared: ") && text.contains("not UTF-8"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_model_that_is_a_link_is_said_to_be_unread_where_it_changed_and_blocks_nothing_where_it_stayed() {
    let made = Made::new();
    made.write("tank.sdf.json", &tank("1", 100));
    std::os::unix::fs::symlink("tank.sdf.json", made.path().join("link.sdf.json")).unwrap();
    made.tagged("v1");
    made.write("README", "x");
    made.tagged("v2");
    made.said(0, &BETWEEN);
    std::fs::remove_file(made.path().join("link.sdf.json")).unwrap();
    std::os::unix::fs::symlink("elsewhere.sdf.json", made.path().join("link.sdf.json")).unwrap();
    made.tagged("v3");
    let output = made.run(&["review", "--base", "v2", "--head", "v3"]);
    assert!(!stderr(&output).contains("passed over"), "{}", stderr(&output));
    let text = made.said(3, &["review", "--base", "v2", "--head", "v3"]);
    assert!(text.contains("link.sdf.json") && text.contains("never followed"), "{text}");
}

#[cfg(unix)]
#[test]
fn links_under_a_selected_name_are_noted_because_what_they_lead_to_may_have_changed() {
    let made = Made::new();
    made.write("countersign.toml", "[documents]\ninclude = [\"docs/*.md\"]\n");
    made.write("tank.sdf.json", &tank("1", 100));
    made.write("src/real.json", &tank("1", 100));
    std::os::unix::fs::symlink("src/real.json", made.path().join("l.sdf.json")).unwrap();
    made.tagged("v1");
    made.write("src/real.json", &tank("1", 50));
    made.tagged("v2");
    let output = made.run(&BETWEEN);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stderr(&output).lines().filter(|line| line.contains("link")).collect::<Vec<_>>(),
        ["note: 1 symbolic link is passed over, never followed: \"l.sdf.json\""]
    );
    // A program that reads a form for programs is not told.
    let output = made.run(&[&BETWEEN[..], &["--format", "json"]].concat());
    assert!(!stderr(&output).contains("passed over"), "{}", stderr(&output));
    made.write("docs/a.txt", "x");
    for name in ["a", "b", "c"] {
        std::os::unix::fs::symlink("a.txt", made.path().join(format!("docs/{name}.md"))).unwrap();
    }
    made.tagged("v3");
    let output = made.run(&["review", "--base", "v2", "--head", "v3"]);
    let said =
        "4 symbolic links are passed over, never followed: \"docs/a.md\", \"docs/b.md\", \"docs/c.md\", …\n";
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
}

#[test]
fn a_document_that_could_not_be_compared_is_not_counted_among_those_with_changes() {
    let made = Made::new();
    made.write("countersign.toml", CONFIGURATION);
    made.write("docs/guide.md", GUIDE);
    made.write("docs/latin.md", "# a\n");
    made.tagged("v1");
    made.write("docs/guide.md", &GUIDE.replace("slowly", "fast"));
    std::fs::write(made.path().join("docs/latin.md"), b"# caf\xe9\n").unwrap();
    made.tagged("v2");
    let text = made.said(3, &BETWEEN);
    assert!(
        text.contains("Documents: undetermined, with 1 change in 1 of 2 documents, 1 not compared"),
        "{text}"
    );
}

/// Writes a file whose path need not be UTF-8.
#[cfg(target_os = "linux")]
fn write_raw(made: &Made, path: &[u8], text: &str) {
    use std::os::unix::ffi::OsStrExt as _;
    let path = made.path().join(std::ffi::OsStr::from_bytes(path));
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_model_whose_path_no_report_can_carry_leaves_the_review_undetermined_in_every_form_where_it_changed() {
    let long = format!("{}/{}.sdf.json", "d".repeat(200), "m".repeat(100));
    let shortened = format!("{}…{}.sdf.json", "d".repeat(80), "m".repeat(31));
    let cases: [(&[u8], &str, &str); 2] = [
        (b"x\xff.sdf.json", "x\\xFF.sdf.json", "its path is not UTF-8; rename it, or exclude it"),
        (long.as_bytes(), &shortened, "its path has more than 256 bytes; rename it, or exclude it"),
    ];
    for (raw, name, reason) in cases {
        let made = Made::new();
        made.write("tank.sdf.json", &tank("1", 100));
        made.tagged("without");
        write_raw(&made, raw, &tank("1", 100));
        made.tagged("v1");
        made.write("README", "x");
        made.tagged("same");
        write_raw(&made, raw, &tank("1", 50));
        made.tagged("v2");

        let output = made.run(&["review", "--base", "v1", "--head", "same"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let sentence = format!("{name} is selected and was not compared: {reason}");
        assert!(stderr(&output).contains(&sentence), "{}", stderr(&output));

        for between in [["without", "v1"], ["v1", "v2"], ["v2", "without"]] {
            let arguments = ["review", "--base", between[0], "--head", between[1]];
            for form in ["human", "markdown", "sarif", "json"] {
                let text = made.said(3, &[&arguments[..], &["--format", form]].concat());
                let plain = text.replace("\\\\", "\\").replace("&#92;", "\\").replace("%5C", "\\");
                let plain = plain.replace("%E2%80%A6", "…");
                assert!(plain.contains(name), "{form}: {text}");
                assert!(text.contains("undetermined") || form == "sarif", "{form}: {text}");
                let reason = reason.split(';').next().unwrap();
                // The report of models has no reasons of its own in its contract.
                assert!(form == "json" || text.replace("&#45;", "-").contains(reason), "{form}: {text}");
            }
            assert_eq!(json(&made, 3, &arguments)["disposition"], "undetermined");
        }
        let text = comment(&made, 64_000);
        assert!(text.contains(name.trim_start_matches("x\\")) && text.contains("undetermined"), "{text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn documents_and_data_whose_paths_are_not_utf_8_are_named_where_they_changed() {
    let made = Made::new();
    made.write("countersign.toml", CONFIGURATION);
    write_raw(&made, b"docs/\xff.md", "# a\n");
    write_raw(&made, b"data/\xff.json", "{}");
    made.write("docs/guide.md", GUIDE);
    made.tagged("v1");
    made.write("docs/guide.md", &GUIDE.replace("slowly", "fast"));
    made.tagged("v2");
    assert_eq!(json(&made, 0, &BETWEEN)["disposition"], "passed");
    write_raw(&made, b"docs/\xff.md", "# b\n");
    write_raw(&made, b"data/\xff.json", "{\"a\":1}");
    made.tagged("v3");
    let report = json(&made, 3, &["review", "--base", "v2", "--head", "v3"]);
    let reason = "its path is not UTF-8; rename it, or exclude it";
    assert_eq!(
        report["unavailable"],
        serde_json::json!({"docs/\\xFF.md": reason, "data/\\xFF.json": reason})
    );
}

#[test]
fn acknowledgements_are_written_with_the_notes_they_had_and_then_the_review_passes() {
    let made = all_kinds();
    let write = [&BETWEEN[..], &["--acknowledgements-output", "acknowledged.json"]].concat();
    made.said(1, &write);
    let written = std::fs::read_to_string(made.path().join("acknowledged.json")).unwrap();
    assert_eq!(written.matches("\"kind\"").count(), 1, "{written}");
    let noted = written.replacen("\"earlier\"", "\"note\":\"agreed with the plant\",\"earlier\"", 1);
    let noted = if noted == written {
        written.replacen("{\"classification\"", "{\"note\":\"agreed with the plant\",\"classification\"", 1)
    } else {
        noted
    };
    assert_ne!(noted, written);
    std::fs::write(made.path().join("acknowledged.json"), noted).unwrap();
    made.said(1, &[&write[..], &["--replace-acknowledgements"]].concat());
    let again = std::fs::read_to_string(made.path().join("acknowledged.json")).unwrap();
    assert!(again.contains("agreed with the plant"), "{again}");
    made.write("countersign.toml", &format!("acknowledged = \"acknowledged.json\"\n\n{CONFIGURATION}"));
    made.tagged("v3");
    let text = made.said(0, &["review", "--base", "v1", "--head", "v3"]);
    assert!(text.contains("note: agreed with the plant"), "{text}");
    assert!(text.contains("This change also edits countersign.toml, which decides"), "{text}");
    assert!(text.contains("This change also edits acknowledged.json, which decides"), "{text}");
}

#[test]
fn a_fault_of_the_acknowledgement_file_is_named_with_its_place() {
    let made = Made::new();
    made.write("tank.sdf.json", &tank("1", 100));
    made.write("countersign.toml", "acknowledged = \"signed.json\"\n");
    made.write(
        "signed.json",
        "{\"schema\":\"esdieff.acknowledged-differences\",\n \"version\":\"2\",\"differences\":[]}",
    );
    made.tagged("v1");
    made.tagged("v2");
    let said = made.refused(&BETWEEN);
    assert!(said.contains("signed.json:2:12: member \"version\": the version \"2\" is not \"1\""), "{said}");
}

#[test]
fn hostile_names_and_texts_stay_inert() {
    let made = Made::new();
    made.write("countersign.toml", CONFIGURATION);
    made.write("docs/<img src=x> `@me`.md", "# A\n\none\n");
    made.write("data/\u{202E}x.json", "{}");
    made.tagged("v1");
    made.write("docs/<img src=x> `@me`.md", "# A\n\none </details> <script>x</script> @me \u{202E}\n");
    made.write("data/\u{202E}x.json", "{\"k\u{202E}\": \"```\\n@me </details>\"}");
    made.tagged("v2");
    let text = comment(&made, 64_000);
    let mut html = String::new();
    let parser = pulldown_cmark::Parser::new_ext(&text, pulldown_cmark::Options::all());
    pulldown_cmark::html::push_html(&mut html, parser);
    assert!(!html.contains("<script") && !html.contains("<img"), "{html}");
    assert_eq!(html.matches("<details>").count(), html.matches("</details>").count(), "{html}");
    assert!(!text.contains('\u{202E}') && !html.contains('\u{202E}'), "{text}");
    let human = made.run(&BETWEEN);
    assert!(!String::from_utf8(human.stdout.clone()).unwrap().contains('\u{202E}'), "{}", stderr(&human));
}
