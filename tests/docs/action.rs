//! `docs/action.md`, `action.yml` and the code name the same inputs and outputs, with the same defaults.

use countersign::review::configuration::INPUTS;

use crate::pages::{code, read, rows, section};

/// The keys of a section of `action.yml`, each with its text, on one line.
fn described(of: &str) -> Vec<(String, String)> {
    let action = read("action.yml");
    let lines = action.lines().skip_while(|line| *line != format!("{of}:")).skip(1);
    let mut all: Vec<(String, String)> = Vec::new();
    for line in lines.take_while(|line| line.is_empty() || line.starts_with(' ')) {
        match line.strip_prefix("  ").filter(|line| !line.starts_with(' ')) {
            Some(key) => all.push((key.trim_end_matches(':').to_owned(), String::new())),
            None => {
                if let Some((_, text)) = all.last_mut() {
                    text.push(' ');
                    text.push_str(line.trim());
                }
            }
        }
    }
    all
}

/// The names in the first column of the table under a heading, with the second column.
fn documented(heading: &str) -> Vec<(String, String)> {
    let page = read("docs/action.md");
    let part = section(&page, heading);
    // Tables below a heading of the next level are about something else.
    let part = part.split("\n### ").next().unwrap_or(part);
    let named = rows(part).into_iter().filter_map(|cells| {
        let name = code(cells.first()?)?;
        Some((name.to_owned(), (*cells.get(1)?).to_owned()))
    });
    named.collect()
}

fn names(of: &[(String, String)]) -> Vec<&str> {
    of.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn the_page_has_a_row_for_every_input_and_no_other() {
    let inputs = documented("## Inputs");
    assert_eq!(names(&inputs), names(&described("inputs")));
    assert_eq!(names(&inputs), INPUTS);
}

#[test]
fn the_page_has_a_row_for_every_output_and_no_other() {
    assert_eq!(names(&documented("## Outputs")), names(&described("outputs")));
}

#[test]
fn the_defaults_on_the_page_are_those_of_the_action() {
    let texts = described("inputs");
    for (name, default) in documented("## Inputs") {
        let text = &texts.iter().find(|(known, _)| *known == name).unwrap().1;
        let Some(default) = code(&default) else { continue };
        let said = if name == "token" {
            text.contains(&format!("default: {default}"))
        } else {
            // `word` (the default), or: Default `word`
            text.contains(&format!("`{default}` (the default)"))
                || text.contains(&format!("Default `{default}`"))
        };
        assert!(said, "{name}: action.yml does not say that the default is {default}: {text}");
    }
}

#[test]
fn the_configuration_has_the_defaults_of_the_page() {
    use countersign::review::configuration::{Comment, Configuration, FailOn};
    let configuration = Configuration::default();
    let inputs = documented("## Inputs");
    let default = |name: &str| {
        let found = inputs.iter().find(|(known, _)| known == name).unwrap();
        code(&found.1).unwrap_or("none").to_owned()
    };
    assert_eq!(configuration.models.include.patterns(), [default("models")]);
    let flags = [
        ("upload-sarif", configuration.upload_sarif),
        ("annotations", configuration.annotations),
        ("summary", configuration.summary),
        ("release-notes", configuration.release_notes),
    ];
    for (name, value) in flags {
        assert_eq!(value.to_string(), default(name), "{name}");
    }
    assert_eq!((configuration.fail_on, default("fail-on").as_str()), (FailOn::Undetermined, "undetermined"));
    assert_eq!((configuration.comment, default("comment").as_str()), (Comment::Changes, "changes"));
    for off in ["documents", "data", "polish", "acknowledged", "sarif-file", "allow", "limits"] {
        assert_eq!(default(off), "none", "{off}");
    }
}

#[test]
fn fail_on_decides_as_the_page_says() {
    use countersign::github::delivery::{Disposition, Ending, FailOn};
    let page = read("docs/action.md");
    let table = rows(section(&page, "## Exit status and `fail-on`"));
    for (name, fail_on) in
        [("undetermined", FailOn::Undetermined), ("breaking", FailOn::Breaking), ("never", FailOn::Never)]
    {
        let row = table.iter().find(|cells| code(cells[0]) == Some(name)).unwrap();
        let code = |disposition| Ending::of(disposition, fail_on, true).code().to_string();
        assert_eq!(row[1..], [code(Disposition::Failed), code(Disposition::Undetermined)], "{name}");
    }
}

#[test]
fn the_limits_on_the_page_are_those_of_the_code() {
    use countersign::comparison::DifferenceAcknowledgements;
    use countersign::comparison::acknowledgement::ENTRIES;
    use countersign::github::{blobs, code_scanning, comment, files, release, workflow};
    use countersign::review::configuration::BYTES;
    let page = read("docs/action.md");
    let grouped = |number: usize| {
        let digits = number.to_string();
        let groups: Vec<_> =
            digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).unwrap()).collect();
        groups.join(",")
    };
    let mebibytes = |bytes: usize| format!("{} MiB", bytes >> 20);
    for (what, limit) in [
        ("comment", format!("{} bytes", grouped(comment::BODY_BYTES))),
        ("summary", mebibytes(files::SUMMARY_BYTES)),
        ("release text", format!("{} characters", grouped(release::BODY_CHARACTERS))),
        ("SARIF results", grouped(countersign::report::MAX_RESULTS)),
        ("SARIF upload", format!("{} bytes", grouped(code_scanning::UPLOAD_BYTES))),
        ("configuration file", mebibytes(usize::try_from(BYTES).unwrap())),
        (
            "acknowledgement file",
            format!("{} and {} entries", mebibytes(DifferenceAcknowledgements::FILE_BYTES), grouped(ENTRIES)),
        ),
    ] {
        let row = rows(section(&page, "## Limits")).into_iter().find(|cells| cells[0] == what);
        let row = row.unwrap_or_else(|| panic!("no row for {what}"));
        assert!(row[1].starts_with(&limit), "{what}: {} is not {limit}", row[1]);
    }
    assert_eq!(workflow::PER_LEVEL, 10);
    assert!(page.contains("| annotations | ten of each level"));
    assert!(page.contains(&format!("take more than {} requests", blobs::REQUESTS)));
    assert!(page.contains(&format!("up to {} of the distinct files", blobs::BATCH)));
}

#[test]
fn every_event_that_can_be_planned_for_is_in_the_table() {
    let page = read("docs/action.md");
    let table = section(&page, "## Which revisions are compared");
    // The message about events that cannot be planned for lists those that can.
    let code = read("src/github/event.rs").replace("\\\n", "");
    let listed = code.split("or run on ").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let events: Vec<_> = listed.split([',', ' ']).filter(|word| !word.is_empty() && *word != "or").collect();
    assert!(events.contains(&"merge_group") && events.len() > 5, "{events:?}");
    for event in events {
        assert!(table.contains(&format!("`{event}`")), "no row for {event}");
    }
}
