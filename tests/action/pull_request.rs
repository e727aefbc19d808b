//! A pull request between two branches of one repository: the comment, code scanning, the outputs, the summary.

use serde_json::{Value, json};

use crate::repository::{ACKNOWLEDGED, LAMP, Lamp, MAXIMUM_LINE, lamp};
use crate::run::{Outcome, Run, pull_request};
use crate::stand_in::{BOT, GitHub};

/// A run for the pull request as it is now.
fn run(github: &GitHub, lamp: &Lamp, set: impl FnOnce(Run<'_>) -> Run<'_>) -> (tempfile::TempDir, Outcome) {
    let workspace = lamp.repository.checkout(&lamp.merge);
    let event = pull_request(&lamp.base, &lamp.head);
    let run = Run::on(github, workspace.path(), "pull_request", &lamp.merge, "refs/pull/7/merge", event);
    let outcome = set(run).go();
    (workspace, outcome)
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().unwrap()
}

#[test]
fn a_breaking_change_is_commented_on_uploaded_and_fails_and_the_next_run_updates_the_same_comment() {
    let mut lamp_of_pull = Lamp::new();
    let github = GitHub::of(lamp_of_pull.repository.path());
    let (workspace, outcome) = run(&github, &lamp_of_pull, |run| run);
    assert_eq!(outcome.code, 1, "{}", outcome.shown());

    // The comment.
    let [comment] = <[_; 1]>::try_from(github.comments()).unwrap();
    let mut lines = comment.body.lines();
    assert_eq!(lines.next(), Some("<!-- countersign:v1 countersign.toml -->"));
    assert_eq!(lines.next(), Some("## SDF models: failed"));
    assert!(
        comment.body.contains("a Thing may now report `120`; earlier Clients accept at most `100`."),
        "{}",
        comment.body
    );
    assert!(comment.body.contains("<summary>How to sign off 1 difference</summary>"), "{}", comment.body);

    // What code scanning got.
    let [(body, log)] = <[_; 1]>::try_from(github.uploads()).unwrap();
    assert_eq!(body["commit_sha"], lamp_of_pull.merge);
    assert_eq!(body["ref"], "refs/pull/7/merge");
    assert_eq!(body["tool_name"], "countersign");
    let run_of_log = &log["runs"][0];
    assert_eq!(run_of_log["automationDetails"]["id"], "countersign/countersign.toml/");
    let [result] = results(&log).as_slice() else { panic!("{log:#}") };
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("breaking/maximum"), &json!("error")));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], LAMP);
    assert_eq!(place["region"]["startLine"], MAXIMUM_LINE);
    assert_eq!(place["region"]["endLine"], MAXIMUM_LINE);
    let before = &result["relatedLocations"][0]["physicalLocation"];
    assert_eq!(
        (&before["artifactLocation"]["uri"], &before["region"]["startLine"]),
        (&json!(LAMP), &json!(MAXIMUM_LINE))
    );
    assert!(result["message"]["text"].as_str().unwrap().contains("[before](1)"), "{result:#}");

    // The outputs.
    let outputs = [
        ("acknowledged-breaking", "0"),
        ("acknowledged-undetermined", "0"),
        ("breaking", "1"),
        ("changelog-file", ".countersign/changelog.md"),
        ("comment-url", "https://github.example/octo/lamps/pull/7#issuecomment-500"),
        ("compared", "1"),
        ("compatible", "0"),
        ("disposition", "failed"),
        ("outcome", "breaking"),
        ("report-file", ".countersign/report.json"),
        ("sarif-file", ".countersign/results.sarif"),
        ("sarif-id", "47177e22"),
        ("undetermined", "0"),
        ("unused-acknowledgements", "0"),
    ];
    let expected = outputs.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(outcome.outputs, expected.into());
    let report: Value = serde_json::from_str(&outcome.file(workspace.path(), "report-file")).unwrap();
    assert_eq!(report["schema"], "countersign.review");
    assert_eq!(report["head"], lamp_of_pull.merge, "{report:#}");
    // The base is what main was when GitHub merged, not where topic left it.
    assert_eq!(report["base"], lamp_of_pull.base, "{report:#}");

    // The summary, and nothing twice.
    assert!(outcome.summary.starts_with("# Model changes\n"), "{}", outcome.summary);
    assert_eq!(outcome.summary, outcome.file(workspace.path(), "changelog-file"));
    assert_eq!(outcome.annotations("error"), Vec::<&str>::new(), "code scanning shows it already");
    assert!(
        outcome
            .stdout
            .contains("\nfailed: 1 breaking, 0 undetermined, 0 compatible, 0 acknowledged; 1 compared")
    );

    // Another commit, another run: the same comment says something else.
    lamp_of_pull.push(|repository| repository.write(LAMP, &lamp(140)));
    let (_, outcome) = run(&github, &lamp_of_pull, |run| run.without_upload());
    assert_eq!(outcome.code, 1, "{}", outcome.shown());
    let [updated] = <[_; 1]>::try_from(github.comments()).unwrap();
    assert_eq!(updated.id, comment.id);
    assert!(updated.body.contains("`100` → `140`") && !updated.body.contains("`120`"), "{}", updated.body);
    assert_eq!(
        github.writes(),
        ["POST /code-scanning/sarifs", "POST /issues/7/comments", "PATCH /issues/comments/500"]
    );
}

