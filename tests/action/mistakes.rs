//! What is wrong with the workflow, the configuration or a model is said where it can be mended.

use crate::repository::{LAMP, Lamp, lamp};
use crate::run::{Outcome, Run, pull_request};
use crate::stand_in::GitHub;

fn run(pull: &Lamp, set: impl FnOnce(Run<'_>) -> Run<'_>) -> (GitHub, Outcome) {
    let github = GitHub::of(pull.repository.path());
    let workspace = pull.repository.checkout(&pull.merge);
    let event = pull_request(&pull.base, &pull.head);
    let run = Run::on(&github, workspace.path(), "pull_request", &pull.merge, "refs/pull/7/merge", event);
    let outcome = set(run.without_upload()).go();
    (github, outcome)
}

/// Exit status 2, the same error in the log and as an annotation, and nothing delivered.
fn error(github: &GitHub, outcome: &Outcome) -> String {
    assert_eq!(outcome.code, 2, "{}", outcome.shown());
    assert_eq!(github.writes(), Vec::<String>::new());
    assert_eq!(outcome.outputs.len(), 0, "{:?}", outcome.outputs);
    let errors = outcome.annotations("error");
    let [error] = errors.as_slice() else { panic!("{errors:?}") };
    assert!(outcome.stderr.contains("error"), "{}", outcome.stderr);
    (*error).to_owned()
}

#[test]
fn an_input_that_does_not_exist_is_answered_with_the_nearest_and_all_that_do() {
    let (github, outcome) = run(&Lamp::new(), |run| run.input("fail_on", "never"));
    let error = error(&github, &outcome);
    assert!(
        error.contains(
            "there is no input `fail_on`; did you mean `fail-on`?; the inputs are token, config, models,"
        ),
        "{error}"
    );
}

#[test]
fn a_payload_that_is_none_of_githubs_is_shown_with_its_file_its_place_and_what_was_expected() {
    let (github, outcome) = run(&Lamp::new(), |mut run| {
        run.event()["pull_request"]["number"] = serde_json::json!("seven");
        run
    });
    let error = error(&github, &outcome);
    let place = error.split_once("::error::").unwrap().1.split_once(": ").unwrap().0;
    let [file, line, column] = <[_; 3]>::try_from(place.split(':').collect::<Vec<_>>()).unwrap();
    assert!(file.ends_with("/event.json"), "{error}");
    assert!(line == "1" && column.parse::<u32>().is_ok_and(|column| column > 1), "{error}");
    assert!(
        error.ends_with(
            "the event's payload (GITHUB_EVENT_PATH) is not one of GitHub's: pull_request.number is this text, and a \
             whole number is expected"
        ),
        "{error}"
    );
}

#[test]
fn an_input_with_a_value_it_cannot_have_says_which_it_can() {
    let (github, outcome) = run(&Lamp::new(), |run| run.input("fail-on", "always"));
    let error = error(&github, &outcome);
    assert!(
        error.contains("fail-on") && error.contains("undetermined") && error.contains("never"),
        "{error}"
    );
}

#[test]
fn a_key_that_the_configuration_does_not_know_is_shown_with_its_place_and_the_nearest() {
    let pull = Lamp::with(|repository| {
        repository.write(LAMP, &lamp(120));
        repository.write("countersign.toml", "# ours\n\n  fail_on = \"never\"\n");
    });
    let (github, outcome) = run(&pull, |run| run);
    let error = error(&github, &outcome);
    assert!(error.contains("countersign.toml:3:3"), "{error}");
    assert!(error.contains("fail-on"), "{error}");
}

#[test]
fn globs_that_match_nothing_are_named_with_the_number_of_files() {
    let (github, outcome) = run(&Lamp::new(), |run| run.input("models", "sdf/**/*.json\nother/*.sdf.json"));
    let error = error(&github, &outcome);
    assert!(error.contains("`sdf/**/*.json`") && error.contains("`other/*.sdf.json`"), "{error}");
    assert!(error.contains("none of the 2 files"), "{error}");
}

#[test]
fn an_acknowledgement_file_that_is_not_there_is_named_with_its_revision() {
    let (github, outcome) = run(&Lamp::new(), |run| run.input("acknowledged", "signed.json"));
    assert!(error(&github, &outcome).contains("signed.json"), "{}", outcome.stdout);
}

#[test]
fn a_syntax_error_in_the_head_is_annotated_on_its_line() {
    let broken = lamp(100).replace("\"minimum\": 0,", "\"minimum\": 0;");
    let (github, outcome) = run(&Lamp::with(|repository| repository.write(LAMP, &broken)), |run| run);
    assert_eq!((outcome.code, outcome.output("undetermined")), (3, "1"), "{}", outcome.shown());
    let warnings = outcome.annotations("warning");
    let [warning] = warnings.as_slice() else { panic!("{}", outcome.stdout) };
    assert!(warning.starts_with("::warning file=models/lamp.sdf.json,line=8,"), "{warning}");
    assert!(github.comments()[0].body.contains("models/lamp.sdf.json:8:"), "{}", github.comments()[0].body);
}

#[test]
fn a_change_that_nothing_compared_uses_is_a_notice_on_its_line() {
    let pull = Lamp::with(|repository| {
        repository.write(LAMP, &lamp(100).replace("\"title\": \"Lamp\"", "\"title\": \"Light\""));
    });
    let (github, outcome) = run(&pull, |run| run);
    assert_eq!((outcome.code, outcome.output("outcome")), (0, "compatible"), "{}", outcome.shown());
    let notices = outcome.annotations("notice");
    let [notice] = notices.as_slice() else { panic!("{notices:?}") };
    assert!(
        notice.starts_with("::notice file=models/lamp.sdf.json,line=2,")
            && notice.contains("title=Changed%2C and used by nothing compared::Changed /info"),
        "{notice}"
    );
    assert!(outcome.summary.contains("Changed, and used by nothing compared"), "{}", outcome.summary);
    assert_eq!(github.writes(), Vec::<String>::new());
}
