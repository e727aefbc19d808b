//! `countersign release-notes` over real repositories: between which tags, and what is said.

#![allow(clippy::unwrap_used, reason = "a failed step of the preparation is a failed test")]

mod made;

use made::{Made, tank};

fn title(made: &Made, arguments: &[&str]) -> String {
    let text = made.said(0, &[&["release-notes"], arguments].concat());
    text.lines().next().unwrap().to_owned()
}

/// Four releases; the last two break something, and the last break is signed for.
fn releases() -> Made {
    let made = Made::new();
    made.write("tank.sdf.json", &tank("1.0.0", 100));
    made.tagged("v1.9.0");
    made.write("notes.txt", "nothing that is compared");
    made.tagged("v1.10.0");
    made.write("tank.sdf.json", &tank("1.0.0", 120));
    made.tagged("v2.0.0-rc.1");
    made.tagged("nightly");
    made.write("tank.sdf.json", &tank("2.0.0", 130));
    made.tagged("v2.0.0");
    made
}

#[test]
fn the_newest_tag_is_told_from_the_one_before_it() {
    let made = releases();
    assert_eq!(title(&made, &[]), "# Changes from `v1.10.0` to `v2.0.0`");
    assert_eq!(title(&made, &["--to", "v2.0.0-rc.1"]), "# Changes from `v1.10.0` to `v2.0.0-rc.1`");
    assert_eq!(title(&made, &["--to", "v1.10.0"]), "# Changes from `v1.9.0` to `v1.10.0`");
    assert_eq!(title(&made, &["--from", "v1.9.0"]), "# Changes from `v1.9.0` to `v2.0.0`");
    made.tagged("unused");
    assert_eq!(title(&made, &["--to", "HEAD"]), "# Changes from `v2.0.0` to `HEAD`");
    // From the newest tag on there is only what was not released yet.
    assert_eq!(title(&made, &["--from", "v2.0.0"]), "# Changes from `v2.0.0` to `HEAD`");
}

#[test]
fn a_tag_of_another_history_is_not_the_one_before() {
    let made = releases();
    made.git(&["checkout", "-q", "--orphan", "other"]);
    made.write("tank.sdf.json", &tank("1.0.0", 90));
    made.tagged("v3.0.0");
    let said = made.refused(&["release-notes", "--to", "v3.0.0"]);
    assert!(said.contains("there is no tag before \"v3.0.0\"; name a revision with --from"), "{said}");
    made.git(&["checkout", "-q", "main"]);
    assert_eq!(title(&made, &[]), "# Changes from `v1.10.0` to `v2.0.0`");
}

#[test]
fn with_one_tag_the_notes_lead_from_it_to_head() {
    let made = Made::new();
    made.write("tank.sdf.json", &tank("1.0.0", 100));
    made.tagged("v1.0.0");
    made.write("tank.sdf.json", &tank("1.0.0", 90));
    made.git(&["commit", "-q", "-am", "more"]);
    assert_eq!(title(&made, &[]), "# Changes from `v1.0.0` to `HEAD`");
}

#[test]
fn breaks_that_somebody_signed_for_stand_under_their_own_heading_with_the_note() {
    let made = Made::new();
    made.write("countersign.toml", "acknowledged = \"signed.json\"\n\n[documents]\ninclude = [\"*.md\"]\n");
    made.write(
        "signed.json",
        "{\"schema\":\"esdieff.acknowledged-differences\",\"version\":\"1\",\"differences\":[]}",
    );
    made.write("tank.sdf.json", &tank("1.2.0", 100));
    made.write("pump.sdf.json", &tank("1.0.0", 100).replace("Tank", "Pump"));
    made.write("guide.md", "# Guide\n\nOpen slowly.\n");
    made.tagged("v1.2.0");
    made.write("tank.sdf.json", &tank("1.2.0", 120));
    made.git(&["commit", "-q", "-am", "a break"]);
    made.said(
        1,
        &[
            "review",
            "--base",
            "v1.2.0",
            "--acknowledgements-output",
            "signed.json",
            "--replace-acknowledgements",
        ],
    );
    let signed = std::fs::read_to_string(made.path().join("signed.json")).unwrap();
    let noted =
        signed.replacen("{\"classification\"", "{\"note\":\"ask @plant about #7\",\"classification\"", 1);
    assert_ne!(signed, noted, "{signed}");
    made.write("signed.json", &noted);
    made.write("pump.sdf.json", &tank("1.0.0", 110).replace("Tank", "Pump"));
    made.write("guide.md", "# Guide\n\nOpen very slowly.\n");
    made.tagged("v1.3.0");
    let text = made.said(0, &["release-notes"]);
    assert!(!text.contains("@plant") && !text.contains("#7"), "{text}");
    insta::assert_snapshot!("release_notes", text);
}

#[test]
fn when_nothing_that_is_compared_has_changed_that_is_what_the_notes_say() {
    let made = releases();
    let text = made.said(0, &["release-notes", "--to", "v1.10.0"]);
    assert_eq!(text, "# Changes from `v1.9.0` to `v1.10.0`\n\nNothing that is compared has changed.\n");
}

#[test]
fn a_model_in_which_nothing_used_changed_is_told_in_one_line() {
    let made = Made::new();
    let model = |namespace: &str, kind: &str, version: &str| {
        format!(
            "{{\"info\": {{\"version\": \"{version}\"}}, \"namespace\": {{\"a\": \"{namespace}\"}}, \"sdfObject\": \
             {{\"Lamp\": {{}}}}, \"sdfData\": {{\"unused\": {{\"type\": \"{kind}\"}}}}}}"
        )
    };
    made.write("lamp.sdf.json", &model("https://a.example", "string", "1"));
    made.tagged("v1.0.0");
    made.write("lamp.sdf.json", &model("https://b.example", "integer", "2"));
    made.tagged("v1.0.1");
    let text = made.said(0, &["release-notes"]);
    assert!(
        text.ends_with(
            "## Changed, and used by nothing compared\n\n\
             Definitions that other models may refer to changed: `/sdfData/unused`. Nobody compared who uses them, so no \
             version is suggested for that.\n\n\
             - `lamp.sdf.json`: nothing that Clients use; only `/info`, `/namespace` and `/sdfData/unused` changed.\n"
        ),
        "{text}"
    );
    assert!(!text.contains("Suggested next version"), "{text}");
    // What is no definition is reused by nobody.
    made.write("lamp.sdf.json", &model("https://c.example", "integer", "3"));
    made.tagged("v1.0.2");
    let text = made.said(0, &["release-notes"]);
    assert!(text.contains("Suggested next version: **`v1.0.2`**, because no interface changed."), "{text}");
    assert!(!text.contains("other models"), "{text}");
}
