//! Variables of a run, one `NAME=VALUE` a line, and after a zero byte the payload of its event: no panic, the same plan
//! whatever else the payload holds and in whatever order the variables come, and no token in anything that is shown.

#![no_main]

use std::ffi::OsString;
use std::path::Path;

use countersign::github::environment::Environment;
use countersign::github::event::{Plan, SarifTargets, Where, plan};
use countersign::github::payload::Payload;
use countersign::inert::is_hidden;
use countersign::review::configuration::Settings;
use libfuzzer_sys::fuzz_target;

const TOKEN: &str = "ghs_0123456789SECRET";

fn is_shown_safely(message: &str) -> bool {
    !message.is_empty() && !message.contains(TOKEN) && !message.chars().any(|c| c != '\n' && is_hidden(c))
}

/// What every run has; the input changes and adds to it.
fn variables(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = [
        ("GITHUB_EVENT_NAME", "pull_request"),
        ("GITHUB_REPOSITORY", "octo/lamps"),
        ("GITHUB_SHA", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ("GITHUB_API_URL", "https://api.github.com"),
        ("GITHUB_SERVER_URL", "https://github.com"),
        ("GITHUB_WORKSPACE", "/w"),
        ("INPUT_TOKEN", TOKEN),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    for line in text.lines() {
        let Some((name, value)) = line.split_once('=') else { continue };
        let value = value.replace("\\n", "\n");
        match all.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => all.push((name.to_owned(), value)),
        }
    }
    all
}

fn check_environment(environment: &Environment) {
    assert!(!format!("{environment:?}").contains(TOKEN));
    for url in [&environment.api_url, &environment.server_url] {
        assert!(url.starts_with("https://") || url.starts_with("http://"), "{url}");
        assert!(url.bytes().all(|byte| byte.is_ascii_graphic()) && !url.contains('@'), "{url}");
    }
    if let Some(url) = environment.run_url() {
        assert!(url.starts_with(&environment.server_url) && url.bytes().all(|byte| byte.is_ascii_graphic()));
    }
    let mut settings = Settings::default();
    for (name, value) in &environment.inputs.settings {
        if let Err(error) = settings.set_input(name, value) {
            assert!(is_shown_safely(&error.to_string()), "{error}");
        }
    }
}

fn check_plan(planned: &Plan, environment: &Environment) {
    let Plan::Compare(planned) = planned else { return };
    if let SarifTargets::Any(targets) = &planned.sarif {
        assert!(!targets.is_empty());
        if let Some(request) = planned.pull_request {
            let number = request.number;
            assert!(targets.iter().all(|(_, to)| to.starts_with(&format!("refs/pull/{number}/"))));
        }
    }
    // Only a reviewed head is trusted with what it says of itself.
    assert_eq!(planned.unreviewed_head, environment.event_name == "pull_request_target");
    for (name, place) in [("base", &planned.base), ("head", &planned.head)] {
        assert_eq!(
            matches!(place, Where::Named(_)),
            environment.inputs.get(name).is_some(),
            "an input names a revision, and nothing else does"
        );
    }
}

fuzz_target!(|bytes: &[u8]| {
    let at = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (text, payload) = (&bytes[..at], bytes.get(at + 1..).unwrap_or_default());
    let Ok(text) = std::str::from_utf8(text) else { return };
    let pairs: Vec<(OsString, OsString)> =
        variables(text).into_iter().map(|(name, value)| (name.into(), value.into())).collect();
    let environment = match Environment::from_pairs(pairs.clone()) {
        Ok(environment) => environment,
        Err(error) => {
            assert!(is_shown_safely(&error.to_string()), "{error}");
            assert!(Environment::from_pairs(pairs.into_iter().rev()).is_err());
            return;
        }
    };
    let other = Environment::from_pairs(pairs.into_iter().rev()).expect("the same variables");
    assert_eq!(format!("{other:?}"), format!("{environment:?}"));
    check_environment(&environment);
    let read = match Payload::from_json(Path::new("event.json"), payload) {
        Ok(read) => read,
        Err(error) => {
            assert!(is_shown_safely(&error.to_string()), "{error}");
            return;
        }
    };
    let planned = plan(&environment, &read, None);
    match &planned {
        Ok(planned) => check_plan(planned, &environment),
        Err(error) => assert!(is_shown_safely(&error.to_string()), "{error}"),
    }
    let _ = plan(&environment, &read, Some(&environment.sha));
    // Members that nobody asked for change nothing.
    if let Ok(serde_json::Value::Object(mut members)) = serde_json::from_slice(payload) {
        members.insert("stranger".to_owned(), serde_json::json!([{"sha": 1}]));
        let more = serde_json::Value::Object(members).to_string();
        let read = Payload::from_json(Path::new("event.json"), more.as_bytes()).expect("the same members");
        assert_eq!(plan(&environment, &read, None), planned);
    }
});
