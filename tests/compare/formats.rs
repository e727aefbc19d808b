//! The forms that people read.

use crate::{Scratch, compare, fixture, text};

#[test]
fn people_read_these() {
    let (before, after) = (fixture("before.md"), fixture("after.md"));
    for (name, options) in [
        ("human", &["--format", "human"][..]),
        ("human-color", &["--color", "always", "--kind", "modify", "--kind", "move"]),
        ("markdown", &["--format", "markdown", "--allow-under", "/section[1]"]),
        ("criticmarkup", &["--format", "criticmarkup"]),
    ] {
        let mut arguments = vec![before.as_str(), after.as_str()];
        arguments.extend(options);
        insta::assert_snapshot!(name, text(&compare(&arguments).stdout));
    }
    let same = compare(&[&before, &before]);
    assert_eq!(text(&same.stdout), format!("{before} → {before}\nno changes\n"));
}

#[test]
fn what_is_not_compared_is_said() {
    let scratch = Scratch::new();
    let source = scratch.file("a.md", "# A\n\n<div>one</div>\n\nText ![x](y.png) here.\n");
    let test = scratch.file("b.md", "# A\n\n<div>two</div>\n\nText  here.\n");
    for format in ["human", "markdown", "html"] {
        let shown = text(&compare(&[&source, &test, "--format", format]).stdout);
        assert!(shown.contains("no changes"), "{shown}");
        assert!(
            shown.contains("Not compared: HTML blocks (1 before, 1 after), images (1 before, 0 after)."),
            "{shown}"
        );
    }
}

#[test]
fn the_page_is_self_contained_and_links_both_ends_of_a_move() {
    let output = compare(&[&fixture("before.md"), &fixture("after.md"), "--format", "html"]);
    let page = text(&output.stdout);
    for outside in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'"));
    for (id, link) in [("m6-from", "#m6-to"), ("m6-to", "#m6-from")] {
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1);
        assert_eq!(page.matches(&format!("href=\"{link}\"")).count(), 1);
    }
    // The outline's links lead somewhere, and no id stands twice.
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len());
    for target in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&target), "{target}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn hostile_text_takes_no_effect_anywhere() {
    let scratch = Scratch::new();
    let source = scratch.file("a.md", "# Rules\n\n1.1 Plain words stand here for now.\n");
    let test = scratch.file(
        "b.md",
        "# Rules <script>alert(1)</script>\n\n1.1 Plain words @all <img src=x onerror=y> \u{202E}stand\u{1b}[31m here #1 for now.\n\n\
         </script><script>x</script> is inserted with `ticks` and | bars |.\n",
    );
    for format in ["human", "markdown", "html", "criticmarkup"] {
        let shown = text(&compare(&[&source, &test, "--format", format]).stdout);
        assert!(!shown.contains('\u{1b}'), "{format}");
        if format != "criticmarkup" {
            assert!(!shown.contains('\u{202E}'), "{format}: {shown}");
        }
        if format == "markdown" || format == "html" {
            assert!(
                !shown.contains("<img") && !shown.contains("<script>alert") && !shown.contains("@all <"),
                "{shown}"
            );
        }
    }
}
