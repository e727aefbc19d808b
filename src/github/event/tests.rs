//! The table of events, row by row. Payloads hold only what the row is about.

use super::*;

const MERGE: char = '1';
const BASE: char = '2';
const HEAD: char = '3';

fn id(digit: char) -> ObjectId {
    ObjectId::parse(&digit.to_string().repeat(40)).unwrap()
}

fn environment(event: &str, sha: char, git_ref: &str, extra: &[(&str, &str)]) -> Environment {
    let sha = sha.to_string().repeat(40);
    let own = [
        ("GITHUB_EVENT_NAME", event),
        ("GITHUB_SHA", sha.as_str()),
        ("GITHUB_REF", git_ref),
        ("GITHUB_REPOSITORY", "octo/lamps"),
        ("GITHUB_API_URL", "https://api.github.com"),
        ("GITHUB_SERVER_URL", "https://github.com"),
        ("GITHUB_WORKSPACE", "/github/workspace"),
        ("GITHUB_ACTOR", "mona"),
    ];
    let pairs = own.iter().chain(extra).map(|(name, value)| (name.into(), value.into()));
    Environment::from_pairs(pairs).unwrap()
}

fn payload(text: &str) -> Payload {
    let mut text = text.to_owned();
    for digit in ['0', MERGE, BASE, HEAD] {
        text = text.replace(&format!("<{digit}>"), &digit.to_string().repeat(40));
    }
    Payload::from_json(std::path::Path::new("event.json"), text.as_bytes()).unwrap()
}

fn compared(plan: Result<Plan, EventError>) -> RevisionPlan {
    match plan.unwrap() {
        Plan::Compare(plan) => *plan,
        Plan::Nothing(reason) => panic!("{reason:?}"),
    }
}

fn pull_request(head_repository: &str) -> Payload {
    payload(&format!(
        r#"{{"action":"opened","number":7,"pull_request":{{"number":7,"state":"open",
            "base":{{"sha":"<2>","repo":{{"full_name":"octo/lamps"}}}},
            "head":{{"sha":"<3>","repo":{head_repository}}}}},"repository":{{"full_name":"octo/lamps"}}}}"#
    ))
}

const OWN: &str = r#"{"full_name":"Octo/Lamps"}"#;

fn on_pull_request(extra: &[(&str, &str)]) -> Environment {
    environment("pull_request", MERGE, "refs/pull/7/merge", extra)
}

#[test]
fn a_pull_request_compares_the_merge_commit_with_its_first_parent() {
    for checked_out in [None, Some(id(MERGE)), Some(id('9'))] {
        let plan = compared(plan(&on_pull_request(&[]), &pull_request(OWN), checked_out.as_ref()));
        assert_eq!(plan.base, Where::FirstParent { merge: id(MERGE), base: id(BASE) });
        assert_eq!(plan.head, Where::Commit(id(MERGE)));
        assert_eq!(plan.pull_request, Some(PullRequest { number: 7 }));
        assert_eq!(plan.read_only, None);
        assert!(!plan.unreviewed_head);
        assert_eq!(
            plan.sarif,
            SarifTargets::Any(vec![
                (id(MERGE), "refs/pull/7/merge".into()),
                (id(HEAD), "refs/pull/7/head".into())
            ])
        );
    }
}

#[test]
fn a_pull_request_whose_head_is_checked_out_compares_the_head_with_the_merge_base() {
    let plan = compared(plan(&on_pull_request(&[]), &pull_request(OWN), Some(&id(HEAD))));
    assert_eq!(plan.base, Where::MergeBase { base: id(BASE).to_string(), head: id(HEAD) });
    assert_eq!(plan.head, Where::Commit(id(HEAD)));
}

#[test]
fn a_fork_and_a_deleted_fork_and_dependabot_can_only_read() {
    for repository in [r#"{"full_name":"stranger/lamps"}"#, "null"] {
        let plan = compared(plan(&on_pull_request(&[]), &pull_request(repository), None));
        assert_eq!(plan.read_only, Some(ReadOnly::Fork));
    }
    // A later variable of the same name wins, as in a process.
    let bot = on_pull_request(&[("GITHUB_ACTOR", "dependabot[bot]")]);
    assert_eq!(compared(plan(&bot, &pull_request(OWN), None)).read_only, Some(ReadOnly::Dependabot));
}