#[test]
fn where_the_head_is_checked_out_the_head_is_compared_and_its_lines_are_uploaded() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.head);
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = run.go();
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "1"), "{}", outcome.shown());
    let report: Value = serde_json::from_str(&outcome.file(workspace.path(), "report-file")).unwrap();
    let left = pull.repository.git(&["merge-base", &pull.base, &pull.head]);
    assert_eq!((&report["base"], &report["head"]), (&json!(left), &json!(pull.head)));
    let [(body, _)] = <[_; 1]>::try_from(github.uploads()).unwrap();
    assert_eq!((&body["commit_sha"], &body["ref"]), (&json!(pull.head), &json!("refs/pull/7/head")));
}

#[test]
fn what_lies_in_the_work_tree_is_neither_read_nor_changed() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let here = |path: &str| workspace.path().join(path);
    std::fs::write(here(LAMP), "no model at all").unwrap();
    std::fs::write(here("countersign.toml"), "fail-on = \"never\"\n").unwrap();
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = run.without_upload().go();
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "1"), "{}", outcome.shown());
    assert_eq!(std::fs::read_to_string(here(LAMP)).unwrap(), "no model at all");
    let status = crate::repository::git(workspace.path(), &["status", "--porcelain"]);
    let mut changed: Vec<_> = std::str::from_utf8(&status).unwrap().lines().collect();
    changed.sort_unstable();
    assert_eq!(changed, [" M models/lamp.sdf.json", "?? .countersign/", "?? countersign.toml"]);
}

#[test]
fn an_acknowledgement_that_no_difference_needs_any_more_is_told() {
    let pull = Lamp::with(|repository| {
        repository.write(LAMP, &lamp(140).replace("\"minimum\": 0", "\"minimum\": 1"));
        let stale = ACKNOWLEDGED.replace("level/maximum", "gone/maximum");
        repository.write("acknowledged.json", &stale);
    });
    let github = GitHub::of(pull.repository.path());
    let (_, outcome) =
        run(&github, &pull, |run| run.without_upload().input("acknowledged", "acknowledged.json"));
    assert_eq!((outcome.code, outcome.output("unused-acknowledgements")), (1, "1"), "{}", outcome.shown());
    let comment = &github.comments()[0].body;
    assert!(comment.contains("Unused acknowledgements"), "{comment}");
    assert!(comment.contains("/sdfObject/Lamp/sdfProperty/gone/maximum"), "{comment}");
}

#[test]
fn a_comment_that_is_never_wanted_is_not_even_asked_for() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let (_, outcome) = run(&github, &pull, |run| run.without_upload().input("comment", "never"));
    assert_eq!((outcome.code, outcome.output("comment-url")), (1, "(not set)"), "{}", outcome.shown());
    assert!(github.requests().is_empty(), "{:?}", github.requests());
}

