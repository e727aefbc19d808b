//! `action.yml` and the code know the same inputs and outputs.

use countersign::review::configuration::INPUTS;

const ACTION: &str = include_str!("../../action.yml");

/// The keys of a top-level mapping, in their order.
fn keys(of: &str) -> Vec<&'static str> {
    let start = format!("{of}:");
    let lines = ACTION.lines().skip_while(|line| *line != start).skip(1);
    let section = lines.take_while(|line| line.is_empty() || line.starts_with(' '));
    section
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.strip_suffix(':'))
        .collect()
}

#[test]
fn every_input_is_documented_in_the_order_in_which_the_code_lists_them() {
    assert_eq!(keys("inputs"), INPUTS);
}

/// The Marketplace looks at the action.yml of a release's tag and refuses the release, when it is too late to mend it.
#[test]
fn the_marketplace_takes_the_name_the_description_and_the_branding() {
    let value = |key: &str| ACTION.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    assert_eq!(value("name: "), "Countersign");
    assert!(value("description: ").chars().count() < 125, "{}", value("description: ").chars().count());
    assert_eq!(value("  icon: "), "edit-3");
    let colors = ["white", "black", "yellow", "blue", "green", "orange", "red", "purple", "gray-dark"];
    assert!(colors.contains(&value("  color: ")));
}

#[test]
fn every_output_is_documented() {
    assert_eq!(
        keys("outputs"),
        [
            "disposition",
            "outcome",
            "breaking",
            "undetermined",
            "compatible",
            "acknowledged-breaking",
            "acknowledged-undetermined",
            "unused-acknowledgements",
            "compared",
            "report-file",
            "sarif-file",
            "changelog-file",
            "changes-file",
            "comment-url",
            "sarif-id",
        ]
    );
}

#[test]
fn the_action_runs_the_image_that_the_dockerfile_builds() {
    assert!(ACTION.contains("\nruns:\n  using: docker\n") && ACTION.contains("\n  args:\n    - action\n"));
    // A released one names the image that was published for it.
    let image = ACTION.lines().find_map(|line| line.strip_prefix("  image: ")).unwrap();
    assert!(
        image == "Dockerfile" || (image.starts_with("docker://") && image.contains("@sha256:")),
        "{image}"
    );
    let dockerfile = include_str!("../../Dockerfile");
    assert!(dockerfile.contains("\nARG BUILD_IMAGE=rust:1.95-bookworm\n"));
    assert!(dockerfile.contains("\nFROM scratch\n"));
}