#[test]
fn a_closed_pull_request_is_nothing_to_do_even_with_inputs() {
    let closed = payload(
        r#"{"action":"closed","number":7,"pull_request":{"number":7,"base":{"sha":"<2>"},"head":{"sha":"<3>"}}}"#,
    );
    for extra in [&[][..], &[("INPUT_BASE", "v1")]] {
        let planned = plan(&on_pull_request(extra), &closed, None).unwrap();
        assert_eq!(planned, Plan::Nothing(NothingToDo::ClosedPullRequest));
    }
}

#[test]
fn pull_request_target_reads_the_head_as_data_and_distrusts_it() {
    let environment = environment("pull_request_target", '9', "refs/heads/main", &[]);
    let plan =
        compared(plan(&environment, &pull_request(r#"{"full_name":"stranger/lamps"}"#), Some(&id('9'))));
    assert_eq!((plan.base, plan.head), (Where::Commit(id(BASE)), Where::Commit(id(HEAD))));
    assert!(plan.unreviewed_head);
    assert_eq!(plan.read_only, None);
    assert_eq!(plan.sarif, SarifTargets::Any(vec![(id(HEAD), "refs/pull/7/head".into())]));
}

#[test]
fn pull_request_target_distrusts_the_head_even_when_its_payload_says_nothing() {
    let inputs = [("INPUT_BASE", "main"), ("INPUT_HEAD", "stranger")];
    let environment = environment("pull_request_target", '9', "refs/heads/main", &inputs);
    let plan = compared(plan(&environment, &payload("{}"), None));
    assert_eq!(plan.head, Where::Named("stranger".into()));
    assert!(plan.unreviewed_head);
}

#[test]
fn a_merge_group_has_no_pull_request_and_no_upload() {
    let environment = environment("merge_group", HEAD, "refs/heads/gh-readonly-queue/main/pr-7", &[]);
    let group = payload(r#"{"merge_group":{"base_sha":"<2>","head_sha":"<3>"}}"#);
    let plan = compared(plan(&environment, &group, None));
    assert_eq!((plan.base, plan.head), (Where::Commit(id(BASE)), Where::Commit(id(HEAD))));
    assert_eq!(plan.pull_request, None);
    assert_eq!(plan.sarif, SarifTargets::None(QUEUE_REASON));
}

fn pushed(git_ref: &str, text: &str) -> Plan {
    let environment = environment("push", HEAD, git_ref, &[]);
    let text = format!(
        r#"{{"ref":"{git_ref}","repository":{{"full_name":"octo/lamps","default_branch":"main"}},{text}}}"#
    );
    plan(&environment, &payload(&text), None).unwrap()
}

#[test]
fn a_push_compares_after_with_before() {
    let plan = compared(Ok(pushed("refs/heads/main", r#""before":"<2>","after":"<3>""#)));
    assert_eq!((plan.base, plan.head), (Where::Commit(id(BASE)), Where::Commit(id(HEAD))));
    assert_eq!(plan.sarif, SarifTargets::Any(vec![(id(HEAD), "refs/heads/main".into())]));
}

#[test]
fn a_new_branch_is_compared_with_where_it_left_the_default_branch() {
    let plan = compared(Ok(pushed("refs/heads/topic", r#""before":"<0>","after":"<3>""#)));
    assert_eq!(plan.base, Where::MergeBase { base: "main".into(), head: id(HEAD) });
    let first = pushed("refs/heads/main", r#""before":"<0>","after":"<3>""#);
    assert_eq!(first, Plan::Nothing(NothingToDo::FirstPush));
}

#[test]
fn a_deleted_branch_is_nothing_to_do() {
    let plan = pushed("refs/heads/topic", r#""before":"<2>","after":"<0>","deleted":true"#);
    assert_eq!(plan, Plan::Nothing(NothingToDo::DeletedRef));
}

#[test]
fn before_may_be_gone_after_a_forced_push() {
    let text = r#""before":"<2>","after":"<3>","forced":true"#;
    let plan = compared(Ok(pushed("refs/heads/topic", text)));
    assert_eq!(plan.base, Where::CommitOrMergeBase { commit: id(BASE), base: "main".into(), head: id(HEAD) });
    assert_eq!(compared(Ok(pushed("refs/heads/main", text))).base, Where::Commit(id(BASE)));
}

#[test]
fn the_push_of_a_merge_queue_is_compared_but_not_uploaded() {
    let plan =
        compared(Ok(pushed("refs/heads/gh-readonly-queue/main/pr-7", r#""before":"<2>","after":"<3>""#)));
    assert_eq!(plan.sarif, SarifTargets::None(QUEUE_REASON));
}

#[test]
fn a_pushed_tag_is_compared_with_the_release_before_it() {
    // `after` is the tag object here, the run's commit is what the tag points to.
    let plan = compared(Ok(pushed("refs/tags/v2", r#""before":"<0>","after":"<1>""#)));
    assert_eq!(plan.base, Where::PreviousRelease { tag: "v2".into(), published_at: None });
    assert_eq!(plan.head, Where::Commit(id(HEAD)));
}

#[test]
fn a_release_is_compared_with_the_one_before_it() {
    let environment = environment("release", HEAD, "refs/tags/v2", &[]);
    let text = r#"{"action":"published","release":{"id":5,"tag_name":"v2","draft":false,"published_at":"2026-01-02T03:04:05Z"}}"#;
    let compare = compared(plan(&environment, &payload(text), None));
    assert_eq!(
        compare.base,
        Where::PreviousRelease { tag: "v2".into(), published_at: Some("2026-01-02T03:04:05Z".into()) }
    );
    assert_eq!(compare.release, Some(Release { id: 5, tag: "v2".into() }));
    let draft = text.replace("\"draft\":false", "\"draft\":true");
    let nothing = plan(&environment, &payload(&draft), None).unwrap();
    assert_eq!(nothing, Plan::Nothing(NothingToDo::UnpublishedRelease));
}

#[test]
fn dispatch_and_schedule_compare_with_the_newest_release() {
    for event in ["workflow_dispatch", "schedule"] {
        let environment = environment(event, HEAD, "refs/heads/main", &[]);
        let plan = compared(plan(&environment, &payload("{}"), None));
        assert_eq!((plan.base, plan.head), (Where::NewestRelease, Where::Commit(id(HEAD))));
    }
}

#[test]
fn inputs_override_every_event() {
    let inputs = [("INPUT_BASE", "v1"), ("INPUT_HEAD", "topic")];
    for (environment, payload) in [
        (on_pull_request(&inputs), pull_request(OWN)),
        (environment("workflow_dispatch", HEAD, "refs/heads/main", &inputs), payload("{}")),
        (environment("workflow_run", HEAD, "refs/heads/main", &inputs), payload("{}")),
    ] {
        let plan = compared(plan(&environment, &payload, None));
        assert_eq!((plan.base, plan.head), (Where::Named("v1".into()), Where::Named("topic".into())));
    }
}

#[test]
fn an_event_without_revisions_names_the_inputs_and_the_events_that_have_them() {
    let error = plan(&environment("workflow_run", HEAD, "", &[]), &payload("{}"), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the event workflow_run names no two revisions; set the inputs `base` and `head`, or run on pull_request, \
         pull_request_target, merge_group, push, release, workflow_dispatch or schedule"
    );
}

#[test]
fn a_payload_without_its_members_or_with_forged_ids_is_an_error_that_names_them() {
    let short = payload(r#"{"before":"main; rm -rf /","after":"<3>"}"#);
    let error = plan(&environment("push", HEAD, "refs/heads/main", &[]), &short, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the payload of push has no usable before; set the inputs `base` and `head`"
    );
}