#[test]
fn a_change_that_is_signed_for_passes_and_shows_its_note_and_opens_no_alert() {
    let sign = |repository: &crate::repository::Repository| {
        repository.write(LAMP, &lamp(120));
        repository.write("acknowledged.json", ACKNOWLEDGED);
    };
    let pull = Lamp::with(sign);
    let github = GitHub::of(pull.repository.path());
    let (workspace, outcome) = run(&github, &pull, |run| run.input("acknowledged", "acknowledged.json"));
    assert_eq!(outcome.code, 0, "{}", outcome.shown());
    assert_eq!((outcome.output("disposition"), outcome.output("outcome")), ("passed", "breaking"));
    assert_eq!((outcome.output("breaking"), outcome.output("acknowledged-breaking")), ("0", "1"));

    let comment = &github.comments()[0].body;
    assert!(comment.contains("## SDF models: passed"), "{comment}");
    assert!(
        comment.contains("Acknowledged differences: 1") && comment.contains("Agreed with the fitters"),
        "{comment}"
    );
    assert!(
        comment.contains(
            "This change also edits `acknowledged.json`, which decides what is compared or signed for"
        ),
        "{comment}"
    );
    assert!(!comment.contains("How to sign off"), "{comment}");

    // The upload has nothing, and is made all the same: that closes the alert of an earlier run.
    let [(_, log)] = <[_; 1]>::try_from(github.uploads()).unwrap();
    assert_eq!(results(&log), &Vec::<Value>::new());
    assert_eq!(log["runs"][0]["automationDetails"]["id"], "countersign/countersign.toml/");

    // The file has everything, with who said why.
    let file: Value = serde_json::from_str(&outcome.file(workspace.path(), "sarif-file")).unwrap();
    let [result] = results(&file).as_slice() else { panic!("{file:#}") };
    assert_eq!(
        result["suppressions"],
        json!([{ "kind": "external", "status": "accepted", "justification": "Agreed with the fitters." }])
    );
}

#[test]
fn a_comment_that_would_say_the_same_is_not_touched() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let (_, first) = run(&github, &pull, |run| run.without_upload());
    let (_, second) = run(&github, &pull, |run| run.without_upload());
    assert_eq!((first.code, second.code), (1, 1));
    assert_eq!(github.writes(), ["POST /issues/7/comments"]);
    assert_eq!(second.output("comment-url"), first.output("comment-url"));
}

#[test]
fn a_comment_whose_differences_are_gone_says_so_and_stays_so() {
    let mut pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    run(&github, &pull, |run| run.without_upload());
    pull.push(|repository| repository.write(LAMP, &lamp(100)));
    let (_, outcome) = run(&github, &pull, |run| run.without_upload());
    assert_eq!(outcome.code, 0, "{}", outcome.shown());
    let [comment] = <[_; 1]>::try_from(github.comments()).unwrap();
    assert_eq!(
        comment.body,
        "<!-- countersign:v1 countersign.toml -->\n## Countersign: no differences any more\n\nAn earlier state of this \
         pull request changed what Clients and Things exchange. The present one does not.\n"
    );
    // A later push that changes nothing either leaves it alone.
    pull.push(|repository| repository.write("more.txt", "More.\n"));
    run(&github, &pull, |run| run.without_upload());
    assert_eq!(github.writes(), ["POST /issues/7/comments", "PATCH /issues/comments/500"]);
}

#[test]
fn a_pull_request_without_differences_gets_no_comment() {
    let pull = Lamp::with(|repository| repository.write("more.txt", "More.\n"));
    let github = GitHub::of(pull.repository.path());
    let (_, outcome) = run(&github, &pull, |run| run.without_upload());
    assert_eq!((outcome.code, outcome.output("disposition")), (0, "passed"), "{}", outcome.shown());
    assert_eq!(github.writes(), Vec::<String>::new());
    let (_, outcome) = run(&github, &pull, |run| run.without_upload().input("comment", "always"));
    assert_eq!(outcome.code, 0);
    assert_eq!(github.writes(), ["POST /issues/7/comments"]);
}

#[test]
fn a_comment_by_somebody_else_with_our_marker_is_left_alone() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let forged = "<!-- countersign:v1 countersign.toml -->\nAll is well.";
    github.comment("mallory", forged);
    github.comment(BOT, "Another action's comment.");
    let (_, outcome) = run(&github, &pull, |run| run.without_upload());
    assert_eq!(outcome.code, 1);
    let comments = github.comments();
    assert_eq!(comments.len(), 3);
    assert_eq!((comments[0].body.as_str(), comments[1].body.as_str()), (forged, "Another action's comment."));
    assert_eq!(github.writes(), ["POST /issues/7/comments"]);
}

#[test]
fn two_configurations_have_a_comment_and_a_category_each() {
    let pull = Lamp::after(
        |repository| repository.write("strict.toml", "fail-on = \"never\"\n"),
        |repository| repository.write(LAMP, &lamp(120)),
    );
    let github = GitHub::of(pull.repository.path());
    let (_, strict) = run(&github, &pull, |run| run.input("config", "strict.toml"));
    let (_, plain) = run(&github, &pull, |run| run.without_upload());
    assert_eq!((strict.code, plain.code), (0, 1), "{}", strict.shown());
    let comments = github.comments();
    assert_eq!(comments.len(), 2);
    assert!(comments[0].body.starts_with("<!-- countersign:v1 strict.toml -->\n"));
    assert_eq!(github.uploads()[0].1["runs"][0]["automationDetails"]["id"], "countersign/strict.toml/");
}

#[test]
fn a_pull_request_that_changes_the_configuration_says_so() {
    let pull = Lamp::after(
        |repository| repository.write("countersign.toml", "fail-on = \"undetermined\"\n"),
        |repository| {
            repository.write(LAMP, &lamp(120));
            repository.write("countersign.toml", "fail-on = \"never\"\n");
        },
    );
    let github = GitHub::of(pull.repository.path());
    let (_, outcome) = run(&github, &pull, |run| run.without_upload());
    assert_eq!((outcome.code, outcome.output("disposition")), (0, "failed"), "{}", outcome.shown());
    let notice = "This change also edits countersign.toml, which decides what is compared or signed for: review that edit too.";
    assert_eq!(outcome.annotations("notice"), [format!("::notice::{notice}")]);
    assert!(github.comments()[0].body.contains("This change also edits `countersign.toml`, which decides"));
}

#[test]
fn what_somebody_else_merged_meanwhile_is_not_held_against_a_pull_request() {
    let mut pull = Lamp::with(|repository| repository.write("more.txt", "More.\n"));
    // The payload still names where main was when the pull request was opened; a breaking change has landed since.
    let stale = pull.base.clone();
    pull.repository.branch("main");
    pull.repository.write(LAMP, &lamp(120));
    pull.base = pull.repository.commit();
    pull.merge = pull.repository.merge(&pull.base, &pull.head);
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&stale, &pull.head);
    let outcome = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event)
        .without_upload()
        .go();
    assert_eq!((outcome.code, outcome.output("breaking")), (0, "0"), "{}", outcome.shown());
}

#[test]
fn outputs_stand_between_delimiters_that_nobody_can_foresee() {
    let pull = Lamp::with(|repository| repository.write("more.txt", "More.\n"));
    let github = GitHub::of(pull.repository.path());
    let delimiter = || {
        let (_, outcome) = run(&github, &pull, |run| run.without_upload());
        let first = outcome.output_file.lines().next().unwrap();
        first.split_once("<<").unwrap().1.to_owned()
    };
    let (one, other) = (delimiter(), delimiter());
    assert!(one.len() > 32 && one != other, "{one} {other}");
}

#[test]
fn a_closed_pull_request_is_nothing_to_compare() {
    let pull = Lamp::new();
    let github = GitHub::of(pull.repository.path());
    let (_, outcome) = run(&github, &pull, |mut run| {
        run.event()["action"] = json!("closed");
        run.event()["pull_request"]["state"] = json!("closed");
        run
    });
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.annotations("notice"),
        ["::notice::the pull request is closed, so there is nothing to compare"]
    );
    assert_eq!((outcome.output("disposition"), outcome.output("outcome")), ("", ""));
    assert!(github.requests().is_empty());
}

#[test]
fn very_many_differences_still_fit_into_a_comment() {
    let many = |maximum: u32| {
        let property = |n: u32| format!("\"p{n}\": {{ \"type\": \"integer\", \"maximum\": {maximum} }}");
        let all: Vec<_> = (0..600).map(property).collect();
        format!("{{ \"sdfObject\": {{ \"Many\": {{ \"sdfProperty\": {{\n{}\n}} }} }} }}\n", all.join(",\n"))
    };
    let pull = Lamp::after(
        |repository| repository.write("many.sdf.json", &many(1)),
        |repository| repository.write("many.sdf.json", &many(2)),
    );
    let github = GitHub::of(pull.repository.path());
    let (_, outcome) = run(&github, &pull, |run| run.without_upload());
    assert_eq!((outcome.code, outcome.output("breaking")), (1, "600"), "{}", outcome.stdout);
    let comment = &github.comments()[0].body;
    assert!(comment.len() < 65_536, "{}", comment.len());
    let run_page = format!("[the summary of the run]({}/octo/lamps/actions/runs/42)", github.url);
    assert!(comment.contains("not shown here") && comment.contains(&run_page), "{comment}");
    // Ten annotations, the last of which says how many more there are.
    let errors = outcome.annotations("error");
    assert_eq!(errors.len(), 10);
    assert!(
        errors[9]
            .starts_with("::error::591 more of this level (error) are not shown here: see the summary at ")
    );
    assert!(outcome.summary.contains("p599"));
}
